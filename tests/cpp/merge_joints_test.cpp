// Which joints of a glTF are the nodes of a file, how they are turned, and what hangs on them.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "merge_exported.h"

namespace abc::testing {
namespace {

using merging::ColumnMatrix;
using merging::Joints;
using merging::NodeCurve;
using merging::Scene;

constexpr double kHalf = std::numbers::sqrt2 / 2;
/// A quarter turn about Z, as Blender's bones have it.
constexpr WideQuat kQuarter{0, 0, kHalf, kHalf};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Exported exported(std::uint32_t version = 12) {
    return Exported(given(version).bytes);
}

void expectNear(const Affine& a, const Affine& b, double near = 1e-6) {
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], near) << i;
}
void expectNear(const WideVec3& a, const WideVec3& b, double near = 1e-5) {
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], near) << i;
}

TEST(Joints, AreTheNodesOfTheFile) {
    for (const std::uint32_t version : {6U, 9U, 12U}) {
        const Exported is = exported(version);
        const Joints joints = is.joints();
        ASSERT_TRUE(joints.areNodes());
        EXPECT_EQ(joints.list(), (std::vector<std::uint32_t>{1, 2, 3, 4}));
        EXPECT_EQ(joints.nodeOf(), (std::vector<std::int32_t>{-2, 0, 1, 2, 3, -2, -2}));
        const merging::Rig& rig = joints.rig();
        EXPECT_EQ(rig.unit, 1);
        EXPECT_FALSE(rig.undo);
        for (std::size_t node = 0; node < 4; ++node) {
            expectNear(rig.binds[node], is.binds[node]);
            EXPECT_EQ(rig.bindsNow[node], rig.binds[node]);
            expectNear(product(rig.inverseNow[node], rig.binds[node]), kIdentity);
            EXPECT_EQ(rig.turns[node], (WideQuat{0, 0, 0, 1}));
            EXPECT_FALSE(rig.isMoved[node]);
        }
        const auto [isMoved, isTurned, isScaled] = joints.whole();
        EXPECT_FALSE(isMoved || isTurned || isScaled);
    }
}

TEST(Joints, WithOtherAxesAreTurnedBack) {
    Exported is = exported();
    is.turnAxes(kQuarter);
    const Joints joints = is.joints();
    ASSERT_TRUE(joints.areNodes());
    for (std::size_t node = 0; node < 4; ++node) {
        EXPECT_LT(angleBetween(joints.rig().turns[node], kQuarter), 1e-12);
        EXPECT_FALSE(joints.rig().isMoved[node]);
    }
    const merging::Stand stand = joints.standOf(is.empty);
    EXPECT_EQ(stand.holder, 1);
    expectNear(stand.local.translation, {1, 2, 3});
    EXPECT_LT(angleBetween(stand.local.rotation, {0, 0, 0, 1}), 1e-6);
}

TEST(Joints, ThatStandElsewhereAreMoved) {
    Exported is = exported();
    is.scene.skins[0].inverse[2] = columnsOf(*inverse(product(moved(0.5, 0, 0), is.binds[2])));
    const Joints joints = is.joints();
    EXPECT_EQ(joints.rig().isMoved, (std::vector<bool>{false, false, true, false}));
    EXPECT_NEAR(joints.rig().bindsNow[2][3], is.binds[2][3] + 0.5, 1e-9);
    expectNear(product(joints.rig().inverseNow[2], joints.rig().bindsNow[2]), kIdentity);
}

/// Blender puts the place of an armature into the bind poses.
TEST(Joints, AreWhereTheyWereWhenAllWasMoved) {
    Exported is = exported();
    const Affine away = affineOf({7, -2, 4}, kQuarter);
    is.scene.matrices[0] = columnsOf(away);
    for (std::size_t node = 0; node < 4; ++node)
        is.scene.skins[0].inverse[node] = columnsOf(*inverse(product(away, is.binds[node])));
    const Joints joints = is.joints();
    ASSERT_TRUE(joints.rig().undo);
    expectNear(product(*joints.rig().undo, away), kIdentity);
    EXPECT_EQ(joints.rig().isMoved, std::vector<bool>(4));
    const auto [isMoved, isTurned, isScaled] = joints.whole();
    EXPECT_TRUE(isMoved);
    EXPECT_TRUE(isTurned);
    EXPECT_FALSE(isScaled);
    // What is on the skin is taken back, too.
    EXPECT_EQ(joints.meshOf({is.mesh, {}, {}, {}}).matrix, joints.rig().undo);
}

