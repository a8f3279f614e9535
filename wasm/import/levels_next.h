// Which vertex of the next level each vertex becomes.
#pragma once

#include "draft.h"

namespace importing {

/// The nearest that is left, along the surface.
/// @param mesh its corners are in range
/// @param kept the vertices of the mesh that the next level has, growing, in range; vertex i of that is kept[i]
/// @returns by vertex of the mesh its vertex of the next level; empty when that has none
[[nodiscard]] std::vector<std::uint32_t> becomes(const DraftMesh& mesh, const std::vector<std::uint32_t>& kept);

/// The nearest vertices of a level that was made by another program.
[[nodiscard]] std::vector<std::uint32_t> nearestIn(const DraftMesh& mesh, const DraftMesh& next);

}  // namespace importing
