// Animations of real models for other real models: the poses of what was added, read again from the new file.
#include <gtest/gtest.h>
#include <retarget/bake.h>

#include "jupiter.h"
#include "support/edit_steps.h"

namespace retargeting::testing {
namespace {

using namespace abc::testing;
using abc::Mat4;
using abc::Model;
using abc::Vec3;

/// Animations of a model that are looked at, and keys of each: the first and the last of them, and some between.
constexpr std::uint32_t kAnimations = 4;
constexpr std::uint32_t kKeys = 5;

std::vector<std::uint32_t> someOf(std::uint32_t count, std::uint32_t wanted) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < std::min(count, wanted); ++i)
        out.push_back(count <= wanted ? i : i * (count - 1) / (wanted - 1));
    return out;
}

abc::Pose poseAt(const Model& model, std::uint32_t animation, std::uint32_t key) {
    abc::Layer layer;
    layer.source = &model;
    layer.animation = animation;
    layer.keys = abc::KeySpan{key, key, 0};
    return abc::pose(model, {&layer, 1});
}

/// A rotation as nine numbers, row after row, of a matrix that may have a scale. Z the other way where that is asked
/// for.
using Turn = std::array<double, 9>;
Turn turnOf(const Mat4& matrix, bool isMirrored) {
    Turn out{};
    for (std::size_t column = 0; column < 3; ++column) {
        double length = 0;
        for (std::size_t row = 0; row < 3; ++row)
            length += static_cast<double>(matrix.m[4 * row + column]) * matrix.m[4 * row + column];
        for (std::size_t row = 0; row < 3; ++row) {
            const double sign = isMirrored && (row == 2) != (column == 2) ? -1 : 1;
            out[3 * row + column] = sign * matrix.m[4 * row + column] / std::sqrt(length);
        }
    }
    return out;
}

