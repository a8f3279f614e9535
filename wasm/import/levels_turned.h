// Triangles of a coarser level that face against the surface: from where that is seen, they are holes.
#pragma once

#include "draft.h"

namespace importing {

/// Which vertices must stay for them not to be: those of triangles that lie against the normals of their vertices, and
/// the neighbours of these in the mesh, with all vertices in the same places. Triangles that the mesh has as well may
/// lie as they do.
/// @param mesh its corners are in range, and its normals as many as its positions
/// @param left three vertices of the mesh a triangle of the level, in range
/// @returns by vertex of the mesh 1 for one that must stay; empty: no triangle lies so
[[nodiscard]] std::vector<std::uint8_t> aroundTurned(const DraftMesh& mesh, const std::vector<std::uint32_t>& left);

}  // namespace importing
