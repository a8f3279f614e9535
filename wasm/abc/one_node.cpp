#include "one_node.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace abc {
namespace {

/// What a vertex costs that its node does not move rigidly, against 1 for one that it does: three bytes a key.
constexpr float kDeformed = 5;
/// What a triangle costs on a node that does not move it, which spends the 8 bits of positions on that movement.
constexpr float kStrange = 1.5F;
/// Every pass makes it cheaper, the first ones the most.
constexpr int kMostPasses = 8;
/// Influences on triangles that are looked at in a pass, at most: a fraction of a second.
constexpr std::size_t kMostInfluences = std::size_t{1} << 20U;
/// A difference of costs that is none.
constexpr float kSame = 1e-6F;
constexpr float kCorners = 3;

std::uint32_t strongestOf(const std::vector<Influence>& influences) {
    const auto most = std::max_element(influences.begin(), influences.end(),
                                       [](const Influence& a, const Influence& b) { return a.share < b.share; });
    return most == influences.end() ? 0 : most->node;
}

std::uint64_t keyOf(std::uint32_t vertex, std::uint32_t node) {
    return std::uint64_t{vertex} << 32U | node;
}

/// The node of each triangle.
class Labels {
public:
    explicit Labels(const SkinnedMesh& mesh) : mesh_(mesh) {
        std::size_t influences = 0;
        for (const Corners& triangle : mesh.triangles) {
            of_.push_back(strongestOf(sharesOf(triangle)));
            count(triangle, of_.back(), 1);
            for (const std::uint32_t v : triangle) influences += mesh.influences[v].size();
        }
        for (int pass = 0; pass < kMostPasses && influences <= kMostInfluences; ++pass) {
            if (!improve()) break;
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& list() const { return of_; }

private:
    /// The nodes that move a triangle, growing, and the sums of their shares.
    [[nodiscard]] std::vector<Influence> sharesOf(const Corners& triangle) const {
        std::vector<Influence> all;
        for (const std::uint32_t v : triangle) {
            all.insert(all.end(), mesh_.influences[v].begin(), mesh_.influences[v].end());
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Influence& a, const Influence& b) { return a.node < b.node; });
        std::vector<Influence> sums;
        for (const Influence& each : all) {
            if (sums.empty() || sums.back().node != each.node) sums.push_back({each.node, 0});
            sums.back().share += each.share;
        }
        return sums;
    }

    [[nodiscard]] bool isRigidOn(std::uint32_t vertex, std::uint32_t node) const {
        const std::vector<Influence>& own = mesh_.influences[vertex];
        return own.size() == 1 && own.front().node == node;
    }

    void count(const Corners& triangle, std::uint32_t node, std::int32_t by) {
        for (const std::uint32_t v : triangle) uses_[keyOf(v, node)] += by;
    }

    [[nodiscard]] float costOf(const Corners& triangle, const Influence& on) const {
        float cost = kStrange * (kCorners - on.share) / kCorners;
        for (const std::uint32_t v : triangle) {
            const auto used = uses_.find(keyOf(v, on.node));
            if (used == uses_.end() || used->second == 0) cost += isRigidOn(v, on.node) ? 1 : kDeformed;
        }
        return cost;
    }

    /// @returns whether anything changed
    bool improve() {
        bool didChange = false;
        for (std::size_t t = 0; t < of_.size(); ++t) {
            const Corners& triangle = mesh_.triangles[t];
            const std::vector<Influence> shares = sharesOf(triangle);
            if (shares.size() < 2) continue;
            const std::uint32_t was = of_[t];
            count(triangle, was, -1);
            float least = std::numeric_limits<float>::infinity();
            for (const Influence& each : shares) {
                const float cost = costOf(triangle, each);
                // Of two that cost the same the one that it has, or it would never end.
                if (cost >= least - kSame && !(each.node == was && cost <= least + kSame)) continue;
                least = cost;
                of_[t] = each.node;
            }
            count(triangle, of_[t], 1);
            didChange = didChange || of_[t] != was;
        }
        return didChange;
    }

    const SkinnedMesh& mesh_;
    std::vector<std::uint32_t> of_;
    /// By vertex and node: how many triangles of that node the vertex has.
    std::unordered_map<std::uint64_t, std::int32_t> uses_;
};

}  // namespace

OneNodeMesh doubled(std::vector<Corners> triangles, const std::vector<std::uint32_t>& nodes,
                    std::vector<std::uint32_t> strongest) {
    OneNodeMesh out{std::move(triangles), {}, std::move(strongest)};
    for (std::uint32_t v = 0; v < out.node.size(); ++v) out.from.push_back(v);
    std::vector<bool> isTaken(out.from.size());
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    // A vertex keeps its place for its strongest node, if it has a triangle on that.
    for (std::size_t t = 0; t < out.triangles.size(); ++t) {
        for (const std::uint32_t v : out.triangles[t]) {
            if (nodes[t] != out.node[v]) continue;
            isTaken[v] = true;
            places[keyOf(v, out.node[v])] = v;
        }
    }
    for (std::size_t t = 0; t < out.triangles.size(); ++t) {
        const std::uint32_t node = nodes[t];
        for (std::uint32_t& v : out.triangles[t]) {
            const auto [place, isNew] = places.try_emplace(keyOf(v, node), static_cast<std::uint32_t>(out.from.size()));
            if (isNew && !isTaken[v]) {
                isTaken[v] = true;
                place->second = v;
                out.node[v] = node;
            } else if (isNew) {
                out.from.push_back(v);
                out.node.push_back(node);
            }
            v = place->second;
        }
    }
    return out;
}

OneNodeMesh onOneNode(const SkinnedMesh& mesh) {
    const Labels labels(mesh);
    // One without triangles stays on its strongest node.
    std::vector<std::uint32_t> strongest;
    for (const std::vector<Influence>& influences : mesh.influences) strongest.push_back(strongestOf(influences));
    return doubled(mesh.triangles, labels.list(), std::move(strongest));
}

}  // namespace abc
