// The node of each triangle: in all known files of version 6 the three vertices of a triangle name the same node
// (abc.md §2).
#pragma once

#include "draft.h"

namespace importing {

/// A mesh whose triangles are on one node each.
struct OnOneNode {
    /// With the copies after the vertices; the triangles are the same, in the same order.
    DraftMesh mesh;
    /// By vertex: the node of all its triangles.
    std::vector<std::uint8_t> nodeOf;
};

/// Where triangles of several nodes meet, their vertices are doubled. A triangle is on a node that moves it much, and
/// has few borders to those of others.
/// @param standIn by node: the one that vertices name for it
[[nodiscard]] OnOneNode onOneNode(const DraftMesh& mesh, const std::vector<std::uint8_t>& standIn);

/// Without copies: each vertex on the strongest of its nodes, whatever its triangles are on.
[[nodiscard]] std::vector<std::uint8_t> strongestNodes(const DraftMesh& mesh, const std::vector<std::uint8_t>& standIn);

}  // namespace importing
