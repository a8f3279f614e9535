// How a merge understands the animations of a glTF.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "merge_given.h"

using abc::testing::bytesAt;
using abc::testing::clear;
using abc::testing::edited;
using abc::testing::floatsAt;
using abc::testing::Given;
using abc::testing::given;
using abc::testing::Opened;
using merging::Channel;
using merging::Interpolation;
using merging::Merge;

namespace {

/// The values of a curve of a node at each of `times`, as a program has them that writes samples.
merging::Curve sampled(const merging::Curve& curve, std::size_t size, std::span<const float> times) {
    merging::Curve out;
    for (const float time : times) {
        out.times.push_back(time);
        if (size == 3) {
            for (const double value : merging::vectorAt(curve, time)) out.values.push_back(static_cast<float>(value));
        } else {
            for (const double value : abc::unit(merging::rotationAt(curve, time)))
                out.values.push_back(static_cast<float>(value));
        }
    }
    return out;
}

void sample(Given& is, double step) {
    std::vector<float> times;
    const double last = is.times.back();
    for (double ms = 0; ms <= last; ms += step) times.push_back(static_cast<float>(ms / 1000));
    for (Channel& channel : is.channels) channel.curve = sampled(channel.curve, channel.isRotation ? 4 : 3, times);
}

TEST(MergeKeys, FindsKeysThatWereMovedAlongTheTimeline) {
    Given is = given(12);
    for (Channel& channel : is.channels) {
        for (float& time : channel.curve.times) time += 12.5F;
    }
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    EXPECT_EQ(merge.start(), 12'500);
    EXPECT_EQ(merge.times(), is.times);
    EXPECT_EQ(merge.likeness(0), 1);
    EXPECT_EQ(merge.keys(0).moments, 0U);
    // Nothing of the file is there at these times: they are what they are.
    ASSERT_EQ(merge.play(is.channels, std::nullopt), "");
    EXPECT_EQ(merge.start(), 0);
    EXPECT_EQ(merge.times().front(), 12'500);
}

TEST(MergeKeys, TakesStepsAsStraightAsAMillisecondAllows) {
    const Given is = given(12);
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play({{1, false, {{0, 1, 2, 2.0005F}, {0, 1, 0, 0, 1, 0, 0, 7, 0, 0, 8, 0}, Interpolation::Step}}},
                         std::nullopt),
              "");
    // None where nothing changes, and none before the key before.
    std::vector<double> moments;
    for (const double ms : merge.moments()) moments.push_back(std::round(2 * ms) / 2);
    EXPECT_EQ(moments, (std::vector<double>{0, 1000, 1999, 2000, 2000.5}));
    const std::vector<float> poses = merge.poses(std::array{1999.0, 2000.0});
    EXPECT_EQ(poses[7 + 1], 1);
    EXPECT_EQ(poses[28 + 7 + 1], 7);
}

TEST(MergeKeys, AddsMomentsWhereSplinesBend) {
    const Given is = given(12);
    Merge merge(is.bytes, is.rig, is.settings);
    // y = 4 t (1 − t), up from 0 and down again.
    const merging::Curve bow{{0, 1}, {0, 0, 0, 0, 0, 0, 0, 4, 0, 0, -4, 0, 0, 0, 0, 0, 0, 0}, Interpolation::Spline};
    ASSERT_EQ(merge.play({{1, false, bow}}, std::nullopt), "");
    const std::vector<double> moments = merge.moments();
    EXPECT_EQ(moments.front(), 0);
    EXPECT_EQ(moments.back(), 1000);
    EXPECT_GT(moments.size(), 5U);
    EXPECT_LT(moments.size(), 40U);
    // The straight way between two moments is nowhere off by more than 0.02 units.
    const auto height = [](double ms) { return 4 * (ms / 1000) * (1 - ms / 1000); };
    for (std::size_t i = 1; i < moments.size(); ++i) {
        const double middle = (moments[i - 1] + moments[i]) / 2;
        EXPECT_NEAR((height(moments[i - 1]) + height(moments[i])) / 2, height(middle), 0.02);
    }
    const std::vector<float> poses = merge.poses(std::array{500.0});
    EXPECT_NEAR(poses[7 + 1], 1, 1e-6);
}

/// Found by fuzzing: between two such times there is no other.
TEST(MergeKeys, OfSplinesAtHugeTimesEnd) {
    const Given is = given(12);
    Merge merge(is.bytes, is.rig, is.settings);
    const merging::Curve bow{
        {0, 1e30F}, {0, 0, 0, 0, 0, 0, 0, 4, 0, 0, -4, 0, 0, 0, 0, 0, 0, 0}, Interpolation::Spline};
    ASSERT_EQ(merge.play({{1, false, bow}}, std::nullopt), "");
    const std::vector<double> moments = merge.moments();
    EXPECT_LT(moments.size(), 21'000U);
    EXPECT_TRUE(std::is_sorted(moments.begin(), moments.end()));
    EXPECT_GT(merge.keys(0).inserted.size(), 0U);
}

TEST(MergeKeys, SeesThroughSamplesOfTheSameMovement) {
    Given is = given(12);
    sample(is, 40);
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    const merging::MergedKeys& keys = merge.keys(0);
    EXPECT_TRUE(keys.isSampled);
    EXPECT_EQ(keys.moments, 0U);
    EXPECT_TRUE(keys.removed.empty());
    EXPECT_TRUE(keys.inserted.empty());
    EXPECT_TRUE(merge.operations().empty());
}

TEST(MergeKeys, KeepsWhatBlenderLosesOfRenamedBones) {
    Given is = given(12);
    sample(is, 40);
    is.rig.isRenamed = {false, true, true, false};
    for (Channel& channel : is.channels) {
        // Node 1 is in its rest pose all the time; node 2 moves.
        if (channel.node != 1 || !channel.isRotation) continue;
        for (std::size_t i = 0; i < channel.curve.values.size(); i += 4)
            std::copy_n(std::array{0.0F, 0.0F, 0.0F, 1.0F}.begin(), 4,
                        channel.curve.values.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (Channel& channel : is.channels) {
        if (channel.node != 2 || channel.isRotation) continue;
        for (std::size_t i = 1; i < channel.curve.values.size(); i += 3) channel.curve.values[i] += 5;
    }
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    const merging::MergedKeys& keys = merge.keys(0);
    EXPECT_EQ(keys.still, (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(keys.moving, (std::vector<std::uint32_t>{2}));
    EXPECT_EQ(keys.moments, is.times.size());
    const Opened before(is.bytes);
    const Opened after(edited(is.bytes, merge.operations()));
    const auto pathOf = [](std::uint32_t node) {
        return "Animation.Animations[0].NodeTransforms[" + std::to_string(node) + "]";
    };
    EXPECT_EQ(bytesAt(after, pathOf(1)), bytesAt(before, pathOf(1)));
    for (std::size_t key = 0; key < is.times.size(); ++key) {
        const std::string path = pathOf(2) + ".Transforms[" + std::to_string(key) + "].Location";
        EXPECT_NEAR(floatsAt(after, path)[1], floatsAt(before, path)[1] + 5, 1e-4);
    }
}

/// Sets the bytes of a rotation to what the export leaves of it: its side and length.
void clearRotation(merging::ByteList& bytes, const std::string& path) {
    const Opened file(bytes);
    const std::vector<float> was = floatsAt(file, path);
    const float side = 0.3127F * was[0] + 0.4711F * was[1] + 0.5923F * was[2] + 0.8317F * was[3] < 0 ? -1 : 1;
    const std::array<float, 4> kept{0, 0, 0, side};
    const auto place = file.document.walk().resolve(path);
    std::memcpy(&bytes[place->start], kept.data(), sizeof kept);
}

TEST(MergeKeys, FillsWhatTheExportLeftOut) {
    for (const std::uint32_t version : {6U, 11U}) {
        Given is = given(version);
        const merging::ByteList whole = is.bytes;
        const std::string list =
            version == 6 ? "Animation.Anims[0].NodeAnims[" : "Animation.Animations[0].NodeTransforms[";
        const std::string keys = version == 6 ? "].Keys[" : "].Transforms[";
        const std::string place = version == 6 ? "].Translation" : "].Location";
        for (std::size_t node = 0; node < is.rig.nodes(); ++node) {
            for (std::size_t key = 0; key < is.times.size(); ++key) {
                const std::string path = list + std::to_string(node) + keys + std::to_string(key);
                clear(is.bytes, path + place);
                clearRotation(is.bytes, path + "].Rotation");
            }
        }
        is.settings.isTemplate = true;
        Merge merge(is.bytes, is.rig, is.settings);
        ASSERT_EQ(merge.play(is.channels, is.times), "");
        EXPECT_EQ(merge.likeness(0), 1);
        EXPECT_EQ(merge.keys(0).moments, 0U);
        const Opened after(edited(is.bytes, merge.operations()));
        const Opened wanted(whole);
        for (std::size_t node = 0; node < is.rig.nodes(); ++node) {
            for (std::size_t key = 0; key < is.times.size(); ++key) {
                const std::string path = list + std::to_string(node) + keys + std::to_string(key);
                for (const std::string& part : {path + place, path + "].Rotation"}) {
                    const std::vector<float> now = floatsAt(after, part);
                    const std::vector<float> was = floatsAt(wanted, part);
                    for (std::size_t i = 0; i < was.size(); ++i) EXPECT_NEAR(now[i], was[i], 1e-6) << part;
                }
            }
        }
    }
}

TEST(MergeKeys, TakesAMovementOfTheWholeList) {
    // More elements than are set one by one.
    Given is = given(12, abc::testing::tubeDraft(40, 4, 3));
    for (Channel& channel : is.channels) {
        if (channel.isRotation) continue;
        for (std::size_t i = 2; i < channel.curve.values.size(); i += 3) channel.curve.values[i] -= 1;
    }
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.play(is.channels, is.times), "");
    EXPECT_EQ(merge.keys(0).moments, is.times.size());
    const std::vector<merging::SetBytes> sets = merge.operations();
    ASSERT_EQ(sets.size(), 1U);
    EXPECT_EQ(sets[0].path, "Animation.Animations[0].NodeTransforms");
    const Opened before(is.bytes);
    const Opened after(edited(is.bytes, sets));
    for (std::uint32_t node = 0; node < is.rig.nodes(); ++node) {
        const std::string path =
            "Animation.Animations[0].NodeTransforms[" + std::to_string(node) + "].Transforms[1].Location";
        EXPECT_NEAR(floatsAt(after, path)[2], floatsAt(before, path)[2] + 1, 1e-5);
    }
}

}  // namespace
