// The deformation by weights number by number, matrix row by matrix row: what the core's vectors are held against.
#pragma once

#include <abc/deform.h>

namespace abc::testing {

/// As `deform`, of a level that is there, in v9+.
[[nodiscard]] Surface deformScalar(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level);

}  // namespace abc::testing
