#include "merge/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "abc/build.h"
#include "abc/deform.h"
#include "abc/edit.h"
#include "import/import.h"
#include "support/drafts.h"

using merging::Merge;
using merging::Mesh;

namespace {

/// A file that a glTF goes back into, and what it says when nothing was changed.
struct Given {
    merging::ByteList bytes;
    merging::Rig rig;
    merging::Settings settings;
    Mesh mesh;
    merging::Bound bound;
    std::vector<merging::Channel> channels;
    std::vector<double> times;
};

abc::Affine affineOf(const abc::Mat4& matrix) {
    abc::Affine out{};
    std::copy_n(matrix.m.begin(), out.size(), out.begin());
    return out;
}

/// Converts a place between the space of the file and that of the glTF, which look the other way.
std::array<float, 3> turned(abc::Vec3 v) {
    return {-v.x, v.y, -v.z};
}

Given given(std::uint32_t version) {
    Given out;
    importing::Import work(abc::testing::tubeDraft(4, 6, 5), {version, {}});
    while (work.step()) {
    }
    EXPECT_EQ(work.written().refusal, "");
    out.bytes = work.written().bytes;
    const abc::Document document = abc::parse(out.bytes);
    const abc::Model model = abc::buildModel(document);
    const std::size_t nodes = model.nodes.size();
    const abc::Pose pose = abc::pose(model, {});
    out.rig.x = -1;
    out.rig.z = -1;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        out.rig.binds.push_back(affineOf(pose.nodes[node]));
        out.rig.inverseBinds.push_back(*abc::inverse(out.rig.binds.back()));
        const auto& [translation, rotation] = pose.locals[node];
        out.rig.rest.push_back({{translation.x, translation.y, translation.z},
                                abc::unit({rotation.x, rotation.y, rotation.z, rotation.w})});
    }
    out.rig.bindsNow = out.rig.binds;
    out.rig.inverseNow = out.rig.inverseBinds;
    out.rig.isMoved.resize(nodes);
    out.rig.turns.assign(nodes, {0, 0, 0, 1});
    out.settings.keys.isRenamed.resize(nodes);
    out.settings.keys.conjugates = model.conjugatesKeys();

    std::vector<abc::Vec3> positions(model.vertexCount(0, 0));
    std::vector<abc::Vec3> normals(positions.size());
    abc::deform(model, pose, 0, 0, positions, normals);
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const auto place = turned(positions[v]);
        const auto normal = turned(normals[v]);
        out.mesh.positions.insert(out.mesh.positions.end(), place.begin(), place.end());
        out.mesh.normals.insert(out.mesh.normals.end(), normal.begin(), normal.end());
        out.bound.positions.insert(out.bound.positions.end(), {positions[v].x, positions[v].y, positions[v].z});
        out.bound.start.push_back(static_cast<std::uint32_t>(out.bound.joints.size()));
        std::vector<std::pair<std::int32_t, float>> shares;
        if (version == 6) {
            shares.emplace_back(static_cast<std::int32_t>(model.v6.vertexNode[v]), 1.0F);
        } else {
            for (std::uint32_t w = model.weightStart[v]; w < model.weightStart[v + 1]; ++w)
                shares.emplace_back(static_cast<std::int32_t>(model.weights[w].node), model.weights[w].bias);
        }
        for (const auto& [node, share] : shares) {
            out.bound.joints.push_back(static_cast<std::uint32_t>(node));
            out.bound.shares.push_back(share);
        }
        shares.resize(4, {-1, 0.0F});
        for (const auto& [node, share] : shares) {
            out.mesh.nodes.push_back(node);
            out.mesh.shares.push_back(share);
        }
    }
    out.bound.start.push_back(static_cast<std::uint32_t>(out.bound.joints.size()));
    out.mesh.uvs.assign(2 * positions.size(), 0.5F);
    for (const abc::Triangle& triangle : abc::topology(model, 0, 0)) {
        out.mesh.corners.insert(out.mesh.corners.end(), triangle.corners.begin(), triangle.corners.end());
        out.mesh.indices.push_back(static_cast<std::int32_t>(out.mesh.indices.size()));
    }

    const abc::Animation& animation = model.animations[0];
    for (std::uint32_t node = 0; node < nodes; ++node) {
        merging::Curve places;
        merging::Curve turns;
        for (std::uint32_t key = 0; key < animation.keyCount; ++key) {
            const auto seconds = static_cast<float>(model.keyframes[animation.firstKey + key].time / 1000.0);
            places.times.push_back(seconds);
            turns.times.push_back(seconds);
            auto [translation, rotation] = abc::storedKey(model, animation, node, key);
            if (out.settings.keys.conjugates) rotation = abc::conjugate(rotation);
            const auto place = turned(translation);
            places.values.insert(places.values.end(), place.begin(), place.end());
            turns.values.insert(turns.values.end(), {-rotation.x, rotation.y, -rotation.z, rotation.w});
        }
        out.channels.push_back({node, false, places});
        out.channels.push_back({node, true, turns});
    }
    for (std::uint32_t key = 0; key < animation.keyCount; ++key)
        out.times.push_back(model.keyframes[animation.firstKey + key].time);
    return out;
}

