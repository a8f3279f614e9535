#include <gtest/gtest.h>

#include <algorithm>

#include "import/levels_turned.h"

using importing::DraftMesh;

namespace {

using Flags = std::vector<std::uint8_t>;
using Indices = std::vector<std::uint32_t>;

/// A flat row of squares along X, seen from above, two triangles each; vertices 2i and 2i + 1 are at x = i.
DraftMesh row(std::uint32_t squares) {
    DraftMesh out;
    for (std::uint32_t i = 0; i <= squares; ++i) {
        const auto x = static_cast<float>(i);
        out.positions.insert(out.positions.end(), {x, 0, 0, x, 0, 1});
        out.normals.insert(out.normals.end(), {0, 1, 0, 0, 1, 0});
    }
    for (std::uint32_t i = 0; i < squares; ++i) {
        const std::uint32_t a = 2 * i;
        out.corners.insert(out.corners.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
    }
    return out;
}

TEST(ImportTurned, IsNothingOfTrianglesThatFaceAsTheirVertices) {
    const DraftMesh mesh = row(4);
    EXPECT_EQ(importing::aroundTurned(mesh, mesh.corners), Flags());
    EXPECT_EQ(importing::aroundTurned(mesh, {0, 1, 8, 8, 1, 9}), Flags());
    EXPECT_EQ(importing::aroundTurned(mesh, {}), Flags());
    // A line faces nowhere.
    EXPECT_EQ(importing::aroundTurned(mesh, {0, 4, 8}), Flags());
}

TEST(ImportTurned, AreTheCornersAndTheirNeighbours) {
    // Vertices 0, 1 and 8, and those of the squares at both ends.
    EXPECT_EQ(importing::aroundTurned(row(5), {0, 8, 1}), (Flags{1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0}));
}

TEST(ImportTurned, MayBeTrianglesOfTheMeshItself) {
    DraftMesh mesh = row(2);
    std::swap(mesh.corners[1], mesh.corners[2]);
    EXPECT_EQ(importing::aroundTurned(mesh, mesh.corners), Flags());
    // The same corner after another.
    EXPECT_EQ(importing::aroundTurned(mesh, {2, 1, 0}), Flags());
    EXPECT_EQ(importing::aroundTurned(mesh, {2, 3, 1}), Flags({1, 1, 1, 1, 1, 1}));
}

TEST(ImportTurned, SeesVerticesInOnePlaceAsOne) {
    // Each triangle has vertices of its own.
    const DraftMesh joined = row(5);
    DraftMesh mesh;
    for (const std::uint32_t v : joined.corners) {
        mesh.corners.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
        for (std::size_t i = 3 * std::size_t{v}; i < 3 * std::size_t{v} + 3; ++i) {
            mesh.positions.push_back(joined.positions[i]);
            mesh.normals.push_back(joined.normals[i]);
        }
    }
    const auto firstAt = [&](std::uint32_t vertex) {
        return static_cast<std::uint32_t>(std::find(joined.corners.begin(), joined.corners.end(), vertex) -
                                          joined.corners.begin());
    };
    const Flags expected = importing::aroundTurned(joined, {0, 8, 1});
    const Flags around = importing::aroundTurned(mesh, {firstAt(0), firstAt(8), firstAt(1)});
    ASSERT_EQ(around.size(), joined.corners.size());
    for (std::size_t c = 0; c < around.size(); ++c) EXPECT_EQ(around[c], expected[joined.corners[c]]) << c;
}

}  // namespace
