// The file that a glTF goes back into, or what its export kept of it.
#pragma once

#include <optional>

#include "abc/model.h"
#include "patches.h"
#include "soup.h"

namespace merging {

struct Base {
    const abc::Model& model;
    Patches& patches;
    const Rig& rig;
    /// The file has holes where the glTF has the numbers.
    bool isTemplate = false;
    /// Normals that are zero are holes: a template of an export that left them out.
    bool fillsNormals = false;
    /// v6: key rotations are conjugated.
    bool conjugates = false;
};

/// Whether keys move a node. One that they only turn stays where the bind pose has it, and most of what they have
/// besides is noise.
[[nodiscard]] inline bool hasPlace(const abc::Model& model, std::uint32_t node) {
    return model.family == abc::Family::V6 || (model.nodes[node].flags & abc::Node::kRotationOnly) == 0;
}

/// Shares of the nodes of a vertex; one that has none is moved by the first node, and counted.
[[nodiscard]] inline Shares moved(Shares shares, std::size_t& weightless) {
    if (!shares.empty()) return shares;
    ++weightless;
    return {{0, 1}};
}

}  // namespace merging
