// The positions of the vertices in a pose, and the triangles that they make at a level of detail.
#pragma once

#include "pose.h"

namespace abc {

/// Moves the vertices of one level of a piece into a pose of the model (abc.md §2, §4), in file space. Allocates
/// nothing.
/// @param positions, normals one a vertex of the level in file order: `model.vertexCount(piece, level)` of each
void deform(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level, std::span<Vec3> positions,
            std::span<Vec3> normals);

/// v9+: where some vertices are in a pose, in file space.
/// @param vertices indices of `model.locations`
/// @param positions one for each of `vertices`
void positionsOf(const Model& model, const Pose& pose, std::span<const std::uint32_t> vertices,
                 std::span<Vec3> positions);

/// A pose that stands still, to blend from (Transition).
struct FrozenPose {
    /// One a node; those of roots have the origin in them.
    std::vector<Local> locals;
    /// v6: one a vertex, in its node's space, deformed as in the pose. Empty in v9+.
    std::vector<Vec3> vertices;
};
[[nodiscard]] FrozenPose freeze(const Model& model, const Pose& pose);

/// v6: where vertices are in the spaces of their nodes, deformed as in the pose.
/// @param out one for each of `vertices`
void inNodeSpace(const Model& model, const Pose& pose, std::span<const std::uint32_t> vertices, std::span<Vec3> out);

/// A triangle of a level.
struct Triangle {
    /// Vertices of the level, all in range.
    Corners corners;
    /// Index in the level's list of faces.
    std::uint32_t face = 0;
};
using PieceTopology = std::vector<Triangle>;

/// The triangles that can be drawn: those with a corner out of range are left out; v6: `level` edges are
/// collapsed and triangles that collapse to a line are left out. Empty when there is no such level.
[[nodiscard]] PieceTopology topology(const Model& model, std::uint32_t piece, std::uint32_t level);

/// Numbers of triangles of the rest pose by the side to which cross(v1 − v0, v2 − v0) points: `outward` that of
/// their vertices' normals, `inward` the other one. Triangles without area or along their normals do not vote.
struct WindingVote {
    std::uint32_t outward = 0;
    std::uint32_t inward = 0;

    /// +1 when most point to the side of the vertex normals, −1 when most point to the other side.
    [[nodiscard]] int frontSign() const { return inward > outward ? -1 : 1; }
};
[[nodiscard]] WindingVote windingVote(const Model& model);

}  // namespace abc
