// New models: their files against those of the fixtures, which are written from abc.md, and against numbers worked out
// by hand; what no file can hold is refused.
#include <abc/compose.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "support/new_models.h"
#include "support/surface.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

constexpr std::uint32_t kVersions9[] = {9, 10, 11, 12};
constexpr float kHalf = 0.70710678F;
/// 90 degrees about Z: X goes to Y.
constexpr Quat kQuarter{0, 0, kHalf, kHalf};
constexpr Vec3 kArm{0, 10, 0};

File composed(const NewModel& model) {
    Written written = compose(model);
    EXPECT_EQ(written.refusal, "");
    return std::move(written.bytes);
}

/// The codes and places of all findings, which a sound model has none of.
std::string findingsOf(const File& file) {
    const Examined examined(file);
    std::string out;
    for (const Finding& finding : examined.findings.list()) {
        out += std::string(finding.info->name) + " " + finding.place().path + "; ";
    }
    return out;
}

void expectVector(Vec3 actual, Vec3 expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-5);
    EXPECT_NEAR(actual.y, expected.y, 1e-5);
    EXPECT_NEAR(actual.z, expected.z, 1e-5);
}

Surface surfaceAt(const Opened& file, double time, std::uint32_t level = 0) {
    Layer layer;
    layer.source = &file.model;
    layer.animation = 0;
    layer.timeMs = time;
    if (const Binding* binding = file.model.binding(0, file.model.text(file.model.animations[0].name))) {
        layer.rootOrigin = binding->origin;
    }
    return deformed(file.model, pose(file.model, {&layer, 1}), 0, level);
}

/// A corner of a tetrahedron, held by one node or by both.
VertexSpec corner(Vec3 at, bool byRoot, bool byArm) {
    constexpr Vec3 middle{1, 3, 1};
    VertexSpec out{at, normalized(at - middle), {}};
    const float bias = byRoot && byArm ? 0.5F : 1.0F;
    if (byRoot) out.weights.push_back({0, at * bias, bias});
    if (byArm) out.weights.push_back({1, (at - kArm) * bias, bias});
    return out;
}

/// A root and an arm 10 above it, a tetrahedron in two levels, and all else that a model can have.
SpecV9 soundV9(std::uint32_t version) {
    SpecV9 spec;
    spec.version = version;
    spec.lodCount = 2;
    spec.lodDistances = {250};
    const LodSpec solid{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}},
                        {corner({0, 0, 0}, true, false), corner({4, 0, 0}, true, false), corner({0, 0, 4}, true, true),
                         corner({1, 12, 3}, false, true)}};
    spec.pieces = {{.name = "body", .materialIndex = 0, .lods = {solid, solid}},
                   {.name = "head", .materialIndex = 1, .lods = {solid, solid}}};
    NodeSpec arm{.name = "arm", .flags = 0, .children = 0, .bind = {}, .deformed = {}};
    arm.bind.setTranslation(kArm);
    spec.nodes = {{.name = "root", .flags = 0, .children = 1, .bind = {}, .deformed = {}}, arm};
    spec.weightSets = {{"Upper", {0, 1}}, {"Twitch", {2, 0.5F}}};
    AnimationSpec walk;
    walk.name = "walk";
    walk.frameString = "FOOTSTEP_KEY 1";
    walk.times = {0, 500, 750};
    walk.nodes = {{{{0, 0, 0}, {}}, {{2, 0, 0}, kQuarter}, {{0, 0, 0}, {}}}, {{kArm, {}}, {kArm, {}}, {kArm, {}}}};
    spec.animations = {walk};
    spec.childModels = {{.name = "", .buildNumber = 3, .bindings = {{"walk", {0, 5, 0}}}},
                        {.name = "base.abc", .buildNumber = 7, .bindings = {{"dance", {1, 0, 0}}, {"sit", {}}}}};
    spec.sockets = {{"hand", 1}, {"back", 0}};
    return spec;
}

