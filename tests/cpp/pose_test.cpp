// The skeleton at a time, against numbers worked out by hand (abc.md §4).
#include <abc/pose.h>
#include <gtest/gtest.h>

#include "support/fixtures.h"

namespace abc::testing {
namespace {

constexpr float kHalf = 0.70710678F;
/// 90 degrees about Z: X goes to Y.
constexpr Quat kQuarter{0, 0, kHalf, kHalf};

void expectAt(const Mat4& node, Vec3 expected) {
    EXPECT_NEAR(node.m[3], expected.x, 1e-5);
    EXPECT_NEAR(node.m[7], expected.y, 1e-5);
    EXPECT_NEAR(node.m[11], expected.z, 1e-5);
}

void expectTurnsXTo(const Mat4& node, Vec3 expected) {
    EXPECT_NEAR(node.m[0], expected.x, 1e-5);
    EXPECT_NEAR(node.m[4], expected.y, 1e-5);
    EXPECT_NEAR(node.m[8], expected.z, 1e-5);
}

Layer layerOf(const Model& source, double time, std::uint32_t animation = 0) {
    Layer layer;
    layer.source = &source;
    layer.animation = animation;
    layer.timeMs = time;
    return layer;
}

Pose poseAt(const Opened& file, double time) {
    const Layer layer = layerOf(file.model, time);
    return pose(file.model, {&layer, 1});
}

/// The root turns by 90 degrees and walks 2 along X; the arm keeps its distance of 10.
SpecV12 turning() {
    SpecV12 spec = smallV12();
    spec.animations[0].nodes[0] = {{{0, 0, 0}, {}}, {{2, 0, 0}, kQuarter}};
    return spec;
}

TEST(Pose, WithoutLayersIsTheBindPose) {
    SpecV12 spec = smallV12();
    spec.nodes[1].bind.m = {0, -1, 0, 4, 1, 0, 0, 5, 0, 0, 1, 6, 0, 0, 0, 1};
    const Opened file(spec);
    EXPECT_EQ(pose(file.model, {}).nodes[1].m, spec.nodes[1].bind.m);
}

TEST(Pose, MultipliesFromTheRootDown) {
    const Opened file(turning());
    const Pose end = poseAt(file, 100);
    expectAt(end.nodes[0], {2, 0, 0});
    expectTurnsXTo(end.nodes[0], {0, 1, 0});
    expectAt(end.nodes[1], {2 - 10, 0, 0});
}

TEST(Pose, BetweenKeysMovesStraightAndTurnsEvenly) {
    const Opened file(turning());
    const Pose middle = poseAt(file, 50);
    expectAt(middle.nodes[0], {1, 0, 0});
    expectTurnsXTo(middle.nodes[0], {kHalf, kHalf, 0});
    expectAt(middle.nodes[1], {1 - 10 * kHalf, 10 * kHalf, 0});
}

TEST(Pose, KeepsTheBindOffsetOfARotationOnlyNode) {
    SpecV12 spec = turning();
    spec.nodes[1].flags = Node::kRotationOnly;
    spec.animations[0].nodes[1] = {{{7, 7, 7}, {}}, {{7, 7, 7}, {}}};
    const Opened file(spec);
    expectAt(poseAt(file, 0).nodes[1], {0, 10, 0});
    expectAt(poseAt(file, 100).nodes[1], {2 - 10, 0, 0});
}

TEST(Pose, TakesTheBindOffsetFromThePosedParentsSpace) {
    SpecV12 spec = smallV12();
    // The parent is bound turned by 90 degrees at (1, 0, 0); the child 10 above it in the model.
    spec.nodes[0].bind.m = {0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    spec.nodes[1].bind.setTranslation({1, 10, 0});
    spec.nodes[1].flags = Node::kRotationOnly;
    spec.animations[0].nodes[0] = {{{0, 0, 0}, {}}, {{0, 0, 0}, {}}};
    const Opened file(spec);
    // In the parent's space "up" is its X, so an unturned parent carries the child along X.
    expectAt(poseAt(file, 0).nodes[1], {10, 0, 0});
}

TEST(Pose, PutsARotationOnlyRootAtTheOriginPlusTheRootOffset) {
    SpecV12 spec = turning();
    spec.nodes[0].flags = Node::kRotationOnly;
    const Opened file(spec);
    expectAt(poseAt(file, 100).nodes[0], {0, 0, 0});
    Layer layer = layerOf(file.model, 100);
    layer.rootOrigin = {0, 3, 0};
    expectAt(pose(file.model, {&layer, 1}).nodes[0], {0, 3, 0});
}

TEST(Pose, AddsTheRootOriginToTheRootOnly) {
    const Opened file(turning());
    Layer layer = layerOf(file.model, 100);
    layer.rootOrigin = {0, 3, 0};
    const Pose moved = pose(file.model, {&layer, 1});
    expectAt(moved.nodes[0], {2, 3, 0});
    expectAt(moved.nodes[1], {2 - 10, 3, 0});
}

TEST(Pose, PlaysAnotherFilesAnimationOnThisSkeleton) {
    SpecV12 longArm = smallV12();
    longArm.nodes[1].bind.setTranslation({0, 20, 0});
    longArm.nodes[1].flags = Node::kRotationOnly;
    longArm.animations.clear();
    const Opened model(longArm);
    const Opened donor(turning());
    ASSERT_TRUE(fits(model.model, donor.model));
    const Layer layer = layerOf(donor.model, 100);
    const Pose borrowed = pose(model.model, {&layer, 1});
    expectAt(borrowed.nodes[1], {2 - 20, 0, 0});
}

TEST(Pose, FitsOnlyTheSameTree) {
    SpecV12 flat = smallV12();
    flat.nodes.push_back(flat.nodes[1]);
    flat.nodes[0].children = 2;
    flat.animations.clear();
    SpecV12 chain = flat;
    chain.nodes[0].children = 1;
    chain.nodes[1].children = 1;
    const Opened a(flat);
    const Opened b(chain);
    const Opened c(smallV12());
    EXPECT_TRUE(fits(a.model, a.model));
    EXPECT_FALSE(fits(a.model, b.model));
    EXPECT_FALSE(fits(a.model, c.model));
}

/// Animation 0 stands still; animation 1 starts at X 5, goes on to 9, and turns by 90 degrees.
SpecV12 twoLayers() {
    SpecV12 spec = smallV12();
    AnimationSpec still = spec.animations[0];
    still.name = "still";
    still.frameString.clear();
    still.nodes[0] = {{{1, 0, 0}, {}}, {{1, 0, 0}, {}}};
    AnimationSpec over = still;
    over.name = "over";
    over.nodes[0] = {{{5, 0, 0}, {}}, {{9, 0, 0}, kQuarter}};
    spec.animations = {still, over};
    return spec;
}

Pose layered(const Opened& file, const std::vector<float>& weights) {
    std::array<Layer, 2> layers{layerOf(file.model, 0, 0), layerOf(file.model, 100, 1)};
    layers[1].weights = weights;
    return pose(file.model, layers);
}

TEST(Layers, WithWeight0LeaveANodeAlone) {
    const Opened file(twoLayers());
    expectAt(layered(file, {0, 0}).nodes[0], {1, 0, 0});
    expectTurnsXTo(layered(file, {0, 0}).nodes[0], {1, 0, 0});
}

TEST(Layers, BlendByTheirWeight) {
    const Opened file(twoLayers());
    const Pose half = layered(file, {0.5F, 0});
    expectAt(half.nodes[0], {5, 0, 0});
    expectTurnsXTo(half.nodes[0], {kHalf, kHalf, 0});
    expectAt(layered(file, {1, 1}).nodes[0], {9, 0, 0});
}

TEST(Layers, WithoutAWeightSetReplace) {
    const Opened file(twoLayers());
    const std::array<Layer, 2> layers{layerOf(file.model, 0, 0), layerOf(file.model, 100, 1)};
    expectAt(pose(file.model, layers).nodes[0], {9, 0, 0});
}

TEST(Layers, WithWeight2AddTheMovementSinceTheirFirstKey) {
    const Opened file(twoLayers());
    const Pose added = layered(file, {2, 2});
    expectAt(added.nodes[0], {1 + 9 - 5, 0, 0});
    expectTurnsXTo(added.nodes[0], {0, 1, 0});
}

TEST(Layers, BeyondTheirWeightSetLeaveNodesAlone) {
    const Opened file(twoLayers());
    expectAt(layered(file, {1}).nodes[1], {9 - 10, 0, 0});
    expectAt(layered(file, {}).nodes[0], {1, 0, 0});
}

TEST(Layers, LieOverTheBindPoseWhenTheBaseHasNoAnimation) {
    SpecV12 spec = twoLayers();
    spec.nodes[0].bind.setTranslation({3, 0, 0});
    spec.nodes[1].bind.setTranslation({3, 10, 0});
    const Opened file(spec);
    std::array<Layer, 2> layers{Layer{}, layerOf(file.model, 100, 1)};
    const std::vector<float> weights{0.5F, 0};
    layers[1].weights = weights;
    expectAt(pose(file.model, layers).nodes[0], {6, 0, 0});
}

/// The root of v6 turned by 90 degrees in its one key.
SpecV6 turned6(std::optional<TransformInfo> info) {
    SpecV6 spec = smallV6();
    for (KeySpec& key : spec.animations[0].nodes[0]) key = {{0, 0, 0}, kQuarter};
    spec.transformInfo = info;
    return spec;
}

TEST(PoseV6, TurnsAsStoredOrConjugatedAsTheFileSays) {
    expectTurnsXTo(poseAt(Opened(turned6(TransformInfo{0, 0})), 0).nodes[0], {0, 1, 0});
    expectTurnsXTo(poseAt(Opened(turned6(TransformInfo{0, 1})), 0).nodes[0], {0, -1, 0});
    expectTurnsXTo(poseAt(Opened(turned6(std::nullopt)), 0).nodes[0], {0, -1, 0});
}

TEST(PoseV6, IgnoresTheFlagThatMeansRotationOnlyLater) {
    SpecV6 spec = smallV6();
    spec.nodes[0].flags = 2;
    expectAt(poseAt(Opened(spec), 100).nodes[0], {2, 0, 0});
}

TEST(PoseV6, RestsAtTheFirstKeyOfStaticModelElseOfTheFirstAnimation) {
    SpecV6 spec = smallV6();
    spec.animations[0].nodes[0][0].translation = {4, 0, 0};
    {
        const Opened file(spec);
        EXPECT_EQ(file.model.v6.restAnimation, 0U);
        expectAt(pose(file.model, {}).nodes[0], {4, 0, 0});
    }
    AnimationSpec rest = spec.animations[0];
    rest.name = "Static_Model";
    rest.nodes[0][0].translation = {5, 0, 0};
    spec.animations.push_back(rest);
    const Opened file(spec);
    EXPECT_EQ(file.model.v6.restAnimation, 1U);
    expectAt(pose(file.model, {}).nodes[0], {5, 0, 0});
}

TEST(PoseV6, WithoutAnimationsHasNoTransformations) {
    SpecV6 spec = smallV6();
    spec.animations.clear();
    const Opened file(spec);
    EXPECT_EQ(file.model.v6.restAnimation, kNone);
    expectAt(pose(file.model, {}).nodes[1], {0, 0, 0});
}

}  // namespace
}  // namespace abc::testing
