// Animations of one model for another: against poses of the source, and against rotations and places worked out by
// hand.
#include <abc/pose.h>
#include <gtest/gtest.h>
#include <retarget/bake.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/new_models.h"
#include "support/thorough.h"

namespace retargeting::testing {
namespace {

using namespace abc::testing;
using abc::Mat4;
using abc::Quat;
using abc::Vec3;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kHuge = std::numeric_limits<float>::max();

Quat about(Vec3 axis, double degrees) {
    const double half = degrees * 3.14159265358979323846 / 360;
    const auto sine = static_cast<float>(std::sin(half));
    return {axis.x * sine, axis.y * sine, axis.z * sine, static_cast<float>(std::cos(half))};
}
constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

/// A node: its name, its parent's index, and its place and rotation in the space of the model.
struct Bone {
    std::string name;
    std::uint32_t children = 0;
    Vec3 place;
    Quat turn;
    /// By key, in the space of its parent. Absent: as in the bind pose.
    std::vector<KeySpec> keys = {};
};

Mat4 matrixOf(const Bone& bone) {
    return abc::transform(bone.place, bone.turn);
}

std::vector<std::uint32_t> parentsOf(const std::vector<Bone>& bones) {
    std::vector<std::uint32_t> parents(bones.size(), kNone), open, left;
    for (std::uint32_t i = 0; i < bones.size(); ++i) {
        while (!left.empty() && left.back() == 0) {
            left.pop_back();
            open.pop_back();
        }
        if (!open.empty()) {
            parents[i] = open.back();
            --left.back();
        }
        open.push_back(i);
        left.push_back(bones[i].children);
    }
    return parents;
}

/// A file of version 12 with one animation of these keys.
SpecV9 skeleton(const std::vector<Bone>& bones, std::vector<std::uint32_t> times = {0, 100}) {
    SpecV9 spec;
    const std::vector<std::uint32_t> parents = parentsOf(bones);
    AnimationSpec animation;
    animation.name = "walk";
    animation.times = std::move(times);
    animation.frameString = "step";
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Bone& bone = bones[i];
        NodeSpec node;
        node.name = bone.name;
        node.children = bone.children;
        node.bind = matrixOf(bone);
        spec.nodes.push_back(node);
        const Mat4 local = parents[i] == kNone ? node.bind : abc::inverse(matrixOf(bones[parents[i]])) * node.bind;
        const KeySpec rest{local.translation(), abc::rotationOf(local)};
        animation.nodes.push_back(bone.keys.empty() ? std::vector<KeySpec>(animation.times.size(), rest) : bone.keys);
    }
    spec.animations = {animation};
    return spec;
}

/// Hips at 10, a chest, a head, an arm and two legs; the hips walk, the chest bows, the arm is raised.
std::vector<Bone> person() {
    return {
        {"root", 1, {0, 0, 0}, {}, {{{0, 0, 0}, {}}, {{3, 0, 20}, about(kY, 30)}}},
        {"hips", 3, {0, 10, 0}, {}, {{{0, 10, 0}, {}}, {{0, 9, 0}, about(kX, 10)}}},
        {"chest", 2, {0, 14, 0}, {}, {{{0, 4, 0}, {}}, {{0, 4, 0}, about(kX, 25)}}},
        {"head", 0, {0, 18, 0}, {}, {}},
        {"arm", 0, {3, 17, 0}, {}, {{{3, 3, 0}, {}}, {{3, 3, 0}, about(kZ, 80)}}},
        {"left leg", 0, {2, 1, 0}, {}, {{{2, -9, 0}, {}}, {{2, -9, 0}, about(kX, -40)}}},
        {"right leg", 0, {-2, 1, 0}, {}, {}},
    };
}

abc::Pose poseAt(const Opened& file, std::uint32_t animation, std::uint32_t key) {
    abc::Layer layer;
    layer.source = &file.model;
    layer.animation = animation;
    layer.keys = abc::KeySpan{key, key, 0};
    return abc::pose(file.model, {&layer, 1});
}

File baked(const Opened& target, const Opened& source, const Options& options = {}, std::uint32_t animation = 0) {
    const Retargeter retargeter(target.model, source.model, options);
    EXPECT_EQ(retargeter.refusal(animation), "");
    return done(target.bytes, retargeting::baked(target.document, target.model, retargeter.animation(animation), 0));
}

void expectNear(Vec3 a, Vec3 b, double off = 1e-5) {
    EXPECT_NEAR(a.x, b.x, off);
    EXPECT_NEAR(a.y, b.y, off);
    EXPECT_NEAR(a.z, b.z, off);
}

void expectSamePoses(const Opened& a, std::uint32_t of, const Opened& b, std::uint32_t other, float scale = 1,
                     double off = 1e-5) {
    ASSERT_EQ(a.model.nodes.size(), b.model.nodes.size());
    ASSERT_EQ(a.model.animations[of].keyCount, b.model.animations[other].keyCount);
    for (std::uint32_t key = 0; key < a.model.animations[of].keyCount; ++key) {
        const abc::Pose one = poseAt(a, of, key);
        const abc::Pose two = poseAt(b, other, key);
        for (std::size_t node = 0; node < one.nodes.size(); ++node) {
            const Mat4& m = one.nodes[node];
            const Mat4& n = two.nodes[node];
            for (std::size_t i = 0; i < 12; ++i)
                EXPECT_NEAR(m.m[i], n.m[i] * (i % 4 == 3 ? scale : 1.0F), off) << node << " " << key << " " << i;
        }
    }
}

/// All of a model at another size.
std::vector<Bone> scaled(std::vector<Bone> bones, float factor) {
    for (Bone& bone : bones) {
        bone.place = bone.place * factor;
        for (KeySpec& key : bone.keys) key.translation = key.translation * factor;
    }
    return bones;
}

TEST(Retarget, OfTheSameSkeletonIsTheSame) {
    for (const Translations translations : {Translations::Root, Translations::All}) {
        const Opened file(skeleton(person()));
        Options options;
        options.translations = translations;
        const Opened there(baked(file, file, options));
        ASSERT_EQ(there.model.animations.size(), 2U);
        expectSamePoses(there, 1, file, 0);
        const abc::Animation& made = there.model.animations[1];
        EXPECT_EQ(there.model.text(made.name), "walk");
        EXPECT_EQ(made.interpolationTime, file.model.animations[0].interpolationTime);
        EXPECT_FLOAT_EQ(made.extents.y, file.model.animations[0].extents.y);
        for (std::uint32_t key = 0; key < 2; ++key) {
            const abc::Keyframe& here = there.model.keyframes[made.firstKey + key];
            const abc::Keyframe& other = file.model.keyframes[file.model.animations[0].firstKey + key];
            EXPECT_EQ(here.time, other.time);
            EXPECT_EQ(there.model.text(here.string), file.model.text(other.string));
        }
        EXPECT_EQ(newError(Examined(file.bytes).findings, Examined(there.bytes).findings), "");
    }
}

TEST(Retarget, TakesItsNamesInAnyCaseAndOrder) {
    std::vector<Bone> bones = person();
    std::swap(bones[5], bones[6]);
    for (Bone& bone : bones) bone.name[0] = static_cast<char>(bone.name[0] - 'a' + 'A');
    const Opened target(skeleton(bones));
    const Opened source(skeleton(person()));
    const Pairing pairing = pairNodes(target.model, source.model, {});
    EXPECT_EQ(pairing.source, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 6, 5}));
    EXPECT_EQ(pairing.count(), 7U);
    EXPECT_TRUE(pairing.unused.empty());
    const Opened there(baked(target, source));
    // The leg that is the sixth there is the seventh here.
    const abc::Pose made = poseAt(there, 1, 1);
    const abc::Pose known = poseAt(source, 0, 1);
    expectNear(made.nodes[6].apply({0, 5, 1}), known.nodes[5].apply({0, 5, 1}), 2e-5);
}