class ComposeVersion : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(ComposeVersion, IsTheFileThatTheFormatDescribes) {
    const SpecV9 spec = soundV9(GetParam());
    File expected = write(spec);
    // What a vertex of an upper level becomes is 0 where nothing is said of it.
    for (const int piece : {0, 1}) {
        for (const int vertex : {0, 1, 2, 3}) {
            patch(expected,
                  "Pieces.Pieces[" + std::to_string(piece) + "].LODs[0].Vertices[" + std::to_string(vertex) +
                      "].SubLODVertexIndex",
                  std::uint16_t{0});
        }
    }
    EXPECT_EQ(composed(newModel(spec)), expected);
}

TEST_P(ComposeVersion, HasNoFindings) {
    EXPECT_EQ(findingsOf(composed(newModel(soundV9(GetParam())))), "");
    EXPECT_EQ(checkComposed(newModel(soundV9(GetParam()))), Violation{});
}

TEST_P(ComposeVersion, Moves) {
    const Opened file(composed(newModel(soundV9(GetParam()))));
    for (const std::uint32_t level : {0U, 1U}) {
        // The origin is 5 above the floor.
        expectVector(surfaceAt(file, 0, level).positions[3], {1, 17, 3});
        // The top is (1, 2, 3) from the arm, which is (0, 10, 0) from the root: turned (−12, 1, 3), and moved.
        expectVector(surfaceAt(file, 500, level).positions[3], {-10, 6, 3});
        expectVector(surfaceAt(file, 500, level).positions[2], {2, 5, 4});
        // Half way back the root has turned by 45 degrees.
        expectVector(surfaceAt(file, 625, level).positions[1], {1 + 4 * kHalf, 5 + 4 * kHalf, 0});
    }
}

INSTANTIATE_TEST_SUITE_P(, ComposeVersion, ::testing::ValuesIn(kVersions9),
                         [](const auto& param) { return "v" + std::to_string(param.param); });

TEST(Compose, SaysWhatAVertexOfTheNextLevelIs) {
    NewModel model = newModel(soundV9(12));
    model.pieces[0].levels[0].next = {3, 2, 1, 0};
    const File file = composed(model);
    EXPECT_EQ(
        load<std::uint16_t>(Bytes(file), offsetOf(file, "Pieces.Pieces[0].LODs[0].Vertices[1].SubLODVertexIndex")), 2);
}

TEST(Compose, TakesAModelWithoutAnythingButANode) {
    for (const std::uint32_t version : kVersions9) {
        NewModel model;
        model.version = version;
        model.nodes.push_back({"root", -1, 0, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, {}});
        EXPECT_EQ(checkComposed(model), Violation{});
    }
}

TEST(Compose, CountsAStringOnceWhereverItIs) {
    NewModel model = newModel(soundV9(12));
    model.commandString = "walk";
    model.childModels[0].name = "arm";
    model.animations[0].strings = {"walk", "", "FX"};
    const File file = composed(model);
    const auto counter = [&](std::string_view name) {
        return load<std::uint32_t>(Bytes(file), offsetOf(file, "Header." + std::string(name)));
    };
    // root, arm, walk, FX
    EXPECT_EQ(counter("StringCount"), 4);
    EXPECT_EQ(counter("StringLengthTotal"), 4 + 3 + 4 + 2);
    EXPECT_EQ(findingsOf(file), "");
}

TEST(Compose, KeepsBranchesOfTheTreeApart) {
    NewModel model = newModel(soundV9(12));
    const NewNode leaf = model.nodes[1];
    // root: arm (hand, foot (toe)), head
    for (const auto& [name, parent] :
         {std::pair{"hand", 1}, std::pair{"foot", 1}, std::pair{"toe", 3}, std::pair{"head", 0}}) {
        model.nodes.push_back(leaf);
        model.nodes.back().name = name;
        model.nodes.back().parent = parent;
    }
    model.animations.clear();
    for (NewWeightSet& set : model.weightSets) set.weights.resize(model.nodes.size());
    const Opened file(composed(model));
    std::vector<std::uint32_t> parents;
    for (const Node& node : file.model.nodes) parents.push_back(node.parent);
    EXPECT_EQ(parents, (std::vector<std::uint32_t>{kNone, 0, 1, 1, 3, 0}));
}

