#include "skeleton.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "import/numbers.h"

namespace drafting {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// Joints, what animations move them and the meshes by, and without a skin what carries the meshes.
std::vector<bool> keptNodes(const Scene& scene, const std::vector<bool>& moves) {
    std::vector<bool> kept(scene.count());
    std::vector<std::uint32_t> ends;
    for (const SceneSkin& skin : scene.skins) ends.insert(ends.end(), skin.joints.begin(), skin.joints.end());
    for (const std::uint32_t node : ends) kept[node] = true;
    const bool isSkinned = !ends.empty();
    for (const SceneMesh& mesh : scene.meshes) {
        if (mesh.skin >= 0) continue;
        ends.push_back(mesh.node);
        if (!isSkinned) kept[mesh.node] = true;
    }
    ends.insert(ends.end(), scene.sockets.begin(), scene.sockets.end());
    std::vector<bool> isSeen(scene.count());
    for (const std::uint32_t end : ends) {
        for (std::int64_t node = end; node >= 0 && !isSeen[static_cast<std::size_t>(node)];
             node = scene.parents[static_cast<std::size_t>(node)]) {
            isSeen[static_cast<std::size_t>(node)] = true;
            if (moves[static_cast<std::size_t>(node)]) kept[static_cast<std::size_t>(node)] = true;
        }
    }
    return kept;
}

std::vector<std::uint32_t> withAbove(const std::vector<std::int32_t>& nodes, const Scene& scene) {
    std::vector<bool> is(scene.count());
    for (const std::int32_t node : nodes) {
        for (std::int32_t at = node; at >= 0 && !is[static_cast<std::size_t>(at)];
             at = scene.parents[static_cast<std::size_t>(at)]) {
            is[static_cast<std::size_t>(at)] = true;
        }
    }
    std::vector<std::uint32_t> out;
    std::copy_if(scene.order.begin(), scene.order.end(), std::back_inserter(out),
                 [&](std::uint32_t node) { return is[node]; });
    return out;
}

/// One behind the other.
Stand combined(const Stand& first, const Stand& then) {
    const auto [x, y, z] = turnVector(first.rotation, then.place);
    return {abc::product(first.rotation, then.rotation), {first.place[0] + x, first.place[1] + y, first.place[2] + z}};
}

/// Joints of a skin that are looked at for where it lies in the scene.
constexpr std::size_t kMostLookedAt = 64;

/// By node of glTF: its bind matrix with all scales, in the scene.
using SceneBinds = std::vector<std::optional<Matrix>>;

/// How many joints of a skin would be elsewhere than at rest.
class Elsewhere {
public:
    Elsewhere(const SceneSkin& skin, const Placement& rest) {
        for (std::size_t i = 0; i < skin.joints.size() && looked_.size() < kMostLookedAt; ++i) {
            if (isFinite(skin.inverse[i]))
                looked_.push_back({placeOf(rest.matrices[skin.joints[i]]), abc::inverse(skin.inverse[i])});
        }
    }

    [[nodiscard]] std::size_t count(const Matrix& candidate) const {
        return static_cast<std::size_t>(std::count_if(looked_.begin(), looked_.end(), [&](const Joint& joint) {
            const auto& [at, back] = joint;
            if (!back) return true;
            const Vector bind = placeOf(multiplied(candidate, *back));
            const double reach = importing::lengthOf(at);
            for (std::size_t axis = 0; axis < bind.size(); ++axis) {
                if (std::abs(bind[axis] - at[axis]) > 1e-3 * importing::greater(1e-3, reach)) return true;
            }
            return false;
        }));
    }

private:
    struct Joint {
        Vector at;
        std::optional<Matrix> back;
    };
    std::vector<Joint> looked_;
};

/// From the space in which the vertices of a skin were modelled to the scene. Rest and bind pose may differ, so there
/// are several answers: that in which the fewest joints are elsewhere than at rest. With a joint that is bound already,
/// what fits it.
std::optional<Matrix> sceneOfSkin(const Scene& scene, const SceneSkin& skin, const Placement& rest,
                                  const SceneBinds& known) {
    std::size_t first = kNowhere;
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        if (!isFinite(skin.inverse[i])) continue;
        if (const auto& bind = known[skin.joints[i]]) return multiplied(*bind, skin.inverse[i]);
        if (first == kNowhere) first = i;
    }
    if (first == kNowhere) return std::nullopt;
    const std::uint32_t node = skin.joints[first];
    Matrix best = multiplied(rest.matrices[node], skin.inverse[first]);
    const Elsewhere elsewhere(skin, rest);
    std::size_t least = elsewhere.count(best);
    for (const std::int32_t other : {skin.meshNode, scene.parents[node]}) {
        if (other < 0) continue;
        const Matrix& candidate = rest.matrices[static_cast<std::size_t>(other)];
        const std::size_t count = elsewhere.count(candidate);
        if (count < least && abc::inverse(candidate)) {
            best = candidate;
            least = count;
        }
    }
    return abc::inverse(best) ? std::optional(best) : std::nullopt;
}

}  // namespace

