// Models of version 6 in versions 9 to 12 and back: they look the same at every time of every animation.
#include <abc/convert.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/real_files.h"
#include "support/splice.h"
#include "support/surface.h"

namespace abc::testing {
namespace {

using Sentences = std::vector<std::string>;

/// Shares of the model's size: of rigid vertices, and of those that the sentence about deformation allows.
constexpr float kRigid = 1e-5F;
constexpr float kDeformed = 1e-3F + kRigid;
/// The difference between two normals of length 1.
constexpr float kNormal = 1e-4F;
/// The same where one has 8 bits an axis.
constexpr float kPackedNormal = 0.01F;
/// How far from the edge of the skin version 6 is drawn, and a rounding.
constexpr float kEdge = 1.01e-4F;

float lengthOf(Vec3 v) {
    return std::sqrt(dot(v, v));
}

/// Place or direction in the axes that the viewer draws in.
Vec3 drawn(const Model& model, Vec3 v) {
    return {v.x, v.y, model.mirrorZ() ? -v.z : v.z};
}

/// A corner of a triangle of the full meshes, piece after piece.
struct Corner {
    std::uint32_t piece = 0;
    std::uint32_t vertex = 0;
};

std::vector<Corner> cornersOf(const Model& model) {
    std::vector<Corner> out;
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        for (const Triangle& triangle : topology(model, piece, 0)) {
            for (const std::uint32_t vertex : triangle.corners) out.push_back({piece, vertex});
        }
    }
    return out;
}

/// Of each corner, as it is drawn.
Surface drawnCorners(const Model& model, std::span<const Layer> layers) {
    const Pose posed = pose(model, layers);
    std::vector<Surface> pieces;
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece)
        pieces.push_back(deformed(model, posed, piece, 0));
    const std::vector<Corner> corners = cornersOf(model);
    Surface out(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto [piece, vertex] = corners[i];
        out.positions[i] = drawn(model, pieces[piece].positions[vertex]);
        out.normals[i] = drawn(model, pieces[piece].normals[vertex]);
    }
    return out;
}

/// The longest side of the mesh at rest.
float sizeOf(const Model& model) {
    const Surface rest = drawnCorners(model, {});
    float size = 0;
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        float low = INFINITY;
        float high = -INFINITY;
        for (const Vec3& at : rest.positions) {
            low = std::min(low, at.*axis);
            high = std::max(high, at.*axis);
        }
        size = std::max(size, high - low);
    }
    return size;
}

/// Whether one node alone moves a corner in version 9 and later.
bool isOfOneNode(const Model& model, Corner corner, std::uint32_t node) {
    const std::uint32_t at = model.lods[model.pieces[corner.piece].firstLod].firstVertex + corner.vertex;
    const auto begin = model.weights.begin();
    return std::all_of(begin + model.weightStart[at], begin + model.weightStart[at + 1],
                       [=](const Weight& weight) { return weight.node == node; });
}

/// The greatest distances between what two models draw.
struct Distance {
    float rigid = 0, deformed = 0, normal = 0;
};

void compare(const Model& before, const Model& after, std::span<const Layer> layersBefore,
             std::span<const Layer> layersAfter, Distance& most) {
    const Surface was = drawnCorners(before, layersBefore);
    const Surface is = drawnCorners(after, layersAfter);
    const Model& old = before.family == Family::V6 ? before : after;
    const Model& later = before.family == Family::V6 ? after : before;
    const std::vector<Corner> corners = cornersOf(old);
    const std::vector<Corner> laterCorners = cornersOf(later);
    ASSERT_EQ(is.positions.size(), was.positions.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const bool isRigid = old.v6.vertexDeformation[corners[i].vertex] == kNone;
        float& place = isRigid ? most.rigid : most.deformed;
        place = std::max(place, lengthOf(was.positions[i] - is.positions[i]));
        // Normals follow one node in version 6.
        if (isOfOneNode(later, laterCorners[i], old.v6.vertexNode[corners[i].vertex])) {
            most.normal = std::max(most.normal, lengthOf(was.normals[i] - is.normals[i]));
        }
    }
}