TEST(ComposeV6, IsTheFileThatTheFormatDescribes) {
    const SpecV6 spec = smallV6();
    const Opened expected(spec);
    const Opened actual(composed(newModel(spec)));
    ASSERT_EQ(actual.bytes.size(), expected.bytes.size());
    const auto size = static_cast<std::uint32_t>(expected.bytes.size());
    // Boxes and normals of faces are made anew; the vertices of the full mesh have no replacements.
    expected.document.walk().leaves(0, size, true, [&](const Place& leaf, const std::string& path) {
        const bool isMade =
            path.find("Bounds") != std::string::npos || path.find("FaceNormal") != std::string::npos ||
            (path.find("Replacements") != std::string::npos && path.find("VertexInfo[4]") == std::string::npos);
        if (isMade) return;
        EXPECT_TRUE(std::equal(expected.bytes.begin() + leaf.start, expected.bytes.begin() + leaf.end,
                               actual.bytes.begin() + leaf.start))
            << path;
    });
    EXPECT_EQ(checkComposed(newModel(spec)), Violation{});
    EXPECT_EQ(findingsOf(actual.bytes), "");
}

TEST(ComposeV6, MovesAndDeforms) {
    const Opened file(composed(newModel(smallV6())));
    // Packed (10, 20, 30) times (0.5, 1, 2) plus (100, 0, −10), on a node 10 above the root.
    expectVector(surfaceAt(file, 0).positions[1], {105, 30, 50});
    expectVector(surfaceAt(file, 100).positions[1], {117, 30, 10});
    expectVector(surfaceAt(file, 50).positions[1], {111, 30, 30});
    expectVector(surfaceAt(file, 100).positions[2], {4, 2, 0});
}

TEST(ComposeV6, RefusesPositionsWhoseNumberIsNoneIn32Bits) {
    NewModel model = newModel(smallV6());
    NewAnimation& animation = model.animations[0];
    animation.times.resize(65536);
    animation.strings.resize(65536);
    animation.keys.resize(7 * animation.times.size() * model.nodes.size());
    animation.deformation[1].positions.clear();
    model.nodes[1].deformed.assign(65536, 0);
    const Written written = compose(model);
    EXPECT_TRUE(written.bytes.empty());
    EXPECT_FALSE(written.refusal.empty());
}

TEST(ComposeV6, Collapses) {
    const Opened file(composed(newModel(smallV6())));
    const auto triangles = topology(file.model, 0, 1);
    ASSERT_EQ(triangles.size(), 1U);
    EXPECT_EQ(triangles[0].corners, (Corners{0, 1, 4}));
    const auto start = [&](int i) {
        return load<std::uint16_t>(Bytes(file.bytes),
                                   offsetOf(file.bytes, "Geometry.VertexStartNum[" + std::to_string(i) + "]"));
    };
    EXPECT_EQ(start(0), 0);
    EXPECT_EQ(start(1), 2);
}

TEST(ComposeV6, CountsTheVerticesOfCollapsesOfCollapsesOnce) {
    NewModel model = newModel(smallV6());
    NewLevel& level = model.pieces[0].levels[0];
    // 4 stands for 2 and 3, 5 for 4 and 0, 6 for 5 and 2.
    for (int i = 0; i < 2; ++i) {
        level.locations.insert(level.locations.end(), {1, 1, 0});
        level.normals.insert(level.normals.end(), {0, 0, 1});
        level.weightNode.push_back(0);
    }
    level.collapses = {2, 3, 4, 0, 5, 2};
    const File file = composed(model);
    const std::uint32_t at = offsetOf(file, "Geometry.VertexStartNum[0]");
    std::vector<std::uint16_t> starts;
    for (std::uint32_t i = 0; i < 4; ++i) starts.push_back(load<std::uint16_t>(Bytes(file), at + 2 * i));
    EXPECT_EQ(starts, (std::vector<std::uint16_t>{0, 2, 3, 3}));
    EXPECT_EQ(findingsOf(file), "");
}