/// The file with what a merge changed in its places, and what is set besides.
merging::ByteList edited(const merging::ByteList& bytes, const std::vector<merging::SetBytes>& sets) {
    std::vector<core::Operation> operations;
    for (const auto& [path, value] : sets) {
        core::Operation operation;
        operation.kind = core::Operation::Kind::Set;
        operation.path = path;
        operation.value.value = value;
        operations.push_back(std::move(operation));
    }
    const abc::Document document = abc::parse(bytes);
    core::Edited made = abc::edit(document, operations);
    EXPECT_FALSE(made.refusal) << made.refusal->reason;
    return std::move(made.bytes);
}

std::size_t faceCount(const merging::ByteList& bytes) {
    const abc::Document document = abc::parse(bytes);
    return abc::buildModel(document).faces.size();
}

TEST(Merge, OfTheSameChangesNothing) {
    for (const std::uint32_t version : {9U, 10U, 11U, 12U}) {
        const Given is = given(version);
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.refusal(), "");
        const merging::MergedLevel level = merge.level(0, 0, is.mesh, is.bound);
        EXPECT_EQ(level.refusal, "");
        EXPECT_FALSE(level.operation);
        EXPECT_EQ(level.moved + level.weighted + level.normals + level.texcoords, 0U) << version;
        EXPECT_EQ(level.triangles, is.mesh.indices);
        EXPECT_EQ(merge.play(is.channels, is.times), "");
        EXPECT_EQ(merge.keys(0).moments, 0U);
        EXPECT_EQ(merge.likeness(0), 1);
        EXPECT_TRUE(merge.operations().empty()) << version;
    }
}

TEST(Merge, OfTheSameChangesNothingInVersion6) {
    const Given is = given(6);
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.refusal(), "");
    const merging::MergedOldMesh& mesh = merge.oldMesh(is.mesh, {});
    EXPECT_EQ(mesh.refusal, "");
    EXPECT_FALSE(mesh.anew);
    EXPECT_EQ(mesh.moved + mesh.nodes + mesh.texcoords, 0U);
    EXPECT_EQ(mesh.members.size(), is.mesh.positions.size() / 3);
    EXPECT_EQ(merge.play(is.channels, is.times), "");
    EXPECT_EQ(merge.keys(0).moments, 0U);
    EXPECT_EQ(merge.deform(), 0U);
}