TEST(Retarget, OfOtherNamesMatchesNothing) {
    std::vector<Bone> bones = person();
    for (Bone& bone : bones) bone.name += " other";
    const Opened target(skeleton(bones));
    const Opened source(skeleton(person()));
    const Retargeter retargeter(target.model, source.model, {});
    EXPECT_EQ(retargeter.pairing().count(), 0U);
    EXPECT_EQ(retargeter.pairing().unused.size(), 7U);
    EXPECT_EQ(retargeter.scaleFrom(), ScaleFrom::Nothing);
    EXPECT_EQ(retargeter.refusal(0), "No node of the target matches one of the source.");
    EXPECT_EQ(retargeter.refusal(1), "The source has 1 animation, but not the requested one.");
    // One by choice is enough; the others stay as they are bound.
    Options options;
    options.pairing.choices = {{2, 2}};
    const Retargeter chosen(target.model, source.model, options);
    EXPECT_EQ(chosen.refusal(0), "");
    const Motion motion = chosen.animation(0);
    expectNear(motion.keys[1 * 2 + 1].translation, {0, 10, 0});
    EXPECT_EQ(motion.keys[1 * 2 + 1].rotation.w, 1);
}

TEST(Retarget, OfAScaledCopyIsScaled) {
    for (const float factor : {0.5F, 3.0F}) {
        const Opened target(skeleton(scaled(person(), factor)));
        const Opened source(skeleton(person()));
        const Retargeter retargeter(target.model, source.model, {});
        EXPECT_EQ(retargeter.scaleFrom(), ScaleFrom::Height);
        EXPECT_NEAR(retargeter.scale(), factor, 1e-6);
        const Opened there(baked(target, source));
        expectSamePoses(there, 1, source, 0, factor, 2e-5 * factor);
        EXPECT_FLOAT_EQ(there.model.animations[1].extents.y, source.model.animations[0].extents.y * factor);
    }
}