TEST(ComposeV6, PutsBoxesAroundTheAnimations) {
    NewModel model = newModel(smallV6());
    NewAnimation still = model.animations[0];
    still.name = "static_model";
    still.keys[0] = -50;
    model.animations.push_back(still);
    const File file = composed(model);
    const auto vector = [&](const std::string& path) { return load<Vec3>(Bytes(file), offsetOf(file, path)); };
    expectVector(vector("Animation.Anims[0].BoundsMin"), {0, 0, 0});
    expectVector(vector("Animation.Anims[0].BoundsMax"), {117, 30, 50});
    expectVector(vector("Animation.Anims[1].BoundsMin"), {-50, 0, 0});
    expectVector(vector("Geometry.BoundsMin"), {-50, 0, 0});
    expectVector(vector("Geometry.BoundsMax"), {117, 30, 50});
}

TEST(ComposeV6, MakesNormalsOfFacesThatPointOutward) {
    // Turned by 90 degrees about X in the rest pose, which the space of the node does not know of.
    NewModel model = newModel(smallV6());
    model.nodes[1].deformed.clear();
    model.animations[0].deformation.clear();
    model.pieces[0].levels[0].weightNode.assign(5, 0);
    model.pieces[0].levels[0].locations = {0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 1, 2, 0};
    for (const std::size_t key : {0U, 7U}) {
        model.animations[0].keys[key + 3] = kHalf;
        model.animations[0].keys[key + 6] = kHalf;
    }
    const auto normalZ = [&] {
        const File file = composed(model);
        EXPECT_EQ(findingsOf(file), "");
        return load<std::int8_t>(Bytes(file), offsetOf(file, "Geometry.FaceInfo[0].FaceNormal.Z"));
    };
    EXPECT_EQ(normalZ(), 127);
    // Mirrored in Z, the same corners are those of a face that looks the other way.
    model.transformInfo = TransformInfo{1, 0};
    for (std::size_t i = 2; i < 15; i += 3) model.pieces[0].levels[0].normals[i] = -1;
    EXPECT_EQ(normalZ(), -127);
}

TEST(ComposeV6, LeavesTransformInfoOut) {
    NewModel model = newModel(smallV6());
    model.transformInfo.reset();
    const Opened file(composed(model));
    EXPECT_FALSE(file.model.v6.transformInfo.has_value());
    EXPECT_EQ(checkComposed(model), Violation{});
}

struct Wrong {
    const char* sentence;
    std::function<void(NewModel&)> make;
};

void expectRefused(const NewModel& sound, const std::vector<Wrong>& wrongs) {
    for (const Wrong& wrong : wrongs) {
        NewModel model = sound;
        wrong.make(model);
        const Written written = compose(model);
        EXPECT_EQ(written.refusal, wrong.sentence);
        EXPECT_TRUE(written.bytes.empty());
    }
}

NewLevel& levelOf(NewModel& model) {
    return model.pieces[0].levels[0];
}

