#include "merge/merge.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "abc/deform.h"
#include "merge_given.h"

using abc::testing::edited;
using abc::testing::Given;
using abc::testing::given;
using merging::Merge;

namespace {

std::size_t faceCount(const merging::ByteList& bytes) {
    const abc::Document document = abc::parse(bytes);
    return abc::buildModel(document).faces.size();
}

TEST(Merge, OfTheSameChangesNothing) {
    for (const std::uint32_t version : {9U, 10U, 11U, 12U}) {
        const Given is = given(version);
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.refusal(), "");
        const merging::MergedLevel level = merge.level(0, 0, is.meshes[0]);
        EXPECT_EQ(level.refusal, "");
        EXPECT_FALSE(level.operation);
        EXPECT_EQ(level.moved + level.weighted + level.normals + level.texcoords, 0U) << version;
        EXPECT_EQ(level.triangles, is.meshes[0].indices);
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
    const merging::MergedOldMesh& mesh = merge.oldMesh(is.meshes[0], {});
    EXPECT_EQ(mesh.refusal, "");
    EXPECT_FALSE(mesh.anew);
    EXPECT_EQ(mesh.moved + mesh.nodes + mesh.texcoords, 0U);
    EXPECT_EQ(mesh.members.size(), is.meshes[0].positions.size() / 3);
    EXPECT_EQ(merge.play(is.channels, is.times), "");
    EXPECT_EQ(merge.keys(0).moments, 0U);
    EXPECT_EQ(merge.deform(), 0U);
}

TEST(Merge, PatchesAVertexThatMoved) {
    Given is = given(12);
    is.meshes[0].positions[0] += 2;
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::MergedLevel level = merge.level(0, 0, is.meshes[0]);
    EXPECT_EQ(level.moved, 1U);
    EXPECT_FALSE(level.operation);
    const std::vector<merging::SetBytes> sets = merge.operations();
    ASSERT_EQ(sets.size(), 1U);
    EXPECT_EQ(sets[0].path, "Pieces.Pieces[0].LODs[0].Vertices[0]");
    const merging::ByteList after = edited(is.bytes, sets);
    const abc::Document document = abc::parse(after);
    const abc::Model model = abc::buildModel(document);
    EXPECT_FLOAT_EQ(model.locations[0].x, -is.meshes[0].positions[0]);
    // In the bind pose, its weights say the same.
    std::vector<abc::Vec3> positions(model.vertexCount(0, 0));
    std::vector<abc::Vec3> normals(positions.size());
    abc::deform(model, abc::pose(model, {}), 0, 0, positions, normals);
    EXPECT_NEAR(positions[0].x, -is.meshes[0].positions[0], 1e-4);
}

TEST(Merge, WritesALevelWhoseTrianglesCameAndWent) {
    Given is = given(11);
    const std::size_t before = faceCount(is.bytes);
    is.meshes[0].corners.resize(is.meshes[0].corners.size() - 6);
    is.meshes[0].indices.resize(is.meshes[0].indices.size() - 2);
    is.meshes[0].corners.insert(is.meshes[0].corners.end(), {0, 7, 14});
    is.meshes[0].indices.push_back(99);
    // Without marks, triangles must be told by them: all of the file's are.
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::MergedLevel level = merge.level(0, 0, is.meshes[0]);
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
        EXPECT_EQ(merge.oldMesh(is.meshes[0], {}).refusal, "");
        if (isDeformed) {
            EXPECT_EQ(merge.setTargets({{is.meshes[0].positions}, 0}), "");
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
    const merging::NewPiece piece = merge.newPiece(is.meshes[0]);
    EXPECT_EQ(piece.refusal, "");
    ASSERT_EQ(piece.levels.size(), 1U);
    EXPECT_EQ(piece.levels[0].triangles, is.meshes[0].indices);
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
        [](Given& is) { is.meshes[0].positions.pop_back(); },
        [](Given& is) { is.meshes[0].normals.pop_back(); },
        [](Given& is) { is.meshes[0].uvs.clear(); },
        [](Given& is) { is.meshes[0].marks.emplace_back(1); },
        [](Given& is) { is.meshes[0].corners[4] = 1'000'000; },
        [](Given& is) { is.meshes[0].corners.pop_back(); },
        [](Given& is) { is.meshes[0].indices.pop_back(); },
        [](Given& is) { is.meshes[0].nodes.pop_back(); },
        [](Given& is) { is.meshes[0].nodes[0] = 4; },
        [](Given& is) { is.meshes[0].nodes[0] = -2; },
        [](Given& is) { is.meshes[0].shares.clear(); },
        [](Given& is) { is.meshes[0].carrier = 4; },
        [](Given& is) { is.rig.binds.pop_back(); },
        [](Given& is) { is.rig.inverseNow.clear(); },
        [](Given& is) { is.rig.isMoved.clear(); },
        [](Given& is) { is.rig.turns.pop_back(); },
        [](Given& is) { is.rig.rest.pop_back(); },
        [](Given& is) { is.rig.isRenamed.clear(); },
        [](Given& is) { is.bytes.clear(); },
    };
    for (const Change& change : changes) {
        Given is = given(12);
        change(is);
        Merge merge(is.bytes, is.rig, is.settings);
        EXPECT_NE(merge.level(0, 0, is.meshes[0]).refusal, "") << &change - changes;
    }
    const Given is = given(12);
    Merge merge(is.bytes, is.rig, is.settings);
    EXPECT_NE(merge.level(1, 0, is.meshes[0]).refusal, "");
    EXPECT_NE(merge.level(0, 1, is.meshes[0]).refusal, "");
    EXPECT_NE(merge.oldMesh(is.meshes[0], {}).refusal, "");
    merge.rebound(0xFFFFFFFF, 0xFFFFFFFF);
    EXPECT_NE(merge.play({{4, false, is.channels[0].curve}}, std::nullopt), "");
    EXPECT_NE(merge.play({{0, true, is.channels[0].curve}}, std::nullopt), "");
    EXPECT_EQ(merge.play({}, std::vector<double>{}), "");
    EXPECT_NE(merge.playMorphs({{0}, {}, false, {1}}), "");
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
                other.meshes[0].positions[below(other.meshes[0].positions.size())] = kOdd[below(std::size(kOdd))];
                other.meshes[0].shares[below(other.meshes[0].shares.size())] = kOdd[below(std::size(kOdd))];
                other.meshes[0].corners[below(other.meshes[0].corners.size())] =
                    static_cast<std::uint32_t>(below(other.meshes[0].positions.size() / 3));
                auto& values = other.channels[below(other.channels.size())].curve.values;
                values[below(values.size())] = kOdd[below(std::size(kOdd))];
            }
            other.rig.inverseNow[below(other.rig.inverseNow.size())][below(12)] = kOdd[below(std::size(kOdd))];
            other.settings.isTemplate = round % 2 == 1;
            other.settings.fillsNormals = round % 4 == 1;
            Merge merge(other.bytes, other.rig, other.settings);
            if (!merge.refusal().empty()) continue;
            if (version == 6) {
                if (merge.oldMesh(other.meshes[0], {}).refusal.empty()) {
                    merging::Targets targets;
                    targets.deltas.push_back(other.meshes[0].positions);
                    EXPECT_EQ(merge.setTargets(targets), "");
                }
            } else {
                (void)merge.level(0, 0, other.meshes[0]);
                merge.rebound(0, 0);
                (void)merge.newPiece(other.meshes[0]);
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