TEST(Joints, InMetresAreSeen) {
    Exported is = exported();
    is.scene.scale = 0.01;
    for (std::size_t node = 0; node < 4; ++node) {
        Affine small = is.binds[node];
        for (const std::size_t i : {3U, 7U, 11U}) small[i] *= 0.01;
        is.scene.skins[0].inverse[node] = columnsOf(*inverse(small));
    }
    const Joints joints = is.joints();
    EXPECT_NEAR(joints.rig().unit, 100, 1e-9);
    EXPECT_EQ(joints.rig().isMoved, std::vector<bool>(4));
    EXPECT_FALSE(joints.whole().isScaled);
    // The same with the scale where the export left it.
    Exported as = exported();
    as.scene.scale = 0.01;
    as.scene.matrices[0] = {0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 1};
    EXPECT_EQ(as.joints().rig().unit, 1);
    EXPECT_FALSE(as.joints().whole().isScaled);
    as.scene.matrices[0][5] = 0.02;
    EXPECT_TRUE(as.joints().whole().isScaled);
}

TEST(Joints, OfAnotherSkeletonAreNotTheNodes) {
    using Change = std::function<void(Exported&)>;
    const std::vector<Change> changes{
        [](Exported& is) { is.scene.indices[4] = kNan; },
        [](Exported& is) { is.scene.indices[4] = 2; },
        [](Exported& is) { is.scene.indices[4] = 4; },
        [](Exported& is) { is.scene.indices[4] = 2.5; },
        [](Exported& is) { is.scene.indices[4] = -1; },
        [](Exported& is) { std::swap(is.scene.indices[2], is.scene.indices[3]); },
        [](Exported& is) { is.scene.parents[4] = 2; },
        [](Exported& is) { is.scene.skins[0].joints.push_back(is.empty); },
        [](Exported& is) { is.scene.below.pop_back(), is.scene.below.pop_back(); },
    };
    for (const Change& change : changes) {
        Exported is = exported();
        change(is);
        EXPECT_FALSE(is.joints().areNodes()) << &change - changes.data();
    }
}

TEST(Joints, ThatWereAddedAreNoNodes) {
    Exported is = exported();
    const std::uint32_t neutral = is.add(kIdentity, -1, kNan);
    is.scene.isNeutral[neutral] = 1;
    is.scene.skins[0].joints.push_back(neutral);
    // One between two others.
    const std::uint32_t between = is.add(kIdentity, 3, -1);
    is.scene.parents[4] = static_cast<std::int32_t>(between);
    const Joints joints = is.joints();
    ASSERT_TRUE(joints.areNodes());
    EXPECT_EQ(joints.nodeOf()[neutral], merging::kAddedJoint);
    EXPECT_EQ(joints.nodeOf()[between], merging::kAddedJoint);
    const std::uint32_t on = is.add(kIdentity, static_cast<std::int32_t>(between), kNan);
    EXPECT_EQ(is.joints().standOf(on).holder, -1);
}

TEST(Scene, OfPartsThatDoNotFitIsRefused) {
    using Change = std::function<void(Scene&)>;
    const std::vector<Change> changes{
        [](Scene& is) { is.matrices.pop_back(); }, [](Scene& is) { is.indices.pop_back(); },
        [](Scene& is) { is.isNeutral.clear(); },   [](Scene& is) { is.isRenamed.clear(); },
        [](Scene& is) { is.skinOf.clear(); },      [](Scene& is) { is.skinOf[0] = 1; },
        [](Scene& is) { is.skinOf[0] = -2; },      [](Scene& is) { is.parents[0] = 3; },
        [](Scene& is) { is.parents[0] = 0; },      [](Scene& is) { is.parents[0] = 99; },
        [](Scene& is) { is.parents[0] = -2; },     [](Scene& is) { is.below.clear(); },
        [](Scene& is) { is.below[1] = 99; },       [](Scene& is) { is.skins[0].joints[0] = 99; },
    };
    for (const Change& change : changes) {
        Exported is = exported();
        change(is.scene);
        EXPECT_NE(refusalOf(is.scene), "") << &change - changes.data();
    }
}

