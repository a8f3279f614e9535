// Names and numbers that people change in Blender: of nodes, pieces, the model, and what stands in custom properties.
#pragma once

#include "told.h"

namespace merging {

struct Renamed {
    Operations operations;
    Changes changes;
};

/// Meshes of pieces of the file, in the order in which they were found.
using FoundPieces = std::vector<std::pair<std::uint32_t, MeshAt>>;

/// @param found the mesh of each at level 0, or the finest that is there
[[nodiscard]] Renamed mergeNames(Told& told, const FoundPieces& found);

}  // namespace merging
