// Images to be written as textures: pixels of 8 bits, smaller levels, and palettes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mixes.h"

namespace dtx {

/// Rows from the top, `width` × `height` pixels.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<Pixel> pixels;
};

/// The image at half the size, rounded down and at least one pixel: each pixel is the mean of the area that it stands
/// for, of colours by their light (sRGB made linear), of alpha as it is.
[[nodiscard]] Image halved(const Image& image);

/// 256 colours, and for each pixel which of them is nearest. Where the first pixels have at most 256 colours, all of
/// these are kept; the rest of the palette, else all of it, are colours around which the others are gathered (k-means
/// on a median cut).
struct Indexed {
    std::vector<Pixel> colors;
    std::vector<std::uint8_t> indices;
};
/// @param pixels of all levels, the largest first, which have one palette; their alpha is not looked at
/// @param first how many of them are of the largest level
[[nodiscard]] Indexed indexed(std::span<const Pixel> pixels, std::size_t first);

}  // namespace dtx
