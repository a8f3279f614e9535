// Pixels: expected values worked out by hand, and DXT against the formulas of the S3TC specification in real numbers.
#include <dtx/texture.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/dtx_fixtures.h"
#include "support/real_files.h"

namespace dtx::testing {
namespace {

using Pixel = std::array<int, 4>;
using Pixels = std::vector<Pixel>;

Pixels decoded(const Bytes& bytes, std::uint32_t level = 0, std::uint32_t face = 0) {
    const File file = parse(bytes);
    const std::vector<std::uint8_t> flat = decode(bytes, *file.texture, face, level);
    Pixels out;
    for (std::size_t i = 0; i + 3 < flat.size(); i += 4)
        out.push_back({flat[i], flat[i + 1], flat[i + 2], flat[i + 3]});
    return out;
}

Alpha alphaIn(const Bytes& bytes) {
    return alphaOf(bytes, *parse(bytes).texture);
}

TextureSpec spec(std::int32_t version, std::uint8_t bpp, std::uint16_t width, std::uint16_t height) {
    TextureSpec out;
    out.version = version;
    out.bpp = bpp;
    out.width = width;
    out.height = height;
    out.mips = 1;
    return out;
}

/// A string of bytes.
std::string raw(std::initializer_list<int> bytes) {
    std::string out;
    for (const int byte : bytes) out += static_cast<char>(byte);
    return out;
}

TEST(DtxDecode, Bgra) {
    TextureSpec texture = spec(-5, 3, 2, 2);
    texture.pixels = raw({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    EXPECT_EQ(decoded(write(texture)), (Pixels{{3, 2, 1, 4}, {7, 6, 5, 8}, {11, 10, 9, 12}, {15, 14, 13, 16}}));
    EXPECT_EQ(alphaIn(write(texture)), Alpha::Varied);
}

TEST(DtxDecode, LeavesWhatHasMoreTexelsThanMemory) {
    // As of a sound file of 512 MB: 2³⁰ texels of 4 bytes are none in 32 bits.
    Texture texture = *parse(write(spec(-5, 4, 4, 4))).texture;
    texture.format = Format::Dxt1;
    texture.faces = {{{32768, 32768, 0, 1U << 29U, 0, 0}, {8192, 8193, 0, 1U << 25U, 0, 0}}};
    ASSERT_TRUE(texture.isDecodable());
    EXPECT_TRUE(decode({}, texture, 0, 0).empty());
    EXPECT_TRUE(decode({}, texture, 0, 1).empty());
}

TEST(Sizes, AreMultipliedWithoutWrapping) {
    const std::uint64_t most = ~std::uint64_t{0};
    EXPECT_EQ(core::product(3U, 65536U, 65536U), 3ULL << 32U);
    EXPECT_EQ(core::product(1ULL << 32U, 1ULL << 31U), 1ULL << 63U);
    EXPECT_EQ(core::product(1ULL << 32U, 1ULL << 32U), most);
    EXPECT_EQ(core::product(most, 2U, 1U), most);
    EXPECT_EQ(core::product(most, 0U), 0U);
    EXPECT_EQ(core::product(0U, most, most), 0U);
}

TEST(DtxDecode, PaletteOfVersion3IsArgb) {
    TextureSpec texture = spec(-3, 0, 2, 1);
    texture.palette = std::string(1024, '\0');
    texture.palette.replace(0, 8, raw({255, 10, 20, 30, 255, 40, 50, 60}));
    texture.pixels = raw({1, 0});
    EXPECT_EQ(decoded(write(texture)), (Pixels{{40, 50, 60, 255}, {10, 20, 30, 255}}));
    EXPECT_EQ(alphaIn(write(texture)), Alpha::Opaque);
}

TEST(DtxDecode, AlphaOfThePaletteOfVersion2IsNone) {
    TextureSpec texture = spec(-2, 0, 1, 1);
    texture.palette = std::string(1024, '\0');
    texture.palette.replace(4, 4, raw({0, 1, 2, 3}));
    texture.pixels = raw({1});
    EXPECT_EQ(decoded(write(texture)), (Pixels{{1, 2, 3, 255}}));
    EXPECT_EQ(alphaIn(write(texture)), Alpha::None);
}

TEST(DtxDecode, PlanesOfAlphaHaveTheLeftPixelInTheLowBits) {
    TextureSpec texture = spec(-2, 0, 3, 3);
    texture.flags = 2;
    texture.palette = std::string(1024, '\0');
    // Rows follow one another without padding: the second begins in the middle of a byte.
    texture.pixels = std::string(9, '\0') + raw({0x10, 0x32, 0x54, 0x76, 0xF8});
    Pixels expected;
    for (int i = 0; i < 9; ++i) expected.push_back({0, 0, 0, i * 17});
    EXPECT_EQ(decoded(write(texture)), expected);
    EXPECT_EQ(alphaIn(write(texture)), Alpha::Varied);
}

TEST(DtxDecode, PaletteOf32PIsBgra) {
    TextureSpec texture = spec(-5, 7, 1, 1);
    texture.pixels = raw({2});
    std::string colors(1024, '\0');
    colors.replace(8, 4, raw({1, 2, 3, 4}));
    texture.sections = {{"PALETTE32", "", colors}};
    EXPECT_EQ(decoded(write(texture)), (Pixels{{3, 2, 1, 4}}));
}

TEST(DtxDecode, Dxt1MixesTwoColors) {
    TextureSpec texture = spec(-5, 4, 4, 4);
    // Red, blue; the first row has the indices 0, 1, 2, 3, the others 0.
    texture.pixels = raw({0x00, 0xF8, 0x1F, 0x00, 0b11100100, 0, 0, 0});
    const Pixels pixels = decoded(write(texture));
    EXPECT_EQ((Pixels{pixels.begin(), pixels.begin() + 5}),
              (Pixels{{255, 0, 0, 255}, {0, 0, 255, 255}, {170, 0, 85, 255}, {85, 0, 170, 255}, {255, 0, 0, 255}}));
    EXPECT_EQ(alphaIn(write(texture)), Alpha::Opaque);
}

TEST(DtxDecode, Dxt1HasHolesWhenTheFirstColorIsNotTheLarger) {
    TextureSpec texture = spec(-5, 4, 4, 1);
    texture.pixels = raw({0x1F, 0x00, 0x00, 0xF8, 0b11100100, 0, 0, 0});
    EXPECT_EQ(decoded(write(texture)), (Pixels{{0, 0, 255, 255}, {255, 0, 0, 255}, {128, 0, 128, 255}, {0, 0, 0, 0}}));
    EXPECT_EQ(alphaIn(write(texture)), Alpha::Varied);
}

TEST(DtxDecode, Dxt3HasAlphaOfItsOwnAndNoHoles) {
    TextureSpec texture = spec(-5, 5, 4, 2);
    texture.pixels = raw({0x10, 0x32, 0x54, 0xF6, 0, 0, 0, 0, 0x1F, 0x00, 0x00, 0xF8, 0b11100100, 0, 0, 0});
    EXPECT_EQ(decoded(write(texture)), (Pixels{{0, 0, 255, 0},
                                               {255, 0, 0, 17},
                                               {85, 0, 170, 34},
                                               {170, 0, 85, 51},
                                               {0, 0, 255, 68},
                                               {0, 0, 255, 85},
                                               {0, 0, 255, 102},
                                               {0, 0, 255, 255}}));
}

TEST(DtxDecode, Dxt5MixesTwoAlphas) {
    TextureSpec texture = spec(-5, 6, 4, 2);
    const std::string color = raw({0, 0, 0, 0, 0, 0, 0, 0});
    // Indices 0 to 7 in three bits each: 210 octal …
    const std::string indices = raw({0x88, 0xC6, 0xFA, 0, 0, 0});
    texture.pixels = raw({224, 14}) + indices + color;
    // (224 × (7 − i) + 14 × i) / 7: steps of 30.
    EXPECT_EQ(decoded(write(texture)), (Pixels{{0, 0, 0, 224},
                                               {0, 0, 0, 14},
                                               {0, 0, 0, 194},
                                               {0, 0, 0, 164},
                                               {0, 0, 0, 134},
                                               {0, 0, 0, 104},
                                               {0, 0, 0, 74},
                                               {0, 0, 0, 44}}));
    texture.pixels = raw({10, 110}) + indices + color;
    EXPECT_EQ(decoded(write(texture)), (Pixels{{0, 0, 0, 10},
                                               {0, 0, 0, 110},
                                               {0, 0, 0, 30},
                                               {0, 0, 0, 50},
                                               {0, 0, 0, 70},
                                               {0, 0, 0, 90},
                                               {0, 0, 0, 0},
                                               {0, 0, 0, 255}}));
}

TEST(DtxDecode, AlphaZeroEverywhereIsTransparent) {
    TextureSpec texture = spec(-5, 3, 8, 8);
    texture.pixels = std::string(256, '\0');
    EXPECT_EQ(alphaIn(write(texture)), Alpha::Transparent);
}

/// One pixel by the formulas of EXT_texture_compression_s3tc, in real numbers and from single bits.
class Reference {
public:
    Reference(std::string data, std::size_t width, std::uint8_t bpp)
        : data_(std::move(data)), width_(width), bpp_(bpp) {}

    [[nodiscard]] Pixel at(std::size_t x, std::size_t y) const {
        const std::size_t size = bpp_ == 4 ? 8 : 16;
        const std::size_t block = ((y / 4) * ((width_ + 3) / 4) + x / 4) * size;
        const std::size_t i = (y % 4) * 4 + x % 4;
        const std::size_t colors = (block + size - 8) * 8;
        const std::size_t code = bits(colors + 32 + 2 * i, 2);
        const bool hasHole = bpp_ == 4 && bits(colors, 16) <= bits(colors + 16, 16);
        Pixel out{0, 0, 0, 255};
        const std::array<std::array<std::size_t, 2>, 3> parts{{{11, 5}, {5, 6}, {0, 5}}};
        for (std::size_t c = 0; c < 3; ++c) {
            const auto [shift, width] = parts[c];
            const double a = channel(colors + shift, width);
            const double b = channel(colors + 16 + shift, width);
            const std::array<double, 4> four{a, b, (2 * a + b) / 3, (a + 2 * b) / 3};
            const std::array<double, 4> three{a, b, (a + b) / 2, 0};
            out[c] = rounded((hasHole ? three : four)[code]);
        }
        if (hasHole && code == 3) out[3] = 0;
        if (bpp_ == 5) out[3] = rounded(static_cast<double>(bits(block * 8 + 4 * i, 4)) / 15 * 255);
        if (bpp_ == 6) out[3] = rounded(alpha(block, i));
        return out;
    }

private:
    static int rounded(double value) { return static_cast<int>(std::floor(value + 0.5)); }
    [[nodiscard]] std::size_t bits(std::size_t first, std::size_t count) const {
        std::size_t value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto byte = static_cast<unsigned char>(data_[(first + i) / 8]);
            value += std::size_t{(byte >> ((first + i) % 8)) & 1U} << i;
        }
        return value;
    }
    /// With the high bits repeated below, as graphics cards widen it.
    [[nodiscard]] double channel(std::size_t first, std::size_t width) const {
        const std::size_t value = bits(first, width);
        return static_cast<double>((value << (8 - width)) + (value >> (2 * width - 8)));
    }
    [[nodiscard]] double alpha(std::size_t block, std::size_t i) const {
        const auto a = static_cast<double>(bits(block * 8, 8));
        const auto b = static_cast<double>(bits(block * 8 + 8, 8));
        const std::size_t code = bits(block * 8 + 16 + 3 * i, 3);
        if (code == 0) return a;
        if (code == 1) return b;
        const auto step = static_cast<double>(code - 1);
        if (a > b) return ((7 - step) * a + step * b) / 7;
        if (code == 6) return 0;
        if (code == 7) return 255;
        return ((5 - step) * a + step * b) / 5;
    }

    std::string data_;
    std::size_t width_;
    std::uint8_t bpp_;
};

class Dxt : public ::testing::TestWithParam<int> {};

TEST_P(Dxt, IsWhatTheSpecificationSays) {
    const auto bpp = static_cast<std::uint8_t>(GetParam());
    // Neither side is a multiple of four.
    TextureSpec texture = spec(-5, bpp, 70, 53);
    texture.pixels = noise(std::size_t{18} * 14 * (bpp == 4 ? 8 : 16), 5);
    const Reference reference(texture.pixels, 70, bpp);
    const Pixels pixels = decoded(write(texture));
    ASSERT_EQ(pixels.size(), 70U * 53U);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        ASSERT_EQ(pixels[i], reference.at(i % 70, i / 70)) << i % 70 << ", " << i / 70;
    }
}

INSTANTIATE_TEST_SUITE_P(, Dxt, ::testing::Values(4, 5, 6));

TEST(DtxDecode, EveryFaceAndLevelHasItsOwnPixels) {
    TextureSpec texture = spec(-5, 3, 2, 2);
    texture.mips = 2;
    std::string numbers;
    for (int byte = 0; byte < 6 * 20; ++byte) numbers += static_cast<char>(byte);
    texture.pixels = numbers.substr(0, 20);
    const Bytes bytes = write(cubeMap(texture, numbers.substr(20)));
    EXPECT_EQ(decoded(bytes, 1, 0), (Pixels{{18, 17, 16, 19}}));
    EXPECT_EQ(decoded(bytes, 0, 5)[3], (Pixel{114, 113, 112, 115}));
    EXPECT_TRUE(decoded(bytes, 2, 0).empty());
    EXPECT_TRUE(decoded(bytes, 0, 6).empty());
}

/// Real textures: each mip is what the one before looks like at half the size. A wrong format, palette, order of
/// bytes, or offset would not be.
class RealTexture : public ::testing::TestWithParam<std::string> {};

TEST_P(RealTexture, ShrinksFromMipToMip) {
    const auto bytes = abc::testing::readReal(GetParam());
    const File file = parse(bytes);
    ASSERT_TRUE(file.texture);
    const auto& levels = file.texture->faces.at(0);
    ASSERT_EQ(levels.size(), file.texture->mipCount);
    // Of a few pixels a tool that shrinks otherwise makes others.
    for (std::uint32_t index = 1; index < levels.size() && levels[index].width >= 8; ++index) {
        const auto large = decode(bytes, *file.texture, 0, index - 1);
        const auto small = decode(bytes, *file.texture, 0, index);
        const std::size_t width = levels[index].width;
        double difference = 0;
        for (std::size_t i = 0; i < small.size(); ++i) {
            if (i % 4 == 3) continue;
            const std::size_t x = (i / 4) % width;
            const std::size_t y = i / 4 / width;
            const std::size_t at = (2 * y * 2 * width + 2 * x) * 4 + i % 4;
            const int sum = large[at] + large[at + 4] + large[at + 8 * width] + large[at + 8 * width + 4];
            difference += std::abs(sum / 4.0 - small[i]);
        }
        EXPECT_LT(difference / (static_cast<double>(small.size()) * 3 / 4), 16) << "mip " << index;
    }
}

INSTANTIATE_TEST_SUITE_P(Real, RealTexture, ::testing::ValuesIn(abc::testing::realFiles(".dtx")),
                         [](const auto& param) { return abc::testing::testName(param.param); });

}  // namespace
}  // namespace dtx::testing
