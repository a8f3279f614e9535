// Rotations against values known from geometry.
#include <abc/math.h>
#include <abc/wide_math.h>
#include <gtest/gtest.h>

#include <numbers>

namespace abc {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// Rotation about Z.
Quat turn(double degrees) {
    return {0, 0, static_cast<float>(std::sin(degrees * kDegree / 2)),
            static_cast<float>(std::cos(degrees * kDegree / 2))};
}

void expectSame(Quat actual, Quat expected, float tolerance = 1e-6F) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
    EXPECT_NEAR(actual.w, expected.w, tolerance);
}

void expectSame(Vec3 actual, Vec3 expected, float tolerance = 1e-5F) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
}

TEST(Slerp, HalfWayTo90DegreesIs45) {
    expectSame(slerp(turn(0), turn(90), 0.5F), turn(45));
}

TEST(Slerp, TurnsAtEvenSpeedOverALargeStep) {
    // Linear interpolation would be 3 degrees off a quarter of the way.
    expectSame(slerp(turn(0), turn(116), 0.25F), turn(29));
    expectSame(slerp(turn(0), turn(116), 0.75F), turn(87));
}

TEST(Slerp, TakesTheShorterArcWhenTheSignIsFlipped) {
    const Quat b = turn(90);
    expectSame(slerp(turn(0), {-b.x, -b.y, -b.z, -b.w}, 0.5F), turn(45));
}

TEST(Slerp, BetweenNearlyParallelRotationsIsLinear) {
    const Quat between = slerp(turn(10), turn(10.01), 0.5F);
    expectSame(between, turn(10.005));
    expectSame(slerp(turn(10), turn(10), 0.3F), turn(10));
}

TEST(Slerp, EndsAtItsEnds) {
    expectSame(slerp(turn(20), turn(80), 0), turn(20));
    expectSame(slerp(turn(20), turn(80), 1), turn(80));
}

TEST(Transform, TakesQuaternionsOfAnyLengthAsUnit) {
    const Quat q = turn(90);
    const Mat4 matrix = transform({1, 2, 3}, {3 * q.x, 3 * q.y, 3 * q.z, 3 * q.w});
    expectSame(matrix.apply({1, 0, 0}), {1, 3, 3});
    expectSame(matrix.rotate({0, 1, 0}), {-1, 0, 0});
}

TEST(Transform, WithAZeroQuaternionDoesNotRotate) {
    expectSame(transform({}, {0, 0, 0, 0}).apply({1, 2, 3}), {1, 2, 3});
}

TEST(Transform, OfAProductAppliesTheRightOneFirst) {
    const Mat4 product = transform({10, 0, 0}, turn(90)) * transform({1, 0, 0}, turn(0));
    expectSame(product.apply({0, 0, 0}), {10, 1, 0});
}

TEST(Inverse, UndoesATransformation) {
    const Mat4 matrix = transform({1, -2, 3}, {0.5F, -0.5F, 0.5F, 0.5F});
    expectSame(inverse(matrix).apply(matrix.apply({4, 5, 6})), {4, 5, 6});
}

TEST(Inverse, OfAMatrixThatHasNoneIsTheIdentity) {
    Mat4 flat;
    flat.m[0] = 0;
    expectSame(inverse(flat).apply({1, 2, 3}), {1, 2, 3});
}

TEST(RotationOf, AMatrixIsTheQuaternionItWasMadeFrom) {
    // One with each component the largest.
    for (const Quat q : {Quat{0.1F, 0.2F, 0.3F, 0.9273618F}, Quat{0.9273618F, 0.2F, 0.3F, 0.1F},
                         Quat{0.2F, 0.9273618F, 0.3F, 0.1F}, Quat{0.2F, 0.3F, 0.9273618F, 0.1F}}) {
        expectSame(rotationOf(transform({}, q)), q);
        // In doubles too, and whatever the scale.
        Affine wide = affineOf({1, 2, 3}, {q.x, q.y, q.z, q.w});
        for (std::size_t i = 0; i < wide.size(); ++i) wide[i] *= i % 4 == 3 ? 1 : 2.5;
        const auto [x, y, z, w] = rotationOf(wide);
        expectSame(Quat{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<float>(w)}, q);
    }
}

}  // namespace
}  // namespace abc
