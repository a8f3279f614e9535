// Animations of a glTF on their way into a file as wholes, and what else a merge writes: bind poses and sockets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "merge_given.h"

using abc::testing::edited;
using abc::testing::floatsAt;
using abc::testing::Given;
using abc::testing::given;
using abc::testing::Opened;
using abc::testing::tubeDraft;
using merging::Carried;
using merging::Merge;
using merging::MergedAnimation;
using merging::SaidStrings;

namespace {

importing::Draft withStrings() {
    importing::Draft draft = tubeDraft(4, 6, 5);
    draft.animations[0].strings = {"", "step", "", "hit", ""};
    return draft;
}

SaidStrings cues(std::vector<merging::Cue> list) {
    SaidStrings out;
    out.cues = std::move(list);
    return out;
}

const SaidStrings kAsItIs = cues({{0.5, "step"}, {1.5, "hit"}});

std::vector<std::string> stringsOf(const Opened& file) {
    std::vector<std::string> out;
    const abc::Animation& animation = file.model.animations[0];
    for (std::uint32_t key = 0; key < animation.keyCount; ++key)
        out.emplace_back(file.model.text(file.model.keyframes[animation.firstKey + key].string));
    return out;
}

Opened written(const Given& is, const merging::ByteList& bytes) {
    const bool isV6 = Opened(is.bytes).model.family == abc::Family::V6;
    return Opened(edited(is.bytes, {{isV6 ? "Animation.Anims[0]" : "Animation.Animations[0]", bytes}}));
}

TEST(MergedAnimation, AsItWasIsNoChange) {
    for (const std::uint32_t version : {6U, 12U}) {
        const Given is = given(version, withStrings());
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.play(is.channels, is.times), "");
        EXPECT_TRUE(merge.isAt(is.times));
        EXPECT_FALSE(merge.isAt(std::span(is.times).first(3)));
        const MergedAnimation made = merge.animation(0, kAsItIs);
        EXPECT_FALSE(made.isOther);
        EXPECT_TRUE(made.strings.empty());
        EXPECT_EQ(made.keys.moments + made.deformed + made.refined + made.addedForStrings, 0U);
        EXPECT_TRUE(merge.operations().empty());
    }
}

TEST(MergedAnimation, WithAStringBetweenKeysHasAKeyMore) {
    const Given is = given(12, withStrings());
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    const MergedAnimation made = merge.animation(0, cues({{0.5, "step"}, {0.75, "new"}, {1.5, "hit"}}));
    EXPECT_TRUE(made.isOther);
    EXPECT_EQ(made.addedForStrings, 1U);
    ASSERT_TRUE(made.written);
    const Opened after = written(is, made.written->bytes);
    EXPECT_EQ(stringsOf(after), (std::vector<std::string>{"", "step", "new", "", "hit", ""}));
    EXPECT_EQ(after.model.keyframes[2].time, 750U);
}

/// A program that moved the keys may have left the strings where they were, or moved them, too.
TEST(MergedAnimation, ThatBeginsLaterHasItsStringsAtItsKeys) {
    Given is = given(12, withStrings());
    for (merging::Channel& channel : is.channels) {
        for (float& time : channel.curve.times) time += 4;
    }
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    EXPECT_EQ(merge.start(), 4000);
    EXPECT_TRUE(merge.animation(0, kAsItIs).strings.empty());
    EXPECT_TRUE(merge.animation(0, cues({{4.5, "step"}, {5.5, "hit"}})).strings.empty());
    EXPECT_EQ(merge.animation(0, cues({{4.5, "jump"}, {5.5, "hit"}})).strings.changed.at(1), "jump");
}

/// Moves the keys, in seconds.
void retime(Given& is, const std::vector<float>& times) {
    for (merging::Channel& channel : is.channels) channel.curve.times = times;
}

std::vector<std::uint32_t> timesOf(const Opened& file) {
    std::vector<std::uint32_t> out;
    for (const abc::Keyframe& key : file.model.keyframes) out.push_back(key.time);
    return out;
}

/// As the export has them: strings by key, which the program has left as they were.
SaidStrings byKey() {
    SaidStrings out;
    out.byKey = {"", "step", "", "hit", ""};
    return out;
}

