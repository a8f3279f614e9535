// The vertices of a level as a glTF has them, and its triangles.
#pragma once

#include "abc/deform.h"
#include "bound.h"
#include "space.h"

namespace exporting {

/// A level of a piece that has triangles.
struct MeshLevel {
    std::uint32_t lod = 0;
    /// Three vertices of glTF a triangle, counter-clockwise from outside.
    std::vector<std::uint32_t> indices;
};

/// Levels that share their vertices: a level of v9+, all levels of v6.
struct MeshArrays {
    /// By vertex of glTF: the vertex of the file.
    std::vector<std::uint32_t> sources;
    /// Three numbers a vertex. Normals have length 1.
    std::vector<float> positions, normals;
    /// Two numbers a vertex.
    std::vector<float> uvs;
    /// As many sets of four as the vertex with the most influences needs.
    std::vector<std::vector<std::uint32_t>> joints;
    std::vector<std::vector<float>> shares;
    std::vector<MeshLevel> levels;
    /// By vertex of the file, as `Bound::off`.
    std::vector<double> off;
    /// Some vertex of the level is moved by `fixedJoint`.
    bool hasFixed = false;
    /// Triangles with a vertex that has no place.
    std::size_t lost = 0;
    /// As `Bound::unlike`.
    std::size_t unlike = 0;
    /// Vertices with more than eight influences.
    std::size_t crowded = 0;
};

struct MeshSettings {
    Space space;
    /// Triangles have their corners in another order than in the file.
    bool swaps = false;
};

/// @param lods levels of the piece that share the vertices of `bound`
/// @param normals one a vertex of the file
[[nodiscard]] MeshArrays meshOf(const abc::Model& model, std::uint32_t piece, std::span<const std::uint32_t> lods,
                                Bound bound, std::span<const abc::Vec3> normals, const MeshSettings& settings);

}  // namespace exporting