TEST(Retarget, KeepsTheProportionsOfTheTarget) {
    std::vector<Bone> bones = person();
    // Arms and legs of other lengths, hips at the same height.
    bones[4].place = {7, 16, 0};
    bones[5].place = {2, 0, 0};
    bones[6].place = {-2, 0, 0};
    const Opened target(skeleton(bones));
    const Opened source(skeleton(person()));
    Options options;
    options.scale = 1;
    const Opened there(baked(target, source, options));
    const abc::Pose made = poseAt(there, 1, 1);
    const abc::Pose known = poseAt(source, 0, 1);
    for (const std::size_t node : {0U, 1U, 2U, 3U})
        expectNear(made.nodes[node].translation(), known.nodes[node].translation());
    // The offset that it is bound at, as its parent is turned.
    expectNear(made.nodes[4].translation(), known.nodes[2].apply({7, 2, 0}));
    expectNear(made.nodes[4].rotate({1, 2, 3}), known.nodes[4].rotate({1, 2, 3}));
    expectNear(made.nodes[5].translation(), known.nodes[1].apply({2, -10, 0}), 2e-5);
}

/// The same stance, with the axes of every node turned.
std::vector<Bone> turnedAxes(std::vector<Bone> bones) {
    const Quat turns[] = {
        about(kX, 90), about(kZ, -45), about(kY, 180), about(kZ, 90), about(kX, 33), about(kY, 71), {}};
    for (std::size_t i = 0; i < bones.size(); ++i) {
        bones[i].turn = bones[i].turn * turns[i];
        bones[i].keys.clear();
    }
    return bones;
}