/// The animation of the same name.
std::uint32_t twinOf(const Model& after, std::string_view name) {
    for (std::uint32_t a = 0; a < after.animations.size(); ++a) {
        if (after.text(after.animations[a].name) == name) return a;
    }
    return kNone;
}

/// At rest, at each key, and a third of the way to the next one.
Distance distanceOf(const Model& before, const Model& after) {
    Distance most;
    compare(before, after, {}, {}, most);
    for (std::uint32_t a = 0; a < before.animations.size(); ++a) {
        const Animation& animation = before.animations[a];
        const std::string_view name = before.text(animation.name);
        for (std::uint32_t k = 0; k < animation.keyCount; ++k) {
            const double time = before.keyframes[animation.firstKey + k].time;
            const double next = before.keyframes[animation.firstKey + std::min(k + 1, animation.keyCount - 1)].time;
            for (const double at : {time, time + (next - time) / 3}) {
                Layer was;
                was.source = &before;
                was.animation = a;
                was.timeMs = at;
                Layer is = was;
                is.source = &after;
                is.animation = twinOf(before, name) == a ? twinOf(after, name) : kNone;
                // One of two animations of the same name is enough.
                if (is.animation == kNone) continue;
                if (const Binding* own = before.binding(0, name)) was.rootOrigin = own->origin;
                compare(before, after, {&was, 1}, {&is, 1}, most);
            }
        }
    }
    return most;
}

void expectSameContent(const Model& before, const Model& after) {
    const PieceTopology was = topology(before, 0, 0);
    const PieceTopology is = topology(after, 0, 0);
    ASSERT_EQ(is.size(), was.size());
    for (std::size_t t = 0; t < was.size(); ++t) {
        EXPECT_EQ(is[t].corners, was[t].corners);
        for (std::uint32_t c = 0; c < 3; ++c) {
            const TexCoord wanted = before.drawnTexCoord(before.lods[0], was[t].face, c);
            const TexCoord found = after.drawnTexCoord(after.lods[0], is[t].face, c);
            EXPECT_EQ(std::pair(found.u, found.v), std::pair(wanted.u, wanted.v));
        }
    }
    ASSERT_EQ(after.nodes.size(), before.nodes.size());
    for (std::size_t n = 0; n < before.nodes.size(); ++n) {
        EXPECT_EQ(after.text(after.nodes[n].name), before.text(before.nodes[n].name));
        EXPECT_EQ(after.nodes[n].parent, before.nodes[n].parent);
    }
    ASSERT_EQ(after.animations.size(), before.animations.size());
    ASSERT_EQ(after.keyframes.size(), before.keyframes.size());
    for (std::size_t a = 0; a < before.animations.size(); ++a) {
        EXPECT_EQ(after.text(after.animations[a].name), before.text(before.animations[a].name));
        EXPECT_EQ(after.animations[a].keyCount, before.animations[a].keyCount);
    }
    for (std::size_t k = 0; k < before.keyframes.size(); ++k) {
        EXPECT_EQ(after.keyframes[k].time, before.keyframes[k].time);
        EXPECT_EQ(after.text(after.keyframes[k].string), before.text(before.keyframes[k].string));
    }
}

/// The keys of an animation, with their times, strings and transforms, whatever stands between them.
void expectKeysAreThere(const Model& before, std::uint32_t index, const Model& after) {
    const Animation& was = before.animations[index];
    const std::uint32_t twin = twinOf(after, before.text(was.name));
    ASSERT_NE(twin, kNone);
    if (twinOf(before, before.text(was.name)) != index) return;
    const Animation& is = after.animations[twin];
    std::uint32_t found = 0;
    for (std::uint32_t k = 0; k < is.keyCount && found < was.keyCount; ++k) {
        const Keyframe& wanted = before.keyframes[was.firstKey + found];
        const Keyframe& key = after.keyframes[is.firstKey + k];
        if (key.time != wanted.time) continue;
        EXPECT_EQ(after.text(key.string), before.text(wanted.string));
        for (std::uint32_t n = 1; n < before.nodes.size(); ++n) {
            if ((before.nodes[n].flags & Node::kRotationOnly) != 0) continue;
            const Local a = storedKey(before, was, n, found);
            const Local b = storedKey(after, is, n, k);
            EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
        }
        ++found;
    }
    EXPECT_EQ(found, was.keyCount);
}

