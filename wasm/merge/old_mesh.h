// The mesh of a v6 file as the glTF has it: one piece, one node a vertex, places in the space of that node (abc.md §2).
#pragma once

#include "base.h"

namespace merging {

/// Where some triangles came or went.
struct RewrittenMesh {
    /// New ones, and where the first of them goes.
    std::vector<ByteList> vertices;
    std::uint32_t first = 0;
    /// All of them.
    ByteList faces;
};

struct MergedOldMesh {
    /// A sentence: nothing comes of it.
    std::string refusal;
    std::optional<RewrittenMesh> anew;
    /// By face, of the mesh of the file: the triangle of the primitive whose corners it has, −1 for none and for turned
    /// ones. Those of other meshes follow, as they are.
    std::vector<std::int32_t> triangles;
    /// By vertex of the file that is in the mesh: it, and one of the mesh that it is.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
    std::size_t moved = 0, normals = 0, nodes = 0, texcoords = 0, removed = 0, added = 0;
    /// Vertices with several weights, of which the strongest counts.
    std::size_t several = 0;
    /// New vertices that no node moves.
    std::size_t weightless = 0;
};

/// @param soup the mesh that came from the file
/// @param more meshes that it has not: all their triangles are new
[[nodiscard]] MergedOldMesh mergeOldMesh(const Base& base, const Soup& soup, std::span<const Soup> more);

/// How many of the vertices that triangles of the file use the glTF has where they are at rest, 0 to 1; 1 for no
/// triangles.
[[nodiscard]] double likenessOf(const Base& base, const Soup& soup);

}  // namespace merging