TEST(Retarget, DoesNotDependOnTheAxesOfNodes) {
    for (const Translations translations : {Translations::Root, Translations::All}) {
        std::vector<Bone> moving = person();
        // So that there is something to move.
        if (translations == Translations::All) moving[4].keys[1].translation = {3, 4, 2};
        const std::vector<Bone> other = turnedAxes(person());
        const Opened target(skeleton(other));
        const Opened source(skeleton(moving));
        Options options;
        options.translations = translations;
        const Opened there(baked(target, source, options));
        for (std::uint32_t key = 0; key < 2; ++key) {
            const abc::Pose made = poseAt(there, 1, key);
            const abc::Pose known = poseAt(source, 0, key);
            for (std::size_t node = 0; node < other.size(); ++node) {
                // A point of the mesh, which is bound at the same place of both: it moves to the same place.
                const Vec3 point = Vec3{1, 2, 3} + other[node].place;
                const Vec3 here = (made.nodes[node] * target.model.nodes[node].inverseBind).apply(point);
                const Vec3 expected = (known.nodes[node] * source.model.nodes[node].inverseBind).apply(point);
                expectNear(here, expected, 3e-5);
            }
        }
    }
}

TEST(Retarget, TurnsByTheSameAngleWhereTheBindPoseStandsDifferently) {
    // An arm that hangs at 45 degrees, of a source whose arm points to X: raised by 80 degrees about Z, it points
    // to 35.
    const std::vector<Bone> hanging = {
        {"body", 1, {0, 10, 0}, {}, {}},
        {"arm", 1, {2, 10, 0}, {}, {}},
        {"hand", 0, {2 + 5 * std::sqrt(0.5F), 10 - 5 * std::sqrt(0.5F), 0}, {}, {}},
    };
    const std::vector<Bone> straight = {
        {"body", 1, {0, 10, 0}, {}, {}},
        {"arm", 1, {2, 10, 0}, {}, {{{2, 0, 0}, {}}, {{2, 0, 0}, about(kZ, 80)}}},
        {"hand", 0, {7, 10, 0}, {}, {}},
    };
    const Opened target(skeleton(hanging));
    const Opened there(baked(target, Opened(skeleton(straight))));
    const double angle = 35 * 3.14159265358979323846 / 180;
    expectNear(poseAt(there, 1, 1).nodes[2].translation(),
               {static_cast<float>(2 + 5 * std::cos(angle)), static_cast<float>(10 + 5 * std::sin(angle)), 0});
}

TEST(Retarget, PassesOverNodesThatOneSideLacks) {
    std::vector<Bone> bones = person();
    // The target has a spine between hips and chest, which stays straight.
    bones.insert(bones.begin() + 2, {"spine", 1, {0, 12, 0}, about(kX, 20), {}});
    const Opened target(skeleton(bones));
    const Opened source(skeleton(person()));
    const Retargeter retargeter(target.model, source.model, {});
    EXPECT_EQ(retargeter.pairing().source[2], kNone);
    EXPECT_EQ(retargeter.pairing().by[2], By::Nothing);
    const Opened there(baked(target, source));
    const abc::Pose made = poseAt(there, 1, 1);
    const abc::Pose known = poseAt(source, 0, 1);
    // Its chest turns as the other one does, although its parent is another one.
    for (const auto& [node, other] : {std::pair{3U, 2U}, {4U, 3U}, {5U, 4U}})
        expectNear(made.nodes[node].rotate({1, 2, 3}), known.nodes[other].rotate({1, 2, 3}));
    // The other way round the spine is not used.
    const Pairing back = pairNodes(source.model, target.model, {});
    EXPECT_EQ(back.unused, std::vector<std::uint32_t>{2});
}

TEST(Retarget, TakesTheWayOfTheHipsAlsoWhereRootsAreOthers) {
    std::vector<Bone> bones = person();
    bones[0].name = "scene";
    const Opened target(skeleton(bones));
    const Opened source(skeleton(person()));
    const Pairing pairing = pairNodes(target.model, source.model, {});
    EXPECT_EQ(pairing.by[0], By::Root);
    EXPECT_EQ(pairing.source[0], 0U);
    Options options;
    options.pairing.choices = {{0, kNone}};
    const Opened there(baked(target, source, options));
    expectNear(poseAt(there, 1, 1).nodes[1].translation(), poseAt(source, 0, 1).nodes[1].translation());
    expectNear(poseAt(there, 1, 1).nodes[0].translation(), {0, 0, 0});
}

