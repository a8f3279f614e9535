#include "scene.h"

#include <algorithm>

namespace merging {
namespace {

/// Whether each is a node at the top or below another, and none below itself.
bool areTrees(const std::vector<std::int32_t>& parents) {
    const auto count = static_cast<std::int64_t>(parents.size());
    const auto isParent = [count](std::int32_t parent) { return parent >= -1 && parent < count; };
    if (!std::all_of(parents.begin(), parents.end(), isParent)) return false;
    // By node: which walk upwards has met it; 0: none yet.
    std::vector<std::uint32_t> met(parents.size());
    for (std::uint32_t walk = 1; walk <= parents.size(); ++walk) {
        auto node = static_cast<std::int32_t>(walk - 1);
        while (node >= 0 && met[static_cast<std::size_t>(node)] == 0) {
            met[static_cast<std::size_t>(node)] = walk;
            node = parents[static_cast<std::size_t>(node)];
        }
        if (node >= 0 && met[static_cast<std::size_t>(node)] == walk) return false;
    }
    return true;
}

}  // namespace

std::string refusalOf(const Scene& scene) {
    const std::size_t count = scene.count();
    const auto isEach = [count](const auto& list) { return list.size() == count; };
    const auto areNodes = [count](const std::vector<std::uint32_t>& list) {
        return std::all_of(list.begin(), list.end(), [count](std::uint32_t node) { return node < count; });
    };
    const auto isSkin = [&](std::int32_t skin) {
        return skin >= -1 && skin < static_cast<std::int64_t>(scene.skins.size());
    };
    if (!isEach(scene.matrices) || !isEach(scene.indices) || !isEach(scene.isNeutral) || !isEach(scene.isRenamed) ||
        !isEach(scene.skinOf))
        return "The lists of a scene do not have an entry for each node.";
    if (!areTrees(scene.parents)) return "The nodes of a scene are not trees.";
    if (scene.below.empty() || !areNodes(scene.below)) return "The nodes of a model are not those of the scene.";
    if (!std::all_of(scene.skinOf.begin(), scene.skinOf.end(), isSkin)) return "A node has a skin that does not exist.";
    if (!std::all_of(scene.skins.begin(), scene.skins.end(), [&](const auto& skin) { return areNodes(skin.joints); }))
        return "The joints of a skin are not nodes of the scene.";
    return {};
}

}  // namespace merging
