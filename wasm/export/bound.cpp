#include "bound.h"

#include <algorithm>

namespace exporting {
namespace {

/// Influences of a vertex at most. In glTF all vertices of a mesh have as many as the one with the most.
constexpr std::size_t kMostInfluences = 32;

/// Rounding to 32 bits, relative to the greatest number in a position: smaller distances do not count.
constexpr double kRounding = 1e-6;

/// The pull of a node on a vertex: the sums of its biases and of its premultiplied positions.
struct Pull {
    std::uint32_t node = 0;
    double bias = 0;
    WideVec3 sum{};

    /// glTF allows no negative weight, and no joint out of range.
    [[nodiscard]] bool isInfluence() const { return bias > 0 && node < kMostJoints - 1; }
    /// Where it has the vertex in the bind pose, not yet divided by all biases.
    [[nodiscard]] WideVec3 applied(const Affine& bind) const {
        WideVec3 out{};
        for (std::size_t row = 0; row < 3; ++row) {
            const double* m = &bind[4 * row];
            out[row] = m[0] * sum[0] + m[1] * sum[1] + m[2] * sum[2] + m[3] * bias;
        }
        return out;
    }
    /// The greatest number in its position.
    [[nodiscard]] double magnitude(const Affine& bind) const {
        const double reach = core::hypot(WideVec3{bind[3], bind[7], bind[11]});
        return greater(core::hypot(sum), std::abs(bias) * reach);
    }
    /// How far its position is from a place, in the space of the node, by its share of all biases.
    [[nodiscard]] double miss(const Affine& inverse, double all, const WideVec3& place) const {
        WideVec3 off{};
        for (std::size_t row = 0; row < 3; ++row) {
            const double* m = &inverse[4 * row];
            off[row] = (sum[row] - bias * (m[0] * place[0] + m[1] * place[1] + m[2] * place[2] + m[3])) / all;
        }
        return core::hypot(off);
    }
};

/// The pulls on a vertex, by node.
class Pulls {
public:
    explicit Pulls(std::size_t nodes) : placeOf_(nodes, abc::kNone) {}

    /// @returns the sum of the biases, as poses count them
    double gather(std::span<const abc::Weight> weights) {
        for (const Pull& pull : list_) placeOf_[pull.node] = abc::kNone;
        list_.clear();
        double all = 0;
        for (const abc::Weight& weight : weights) {
            if (weight.node == abc::kNone) continue;
            std::uint32_t& place = placeOf_[weight.node];
            if (place == abc::kNone) {
                place = static_cast<std::uint32_t>(list_.size());
                list_.push_back({weight.node});
            }
            Pull& pull = list_[place];
            all += double{weight.bias};
            pull.bias += double{weight.bias};
            const auto [x, y, z] = weight.location;
            for (std::size_t axis = 0; const double value : {double{x}, double{y}, double{z}})
                pull.sum[axis++] += value;
        }
        return all;
    }
    /// In the order of the weights.
    [[nodiscard]] const std::vector<Pull>& list() const { return list_; }

private:
    std::vector<Pull> list_;
    /// By node: its place in the list.
    std::vector<std::uint32_t> placeOf_;
};

/// Adds the influences of vertices, one vertex after the other.
class Influences {
public:
    explicit Influences(Bound& out) : out_(out) { out_.start.push_back(0); }

    /// The strongest ones stay; those that are 0 in 32 bits are skipped.
    void add(std::uint32_t joint, double share) {
        auto& [positions, start, joints, shares, off, unlike] = out_;
        if (!(abc::single(share) > 0)) return;
        const std::size_t first = start.back();
        std::size_t at = shares.size();
        if (at - first < kMostInfluences) {
            shares.push_back(0);
            joints.push_back(0);
        } else if (!(share > double{shares[--at]})) {
            return;
        }
        for (; at > first && !(double{shares[at - 1]} >= share); --at) {
            shares[at] = shares[at - 1];
            joints[at] = joints[at - 1];
        }
        shares[at] = abc::single(share);
        joints[at] = joint;
    }