TEST(Compose, RefusesByTheNameOfThePart) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    expectRefused(
        newModel(soundV9(12)),
        {
            {"A new model can be written only in version 6, 9, 10, 11 or 12.", [](NewModel& m) { m.version = 13; }},
            {"The command string has 65,536 bytes of text; a file can hold at most 65,535.",
             [](NewModel& m) { m.commandString.assign(65536, 'x'); }},
            {"The model: the internal radius is Infinity.",
             [](NewModel& m) { m.internalRadius = std::numeric_limits<float>::infinity(); }},
            {"The model has no nodes.", [](NewModel& m) { m.nodes.clear(); }},
            {"Node 0 (“root”) is the root, so it cannot have a parent.", [](NewModel& m) { m.nodes[0].parent = 0; }},
            {"Node 1 (“arm”) has the parent 1, which is neither the previous node nor one of its ancestors: nodes must "
             "be in depth-first order under a single root.",
             [](NewModel& m) { m.nodes[1].parent = 1; }},
            {"Node 1 (“arm”) has flags 256; the maximum is 255.", [](NewModel& m) { m.nodes[1].flags = 256; }},
            {"Node 1 (“arm”) has 15 numbers of its bind matrix; it needs 16.",
             [](NewModel& m) { m.nodes[1].bind.pop_back(); }},
            {"Node 1 (“arm”): number 3 of the bind matrix is NaN.", [](NewModel& m) { m.nodes[1].bind[3] = kNan; }},
            {"Only models of version 6 have deformed vertices.", [](NewModel& m) { m.nodes[1].deformed = {0}; }},
            {"The model has 0 lists of bindings to child models; it needs 1.", [](NewModel& m) { m.bindings.clear(); }},
            {"Binding 1 (“sit”) of child model 0: number 1 of the origin is NaN.",
             [](NewModel& m) { m.bindings[0][1].origin.y = kNan; }},
            {"Weight set 0 (“Upper”) has 1 weights; it needs 2.", [](NewModel& m) { m.weightSets[0].weights = {1}; }},
            {"Socket 1 (“back”): it refers to node 2, but there are only 2.",
             [](NewModel& m) { m.sockets[1].node = 2; }},
            {"Piece 1 (“head”) has skin slot 65,536; the maximum is 65,535.",
             [](NewModel& m) { m.pieces[1].materialIndex = 65536; }},
            {"Piece 0 (“body”) has 1 levels of detail; it needs 2.",
             [](NewModel& m) { m.pieces[0].levels.pop_back(); }},
            {"Level 0 of piece 0 (“body”) has 13 numbers of locations; it needs 12.",
             [](NewModel& m) { levelOf(m).locations.push_back(0); }},
            {"Level 0 of piece 0 (“body”) has 11 corners, which is not a multiple of three.",
             [](NewModel& m) { levelOf(m).corners.pop_back(); }},
            {"Level 0 of piece 0 (“body”): corner 5 refers to vertex 4, but there are only 4.",
             [](NewModel& m) { levelOf(m).corners[5] = 4; }},
            {"Level 0 of piece 0 (“body”): weight 0 refers to node 2, but there are only 2.",
             [](NewModel& m) { levelOf(m).weightNode[0] = 2; }},
            {"Level 0 of piece 0 (“body”): the starts of the weights do not ascend from 0 to 5.",
             [](NewModel& m) { levelOf(m).weightStart[2] = 0xFFFFFFFF; }},
            {"Level 0 of piece 0 (“body”): vertex 2 refers to vertex of the next level 4, but there are only 4.",
             [](NewModel& m) {
                 levelOf(m).next = {0, 0, 4, 0};
             }},
            {"Only models of version 6 have collapses.",
             [](NewModel& m) {
                 levelOf(m).collapses = {0, 1};
             }},
            {"Animation 0 (“walk”) has no keys.", [](NewModel& m) { m.animations[0].times.clear(); }},
            {"Animation 0 (“walk”) has 2 frame strings; it needs 3.",
             [](NewModel& m) { m.animations[0].strings.pop_back(); }},
            {"Animation 0 (“walk”) has 41 numbers of keys; it needs 42.",
             [](NewModel& m) { m.animations[0].keys.pop_back(); }},
            {"Key 2 of animation 0 (“walk”) has 70,000 bytes of text; a file can hold at most 65,535.",
             [](NewModel& m) { m.animations[0].strings[2].assign(70000, 'x'); }},
            {"Only models of version 6 have TransformInfo.", [](NewModel& m) { m.transformInfo.emplace(); }},
        });
}

TEST(Compose, RefusesWhatWouldBeTooLarge) {
    // 65,534 child models, each with a transform for each of 600 nodes: a gigabyte of a few megabytes.
    NewModel model = newModel(soundV9(12));
    model.animations.clear();
    model.weightSets.clear();
    model.nodes.resize(1);
    for (std::int32_t n = 0; n < 600; ++n) {
        model.nodes.push_back(model.nodes[0]);
        model.nodes.back().parent = n;
    }
    model.childModels.resize(65534);
    model.bindings.resize(65534);
    const Written written = compose(model);
    EXPECT_TRUE(written.bytes.empty());
    EXPECT_EQ(written.refusal.substr(0, 30), "The file would have about 1,10") << written.refusal;
}

