// Vertices in a pose, against numbers worked out by hand (abc.md §2, §4).
#include <abc/deform.h>
#include <gtest/gtest.h>

#include "support/fixtures.h"
#include "support/heap.h"
#include "support/surface.h"

namespace abc::testing {
namespace {

constexpr float kHalf = 0.70710678F;
constexpr Quat kQuarter{0, 0, kHalf, kHalf};

void expectVector(Vec3 actual, Vec3 expected, float tolerance = 1e-5F) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
}

Surface surfaceAt(const Opened& file, double time) {
    Layer layer;
    layer.source = &file.model;
    layer.animation = 0;
    layer.timeMs = time;
    return deformed(file.model, pose(file.model, {&layer, 1}), 0, 0);
}

TEST(Deform, MovesAVertexWithItsNode) {
    const Opened file(smallV12());
    const Surface end = surfaceAt(file, 100);
    expectVector(end.positions[1], {3, 0, 0});
    expectVector(end.positions[2], {2, 10, 0});
    expectVector(end.normals[1], {0, 0, 1});
}

TEST(Deform, SumsPremultipliedLocationsAndDividesByTheBiases) {
    SpecV12 spec = smallV12();
    // At (4, 10, 0): 0.6 of the root, 0.2 of the arm 10 above it; a fifth is missing, as in lower levels.
    spec.vertices[0] = {{4, 10, 0}, {1, 0, 0}, {{0, {2.4F, 6, 0}, 0.6F}, {1, {0.8F, 0, 0}, 0.2F}}};
    spec.animations[0].nodes[0][1] = {{2, 0, 0}, {}};
    spec.animations[0].nodes[1][1] = {{0, 10, 0}, kQuarter};
    const Opened file(spec);
    expectVector(surfaceAt(file, 0).positions[0], {4, 10, 0});
    // Root: (2.4, 6, 0) + 0.6·(2, 0, 0) = (3.6, 6, 0). Arm: turned (0, 0.8, 0) + 0.2·(2, 10, 0) = (0.4, 2.8, 0).
    expectVector(surfaceAt(file, 100).positions[0], {4.0F / 0.8F, 8.8F / 0.8F, 0});
    // 0.6·(1, 0, 0) + 0.2·(0, 1, 0), at length 1.
    expectVector(surfaceAt(file, 100).normals[0], {0.9486833F, 0.3162278F, 0});
}

TEST(Deform, LeavesAVertexWithoutWeightsWhereItIs) {
    SpecV12 spec = smallV12();
    spec.vertices[0] = {{5, 6, 7}, {0, 3, 0}, {}};
    const Opened file(spec);
    expectVector(surfaceAt(file, 100).positions[0], {5, 6, 7});
    expectVector(surfaceAt(file, 100).normals[0], {0, 1, 0});
}

TEST(Deform, LeavesOutAWeightOfANodeThatIsNotThere) {
    SpecV12 spec = smallV12();
    spec.vertices[0].weights.push_back({99, {50, 50, 50}, 0.5F});
    const Opened file(spec);
    expectVector(surfaceAt(file, 100).positions[0], {2, 0, 0});
}

TEST(Deform, OfALevelThatIsNotThereIsEmpty) {
    const Opened file(smallV12());
    EXPECT_TRUE(deformed(file.model, pose(file.model, {}), 0, 1).positions.empty());
    EXPECT_TRUE(deformed(file.model, pose(file.model, {}), 1, 0).positions.empty());
    EXPECT_TRUE(topology(file.model, 0, 1).empty());
}

/// Allocations of a frame that is played after another one, all pieces and levels.
std::size_t allocationsOfAFrame(const Opened& file) {
    const Model& model = file.model;
    std::array<Layer, 2> layers;
    for (Layer& layer : layers) {
        layer.source = &model;
        layer.animation = 0;
    }
    Pose posed;
    pose(model, layers, {}, posed);
    std::size_t most = 0;
    for (const Lod& lod : model.lods) most = std::max<std::size_t>(most, lod.vertexCount);
    std::vector<Vec3> positions(most);
    std::vector<Vec3> normals(most);

    const HeapMeter heap;
    for (Layer& layer : layers) layer.timeMs += 40;
    pose(model, layers, {}, posed);
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        for (std::uint32_t level = 0; level < model.lodCount(); ++level) {
            const std::size_t count = model.vertexCount(piece, level);
            deform(model, posed, piece, level, std::span(positions).first(count), std::span(normals).first(count));
        }
    }
    return heap.count();
}

TEST(Deform, AndPoseAllocateNothingInAPlayingFrame) {
    EXPECT_EQ(allocationsOfAFrame(Opened(smallV12())), 0U);
    EXPECT_EQ(allocationsOfAFrame(Opened(smallV6())), 0U);
}

