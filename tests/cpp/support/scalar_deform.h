// The deformation by weights one number at a time: the reference for the SIMD of the core.
#pragma once

#include "surface.h"

namespace abc::testing {

/// As `deform`, in v9+.
void deformScalar(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level,
                  std::span<Vec3> positions, std::span<Vec3> normals);

}  // namespace abc::testing
