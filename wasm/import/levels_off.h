// How far a coarser level is off: the greatest distance of a point of either surface from the other. It is measured on
// the triangles in space, as meshes whose faces are flat share no vertices that could be followed.
#pragma once

#include "draft.h"

namespace importing {

/// In units; 0 when nothing is left. The corners of both are in range, and the positions finite.
[[nodiscard]] double offBy(const DraftMesh& first, const DraftMesh& level);

}  // namespace importing