/// How many findings that matter there are, by code.
std::map<std::string_view, int> problemsOf(const Opened& file) {
    std::map<std::string_view, int> out;
    const Findings findings = validate(file.document, file.model);
    for (const Finding& finding : findings.list()) {
        if (finding.info->severity != Severity::Information) ++out[finding.info->name];
    }
    return out;
}

/// In each version: the same look, and no problem that was not there.
void expectConverts(const File& file) {
    const Opened before(file);
    if (before.document.version != 6 || !before.document.faults.empty()) return;
    for (std::uint32_t version = 9; version <= 12; ++version) {
        SCOPED_TRACE("to version " + std::to_string(version));
        const Converted made = convert(before.document, version);
        if (!made.refusal.empty()) {
            EXPECT_NE(made.refusal.find(" cannot deform vertices: "), std::string::npos) << made.refusal;
            EXPECT_TRUE(made.splices.empty());
            continue;
        }
        const Opened after(spliced(file, made.splices));
        EXPECT_EQ(after.document.version, version);
        EXPECT_TRUE(after.document.faults.empty());
        expectSameContent(before.model, after.model);
        const float size = sizeOf(before.model);
        const Distance most = distanceOf(before.model, after.model);
        EXPECT_LE(most.rigid, kRigid * size);
        EXPECT_LE(most.deformed, kDeformed * size);
        EXPECT_LE(most.normal, kNormal);
        // What is mirrored turns around.
        const WindingVote voteBefore = windingVote(before.model);
        const WindingVote voteAfter = windingVote(after.model);
        EXPECT_EQ(voteAfter.outward, before.model.mirrorZ() ? voteBefore.outward : voteBefore.inward);
        EXPECT_EQ(voteAfter.inward, before.model.mirrorZ() ? voteBefore.inward : voteBefore.outward);
        auto was = problemsOf(before);
        // Version 6 may have none; the later ones may not.
        if (before.model.animations.empty()) was["ANIMATIONS_MISSING"] = 1;
        for (const auto& [code, count] : problemsOf(after)) {
            const auto found = was.find(code);
            EXPECT_LE(count, found == was.end() ? 0 : found->second) << code;
        }
    }
}

/// Texture coordinates but for whole skins, which is how far they repeat.
void expectSameSkin(const Model& before, const Model& after) {
    std::uint32_t face = 0;
    for (std::uint32_t piece = 0; piece < before.pieces.size(); ++piece) {
        for (const Triangle& triangle : topology(before, piece, 0)) {
            for (std::uint32_t corner = 0; corner < 3; ++corner) {
                const TexCoord was = before.drawnTexCoord(*before.lod(piece, 0), triangle.face, corner);
                const TexCoord is = after.drawnTexCoord(after.lods[0], face, corner);
                EXPECT_NEAR(std::remainder(is.u - was.u, 1.0F), 0, kEdge);
                EXPECT_NEAR(std::remainder(is.v - was.v, 1.0F), 0, kEdge);
            }
            ++face;
        }
    }
    EXPECT_EQ(face, after.faces.size());
}

bool says(const Sentences& sentences, std::string_view words) {
    return std::any_of(sentences.begin(), sentences.end(),
                       [=](const std::string& each) { return each.find(words) != std::string::npos; });
}

/// How far off deformation vertices are by the sentence about them, in units: measured elsewhere between the keys, so a
/// tenth more.
float saidDeviation(const Converted& made) {
    constexpr std::string_view kBefore = " at most ";
    for (const std::string& sentence : made.lost) {
        const std::size_t at = sentence.find(kBefore);
        if (at != std::string::npos) return 1.1F * std::stof(sentence.substr(at + kBefore.size()));
    }
    return 0;
}