TEST(Merge, PatchesAVertexThatMoved) {
    Given is = given(12);
    is.mesh.positions[0] += 2;
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::MergedLevel level = merge.level(0, 0, is.mesh, is.bound);
    EXPECT_EQ(level.moved, 1U);
    EXPECT_FALSE(level.operation);
    const std::vector<merging::SetBytes> sets = merge.operations();
    ASSERT_EQ(sets.size(), 1U);
    EXPECT_EQ(sets[0].path, "Pieces.Pieces[0].LODs[0].Vertices[0]");
    const merging::ByteList after = edited(is.bytes, sets);
    const abc::Document document = abc::parse(after);
    const abc::Model model = abc::buildModel(document);
    EXPECT_FLOAT_EQ(model.locations[0].x, -is.mesh.positions[0]);
    // In the bind pose, its weights say the same.
    std::vector<abc::Vec3> positions(model.vertexCount(0, 0));
    std::vector<abc::Vec3> normals(positions.size());
    abc::deform(model, abc::pose(model, {}), 0, 0, positions, normals);
    EXPECT_NEAR(positions[0].x, -is.mesh.positions[0], 1e-4);
}

TEST(Merge, WritesALevelWhoseTrianglesCameAndWent) {
    Given is = given(11);
    const std::size_t before = faceCount(is.bytes);
    is.mesh.corners.resize(is.mesh.corners.size() - 6);
    is.mesh.indices.resize(is.mesh.indices.size() - 2);
    is.mesh.corners.insert(is.mesh.corners.end(), {0, 7, 14});
    is.mesh.indices.push_back(99);
    // Without marks, triangles must be told by them: all of the file's are.
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::MergedLevel level = merge.level(0, 0, is.mesh, is.bound);
    ASSERT_TRUE(level.operation);
    EXPECT_EQ(level.removed + level.added, before + before - 1);
    EXPECT_EQ(faceCount(edited(is.bytes, {*level.operation})), before - 1);
}

/// A file after its first animation was written anew.
abc::Document rewritten(const Given& is, std::uint32_t version, const merging::WrittenAnimation& made,
                        merging::ByteList& bytes) {
    bytes = edited(is.bytes, {{version == 6 ? "Animation.Anims[0]" : "Animation.Animations[0]", made.bytes}});
    return abc::parse(bytes);
}

TEST(Merge, ChangesAddsAndRemovesKeys) {
    Given is = given(12);
    for (merging::Channel& channel : is.channels) {
        auto& [times, values, interpolation] = channel.curve;
        const std::ptrdiff_t size = channel.isRotation ? 4 : 3;
        // A key less, and a node that is elsewhere at one.
        times.erase(times.begin() + 3);
        values.erase(values.begin() + 3 * size, values.begin() + 4 * size);
        if (!channel.isRotation && channel.node == 1) values[3] += 5;
    }
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    const merging::MergedKeys& keys = merge.keys(0);
    EXPECT_EQ(keys.moments, 1U);
    EXPECT_EQ(keys.removed, (std::vector<std::uint32_t>{3}));
    EXPECT_TRUE(keys.inserted.empty());
    EXPECT_FALSE(keys.isSampled);
    merging::Strings strings;
    strings.changed[3] = "GONE";
    strings.added[250] = "NEW";
    const auto made = merge.rewrite(strings);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->moved, (std::vector<std::uint32_t>{3}));
    EXPECT_TRUE(merge.operations().empty());
    merging::ByteList after;
    const abc::Document document = rewritten(is, 12, *made, after);
    const abc::Model model = abc::buildModel(document);
    std::vector<std::uint32_t> times;
    std::string texts;
    for (std::uint32_t key = 0; key < model.animations[0].keyCount; ++key) {
        times.push_back(model.keyframes[key].time);
        texts += std::string(model.text(model.keyframes[key].string)) + ",";
    }
    EXPECT_EQ(times, (std::vector<std::uint32_t>{0, 250, 500, 1000, 2000}));
    EXPECT_EQ(texts, ",NEW,,GONE,,");
    EXPECT_TRUE(model.animations[0].complete);
}

