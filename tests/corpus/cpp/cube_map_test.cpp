// The order of the faces of a cube map, told from the picture of a real one.
#include <dtx/texture.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "support/real_files.h"

namespace dtx::testing {
namespace {

/// Where a place of a face lies on a cube of 2n × 2n × 2n; s to the right and t down, both −n to n. The faces are
/// those of Direct3D in the order +X, −X, +Y, −Y, +Z, −Z.
std::array<int, 3> onCube(std::size_t face, int n, int s, int t) {
    switch (face) {
        case 0: return {n, -t, -s};
        case 1: return {-n, -t, s};
        case 2: return {s, n, t};
        case 3: return {s, -n, -t};
        case 4: return {s, -t, n};
        default: return {-s, -t, -n};
    }
}

TEST(RealCubeMap, HasItsFacesInTheOrderInWhichTheirEdgesMeetBest) {
    const auto bytes = abc::testing::readReal("other/icecubemap10.dtx");
    const File file = parse(bytes);
    ASSERT_EQ(file.texture->faces.size(), 6U);
    std::vector<std::vector<std::uint8_t>> faces;
    for (std::uint32_t face = 0; face < 6; ++face) faces.push_back(decode(bytes, *file.texture, face, 0));

    /// Each place of the cube where two faces meet, and what lies there in each.
    struct Edge {
        std::size_t face, texel;
    };
    std::map<std::array<int, 3>, std::vector<Edge>> edges;
    const int n = static_cast<int>(file.texture->width);
    for (std::size_t face = 0; face < 6; ++face) {
        for (int i = 0; i < n; ++i) {
            const int along = 2 * i + 1 - n;
            const auto add = [&](int s, int t, int x, int y) {
                edges[onCube(face, n, s, t)].push_back({face, static_cast<std::size_t>(y * n + x)});
            };
            add(-n, along, 0, i);
            add(n, along, n - 1, i);
            add(along, -n, i, 0);
            add(along, n, i, n - 1);
        }
    }
    ASSERT_EQ(edges.size(), 12U * static_cast<std::size_t>(n));

    std::array<std::size_t, 6> order{0, 1, 2, 3, 4, 5};
    const auto difference = [&] {
        int sum = 0;
        for (const auto& [place, met] : edges) {
            for (std::size_t i = 0; i < 3; ++i) {
                sum += std::abs(faces[order[met[0].face]][met[0].texel * 4 + i] -
                                faces[order[met[1].face]][met[1].texel * 4 + i]);
            }
        }
        return sum;
    };
    const int asStored = difference();
    while (std::next_permutation(order.begin(), order.end())) EXPECT_LT(3 * asStored, 2 * difference());
}

}  // namespace
}  // namespace dtx::testing
