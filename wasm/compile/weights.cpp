// Weights as the makers' packer stores them, to the bit: what it does to them has little effects that are not intended,
// and that its files show (ltb.md §8).
#include <algorithm>
#include <cmath>

#include "mesh.h"

namespace compiling {
namespace {

constexpr float kLeastShare = 0.05F;

/// What a sum of the packer is when it is stored: it computes in double, and keeps floats.
float stored(double share) {
    return static_cast<float>(share);
}

void spread(std::vector<Weight>& weights, double total) {
    const double each = total / static_cast<double>(weights.size());
    for (Weight& weight : weights) weight.share = stored(double{weight.share} + each);
}

double totalOf(const std::vector<Weight>& weights) {
    double total = 0;
    for (const Weight& weight : weights) total += double{weight.share};
    return total;
}

bool isLess(const Weight& a, const Weight& b) {
    return a.share < b.share;
}

Bones bonesOfRow(std::span<const Weight> row) {
    std::vector<Weight> kept;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool isNeeded = i + 1 == row.size() && kept.empty();
        if (row[i].share < kLeastShare && !isNeeded) continue;
        kept.push_back(row[i]);
    }
    spread(kept, 1.0 - totalOf(kept));
    // Of those that are equally small, the first one goes.
    std::vector<Weight> largest;
    for (const Weight& weight : kept) {
        largest.push_back(weight);
        if (largest.size() > kMostBones) largest.erase(std::min_element(largest.begin(), largest.end(), isLess));
    }
    // What is missing is taken off once more, not added.
    spread(largest, totalOf(largest) - 1.0);
    Bones out;
    out.count = static_cast<std::uint32_t>(largest.size());
    std::copy(largest.begin(), largest.end(), out.weights.begin());
    return out;
}

/// The bones of a triangle, ascending, each with its greatest share in a vertex.
std::vector<Weight> bonesOfFace(std::span<const std::uint32_t> corners, const std::vector<Bones>& bones) {
    std::vector<Weight> out;
    for (const std::uint32_t corner : corners) {
        for (const Weight& weight : bones[corner].all()) {
            const auto at =
                std::find_if(out.begin(), out.end(), [&](const Weight& other) { return other.node >= weight.node; });
            if (at == out.end() || at->node != weight.node) {
                out.insert(at, weight);
            } else if (weight.share > at->share) {
                at->share = weight.share;
            }
        }
    }
    return out;
}

/// Takes a bone from a vertex, and gives its share to the others.
void take(std::uint32_t node, Bones& from) {
    Weight* const begin = from.weights.data();
    Weight* const end = begin + from.count;
    Weight* const at = std::find_if(begin, end, [node](const Weight& weight) { return weight.node == node; });
    if (at == end) return;
    const float removed = at->share;
    std::move(at + 1, end, at);
    --from.count;
    double total = 0;
    for (std::uint32_t i = 0; i < from.count; ++i) {
        const double share = double{from.weights[i].share} + double{removed} / from.count;
        from.weights[i].share = stored(share);
        total += share;
    }
    from.weights[0].share = stored(double{from.weights[0].share} + (1.0 - total));
}

}  // namespace

float Bones::shareOf(std::uint32_t node) const {
    const auto own = all();
    const auto at = std::find_if(own.begin(), own.end(), [node](const Weight& weight) { return weight.node == node; });
    return at == own.end() ? 0 : at->share;
}

std::vector<Bones> bonesOf(const Level& level, std::uint32_t vertexCount, Pruned& pruned) {
    std::vector<Bones> out(vertexCount);
    for (std::uint32_t v = 0; v < vertexCount; ++v) {
        const bool isMoved = !level.weightStart.empty() && level.weightStart[v] < level.weightStart[v + 1];
        if (isMoved) {
            const std::uint32_t first = level.weightStart[v];
            out[v] = bonesOfRow(std::span(level.weights).subspan(first, level.weightStart[v + 1] - first));
        } else {
            out[v] = {{Weight{0, 1}}, 1};
            ++pruned.unmoved;
        }
    }
    return out;
}

void limitFaces(std::span<const std::uint32_t> corners, std::vector<Bones>& bones) {
    for (std::size_t face = 0; face < corners.size(); face += kCorners) {
        const auto three = corners.subspan(face, kCorners);
        for (;;) {
            std::vector<Weight> all = bonesOfFace(three, bones);
            if (all.size() <= kMostBones) break;
            // Nobody takes from a vertex what alone moves it: with three vertices there is always another one.
            std::erase_if(all, [&](const Weight& bone) {
                return std::any_of(three.begin(), three.end(), [&](std::uint32_t corner) {
                    return bones[corner].count == 1 && bones[corner].weights[0].node == bone.node;
                });
            });
            const auto least = std::min_element(all.begin(), all.end(), isLess);
            for (const std::uint32_t corner : three) take(least->node, bones[corner]);
        }
    }
}

void measure(const Level& level, std::span<const Bones> bones, Pruned& pruned) {
    constexpr float kNothing = 1e-3F;
    for (std::size_t v = 0; v < bones.size() && !level.weightStart.empty(); ++v) {
        const std::uint32_t first = level.weightStart[v];
        const auto row = std::span(level.weights).subspan(first, level.weightStart[v + 1] - first);
        float total = 0;
        for (const Weight& weight : row) total += weight.share;
        if (!(total > 0)) continue;
        float moved = 0;
        for (const Weight& weight : row) {
            const float left = weight.share / total - bones[v].shareOf(weight.node);
            if (left > 0) moved += left;
        }
        if (!(moved > kNothing)) continue;
        ++pruned.vertices;
        pruned.mostMoved = std::max(pruned.mostMoved, moved);
    }
}

}  // namespace compiling
