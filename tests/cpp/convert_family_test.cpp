// Models of version 6 in versions 9 to 12: they look the same at every time of every animation.
#include <abc/convert.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

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

float lengthOf(Vec3 v) {
    return std::sqrt(dot(v, v));
}

/// Place or direction in the axes that the viewer draws in.
Vec3 drawn(const Model& model, Vec3 v) {
    return {v.x, v.y, model.mirrorZ() ? -v.z : v.z};
}

/// The longest side of the mesh at rest.
float sizeOf(const Model& model) {
    const Surface rest = deformed(model, pose(model, {}), 0, 0);
    float size = 0;
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        float low = INFINITY;
        float high = -INFINITY;
        for (const Triangle& triangle : topology(model, 0, 0)) {
            for (const std::uint32_t v : triangle.corners) {
                low = std::min(low, rest.positions[v].*axis);
                high = std::max(high, rest.positions[v].*axis);
            }
        }
        size = std::max(size, high - low);
    }
    return size;
}

/// The greatest distances between what two models draw.
struct Distance {
    float rigid = 0, deformed = 0, normal = 0;
};

void compare(const Model& before, const Model& after, std::span<const Layer> layersBefore,
             std::span<const Layer> layersAfter, Distance& most) {
    const Surface was = deformed(before, pose(before, layersBefore), 0, 0);
    const Surface is = deformed(after, pose(after, layersAfter), 0, 0);
    for (const Triangle& triangle : topology(before, 0, 0)) {
        for (const std::uint32_t v : triangle.corners) {
            float& place = before.v6.vertexDeformation[v] == kNone ? most.rigid : most.deformed;
            place = std::max(place, lengthOf(drawn(before, was.positions[v]) - drawn(after, is.positions[v])));
            const Vec3 turned = drawn(before, was.normals[v]) - drawn(after, is.normals[v]);
            most.normal = std::max(most.normal, lengthOf(turned));
        }
    }
}

/// At rest, at each key, and a third of the way to the next one.
Distance distanceOf(const Model& before, const Model& after) {
    Distance most;
    compare(before, after, {}, {}, most);
    for (std::uint32_t a = 0; a < before.animations.size(); ++a) {
        const Animation& animation = before.animations[a];
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

class ConvertFamilyFixture : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ConvertFamilyFixture, LooksTheSame) {
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

TEST_P(ConvertFamilyFixture, LooksTheSameWithoutDeformation) {
    const File& file = allFixtures()[GetParam()].file;
    const Document document = parse(file);
    if (document.version == 6 && document.faults.empty()) expectConverts(rigid(file));
}

TEST(ConvertFamily, TakesAnimations) {
    const File file = rigid(fixture("v6_full"));
    EXPECT_FALSE(Opened(file).model.animations.empty());
    EXPECT_EQ(convert(parse(file), 12).refusal, "");
}

INSTANTIATE_TEST_SUITE_P(, ConvertFamilyFixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST(ConvertFamily, SaysWhatIsLostAndAdded) {
    const File& file = fixture("v6_no_animation");
    const Document document = parse(file);
    const Converted made = convert(document, 12);
    EXPECT_EQ(made.refusal, "");
    EXPECT_EQ(made.lost,
              (Sentences{"Version 12 has no bounds and no normals of triangles: those of the file are left out.",
                         "Version 12 has no edge collapses: 1 level of detail is left out, and the full mesh stays.",
                         "Version 12 has other Flags: 2 nodes lose their own."}));
    EXPECT_EQ(made.added, Sentences{"Version 12 wants InternalRadius: it gets 12.1244 units, the distance of the "
                                    "farthest vertex at rest."});
    ASSERT_EQ(made.splices.size(), 1U);
    EXPECT_EQ(made.splices[0].start, 0U);
    EXPECT_EQ(made.splices[0].end, file.size());
}

TEST(ConvertFamily, RefusesDeformationThatCanBeSeen) {
    EXPECT_EQ(convert(parse(fixture("v6_full")), 9).refusal,
              "Version 9 cannot deform vertices: the model has 3 deformed vertices, and the animation “wave” moves one "
              "by 10.3923 units, 57.735 % of the size of the model.");
}

TEST(ConvertFamily, RefusesVersionsThatCannotBeWritten) {
    EXPECT_EQ(convert(parse(fixture("v6_no_animation")), 13).refusal,
              "A model of version 6 can be written in version 9, 10, 11 or 12.");
}

TEST(ConvertFamily, IsAnOperation) {
    Operation operation;
    operation.kind = Operation::Kind::Convert;
    operation.version = 12;
    const File& file = fixture("v6_no_animation");
    EXPECT_EQ(done(file, {operation}), spliced(file, convert(parse(file), 12).splices));
}

class ConvertedFamily : public ::testing::TestWithParam<std::string> {};

TEST_P(ConvertedFamily, LooksTheSame) {
    expectConverts(readReal(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Real, ConvertedFamily, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
