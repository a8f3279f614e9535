// The triangles of a primitive of glTF, whatever it draws them as.
#pragma once

#include <cstdint>
#include <vector>

namespace drafting {

struct Triangles {
    /// Three vertices a triangle, counter-clockwise from outside.
    std::vector<std::uint32_t> corners;
    /// By triangle: its index in the primitive.
    std::vector<std::int32_t> indices;
};

/// What a primitive draws; the numbers are those of glTF.
enum class Mode : std::uint32_t { kTriangles = 4, kStrip = 5, kFan = 6 };

/// @param listed what indices name; nothing: the vertices one after the other
/// @param count of the vertices
/// @param lost is made greater by the triangles with a vertex that is not there
[[nodiscard]] Triangles trianglesOf(Mode mode, const std::vector<std::uint32_t>* listed, std::size_t count,
                                    std::size_t& lost);

}  // namespace drafting
