#include "texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace abc::samples {

namespace {

constexpr std::uint32_t kMips = 4;
constexpr std::uint32_t kSectionsFixed = 8, kAlphaPlanes = 2;
constexpr std::uint8_t kDxt1 = 4;

using File = std::vector<std::byte>;

template <class T>
void put(File& file, T value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    // Byte by byte: GCC 12 warns of an overflow in what it makes of an insertion.
    for (std::size_t i = 0; i < sizeof value; ++i) file.push_back(from[i]);
}

/// The header of v−3 and v−5: 164 bytes.
File header(std::int32_t version, std::uint32_t size, std::uint32_t flags, std::uint8_t bpp) {
    constexpr std::size_t kHeader = 164, kBpp = 26;
    File file;
    put(file, std::uint32_t{0});
    put(file, version);
    put(file, static_cast<std::uint16_t>(size));
    put(file, static_cast<std::uint16_t>(size));
    put(file, static_cast<std::uint16_t>(kMips));
    put(file, std::uint16_t{0});
    put(file, flags);
    file.resize(kHeader);
    file[kBpp] = static_cast<std::byte>(bpp);
    return file;
}

using Rgb = std::array<int, 3>;

int level(float light) {
    return static_cast<int>(std::lround(std::clamp(light, 0.0F, 1.0F) * 255));
}

Rgb rgb(Color color) {
    return {level(color.r), level(color.g), level(color.b)};
}

/// The picture at one size. Four samples a pixel: what is thinner than a pixel fades instead of flickering.
std::vector<Rgb> sampled(std::uint32_t size, const Picture& picture) {
    std::vector<Rgb> pixels;
    pixels.reserve(std::size_t{size} * size);
    const auto at = [&](std::uint32_t pixel, float part) {
        return (static_cast<float>(pixel) + part) / static_cast<float>(size);
    };
    for (std::uint32_t y = 0; y < size; ++y) {
        for (std::uint32_t x = 0; x < size; ++x) {
            Color sum;
            for (const float dy : {0.25F, 0.75F}) {
                for (const float dx : {0.25F, 0.75F}) {
                    const Color one = picture(at(x, dx), at(y, dy));
                    sum = {sum.r + one.r, sum.g + one.g, sum.b + one.b};
                }
            }
            pixels.push_back(rgb(sum * 0.25F));
        }
    }
    return pixels;
}

std::uint16_t packed565(Rgb color) {
    const auto part = [](int value, int most) { return (value * most + 127) / 255; };
    return static_cast<std::uint16_t>(part(color[0], 31) << 11 | part(color[1], 63) << 5 | part(color[2], 31));
}

Rgb unpacked565(std::uint16_t color) {
    const int r = color >> 11, g = color >> 5 & 63, b = color & 31;
    return {r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
}

int distance(Rgb a, Rgb b) {
    int sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/// 16 pixels as a block: its two colours are the pixels furthest apart, the others take the nearest mix.
void putBlock(File& file, const std::array<Rgb, 16>& pixels) {
    Rgb low = pixels[0], high = pixels[0];
    for (const Rgb& a : pixels) {
        for (const Rgb& b : pixels) {
            if (distance(a, b) > distance(low, high)) {
                low = a;
                high = b;
            }
        }
    }
    std::uint16_t first = packed565(low), second = packed565(high);
    // Only then are all four colours mixes.
    if (first < second) std::swap(first, second);
    const Rgb a = unpacked565(first), b = unpacked565(second);
    std::array<Rgb, 4> colors{a, b};
    for (std::size_t i = 0; i < 3; ++i) {
        colors[2][i] = (2 * a[i] + b[i]) / 3;
        colors[3][i] = (a[i] + 2 * b[i]) / 3;
    }
    std::uint32_t indices = 0;
    for (std::uint32_t i = 0; i < 16 && first != second; ++i) {
        const auto* const nearest = std::min_element(colors.begin(), colors.end(), [&](const Rgb& x, const Rgb& y) {
            return distance(x, pixels[i]) < distance(y, pixels[i]);
        });
        indices |= static_cast<std::uint32_t>(nearest - colors.begin()) << (2 * i);
    }
    put(file, first);
    put(file, second);
    put(file, indices);
}

/// A number for a corner of a grid that looks random.
float corner(std::uint32_t x, std::uint32_t y) {
    std::uint32_t h = x * 374761393U + y * 668265263U;
    h = (h ^ h >> 13U) * 1274126177U;
    return static_cast<float>((h ^ h >> 16U) & 0xFFFFU) / 65535.0F;
}

}  // namespace

Color operator*(Color color, float light) {
    return {color.r * light, color.g * light, color.b * light};
}

Color mix(Color a, Color b, float share) {
    const float rest = 1 - share;
    return {a.r * rest + b.r * share, a.g * rest + b.g * share, a.b * rest + b.b * share};
}

float step(float from, float to, float value) {
    const float t = std::clamp((value - from) / (to - from), 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

float grain(float u, float v, std::uint32_t cells) {
    const float x = u * static_cast<float>(cells), y = v * static_cast<float>(cells);
    const auto left = static_cast<std::uint32_t>(x), top = static_cast<std::uint32_t>(y);
    const float dx = step(0, 1, x - static_cast<float>(left)), dy = step(0, 1, y - static_cast<float>(top));
    const auto row = [&](std::uint32_t line) {
        return corner(left % cells, line) * (1 - dx) + corner((left + 1) % cells, line) * dx;
    };
    return row(top) * (1 - dy) + row(top + 1) * dy;
}

std::vector<std::byte> dxt1(std::uint32_t size, const Picture& picture) {
    File file = header(-5, size, kSectionsFixed, kDxt1);
    for (std::uint32_t mip = 0; mip < kMips; ++mip) {
        const std::uint32_t side = size >> mip;
        const std::vector<Rgb> pixels = sampled(side, picture);
        for (std::uint32_t y = 0; y < side; y += 4) {
            for (std::uint32_t x = 0; x < side; x += 4) {
                std::array<Rgb, 16> block;
                for (std::uint32_t i = 0; i < 16; ++i) block[i] = pixels[(y + i / 4) * side + x + i % 4];
                putBlock(file, block);
            }
        }
    }
    return file;
}

std::vector<std::byte> paletted(std::uint32_t size, const std::array<Color, 256>& palette,
                                const std::function<Texel(float u, float v)>& picture) {
    File file = header(-3, size, kSectionsFixed | kAlphaPlanes, 0);
    file.resize(file.size() + 8);
    for (const Color& color : palette) {
        file.push_back(std::byte{255});
        for (const int part : rgb(color)) file.push_back(static_cast<std::byte>(part));
    }
    File planes;
    for (std::uint32_t mip = 0; mip < kMips; ++mip) {
        const std::uint32_t side = size >> mip;
        for (std::uint32_t i = 0; i < side * side; ++i) {
            const auto at = [&](std::uint32_t pixel) {
                return (static_cast<float>(pixel) + 0.5F) / static_cast<float>(side);
            };
            const Texel texel = picture(at(i % side), at(i / side));
            file.push_back(static_cast<std::byte>(texel.index));
            // The left one of two texels is in the low bits.
            if (i % 2 == 0) {
                planes.push_back(static_cast<std::byte>(texel.alpha));
            } else {
                planes.back() |= static_cast<std::byte>(texel.alpha << 4U);
            }
        }
    }
    file.insert(file.end(), planes.begin(), planes.end());
    return file;
}

}  // namespace abc::samples
