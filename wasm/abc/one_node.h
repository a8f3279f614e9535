// Triangles on one node each, as in all known files of version 6 (abc.md §2).
#pragma once

#include "model.h"

namespace abc {

/// A share of a vertex that a node moves.
struct Influence {
    std::uint32_t node = 0;
    /// Of 1.
    float share = 0;
};

/// A mesh whose vertices may be moved by several nodes.
struct SkinnedMesh {
    std::vector<Corners> triangles;
    /// One list a vertex, each node at most once. Empty: no node moves it, and it counts as one of node 0.
    std::vector<std::vector<Influence>> influences;
};

/// The same triangles, in the same order; where triangles of several nodes meet, vertices are doubled.
struct OneNodeMesh {
    std::vector<Corners> triangles;
    /// One a vertex: which one of the source it is. The vertices of the source come first, in their order.
    std::vector<std::uint32_t> from;
    /// One a vertex: the node of all its triangles.
    std::vector<std::uint32_t> node;
};

/// The node of a triangle moves it much, and has few borders to triangles of others: each copy at a border is a vertex
/// that its node alone does not move.
[[nodiscard]] OneNodeMesh onOneNode(const SkinnedMesh& mesh);

/// The same for triangles whose nodes are known.
/// @param nodes one a triangle
/// @param strongest one a vertex: the node that it keeps its place for, where it has a triangle on that
[[nodiscard]] OneNodeMesh doubled(std::vector<Corners> triangles, const std::vector<std::uint32_t>& nodes,
                                  std::vector<std::uint32_t> strongest);

}  // namespace abc
