// Levels of detail: what a simplifier is given of a mesh, and what is made of the triangles that it leaves. Vertices of
// a level are vertices of the one before, with all that moves them.
#pragma once

#include "draft.h"

namespace importing {

/// Numbers of a wedge beside its place: normal, place on the texture, and where the nodes of its vertex are.
inline constexpr std::size_t kAttributes = 8;

/// The vertices of a mesh as graphics cards have them: each with one place on the texture.
struct Wedges {
    /// Three a triangle.
    std::vector<std::uint32_t> corners;
    /// By wedge: its vertex.
    std::vector<std::uint32_t> vertex;
    std::vector<float> positions;
    /// `kAttributes` each. Nodes count by their shares, in sizes of the mesh: it differs where other nodes move it.
    std::vector<float> attributes;
};

/// @param binds one a node
[[nodiscard]] Wedges wedgesOf(const DraftMesh& mesh, const std::vector<Matrix>& binds);

/// By mesh and vertex: 1 where another mesh has a vertex in the same place. There a seam would open.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> sharedPlaces(const std::vector<DraftMesh>& meshes);

struct MadeLevel {
    DraftMesh mesh;
    /// How far it is off the first level, units.
    double off = 0;
    /// By vertex of the level before: the one that it becomes.
    std::vector<std::uint32_t> next;
};

/// Makes the levels of meshes, one mesh after the other.
class Levels {
public:
    /// @param meshes that have no refusal, of as many nodes as there are bind poses
    Levels(std::vector<DraftMesh> meshes, std::vector<Matrix> binds);

    [[nodiscard]] std::size_t count() const { return meshes_.size(); }
    /// Goes to a mesh. Nothing else may be asked before.
    void begin(std::size_t mesh);

    // Of the level that was made last, at first the mesh itself:

    [[nodiscard]] const Wedges& wedges() const { return wedges_; }
    /// By wedge: 1 for one that must stay, as another mesh has a vertex in its place.
    [[nodiscard]] std::vector<std::uint8_t> locked() const { return byWedge(locked_); }
    /// By wedge: 1 for one that must stay, as else triangles would turn over; empty: none would.
    /// @param from, left three wedges a triangle: what the level was made of, and what was left of that
    [[nodiscard]] std::vector<std::uint8_t> aroundTurned(std::span<const std::uint32_t> from,
                                                         std::span<const std::uint32_t> left) const;
    /// The next level. @param left three wedges a triangle
    [[nodiscard]] MadeLevel keep(std::span<const std::uint32_t> left);

private:
    [[nodiscard]] std::vector<std::uint32_t> verticesAt(std::span<const std::uint32_t> wedges) const;
    [[nodiscard]] std::vector<std::uint8_t> byWedge(const std::vector<std::uint8_t>& vertices) const;

    std::vector<DraftMesh> meshes_;
    std::vector<Matrix> binds_;
    std::vector<std::vector<std::uint8_t>> shared_;
    const DraftMesh* first_ = nullptr;
    DraftMesh last_;
    /// By vertex of the last.
    std::vector<std::uint8_t> locked_;
    Wedges wedges_;
};

}  // namespace importing