TEST(Compose, TakesAsManyVerticesAsAnIndexReaches) {
    NewModel model = newModel(soundV9(12));
    model.pieces.resize(1);
    model.lodDistances.clear();
    model.pieces[0].levels.resize(1);
    NewLevel& level = levelOf(model);
    level.locations.assign(3 * 65536, 1);
    level.normals.assign(3 * 65536, 0);
    level.weightStart.assign(65537, 0);
    level.weightNode.clear();
    level.weightLocation.clear();
    level.bias.clear();
    level.next.clear();
    level.corners[0] = 65535;
    const Opened file(composed(model));
    EXPECT_EQ(file.model.faces[0][0], 65535U);
    level.locations.resize(3 * 65537);
    level.normals.resize(3 * 65537);
    EXPECT_EQ(compose(model).refusal,
              "Level 0 of piece 0 (“body”) has 65,537 vertices; a file can hold at most 65,536.");
}

TEST(ComposeV6, RefusesByTheNameOfThePart) {
    expectRefused(
        newModel(smallV6()),
        {
            {"A model of version 6 has 2 pieces; it needs 1.", [](NewModel& m) { m.pieces.push_back(m.pieces[0]); }},
            {"A model of version 6 needs an animation: the first key of one is its rest pose.",
             [](NewModel& m) { m.animations.clear(); }},
            {"Only models of version 9 and later have sockets.", [](NewModel& m) { m.sockets.emplace_back(); }},
            {"Only models of version 9 and later have weight sets.", [](NewModel& m) { m.weightSets.emplace_back(); }},
            {"Only models of version 9 and later have child models.",
             [](NewModel& m) { m.childModels.emplace_back(); }},
            {"The model has 257 nodes; a file can hold at most 256.", [](NewModel& m) { m.nodes.resize(257); }},
            {"Level 0 of piece 0: corner 0 refers to vertex 4, but there are only 4.",
             [](NewModel& m) { levelOf(m).corners[0] = 4; }},
            {"Level 0 of piece 0: collapse 0 refers to vertex 4, but there are only 4.",
             [](NewModel& m) { levelOf(m).collapses[1] = 4; }},
            {"Level 0 of piece 0 has 6 collapses but only 5 vertices; each collapse needs its own.",
             [](NewModel& m) { levelOf(m).collapses.assign(12, 0); }},
            {"Level 0 of piece 0 has 4 nodes of vertices; it needs 5.",
             [](NewModel& m) { levelOf(m).weightNode.pop_back(); }},
            {"Node 1 (“cloth”): deformed vertex 0 refers to vertex 4, but there are only 4.",
             [](NewModel& m) { m.nodes[1].deformed = {4}; }},
            {"Animation 0 (“wave”) has 0 nodes with deformed vertices; it needs 2.",
             [](NewModel& m) { m.animations[0].deformation.clear(); }},
            {"Node 1 (“cloth”) in animation 0 (“wave”) has 5 numbers of deformed vertices; it needs 6.",
             [](NewModel& m) { m.animations[0].deformation[1].positions.pop_back(); }},
        });
}

TEST(Compose, TakesOrRefusesWhateverComes) {
    const unsigned runs = kThorough ? 8'000 : 250;
    unsigned written = 0;
    for (unsigned seed = kDay; seed < kDay + runs; ++seed) {
        std::mt19937 random(seed);
        const auto roll = [&](std::uint32_t limit) {
            return limit == 0 ? 0U : static_cast<std::uint32_t>(random() % limit);
        };
        const NewModel model = anyNewModel(roll);
        ASSERT_EQ(checkComposed(model), Violation{}) << "seed " << seed;
        written += compose(model).refusal.empty() ? 1U : 0U;
    }
    EXPECT_GT(written, runs / 2);
}

}  // namespace
}  // namespace abc::testing
