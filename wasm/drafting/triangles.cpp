#include "triangles.h"

#include <algorithm>
#include <array>

namespace drafting {
namespace {

/// As the specification numbers them: every other triangle of a strip turns round.
std::array<std::size_t, 3> cornersAt(Mode mode, std::size_t i) {
    switch (mode) {
        case Mode::kTriangles: return {3 * i, 3 * i + 1, 3 * i + 2};
        case Mode::kStrip: return {i, i + 1 + i % 2, i + 2 - i % 2};
        case Mode::kFan: break;
    }
    return {i + 1, i + 2, 0};
}

}  // namespace

Triangles trianglesOf(Mode mode, const std::vector<std::uint32_t>* listed, std::size_t count, std::size_t& lost) {
    const std::size_t most = listed != nullptr ? listed->size() : count;
    const std::size_t triangles = mode == Mode::kTriangles ? most / 3 : std::max<std::size_t>(most, 2) - 2;
    Triangles out;
    out.corners.reserve(3 * triangles);
    out.indices.reserve(triangles);
    for (std::size_t i = 0; i < triangles; ++i) {
        std::array<std::size_t, 3> corners = cornersAt(mode, i);
        if (listed != nullptr) {
            for (std::size_t& corner : corners) corner = (*listed)[corner];
        }
        if (!std::all_of(corners.begin(), corners.end(), [=](std::size_t vertex) { return vertex < count; })) {
            ++lost;
            continue;
        }
        for (const std::size_t vertex : corners) out.corners.push_back(static_cast<std::uint32_t>(vertex));
        out.indices.push_back(static_cast<std::int32_t>(i));
    }
    return out;
}

}  // namespace drafting
