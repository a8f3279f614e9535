// A model as the numbers of a glTF.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "abc/deform.h"
#include "export/exporter.h"
#include "merge_given.h"

namespace abc::testing {
namespace {

using exporting::Clip;
using exporting::Curves;
using exporting::Exporter;
using exporting::MeshArrays;
using exporting::WantedClip;

exporting::Settings settingsOf(bool mirrors = false) {
    exporting::Settings out;
    out.mesh.space.mirrors = mirrors;
    return out;
}

TEST(Space, TurnsOrMirrorsTheAxes) {
    const exporting::Space turned{false};
    const exporting::Space mirrored{true};
    const Vec3 v{1, 2, 3};
    const auto [x, y, z] = turned.vector(v);
    EXPECT_EQ((std::array{x, y, z}), (std::array{-1.0F, 2.0F, -3.0F}));
    EXPECT_EQ(mirrored.vector(v).z, 3);
    EXPECT_FALSE(std::signbit(turned.vector({0, 0, 0}).x));
    // A rotated vector is the same whichever is done first; matrices likewise.
    const Quat q = [] {
        const WideQuat wide = unit({0.1, 0.2, 0.3, 0.9});
        return Quat{single(wide[0]), single(wide[1]), single(wide[2]), single(wide[3])};
    }();
    const auto rotate = [](const Quat& by, const Vec3& of) { return transform({}, by).rotate(of); };
    for (const exporting::Space& space : {turned, mirrored}) {
        const Vec3 one = space.vector(rotate(q, v));
        const Vec3 other = rotate(space.rotation(q), space.vector(v));
        for (const auto axis : kAxes) EXPECT_NEAR(one.*axis, other.*axis, 1e-5);
        const Affine m = affineOf({4, 5, 6}, {q.x, q.y, q.z, q.w});
        const exporting::ColumnMatrix columns = space.matrix(m);
        const WideVec3 there = applied(m, {1, 2, 3});
        const Vec3 wanted = space.vector({single(there[0]), single(there[1]), single(there[2])});
        const Vec3 from = space.vector(v);
        for (std::size_t row = 0; row < 3; ++row) {
            const float sum = columns[row] * from.x + columns[4 + row] * from.y + columns[8 + row] * from.z;
            EXPECT_NEAR(sum + columns[12 + row], wanted.*kAxes[row], 1e-5);
        }
        EXPECT_EQ(columns[15], 1);
    }
}

TEST(Skeleton, IsSettled) {
    Local odd{{1, 2, 3}, {0, 0, 0, 2}};
    EXPECT_TRUE(exporting::settle(odd));
    EXPECT_EQ(odd.rotation.w, 1);
    odd.rotation = {0, 0, 0, 0};
    EXPECT_TRUE(exporting::settle(odd));
    EXPECT_EQ(odd.rotation.w, 1);
    EXPECT_EQ(odd.translation.y, 2);
    odd.translation.x = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(exporting::settle(odd));
    EXPECT_EQ(odd.translation.y, 0);
}

TEST(Skeleton, BindsAsTheFileDoes) {
    for (const std::uint32_t version : {6U, 12U}) {
        const Exporter exporter(given(version).bytes, settingsOf());
        const exporting::Skeleton& skeleton = exporter.skeleton();
        ASSERT_EQ(skeleton.binds.size(), 4U);
        EXPECT_TRUE(skeleton.lost.empty());
        EXPECT_EQ(skeleton.sheared, 0U);
        // The nodes of a tube stand on its axis, a unit apart.
        const std::vector<exporting::ColumnMatrix> inverse = exporter.inverseBinds();
        for (std::size_t node = 0; node < 4; ++node) {
            EXPECT_NEAR(skeleton.binds[node][7], static_cast<double>(node), 1e-6);
            EXPECT_NEAR(inverse[node][13], -static_cast<double>(node), 1e-6);
            EXPECT_NEAR(exporter.rest()[node].translation.y, node == 0 ? 0 : 1, 1e-6);
        }
    }
}

/// The matrix of a node is written by hand.
TEST(Skeleton, WithAScaledBindPoseIsCounted) {
    merging::ByteList bytes = given(12).bytes;
    const Opened file(bytes);
    const auto place = file.document.walk().resolve("Nodes.Nodes[2].Matrix[0]");
    ASSERT_TRUE(place);
    const float two = 2;
    std::memcpy(&bytes[place->start], &two, sizeof two);
    const Exporter exporter(bytes, settingsOf());
    EXPECT_EQ(exporter.skeleton().sheared, 1U);
    EXPECT_EQ(exporter.skeleton().binds[2][0], 2);
    std::fill_n(&bytes[place->start], 3 * sizeof two, std::byte{});
    // No inverse: it is bound as at rest.
    EXPECT_EQ(Exporter(bytes, settingsOf()).skeleton().binds[2][0], 1);
}

TEST(Skeleton, TakesAnInterpretationOrNone) {
    const merging::ByteList bytes = given(6).bytes;
    exporting::Settings settings = settingsOf();
    settings.interpretation.conjugateKeys = true;
    EXPECT_TRUE(Exporter(bytes, settings).skeleton().interpretation.conjugateKeys);
    settings.interpretation.restAnimation = 7;
    EXPECT_FALSE(Exporter(bytes, settings).skeleton().interpretation.conjugateKeys);
}

TEST(Export, PlacesSockets) {
    importing::Draft draft = tubeDraft(4, 6, 5);
    draft.sockets.push_back({"hand", 2, {0, 0, 0, 2}, {1, 2, 3}});
    const Exporter exporter(given(12, draft).bytes, settingsOf());
    const auto sockets = exporter.sockets();
    ASSERT_EQ(sockets.size(), 1U);
    EXPECT_TRUE(sockets[0].isThere);
    EXPECT_EQ(sockets[0].local.translation.x, -1);
    EXPECT_EQ(sockets[0].local.translation.z, -3);
    EXPECT_NEAR(sockets[0].local.rotation.w, 1, 1e-6);
}

TEST(Export, MakesMeshes) {
    for (const std::uint32_t version : {6U, 12U}) {
        const merging::ByteList bytes = given(version).bytes;
        const Opened file(bytes);
        const std::vector<Vec3> places = placesAtRest(file);
        const Exporter exporter(bytes, settingsOf());
        const MeshArrays mesh = exporter.mesh(0, std::array{0U});
        ASSERT_EQ(mesh.levels.size(), 1U);
        EXPECT_EQ(mesh.levels[0].indices.size(), 3 * file.model.faces.size());
        EXPECT_EQ(mesh.lost, 0U);
        EXPECT_FALSE(mesh.hasFixed);
        ASSERT_EQ(mesh.joints.size(), 1U);
        for (std::size_t v = 0; v < mesh.sources.size(); ++v) {
            const Vec3& place = places[mesh.sources[v]];
            EXPECT_NEAR(mesh.positions[3 * v], -place.x, 1e-4);
            EXPECT_NEAR(mesh.positions[3 * v + 1], place.y, 1e-4);
            EXPECT_NEAR(mesh.positions[3 * v + 2], -place.z, 1e-4);
            double length = 0;
            double sum = 0;
            for (std::size_t i = 0; i < 3; ++i) length += mesh.normals[3 * v + i] * mesh.normals[3 * v + i];
            for (std::size_t i = 0; i < 4; ++i) sum += mesh.shares[0][4 * v + i];
            EXPECT_NEAR(length, 1, 1e-5);
            EXPECT_NEAR(sum, 1, 1e-6);
        }
        // The file's own order of corners, or the other one.
        exporting::Settings settings = settingsOf();
        settings.mesh.swaps = true;
        const MeshArrays swapped = Exporter(bytes, settings).mesh(0, std::array{0U});
        const auto sourceOf = [](const MeshArrays& of, std::size_t at) { return of.sources[of.levels[0].indices[at]]; };
        EXPECT_EQ(sourceOf(mesh, 1), sourceOf(swapped, 2));
        EXPECT_EQ(sourceOf(mesh, 2), sourceOf(swapped, 1));
        // There is no such level, and no such piece.
        EXPECT_TRUE(exporter.mesh(0, std::array{9U}).levels.empty());
        EXPECT_TRUE(exporter.mesh(9, std::array{0U}).levels.empty());
    }
}

/// A vertex is as many in glTF as it has texture coordinates.
TEST(Export, SplitsVerticesByTextureCoordinates) {
    importing::Draft draft = tubeDraft(4, 6, 5);
    draft.pieces[0].levels[0].uvs[0] = 0.25F;
    const merging::ByteList bytes = given(12, draft).bytes;
    const std::size_t vertices = Opened(bytes).model.vertexCount(0, 0);
    const MeshArrays mesh = Exporter(bytes, settingsOf()).mesh(0, std::array{0U});
    EXPECT_EQ(mesh.sources.size(), vertices + 1);
    EXPECT_EQ(mesh.uvs.size(), 2 * mesh.sources.size());
}

TEST(Export, CompletesNormalsByTheTriangles) {
    const Opened file(given(12).bytes);
    const std::size_t count = file.model.vertexCount(0, 0);
    const auto boundOf = [&] {
        exporting::Bound bound;
        bound.start.push_back(0);
        for (const Vec3& place : placesAtRest(file)) {
            bound.positions.insert(bound.positions.end(), {place.x, place.y, place.z});
            bound.joints.push_back(0);
            bound.shares.push_back(1);
            bound.off.push_back(0);
            bound.start.push_back(static_cast<std::uint32_t>(bound.joints.size()));
        }
        return bound;
    };
    const std::vector<Vec3> none(count);
    const auto radial = [](const MeshArrays& mesh, std::size_t v) {
        return (mesh.normals[3 * v] * mesh.positions[3 * v] + mesh.normals[3 * v + 2] * mesh.positions[3 * v + 2]) /
               kDraftRadius;
    };
    const MeshArrays made = meshOf(file.model, 0, std::array{0U}, boundOf(), none, settingsOf().mesh);
    const double side = radial(made, 0);
    EXPECT_GT(std::abs(side), 0.8);
    for (std::size_t v = 0; v < made.sources.size(); ++v) EXPECT_GT(radial(made, v) * side, 0.6) << v;
    // A mirror turns the triangles over, and normals with them.
    const MeshArrays mirrored = meshOf(file.model, 0, std::array{0U}, boundOf(), none, settingsOf(true).mesh);
    EXPECT_LT(radial(mirrored, 0) * side, -0.6);
    // A vertex without a place takes its triangles along; one without any triangle that helps points up.
    exporting::Bound hole = boundOf();
    hole.positions[0] = std::numeric_limits<float>::quiet_NaN();
    hole.joints[3] = exporting::fixedJoint(4);
    const MeshArrays holed = meshOf(file.model, 0, std::array{0U}, hole, none, settingsOf().mesh);
    EXPECT_GT(holed.lost, 0U);
    EXPECT_TRUE(holed.hasFixed);
    exporting::Bound flat = boundOf();
    std::fill(flat.positions.begin(), flat.positions.end(), 0.0F);
    const MeshArrays up = meshOf(file.model, 0, std::array{0U}, flat, none, settingsOf().mesh);
    EXPECT_EQ(up.normals[1], 1);
}

/// Nine influences are three sets of four.
TEST(Export, HasAsManySetsOfInfluencesAsAVertexNeeds) {
    const Opened file(given(12).bytes);
    const std::size_t count = file.model.vertexCount(0, 0);
    exporting::Bound bound;
    bound.start.push_back(0);
    for (std::size_t v = 0; v < count; ++v) {
        for (std::uint32_t i = 0; i < (v == 0 ? 9 : 1); ++i) {
            bound.joints.push_back(i % 4);
            bound.shares.push_back(v == 0 ? 1.0F / 9 : 1);
        }
        bound.start.push_back(static_cast<std::uint32_t>(bound.joints.size()));
    }
    bound.off.resize(count);
    bound.positions.resize(3 * count, 1);
    const std::vector<Vec3> up(count, Vec3{0, 1, 0});
    const MeshArrays mesh = meshOf(file.model, 0, std::array{0U}, bound, up, settingsOf().mesh);
    ASSERT_EQ(mesh.joints.size(), 3U);
    EXPECT_EQ(mesh.crowded, 1U);
    const auto first = std::find(mesh.sources.begin(), mesh.sources.end(), 0U) - mesh.sources.begin();
    EXPECT_EQ(mesh.shares[2][4 * static_cast<std::size_t>(first)], 1.0F / 9);
    EXPECT_EQ(mesh.shares[2][4 * static_cast<std::size_t>(first) + 1], 0);
}

Clip clipOf(const Exporter& exporter, std::vector<double> times, std::size_t mostAdded = 100) {
    WantedClip wanted;
    wanted.times = std::move(times);
    EXPECT_EQ(exporter.refusalOf(wanted), "");
    Clip clip = exporter.clip(wanted, mostAdded);
    while (clip.step()) {
    }
    return clip;
}

/// The turns of node 0 in an animation with these keys.
importing::Draft turning(const std::vector<double>& angles) {
    importing::Draft draft = tubeDraft(4, 6, static_cast<std::uint32_t>(angles.size()));
    for (std::size_t key = 0; key < angles.size(); ++key) {
        float* pose = &draft.animations[0].poses[7 * 4 * key];
        for (std::size_t i = 3; i < 7; ++i) pose[i] = 0;
        pose[3] = static_cast<float>(std::sin(angles[key] / 2));
        pose[6] = static_cast<float>(std::cos(angles[key] / 2));
    }
    return draft;
}

TEST(Clip, HasTheKeysOfTheFile) {
    const Exporter exporter(given(12).bytes, settingsOf());
    const Clip clip = clipOf(exporter, {0, 500, 1000, 1500, 2000});
    EXPECT_EQ(clip.times(), (std::vector<float>{0, 0.5F, 1, 1.5F, 2}));
    EXPECT_EQ(clip.added(), 0U);
    EXPECT_EQ(clip.moved(exporter.skeleton().rest), std::vector<std::uint8_t>(4));
    const Curves turns = clip.rotations(exporter.space());
    EXPECT_EQ(turns.counts, std::vector<std::uint32_t>(4, 5));
    EXPECT_EQ(turns.values.size(), 4U * 4 * 5);
    EXPECT_TRUE(turns.times.empty());
    // 0.2 sin(1.7) about X, which looks the other way.
    EXPECT_NEAR(turns.values[4], -std::sin(0.2 * std::sin(1.7)), 1e-6);
    EXPECT_EQ(clip.translations(exporter.space()).values.size(), 3U * 4 * 5);
}

TEST(Clip, HasMoreKeysWhereItTurnsHalfRound) {
    const double pi = 3.14159265358979;
    const Exporter exporter(given(12, turning({0, pi, pi})).bytes, settingsOf());
    const Clip clip = clipOf(exporter, {0, 500, 1000});
    EXPECT_GT(clip.added(), 0U);
    EXPECT_EQ(clip.times().size(), 3 + clip.added());
    EXPECT_TRUE(std::is_sorted(clip.times().begin(), clip.times().end()));
    // At most so many.
    EXPECT_EQ(clipOf(exporter, {0, 500, 1000}, 0).added(), 0U);
    EXPECT_EQ(clipOf(Exporter(given(12, turning({0, pi, 0, pi, 0})).bytes, settingsOf()), {0, 500, 1000}, 1).added(),
              1U);
    // A quarter is told from its opposite.
    EXPECT_EQ(clipOf(Exporter(given(12, turning({0, pi / 2, pi})).bytes, settingsOf()), {0, 500, 1000}).added(), 0U);
}

/// Players take the way that signs say.
TEST(Clip, KeepsTheSideOfItsRotations) {
    const Exporter exporter(given(12, turning({0, 3, 6, 9, 12})).bytes, settingsOf());
    const Curves turns = clipOf(exporter, {0, 500, 1000, 1500, 2000}).rotations(exporter.space());
    for (std::size_t key = 1; key < 5; ++key) {
        double dot = 0;
        for (std::size_t i = 0; i < 4; ++i) dot += turns.values[4 * key + i] * turns.values[4 * key - 4 + i];
        EXPECT_GE(dot, 0) << key;
    }
}

/// Keys of lengths other than 1 are turned by the engine as they are.
TEST(Clip, HasMoreKeysWhereLengthsDiffer) {
    merging::ByteList bytes = given(12, turning({0, 2})).bytes;
    const Opened file(bytes);
    const auto place = file.document.walk().resolve("Animation.Animations[0].NodeTransforms[0].Transforms[1].Rotation");
    ASSERT_TRUE(place);
    for (std::size_t i = 0; i < 4; ++i) {
        float value = 0;
        std::memcpy(&value, &bytes[place->start + 4 * i], sizeof value);
        value *= 3;
        std::memcpy(&bytes[place->start + 4 * i], &value, sizeof value);
    }
    const Exporter exporter(bytes, settingsOf());
    const Clip clip = clipOf(exporter, {0, 500});
    EXPECT_GT(clip.added(), 0U);
    const Curves turns = clip.rotations(exporter.space());
    for (std::size_t key = 0; key < turns.counts[0]; ++key) {
        double square = 0;
        for (std::size_t i = 0; i < 4; ++i) square += turns.values[4 * key + i] * turns.values[4 * key + i];
        EXPECT_NEAR(square, 1, 1e-5);
    }
    // What is not finite is no key, and says which times are left.
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(&bytes[place->start], &nan, sizeof nan);
    const Exporter broken(bytes, settingsOf());
    const Curves left = clipOf(broken, {0, 500}).rotations(broken.space());
    EXPECT_EQ(left.counts, (std::vector<std::uint32_t>{1, 2, 2, 2}));
    EXPECT_EQ(left.times, (std::vector<float>{0}));
}

TEST(Export, RefusesAnimationsThatItCannotPlay) {
    Exporter exporter(given(12).bytes, settingsOf());
    exporter.addSource(given(12, tubeDraft(4, 6, 3)).bytes);
    exporter.addSource(given(12, tubeDraft(3, 6, 3)).bytes);
    const auto refusal = [&](std::int32_t source, std::uint32_t animation, std::vector<double> times) {
        return exporter.refusalOf({source, animation, std::nullopt, std::move(times)});
    };
    EXPECT_EQ(refusal(-1, 0, {0}), "");
    EXPECT_EQ(refusal(0, 0, {0}), "");
    EXPECT_NE(refusal(1, 0, {0}), "");
    EXPECT_NE(refusal(2, 0, {0}), "");
    EXPECT_NE(refusal(-2, 0, {0}), "");
    EXPECT_NE(refusal(-1, 1, {0}), "");
    EXPECT_NE(refusal(-1, 0, {}), "");
    EXPECT_NE(refusal(-1, 0, {1, 0}), "");
    // The root of one from elsewhere is where it is told to be.
    Clip clip = exporter.clip({0, 0, Vec3{5, 0, 0}, {0, 500}}, 0);
    while (clip.step()) {
    }
    EXPECT_EQ(clip.translations(exporter.space()).values[0], -5);
    EXPECT_EQ(clip.moved(exporter.skeleton().rest)[0], 1);
}

TEST(Export, HasMorphsOfDeformedFiles) {
    const Exporter old(given(6).bytes, settingsOf());
    const std::vector<WantedClip> clips{{-1, 0, std::nullopt, {0, 500, 1000, 1500, 2000}}};
    const auto plan = old.morphs(0, 0, clips, 256);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->targets.size(), plan->all);
    EXPECT_FALSE(old.morphs(0, 0, {}, 256));
    EXPECT_FALSE(Exporter(given(12).bytes, settingsOf()).morphs(0, 0, clips, 256));
    // In the axes of glTF.
    const auto mirrored = Exporter(given(6).bytes, settingsOf(true)).morphs(0, 0, clips, 256);
    EXPECT_EQ(mirrored->targets[0][2], -plan->targets[0][2] + 0.0F);
    EXPECT_EQ(mirrored->targets[0][0], plan->targets[0][0]);
}

/// A skin of glTF moves a vertex by the node and the inverse of its bind pose; vertices that animations move one by one
/// are moved by the node alone. What the targets add is the difference: checked with a root that is turned and moved.
TEST(Export, HasMorphsOfVerticesThatAnimationsMove) {
    constexpr std::string_view kText = R"((lt-model-0
        (hierarchy (children ((transform "d_x" (matrix ((0 -1 0 3)(1 0 0 4)(0 0 1 5)(0 0 0 1)))))))
        (shape "d_x" (geometry (mesh "d_x" (vertex ((0 0 0)(1 0 0)(0 1 0))) (normals ((0 0 -1)(0 1 0)(1 0 0)))
            (tri-fs (0 1 2)))))
        (shape "still" (geometry (mesh "still" (vertex ((0 0 0)(1 0 0)(0 1 0))) (tri-fs (0 1 2)))))
        (animset "bVA" (keyframe (keyframe (times (0 100 300))))
            (anims ((anim (parent "d_x") (frames (vertex (((0 0 0)(1 0 2)(0 1 0)) ((7 0 0)(1 5 0)) ())))))))
        (animset "b" (keyframe (keyframe (times (0)))) (anims ((anim (parent "d_x")
            (frames (posquat (((1 2 3)(0 0 0.6 0.8)))))))))))";
    const auto* const from = reinterpret_cast<const std::byte*>(kText.data());
    const Exporter exporter({from, from + kText.size()}, settingsOf());
    const Model& model = exporter.model();
    const std::vector<WantedClip> clips{{-1, 0, std::nullopt, {0, 100, 300}}, {-1, 1, std::nullopt, {0}}};
    EXPECT_FALSE(exporter.morphs(1, 0, clips, 256));
    EXPECT_FALSE(exporter.morphs(2, 0, clips, 256));
    EXPECT_FALSE(exporter.morphs(0, 1, clips, 256));
    const auto plan = exporter.morphs(0, 0, clips, 256);
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->targets.size(), 3U);
    ASSERT_EQ(plan->normals.size(), 3U);
    // The normal along Z is that of the bind pose, too.
    EXPECT_EQ(plan->turned, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(plan->tracks[0].targets, (std::vector<std::int32_t>{0, 1, 2}));
    // Without frames, the node moves the vertices as any others.
    EXPECT_EQ(plan->tracks[1].targets, (std::vector<std::int32_t>{-1}));
    const MeshArrays mesh = exporter.mesh(0, std::array{0U});
    const auto shown = [&](std::span<const std::pair<std::size_t, float>> weights, std::uint32_t animation,
                           double time) {
        Layer layer;
        layer.source = &model;
        layer.animation = animation;
        layer.timeMs = time;
        const Pose posed = pose(model, std::span(&layer, 1));
        std::vector<Vec3> positions(3);
        std::vector<Vec3> normals(3);
        deform(model, posed, 0, 0, positions, normals);
        const Mat4 skin = posed.nodes[0] * model.nodes[0].inverseBind;
        for (std::size_t i = 0; i < mesh.sources.size(); ++i) {
            const std::uint32_t vertex = mesh.sources[i];
            const auto at = [](const std::vector<float>& list, std::size_t index) {
                return Vec3{list[3 * index], list[3 * index + 1], list[3 * index + 2]};
            };
            Vec3 position = at(mesh.positions, i);
            Vec3 normal = at(mesh.normals, i);
            for (const auto& one : weights) {
                const std::size_t target = one.first;
                const float weight = one.second;
                const auto add = [&](const std::vector<std::uint32_t>& vertices, const std::vector<float>& deltas,
                                     Vec3& to) {
                    const auto place = std::find(vertices.begin(), vertices.end(), vertex);
                    if (place == vertices.end()) return;
                    to = to + at(deltas, static_cast<std::size_t>(place - vertices.begin())) * weight;
                };
                add(plan->vertices, plan->targets[target], position);
                add(plan->turned, plan->normals[target], normal);
            }
            // Back into the axes of the file, which are those of glTF but for the signs of X and Z.
            const exporting::Space space = exporter.space();
            const Vec3 moved = skin.apply(space.vector(position));
            const Vec3 turned = skin.rotate(space.vector(normal));
            for (const auto axis : kAxes) {
                EXPECT_NEAR(moved.*axis, positions[vertex].*axis, 1e-5F) << time << ' ' << vertex;
                EXPECT_NEAR(turned.*axis, normals[vertex].*axis, 1e-5F) << time << ' ' << vertex;
            }
        }
    };
    shown(std::array{std::pair{std::size_t{0}, 1.0F}}, 0, 0);
    shown(std::array{std::pair{std::size_t{0}, 0.75F}, std::pair{std::size_t{1}, 0.25F}}, 0, 25);
    shown(std::array{std::pair{std::size_t{1}, 1.0F}}, 0, 100);
    shown(std::array{std::pair{std::size_t{1}, 0.5F}, std::pair{std::size_t{2}, 0.5F}}, 0, 200);
    shown({}, 1, 0);
}

/// Any bytes are a model that can be exported.
TEST(Export, OfAnyBytesEnds) {
    EXPECT_TRUE(Exporter({}, settingsOf()).rest().empty());
    EXPECT_TRUE(Exporter({}, settingsOf()).mesh(0, std::array{0U}).levels.empty());
}

}  // namespace
}  // namespace abc::testing