TEST(Retarget, KnowsSimilarNames) {
    EXPECT_EQ(similarName("Bip01 L Arm"), "larm");
    EXPECT_EQ(similarName("mixamorig:Left_Arm"), "leftarm");
    EXPECT_EQ(similarName("a|b:L-Arm.01"), "larm01");
    EXPECT_EQ(similarName("Left_armu_node"), "leftarmu");
    EXPECT_EQ(similarName("Node"), "node");
    EXPECT_EQ(similarName("Biped"), "biped");
    EXPECT_EQ(similarName("Bip01"), "bip01");
    EXPECT_EQ(similarName("bip"), "bip");
    EXPECT_EQ(similarName("Bip01 "), "bip01 ");
    EXPECT_EQ(similarName("::"), "::");
    EXPECT_EQ(similarName(""), "");
    EXPECT_EQ(similarName("\xC4rm el"), "\xC4rmel");
    std::vector<Bone> bones = person();
    for (Bone& bone : bones) bone.name = "Bip01 " + bone.name;
    bones[5].name = "Bip01 LeftLeg";
    const Opened target(skeleton(bones));
    const Opened source(skeleton(person()));
    EXPECT_EQ(pairNodes(target.model, source.model, {}).count(), 7U);
    EXPECT_EQ(pairNodes(target.model, source.model, {}).by[5], By::Similar);
    PairingOptions exact;
    exact.similar = false;
    EXPECT_EQ(pairNodes(target.model, source.model, exact).count(), 0U);
}

TEST(Retarget, TakesChoicesBeforeNames) {
    const Opened file(skeleton(person()));
    PairingOptions options;
    // The head follows the chest, as the chest does; the arm nothing; what is not there is ignored.
    options.choices = {{3, 2}, {4, kNone}, {2, 2}, {99, 0}, {1, 99}};
    const Pairing pairing = pairNodes(file.model, file.model, options);
    EXPECT_EQ(pairing.source, (std::vector<std::uint32_t>{0, 1, 2, 2, kNone, 5, 6}));
    EXPECT_EQ(pairing.by[3], By::Choice);
    EXPECT_EQ(pairing.by[2], By::Choice);
    EXPECT_EQ(pairing.by[4], By::Nothing);
    EXPECT_EQ(pairing.unused, (std::vector<std::uint32_t>{3, 4}));
}

TEST(Retarget, PairsNodesOfOneNameInTheirOrder) {
    std::vector<Bone> bones = person();
    bones[5].name = bones[6].name = "leg";
    const Opened file(skeleton(bones));
    EXPECT_EQ(pairNodes(file.model, file.model, {}).source, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
    bones.pop_back();
    bones[1].children = 2;
    const Opened fewer(skeleton(bones));
    EXPECT_EQ(pairNodes(file.model, fewer.model, {}).source[6], kNone);
    EXPECT_EQ(pairNodes(fewer.model, file.model, {}).unused, std::vector<std::uint32_t>{6});
}

TEST(Retarget, MeasuresSkeletonsWithoutHips) {
    const std::vector<Bone> rope = {
        {"a", 1, {0, 0, 0}, {}, {}}, {"b", 1, {5, 0, 0}, {}, {}}, {"c", 0, {10, 0, 0}, {}, {}}};
    const Opened target(skeleton(scaled(rope, 2)));
    const Opened source(skeleton(rope));
    const Retargeter retargeter(target.model, source.model, {});
    EXPECT_EQ(retargeter.scaleFrom(), ScaleFrom::Size);
    EXPECT_NEAR(retargeter.scale(), 2, 1e-9);
    Options options;
    options.scale = 5;
    EXPECT_EQ(Retargeter(target.model, source.model, options).scale(), 5);
    EXPECT_EQ(Retargeter(target.model, source.model, options).scaleFrom(), ScaleFrom::Choice);
    // What has no extent says nothing about the scale, and a scale of nothing is none.
    const Opened point(skeleton(scaled(rope, 0)));
    EXPECT_EQ(Retargeter(point.model, source.model, {}).scaleFrom(), ScaleFrom::Nothing);
    EXPECT_EQ(Retargeter(source.model, point.model, {}).scale(), 1);
    for (const double odd : {0.0, -1.0, 1e9, double{kNan}}) {
        options.scale = odd;
        EXPECT_NEAR(Retargeter(target.model, source.model, options).scale(), 2, 1e-9);
    }
}

TEST(Retarget, CarriesTheOriginOfTheBinding) {
    SpecV9 spec = skeleton(person());
    spec.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"walk", {1, 2, 3}}}}};
    const Opened source(spec);
    const Opened target(skeleton(scaled(person(), 2)));
    // It has a list of bindings, to which it adds one.
    const Opened there(baked(target, source));
    const abc::Binding* binding = there.model.binding(0, "walk");
    ASSERT_NE(binding, nullptr);
    expectNear(binding->origin, {2, 4, 6});
    // Where all animations have one, the new one gets its own.
    SpecV9 bound = skeleton(scaled(person(), 2));
    bound.animations[0].name = "own";
    bound.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"own", {9, 9, 9}}}}};
    const Opened both(baked(Opened(bound), source));
    ASSERT_EQ(both.model.bindings.size(), 2U);
    expectNear(both.model.binding(0, "walk")->origin, {2, 4, 6});
    expectNear(both.model.binding(0, "own")->origin, {9, 9, 9});
}

