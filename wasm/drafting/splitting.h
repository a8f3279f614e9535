// A mesh with more vertices than a piece can name, as several.
#pragma once

#include "vertices.h"

namespace drafting {

/// Vertices of a level of a piece: they are named in 16 bits.
inline constexpr std::size_t kMostVertices = 65'535;

/// Stretches of the triangles, in their order, each with the vertices that it has.
/// @param most three at least
[[nodiscard]] std::vector<MeshWithSource> split(MeshWithSource made, std::size_t most = kMostVertices);

}  // namespace drafting
