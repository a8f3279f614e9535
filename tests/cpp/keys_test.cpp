// Which keys a time lies between (abc.md §4.1, §4.2).
#include <abc/pose.h>
#include <gtest/gtest.h>

#include <limits>

namespace abc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

KeySpan keys(const std::vector<std::uint32_t>& times, double time, bool loop = false) {
    Model model;
    for (const std::uint32_t t : times) model.keyframes.push_back({t, {}});
    Animation animation;
    animation.keyCount = static_cast<std::uint32_t>(times.size());
    return keysAt(model, animation, time, loop);
}

void expectSpan(KeySpan actual, std::uint32_t before, std::uint32_t after, float fraction) {
    EXPECT_EQ(actual.before, before);
    EXPECT_EQ(actual.after, after);
    EXPECT_FLOAT_EQ(actual.fraction, fraction);
}

TEST(Keys, BetweenTwoTimesGiveTheWayBetweenThem) {
    expectSpan(keys({0, 100, 300}, 25), 0, 1, 0.25F);
    expectSpan(keys({0, 100, 300}, 150), 1, 2, 0.25F);
}

TEST(Keys, AtTheTimeOfAKeyStandAtThatKey) {
    expectSpan(keys({0, 100, 300}, 0), 0, 0, 0);
    expectSpan(keys({0, 100, 300}, 100), 1, 2, 0);
    expectSpan(keys({0, 100, 300}, 300), 2, 2, 0);
}

TEST(Keys, OutsideTheAnimationAreItsEnds) {
    expectSpan(keys({0, 100}, -5), 0, 0, 0);
    expectSpan(keys({50, 100}, 20), 0, 0, 0);
    expectSpan(keys({0, 100}, 101), 1, 1, 0);
}

TEST(Keys, WrapOnlyPastTheLength) {
    expectSpan(keys({0, 100}, 100, true), 1, 1, 0);
    expectSpan(keys({0, 100}, 125, true), 0, 1, 0.25F);
    expectSpan(keys({0, 100}, 200, true), 0, 0, 0);
    expectSpan(keys({0, 100}, -25, true), 0, 0, 0);
}

TEST(Keys, OfOneKeyOrNoLengthAreThatKey) {
    for (const bool loop : {false, true}) {
        expectSpan(keys({0}, 0, loop), 0, 0, 0);
        expectSpan(keys({0}, 77, loop), 0, 0, 0);
        EXPECT_LT(keys({0, 0}, 77, loop).after, 2U);
    }
}

TEST(Keys, OneMillisecondApartInterpolate) {
    expectSpan(keys({0, 1}, 0.5), 0, 1, 0.5F);
}

TEST(Keys, ForTimesThatAreNoNumbersAreInRange) {
    for (const bool loop : {false, true}) {
        for (const double time : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(), 1e300}) {
            const KeySpan span = keys({0, 100, 300}, time, loop);
            EXPECT_LT(span.before, 3U);
            EXPECT_LT(span.after, 3U);
            EXPECT_GE(span.fraction, 0);
            EXPECT_LE(span.fraction, 1);
        }
    }
    expectSpan(keys({0, 100, 300}, kInfinity), 2, 2, 0);
}

TEST(Keys, WithTimesThatDoNotGrowAreInRange) {
    for (const auto& times : std::vector<std::vector<std::uint32_t>>{
             {100, 50, 0}, {0, 300, 100, 200}, {0, 100, 100, 200}, {5, 5, 5}, {0, 0xFFFFFFFF, 10}}) {
        for (double time = -10; time < 320; time += 5) {
            for (const bool loop : {false, true}) {
                const KeySpan span = keys(times, time, loop);
                EXPECT_LT(span.before, times.size());
                EXPECT_LT(span.after, times.size());
                EXPECT_GE(span.fraction, 0);
                EXPECT_LE(span.fraction, 1);
            }
        }
    }
}

}  // namespace
}  // namespace abc
