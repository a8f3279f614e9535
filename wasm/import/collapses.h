// Levels of detail of version 6: single collapses of edges (abc.md §2). Each puts one new vertex into the exact middle
// of two others of one node and removes the two triangles at their edge. The cheapest come first, by the sum of the
// squared distances from the planes of the triangles that a vertex stands for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heap.h"

namespace importing {

struct CollapseMesh {
    /// Three a triangle, all in range.
    std::vector<std::uint32_t> corners;
    /// In the rest pose, three numbers a vertex.
    std::vector<double> positions;
    /// By vertex; both ends of an edge that collapses have the same one.
    std::vector<std::uint32_t> node;
    /// By vertex: true where it must stay, because an animation deforms it.
    std::vector<bool> fixed;
};

/// Collapses edges until so many triangles are left, or none can, a part of the work after the other.
class Collapsing {
public:
    /// @param wanted triangles
    /// @param most collapses at most
    Collapsing(CollapseMesh mesh, std::size_t wanted, std::size_t most);

    /// Does a part of the work. False: all is done.
    [[nodiscard]] bool step();
    /// Of the collapses, 0 to 1.
    [[nodiscard]] double done() const;

    /// Two vertices for each collapse, in order; that of collapse j is vertex `positions.size() / 3 + j`, in the middle
    /// of both.
    [[nodiscard]] const std::vector<std::uint32_t>& pairs() const { return pairs_; }
    /// After all of them.
    [[nodiscard]] std::size_t triangles() const { return left_; }

private:
    using Vector = std::array<double, 3>;
    using Plane = std::array<double, 4>;
    /// The upper half of a symmetric 4 × 4 matrix.
    using Quadric = std::array<double, 10>;
    using Corners = std::array<std::uint32_t, 3>;
    enum class Phase : std::uint8_t { Faces, Borders, Edges, Collapses, Done };

    void fixSeams();
    void readFace(std::uint32_t face);
    void guardBorders(std::uint32_t vertex);
    void guardBorder(std::uint32_t a, std::uint32_t b, std::uint32_t face);
    void offerEdges(std::uint32_t vertex);
    [[nodiscard]] bool nextCollapse();

    void offer(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] double costOf(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool canCollapse(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] bool turnsOver(std::uint32_t face, std::uint32_t a, std::uint32_t b, const Vector& middle) const;
    void collapse(std::uint32_t a, std::uint32_t b);

    [[nodiscard]] std::vector<std::uint32_t> neighboursOf(std::uint32_t vertex);
    [[nodiscard]] std::vector<std::uint32_t> facesOf(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] std::vector<std::uint32_t> around(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool isBorder(std::uint32_t vertex);
    [[nodiscard]] Vector middleOf(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] double planeOf(const Corners& corners, Plane& out) const;
    void addPlane(std::uint32_t vertex, const Plane& plane, double weight);

    std::uint32_t first_;
    std::size_t wanted_;
    std::size_t most_;
    std::vector<Corners> faces_;
    std::vector<bool> isGone_;
    std::vector<Vector> positions_;
    std::vector<std::uint32_t> node_;
    std::vector<bool> fixed_;
    std::vector<Quadric> quadrics_;
    /// By vertex: the triangles that have it.
    std::vector<std::vector<std::uint32_t>> facesAt_;
    std::vector<bool> isReplaced_;
    /// By vertex: the last search that came by.
    std::vector<std::uint32_t> seen_;
    std::uint32_t search_ = 0;
    Heap heap_;
    /// What could not collapse, until others have.
    std::vector<Candidate> refused_;
    bool didCollapse_ = false;
    int rounds_ = 0;
    std::vector<std::uint32_t> pairs_;
    std::size_t all_ = 0;
    std::size_t left_ = 0;
    Phase phase_ = Phase::Faces;
    std::uint32_t next_ = 0;
};

}  // namespace importing
