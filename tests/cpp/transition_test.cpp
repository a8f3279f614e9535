// From one pose to another, against numbers worked out by hand (abc.md §4.9).
#include <abc/deform.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/fixtures.h"
#include "support/surface.h"

namespace abc::testing {
namespace {

constexpr float kHalf = 0.70710678F;
/// 90 degrees about Z: X goes to Y.
constexpr Quat kQuarter{0, 0, kHalf, kHalf};

void expectVector(Vec3 actual, Vec3 expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-5);
    EXPECT_NEAR(actual.y, expected.y, 1e-5);
    EXPECT_NEAR(actual.z, expected.z, 1e-5);
}

Layer layerAt(const Opened& file, double time) {
    Layer layer;
    layer.source = &file.model;
    layer.animation = 0;
    layer.timeMs = time;
    return layer;
}

/// What a time of the first animation freezes to.
FrozenPose frozenAt(const Opened& file, double time, Vec3 origin = {}) {
    Layer layer = layerAt(file, time);
    layer.rootOrigin = origin;
    return freeze(file.model, pose(file.model, {&layer, 1}));
}

/// The way from a frozen pose to a time of the first animation.
Pose between(const Opened& file, const FrozenPose& from, double time, float fraction) {
    const Layer layer = layerAt(file, time);
    PoseOptions options;
    options.transition = {from.locals, from.vertices, fraction};
    return pose(file.model, {&layer, 1}, options);
}

Pose at(const Opened& file, double time) {
    return between(file, {}, time, 1);
}

void expectSame(const Pose& a, const Pose& b) {
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i) EXPECT_EQ(a.nodes[i].m, b.nodes[i].m) << "node " << i;
}

/// The root turns by 90 degrees and walks 2 along X; the arm keeps its distance of 10.
SpecV12 turning() {
    SpecV12 spec = smallV12();
    spec.animations[0].nodes[0] = {{{0, 0, 0}, {}}, {{2, 0, 0}, kQuarter}};
    return spec;
}

TEST(Freeze, KeepsTranslationsAndRotationsWithTheOriginInTheRoot) {
    const Opened file(turning());
    const FrozenPose frozen = frozenAt(file, 100, {0, 3, 0});
    ASSERT_EQ(frozen.locals.size(), 2U);
    expectVector(frozen.locals[0].translation, {2, 3, 0});
    EXPECT_NEAR(frozen.locals[0].rotation.z, kHalf, 1e-6);
    expectVector(frozen.locals[1].translation, {0, 10, 0});
    EXPECT_TRUE(frozen.vertices.empty());
}