/// How it turns away from another one: itself times the transpose of that.
Turn awayFrom(const Turn& a, const Turn& b) {
    Turn out{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            for (std::size_t i = 0; i < 3; ++i) out[3 * row + column] += a[3 * row + i] * b[3 * column + i];
    return out;
}

Vec3 placeOf(const Mat4& matrix) {
    return {matrix.m[3], matrix.m[7], matrix.m[11]};
}

double distance(const Vec3& a, const Vec3& b) {
    return std::sqrt(static_cast<double>(dot(a - b, a - b)));
}

double sizeOf(const Model& model) {
    double size = 1e-6;
    for (const Mat4& node : abc::pose(model, {}).nodes) size = std::max(size, distance(placeOf(node), {}));
    return size;
}

/// Whether no node branches above it: the root and those down to the first that does move through space.
bool isOnlyWay(const Model& model, std::uint32_t node) {
    for (std::uint32_t at = model.nodes[node].parent; at != kNone; at = model.nodes[at].parent) {
        const auto children = std::count_if(model.nodes.begin(), model.nodes.end(),
                                            [&](const abc::Node& other) { return other.parent == at; });
        if (children > 1) return false;
    }
    return true;
}

File withAll(const Opened& target, const Model& source, const std::vector<std::uint32_t>& animations,
             const Options& options) {
    const Retargeter retargeter(target.model, source, options);
    std::vector<core::Operation> all;
    for (std::uint32_t i = 0; i < animations.size(); ++i) {
        EXPECT_EQ(retargeter.refusal(animations[i]), "");
        Motion motion = retargeter.animation(animations[i]);
        motion.name = "new " + std::to_string(i);
        const auto more = baked(target.document, target.model, motion, i);
        all.insert(all.end(), more.begin(), more.end());
    }
    return done(target.bytes, all);
}

/// Every node of the same skeleton is where it is in the source.
TEST(RealRetarget, OfTheSameSkeletonIsTheSame) {
    std::size_t compared = 0;
    for (const std::string& path : realFiles(".abc")) {
        const Opened file(readReal(path));
        if (!whyNotBaked(file.document).empty() || file.model.animations.empty() || !file.document.faults.empty())
            continue;
        const auto animations = someOf(static_cast<std::uint32_t>(file.model.animations.size()), kAnimations);
        Options options;
        options.translations = Translations::All;
        const Opened there(withAll(file, file.model, animations, options));
        const double off = 1e-5 * std::max(1.0, sizeOf(file.model));
        for (std::uint32_t i = 0; i < animations.size(); ++i) {
            const auto made = static_cast<std::uint32_t>(file.model.animations.size()) + i;
            for (const std::uint32_t key : someOf(file.model.animations[animations[i]].keyCount, kKeys)) {
                const abc::Pose one = poseAt(there.model, made, key);
                const abc::Pose other = poseAt(file.model, animations[i], key);
                for (std::size_t node = 0; node < one.nodes.size(); ++node) {
                    for (std::size_t n = 0; n < 12; ++n)
                        ASSERT_NEAR(one.nodes[node].m[n], other.nodes[node].m[n], n % 4 == 3 ? off : 2e-5)
                            << path << " animation " << animations[i] << " key " << key << " node " << node;
                    ++compared;
                }
            }
        }
    }
    EXPECT_GT(compared, 1000U);
}

/// Each paired node turns away from its bind pose as its counterpart does, and bones keep their lengths.
void expectTransfer(const Opened& target, const Model& source, std::size_t leastPairs, const Options& options = {}) {
    const Pairing pairing = pairNodes(target.model, source, options.pairing);
    EXPECT_GE(pairing.count(), leastPairs);
    const auto animations = someOf(static_cast<std::uint32_t>(source.animations.size()), kAnimations);
    ASSERT_FALSE(animations.empty());
    const Opened there(withAll(target, source, animations, options));
    const bool isMirrored = target.model.mirrorZ() != source.mirrorZ();
    const double off = 1e-5 * std::max(1.0, sizeOf(target.model));
    // Version 6 has no matrices in its file: its rest is a pose.
    const abc::Pose targetRest = abc::pose(target.model, {});
    const abc::Pose sourceRest = abc::pose(source, {});
    for (std::uint32_t i = 0; i < animations.size(); ++i) {
        const auto made = static_cast<std::uint32_t>(target.model.animations.size()) + i;
        ASSERT_EQ(there.model.animations[made].keyCount, source.animations[animations[i]].keyCount);
        for (const std::uint32_t key : someOf(source.animations[animations[i]].keyCount, kKeys)) {
            const abc::Pose mine = poseAt(there.model, made, key);
            const abc::Pose other = poseAt(source, animations[i], key);
            for (std::uint32_t node = 0; node < mine.nodes.size(); ++node) {
                const std::uint32_t parent = target.model.nodes[node].parent;
                if (parent != kNone && !isOnlyWay(target.model, node)) {
                    ASSERT_NEAR(distance(placeOf(mine.nodes[node]), placeOf(mine.nodes[parent])),
                                distance(placeOf(targetRest.nodes[node]), placeOf(targetRest.nodes[parent])), off)
                        << "bone of node " << node;
                }
                const std::uint32_t from = pairing.source[node];
                if (from == kNone) continue;
                const Turn here = awayFrom(turnOf(mine.nodes[node], false), turnOf(targetRest.nodes[node], false));
                const Turn known =
                    awayFrom(turnOf(other.nodes[from], isMirrored), turnOf(sourceRest.nodes[from], isMirrored));
                for (std::size_t n = 0; n < here.size(); ++n)
                    ASSERT_NEAR(here[n], known[n], 1e-4) << "node " << node << " key " << key << " number " << n;
            }
        }
    }
}

TEST(RealRetarget, OfAnotherModelOfTheGameTurnsAsItDoes) {
    const Opened target(readReal("nolf/models/INTHERO_ACTION.ABC"));
    const Opened source(readReal("nolf/models/FEMBASE.ABC"));
    expectTransfer(target, source.model, 25);
}

TEST(RealRetarget, OfAnotherGameTurnsAsItDoes) {
    const Opened target(readReal("nolf/models/INTHERO_ACTION.ABC"));
    const Opened source(readReal("kiss/models/SANJURO.ABC"));
    // `left_arml_hand` and `Left_arml_hand_node`: shoulders, arms, hands, feet, torso and head.
    expectTransfer(target, source.model, 12);
    expectTransfer(source, target.model, 12);
}

TEST(RealRetarget, OfACompiledModelOfAnotherEngineTurnsAsItDoes) {
    const Opened target(readReal("nolf/models/INTHERO_ACTION.ABC"));
    const OpenedJupiter guard("jupiter/models/HARMGuard.ltb");
    Options options;
    for (const auto& [mine, other] :
         {std::pair{"Left_arml_hand_node", "Left_hand"}, std::pair{"right_arml_hand_node", "Right_hand"},
          std::pair{"_zN_Skeleton", "translation"}}) {
        const ChosenPair choice{nodeNamed(target.model, mine), nodeNamed(guard.model, other)};
        ASSERT_NE(choice.first, kNone) << mine;
        ASSERT_NE(choice.second, kNone) << other;
        options.pairing.choices.push_back(choice);
    }
    expectTransfer(target, guard.model, 14, options);
}

}  // namespace
}  // namespace retargeting::testing
