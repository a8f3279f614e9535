// Compression of pixels into the blocks of DXT1, DXT3 and DXT5 (EXT_texture_compression_s3tc).
#pragma once

#include <array>
#include <cstdint>

#include "mixes.h"

namespace dtx {

/// 4 × 4 pixels, rows from the top, and which of them count: bit i is that of pixel i. What lies outside of the image
/// does not, nor does the colour of a hole.
struct Block {
    std::array<Pixel, 16> pixels{};
    std::uint32_t counted = 0xFFFF;
};

/// Color0, Color1 and Indices, as in the file. The two colours and the indices are those with the least sum of squared
/// differences that is found, in the rounding of our own decoder.
using ColorBlock = std::array<std::uint8_t, 8>;

/// Blocks with alpha: always four colours.
[[nodiscard]] ColorBlock compressColors(const Block& block);
/// DXT1: pixels that do not count become holes when `hasHoles`; else four colours or three, whichever is nearer.
[[nodiscard]] ColorBlock compressDxt1(const Block& block, bool hasHoles);

/// The alphas of a block of DXT3: 4 bits each.
[[nodiscard]] ColorBlock compressAlphaDxt3(const Block& block);
/// Alpha0, Alpha1 and AlphaIndices of DXT5. Alpha counts also of pixels whose colour does not.
[[nodiscard]] ColorBlock compressAlphaDxt5(const Block& block);

}  // namespace dtx
