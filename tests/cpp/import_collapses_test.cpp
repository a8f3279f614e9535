#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "import/collapses.h"

using importing::CollapseMesh;
using importing::Collapsing;

namespace {

/// A sheet of squares, two triangles each.
CollapseMesh sheet(std::uint32_t side, double (*height)(std::uint32_t x, std::uint32_t z)) {
    CollapseMesh out;
    for (std::uint32_t v = 0; v < side * side; ++v)
        out.positions.insert(out.positions.end(), {double(v % side), height(v % side, v / side), double(v / side)});
    for (std::uint32_t z = 0; z + 1 < side; ++z) {
        for (std::uint32_t x = 0; x + 1 < side; ++x) {
            const std::uint32_t v = x + side * z;
            out.corners.insert(out.corners.end(), {v, v + side, v + 1, v + 1, v + side, v + side + 1});
        }
    }
    out.node.resize(std::size_t{side} * side);
    out.fixed.resize(out.node.size());
    return out;
}

/// A ball of rings and two poles: closed, without seams.
CollapseMesh ball(std::uint32_t rings, std::uint32_t sides) {
    CollapseMesh out;
    const auto ring = [=](std::uint32_t r, std::uint32_t s) { return 1 + r * sides + s % sides; };
    const std::uint32_t last = 1 + rings * sides;
    out.positions = {0, 1, 0};
    for (std::uint32_t r = 0; r < rings; ++r) {
        const double up = 3.14159265358979 * (r + 1) / (rings + 1);
        for (std::uint32_t s = 0; s < sides; ++s) {
            const double around = 2 * 3.14159265358979 * s / sides;
            out.positions.insert(out.positions.end(),
                                 {std::sin(up) * std::cos(around), std::cos(up), std::sin(up) * std::sin(around)});
        }
    }
    out.positions.insert(out.positions.end(), {0, -1, 0});
    for (std::uint32_t s = 0; s < sides; ++s) {
        out.corners.insert(out.corners.end(), {0, ring(0, s + 1), ring(0, s)});
        for (std::uint32_t r = 0; r + 1 < rings; ++r) {
            out.corners.insert(out.corners.end(), {ring(r, s), ring(r, s + 1), ring(r + 1, s + 1)});
            out.corners.insert(out.corners.end(), {ring(r, s), ring(r + 1, s + 1), ring(r + 1, s)});
        }
        out.corners.insert(out.corners.end(), {last, ring(rings - 1, s), ring(rings - 1, s + 1)});
    }
    out.node.resize(last + 1);
    out.fixed.resize(last + 1);
    return out;
}

/// @returns how many parts the work had
std::size_t run(Collapsing& collapsing) {
    std::size_t parts = 1;
    double done = 0;
    while (collapsing.step()) {
        ++parts;
        EXPECT_GE(collapsing.done(), done);
        done = collapsing.done();
    }
    return parts;
}

double flat(std::uint32_t /*x*/, std::uint32_t /*z*/) {
    return 0;
}

TEST(ImportCollapses, GoAsFarAsTheyCanAndNeverOpenAClosedSurface) {
    const CollapseMesh mesh = ball(30, 24);
    const std::size_t all = mesh.corners.size() / 3;
    Collapsing collapsing(mesh, 1, 65'535);
    run(collapsing);
    EXPECT_LT(collapsing.triangles(), all / 10);
    EXPECT_EQ(collapsing.triangles(), all - collapsing.pairs().size());
    Collapsing again(mesh, 1, 65'535);
    run(again);
    EXPECT_EQ(again.pairs(), collapsing.pairs());

    std::vector<std::uint32_t> standsFor(mesh.node.size() + collapsing.pairs().size() / 2);
    std::iota(standsFor.begin(), standsFor.end(), 0U);
    for (std::size_t i = 0; i < collapsing.pairs().size(); ++i)
        standsFor[collapsing.pairs()[i]] = static_cast<std::uint32_t>(mesh.node.size() + i / 2);
    const auto end = [&](std::uint32_t v) {
        while (standsFor[v] != v) v = standsFor[v];
        return v;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (std::size_t c = 0; c < mesh.corners.size(); c += 3) {
        const std::uint32_t own[] = {end(mesh.corners[c]), end(mesh.corners[c + 1]), end(mesh.corners[c + 2])};
        if (own[0] == own[1] || own[1] == own[2] || own[2] == own[0]) continue;
        for (std::size_t i = 0; i < 3; ++i) ++edges[std::minmax(own[i], own[(i + 1) % 3])];
    }
    EXPECT_TRUE(std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 2; }));
}

TEST(ImportCollapses, LeaveVerticesThatHaveTwins) {
    CollapseMesh mesh = ball(6, 8);
    const auto count = static_cast<std::uint32_t>(mesh.node.size());
    const std::vector<std::uint32_t> corners = mesh.corners;
    for (const std::uint32_t v : corners) mesh.corners.push_back(count + v);
    const std::vector<double> positions = mesh.positions;
    mesh.positions.insert(mesh.positions.end(), positions.begin(), positions.end());
    mesh.node.resize(std::size_t{2} * count);
    mesh.fixed.resize(std::size_t{2} * count);
    Collapsing collapsing(mesh, 1, 65'535);
    run(collapsing);
    EXPECT_TRUE(collapsing.pairs().empty());
}

TEST(ImportCollapses, KeepAFlatPartFlatAndTakeItFirst) {
    CollapseMesh mesh = sheet(21, [](std::uint32_t x, std::uint32_t z) { return x == 10 && z == 10 ? 3.0 : 0.0; });
    Collapsing collapsing(std::move(mesh), 200, 65'535);
    run(collapsing);
    EXPECT_EQ(collapsing.triangles(), 200U);
    const auto& pairs = collapsing.pairs();
    EXPECT_EQ(std::count(pairs.begin(), pairs.end(), 220U), 0);
}

TEST(ImportCollapses, NeverTakeEdgesOfTwoNodesOrWhatIsFixed) {
    CollapseMesh mesh = sheet(12, flat);
    for (std::size_t v = 0; v < mesh.node.size(); ++v) {
        mesh.node[v] = v % 12 < 6 ? 0 : 1;
        mesh.fixed[v] = v / 12 == 4;
    }
    const CollapseMesh before = mesh;
    Collapsing collapsing(std::move(mesh), 1, 65'535);
    run(collapsing);
    std::vector<std::uint32_t> node = before.node;
    EXPECT_FALSE(collapsing.pairs().empty());
    for (std::size_t i = 0; i < collapsing.pairs().size(); i += 2) {
        const std::uint32_t a = collapsing.pairs()[i];
        const std::uint32_t b = collapsing.pairs()[i + 1];
        EXPECT_EQ(node[a], node[b]);
        node.push_back(node[a]);
        for (const std::uint32_t v : {a, b}) EXPECT_FALSE(v < before.fixed.size() && before.fixed[v]);
    }
}

TEST(ImportCollapses, AreDoneInParts) {
    const CollapseMesh mesh = sheet(
        101, [](std::uint32_t x, std::uint32_t z) { return 4 * std::sin(double(x) / 9) * std::cos(double(z) / 7); });
    Collapsing collapsing(mesh, 17'000, 65'535);
    // Triangles, borders and edges are read in parts too.
    EXPECT_GE(run(collapsing), (mesh.corners.size() / 3 + 2 * mesh.node.size()) / 1024);
    EXPECT_LE(collapsing.triangles(), 17'000U);
}

TEST(ImportCollapses, TakeMeshesOfNothingAndOfNoNumbers) {
    Collapsing none({}, 1, 10);
    run(none);
    EXPECT_EQ(none.triangles(), 0U);
    CollapseMesh mesh = sheet(4, flat);
    for (std::size_t i = 0; i < mesh.positions.size(); i += 5) mesh.positions[i] = std::nan("");
    mesh.corners[0] = mesh.corners[1];
    Collapsing strange(std::move(mesh), 1, 65'535);
    run(strange);
    EXPECT_LE(strange.triangles(), 17U);
}

}  // namespace