TEST(Joints, MoveMeshesBySkinOrByWhatTheyHangOn) {
    Exported is = exported();
    merging::Primitive skinned{is.mesh, {}, {{0, 1, 9, 2, 3, 0, 0, 0}}, {{0.5F, 0.25F, 0.25F, 0, 1, 0, 0, 0}}};
    skinned.mesh.positions = {0, 0, 0, 1, 1, 1};
    const Joints joints = is.joints();
    const merging::Mesh mesh = joints.meshOf(skinned);
    EXPECT_EQ(mesh.nodes, (std::vector<std::int32_t>{0, 1, -1, 2, 3, 0, 0, 0}));
    EXPECT_EQ(mesh.shares, skinned.weights[0]);
    EXPECT_EQ(mesh.carrier, -1);
    EXPECT_FALSE(mesh.matrix);

    merging::Primitive hanging{is.empty, {}, {}, {}};
    hanging.mesh.positions = {1, 0, 0};
    const merging::Mesh hung = joints.meshOf(hanging);
    EXPECT_EQ(hung.carrier, 1);
    ASSERT_TRUE(hung.matrix);
    expectNear(*hung.matrix, product(is.binds[1], moved(1, 2, 3)));
    // Beside the model: where the model stands makes the difference.
    const std::uint32_t beside = is.add(moved(5, 0, 0), -1, kNan);
    is.scene.matrices[0] = columnsOf(moved(2, 0, 0));
    expectNear(*is.joints().meshOf({beside, {}, {}, {}}).matrix, moved(3, 0, 0));
}

TEST(Joints, CarryVerticesInTheSpacesOfNodes) {
    const Exported is = exported();
    const Joints joints = is.joints();
    // A vertex where node 1 and node 2 stand, in the axes of the glTF.
    const auto at = [&](std::size_t node, std::size_t row) { return static_cast<float>(is.binds[node][4 * row + 3]); };
    merging::Primitive primitive{is.mesh, {}, {{1, 0, 0, 0}}, {{1, 0, 0, 0}}};
    primitive.mesh.positions = {-at(1, 0), at(1, 1), -at(1, 2)};
    auto carried = joints.carried(primitive);
    ASSERT_TRUE(carried);
    EXPECT_EQ(carried->node, (std::vector<std::uint32_t>{1}));
    for (const float number : carried->local) EXPECT_NEAR(number, 0, 1e-5);
    // Nothing moves it.
    primitive.weights[0] = {0, 0, 0, 0};
    EXPECT_FALSE(joints.carried(primitive));
    // What hangs on a node is where it hangs.
    merging::Primitive hanging{is.empty, {}, {}, {}};
    hanging.mesh.positions = {0, 0, 0};
    carried = joints.carried(hanging);
    ASSERT_TRUE(carried);
    EXPECT_EQ(carried->node, (std::vector<std::uint32_t>{1}));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(carried->local[i], static_cast<double>(i + 1), 1e-5);
}

TEST(Joints, TakeCurvesOfTheirOwn) {
    const Exported is = exported();
    const Joints joints = is.joints();
    using Path = NodeCurve::Path;
    const merging::Curve places{{0, 1}, {0, 0, 0, 1, 2, 3}};
    const auto taken = joints.channelsOf({{2, Path::Translation, places},
                                          {2, Path::Scale, places},
                                          {2, Path::Rotation, places},
                                          {is.empty, Path::Translation, places},
                                          {3, Path::Translation, {}}});
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken[0].node, 1U);
    EXPECT_FALSE(taken[0].isRotation);
    EXPECT_EQ(taken[0].curve.values, places.values);

    EXPECT_TRUE(joints.movesWhole({0, Path::Translation, places}));
    EXPECT_FALSE(joints.movesWhole({0, Path::Translation, {{0, 1}, {1, 2, 3, 1, 2, 3.00001F}}}));
    EXPECT_FALSE(joints.movesWhole({1, Path::Translation, places}));
}

}  // namespace
}  // namespace abc::testing
