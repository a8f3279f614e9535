#include "glb.h"

#include <cmath>
#include <limits>

namespace merging {
namespace {

/// Bones that Blender adds for vertices that no bone moves.
constexpr std::string_view kNeutral = "neutral_bone";

}  // namespace

double Glb::indexOf(std::uint32_t node) const {
    const gltf::Json* index = gltf::valueIn(nodes[node].extras, "lt_index");
    return gltf::numberOf(index).value_or(std::numeric_limits<double>::quiet_NaN());
}

void Glb::tell() {
    scene.indices.clear();
    scene.isNeutral.clear();
    scene.isRenamed.clear();
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        const double index = indexOf(node);
        const auto& joints = description.joints;
        const bool isKnown = index >= 0 && index < static_cast<double>(joints.size()) && index == std::floor(index);
        const std::string* exported = isKnown ? &joints[static_cast<std::size_t>(index)] : nullptr;
        scene.indices.push_back(index);
        scene.isNeutral.push_back(nodes[node].name == kNeutral ? 1 : 0);
        scene.isRenamed.push_back(gltf::renamed(nodes[node].name, exported) ? 1 : 0);
    }
}

std::string refusalOf(const Glb& glb) {
    const std::string reason = gltf::refusalOf(glb);
    return reason.empty() ? refusalOf(glb.scene) : reason;
}

}  // namespace merging
