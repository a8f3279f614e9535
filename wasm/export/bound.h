// Bind positions and influences of the vertices of a level as an export has them, and how far they are from the file.
//
// In v9+ every weight has its own position of the vertex, in the space of its node; glTF has one bind position for each
// vertex. Where the weights agree, both are the same. Where they do not, the mean is taken, which the bind pose shows.
// In other poses the vertex is off by the weighted mean of the distances at most, because nodes do not stretch.
#pragma once

#include <span>
#include <vector>

#include "abc/model.h"
#include "abc/wide_math.h"
#include "import/numbers.h"

namespace exporting {

using abc::Affine;
using abc::WideVec3;
using importing::greater;

/// Joints that a vertex of a glTF can refer to: 16 bits.
inline constexpr std::uint32_t kMostJoints = 65'536;

struct Bound {
    /// Three numbers a vertex of the level; not finite for one without a place.
    std::vector<float> positions;
    /// Influences of vertex v are start[v] … start[v + 1], the strongest first.
    std::vector<std::uint32_t> start;
    /// Nodes; `fixedJoint` for a vertex that no node moves.
    std::vector<std::uint32_t> joints;
    /// Above 0; those of a vertex sum to 1.
    std::vector<float> shares;
    /// By vertex: how far it is from its place in the file at most, in any pose, units; 0 where the weights agree.
    std::vector<double> off;
    /// Vertices with weights that glTF does not allow, which `off` leaves out.
    std::size_t unlike = 0;
};

/// A joint that never moves: the one after those of the nodes, or the last that there may be.
[[nodiscard]] inline std::uint32_t fixedJoint(std::size_t nodes) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(nodes, kMostJoints - 1));
}

/// Vertices of v9+.
/// @param posed three numbers a vertex: where they are in the bind pose, which counts for those without weights
/// @param binds, inverseBinds one a node
[[nodiscard]] Bound boundLevel(const abc::Model& model, std::uint32_t piece, std::uint32_t lod,
                               std::span<const float> posed, std::span<const Affine> binds,
                               std::span<const Affine> inverseBinds);

/// Vertices of v6, each moved by one node.
/// @param rest three numbers a vertex: in the space of its node, at rest
[[nodiscard]] Bound boundMesh(const abc::Model& model, std::span<const float> rest, std::span<const Affine> binds);

}  // namespace exporting