TEST(Retarget, AddsSeveralInOneCall) {
    const Opened source(skeleton(person()));
    for (const bool isBound : {false, true}) {
        SpecV9 spec = skeleton(person());
        spec.animations[0].name = "own";
        if (isBound) spec.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"own", {9, 9, 9}}}}};
        const Opened target(spec);
        const Retargeter retargeter(target.model, source.model, {});
        std::vector<core::Operation> operations;
        for (std::uint32_t i = 0; i < 3; ++i) {
            Motion motion = retargeter.animation(0);
            motion.name += std::to_string(i);
            motion.origin = {static_cast<float>(i), 0, 0};
            for (core::Operation& each : retargeting::baked(target.document, target.model, motion, i))
                operations.push_back(std::move(each));
        }
        const Opened there(done(target.bytes, operations));
        ASSERT_EQ(there.model.animations.size(), 4U);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::string name = "walk" + std::to_string(i);
            EXPECT_EQ(there.model.text(there.model.animations[i + 1].name), name);
            expectSamePoses(there, i + 1, source, 0);
            ASSERT_NE(there.model.binding(0, name), nullptr);
            EXPECT_EQ(there.model.binding(0, name)->origin.x, static_cast<float>(i));
        }
        EXPECT_EQ(newError(Examined(target.bytes).findings, Examined(there.bytes).findings), "");
        EXPECT_EQ(done(there.bytes, {list(core::Operation::Kind::Remove, "Animation.Animations[1]", 3)}), target.bytes);
    }
}

class Versions : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(Versions, TakeAnimationsOfOthers) {
    SpecV9 spec = skeleton(person());
    const Opened source(spec);
    spec.version = GetParam();
    spec.animations[0].name = "own";
    const Opened target(spec);
    ASSERT_EQ(whyNotBaked(target.document), "");
    const Opened there(baked(target, source));
    ASSERT_EQ(there.model.animations.size(), 2U);
    expectSamePoses(there, 1, source, 0);
    EXPECT_EQ(newError(Examined(target.bytes).findings, Examined(there.bytes).findings), "");
}

INSTANTIATE_TEST_SUITE_P(Of, Versions, ::testing::Values(9, 10, 11, 12, 13, 108));

