#include "source.h"

#include <algorithm>

namespace gltf {

std::string refusalOf(const Words& words) {
    const auto isIn = [](std::int32_t index, const auto& list) {
        return index < 0 || static_cast<std::size_t>(index) < list.size();
    };
    const auto hasMesh = [&](const Node& node) { return isIn(node.mesh, words.meshes); };
    if (!std::all_of(words.nodes.begin(), words.nodes.end(), hasMesh)) return "A node has a mesh that does not exist.";
    for (const Mesh& mesh : words.meshes) {
        const auto hasMaterial = [&](const Primitive& each) { return isIn(each.material, words.materials); };
        if (!std::all_of(mesh.primitives.begin(), mesh.primitives.end(), hasMaterial))
            return "A mesh has a material that does not exist.";
    }
    return {};
}

}  // namespace gltf
