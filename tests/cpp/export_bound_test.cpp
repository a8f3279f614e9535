// Bind positions and influences of vertices as an export has them.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "export/bound.h"
#include "merge_given.h"

using abc::testing::Given;
using abc::testing::given;
using abc::testing::onNode;
using abc::testing::Opened;
using abc::testing::tubeDraft;
using exporting::Bound;

namespace {

constexpr std::array<float, 3> kPosed{70, 80, 90};

/// A level of one vertex, moved by these.
abc::Model modelOf(std::vector<abc::Weight> weights, std::size_t nodes) {
    abc::Model out;
    out.family = abc::Family::V9;
    out.nodes.resize(nodes);
    out.locations.resize(1);
    out.normals.resize(1);
    out.weightStart = {0, static_cast<std::uint32_t>(weights.size())};
    out.weights = std::move(weights);
    out.lods.emplace_back().vertexCount = 1;
    out.pieces.emplace_back().lodCount = 1;
    return out;
}

/// Nodes that stand at (10 n, 0, 0).
std::vector<abc::Affine> binds(std::size_t nodes, double by) {
    std::vector<abc::Affine> out;
    for (std::size_t n = 0; n < nodes; ++n) {
        out.push_back(abc::kIdentity);
        out.back()[3] = by * 10 * static_cast<double>(n);
    }
    return out;
}

Bound boundOf(const std::vector<abc::Weight>& weights, std::size_t nodes = 3) {
    return exporting::boundLevel(modelOf(weights, nodes), 0, 0, kPosed, binds(nodes, 1), binds(nodes, -1));
}

TEST(MergeBound, IsWhatTheFileHasWhereWeightsAgree) {
    for (const std::uint32_t version : {6U, 9U, 12U}) {
        const Given is = version == 6 ? given(6, onNode(1, tubeDraft(4, 6, 5))) : given(version);
        const Opened file(is.bytes);
        const std::size_t vertices = file.model.vertexCount(0, 0);
        std::vector<float> places;
        for (std::size_t v = 0; v < vertices; ++v) {
            const auto [x, y, z] = version == 6 ? file.model.locations[v] : abc::Vec3{};
            places.insert(places.end(), {x, y, z});
        }
        const Bound bound = version == 6
                                ? exporting::boundMesh(file.model, places, is.rig.binds)
                                : exporting::boundLevel(file.model, 0, 0, places, is.rig.binds, is.rig.inverseBinds);
        ASSERT_EQ(bound.start.size(), vertices + 1);
        ASSERT_EQ(bound.off, std::vector<double>(vertices));
        EXPECT_EQ(bound.unlike, 0U);
        for (std::size_t v = 0; v < vertices; ++v) {
            const float* place = &is.meshes[0].positions[3 * v];
            EXPECT_NEAR(bound.positions[3 * v], -place[0], 1e-5);
            EXPECT_NEAR(bound.positions[3 * v + 1], place[1], 1e-5);
            EXPECT_NEAR(bound.positions[3 * v + 2], -place[2], 1e-5);
            float sum = 0;
            for (std::uint32_t i = bound.start[v]; i < bound.start[v + 1]; ++i) {
                const std::size_t at = 4 * v + i - bound.start[v];
                EXPECT_EQ(static_cast<std::int32_t>(bound.joints[i]), is.meshes[0].nodes[at]);
                EXPECT_NEAR(bound.shares[i], is.meshes[0].shares[at], 1e-6);
                sum += bound.shares[i];
            }
            EXPECT_EQ(sum, 1);
        }
    }
}

TEST(MergeBound, IsTheMeanWhereWeightsDoNotAgree) {
    // Node 0 has the vertex at (4, 0, 0), node 1 at (8, 0, 0): both are premultiplied, by ¾ and ¼.
    const Bound bound = boundOf({{0, {3, 0, 0}, 0.75F}, {1, {-0.5F, 0, 0}, 0.25F}});
    EXPECT_EQ(bound.positions, (std::vector<float>{5, 0, 0}));
    EXPECT_EQ(bound.joints, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(bound.shares, (std::vector<float>{0.75F, 0.25F}));
    // One unit of ¾, and three of ¼.
    EXPECT_NEAR(bound.off[0], 1.5, 1e-12);
}

/// In no pose a vertex is farther off than it is said to be: nodes are turned and moved at random.
TEST(MergeBound, SaysHowFarAVertexIsAtMost) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> number(-1, 1);
    double most = 0;
    for (int i = 0; i < 300; ++i) {
        std::vector<abc::Weight> weights;
        for (std::uint32_t node = 0; node < 3; ++node) {
            const float bias = 0.05F + std::abs(number(random));
            weights.push_back({node, {number(random), number(random), number(random)}, bias});
        }
        const Bound bound = boundOf(weights);
        const double all = double{weights[0].bias} + double{weights[1].bias} + double{weights[2].bias};
        const std::vector<abc::Affine> back = binds(3, -1);
        abc::WideVec3 file{};
        abc::WideVec3 gltf{};
        for (std::uint32_t w = 0; w < bound.joints.size(); ++w) {
            const std::uint32_t node = bound.joints[w];
            const abc::WideQuat turn = abc::unit({number(random), number(random), number(random), number(random)});
            const abc::WideVec3 move{9.0 * number(random), 9.0 * number(random), 9.0 * number(random)};
            const abc::Weight& weight = weights[node];
            const abc::WideVec3 own = abc::rotated(turn, {weight.location.x, weight.location.y, weight.location.z});
            const abc::WideVec3 local =
                abc::applied(back[node], {bound.positions[0], bound.positions[1], bound.positions[2]});
            const abc::WideVec3 skinned = abc::rotated(turn, local);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                file[axis] += (own[axis] + double{weight.bias} * move[axis]) / all;
                gltf[axis] += double{bound.shares[w]} * (skinned[axis] + move[axis]);
            }
        }
        const double off = core::hypot(abc::WideVec3{file[0] - gltf[0], file[1] - gltf[1], file[2] - gltf[2]});
        EXPECT_LE(off, bound.off[0] + 1e-4);
        most = std::max(most, off / bound.off[0]);
    }
    // The bound is not a loose one.
    EXPECT_GT(most, 0.5);
}

