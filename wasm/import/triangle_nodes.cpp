#include "triangle_nodes.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "abc/one_node.h"
#include "core/records.h"

namespace importing {

using core::kNone;

namespace {

/// What a vertex costs that its node does not move rigidly, against 1 for one that it does: three bytes a key.
constexpr double kDeformed = 5;
/// What a triangle costs on a node that does not move it, which spends the 8 bits on that movement.
constexpr double kStrange = 1.5;
/// A difference of costs that is none.
constexpr double kSame = 1e-6;
/// Every pass makes it cheaper, the first ones the most.
constexpr int kMostPasses = 8;

struct Influence {
    std::uint32_t node = 0;
    double share = 0;
};

/// The triangles' nodes. As abc/one_node.h finds them, but for what only drafts have: stand-ins and morph targets.
/// Costs are doubles, and of equal ones the node that moves the triangle most comes first.
class Labels {
public:
    Labels(const DraftMesh& mesh, const std::vector<abc::Corners>& triangles, const std::vector<std::uint8_t>& standIn)
        : mesh_(mesh), triangles_(triangles), standIn_(standIn) {
        findRigid();
        for (const abc::Corners& triangle : triangles) {
            influences_.push_back(influencesOn(triangle));
            of_.push_back(influences_.back().front().node);
            count(triangle, of_.back(), 1);
        }
        for (int pass = 0; pass < kMostPasses && improve(); ++pass) {
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& list() const { return of_; }

private:
    /// By vertex: the node that moves it rigidly, or none.
    void findRigid() {
        const auto& start = mesh_.start;
        const auto& node = mesh_.node;
        for (std::size_t v = 0; v < vertexCount(mesh_); ++v) {
            const std::uint32_t first = node[start[v]];
            bool isRigid = standIn_[first] == first;
            for (std::uint32_t i = start[v] + 1; i < start[v + 1]; ++i) isRigid = isRigid && node[i] == first;
            for (const std::vector<float>& deltas : mesh_.morphs) {
                for (std::size_t i = 3 * v; i < 3 * v + 3; ++i) isRigid = isRigid && deltas[i] == 0;
            }
            rigid_.push_back(isRigid ? first : kNone);
        }
    }

    /// The nodes that move a triangle, and the sums of their shares in its vertices; the strongest first.
    [[nodiscard]] std::vector<Influence> influencesOn(const abc::Corners& triangle) const {
        std::vector<Influence> out;
        for (const std::uint32_t v : triangle) {
            for (std::uint32_t i = mesh_.start[v]; i < mesh_.start[v + 1]; ++i) {
                const std::uint32_t node = standIn_[mesh_.node[i]];
                const auto known =
                    std::find_if(out.begin(), out.end(), [=](const Influence& one) { return one.node == node; });
                if (known == out.end()) {
                    out.push_back({node, double{mesh_.share[i]}});
                } else {
                    known->share += double{mesh_.share[i]};
                }
            }
        }
        std::sort(out.begin(), out.end(), [](const Influence& a, const Influence& b) {
            return a.share != b.share ? a.share > b.share : a.node < b.node;
        });
        return out;
    }

    static std::uint64_t keyOf(std::uint32_t vertex, std::uint32_t node) { return std::uint64_t{vertex} << 32U | node; }

    void count(const abc::Corners& triangle, std::uint32_t node, std::int32_t by) {
        for (const std::uint32_t v : triangle) uses_[keyOf(v, node)] += by;
    }

    [[nodiscard]] double costOf(const abc::Corners& triangle, const Influence& on) const {
        double cost = kStrange * (3 - on.share) / 3;
        for (const std::uint32_t v : triangle) {
            const auto used = uses_.find(keyOf(v, on.node));
            if (used == uses_.end() || used->second == 0) cost += rigid_[v] == on.node ? 1 : kDeformed;
        }
        return cost;
    }

    /// @returns whether anything changed
    bool improve() {
        bool didChange = false;
        for (std::size_t t = 0; t < of_.size(); ++t) {
            if (influences_[t].size() < 2) continue;
            const std::uint32_t was = of_[t];
            count(triangles_[t], was, -1);
            double least = std::numeric_limits<double>::infinity();
            for (const Influence& each : influences_[t]) {
                const double cost = costOf(triangles_[t], each);
                // Of two that cost the same the one that it has, or it would never end.
                if (!(cost < least - kSame || (each.node == was && cost <= least + kSame))) continue;
                of_[t] = each.node;
                least = cost;
            }
            count(triangles_[t], of_[t], 1);
            didChange = didChange || of_[t] != was;
        }
        return didChange;
    }

    const DraftMesh& mesh_;
    const std::vector<abc::Corners>& triangles_;
    const std::vector<std::uint8_t>& standIn_;
    std::vector<std::uint32_t> rigid_;
    std::vector<std::vector<Influence>> influences_;
    std::vector<std::uint32_t> of_;
    /// By vertex and node: how many triangles of that node the vertex has.
    std::unordered_map<std::uint64_t, std::int32_t> uses_;
};

/// Vectors of those vertices.
std::vector<float> picked(const std::vector<float>& values, const std::vector<std::uint32_t>& from) {
    std::vector<float> out;
    out.reserve(3 * from.size());
    for (const std::uint32_t v : from) abc::push(out, abc::nthVector(values, v));
    return out;
}

/// A mesh whose vertex v is vertex from[v] of another one.
DraftMesh gathered(const DraftMesh& mesh, const std::vector<std::uint32_t>& from) {
    DraftMesh out;
    out.uvs = mesh.uvs;
    out.morphWeights = mesh.morphWeights;
    out.positions = picked(mesh.positions, from);
    out.normals = picked(mesh.normals, from);
    for (const std::vector<float>& deltas : mesh.morphs) out.morphs.push_back(picked(deltas, from));
    out.start.push_back(0);
    for (const std::uint32_t v : from) {
        for (std::uint32_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
            out.node.push_back(mesh.node[i]);
            out.share.push_back(mesh.share[i]);
            abc::push(out.local, abc::nthVector(mesh.local, i));
        }
        out.start.push_back(static_cast<std::uint32_t>(out.node.size()));
    }
    return out;
}

}  // namespace

std::vector<std::uint8_t> strongestNodes(const DraftMesh& mesh, const std::vector<std::uint8_t>& standIn) {
    std::vector<std::uint8_t> out;
    for (std::size_t v = 0; v < vertexCount(mesh); ++v) out.push_back(standIn[mesh.node[mesh.start[v]]]);
    return out;
}

OnOneNode onOneNode(const DraftMesh& mesh, const std::vector<std::uint8_t>& standIn) {
    std::vector<abc::Corners> triangles;
    for (std::size_t c = 0; c < mesh.corners.size(); c += 3)
        triangles.push_back({mesh.corners[c], mesh.corners[c + 1], mesh.corners[c + 2]});
    const Labels labels(mesh, triangles, standIn);
    const std::vector<std::uint8_t> strongest = strongestNodes(mesh, standIn);
    const abc::OneNodeMesh doubled =
        abc::doubled(std::move(triangles), labels.list(), {strongest.begin(), strongest.end()});
    OnOneNode out{gathered(mesh, doubled.from), {doubled.node.begin(), doubled.node.end()}};
    for (const abc::Corners& triangle : doubled.triangles)
        out.mesh.corners.insert(out.mesh.corners.end(), triangle.begin(), triangle.end());
    return out;
}

}  // namespace importing
