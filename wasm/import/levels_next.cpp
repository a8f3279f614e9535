#include "levels_next.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>

#include "core/records.h"
#include "heap.h"
#include "numbers.h"

namespace importing {

using core::kNone;

namespace {

using Points = std::span<const float>;

double distance(Points a, std::size_t i, Points b, std::size_t j) {
    const auto along = [&](std::size_t axis) { return double{a[3 * i + axis]} - b[3 * j + axis]; };
    return lengthOf(along(0), along(1), along(2));
}

/// Over edges, and between vertices in the same place.
std::vector<std::vector<std::uint32_t>> neighboursOf(const DraftMesh& mesh) {
    std::vector<std::vector<std::uint32_t>> out(vertexCount(mesh));
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        out[a].push_back(b);
        out[b].push_back(a);
    };
    for (std::size_t first = 0; first < mesh.corners.size(); first += 3) {
        for (std::size_t i = 0; i < 3; ++i) join(mesh.corners[first + i], mesh.corners[first + (i + 1) % 3]);
    }
    std::map<PlaceKey, std::uint32_t> at;
    for (std::uint32_t v = 0; v < out.size(); ++v) {
        const float* p = mesh.positions.data() + 3 * std::size_t{v};
        const auto [place, isNew] = at.try_emplace(placeKey(p[0], p[1], p[2]), v);
        if (isNew) continue;
        join(v, place->second);
        place->second = v;
    }
    return out;
}

/// Finds the nearest of some points in space.
class NearestPoints {
public:
    explicit NearestPoints(std::vector<float> points) : points_(std::move(points)), sorted_(points_.size() / 3) {
        std::iota(sorted_.begin(), sorted_.end(), 0U);
        std::stable_sort(sorted_.begin(), sorted_.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return x(a) < x(b); });
    }

    /// @param vertex of `others`
    [[nodiscard]] std::uint32_t to(Points others, std::size_t vertex) const {
        const double own = others[3 * vertex];
        const auto from = static_cast<std::size_t>(
            std::lower_bound(sorted_.begin(), sorted_.end(), own,
                             [this](std::uint32_t index, double value) { return x(index) < value; }) -
            sorted_.begin());
        std::uint32_t best = sorted_[std::min(from, sorted_.size() - 1)];
        double least = distance(others, vertex, points_, best);
        /// False: those that follow are farther.
        const auto look = [&](std::uint32_t index) {
            if (std::abs(x(index) - own) > least) return false;
            const double far = distance(others, vertex, points_, index);
            if (far < least) {
                best = index;
                least = far;
            }
            return true;
        };
        for (std::size_t i = from; i < sorted_.size() && look(sorted_[i]); ++i) {
        }
        for (std::size_t i = from; i > 0 && look(sorted_[i - 1]); --i) {
        }
        return best;
    }

private:
    [[nodiscard]] double x(std::uint32_t index) const { return points_[3 * std::size_t{index}]; }

    std::vector<float> points_;
    std::vector<std::uint32_t> sorted_;
};

}  // namespace

std::vector<std::uint32_t> becomes(const DraftMesh& mesh, const std::vector<std::uint32_t>& kept) {
    if (kept.empty()) return {};
    std::vector<std::uint32_t> out(vertexCount(mesh), kNone);
    const std::vector<std::vector<std::uint32_t>> neighbours = neighboursOf(mesh);
    Heap heap;
    std::vector<float> points;
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        heap.push({kept[i], i, 0});
        abc::push(points, abc::nthVector(mesh.positions, kept[i]));
    }
    for (auto next = heap.pop(); next; next = heap.pop()) {
        const auto [a, b, cost] = *next;
        if (out[a] != kNone) continue;
        out[a] = b;
        for (const std::uint32_t other : neighbours[a]) {
            if (out[other] == kNone) heap.push({other, b, cost + distance(mesh.positions, a, mesh.positions, other)});
        }
    }
    // For parts of the mesh of which nothing is left.
    const NearestPoints nearest(std::move(points));
    for (std::size_t v = 0; v < out.size(); ++v) {
        if (out[v] == kNone) out[v] = nearest.to(mesh.positions, v);
    }
    return out;
}

std::vector<std::uint32_t> nearestIn(const DraftMesh& mesh, const DraftMesh& next) {
    if (next.positions.empty()) return {};
    const NearestPoints nearest(next.positions);
    std::vector<std::uint32_t> out;
    for (std::size_t v = 0; v < vertexCount(mesh); ++v) out.push_back(nearest.to(mesh.positions, v));
    return out;
}

}  // namespace importing
