#include "boxes.h"

#include <algorithm>
#include <limits>

#include "numbers.h"
#include "poses.h"

namespace importing {
namespace {

/// Influences that are placed in all poses of an animation together: more poses are looked at less closely.
constexpr std::uint64_t kMostPlaced = 1'000'000;
/// Vertices of a run: with more, few of the runs are wholly within a box that others have made.
constexpr std::size_t kRun = 64;
/// What shares of 32 bits may sum to beside 1.
constexpr double kRounded = 1e-6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array<double, 6> kNothing{kInfinity, -kInfinity, kInfinity, -kInfinity, kInfinity, -kInfinity};

constexpr Box kEmpty{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};

void add(double value, std::size_t axis, std::array<double, 6>& bounds) {
    if (value < bounds[2 * axis]) bounds[2 * axis] = value;
    if (value > bounds[2 * axis + 1]) bounds[2 * axis + 1] = value;
}

std::optional<Box> finite(const Box& box) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(box.min[axis]) || !std::isfinite(box.max[axis])) return std::nullopt;
    }
    return box;
}

}  // namespace

std::array<double, 3> Box::half() const {
    return {(max[0] - min[0]) / 2, (max[1] - min[1]) / 2, (max[2] - min[2]) / 2};
}

std::array<double, 3> Box::middle() const {
    return {(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2};
}

double Box::size() const {
    const auto [x, y, z] = half();
    return 2 * std::max({x, y, z});
}

std::optional<Box> boxAround(std::span<const float> points) {
    Box box = kEmpty;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double value = points[i];
        if (value < box.min[i % 3]) box.min[i % 3] = value;
        if (value > box.max[i % 3]) box.max[i % 3] = value;
    }
    return finite(box);
}

std::optional<Box> unionOf(const std::optional<Box>& one, const std::optional<Box>& other) {
    if (!one || !other) return one ? one : other;
    Box out;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        out.min[axis] = std::min(one->min[axis], other->min[axis]);
        out.max[axis] = std::max(one->max[axis], other->max[axis]);
    }
    return out;
}

Boxes::Boxes(std::vector<Influences> meshes, std::vector<std::int32_t> parents)
    : meshes_(std::move(meshes)),
      parents_(std::move(parents)),
      bounds_(parents_.size(), kNothing),
      globals_(parents_.size()),
      isInside_(parents_.size()) {
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
        influences_ += meshes_[m].node.size();
        const std::size_t count = meshes_[m].start.empty() ? 0 : meshes_[m].start.size() - 1;
        for (std::size_t first = 0; first < count; first += kRun)
            runs_.push_back(runOf(m, first, std::min(count, first + kRun)));
    }
    for (const Run& run : runs_) {
        for (std::size_t n = 0; n < run.nodes.size(); ++n) {
            for (std::size_t i = 0; i < run.bounds[n].size(); ++i) add(run.bounds[n][i], i / 2, bounds_[run.nodes[n]]);
        }
    }
}

Boxes::Run Boxes::runOf(std::size_t index, std::size_t first, std::size_t end) const {
    const Influences& mesh = meshes_[index];
    Run out;
    out.mesh = index;
    out.first = first;
    out.end = end;
    std::size_t at = 0;
    for (std::size_t i = mesh.start[first]; i < mesh.start[end]; ++i) {
        // Neighbours mostly have the same nodes.
        if (at >= out.nodes.size() || out.nodes[at] != mesh.node[i]) {
            const auto known = std::find(out.nodes.begin(), out.nodes.end(), mesh.node[i]);
            at = static_cast<std::size_t>(known - out.nodes.begin());
            if (known == out.nodes.end()) {
                out.nodes.push_back(mesh.node[i]);
                out.bounds.push_back(kNothing);
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) add(mesh.local[3 * i + axis], axis, out.bounds[at]);
    }
    for (std::size_t v = first; v < end && out.isBetween; ++v) {
        double sum = 0;
        for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
            sum += mesh.share[i];
            if (!(mesh.share[i] >= 0)) out.isBetween = false;
        }
        if (!(std::abs(sum - 1) <= kRounded)) out.isBetween = false;
    }
    return out;
}

std::optional<Box> Boxes::over(std::size_t poses, PoseAt poseAt) {
    Box box = kEmpty;
    const std::uint64_t placed = std::uint64_t{influences_} * poses;
    const auto stride = static_cast<std::size_t>(std::max<std::uint64_t>(1, (placed + kMostPlaced - 1) / kMostPlaced));
    // One vertex of each run in all poses first: afterwards most runs are within the box.
    for (const bool isWhole : {false, true}) {
        // The last, too.
        for (std::size_t p = 0; p + 1 < poses + stride; p += stride) {
            globalsOf(parents_, poseAt(std::min(p, poses - 1)), globals_);
            for (std::size_t node = 0; isWhole && node < parents_.size(); ++node)
                isInside_[node] = isWithin(static_cast<std::uint32_t>(node), bounds_[node], box);
            for (const Run& run : runs_) {
                if (!isWhole || !isWithin(run, box)) grow(run, isWhole ? run.end : run.first + 1, box);
            }
        }
    }
    return finite(box);
}

bool Boxes::isWithin(std::uint32_t node, const std::array<double, 6>& bounds, const Box& box) const {
    const Matrix& m = globals_[node];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = m[4 * axis + 3];
        double high = low;
        for (std::size_t column = 0; column < 3; ++column) {
            const double least = m[4 * axis + column] * bounds[2 * column];
            const double most = m[4 * axis + column] * bounds[2 * column + 1];
            low += lesser(least, most);
            high += greater(least, most);
        }
        const double slack = kRounded * greater(std::abs(low), std::abs(high));
        if (!(low - slack >= box.min[axis] && high + slack <= box.max[axis])) return false;
    }
    return true;
}

bool Boxes::isWithin(const Run& run, const Box& box) const {
    if (!run.isBetween) return false;
    for (std::size_t n = 0; n < run.nodes.size(); ++n) {
        if (!isInside_[run.nodes[n]] && !isWithin(run.nodes[n], run.bounds[n], box)) return false;
    }
    return true;
}

void Boxes::grow(const Run& run, std::size_t end, Box& box) const {
    const Influences& mesh = meshes_[run.mesh];
    for (std::size_t v = run.first; v < end; ++v) {
        std::array<double, 3> at{};
        for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
            const Matrix& m = globals_[mesh.node[i]];
            const double share = mesh.share[i];
            const double x = mesh.local[3 * i];
            const double y = mesh.local[3 * i + 1];
            const double z = mesh.local[3 * i + 2];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                at[axis] += share * (m[4 * axis] * x + m[4 * axis + 1] * y + m[4 * axis + 2] * z + m[4 * axis + 3]);
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.min[axis] = lesser(box.min[axis], at[axis]);
            box.max[axis] = greater(box.max[axis], at[axis]);
        }
    }
}

}  // namespace importing