/// The same as version 6, whose rest pose is its first animation.
SpecV6 skeleton6(const std::vector<Bone>& bones, abc::TransformInfo info) {
    const SpecV9 like = skeleton(bones);
    SpecV6 spec = smallV6();
    spec.transformInfo = info;
    spec.nodes = like.nodes;
    for (NodeSpec& node : spec.nodes) node.deformed.clear();
    for (VertexSpec6& vertex : spec.vertices) vertex.node = 0;
    std::vector<Bone> still = bones;
    for (Bone& bone : still) bone.keys.clear();
    AnimationSpec rest = skeleton(still, {0}).animations[0];
    rest.name = "static_model";
    AnimationSpec walk = like.animations[0];
    const auto stored = [&](AnimationSpec animation) {
        animation.deformation.assign(bones.size(), {});
        for (auto& track : animation.nodes) {
            for (KeySpec& key : track) {
                // Mirrored in Z, and conjugated.
                if (info.flipMat != 0) {
                    key.translation.z = -key.translation.z;
                    key.rotation = {-key.rotation.x, -key.rotation.y, key.rotation.z, key.rotation.w};
                }
                if (info.fixAnimKeyframes != 0) key.rotation = abc::conjugate(key.rotation);
            }
        }
        return animation;
    };
    spec.animations = {stored(rest), stored(walk)};
    return spec;
}