Skeleton skeletonOf(const Scene& scene, const std::vector<bool>& moves) {
    const std::vector<bool> kept = keptNodes(scene, moves);
    // By node of glTF: the kept one that moves it.
    std::vector<std::int32_t> above(scene.count(), -1);
    // Behind those of the nodes: the tops.
    std::vector<std::vector<std::uint32_t>> children(scene.count() + 1);
    for (const std::uint32_t node : scene.order) {
        const std::int32_t parent = scene.parents[node];
        const std::int32_t holder = parent < 0 ? -1 : above[static_cast<std::size_t>(parent)];
        above[node] = kept[node] ? static_cast<std::int32_t>(node) : holder;
        if (kept[node]) children[holder < 0 ? scene.count() : static_cast<std::size_t>(holder)].push_back(node);
    }
    // Siblings in the order of the file that they came from, as far as they did; new ones behind them.
    for (std::vector<std::uint32_t>& siblings : children) {
        std::stable_sort(siblings.begin(), siblings.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return scene.places[a] < scene.places[b]; });
    }
    const std::vector<std::uint32_t>& tops = children.back();
    // What stands beside the only top is moved by it when it never moves itself.
    const bool isBeside = std::any_of(scene.meshes.begin(), scene.meshes.end(),
                                      [&](const SceneMesh& mesh) { return mesh.skin < 0 && above[mesh.node] == -1; });
    const bool isMade = tops.size() != 1 || (isBeside && moves[tops[0]]);
    Skeleton out;
    if (isMade) {
        out.sources.push_back(-1);
        out.parents.push_back(-1);
        out.tops = tops.size();
    }
    struct Next {
        std::uint32_t node;
        std::int32_t parent;
    };
    std::vector<Next> waiting;
    const auto add = [&](const std::vector<std::uint32_t>& siblings, std::int32_t parent) {
        std::for_each(siblings.rbegin(), siblings.rend(), [&](std::uint32_t node) {
            waiting.push_back({node, parent});
        });
    };
    std::vector<std::uint32_t> indexOf(scene.count());
    add(tops, isMade ? 0 : -1);
    while (!waiting.empty()) {
        const auto [node, parent] = waiting.back();
        waiting.pop_back();
        indexOf[node] = static_cast<std::uint32_t>(out.sources.size());
        out.sources.push_back(static_cast<std::int32_t>(node));
        out.parents.push_back(parent);
        add(children[node], static_cast<std::int32_t>(indexOf[node]));
    }
    for (const std::int32_t node : above) out.holders.push_back(node < 0 ? 0 : indexOf[static_cast<std::size_t>(node)]);
    out.moving = withAbove(out.sources, scene);
    return out;
}

Stand relative(const Stand& from, const Stand& to) {
    const Rotation back = abc::conjugate(from.rotation);
    const auto& [x, y, z] = from.place;
    return {abc::product(back, to.rotation), turnVector(back, {to.place[0] - x, to.place[1] - y, to.place[2] - z})};
}

std::vector<float> poseOf(const Skeleton& skeleton, const FileSpace& space, const Placement& placement) {
    std::vector<Stand> stands;
    stands.reserve(skeleton.sources.size());
    std::vector<float> out;
    out.reserve(importing::kPose * skeleton.sources.size());
    for (std::size_t i = 0; i < skeleton.sources.size(); ++i) {
        const std::int32_t source = skeleton.sources[i];
        const std::int32_t parent = skeleton.parents[i];
        stands.push_back(source < 0 ? Stand{} : space.stand(placement, static_cast<std::size_t>(source)));
        const auto [rotation, place] =
            parent < 0 ? stands[i] : relative(stands[static_cast<std::size_t>(parent)], stands[i]);
        for (const double number : place) out.push_back(static_cast<float>(number));
        for (const double number : rotation) out.push_back(static_cast<float>(number));
    }
    return out;
}

Matrix scaleOf(const Placement& placement, std::size_t node) {
    const Rotation back = abc::conjugate(placement.rotations[node]);
    const Matrix& m = placement.matrices[node];
    Matrix out{};
    for (std::size_t column = 0; column < 3; ++column) {
        const Vector axis = turnVector(back, {m[column], m[4 + column], m[8 + column]});
        for (std::size_t row = 0; row < 3; ++row) out[4 * row + column] = axis[row];
    }
    return out;
}

std::vector<Stand> bindOf(const Scene& scene, const Skeleton& skeleton, const FileSpace& space, const Placement& rest) {
    std::vector<std::optional<Stand>> bound(scene.count());
    SceneBinds scenes(scene.count());
    for (const SceneSkin& skin : scene.skins) {
        const std::optional<Matrix> toScene = sceneOfSkin(scene, skin, rest, scenes);
        if (!toScene) continue;
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            const std::uint32_t node = skin.joints[i];
            if (scenes[node] || !isFinite(skin.inverse[i])) continue;
            const std::optional<Matrix> back = abc::inverse(skin.inverse[i]);
            if (!back) continue;
            const Matrix bind = multiplied(*toScene, *back);
            scenes[node] = bind;
            const std::optional<Matrix> unscale = abc::inverse(scaleOf(rest, node));
            const std::optional<Rotation> rotation = unscale ? nearestTurn(multiplied(bind, *unscale)) : std::nullopt;
            if (rotation) bound[node] = Stand{space.rotation(*rotation), space.place(placeOf(bind))};
        }
    }
    std::vector<Stand> out;
    out.reserve(skeleton.sources.size());
    for (std::size_t i = 0; i < skeleton.sources.size(); ++i) {
        if (skeleton.sources[i] < 0) {
            out.emplace_back();
            continue;
        }
        const auto node = static_cast<std::size_t>(skeleton.sources[i]);
        if (bound[node]) {
            out.push_back(*bound[node]);
            continue;
        }
        const Stand stand = space.stand(rest, node);
        const std::int32_t parent = skeleton.parents[i];
        const std::int32_t above = parent < 0 ? -1 : skeleton.sources[static_cast<std::size_t>(parent)];
        if (above < 0) {
            out.push_back(stand);
            continue;
        }
        const Stand holder = space.stand(rest, static_cast<std::size_t>(above));
        out.push_back(combined(out[static_cast<std::size_t>(parent)], relative(holder, stand)));
    }
    return out;
}

}  // namespace drafting