TEST(Merge, WritesAnimationsOfVersion6WithTheirDeformation) {
    const Given is = given(6);
    for (const bool isDeformed : {false, true}) {
        Merge merge(is.bytes, is.rig, is.settings);
        EXPECT_EQ(merge.oldMesh(is.mesh, {}).refusal, "");
        if (isDeformed) {
            EXPECT_EQ(merge.setTargets({{is.mesh.positions}, 0}), "");
            EXPECT_GT(merge.deformed(), 0U);
        }
        ASSERT_EQ(merge.play(is.channels, is.times), "");
        if (isDeformed) {
            EXPECT_EQ(merge.playMorphs({{0, 1}, {0, 1}, false, {0}}), "");
        }
        (void)merge.keys(0);
        EXPECT_EQ(merge.deform() > 0, isDeformed);
        merging::Strings strings;
        strings.added[17] = "NEW";
        const auto made = merge.rewrite(strings);
        ASSERT_TRUE(made);
        EXPECT_TRUE(merge.operations().empty());
        merging::ByteList after;
        const abc::Document document = rewritten(is, 6, *made, after);
        EXPECT_TRUE(document.faults.empty());
        const abc::Model model = abc::buildModel(document);
        EXPECT_TRUE(model.animations[0].complete);
        EXPECT_EQ(model.animations[0].keyCount, is.times.size() + 1);
        const merging::ByteList added = merge.newAnimation({"new", {}, 200, {0, 40}, {0, 40}, {"", ""}});
        const merging::ByteList again = edited(is.bytes, {{"Animation.Anims[0]", added}});
        EXPECT_TRUE(abc::parse(again).faults.empty());
    }
}

TEST(Merge, AddsPiecesAndAnimations) {
    const Given is = given(10);
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::NewPiece piece = merge.newPiece(is.mesh);
    EXPECT_EQ(piece.refusal, "");
    ASSERT_EQ(piece.levels.size(), 1U);
    EXPECT_EQ(piece.levels[0].triangles, is.mesh.indices);
    EXPECT_EQ(piece.weightless, 0U);
    // As a level of the piece that is there.
    const merging::ByteList after = edited(is.bytes, {{"Pieces.Pieces[0].LODs[0]", piece.levels[0].bytes}});
    EXPECT_EQ(faceCount(after), faceCount(is.bytes));
    ASSERT_EQ(merge.play(is.channels, std::nullopt), "");
    const merging::ByteList made = merge.newAnimation({"new", {1, 2, 3}, 200, {0, 40}, {0, 40}, {"first", ""}});
    const abc::Document document = abc::parse(edited(is.bytes, {{"Animation.Animations[0]", made}}));
    EXPECT_TRUE(document.faults.empty());
}