TEST(DeformV6, MovesAVertexRigidlyFromItsNodesSpace) {
    SpecV6 spec = smallV6();
    spec.animations[0].nodes[0][1] = {{2, 0, 0}, kQuarter};
    const Opened file(spec);
    expectVector(surfaceAt(file, 0).positions[2], {2, 2, 0});
    expectVector(surfaceAt(file, 100).positions[2], {2 - 2, 2, 0});
}

TEST(DeformV6, ReplacesAndUnpacksDeformationVertices) {
    const Opened file(smallV6());
    // (10, 20, 30) × (0.5, 1, 2) + (100, 0, −10) on a node at (0, 10, 0); the stored (7, 7, 7) means nothing.
    expectVector(surfaceAt(file, 0).positions[1], {105, 30, 50});
    expectVector(surfaceAt(file, 100).positions[1], {115 + 2, 30, 10});
}

TEST(DeformV6, InterpolatesUnpackedPositions) {
    const Opened file(smallV6());
    expectVector(surfaceAt(file, 50).positions[1], {110 + 1, 30, 30});
}

TEST(DeformV6, TakesTheLaterOfTwoEntriesForAVertex) {
    SpecV6 spec = smallV6();
    spec.nodes[1].deformed = {1, 1};
    spec.animations[0].deformation[1] = {{0, 0, 0}, {10, 20, 30}, {0, 0, 0}, {30, 20, 10}};
    const Opened file(spec);
    expectVector(surfaceAt(file, 0).positions[1], {105, 30, 50});
}

TEST(DeformV6, LeavesAVertexOfNoNodeWhereItIs) {
    SpecV6 spec = smallV6();
    spec.vertices[0].node = 9;
    spec.vertices[0].position = {1, 2, 3};
    const Opened file(spec);
    expectVector(surfaceAt(file, 100).positions[0], {1, 2, 3});
}

std::vector<Corners> cornersOf(const Opened& file, std::uint32_t level) {
    std::vector<Corners> corners;
    for (const Triangle& triangle : topology(file.model, 0, level)) corners.push_back(triangle.corners);
    return corners;
}

TEST(Topology, LeavesOutTrianglesWithACornerOutOfRange) {
    SpecV12 spec = smallV12();
    spec.faces = {{0, 1, 3}, {0, 1, 2}};
    const Opened file(spec);
    const auto triangles = topology(file.model, 0, 0);
    ASSERT_EQ(triangles.size(), 1U);
    EXPECT_EQ(triangles[0].face, 1U);
}

TEST(TopologyV6, CollapsesAnEdgeToItsStandIn) {
    const Opened file(smallV6());
    EXPECT_EQ(file.model.lodCount(), 2U);
    EXPECT_EQ(cornersOf(file, 0), (std::vector<Corners>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(cornersOf(file, 1), (std::vector<Corners>{{0, 1, 4}}));
}

TEST(TopologyV6, FollowsChainsOfCollapses) {
    SpecV6 spec = smallV6();
    // 2 and 3 collapse to 4, then 4 and 1 collapse to 5.
    spec.vertices.push_back({{0, 0, 0}, {0, 0, 127}, 0, {4, 1}});
    spec.collapses = 2;
    spec.faces = {{0, 1, 2}, {0, 3, 1}, {1, 2, 3}};
    const Opened file(spec);
    EXPECT_EQ(cornersOf(file, 1), (std::vector<Corners>{{0, 1, 4}, {0, 4, 1}}));
    EXPECT_TRUE(cornersOf(file, 2).empty());
}

TEST(TopologyV6, EndsOnCyclesOfCollapses) {
    SpecV6 spec = smallV6();
    // 4 stands in for 5 and 5 for 4: neither may, only lower vertices are replaced.
    spec.vertices[4].replacements = {5, 3};
    spec.vertices.push_back({{0, 0, 0}, {0, 0, 127}, 0, {4, 5}});
    spec.collapses = 2;
    const Opened file(spec);
    EXPECT_EQ(cornersOf(file, 2), (std::vector<Corners>{{0, 1, 2}, {0, 2, 5}}));
}

TEST(FrontSign, IsTheSideThatMostNormalsPointTo) {
    SpecV12 spec = smallV12();
    EXPECT_EQ(windingVote(Opened(spec).model).frontSign(), 1);
    spec.faces = {{0, 2, 1}};
    EXPECT_EQ(windingVote(Opened(spec).model).frontSign(), -1);
    spec.faces = {{0, 2, 1}, {0, 1, 2}, {1, 2, 0}};
    EXPECT_EQ(windingVote(Opened(spec).model).frontSign(), 1);
    spec.faces.clear();
    EXPECT_EQ(windingVote(Opened(spec).model).frontSign(), 1);
}

}  // namespace
}  // namespace abc::testing