TEST(Retarget, GoesFromAndToVersion6) {
    const Opened v9(skeleton(person()));
    for (const abc::TransformInfo info : {abc::TransformInfo{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
        const Opened v6(skeleton6(person(), info));
        ASSERT_EQ(v6.model.mirrorZ(), info.flipMat == 0);
        // Into v9, where it is the same movement.
        const Opened up(baked(v9, v6, {}, 1));
        expectSamePoses(up, 1, v9, 0);
        // Into v6, where it is the one that was there.
        const Opened down(baked(v6, v9));
        ASSERT_EQ(down.model.animations.size(), 3U);
        expectSamePoses(down, 2, v6, 1);
        EXPECT_EQ(down.model.animations[2].extents.y, v9.model.animations[0].extents.y);
        EXPECT_EQ(newError(Examined(v6.bytes).findings, Examined(down.bytes).findings), "");
    }
}

TEST(Retarget, LeavesWhatVersion6DeformsAtRest) {
    const Opened target(smallV6());
    const Opened there(baked(target, target));
    ASSERT_EQ(there.model.animations.size(), target.model.animations.size() + 1);
    expectSamePoses(there, 1, target, 0);
    EXPECT_EQ(newError(Examined(target.bytes).findings, Examined(there.bytes).findings), "");
    const auto bytesOf = [&](const Opened& file, const std::string& path) {
        const auto place = file.document.walk().resolve(path);
        EXPECT_TRUE(place) << path;
        return std::vector<std::byte>(file.bytes.begin() + place->start, file.bytes.begin() + place->end);
    };
    const auto rest = bytesOf(target, "Animation.Anims[0].NodeAnims[1].Deformation[0]");
    EXPECT_EQ(bytesOf(there, "Animation.Anims[1].NodeAnims[1].Deformation[0]"), rest);
    EXPECT_EQ(bytesOf(there, "Animation.Anims[1].NodeAnims[1].Deformation[1]"), rest);
    EXPECT_EQ(bytesOf(there, "Animation.Anims[1].NodeAnims[1].Scale"),
              bytesOf(target, "Animation.Anims[0].NodeAnims[1].Scale"));
}

TEST(Retarget, TellsWhatCannotBeDone) {
    const Opened source(skeleton(person()));
    SpecV9 empty;
    empty.nodes.clear();
    const Opened none(empty);
    EXPECT_EQ(Retargeter(none.model, source.model, {}).refusal(0), "The target has no nodes.");
    SpecV9 spec = skeleton(person());
    spec.animations[0].times.clear();
    for (auto& node : spec.animations[0].nodes) node.clear();
    const Opened still(spec);
    EXPECT_EQ(Retargeter(source.model, still.model, {}).refusal(0),
              "“walk” of the source has no keys, or ends with the file.");
    EXPECT_NE(whyNotBaked(abc::parse(File(100, std::byte{7}))), "");
}

TEST(Retarget, RefusesMoreKeysThanCanBeAdded) {
    // Two nodes with very many keys, for a skeleton of very many nodes.
    std::vector<std::uint32_t> times(3000);
    for (std::uint32_t i = 0; i < times.size(); ++i) times[i] = i;
    const Opened source(skeleton({{"a", 1, {0, 0, 0}, {}, {}}, {"b", 0, {0, 5, 0}, {}, {}}}, times));
    std::vector<Bone> bones(6000, Bone{"x", 0, {0, 0, 0}, {}, {}});
    bones[0] = {"a", static_cast<std::uint32_t>(bones.size() - 1), {0, 0, 0}, {}, {}};
    const Opened target(skeleton(bones));
    const Retargeter retargeter(target.model, source.model, {});
    EXPECT_EQ(retargeter.keysOf(0), 18'000'000U);
    EXPECT_EQ(retargeter.keysOf(1), 0U);
    EXPECT_EQ(retargeter.refusal(0),
              "With “walk” there would be 18,000,000 new keys; at most 4,194,304 can be added at once.");
}

TEST(Retarget, CountsKeysOfTheAnimationsBefore) {
    const Opened file(skeleton(person()));
    const Retargeter retargeter(file.model, file.model, {});
    ASSERT_EQ(retargeter.keysOf(0), 14U);
    EXPECT_EQ(retargeter.refusal(0, kMostKeys - 14), "");
    EXPECT_EQ(retargeter.refusal(0, kMostKeys - 13),
              "With “walk” there would be 4,194,305 new keys; at most 4,194,304 can be added at once.");
}

void expectFinite(const Motion& motion) {
    for (const abc::Local& key : motion.keys) {
        EXPECT_TRUE(abc::isFinite(key.translation));
        EXPECT_TRUE(abc::isFinite(key.rotation));
    }
    EXPECT_TRUE(abc::isFinite(motion.extents));
    EXPECT_TRUE(abc::isFinite(motion.origin));
}

TEST(Retarget, MakesFiniteNumbersOfAny) {
    const float odd[] = {kNan, kHuge, -kHuge, std::numeric_limits<float>::infinity(), 0, 1e-40F};
    for (const float number : odd) {
        std::vector<Bone> bones = person();
        bones[2].keys[1] = {{number, 1, number}, {number, number, 0, number}};
        bones[0].keys[1] = {{0, number, 0}, {0, 0, 0, 0}};
        SpecV9 spec = skeleton(bones);
        spec.nodes[1].bind.m[5] = number;
        spec.nodes[3].bind.m[3] = number;
        spec.nodes[4].bind.m = {};
        spec.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"walk", {number, 0, 0}}}}};
        const Opened wrong(spec);
        const Opened right(skeleton(person()));
        for (const Translations translations : {Translations::Root, Translations::All}) {
            Options options;
            options.translations = translations;
            expectFinite(Retargeter(wrong.model, right.model, options).animation(0));
            expectFinite(Retargeter(right.model, wrong.model, options).animation(0));
            expectFinite(Retargeter(wrong.model, wrong.model, options).animation(0));
        }
    }
}

TEST(Retarget, TakesAnyFixtureForAnyOther) {
    // All pairs take long: each with the next few.
    const auto& all = allFixtures();
    const std::size_t others = kThorough ? all.size() : 3;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Opened target(all[i].file);
        for (std::size_t j = 0; j < others; ++j) {
            const Opened source(all[(i + j) % all.size()].file);
            const Retargeter retargeter(target.model, source.model, {});
            EXPECT_EQ(retargeter.pairing().source.size(), target.model.nodes.size());
            for (std::uint32_t animation = 0; animation < source.model.animations.size(); ++animation) {
                if (!retargeter.refusal(animation).empty()) continue;
                const Motion motion = retargeter.animation(animation);
                expectFinite(motion);
                if (!whyNotBaked(target.document).empty()) continue;
                const abc::Edited edited =
                    abc::edit(target.document, retargeting::baked(target.document, target.model, motion, 0));
                EXPECT_EQ(checkEdited(target.document, edited).value_or(""), "") << all[i].name;
            }
        }
    }
}

}  // namespace
}  // namespace retargeting::testing
