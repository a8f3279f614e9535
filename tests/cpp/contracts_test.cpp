// What the headers of the evaluator ask of their callers is asserted, in debug and sanitizer builds.
#include <abc/build.h>
#include <abc/deform.h>
#include <gtest/gtest.h>

#include "support/fixtures.h"

#ifndef NDEBUG

namespace abc::testing {
namespace {

Layer firstAnimation(const Opened& file) {
    Layer layer;
    layer.source = &file.model;
    layer.animation = 0;
    return layer;
}

TEST(ContractsDeathTest, KeysAtTakesAnAnimationWithKeys) {
    EXPECT_DEATH(static_cast<void>(keysAt(Model(), Animation(), 0, false)), "keyCount > 0");
}

TEST(ContractsDeathTest, StoredKeyTakesACompleteAnimationAndWhatIsInIt) {
    const Opened file(smallV12());
    const Animation& animation = file.model.animations[0];
    EXPECT_DEATH(static_cast<void>(storedKey(file.model, animation, 0, animation.keyCount)), "key < ");
    EXPECT_DEATH(static_cast<void>(storedKey(file.model, animation, 99, 0)), "node < ");
    Animation incomplete = animation;
    incomplete.complete = false;
    EXPECT_DEATH(static_cast<void>(storedKey(file.model, incomplete, 0, 0)), "complete");
}

TEST(ContractsDeathTest, PoseTakesSourcesThatFit) {
    const Opened file(smallV12());
    Model other = file.model;
    other.nodes[1].parent = kNone;
    Layer layer = firstAnimation(file);
    layer.source = &other;
    EXPECT_DEATH(static_cast<void>(pose(file.model, {&layer, 1})), "fits");
}

TEST(ContractsDeathTest, PoseTakesATransitionOfAllNodes) {
    const Opened file(smallV12());
    const std::vector<Local> locals(1);
    PoseOptions options;
    options.transition.locals = locals;
    options.transition.fraction = 0.5F;
    EXPECT_DEATH(static_cast<void>(pose(file.model, {}, options)), "locals.size");
}

TEST(ContractsDeathTest, OnlyTheBaseLayerMayHaveNoSource) {
    const Opened file(smallV12());
    const std::array<Layer, 2> layers{firstAnimation(file), Layer{}};
    EXPECT_DEATH(static_cast<void>(pose(file.model, layers)), "source != nullptr");
}

TEST(ContractsDeathTest, DeformTakesBuffersOfTheLevelAndAPoseOfTheModel) {
    const Opened file(smallV12());
    const Pose bind = pose(file.model, {});
    std::vector<Vec3> all(file.model.vertexCount(0, 0));
    std::vector<Vec3> few(1);
    EXPECT_DEATH(deform(file.model, bind, 0, 0, few, few), "positions.size");
    EXPECT_DEATH(deform(file.model, bind, 0, 0, all, few), "normals.size");
    EXPECT_DEATH(deform(file.model, Pose(), 0, 0, all, all), "nodes.size");
}

TEST(ContractsDeathTest, TexCoordsAreOfACornerOfAFace) {
    const Opened file(smallV12());
    const Lod& lod = *file.model.lod(0, 0);
    EXPECT_DEATH(static_cast<void>(file.model.texCoord(lod, lod.faceCount, 0)), "face < ");
    EXPECT_DEATH(static_cast<void>(file.model.texCoord(lod, 0, 3)), "corner < 3");
}

}  // namespace
}  // namespace abc::testing

#endif