/// In version 6: the same look but for what 8 bits an axis round, keys and names kept, and no new problem.
void expectConvertsTo6(const File& file) {
    const Opened before(file);
    const std::uint32_t version = before.document.version;
    if (version < 9 || version > 12 || !before.document.faults.empty()) return;
    const Converted made = convert(before.document, 6);
    if (!made.refusal.empty()) {
        EXPECT_NE(made.refusal.find(" stores deformation vertices with 8 bits per axis: "), std::string::npos)
            << made.refusal;
        EXPECT_TRUE(made.splices.empty());
        return;
    }
    const Opened after(spliced(file, made.splices));
    EXPECT_EQ(after.document.version, 6U);
    EXPECT_TRUE(after.document.faults.empty());
    const float size = sizeOf(before.model);
    const Distance most = distanceOf(before.model, after.model);
    EXPECT_LE(most.rigid, 3 * kRigid * size);
    EXPECT_LE(most.deformed, saidDeviation(made) + 3 * kRigid * size);
    EXPECT_LE(most.normal, kPackedNormal);
    for (std::uint32_t a = 0; a < before.model.animations.size(); ++a) expectKeysAreThere(before.model, a, after.model);
    if (!says(made.lost, "does not repeat skins")) expectSameSkin(before.model, after.model);
    for (const Corners& face : after.model.faces) {
        EXPECT_EQ(after.model.v6.vertexNode[face[0]], after.model.v6.vertexNode[face[1]]);
        EXPECT_EQ(after.model.v6.vertexNode[face[0]], after.model.v6.vertexNode[face[2]]);
    }
    const WindingVote voteBefore = windingVote(before.model);
    const WindingVote voteAfter = windingVote(after.model);
    EXPECT_EQ(voteAfter.frontSign(), voteBefore.frontSign());
    auto was = problemsOf(before);
    if (says(made.lost, "does not repeat skins")) was["UV_CLAMPED"] = 1;
    for (const auto& [code, count] : problemsOf(after)) {
        const auto found = was.find(code);
        EXPECT_LE(count, found == was.end() ? 0 : found->second) << code;
    }
}

class ConvertV6Fixture : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ConvertV6Fixture, LooksTheSame) {
    expectConverts(allFixtures()[GetParam()].file);
}

/// The file without the lists of vertices that animations deform, which keep models from being converted.
File rigid(const File& file) {
    const Document document = parse(file);
    std::vector<Operation> removals;
    for (std::uint32_t node = 0;; ++node) {
        const std::string path = "Nodes.Nodes[" + std::to_string(node) + "]";
        if (!document.walk().resolve(path)) break;
        const auto deformed = document.walk().resolve(path + ".MDVertList");
        if (deformed) removals.push_back(list(Operation::Kind::Remove, path + ".MDVertList[0]", deformed->count));
    }
    return removals.empty() ? file : done(file, removals);
}

TEST_P(ConvertV6Fixture, LooksTheSameInVersion6) {
    expectConvertsTo6(allFixtures()[GetParam()].file);
}

TEST_P(ConvertV6Fixture, LooksTheSameWithoutDeformation) {
    const File& file = allFixtures()[GetParam()].file;
    const Document document = parse(file);
    if (document.version == 6 && document.faults.empty()) expectConverts(rigid(file));
}

TEST(ConvertV6, TakesAnimations) {
    const File file = rigid(fixture("v6_full"));
    EXPECT_FALSE(Opened(file).model.animations.empty());
    EXPECT_EQ(convert(parse(file), 12).refusal, "");
}

