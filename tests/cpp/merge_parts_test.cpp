// The parts that a merge is computed of, one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "abc/wide_math.h"
#include "merge/curves.h"
#include "merge/faces.h"
#include "merge/groups.h"
#include "merge/nearest.h"
#include "merge/samples.h"

using abc::WideQuat;
using abc::WideVec3;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

WideQuat about(double x, double y, double z, double angle) {
    return abc::unit({x * std::sin(angle / 2), y * std::sin(angle / 2), z * std::sin(angle / 2), std::cos(angle / 2)});
}

TEST(Hypot, HasNoOverflowAndSaysWhatIsInfinite) {
    EXPECT_EQ(core::hypot(std::array{3.0, 4.0}), 5);
    EXPECT_EQ(core::hypot(std::array{3e300, -4e300}), 5e300);
    EXPECT_EQ(core::hypot(std::array{0.0, -0.0, 0.0}), 0);
    EXPECT_EQ(core::hypot(std::array{std::nan(""), -kInfinity}), kInfinity);
    EXPECT_TRUE(std::isnan(core::hypot(std::array{1.0, std::nan("")})));
}

TEST(WideMath, TurnsAndTurnsBack) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(-2, 2);
    for (int i = 0; i < 100; ++i) {
        const WideQuat a = about(0.6, 0, 0.8, number(random));
        const WideQuat b = about(0, -0.6, 0.8, number(random));
        const WideVec3 place{number(random), number(random), number(random)};
        const WideVec3 back = abc::rotated(abc::conjugate(a), abc::rotated(a, place));
        for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(back[axis], place[axis], 1e-12);
        EXPECT_NEAR(abc::angleBetween(a, abc::slerp(a, b, 0.25)), 0.25 * abc::angleBetween(a, b), 1e-7);
        EXPECT_NEAR(abc::angleBetween(abc::slerp(a, b, 1), b), 0, 1e-7);
        // The columns of a matrix are where the axes go.
        abc::Affine matrix = abc::kIdentity;
        for (std::size_t column = 0; column < 3; ++column) {
            WideVec3 axis{};
            axis[column] = 3;
            const WideVec3 there = abc::rotated(a, axis);
            for (std::size_t row = 0; row < 3; ++row) matrix[4 * row + column] = there[row];
        }
        matrix[3] = 7;
        EXPECT_NEAR(abc::angleBetween(abc::rotationOf(matrix), a), 0, 1e-7);
        const auto inverse = abc::inverse(matrix);
        ASSERT_TRUE(inverse);
        const WideVec3 same = abc::applied(*inverse, abc::applied(matrix, place));
        for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(same[axis], place[axis], 1e-12);
    }
    EXPECT_EQ(abc::unit({0, 0, 0, 0}), (WideQuat{0, 0, 0, 1}));
    EXPECT_EQ(abc::unit({kInfinity, 0, 0, 0}), (WideQuat{0, 0, 0, 1}));
    EXPECT_FALSE(abc::inverse(abc::Affine{}));
}

TEST(WideMath, RoundsToFloatsAsTheyAreStored) {
    constexpr double most = std::numeric_limits<float>::max();
    EXPECT_EQ(abc::single(1e-50), 0);
    EXPECT_EQ(abc::single(most * (1 + 1e-9)), std::numeric_limits<float>::max());
    EXPECT_EQ(abc::single(-1e39), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(abc::single(std::nan(""))));
    EXPECT_TRUE(abc::isSingle(most));
    EXPECT_FALSE(abc::isSingle(1e39));
    EXPECT_FALSE(abc::isSingle(std::nan("")));
}

TEST(MergeFaces, MatchWhateverCornerComesFirst) {
    const std::vector<std::uint32_t> faces{1, 2, 3, 3, 4, 5, 1, 2, 3};
    const std::vector<std::int32_t> triangles{2, 3, 1, 5, 4, 3, 1, 2, 3, 7, 8, -1};
    const merging::Matched matched = merging::matchFaces(faces, triangles);
    ASSERT_EQ(matched.faces.size(), 3U);
    // Of equal faces the first goes with the first triangle.
    EXPECT_EQ(matched.faces[0], (merging::FaceMatch{0, 1, false}));
    EXPECT_EQ(matched.faces[2], (merging::FaceMatch{2, 0, false}));
    ASSERT_TRUE(matched.faces[1]);
    EXPECT_TRUE(matched.faces[1]->isTurnedOver);
    EXPECT_EQ(matched.added, (std::vector<std::uint32_t>{3}));
    for (std::size_t face = 0; face < 3; ++face) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto& match = *matched.faces[face];
            EXPECT_EQ(triangles[3 * match.triangle + match.cornerOf(corner)],
                      static_cast<std::int32_t>(faces[3 * face + corner]));
        }
    }
}

TEST(MergeFaces, AreDroppedThatDrawNothingOfTheirOwn) {
    const std::vector<std::uint32_t> faces{1, 2, 3, 4, 4, 5, 3, 1, 2, 5, 6, 7};
    EXPECT_EQ(merging::droppedFaces(faces), (std::vector<bool>{false, true, true, false}));
}

