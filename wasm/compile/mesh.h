// The render object that a level becomes: which nodes move its vertices, which vertices it has more than the text, and
// in which runs they stand (ltb.md §3, §4, §8).
#pragma once

#include "ltb/schema.h"
#include "source.h"

namespace compiling {

/// Nodes that move one vertex or one triangle, at most.
inline constexpr std::uint32_t kMostBones = ltb::schema::kMostBones;
/// Corners of a triangle.
inline constexpr std::size_t kCorners = 3;

/// What moves a vertex.
struct Bones {
    std::array<Weight, kMostBones> weights;
    std::uint32_t count = 0;

    [[nodiscard]] std::span<const Weight> all() const { return {weights.data(), count}; }
    [[nodiscard]] float shareOf(std::uint32_t node) const;
};

/// What of the weights is not as in the text.
struct Pruned {
    std::uint32_t vertices = 0;
    /// Of one vertex: what went to other nodes.
    float mostMoved = 0;
    /// Vertices that no node moved.
    std::uint32_t unmoved = 0;
    /// Triangles whose vertices are not there.
    std::uint32_t faces = 0;
};

struct MeshVertex {
    /// In the level of the model.
    std::uint32_t vertex = 0;
    abc::TexCoord uv;
    /// Shares of all bones of its set but the last.
    std::array<float, kMostBones - 1> blends{};
};

struct BoneSet {
    std::uint32_t firstVertex = 0;
    std::uint32_t vertexCount = 0;
    /// Ascending.
    std::vector<std::uint32_t> bones;
    std::uint32_t indexEnd = 0;
};

struct Mesh {
    ltb::schema::MeshType type = ltb::schema::Null;
    std::vector<MeshVertex> vertices;
    std::vector<std::uint32_t> corners;
    std::uint32_t bonesPerFace = 0;
    std::uint32_t bonesPerVertex = 0;
    /// The node that moves all of it.
    std::uint32_t bone = 0;
    /// Vertices of the text; those after them are copies.
    std::uint32_t ownCount = 0;
    std::vector<BoneSet> sets;
    /// Pairs of a vertex and its copy.
    std::vector<std::uint32_t> copies;
};

/// The mesh of a level that has one. @param isAnimated its vertices have positions at each key, and no nodes
[[nodiscard]] Mesh meshOf(const abc::Model& model, const Level& level, bool isAnimated, Pruned& pruned);

/// The nodes that move the vertices of a level, but for those of which a child does.
[[nodiscard]] std::vector<std::uint8_t> usedNodes(const std::vector<Node>& nodes, const Level& level);

// The rest is for meshOf.

/// What moves each vertex, as far as a file can say it.
[[nodiscard]] std::vector<Bones> bonesOf(const Level& level, std::uint32_t vertexCount, Pruned& pruned);

/// Takes bones from the vertices of each triangle that has too many. @param corners three a triangle
void limitFaces(std::span<const std::uint32_t> corners, std::vector<Bones>& bones);

/// Notes how far the weights are from those of the text.
void measure(const Level& level, std::span<const Bones> bones, Pruned& pruned);

}  // namespace compiling