TEST(MergeBound, HasAFixedJointForWhatNoNodeMoves) {
    for (const std::vector<abc::Weight>& weights : std::vector<std::vector<abc::Weight>>{
             {}, {{abc::kNone, {1, 2, 3}, 1}}, {{0, {1, 2, 3}, 0}}, {{0, {1, 2, 3}, -1}}}) {
        const Bound bound = boundOf(weights);
        EXPECT_EQ(bound.positions, std::vector<float>(kPosed.begin(), kPosed.end()));
        EXPECT_EQ(bound.joints, (std::vector<std::uint32_t>{3}));
        EXPECT_EQ(bound.shares, (std::vector<float>{1}));
    }
}

TEST(MergeBound, LeavesOutWhatGltfDoesNotAllow) {
    const Bound negative = boundOf({{0, {2, 0, 0}, 1.5F}, {1, {-1, 0, 0}, -0.5F}});
    EXPECT_EQ(negative.unlike, 1U);
    EXPECT_EQ(negative.joints, (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(negative.off[0], 0);
    // The strongest of too many, in order; the same node twice is one.
    std::vector<abc::Weight> many{{0, {0, 0, 0}, 0.5F}, {0, {0, 0, 0}, 100}};
    for (std::uint32_t node = 1; node < 40; ++node) many.push_back({node, {0, 0, 0}, static_cast<float>(node)});
    const Bound bound = boundOf(many, 40);
    EXPECT_EQ(bound.unlike, 1U);
    ASSERT_EQ(bound.joints.size(), 32U);
    EXPECT_EQ(bound.joints[0], 0U);
    for (std::uint32_t i = 1; i < 32; ++i) EXPECT_EQ(bound.joints[i], 40 - i);
    double sum = 0;
    for (const float share : bound.shares) sum += double{share};
    EXPECT_NEAR(sum, 1, 1e-6);
}

}  // namespace
