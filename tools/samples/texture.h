// Textures of the samples: pictures painted by a function of the place, written as DTX (dtx.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace abc::samples {

/// Light of each kind, 0 to 1.
struct Color {
    float r = 0, g = 0, b = 0;
};

[[nodiscard]] Color mix(Color a, Color b, float share);
[[nodiscard]] Color operator*(Color color, float light);

/// 0 below `from`, 1 above `to`, smooth between.
[[nodiscard]] float step(float from, float to, float value);

/// Numbers from 0 to 1 that look random, smooth over a grid of `cells` that repeats across u.
[[nodiscard]] float grain(float u, float v, std::uint32_t cells);

/// What is at a place of the texture, u to the right and v down, both 0 to 1.
using Picture = std::function<Color(float u, float v)>;

/// v−5, DXT1, four mips.
[[nodiscard]] std::vector<std::byte> dxt1(std::uint32_t size, const Picture& picture);

/// An entry of the palette and an alpha of 0 to 15.
struct Texel {
    std::uint8_t index = 0;
    std::uint8_t alpha = 15;
};

/// v−3: 256 colours, four mips, a plane of alpha for each.
[[nodiscard]] std::vector<std::byte> paletted(std::uint32_t size, const std::array<Color, 256>& palette,
                                              const std::function<Texel(float u, float v)>& picture);

}  // namespace abc::samples
