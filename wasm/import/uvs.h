// Texture coordinates for engines that do not repeat textures.
#pragma once

#include <cstddef>
#include <vector>

namespace importing {

struct ClampedUvs {
    std::vector<float> uvs;
    /// Triangles that were moved.
    std::size_t moved = 0;
    /// Triangles that still reach out of 0 to 1.
    std::size_t outside = 0;
};

/// Moves triangles that lie wholly on another copy of the texture by whole copies into 0 to 1, where they show the
/// same.
/// @param uvs six numbers a triangle
[[nodiscard]] ClampedUvs clamped(std::vector<float> uvs);

}  // namespace importing
