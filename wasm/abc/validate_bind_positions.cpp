// Levels of v9 and later whose vertices have no one bind position. LithTech moves the place that each weight holds,
// other programs move one bind position a vertex: they are alike where the weights agree on it (abc.md §4.12).
#include <algorithm>
#include <limits>
#include <span>

#include "check.h"

namespace abc {

using schema::Id;

namespace {

/// Shares of the model's size. So far the weights of a vertex may be from one bind position by rounding, and so far
/// those of a level before it is worth saying: in level 0 of real models they are off by less than 1e-7, in lower
/// levels by 1e-3 to 0.1. As in web/to-glb/bind-vertices.ts.
constexpr double kRounding = 1e-5;
constexpr double kNoticeable = 1e-4;
/// The same of the greatest number that the position is computed from: a model may be far from its origin. As in
/// web/to-glb/bind-vertices.ts.
constexpr double kRoundingOfNumbers = 1e-6;

/// In double no product of floats is infinite.
struct Wide {
    double x = 0, y = 0, z = 0;
};

Wide operator+(Wide a, Wide b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Wide operator*(Wide a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
double squareOf(Wide v) {
    return v.x * v.x + v.y * v.y + v.z * v.z;
}
double lengthOf(Wide v) {
    return std::sqrt(squareOf(v));
}
Wide wide(Vec3 v) {
    return {v.x, v.y, v.z};
}

/// Where a weight holds its vertex in the bind pose, multiplied by its bias.
Wide inBindPose(const Mat4& bind, const Weight& weight) {
    const auto& m = bind.m;
    const Wide at = wide(weight.location);
    const auto row = [&](std::size_t i) { return m[i] * at.x + m[i + 1] * at.y + m[i + 2] * at.z; };
    return Wide{row(0), row(4), row(8)} + wide(bind.translation()) * weight.bias;
}

/// Length of the diagonal of the box around all vertices.
double sizeOf(const Model& model) {
    constexpr float kMost = std::numeric_limits<float>::max();
    Vec3 low{kMost, kMost, kMost};
    Vec3 high{-kMost, -kMost, -kMost};
    for (const Vec3 v : model.locations) {
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) continue;
        low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    return high.x < low.x ? 0 : lengthOf(wide(high) + wide(low) * -1);
}

/// How far the weights of a vertex are from the bind position that fits them best, their mean: so far it can be from
/// its place in a pose. 0 within rounding, and where numbers are none.
double distanceOf(std::span<const Weight> weights, const std::vector<Node>& nodes, double size) {
    if (weights.size() < 2) return 0;
    Wide sum;
    double bias = 0;
    // Squared: a root a weight takes longer than all the rest.
    double largest = 0;
    for (const Weight& weight : weights) {
        if (weight.node == kNone) continue;
        const Mat4& bind = nodes[weight.node].bind;
        sum = sum + inBindPose(bind, weight);
        bias += weight.bias;
        largest =
            std::max({largest, squareOf(wide(weight.location)), squareOf(wide(bind.translation()) * weight.bias)});
    }
    // Deforming leaves such a vertex where it is.
    if (!(bias > 0)) return 0;
    const Wide mean = sum * (1 / bias);
    const auto eachOff = [&](auto visit) {
        for (const Weight& weight : weights) {
            if (weight.node != kNone) visit(inBindPose(nodes[weight.node].bind, weight) + mean * -weight.bias);
        }
    };
    // No sum of lengths is above the root of the sum of their squares times their number.
    double squares = 0;
    eachOff([&](Wide off) { squares += squareOf(off); });
    const double rounding = kRounding * size * bias;
    if (squares * static_cast<double>(weights.size()) <= rounding * rounding) return 0;
    double off = 0;
    eachOff([&](Wide each) { off += lengthOf(each); });
    const double distance = off / bias;
    const bool isApart = distance > kRounding * size + kRoundingOfNumbers * std::sqrt(largest) / bias;
    return isApart && std::isfinite(distance) ? distance : 0;
}

}  // namespace

void checkBindPositions(Check& check) {
    if (!check.isWhole(Id::PiecesSection) || !check.isWhole(Id::NodesSection)) return;
    const Model& model = check.model;
    const Spot pieces = check.section(Id::PiecesSection).at("Pieces");
    const double size = sizeOf(model);
    // One finding a file, at the vertex that is farthest off: of shipped models every lower level has such vertices.
    std::uint32_t levels = 0;
    std::uint32_t vertices = 0;
    double farthest = 0;
    struct {
        std::uint32_t piece = 0, level = 0, vertex = 0;
    } at;
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        for (std::uint32_t level = 0; level < model.pieces[piece].lodCount; ++level) {
            const Lod& lod = *model.lod(piece, level);
            std::uint32_t apart = 0;
            std::uint32_t worst = 0;
            double bound = 0;
            for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
                const std::uint32_t first = model.weightStart[lod.firstVertex + v];
                const std::uint32_t end = model.weightStart[lod.firstVertex + v + 1];
                const std::span weights(model.weights.data() + first, end - first);
                const double distance = distanceOf(weights, model.nodes, size);
                apart += distance > 0 ? 1U : 0U;
                if (distance <= bound) continue;
                bound = distance;
                worst = v;
            }
            if (bound <= kNoticeable * size) continue;
            ++levels;
            vertices += apart;
            if (bound <= farthest) continue;
            farthest = bound;
            at = {piece, level, worst};
        }
    }
    if (levels == 0) return;
    check.add(
        Code::BindPositionsDiffer, 0,
        [&] { return pieces.at(at.piece).at("LODs", at.level).at("Vertices", at.vertex).at("Weights"); },
        [&] {
            return Values{grouped(vertices), decimal(farthest), grouped(levels)};
        });
}

}  // namespace abc
