// The vertices of a primitive as a model has them: each once, whatever its texture coordinates, with the nodes that
// move it and its place seen from each. Those places are what the inverse bind matrices say, so that every vertex is
// where glTF shows it, whatever the bind pose.
#pragma once

#include <optional>

#include "triangles.h"
#include "turns.h"

namespace drafting {

/// What moves a vertex: a joint of a skin, or the node that has the mesh.
struct Mover {
    /// Node of the file.
    std::uint32_t node = 0;
    /// From the vertices of the mesh into the space of the node.
    Matrix local{};
    /// From the vertices of the mesh to the bind pose of the model.
    Matrix bind{};
};

/// What is added to vertices by a morph target at weight 1; empty: nothing.
struct Target {
    std::vector<float> positions;
    std::vector<float> normals;
};

/// Numbers of glTF, of as many vertices as there are positions.
struct Primitive {
    Mode mode = Mode::kTriangles;
    /// Nothing: the vertices one after the other.
    std::optional<std::vector<std::uint32_t>> indices;
    std::vector<float> positions;
    /// Empty: none.
    std::vector<float> normals;
    /// Two a vertex; empty: none.
    std::vector<float> uvs;
    /// Sets of four.
    std::vector<std::vector<float>> joints;
    std::vector<std::vector<float>> weights;
    std::vector<Target> targets;
    /// Weights of the morph targets when nothing plays; one that is missing is 0.
    std::vector<double> morphWeights;

    [[nodiscard]] std::size_t count() const { return positions.size() / 3; }
};

/// Why the lists of a primitive do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Primitive& primitive);

/// What was not as it should be, in vertices or triangles.
struct Faults {
    /// Vertices without a weight.
    std::size_t weightless = 0;
    /// Vertices with a weight of a joint that is not there.
    std::size_t jointless = 0;
    /// Triangles with a vertex that is nowhere, or not there.
    std::size_t lost = 0;
    /// Triangles with the same vertex twice.
    std::size_t flat = 0;
};

struct MeshWithSource {
    importing::DraftMesh mesh;
    /// By triangle: its index in the primitive.
    std::vector<std::int32_t> triangles;
    /// The corners of triangles are in the order of glTF; else the last two are exchanged.
    bool isMirrored = false;
};

/// Nothing when no triangle is left.
/// @param primitive one that has no refusal
/// @param movers by joint of the skin; one of a rigid mesh
/// @param keepsMorphs morph targets stay such; else they are part of the shape, by their weights
[[nodiscard]] std::optional<MeshWithSource> meshOf(Primitive primitive, std::span<const Mover> movers, bool isSkinned,
                                                   bool keepsMorphs, Faults& faults);

}  // namespace drafting