TEST(Freeze, OfTheBindPoseTakesItApart) {
    SpecV12 spec = smallV12();
    spec.nodes[0].bind.m = {0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    spec.nodes[1].bind.m = {0, -1, 0, 1, 1, 0, 0, 10, 0, 0, 1, 0, 0, 0, 0, 1};
    const Opened file(spec);
    const FrozenPose frozen = freeze(file.model, pose(file.model, {}));
    expectVector(frozen.locals[0].translation, {1, 0, 0});
    EXPECT_NEAR(frozen.locals[0].rotation.z, kHalf, 1e-6);
    // Up in the model is along X of a parent that is turned by 90 degrees.
    expectVector(frozen.locals[1].translation, {10, 0, 0});
    EXPECT_NEAR(frozen.locals[1].rotation.w, 1, 1e-6);
}

TEST(Transition, BeginsAtTheFrozenPose) {
    const Opened file(turning());
    for (const float fraction : {0.0F, -1.0F, -std::numeric_limits<float>::infinity()}) {
        const Pose begin = between(file, frozenAt(file, 0), 100, fraction);
        expectVector(begin.nodes[0].translation(), {0, 0, 0});
        expectVector(begin.nodes[1].translation(), {0, 10, 0});
    }
}

TEST(Transition, EndsAtTheNewPoseToTheBit) {
    const Opened file(turning());
    const FrozenPose from = frozenAt(file, 33);
    for (const float fraction : {1.0F, 7.0F, std::numeric_limits<float>::quiet_NaN()}) {
        expectSame(between(file, from, 71, fraction), at(file, 71));
    }
}

TEST(Transition, MovesStraightAndTurnsEvenlyWithTheOldOrigin) {
    const Opened file(turning());
    const Pose middle = between(file, frozenAt(file, 0, {0, 3, 0}), 100, 0.5F);
    expectVector(middle.nodes[0].translation(), {1, 1.5F, 0});
    // Half of 90 degrees.
    expectVector(middle.nodes[0].rotate({1, 0, 0}), {kHalf, kHalf, 0});
    expectVector(middle.nodes[1].translation(), {1 - 10 * kHalf, 1.5F + 10 * kHalf, 0});
}

TEST(Transition, GoesFromTheBindPose) {
    SpecV12 spec = turning();
    spec.nodes[0].bind.setTranslation({8, 0, 0});
    spec.nodes[1].bind.setTranslation({8, 10, 0});
    const Opened file(spec);
    const FrozenPose bind = freeze(file.model, pose(file.model, {}));
    expectVector(between(file, bind, 0, 0.25F).nodes[0].translation(), {6, 0, 0});
}

TEST(Transition, GoesToTheBindPose) {
    SpecV12 spec = turning();
    spec.nodes[0].bind.setTranslation({8, 0, 0});
    spec.nodes[1].bind.setTranslation({8, 10, 0});
    const Opened file(spec);
    const FrozenPose from = frozenAt(file, 0);
    PoseOptions options;
    options.transition = {from.locals, from.vertices, 0.25F};
    expectVector(pose(file.model, {}, options).nodes[1].translation(), {2, 10, 0});
}

TEST(Transition, KeepsTheBindOffsetOfARotationOnlyNode) {
    SpecV12 spec = turning();
    spec.nodes[1].flags = Node::kRotationOnly;
    spec.animations[0].nodes[1] = {{{7, 7, 7}, {}}, {{9, 9, 9}, {}}};
    const Opened file(spec);
    const Pose middle = between(file, frozenAt(file, 0), 100, 0.5F);
    expectVector(middle.nodes[1].translation(), {1 - 10 * kHalf, 10 * kHalf, 0});
}

TEST(Transition, ThatIsInterruptedFreezesWhatIsSeen) {
    const Opened file(turning());
    const Pose seen = between(file, frozenAt(file, 0, {0, 3, 0}), 100, 0.3F);
    const FrozenPose frozen = freeze(file.model, seen);
    expectSame(between(file, frozen, 50, 0), seen);
}

TEST(Transition, ThatIsNotANumberStaysInRange) {
    const Opened file(turning());
    FrozenPose from = frozenAt(file, 0);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (Local& local : from.locals) local = {{nan, nan, nan}, {nan, nan, nan, nan}};
    EXPECT_EQ(deformed(file.model, between(file, from, 50, 0.5F), 0, 0).positions.size(), 3U);
}

TEST(FreezeV6, KeepsVerticesInTheSpacesOfTheirNodes) {
    const Opened file(smallV6());
    const FrozenPose frozen = frozenAt(file, 100);
    ASSERT_EQ(frozen.vertices.size(), 5U);
    // (30, 20, 10) × (0.5, 1, 2) + (100, 0, −10).
    expectVector(frozen.vertices[1], {115, 20, 10});
    expectVector(frozen.vertices[2], {2, 2, 0});
}

TEST(TransitionV6, MovesUnpackedVerticesStraight) {
    const Opened file(smallV6());
    const FrozenPose from = frozenAt(file, 0);
    const Pose quarter = between(file, from, 100, 0.25F);
    // From (105, 20, 50) a quarter of the way to (115, 20, 10), on a node at (0.5, 10, 0).
    expectVector(deformed(file.model, quarter, 0, 0).positions[1], {107.5F + 0.5F, 30, 40});
    expectVector(freeze(file.model, quarter).vertices[1], {107.5F, 20, 40});
    expectVector(deformed(file.model, quarter, 0, 0).positions[2], {2.5F, 2, 0});
}

/// The root of v6 turned by 90 degrees in both keys of its animation.
SpecV6 turned6(std::optional<TransformInfo> info) {
    SpecV6 spec = smallV6();
    for (KeySpec& key : spec.animations[0].nodes[0]) key.rotation = kQuarter;
    spec.transformInfo = info;
    return spec;
}

TEST(V6Interpretation, OfKeyRotationsOverridesTheFile) {
    for (const auto& info : {std::optional(TransformInfo{0, 0}), std::optional(TransformInfo{0, 1}), {}}) {
        const Opened file(turned6(info));
        const Layer layer = layerAt(file, 0);
        PoseOptions options;
        options.interpretation.conjugateKeys = false;
        expectVector(pose(file.model, {&layer, 1}, options).nodes[0].rotate({1, 0, 0}), {0, 1, 0});
        options.interpretation.conjugateKeys = true;
        expectVector(pose(file.model, {&layer, 1}, options).nodes[0].rotate({1, 0, 0}), {0, -1, 0});
    }
}

TEST(V6Interpretation, OfTheRestPoseOverridesTheFile) {
    SpecV6 spec = smallV6();
    AnimationSpec other = spec.animations[0];
    other.name = "other";
    other.nodes[0][0].translation = {5, 0, 0};
    spec.animations.push_back(other);
    const Opened file(spec);
    expectVector(pose(file.model, {}).nodes[0].translation(), {0, 0, 0});
    PoseOptions options;
    options.interpretation.restAnimation = 1;
    expectVector(pose(file.model, {}, options).nodes[0].translation(), {5, 0, 0});
}

TEST(V6Interpretation, MeansNothingLater) {
    const Opened file(turning());
    const Layer layer = layerAt(file, 70);
    PoseOptions options;
    options.interpretation = {true, 0};
    expectSame(pose(file.model, {&layer, 1}, options), at(file, 70));
    expectSame(pose(file.model, {}, options), pose(file.model, {}));
}

TEST(Layers, ApplyInOrder) {
    SpecV12 spec = smallV12();
    const auto standing = [&](const char* name, float x) {
        AnimationSpec animation = spec.animations[0];
        animation.name = name;
        animation.nodes[0] = {{{x, 0, 0}, {}}, {{x + 1, 0, 0}, {}}};
        return animation;
    };
    spec.animations = {standing("base", 1), standing("half", 9), standing("added", 4)};
    const Opened file(spec);
    const std::vector<float> half{0.5F, 0};
    const std::vector<float> additive{2, 0};
    Layer base = layerAt(file, 0);
    Layer toHalf = layerAt(file, 0);
    toHalf.animation = 1;
    toHalf.weights = half;
    Layer added = layerAt(file, 100);
    added.animation = 2;
    added.weights = additive;
    const auto rootX = [&](const std::array<Layer, 3>& layers) {
        return pose(file.model, layers).nodes[0].translation().x;
    };
    // Half-way from 1 to 9, then on by 5 − 4; or on by 1, then half-way to 9.
    EXPECT_NEAR(rootX({base, toHalf, added}), 6, 1e-5);
    EXPECT_NEAR(rootX({base, added, toHalf}), 5.5, 1e-5);
    // The base ignores its own set.
    base.weights = half;
    EXPECT_NEAR(rootX({base, toHalf, added}), 6, 1e-5);
}

TEST(Layers, LeaveTheBindOffsetOfARotationOnlyNode) {
    SpecV12 spec = turning();
    spec.nodes[1].flags = Node::kRotationOnly;
    spec.animations[0].nodes[1] = {{{7, 7, 7}, {}}, {{9, 9, 9}, kQuarter}};
    const Opened file(spec);
    const std::array<Layer, 2> layers{layerAt(file, 0), layerAt(file, 100)};
    const Mat4 arm = pose(file.model, layers).nodes[1];
    expectVector(arm.translation(), {2 - 10, 0, 0});
    // Root and arm turn by 90 degrees each.
    expectVector(arm.rotate({1, 0, 0}), {-1, 0, 0});
}

}  // namespace
}  // namespace abc::testing
