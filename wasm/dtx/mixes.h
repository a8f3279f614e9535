// What the blocks of DXT mix of their colours and alphas: the S3TC specification (EXT_texture_compression_s3tc), mixes
// of two values rounded to the nearest. Decoder and compressor share it.
#pragma once

#include <array>
#include <cstdint>

namespace dtx {

/// Pixels of a block each way.
inline constexpr std::uint32_t kBlockSide = 4;

/// R, G, B, A.
using Pixel = std::array<std::uint8_t, 4>;

/// (a × (steps − i) + b × i) / steps.
constexpr std::uint8_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t i, std::uint32_t steps) {
    return static_cast<std::uint8_t>((a * (steps - i) + b * i + steps / 2) / steps);
}

constexpr Pixel mix(Pixel a, Pixel b, std::uint32_t i, std::uint32_t steps) {
    return {mix(a[0], b[0], i, steps), mix(a[1], b[1], i, steps), mix(a[2], b[2], i, steps), 255};
}

/// 5 bits red, 6 green, 5 blue; the highest bits once more below, so that all set is 255.
constexpr Pixel from565(std::uint32_t color) {
    const std::uint32_t r = (color >> 11U) & 31U;
    const std::uint32_t g = (color >> 5U) & 63U;
    const std::uint32_t b = color & 31U;
    return {static_cast<std::uint8_t>(r << 3U | r >> 2U), static_cast<std::uint8_t>(g << 2U | g >> 4U),
            static_cast<std::uint8_t>(b << 3U | b >> 2U), 255};
}

/// @param isThree the last of the four is a hole
constexpr std::array<Pixel, 4> mixedColors(std::uint32_t color0, std::uint32_t color1, bool isThree) {
    const Pixel a = from565(color0);
    const Pixel b = from565(color1);
    if (isThree) return {a, b, mix(a, b, 1, 2), Pixel{}};
    return {a, b, mix(a, b, 1, 3), mix(a, b, 2, 3)};
}

/// DXT5: six mixes, or four and the two extremes, as the order of the two says.
constexpr std::array<std::uint8_t, 8> mixedAlphas(std::uint32_t alpha0, std::uint32_t alpha1) {
    std::array<std::uint8_t, 8> out{static_cast<std::uint8_t>(alpha0), static_cast<std::uint8_t>(alpha1)};
    const std::uint32_t steps = alpha0 > alpha1 ? 7 : 5;
    for (std::uint32_t i = 1; i < steps; ++i) out[i + 1] = mix(alpha0, alpha1, i, steps);
    if (alpha0 <= alpha1) {
        out[6] = 0;
        out[7] = 255;
    }
    return out;
}

}  // namespace dtx