TEST(MergeGroups, RoundSharesAsDecimals) {
    EXPECT_EQ(merging::tenThousandths(0.5), 5000);
    // Exactly in the middle.
    EXPECT_EQ(merging::tenThousandths(0.03125), 313);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> number(0, 1);
    for (int i = 0; i < 1000; ++i) {
        const double share = number(random);
        EXPECT_EQ(merging::tenThousandths(share), std::round(share * 10'000));
    }
}

TEST(MergeSoup, KnowsMarks) {
    const auto mark = [](std::uint32_t vertex, double check) {
        return std::array{(vertex + 0.5) / 65'536, (check + 0.5) / 65'536};
    };
    const auto [u, v] = mark(777, 27351);
    EXPECT_EQ(merging::markedVertex(3, 1, u, v), 777);
    EXPECT_EQ(merging::markedVertex(3, 0, u, v), -1);
    EXPECT_EQ(merging::markedVertex(3, 1, u + 0.2 / 65'536, v), -1);
    EXPECT_EQ(merging::markedVertex(3, 1, std::nan(""), v), -1);
    EXPECT_EQ(merging::markedVertex(3, 1, 1e300, v), -1);
    const auto [firstU, firstV] = mark(0, 29507);
    EXPECT_EQ(merging::markedVertex(0, 0, firstU, firstV), 0);
    EXPECT_EQ(merging::markedVertex(0, 0, -firstU, firstV), -1);
}

TEST(MergeNearest, IsTheNearest) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    std::vector<WideVec3> places(300);
    for (WideVec3& place : places) {
        for (double& axis : place) axis = number(random);
    }
    const auto squareTo = [](const WideVec3& a, const WideVec3& b) {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
        return sum;
    };
    const merging::Nearest nearest(places);
    for (int i = 0; i < 300; ++i) {
        const WideVec3 from{number(random), number(random), number(random)};
        double least = kInfinity;
        for (const WideVec3& place : places) least = std::min(least, squareTo(place, from));
        EXPECT_EQ(squareTo(places[nearest(from)], from), least);
    }
    const merging::Nearest strange({{std::nan(""), 0, 0}, {kInfinity, 0, 0}, {1, 2, 3}});
    EXPECT_LT(strange({0, 0, 0}), 3U);
}

merging::Curve curveOf(std::vector<float> times, std::vector<float> values,
                       merging::Interpolation interpolation = merging::Interpolation::Linear) {
    return {std::move(times), std::move(values), interpolation};
}

TEST(MergeCurves, GoFromKeyToKey) {
    const merging::Curve line = curveOf({1, 2}, {0, 0, 0, 4, 8, 0});
    ASSERT_TRUE(merging::fits(line, 3));
    EXPECT_FALSE(merging::fits(line, 4));
    EXPECT_EQ(merging::vectorAt(line, 0), (WideVec3{0, 0, 0}));
    EXPECT_EQ(merging::vectorAt(line, 1.25), (WideVec3{1, 2, 0}));
    EXPECT_EQ(merging::vectorAt(line, 9), (WideVec3{4, 8, 0}));
    const merging::Curve step = curveOf({1, 2}, {0, 0, 0, 4, 8, 0}, merging::Interpolation::Step);
    EXPECT_EQ(merging::vectorAt(step, 1.75), (WideVec3{0, 0, 0}));
    EXPECT_EQ(merging::vectorAt(step, 2), (WideVec3{4, 8, 0}));
    // A straight spline.
    const merging::Curve spline =
        curveOf({0, 2}, {0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 4, 0, 0, 0, 0, 0}, merging::Interpolation::Spline);
    ASSERT_TRUE(merging::fits(spline, 3));
    EXPECT_NEAR(merging::vectorAt(spline, 0.5)[0], 1, 1e-12);
    EXPECT_FALSE(merging::fits(curveOf({}, {}), 3));
    EXPECT_FALSE(merging::fits(curveOf({2, 1}, {0, 0, 0, 0, 0, 0}), 3));
    EXPECT_FALSE(merging::fits(curveOf({std::nanf("")}, {0, 0, 0}), 3));
}

TEST(MergeCurves, AreEvenWhereSamplesAre) {
    EXPECT_TRUE(merging::isEven(std::vector<double>{0, 40, 80, 120, 160}));
    EXPECT_FALSE(merging::isEven(std::vector<double>{0, 40, 80, 140, 160}));
    EXPECT_FALSE(merging::isEven(std::vector<double>{0, 40, 80}));
}

TEST(MergeSamples, LeadToTheKeys) {
    // A way with corners at 0, 100 and 200, which no sample stands at but the first.
    const std::vector<double> keys{0, 100, 200};
    const auto wayAt = [](double ms) { return ms < 100 ? ms : 200 - ms; };
    std::vector<double> samples;
    std::vector<std::vector<double>> values;
    for (double ms = 0; ms <= 190; ms += 15) {
        samples.push_back(ms);
        values.push_back({wayAt(ms)});
    }
    // As the sampled curve has it: straight between samples.
    std::vector<std::vector<double>> plain;
    for (const double key : keys) {
        const auto i = std::min(static_cast<std::size_t>(key / 15), samples.size() - 2);
        plain.push_back(merging::WayOfNumbers::mixed(values[i], values[i + 1], (key - samples[i]) / 15));
    }
    plain.back() = values.back();
    const auto found = merging::SampledKeys<merging::WayOfNumbers>(keys, samples, values).run(plain);
    EXPECT_NEAR(found[0][0], 0, 1e-9);
    EXPECT_NEAR(found[1][0], 100, 1e-9);
    EXPECT_NEAR(found[2][0], 0, 1e-9);
}

}  // namespace
