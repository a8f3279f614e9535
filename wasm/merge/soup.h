// The triangles of a primitive in the space of the file, and which vertices of the file they name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig.h"

namespace merging {

/// A primitive as a glTF has it. Lists that run parallel are checked by `refusalOf`.
struct Mesh {
    /// Three numbers a vertex. No normals: there are none.
    std::vector<float> positions, normals;
    /// Two numbers a vertex.
    std::vector<float> uvs;
    /// Texture coordinates, as `uvs`, that may be marks: the set with the most counts.
    std::vector<std::vector<float>> marks;
    /// Three vertices a triangle.
    std::vector<std::uint32_t> corners;
    /// By triangle: its index in the primitive, as glTF counts those of strips and fans.
    std::vector<std::int32_t> indices;
    /// As many a vertex as each other: nodes of the file, −1 for none, and their shares.
    std::vector<std::int32_t> nodes;
    std::vector<float> shares;
    /// The node that moves vertices without shares; −1 for none.
    std::int32_t carrier = -1;
    /// Where it stands in the model, in the axes of the file and the lengths of the glTF.
    std::optional<Affine> matrix;
};

/// A sentence that names the part that does not fit the others; empty when all do.
[[nodiscard]] std::string refusalOf(const Mesh& mesh, std::size_t nodes);

/// Nodes and their shares, which sum to 1, in the order of the glTF; each node once.
using Shares = std::vector<std::pair<std::uint32_t, double>>;

class Soup {
public:
    /// @param mesh not refused; it must outlive the soup
    /// @param piece, lod of which the vertices may be marked
    Soup(const Rig& rig, const Mesh& mesh, std::uint32_t piece, std::uint32_t lod);

    [[nodiscard]] std::size_t vertices() const { return marks_.size(); }
    [[nodiscard]] std::size_t triangles() const { return corners_.size() / 3; }
    /// In the bind pose, units.
    [[nodiscard]] WideVec3 position(std::size_t vertex) const { return vectorAt(positions_, vertex); }
    [[nodiscard]] bool hasNormals() const { return !normals_.empty(); }
    /// Length 1.
    [[nodiscard]] WideVec3 normal(std::size_t vertex) const { return vectorAt(normals_, vertex); }
    /// The same; up for a mesh without normals.
    [[nodiscard]] WideVec3 normalOrUp(std::size_t vertex) const {
        return hasNormals() ? normal(vertex) : WideVec3{0, 1, 0};
    }
    /// Not of length 1: of several vertices.
    [[nodiscard]] WideVec3 sumOfNormals(std::span<const std::uint32_t> vertices) const;
    [[nodiscard]] float u(std::size_t vertex) const { return mesh_.uvs[2 * vertex]; }
    [[nodiscard]] float v(std::size_t vertex) const { return mesh_.uvs[2 * vertex + 1]; }
    /// The vertex of the file; −1 for a new one.
    [[nodiscard]] std::int32_t mark(std::size_t vertex) const { return marks_[vertex]; }
    [[nodiscard]] bool isMarked() const { return isMarked_; }
    /// Three vertices a triangle, in the order of the file.
    [[nodiscard]] const std::vector<std::uint32_t>& corners() const { return corners_; }
    [[nodiscard]] std::uint32_t corner(std::size_t triangle, std::size_t corner) const {
        return corners_[3 * triangle + corner];
    }
    /// As `Mesh::indices`.
    [[nodiscard]] std::int32_t index(std::size_t triangle) const { return mesh_.indices[triangle]; }
    /// A triangle with a vertex twice, of which nothing is seen.
    [[nodiscard]] bool isFlat(std::size_t triangle) const;
    [[nodiscard]] Shares influences(std::size_t vertex) const;
    /// Vertices that triangles have, each once, in the order of the triangles.
    [[nodiscard]] std::vector<std::uint32_t> used() const;

private:
    [[nodiscard]] static WideVec3 vectorAt(const std::vector<double>& list, std::size_t vertex) {
        return {list[3 * vertex], list[3 * vertex + 1], list[3 * vertex + 2]};
    }
    void place(const Rig& rig);
    void turnNormals(const Rig& rig);
    void findMarks(std::uint32_t piece, std::uint32_t lod);

    const Mesh& mesh_;
    std::vector<double> positions_, normals_;
    std::vector<std::int32_t> marks_;
    bool isMarked_ = false;
    std::vector<std::uint32_t> corners_;
};

/// Marks of vertices of a level: texture coordinates that say which vertex of the file a vertex of the glTF is.
/// Programs keep those where they lose the order of vertices and attributes that they do not know. The second number is
/// made from the first, so that what is interpolated, of a new vertex between two others, is no mark.
/// @param lod 0 in v6, whose levels share their vertices
[[nodiscard]] std::vector<float> marksOf(std::uint32_t piece, std::uint32_t lod,
                                         std::span<const std::uint32_t> vertices);
/// The vertex that a mark is of; −1 for what is none.
[[nodiscard]] std::int32_t markedVertex(std::uint32_t piece, std::uint32_t lod, double u, double v);

}  // namespace merging
