// The triangles of a mesh as a surface in space, whatever vertices they share: how far a point is from it.
#pragma once

#include <array>
#include <span>

#include "draft.h"

namespace importing {

using Point = std::array<double, 3>;

/// What is found nearest to a point.
struct Nearest {
    /// Squared distance.
    double square = 0;
    /// Index of the triangle.
    std::uint32_t face = 0;
};

class Surface {
public:
    /// @param mesh has triangles, whose corners are all in range; outlives the surface
    explicit Surface(const DraftMesh& mesh);

    /// Triangles.
    [[nodiscard]] std::uint32_t count() const { return count_; }
    /// Index of the vertex at a corner of a triangle.
    [[nodiscard]] std::uint32_t vertex(std::uint32_t face, std::size_t corner) const {
        return corners_[3 * std::size_t{face} + corner];
    }
    /// Where a corner of a triangle is.
    [[nodiscard]] Point corner(std::uint32_t face, std::size_t corner) const {
        const float* at = positions_.data() + 3 * std::size_t{vertex(face, corner)};
        return {at[0], at[1], at[2]};
    }
    /// Squared distance of a point to one triangle.
    [[nodiscard]] double squareTo(const Point& point, std::uint32_t face) const;
    /// @param hint a triangle that may be near: a good one saves most of the search
    [[nodiscard]] Nearest nearest(const Point& point, std::uint32_t hint) const;

private:
    /// The least and the greatest X, Y, Z.
    using Box = std::array<float, 6>;

    void divide(std::size_t box, std::uint32_t first, std::uint32_t end);
    void look(const Point& point, std::size_t box, std::uint32_t first, std::uint32_t end, Nearest& found) const;
    [[nodiscard]] static double toBox(const Point& point, const Box& box);

    std::uint32_t count_;
    std::span<const float> positions_;
    std::span<const std::uint32_t> corners_;
    /// The triangles, so that those of each box stand together.
    std::vector<std::uint32_t> order_;
    /// One a triangle.
    std::vector<Box> bounds_;
    /// The two halves of box i are at 2i + 1 and 2i + 2.
    std::vector<Box> boxes_;
};

}  // namespace importing
