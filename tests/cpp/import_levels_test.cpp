#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "import/draft_check.h"
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
    ASSERT_TRUE(importing::isSurface(mesh));
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

TEST(ImportLevels, AreNotMeasuredWhereCornersAreOfNothing) {
    EXPECT_FALSE(importing::isSurface(meshOf({0, 0, 0}, {0, 0, 1})));
    EXPECT_FALSE(importing::isSurface(meshOf({0, 0}, {})));
    EXPECT_FALSE(importing::isSurface(meshOf({0, 0, 0}, {0, 0})));
    EXPECT_FALSE(importing::isSurface(meshOf({0, std::nanf(""), 0}, {0, 0, 0})));
    EXPECT_TRUE(importing::isSurface({}));
}

}  // namespace