TEST(Merge, RefusesWhatDoesNotFit) {
    using Change = void (*)(Given&);
    const Change changes[] = {
        [](Given& is) { is.mesh.positions.pop_back(); },
        [](Given& is) { is.mesh.normals.pop_back(); },
        [](Given& is) { is.mesh.uvs.clear(); },
        [](Given& is) { is.mesh.marks.emplace_back(1); },
        [](Given& is) { is.mesh.corners[4] = 1'000'000; },
        [](Given& is) { is.mesh.corners.pop_back(); },
        [](Given& is) { is.mesh.indices.pop_back(); },
        [](Given& is) { is.mesh.nodes.pop_back(); },
        [](Given& is) { is.mesh.nodes[0] = 4; },
        [](Given& is) { is.mesh.nodes[0] = -2; },
        [](Given& is) { is.mesh.shares.clear(); },
        [](Given& is) { is.mesh.carrier = 4; },
        [](Given& is) { is.bound.positions.pop_back(); },
        [](Given& is) { is.bound.start.pop_back(); },
        [](Given& is) { is.bound.start[1] = 0xFFFFFFFF; },
        [](Given& is) { is.bound.joints.clear(); },
        [](Given& is) { is.rig.binds.pop_back(); },
        [](Given& is) { is.rig.inverseNow.clear(); },
        [](Given& is) { is.rig.isMoved.clear(); },
        [](Given& is) { is.rig.turns.pop_back(); },
        [](Given& is) { is.rig.rest.pop_back(); },
        [](Given& is) { is.settings.keys.isRenamed.clear(); },
        [](Given& is) { is.bytes.clear(); },
    };
    for (const Change& change : changes) {
        Given is = given(12);
        change(is);
        Merge merge(is.bytes, is.rig, is.settings);
        EXPECT_NE(merge.level(0, 0, is.mesh, is.bound).refusal, "") << &change - changes;
    }
    const Given is = given(12);
    Merge merge(is.bytes, is.rig, is.settings);
    EXPECT_NE(merge.level(1, 0, is.mesh, is.bound).refusal, "");
    EXPECT_NE(merge.level(0, 1, is.mesh, is.bound).refusal, "");
    EXPECT_NE(merge.oldMesh(is.mesh, {}).refusal, "");
    merge.rebound(0xFFFFFFFF, 0xFFFFFFFF);
    EXPECT_NE(merge.play({{4, false, is.channels[0].curve}}, std::nullopt), "");
    EXPECT_NE(merge.play({{0, true, is.channels[0].curve}}, std::nullopt), "");
    EXPECT_EQ(merge.play({}, std::vector<double>{}), "");
    EXPECT_NE(merge.playMorphs({{0}, {}, false, {1}}), "");
    EXPECT_FALSE(merge.write("Nodes.Nodes", 0, is.bytes.size(), std::vector<double>{1}));
    EXPECT_TRUE(merge.operations().empty());
}

/// Anything that a merge takes ends, whatever the file and the numbers are.
TEST(Merge, OfAnythingEnds) {
    std::mt19937 random(7);
    const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
    constexpr float kOdd[] = {std::numeric_limits<float>::infinity(), -3e38F, 0, 1e-40F,
                              std::numeric_limits<float>::quiet_NaN()};
    for (const std::uint32_t version : {6U, 9U, 12U}) {
        const Given is = given(version);
        for (int round = 0; round < 60; ++round) {
            Given other = is;
            for (int i = 0; i < 4; ++i) {
                other.bytes[below(other.bytes.size())] = static_cast<std::byte>(below(256));
                other.mesh.positions[below(other.mesh.positions.size())] = kOdd[below(std::size(kOdd))];
                other.mesh.shares[below(other.mesh.shares.size())] = kOdd[below(std::size(kOdd))];
                other.mesh.corners[below(other.mesh.corners.size())] =
                    static_cast<std::uint32_t>(below(other.mesh.positions.size() / 3));
                auto& values = other.channels[below(other.channels.size())].curve.values;
                values[below(values.size())] = kOdd[below(std::size(kOdd))];
            }
            other.rig.inverseNow[below(other.rig.inverseNow.size())][below(12)] = kOdd[below(std::size(kOdd))];
            other.settings.isTemplate = round % 2 == 1;
            other.settings.fillsNormals = round % 4 == 1;
            Merge merge(other.bytes, other.rig, other.settings);
            if (!merge.refusal().empty()) continue;
            if (version == 6) {
                if (merge.oldMesh(other.mesh, {}).refusal.empty()) {
                    merging::Targets targets;
                    targets.deltas.push_back(other.mesh.positions);
                    EXPECT_EQ(merge.setTargets(targets), "");
                }
            } else {
                (void)merge.level(0, 0, other.mesh, other.bound);
                merge.rebound(0, 0);
                (void)merge.newPiece(other.mesh);
            }
            if (!merge.play(other.channels, other.times).empty() || !merge.has(0)) continue;
            (void)merge.likeness(0);
            const merging::MergedKeys& keys = merge.keys(0);
            EXPECT_LE(keys.removed.size(), 1'000'000U);
            (void)merge.deform();
            (void)merge.rewrite({});
            (void)merge.newAnimation({"new", {}, 0, {0}, {0}, {""}});
            (void)merge.operations();
        }
    }
}

}  // namespace
