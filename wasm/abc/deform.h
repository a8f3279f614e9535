// Where the vertices are in a pose, and which triangles they make at a level of detail.
#pragma once

#include "pose.h"

namespace abc {

struct Surface {
    /// One a vertex of the level, in file order, file space.
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
};

/// Moves the vertices of one level of a piece into a pose (ABC.md §2, §4); empty when there is no such level.
[[nodiscard]] Surface deform(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level);

/// A pose that stands still, to blend from (Transition).
struct FrozenPose {
    /// One a node; those of roots have the origin in them.
    std::vector<Local> locals;
    /// v6: one a vertex, in its node's space, deformed as the pose has it. Empty in v9+.
    std::vector<Vec3> vertices;
};
[[nodiscard]] FrozenPose freeze(const Model& model, const Pose& pose);

/// A triangle of a level: its corners, and its place in the file's list.
struct Triangle {
    Corners corners;
    std::uint32_t face = 0;
};

/// The triangles that can be drawn: those with a corner out of range are left out; v6: `level` edges are
/// collapsed and triangles that collapse to a line are left out.
[[nodiscard]] std::vector<Triangle> topology(const Model& model, std::uint32_t piece, std::uint32_t level);

/// Triangles of the rest pose by the side to which cross(v1 − v0, v2 − v0) points: that of their vertices'
/// normals, or the other one. Those that have no area or lie along their normals do not vote.
struct WindingVote {
    std::uint32_t outward = 0;
    std::uint32_t inward = 0;

    /// +1 when most point to the side of the vertex normals, −1 when most point to the other side.
    [[nodiscard]] int frontSign() const { return inward > outward ? -1 : 1; }
};
[[nodiscard]] WindingVote windingVote(const Model& model);

}  // namespace abc