    /// Ends a vertex; one that has none is moved by a joint.
    void end(std::uint32_t otherwise) {
        if (out_.shares.size() == out_.start.back()) add(otherwise, 1);
        const std::size_t first = out_.start.back();
        // The strongest takes the rest, so that the sum is 1 in 32 bits.
        double others = 0;
        for (std::size_t i = first + 1; i < out_.shares.size(); ++i) others += double{out_.shares[i]};
        out_.shares[first] = abc::single(1 - others);
        out_.start.push_back(static_cast<std::uint32_t>(out_.shares.size()));
    }

private:
    Bound& out_;
};

}  // namespace

Bound boundLevel(const abc::Model& model, std::uint32_t piece, std::uint32_t lod, std::span<const float> posed,
                 std::span<const Affine> binds, std::span<const Affine> inverseBinds) {
    Bound out;
    Influences influences(out);
    const std::uint32_t fixed = fixedJoint(binds.size());
    const std::uint32_t vertices = model.vertexCount(piece, lod);
    const std::size_t firstVertex = vertices > 0 ? model.lod(piece, lod)->firstVertex : 0;
    Pulls pulls(binds.size());
    for (std::uint32_t v = 0; v < vertices; ++v) {
        const std::uint32_t first = model.weightStart[firstVertex + v];
        const std::uint32_t end = model.weightStart[firstVertex + v + 1];
        const double all = pulls.gather(std::span(model.weights).subspan(first, end - first));
        double& off = out.off.emplace_back(0);
        if (!(all > 0)) {
            const auto at = posed.subspan(3 * std::size_t{v}, 3);
            out.positions.insert(out.positions.end(), at.begin(), at.end());
            influences.end(fixed);
            continue;
        }
        WideVec3 place{};
        double kept = 0;
        for (const Pull& pull : pulls.list()) {
            const WideVec3 applied = pull.applied(binds[pull.node]);
            for (std::size_t axis = 0; axis < 3; ++axis) place[axis] += applied[axis] / all;
            if (pull.isInfluence()) kept += pull.bias;
        }
        for (const double value : place) out.positions.push_back(abc::single(value));
        double bound = 0;
        double largest = 0;
        bool isUnlike = pulls.list().size() > kMostInfluences;
        for (const Pull& pull : pulls.list()) {
            if (pull.isInfluence()) {
                influences.add(pull.node, pull.bias / kept);
            } else if (pull.bias != 0) {
                isUnlike = true;
            }
            bound += pull.miss(inverseBinds[pull.node], all, place);
            largest = greater(largest, pull.magnitude(binds[pull.node]) / all);
        }
        // Negative weights, joints out of range and influences that are too many have no known bound.
        if (isUnlike) {
            ++out.unlike;
        } else if (bound > kRounding * largest) {
            off = bound;
        }
        influences.end(fixed);
    }
    return out;
}

Bound boundMesh(const abc::Model& model, std::span<const float> rest, std::span<const Affine> binds) {
    Bound out;
    Influences influences(out);
    const std::uint32_t vertices = model.vertexCount(0, 0);
    out.off.resize(vertices);
    for (std::uint32_t v = 0; v < vertices; ++v) {
        const std::uint32_t node = model.v6.vertexNode[v];
        const auto at = rest.subspan(3 * std::size_t{v}, 3);
        const bool isBound = node < binds.size();
        if (isBound) {
            for (const double value : abc::applied(binds[node], {at[0], at[1], at[2]}))
                out.positions.push_back(abc::single(value + 0.0));  // no −0
        } else {
            out.positions.insert(out.positions.end(), at.begin(), at.end());
        }
        if (isBound && node < kMostJoints - 1) influences.add(node, 1);
        influences.end(fixedJoint(binds.size()));
    }
    return out;
}

}  // namespace exporting