INSTANTIATE_TEST_SUITE_P(, ConvertV6Fixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST(ConvertV6, SaysWhatIsLostAndAdded) {
    const File& file = fixture("v6_no_animation");
    const Document document = parse(file);
    const Converted made = convert(document, 12);
    EXPECT_EQ(made.refusal, "");
    EXPECT_EQ(made.lost,
              (Sentences{"Version 12 does not store bounds or triangle normals: those in the file are omitted.",
                         "Version 12 has no edge collapses: 1 level of detail is omitted, and the full mesh is kept.",
                         "Version 12 uses Flags differently: 2 nodes lose their flags."}));
    EXPECT_EQ(made.added, Sentences{"Version 12 needs InternalRadius: it is set to 12.1244 units, the distance of the "
                                    "farthest vertex at rest."});
    ASSERT_EQ(made.splices.size(), 1U);
    EXPECT_EQ(made.splices[0].start, 0U);
    EXPECT_EQ(made.splices[0].end, file.size());
}

TEST(ConvertV6, SaysWhatIsLostAndAddedInVersion6) {
    const Converted made = convert(parse(fixture("v12_no_levels")), 6);
    EXPECT_EQ(made.refusal, "");
    EXPECT_EQ(made.lost,
              (Sentences{"Version 6 uses Flags differently: 1 node loses its flags.",
                         "Version 6 has one mesh with one skin: 1 piece loses its name, skin slot and settings.",
                         "Version 6 has no InternalRadius, and stores normals with 8 bits per axis.",
                         "Version 6 has no sockets: 2 sockets are omitted.",
                         "Version 6 has no weight sets: 2 weight sets are omitted.",
                         "Version 6 has no child models: 1 child model is omitted.",
                         "Version 6 has no AnimBindings: 3 AnimBindings are omitted."}));
    EXPECT_EQ(
        made.added,
        (Sentences{"Version 6 has no bind pose: it becomes key 0 of the new animation “static_model”.",
                   "Version 6 has no bindings: the keys of the root are shifted by the origins of 1 animation."}));
}

TEST(ConvertV6, RefusesDeformationThatCanBeSeenInVersion6) {
    const Converted made = convert(parse(fixture("v12_full")), 6);
    EXPECT_EQ(made.refusal,
              "Version 6 stores deformation vertices with 8 bits per axis: 3 vertices moved by several nodes would be "
              "off by as much as 0.0196 units (1.9609 % of the size of the model).");
    EXPECT_EQ(made.lost, Sentences{});
    EXPECT_EQ(made.added, Sentences{});
}

TEST(ConvertV6, RefusesTextsThatEnginesOfVersion6DoNotRead) {
    const File& file = fixture("v12_bare");
    const auto named = [&](std::size_t length) {
        const std::string path = "Nodes.Nodes[0].Name";
        const File longer = done(file, {set(path, {std::string(length, 'n')})});
        return convert(parse(longer), 6).refusal;
    };
    EXPECT_EQ(named(500), "");
    EXPECT_EQ(named(501), "Version 6 has strings of at most 500 bytes; the model has one of 501.");
}

TEST(ConvertV6, RefusesDeformationThatCanBeSeen) {
    EXPECT_EQ(convert(parse(fixture("v6_full")), 9).refusal,
              "Version 9 cannot deform vertices: the model has 3 deformed vertices, and the animation “wave” moves one "
              "by 10.3923 units (57.735 % of the size of the model).");
}

TEST(ConvertV6, RefusesVersionsThatCannotBeWritten) {
    EXPECT_EQ(convert(parse(fixture("v6_no_animation")), 13).refusal,
              "A model of version 6 can be converted to version 9, 10, 11 or 12.");
}

TEST(ConvertV6, RefusesModelsWithoutNodes) {
    const File file = changedV12([](SpecV12& spec) {
        spec.nodes.clear();
        spec.animations.clear();
        spec.weightSets.clear();
    });
    const Document document = parse(file);
    EXPECT_EQ(convert(document, 6).refusal, "Version 6 needs a skeleton, and the model has no nodes.");
}

TEST(ConvertV6, IsAnOperation) {
    Operation operation;
    operation.kind = Operation::Kind::Convert;
    operation.version = 12;
    const File& file = fixture("v6_no_animation");
    EXPECT_EQ(done(file, {operation}), spliced(file, convert(parse(file), 12).splices));
}

class ConvertedV6 : public ::testing::TestWithParam<std::string> {};

TEST_P(ConvertedV6, LooksTheSame) {
    expectConverts(readReal(GetParam()));
}

TEST_P(ConvertedV6, LooksTheSameInVersion6) {
    expectConvertsTo6(readReal(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Real, ConvertedV6, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
