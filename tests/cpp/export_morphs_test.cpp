// Which deformation frames become morph targets, of frames that follow a formula.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

#include "export/morphs.h"

using exporting::deltaBetween;
using exporting::MorphPlan;
using exporting::planMorphs;

namespace {

using Frame = std::vector<float>;
using Formula = std::function<Frame(std::size_t clip, double ms)>;

MorphPlan planOf(std::vector<std::uint32_t> vertices, const std::vector<std::vector<double>>& clips,
                 const Formula& formula, double most = 256) {
    const auto plan = planMorphs(vertices, clips, 3 * vertices.size(), most, formula);
    EXPECT_TRUE(plan);
    return plan.value_or(MorphPlan{});
}

TEST(Deltas, AreTurnedAsTheRestPoseTurnsTheNode) {
    abc::Mat4 node;
    // A quarter turn about Z: the place of the node does not count.
    node.m = {0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30, 0, 0, 0, 1};
    EXPECT_EQ(deltaBetween({1, 2, 3}, {3, 2, 3}, node), (std::array<float, 3>{0, 2, 0}));
    EXPECT_EQ(deltaBetween({1, 2, 3}, {1, 7, 3}, node), (std::array<float, 3>{-5, 0, 0}));
    EXPECT_EQ(deltaBetween({1, 2, 3}, {1, 2, 3}, node), (std::array<float, 3>{}));
}

TEST(Deltas, ThatAreNotFiniteAreNone) {
    const abc::Mat4 node;
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(deltaBetween({0, 0, 0}, {nan, 0, 0}, node), (std::array<float, 3>{}));
    EXPECT_EQ(deltaBetween({0, 0, 0}, {0, infinity, 0}, node), (std::array<float, 3>{}));
    EXPECT_EQ(deltaBetween({3e38F, 0, 0}, {-3e38F, 0, 0}, node), (std::array<float, 3>{}));
    EXPECT_FALSE(std::signbit(deltaBetween({0, 0, 0}, {1, 0, 0}, node)[1]));
}

TEST(Morphs, AreEachDifferentFrame) {
    const MorphPlan plan = planOf({7, 8}, {{0, 2, 4}, {0, 1, 2}}, [](std::size_t clip, double ms) -> Frame {
        const auto by = static_cast<float>(ms);
        return clip == 0 ? Frame{0, 0, 0, by, 0, 0} : Frame{0, 0, 0, 0, ms == 1 ? 5.0F : 0.0F, 0};
    });
    EXPECT_EQ(plan.vertices, (std::vector<std::uint32_t>{8}));
    EXPECT_EQ(plan.targets, (std::vector<Frame>{{2, 0, 0}, {4, 0, 0}, {0, 5, 0}}));
    ASSERT_EQ(plan.tracks.size(), 2U);
    EXPECT_EQ(plan.tracks[0].times, (std::vector<double>{0, 2, 4}));
    EXPECT_EQ(plan.tracks[0].targets, (std::vector<std::int32_t>{-1, 0, 1}));
    EXPECT_EQ(plan.tracks[1].times, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(plan.tracks[1].targets, (std::vector<std::int32_t>{-1, 2, -1}));
    EXPECT_EQ(plan.all, 3U);
    EXPECT_EQ(plan.deviation, 0);
    EXPECT_EQ(plan.skipped, 0U);
}

TEST(Morphs, AreOneWhereFramesAreTheSame) {
    const std::set<double> high{30, 40, 50, 60, 90};
    const std::vector<double> times{0, 10, 20, 30, 40, 50, 60, 70, 80, 90};
    const MorphPlan plan = planOf({0}, {times, times}, [&](std::size_t clip, double ms) -> Frame {
        return {clip == 0 && high.contains(ms) ? 1.0F : 0.0F, 0, 0};
    });
    EXPECT_EQ(plan.targets, (std::vector<Frame>{{1, 0, 0}}));
    // Times between equal neighbours are left out.
    EXPECT_EQ(plan.tracks[0].times, (std::vector<double>{0, 20, 30, 60, 70, 80, 90}));
    EXPECT_EQ(plan.tracks[0].targets, (std::vector<std::int32_t>{-1, -1, 0, 0, -1, -1, 0}));
    EXPECT_EQ(plan.tracks[1].times, (std::vector<double>{0}));
    EXPECT_EQ(plan.tracks[1].targets, (std::vector<std::int32_t>{-1}));
}

TEST(Morphs, AreNoneWhereNothingIsDeformed) {
    const auto none = [](std::size_t, double) { return Frame{0, 0, 0}; };
    const std::vector<std::uint32_t> vertices{0};
    EXPECT_FALSE(planMorphs(vertices, std::vector<std::vector<double>>{{0, 1}}, 3, 256, none));
}

/// A zigzag whose teeth grow: the last teeth are worth most.
TEST(Morphs, WithALimitAreTheEndsAndWhatIsFarthest) {
    std::vector<double> keys;
    for (int i = 0; i < 21; ++i) keys.push_back(10 * i);
    const auto zigzag = [](std::size_t, double ms) -> Frame {
        return {static_cast<float>(std::fmod(ms / 10, 2) == 0 ? 1 : 1 + ms / 10), 0, 0};
    };
    // 1 at even keys is one frame; every odd key is a frame of its own.
    EXPECT_EQ(planOf({0}, {keys}, zigzag).all, 11U);
    EXPECT_EQ(planOf({0}, {keys}, zigzag).deviation, 0);
    for (int most = 1; most <= 10; ++most) {
        const MorphPlan plan = planOf({0}, {keys}, zigzag, most);
        // In the order of time.
        std::vector<Frame> wanted{{1, 0, 0}};
        for (int i = 0; i < most - 1; ++i) wanted.push_back({static_cast<float>(20 - 2 * (most - 2 - i)), 0, 0});
        EXPECT_EQ(plan.targets, wanted) << most;
        EXPECT_EQ(plan.deviation, 19 - 2 * (most - 1)) << most;
    }
}

TEST(Morphs, OnAStraightLineCostNothingToLeaveOut) {
    const MorphPlan plan = planOf(
        {0}, {{0, 1, 2, 4, 8}},
        [](std::size_t, double ms) -> Frame {
            return {static_cast<float>(1 + ms), 0, 0};
        },
        4);
    EXPECT_EQ(plan.all, 5U);
    EXPECT_EQ(plan.targets.size(), 2U);
    EXPECT_EQ(plan.deviation, 0);
    EXPECT_EQ(plan.tracks[0].times, (std::vector<double>{0, 8}));
}

/// Where all animations are at rest at their ends, the first target is the frame that is farthest from it.
TEST(Morphs, BetweenRestsAreTheFarthest) {
    const MorphPlan plan = planOf(
        {0}, {{0, 1, 2, 3}, {0, 1, 2}},
        [](std::size_t clip, double ms) -> Frame {
            if (ms == 0 || ms == 3 || (clip == 1 && ms == 2)) return {0, 0, 0};
            return {static_cast<float>(clip == 1 ? 9 : ms), 0, 0};
        },
        1);
    EXPECT_EQ(plan.all, 3U);
    EXPECT_EQ(plan.targets, (std::vector<Frame>{{9, 0, 0}}));
    EXPECT_EQ(plan.deviation, 2);
}

/// 2^24 numbers at most: three of each of 65,536 vertices leave room for 85 keys.
TEST(Morphs, OfMoreKeysThanMemoryAllowsAreSkipped) {
    std::vector<std::uint32_t> vertices(65'536);
    for (std::uint32_t v = 0; v < vertices.size(); ++v) vertices[v] = v;
    std::vector<double> times;
    for (int i = 0; i < 200; ++i) times.push_back(i);
    const MorphPlan plan = planOf(vertices, {times}, [&](std::size_t, double ms) {
        Frame out(3 * vertices.size());
        out[0] = static_cast<float>(ms + 1);
        return out;
    });
    EXPECT_LE(plan.all, 86U);
    EXPECT_EQ(plan.skipped, 200 - plan.tracks[0].times.size());
    EXPECT_GT(plan.skipped, 100U);
    EXPECT_EQ(plan.tracks[0].times.front(), 0);
    EXPECT_EQ(plan.tracks[0].times.back(), 199);
}

}  // namespace