TEST(MergedAnimation, WithKeysAtOtherTimesHasTheirPosesAndStringsThere) {
    const std::vector<std::vector<float>> all{
        {0, 0.08F, 0.16F, 0.24F, 0.32F}, {0, 0.5F, 1, 1.25F, 4}, {0, 0.1F, 0.7F, 0.9F, 1.5F}};
    for (const std::vector<float>& times : all) {
        Given is = given(12, withStrings());
        retime(is, times);
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.play(is.channels, is.times), "");
        const MergedAnimation made = merge.animation(0, byKey());
        EXPECT_FALSE(made.keys.isSampled);
        EXPECT_TRUE(made.movedStrings.empty());
        ASSERT_TRUE(made.written);
        const Opened after = written(is, made.written->bytes);
        std::vector<std::uint32_t> wanted;
        for (const float time : times) wanted.push_back(static_cast<std::uint32_t>(std::lround(1000 * time)));
        EXPECT_EQ(timesOf(after), wanted);
        EXPECT_EQ(stringsOf(after), (std::vector<std::string>{"", "step", "", "hit", ""}));
        const std::string node = "Animation.Animations[0].NodeTransforms[2]";
        EXPECT_EQ(floatsAt(after, node).size(), 5U * 7);
        for (std::size_t i = 0; i < 5U * 7; ++i)
            EXPECT_NEAR(floatsAt(after, node)[i], floatsAt(Opened(is.bytes), node)[i], 1e-5) << i;
    }
}

/// Where nothing moves, only the length tells moved keys from samples.
TEST(MergedAnimation, ThatStandsStillHasItsKeysAtOtherTimes) {
    importing::Draft draft = withStrings();
    std::vector<float>& poses = draft.animations[0].poses;
    for (std::size_t at = importing::kPose * draft.nodes.size(); at < poses.size(); ++at)
        poses[at] = poses[at - importing::kPose * draft.nodes.size()];
    for (const bool isLonger : {true, false}) {
        Given is = given(12, draft);
        retime(is,
               isLonger ? std::vector{0.0F, 1.0F, 2.0F, 3.0F, 4.0F} : std::vector{0.0F, 0.49F, 0.98F, 1.47F, 1.96F});
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.play(is.channels, is.times), "");
        const MergedAnimation made = merge.animation(0, byKey());
        EXPECT_EQ(made.keys.isSampled, !isLonger);
        EXPECT_EQ(made.isOther, isLonger);
        if (!isLonger) continue;
        ASSERT_TRUE(made.written);
        const Opened after = written(is, made.written->bytes);
        EXPECT_EQ(timesOf(after), (std::vector<std::uint32_t>{0, 1000, 2000, 3000, 4000}));
        EXPECT_EQ(stringsOf(after), (std::vector<std::string>{"", "step", "", "hit", ""}));
    }
}

TEST(MergedAnimation, IsRefusedWithKeysThatAreTooLate) {
    Given is = given(12, withStrings());
    for (merging::Channel& channel : is.channels) channel.curve.times.back() = 5e6F;
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    const std::string refusal = "The animation “bend” has keys later than a file can have them.";
    EXPECT_EQ(merge.animation(0, {}).refusal, refusal);
    // Likewise for a frame string.
    const Given same = given(12, withStrings());
    ASSERT_EQ(merge.play(same.channels, same.times), "");
    EXPECT_EQ(merge.animation(0, cues({{5e6, "step"}})).refusal, refusal);
    // A thousand times as many milliseconds are infinite; found by fuzzing.
    EXPECT_EQ(merge.animation(0, cues({{1e308, "step"}})).refusal, refusal);
    EXPECT_EQ(merge.animation(0, kAsItIs).refusal, "");
}

TEST(MergedAnimation, WithoutAKeyMovesItsString) {
    Given is = given(12, withStrings());
    for (merging::Channel& channel : is.channels) {
        const std::size_t size = channel.isRotation ? 4 : 3;
        std::vector<float>& values = channel.curve.values;
        channel.curve.times.erase(channel.curve.times.begin() + 1);
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(size),
                     values.begin() + static_cast<std::ptrdiff_t>(2 * size));
    }
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    const MergedAnimation made = merge.animation(0, {});
    EXPECT_EQ(made.keys.removed, (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(made.movedStrings, (std::vector<std::string>{"step"}));
    ASSERT_TRUE(made.written);
    EXPECT_EQ(stringsOf(written(is, made.written->bytes)), (std::vector<std::string>{"step", "", "hit", ""}));
}

TEST(AddedAnimation, HasItsKeysStringsAndABox) {
    // The other version has keys of its own for deformation.
    for (const std::uint32_t version : {6U, 12U}) {
        const Given is = given(version);
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.play(is.channels, std::nullopt), "");
        // A vertex 3 to the side of node 0 and one 5 above node 3, which stands at 3.
        merge.show(Carried{{0, 1}, {0}, {1}, {3, 0, 0}});
        merge.show(Carried{{0, 1}, {3}, {1}, {0, 5, 0}});
        const merging::AddedAnimation made =
            merge.addAnimation({"new", std::nullopt, 150}, cues({{0, "go"}, {0.25, "on"}}));
        ASSERT_EQ(made.refusal, "");
        EXPECT_EQ(made.refined, 0U);
        EXPECT_NEAR(made.extents[0], 1.5, 0.2);
        EXPECT_GT(made.extents[1], 3);
        const Opened after = written(is, made.bytes);
        const abc::Animation& animation = after.model.animations[0];
        EXPECT_EQ(after.model.text(animation.name), "new");
        EXPECT_EQ(stringsOf(after).front(), "go");
        if (version == 12) {
            EXPECT_EQ(made.keys, is.times.size() + 1);
            EXPECT_EQ(stringsOf(after), (std::vector<std::string>{"go", "on", "", "", "", ""}));
            EXPECT_EQ(after.model.keyframes[1].time, 250U);
            EXPECT_EQ(animation.interpolationTime, 150U);
            EXPECT_NEAR(animation.extents.x, made.extents[0], 1e-5);
        }
        // What is given counts more than what is shown.
        EXPECT_EQ(merge.addAnimation({"new", abc::WideVec3{1, 2, 3}, 0}, {}).extents, (abc::WideVec3{1, 2, 3}));
    }
    // Nothing is shown.
    const Given is = given(12);
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, std::nullopt), "");
    EXPECT_EQ(merge.addAnimation({"new", std::nullopt, 0}, {}).extents, (abc::WideVec3{}));
}

