// All pieces of a draft at level 0 as one mesh, as version 6 has it, and where its vertices are in a pose.
#pragma once

#include <span>

#include "draft.h"

namespace importing {

/// A pose, and the weights of all morph targets in it.
struct Shape {
    /// Seven numbers a node, relative to the parent.
    std::vector<double> pose;
    /// Target after target of all pieces.
    std::vector<double> weights;
};

class OneMesh {
public:
    /// @param meshes one a piece, of a draft that has no refusal
    OneMesh(std::span<const DraftMesh> meshes, std::vector<Matrix> binds);

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] const std::vector<std::uint32_t>& corners() const { return corners_; }
    [[nodiscard]] const std::vector<float>& uvs() const { return uvs_; }

    /// Whether a vertex follows this node alone.
    [[nodiscard]] bool isRigid(std::uint32_t vertex, std::uint32_t node) const;

    /// The normal of a vertex in the space of a node, as it is in a pose where other nodes move the vertex too.
    /// @param globals one a node
    [[nodiscard]] std::array<double, 3> normal(std::uint32_t vertex, std::span<const Matrix> globals,
                                               std::uint32_t node) const;

    /// The place of a vertex in the space of its strongest node, as the draft has it.
    [[nodiscard]] std::span<const float> local(std::uint32_t vertex) const {
        return std::span(local_).subspan(std::size_t{3} * start_[vertex], 3);
    }

    /// Where vertices are in a pose, in the space of the model.
    /// @param globals one a node
    /// @param weights target after target of all pieces
    /// @param out three numbers for each of the vertices
    template <class Number>
    void place(std::span<const std::uint32_t> vertices, std::span<const Matrix> globals,
               std::span<const double> weights, std::span<Number> out) const;
    /// The same in the space of a node each.
    /// @param nodeOf by vertex of the mesh
    template <class Number>
    void placeOnNodes(std::span<const std::uint32_t> vertices, std::span<const Matrix> globals,
                      std::span<const double> weights, std::span<const std::uint8_t> nodeOf,
                      std::span<Number> out) const;

private:
    [[nodiscard]] bool hasOne(std::uint32_t vertex, std::uint32_t node) const;
    [[nodiscard]] std::array<double, 3> placeOf(std::uint32_t vertex, std::span<const Matrix> globals,
                                                std::span<const double> weights) const;
    void addMorphs(std::span<const DraftMesh> meshes);

    std::size_t count_ = 0;
    std::vector<std::uint32_t> corners_;
    std::vector<float> uvs_;
    std::vector<float> normals_;
    /// Influences of vertex v are start[v] … start[v + 1], the strongest first.
    std::vector<std::uint32_t> start_{0};
    std::vector<std::uint32_t> node_;
    std::vector<float> share_;
    std::vector<float> local_;
    std::vector<Matrix> binds_;
    /// Morph targets that move vertex v are morphStart[v] … morphStart[v + 1].
    std::vector<std::uint32_t> morphStart_;
    std::vector<std::uint32_t> morph_;
    std::vector<float> delta_;
};

}  // namespace importing
