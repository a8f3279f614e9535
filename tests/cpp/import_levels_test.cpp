#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abc/wide_math.h"
#include "import/draft_check.h"
#include "import/levels.h"
#include "import/levels_next.h"
#include "import/levels_off.h"
#include "import/surface.h"

using importing::DraftMesh;

namespace {

DraftMesh meshOf(std::vector<float> positions, std::vector<std::uint32_t> corners) {
    DraftMesh out;
    out.positions = std::move(positions);
    out.corners = std::move(corners);
    return out;
}

/// A sheet of squares with one raised vertex.
DraftMesh sheet(std::uint32_t side, float height) {
    DraftMesh out;
    for (std::uint32_t v = 0; v < side * side; ++v) {
        const bool isMiddle = v == side * side / 2;
        out.positions.insert(out.positions.end(),
                             {static_cast<float>(v % side), isMiddle ? height : 0, static_cast<float>(v / side)});
    }
    for (std::uint32_t v = 0; v + side + 1 < side * side; ++v) {
        if (v % side + 1 < side)
            out.corners.insert(out.corners.end(), {v, v + side, v + 1, v + 1, v + side, v + side + 1});
    }
    return out;
}

TEST(ImportSurface, IsAsFarAsItsNearestTriangle) {
    const DraftMesh mesh = sheet(9, 2);
    const importing::Surface surface(mesh);
    for (int i = 0; i < 200; ++i) {
        const importing::Point point{10 * std::sin(i), 3 * std::cos(7.0 * i), 4 + 6 * std::sin(3.0 * i)};
        double least = surface.squareTo(point, 0);
        for (std::uint32_t face = 1; face < surface.count(); ++face)
            least = std::min(least, surface.squareTo(point, face));
        EXPECT_EQ(surface.nearest(point, static_cast<std::uint32_t>(i) % surface.count()).square, least) << i;
    }
    const DraftMesh one = meshOf({0, 0, 0, 4, 0, 0, 0, 0, 4}, {0, 1, 2});
    const importing::Surface triangle(one);
    EXPECT_DOUBLE_EQ(triangle.squareTo({1, 2, 1}, 0), 4);
    EXPECT_DOUBLE_EQ(triangle.squareTo({-3, 0, -4}, 0), 25);
    EXPECT_DOUBLE_EQ(triangle.squareTo({4, 0, 4}, 0), 8);
}

TEST(ImportLevels, AreOffByTheGreatestDistance) {
    EXPECT_EQ(importing::offBy(sheet(5, 0), sheet(5, 0)), 0);
    EXPECT_NEAR(importing::offBy(sheet(9, 3), sheet(9, 0)), 3, 1e-6);
    EXPECT_NEAR(importing::offBy(sheet(9, 0), sheet(9, 3)), 3, 1e-6);
    EXPECT_EQ(importing::offBy(sheet(9, 3), {}), 0);
    // Nothing that could be seen.
    EXPECT_EQ(importing::offBy(sheet(9, 1e-6F), sheet(9, 0)), 0);
}

TEST(ImportLevels, AreOffOnBothSides) {
    // Two triangles with a gap between them, over which the level has one.
    const DraftMesh gap = meshOf({0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 0, 0, 10, 0, 0, 10, 1, 0}, {0, 1, 2, 3, 4, 5});
    const DraftMesh bridge = meshOf({0, 0, 0, 10, 0, 0, 10, 1, 0}, {0, 1, 2});
    // In the middle of its long side, from (1, 0) and (9, 0).
    const double off = std::sqrt(4 * 4 + 0.5 * 0.5);
    EXPECT_NEAR(importing::offBy(gap, bridge), off, 0.1);
    EXPECT_NEAR(importing::offBy(bridge, gap), off, 0.1);
    EXPECT_EQ(importing::offBy(gap, gap), 0);
}

TEST(ImportLevels, BecomeTheNearestAlongTheSurface) {
    // Two strips on one another, which a third joins at the far end.
    const DraftMesh mesh = meshOf({0, 0, 0, 10, 0, 0, 20, 0, 0, 20, 1, 0, 10, 1, 0, 0, 1, 0},
                                  {0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5});
    EXPECT_EQ(importing::becomes(mesh, {0, 2}), (std::vector<std::uint32_t>{0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(importing::becomes(mesh, {}), std::vector<std::uint32_t>{});
    // What hangs on nothing that is left takes the nearest in space.
    const DraftMesh apart = meshOf({0, 0, 0, 9, 0, 0, 8, 3, 0, -2, 1, 0}, {0, 1, 1});
    EXPECT_EQ(importing::becomes(apart, {0, 1}), (std::vector<std::uint32_t>{0, 1, 1, 0}));
    // Vertices in one place are one, whatever the sign of their zeros.
    const DraftMesh seam = meshOf({0, 0, 0, 0, -0.0F, 0, 4, 0, 0, -1, 0, 0}, {0, 2, 2, 1, 3, 3});
    EXPECT_EQ(importing::becomes(seam, {2}), (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(ImportLevels, OfOtherProgramsBecomeTheNearestInSpace) {
    const DraftMesh mesh = sheet(6, 0);
    const DraftMesh next = meshOf({5, 0, 5, 0, 0, 0, 0, 9, 0}, {});
    const std::vector<std::uint32_t> nearest = importing::nearestIn(mesh, next);
    ASSERT_EQ(nearest.size(), 36U);
    EXPECT_EQ(nearest.front(), 1U);
    EXPECT_EQ(nearest.back(), 0U);
    EXPECT_EQ(importing::nearestIn(mesh, {}), std::vector<std::uint32_t>{});
    for (std::size_t v = 0; v < nearest.size(); ++v) {
        const double x = static_cast<double>(v % 6);
        const double z = static_cast<double>(v / 6);
        if (x + z != 5) {
            EXPECT_EQ(nearest[v], x + z > 5 ? 0U : 1U) << v;
        }
    }
}

/// With all that a level needs: every vertex is moved by node 0, and the right half of a sheet by node 1 as well.
DraftMesh whole(DraftMesh mesh) {
    const std::size_t count = importing::vertexCount(mesh);
    mesh.uvs.assign(2 * mesh.corners.size(), 0);
    mesh.start.push_back(0);
    for (std::size_t v = 0; v < count; ++v) {
        mesh.normals.insert(mesh.normals.end(), {0, 1, 0});
        const bool isRight = mesh.positions[3 * v] > 1;
        for (std::uint32_t node = 0; node <= (isRight ? 1U : 0U); ++node) {
            mesh.node.push_back(node);
            mesh.share.push_back(isRight ? 0.5F : 1.0F);
            mesh.local.insert(mesh.local.end(), {static_cast<float>(v), static_cast<float>(node), 0});
        }
        mesh.start.push_back(static_cast<std::uint32_t>(mesh.node.size()));
    }
    return mesh;
}

/// Two nodes, the second ten units along X.
std::vector<importing::Matrix> twoNodes() {
    std::vector<importing::Matrix> out(2, abc::kIdentity);
    out[1][3] = 10;
    return out;
}

using Indices = std::vector<std::uint32_t>;

TEST(ImportLevels, WedgesHaveOnePlaceOnTheTextureEach) {
    DraftMesh mesh = whole(meshOf({0, 0, 0, 4, 0, 0, 0, 0, 2}, {0, 2, 1, 1, 2, 0, 0, 1, 2}));
    // The second triangle has the places of the first but for one corner; the third has the other zero, and no number.
    const float none = std::nanf("");
    mesh.uvs = {0.5F, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0.25F, 0, 0.5F, -0.0F, 1, 0, none, 1};
    const importing::Wedges wedges = importing::wedgesOf(mesh, twoNodes());
    EXPECT_EQ(wedges.corners, (Indices{0, 1, 2, 2, 1, 3, 0, 2, 4}));
    EXPECT_EQ(wedges.vertex, (Indices{0, 2, 1, 0, 2}));
    EXPECT_EQ(wedges.positions, (std::vector<float>{0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 2}));
    ASSERT_EQ(wedges.attributes.size(), importing::kAttributes * 5);
    const auto attributesOf = [&](std::size_t wedge) {
        const auto from = wedges.attributes.begin() + static_cast<std::ptrdiff_t>(importing::kAttributes * wedge);
        return std::vector<float>(from, from + importing::kAttributes);
    };
    EXPECT_EQ(attributesOf(0), (std::vector<float>{0, 1, 0, 0.5F, 0, 0, 0, 0}));
    // Half of the second node, in sizes of the mesh, which is four units long.
    EXPECT_EQ(attributesOf(2), (std::vector<float>{0, 1, 0, 1, 0, 1.25F, 0, 0}));
    EXPECT_EQ(attributesOf(4), (std::vector<float>{0, 1, 0, 0, 1, 0, 0, 0}));
}

TEST(ImportLevels, PlacesOfSeveralMeshesAreShared) {
    const DraftMesh left = meshOf({0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0}, {});
    const DraftMesh right = meshOf({1, 0, 0, 2, 0, 0, 1, -1e-7F, 1, 1, 0.1F, 1}, {});
    using Bytes = std::vector<std::uint8_t>;
    EXPECT_EQ(importing::sharedPlaces({left, right}), (std::vector<Bytes>{{0, 1, 1, 1}, {1, 0, 1, 0}}));
    // A place that one mesh has twice is its own.
    EXPECT_EQ(importing::sharedPlaces({left}), (std::vector<Bytes>{{0, 0, 0, 0}}));
    EXPECT_EQ(importing::sharedPlaces({{}, left}), (std::vector<Bytes>{{}, {0, 0, 0, 0}}));
    EXPECT_EQ(importing::sharedPlaces({meshOf({5, 5, 5}, {}), meshOf({5, 5, 5}, {})}), (std::vector<Bytes>{{1}, {1}}));
}

TEST(ImportLevels, AreMadeOfTheTrianglesThatAreLeft) {
    DraftMesh mesh = whole(sheet(3, 2));
    mesh.morphs = {mesh.positions};
    mesh.morphWeights = {0.5F};
    const DraftMesh beside = meshOf({2, 0, 0, 9, 9, 9}, {});
    importing::Levels levels({mesh, whole(beside)}, twoNodes());
    ASSERT_EQ(levels.count(), 2U);
    levels.begin(0);
    // No vertex has two places on the texture: wedges are numbered as the corners come to them.
    const Indices& vertex = levels.wedges().vertex;
    ASSERT_EQ(vertex.size(), 9U);
    const auto wedgeOf = [&](std::uint32_t v) {
        return static_cast<std::uint32_t>(std::find(vertex.begin(), vertex.end(), v) - vertex.begin());
    };
    std::vector<std::uint8_t> locked = levels.locked();
    EXPECT_EQ(locked[wedgeOf(2)], 1);
    EXPECT_EQ(std::count(locked.begin(), locked.end(), 1), 1);
    // The middle goes; the second triangle is a line, and not drawn.
    const Indices left{wedgeOf(0), wedgeOf(6), wedgeOf(2), wedgeOf(0), wedgeOf(0),
                       wedgeOf(2), wedgeOf(2), wedgeOf(6), wedgeOf(8)};
    EXPECT_TRUE(levels.aroundTurned(levels.wedges().corners, left).empty());
    const importing::MadeLevel made = levels.keep(left);
    EXPECT_EQ(importing::refusalOf(made.mesh, 2), "");
    EXPECT_EQ(made.mesh.corners, (Indices{0, 2, 1, 1, 2, 3}));
    EXPECT_EQ(made.mesh.positions, (std::vector<float>{0, 0, 0, 2, 0, 0, 0, 0, 2, 2, 0, 2}));
    EXPECT_EQ(made.mesh.morphs, (std::vector<std::vector<float>>{made.mesh.positions}));
    EXPECT_EQ(made.mesh.morphWeights, (std::vector<float>{0.5F}));
    EXPECT_EQ(made.mesh.start, (Indices{0, 1, 3, 4, 6}));
    EXPECT_EQ(made.mesh.node, (Indices{0, 0, 1, 0, 0, 1}));
    EXPECT_EQ(made.mesh.local, (std::vector<float>{0, 0, 0, 2, 0, 0, 2, 1, 0, 6, 0, 0, 8, 0, 0, 8, 1, 0}));
    EXPECT_NEAR(made.off, 2, 1e-6);
    ASSERT_EQ(made.next.size(), 9U);
    EXPECT_EQ(made.next[0], 0U);
    EXPECT_EQ(made.next[2], 1U);
    EXPECT_EQ(made.next[8], 3U);
    // The next is made of this one.
    EXPECT_EQ(levels.wedges().vertex.size(), 4U);
    locked = levels.locked();
    EXPECT_EQ(std::count(locked.begin(), locked.end(), 1), 1);
    const importing::MadeLevel coarser = levels.keep(std::span(levels.wedges().corners).first(3));
    EXPECT_EQ(importing::vertexCount(coarser.mesh), 3U);
    EXPECT_EQ(coarser.next.size(), 4U);
    levels.begin(1);
    EXPECT_TRUE(levels.wedges().corners.empty());
    const importing::MadeLevel none = levels.keep({});
    EXPECT_EQ(importing::refusalOf(none.mesh, 2), "");
    EXPECT_EQ(importing::vertexCount(none.mesh), 0U);
}

TEST(ImportLevels, TrianglesThatTurnOverKeepTheirVertices) {
    importing::Levels levels({whole(sheet(3, 0))}, twoNodes());
    levels.begin(0);
    const Indices all = levels.wedges().corners;
    // One triangle the other way round.
    const Indices turned{all[0], all[2], all[1]};
    const std::vector<std::uint8_t> around = levels.aroundTurned(all, turned);
    ASSERT_EQ(around.size(), 9U);
    for (const std::uint32_t wedge : turned) EXPECT_EQ(around[wedge], 1);
}

TEST(ImportLevels, AreNotMadeOfMeshesThatDoNotFitTogether) {
    EXPECT_EQ(importing::refusalOf(whole(sheet(3, 0)), 2), "");
    EXPECT_NE(importing::refusalOf(whole(sheet(3, 0)), 1), "");
    EXPECT_NE(importing::refusalOf(whole(meshOf({0, 0, 0}, {0, 0, 1})), 2), "");
    EXPECT_NE(importing::refusalOf(whole(meshOf({0, 0}, {})), 2), "");
    EXPECT_NE(importing::refusalOf(whole(meshOf({0, 0, 0}, {0, 0})), 2), "");
    EXPECT_NE(importing::refusalOf(whole(meshOf({0, std::nanf(""), 0}, {0, 0, 0})), 2), "");
}

}  // namespace