TEST(AddedAnimation, HasTheKeysThatStepsNeed) {
    Given is = given(12);
    for (merging::Channel& channel : is.channels) channel.curve.interpolation = merging::Interpolation::Step;
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, std::nullopt), "");
    const merging::AddedAnimation made = merge.addAnimation({"steps", abc::WideVec3{}, 0}, {});
    EXPECT_EQ(made.refined, 4U);
    EXPECT_EQ(made.keys, 9U);
}

/// 32 bits of milliseconds are 49 days.
TEST(AddedAnimation, IsRefusedWithKeysThatAreTooLate) {
    Given is = given(12);
    for (merging::Channel& channel : is.channels) channel.curve.times.back() = 5e6F;
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, std::nullopt), "");
    EXPECT_NE(merge.addAnimation({"late", abc::WideVec3{}, 0}, {}).refusal, "");
}

TEST(Merge, WritesWhereNodesWereMoved) {
    Given is = given(12);
    is.rig.isMoved[2] = true;
    is.rig.bindsNow[2][7] = 42.5;
    Merge merge(is.bytes, is.rig, is.settings);
    EXPECT_EQ(merge.writeBinds(), (std::vector<std::uint32_t>{2}));
    const Opened after(edited(is.bytes, merge.operations()));
    EXPECT_EQ(floatsAt(after, "Nodes.Nodes[2].Matrix")[7], 42.5F);
    EXPECT_EQ(floatsAt(after, "Nodes.Nodes[2].Matrix")[5], 1);
    // v6 has none.
    Given old = given(6);
    old.rig.isMoved[2] = true;
    EXPECT_TRUE(Merge(old.bytes, old.rig, old.settings).writeBinds().empty());
}

TEST(Merge, WritesWhereSocketsAre) {
    importing::Draft draft = tubeDraft(4, 6, 5);
    draft.sockets.push_back({"hand", 2, {0, 0, 0, 1}, {1, 2, 3}});
    const Given is = given(12, draft);
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::Local there{{1, 2, 3}, {0, 0, 0, 1}};
    const auto same = merge.socket(0, {2, there});
    EXPECT_EQ(same.holder, 2);
    EXPECT_FALSE(same.isMoved || same.isTurned);
    EXPECT_TRUE(merge.operations().empty());
    // It hangs on nothing, or is none.
    EXPECT_EQ(merge.socket(0, {-1, there}).holder, -1);
    EXPECT_EQ(merge.socket(1, {2, there}).holder, -1);
    const auto moved = merge.socket(0, {1, {{1, 2, 4}, {1, 0, 0, 0}}});
    EXPECT_EQ(moved.holder, 1);
    EXPECT_TRUE(moved.isMoved && moved.isTurned);
    const Opened after(edited(is.bytes, merge.operations()));
    EXPECT_EQ(floatsAt(after, "Sockets.Sockets[0].Location"), (std::vector<float>{1, 2, 4}));
    EXPECT_EQ(floatsAt(after, "Sockets.Sockets[0].Rotation"), (std::vector<float>{1, 0, 0, 0}));
}

TEST(MorphCurve, HasTheValuesOfSplinesWithoutTheirSlopes) {
    const merging::Curve straight{{0, 1}, {1, 2, 3, 4}};
    EXPECT_EQ(merging::morphCurve(straight, {0, 0}).values, straight.values);
    merging::Curve spline{{0, 1}, {9, 9, 1, 2, 9, 9, 9, 9, 3, 4, 9, 9}, merging::Interpolation::Spline};
    EXPECT_EQ(merging::morphCurve(spline, {0, 0}).values, straight.values);
    EXPECT_FALSE(merging::morphCurve(spline, {0, 0}).isStep);
    spline.values.resize(3);
    EXPECT_EQ(merging::morphCurve(spline, {0, 0}).values, (std::vector<float>{1, 0, 0, 0}));
    EXPECT_TRUE(merging::morphCurve(straight, {}).values.empty());
}

}  // namespace
