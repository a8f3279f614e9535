// Images as textures: what is written is read again, levels are means of light, and blocks are as near as they can be.
#include <dtx/deviation.h>
#include <dtx/validate.h>
#include <dtx/write.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#if LITHOSCOPE_WITH_SQUISH
#include <squish.h>
#endif

namespace dtx::testing {
namespace {

Image imageOf(std::uint32_t width, std::uint32_t height, const std::function<Pixel(int, int)>& pixel) {
    Image out{width, height, {}};
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) out.pixels.push_back(pixel(static_cast<int>(x), static_cast<int>(y)));
    }
    return out;
}

std::uint8_t byte(int value) {
    return static_cast<std::uint8_t>(value);
}

Image gradient(std::uint32_t width = 64, std::uint32_t height = 64) {
    return imageOf(width, height, [](int x, int y) {
        return Pixel{byte(3 * x), byte(255 - 2 * y), byte(x + y), byte(255 - 4 * x)};
    });
}

Image noise() {
    std::mt19937 random(1);
    return imageOf(64, 64, [&](int, int) {
        return Pixel{byte(static_cast<int>(random())), byte(static_cast<int>(random())),
                     byte(static_cast<int>(random())), byte(static_cast<int>(random()))};
    });
}

/// Few colours, sharp borders, and areas of one.
Image drawing() {
    return imageOf(64, 64, [](int x, int y) {
        if ((x - 30) * (x - 30) + (y - 30) * (y - 30) < 300) return Pixel{200, 40, 30, 255};
        return (x / 5 + y / 7) % 2 == 0 ? Pixel{17, 99, 180, 255} : Pixel{240, 230, 20, 0};
    });
}

std::vector<Pixel> decoded(const std::vector<std::byte>& bytes, std::uint32_t level = 0) {
    const File file = parse(bytes);
    const std::vector<std::uint8_t> flat = decode(bytes, *file.texture, 0, level);
    std::vector<Pixel> out(flat.size() / 4);
    std::memcpy(out.data(), flat.data(), flat.size());
    return out;
}

/// Mean of the squared differences of some channels.
double errorOf(const std::vector<Pixel>& a, const std::vector<Pixel>& b, std::size_t first, std::size_t last) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t c = first; c <= last; ++c) sum += std::pow(a[i][c] - b[i][c], 2);
    }
    return sum / static_cast<double>(a.size() * (last - first + 1));
}

Wish wishFor(Format format, std::int32_t version = -5) {
    Wish out;
    out.format = format;
    out.version = version;
    return out;
}

std::vector<Wish> allWishes() {
    std::vector<Wish> out;
    for (const Format format : {Format::Bgra32, Format::Dxt1, Format::Dxt3, Format::Dxt5})
        out.push_back(wishFor(format));
    for (const std::int32_t version : {-2, -3}) {
        out.push_back(wishFor(Format::Palette8, version));
        out.back().hasAlphaPlanes = false;
        out.push_back(out.back());
        out.back().hasAlphaPlanes = true;
    }
    return out;
}

TEST(DtxWrite, EveryKindIsReadAgainWithoutAFinding) {
    for (Wish wish : allWishes()) {
        wish.userFlags = 5;
        wish.group = 7;
        if (wish.version != -2) wish.command = "AlphaRef 20";
        for (const auto& [width, height] : {std::pair{64U, 32U}, {4U, 4U}, {1U, 1U}, {256U, 8U}}) {
            const WrittenTexture written = write(gradient(width, height), wish);
            ASSERT_EQ(written.refusal, "");
            const File file = parse(written.bytes);
            ASSERT_TRUE(file.texture);
            EXPECT_FALSE(file.cut);
            const core::Findings findings = validate(file);
            for (const core::Finding& finding : findings.list()) ADD_FAILURE() << finding.message;
            EXPECT_EQ(file.texture->version, wish.version);
            EXPECT_EQ(file.texture->format, wish.format);
            EXPECT_EQ(file.texture->width, width);
            EXPECT_EQ(file.texture->height, height);
            EXPECT_EQ(file.texture->userFlags, 5U);
            EXPECT_EQ(file.texture->group, 7U);
            EXPECT_EQ(file.document.text(file.texture->commandString), wish.command);
            EXPECT_EQ(file.texture->mipCount, std::min(4U, file.texture->mostMips()));
            EXPECT_EQ(file.texture->faces.at(0).size(), file.texture->mipCount);
        }
    }
}

TEST(DtxWrite, PixelsOf32BitsAndPalettesOfFewColoursAreTheSame) {
    const Image image = drawing();
    EXPECT_EQ(decoded(write(image, wishFor(Format::Bgra32)).bytes), image.pixels);
    Wish indexed = wishFor(Format::Palette8, -3);
    indexed.mips = 1;
    indexed.hasAlphaPlanes = true;
    EXPECT_EQ(decoded(write(image, indexed).bytes), image.pixels);
    indexed.version = -2;
    EXPECT_EQ(decoded(write(image, indexed).bytes), image.pixels);
}

/// Smaller levels mix colours, which take only what is left of the palette.
TEST(DtxWrite, ThePaletteHasAllColoursOfALargestLevelThatHasFew) {
    for (const int count : {2, 200, 256}) {
        const Image image = imageOf(32, 32, [&](int x, int y) {
            const int i = (x * 7 + y * 37) % count;
            return Pixel{byte(i), byte(97 * i), byte(255 - i), 255};
        });
        Wish wish = wishFor(Format::Palette8, -3);
        const std::vector<std::byte> bytes = write(image, wish).bytes;
        EXPECT_EQ(decoded(bytes), image.pixels) << count;
        if (count > 2) continue;
        // Of two colours there are few mixes: all of them have their place.
        EXPECT_EQ(decoded(bytes, 1), halved(image).pixels);
    }
}

TEST(DtxWrite, APaletteOfManyColoursIsNear) {
    Wish wish = wishFor(Format::Palette8, -3);
    wish.mips = 1;
    const Image image = gradient();
    wish.hasAlphaPlanes = false;
    // 4,096 colours on a surface of about 190 × 128: of 256 patches each is some ten across.
    EXPECT_LT(errorOf(decoded(write(image, wish).bytes), image.pixels, 0, 2), 12);
    wish.hasAlphaPlanes = true;
    for (const auto& [is, was] : [&] {
             std::vector<std::pair<int, int>> out;
             const std::vector<Pixel> pixels = decoded(write(image, wish).bytes);
             for (std::size_t i = 0; i < pixels.size(); ++i) out.emplace_back(pixels[i][3], image.pixels[i][3]);
             return out;
         }()) {
        ASSERT_LE(std::abs(is - was), 8);
    }
}

/// Half of the light of white is 188 of sRGB; alpha is no light.
TEST(DtxWrite, ASmallerLevelIsTheMeanOfTheLight) {
    const Image checks = imageOf(4, 4, [](int x, int y) {
        return (x + y) % 2 == 0 ? Pixel{255, 255, 0, 255} : Pixel{0, 255, 0, 0};
    });
    const Image half = halved(checks);
    EXPECT_EQ(half.pixels, std::vector<Pixel>(4, Pixel{188, 255, 0, 128}));
    // Three pixels become one: each a third.
    const Image row = imageOf(3, 1, [](int x, int) { return Pixel{byte(x == 1 ? 255 : 0), 0, 0, byte(90 * x)}; });
    EXPECT_EQ(halved(row).pixels, (std::vector<Pixel>{{156, 0, 0, 90}}));
    const Image five = imageOf(5, 1, [](int x, int) { return Pixel{0, 0, 0, byte(10 * x)}; });
    // 0, 10 and half of 20, of two and a half; then the other half, 30 and 40.
    EXPECT_EQ(halved(five).pixels, (std::vector<Pixel>{{0, 0, 0, 8}, {0, 0, 0, 32}}));
    Wish wish = wishFor(Format::Bgra32);
    wish.mips = 100;
    const WrittenTexture written = write(checks, wish);
    EXPECT_EQ(decoded(written.bytes, 1), half.pixels);
    EXPECT_EQ(decoded(written.bytes, 2), halved(half).pixels);
    EXPECT_EQ(parse(written.bytes).texture->mipCount, 3U);
}

/// One colour is as near as any two colours of 5, 6 and 5 bits and their mixes can bring it.
TEST(DtxWrite, BlocksOfOneColourAreAsNearAsTheyCanBe) {
    const auto nearest = [](int value, int bits) {
        const int most = (1 << bits) - 1;
        const auto wide = [&](int v) { return v << (8 - bits) | v >> (2 * bits - 8); };
        int best = 255;
        for (int a = 0; a <= most; ++a) {
            for (int b = 0; b <= most; ++b) {
                const int mixed = (2 * wide(a) + wide(b) + 1) / 3;
                best = std::min({best, std::abs(wide(a) - value), std::abs(mixed - value)});
            }
        }
        return best;
    };
    for (int value = 0; value < 256; ++value) {
        const Image image = imageOf(4, 4, [&](int, int) { return Pixel{byte(value), byte(value), byte(value), 255}; });
        const Pixel is = decoded(write(image, wishFor(Format::Dxt5)).bytes)[5];
        EXPECT_LE(std::abs(is[0] - value), nearest(value, 5)) << value;
        EXPECT_LE(std::abs(is[1] - value), nearest(value, 6)) << value;
        EXPECT_EQ(is[3], 255);
    }
}

TEST(DtxWrite, HolesAreWhereAlphaIsBelow) {
    Wish wish = wishFor(Format::Dxt1);
    const Image image = gradient();
    for (const Pixel& pixel : decoded(write(image, wish).bytes)) ASSERT_EQ(pixel[3], 255);
    wish.holesBelow = 128;
    const std::vector<Pixel> pixels = decoded(write(image, wish).bytes);
    for (std::size_t i = 0; i < pixels.size(); ++i) ASSERT_EQ(pixels[i][3], image.pixels[i][3] < 128 ? 0 : 255);
    // Sizes that are no multiples of four have blocks that stand over: no hole of theirs comes in.
    wish.holesBelow = 0;
    for (const Pixel& pixel : decoded(write(gradient(7, 5), wish).bytes)) ASSERT_EQ(pixel[3], 255);
}

TEST(DtxWrite, AlphaIsNear) {
    for (const Image& image : {gradient(), noise(), drawing()}) {
        // Half a step of 17, and what eight of 256 values can do.
        const std::vector<Pixel> four = decoded(write(image, wishFor(Format::Dxt3)).bytes);
        for (std::size_t i = 0; i < four.size(); ++i) ASSERT_LE(std::abs(four[i][3] - image.pixels[i][3]), 8);
    }
    EXPECT_LT(errorOf(decoded(write(gradient(), wishFor(Format::Dxt5)).bytes), gradient().pixels, 3, 3), 1);
    EXPECT_EQ(errorOf(decoded(write(drawing(), wishFor(Format::Dxt5)).bytes), drawing().pixels, 3, 3), 0);
}

/// Where nothing is wished, alpha decides: what has none takes half the bytes.
TEST(DtxWrite, AlphaDecidesTheFormat) {
    const auto formatOf = [](const Image& image, std::int32_t version) {
        Wish wish;
        wish.version = version;
        return *parse(write(image, wish).bytes).texture;
    };
    Image opaque = gradient(8, 8);
    for (Pixel& pixel : opaque.pixels) pixel[3] = 255;
    EXPECT_EQ(formatOf(opaque, -5).format, Format::Dxt1);
    EXPECT_EQ(formatOf(gradient(8, 8), -5).format, Format::Dxt5);
    EXPECT_FALSE(formatOf(opaque, -3).hasAlphaPlanes());
    EXPECT_TRUE(formatOf(gradient(8, 8), -2).hasAlphaPlanes());
}

/// By the formula, of differences that are easy to square.
TEST(DtxWrite, TheDeviationIsThePeakSignalToNoiseRatio) {
    const std::vector<Pixel> was{{10, 20, 30, 255}, {10, 20, 30, 0}};
    const Deviation same = deviationOf(was, was, false);
    EXPECT_FALSE(same.color.psnr || same.alpha.psnr);
    EXPECT_EQ(same.color.largest + same.alpha.largest, 0U);
    // Of six numbers one is 6 off and one 12: a mean of 30.
    const std::vector<Pixel> is{{16, 20, 30, 255}, {10, 8, 30, 10}};
    const Deviation seen = deviationOf(was, is, true);
    EXPECT_NEAR(seen.color.psnr.value(), 10 * std::log10(65'025.0 / 30), 1e-9);
    EXPECT_EQ(seen.color.largest, 12U);
    EXPECT_NEAR(seen.alpha.psnr.value(), 10 * std::log10(65'025.0 / 50), 1e-9);
    EXPECT_EQ(seen.alpha.largest, 10U);
    // The colour of a hole is not seen.
    const std::vector<Pixel> hole{{10, 20, 30, 255}, {0, 0, 0, 0}};
    EXPECT_FALSE(deviationOf(was, hole, true).color.psnr);
    EXPECT_EQ(deviationOf(was, hole, false).color.largest, 30U);
}

/// What is offered can be written, and nothing else.
TEST(DtxWrite, EveryFormatOfEveryVersionThatIsOfferedIsWritten) {
    const std::vector<Format> formats{Format::Palette8, Format::Palette32, Format::Bgra32, Format::Dxt1,   Format::Dxt3,
                                      Format::Dxt5,     Format::Rgb16,     Format::Rgb24,  Format::Unknown};
    std::vector<std::int32_t> versions;
    for (const WrittenVersion& one : writtenVersions()) {
        versions.push_back(one.version);
        for (const Format format : formats) {
            const bool isOffered = std::find(one.formats.begin(), one.formats.end(), format) != one.formats.end();
            Wish wish = wishFor(format, one.version);
            const WrittenTexture written = write(gradient(8, 8), wish);
            // Earlier versions take their palette, whatever is wished.
            EXPECT_EQ(written.refusal.empty(), isOffered || one.version != -5);
            if (isOffered) {
                EXPECT_EQ(parse(written.bytes).texture->format, format);
            }
        }
        Wish wish = wishFor(one.formats.front(), one.version);
        wish.command = "AlphaRef 9";
        EXPECT_EQ(write(gradient(8, 8), wish).refusal.empty(), one.hasCommand);
    }
    EXPECT_EQ(versions, (std::vector<std::int32_t>{-5, -3, -2}));
}

TEST(DtxWrite, SaysWhyThereIsNoTexture) {
    const auto refusal = [](const Image& image, const Wish& wish) {
        const WrittenTexture written = write(image, wish);
        EXPECT_TRUE(written.bytes.empty());
        return written.refusal;
    };
    const Image image = gradient(8, 8);
    EXPECT_EQ(refusal(image, wishFor(Format::Bgra32, -4)), "There is no version −4 of DTX.");
    EXPECT_EQ(refusal({}, wishFor(Format::Bgra32)), "The image has no pixels.");
    EXPECT_EQ(refusal({70'000, 1, std::vector<Pixel>(70'000)}, wishFor(Format::Bgra32)),
              "The image is larger than a texture can be.");
    EXPECT_NE(refusal(image, wishFor(Format::Palette8)).find("−5"), std::string::npos);
    for (const Format format : {Format::Palette32, Format::Rgb16, Format::Rgb24, Format::Unknown})
        EXPECT_EQ(refusal(image, wishFor(format)), "The order of these pixels is not known.");
    Wish wish = wishFor(Format::Palette8, -2);
    wish.command = "Effect 1";
    EXPECT_EQ(refusal(image, wish), "Version −2 has no command string.");
    wish.version = -3;
    EXPECT_EQ(write(image, wish).refusal, "");
    wish.command.assign(128, 'x');
    EXPECT_EQ(refusal(image, wish), "The command string has more than 127 characters.");
}

TEST(DtxWrite, ProgressGrowsAndStops) {
    std::vector<double> told;
    const auto tell = [&](double share) {
        told.push_back(share);
        return told.size() < 5;
    };
    const WrittenTexture stopped = write(gradient(), wishFor(Format::Dxt1), tell);
    EXPECT_TRUE(stopped.bytes.empty());
    EXPECT_EQ(stopped.refusal, "");
    EXPECT_EQ(told.size(), 5U);
    double last = 0;
    EXPECT_FALSE(write(gradient(), wishFor(Format::Dxt1), [&](double share) {
                     EXPECT_GT(share, last);
                     last = share;
                     return true;
                 }).bytes.empty());
    EXPECT_EQ(last, 1);
}

#if LITHOSCOPE_WITH_SQUISH
/// The blocks of libsquish, at its best, are no nearer to the image.
TEST(DtxWrite, BlocksAreAtLeastAsNearAsThoseOfTheKeptLibrary) {
    for (const Image& image : {gradient(), noise(), drawing()}) {
        for (const auto& [format, peer] :
             {std::pair{Format::Dxt1, squish::kDxt1}, {Format::Dxt3, squish::kDxt3}, {Format::Dxt5, squish::kDxt5}}) {
            Wish wish = wishFor(format);
            wish.mips = 1;
            const std::vector<std::byte> own = write(image, wish).bytes;
            std::vector<Pixel> source = image.pixels;
            // DXT1 without holes.
            if (format == Format::Dxt1) {
                for (Pixel& pixel : source) pixel[3] = 255;
            }
            std::vector<std::byte> other = own;
            const std::uint32_t at = parse(own).texture->faces[0][0].offset;
            const std::array<float, 3> alike{1, 1, 1};
            squish::CompressImage(source[0].data(), static_cast<int>(image.width), static_cast<int>(image.height),
                                  other.data() + at, peer | squish::kColourIterativeClusterFit,
                                  const_cast<float*>(alike.data()));
            const std::vector<Pixel> ours = decoded(own);
            const std::vector<Pixel> theirs = decoded(other);
            EXPECT_LE(errorOf(ours, image.pixels, 0, 2), errorOf(theirs, image.pixels, 0, 2));
            EXPECT_LE(errorOf(ours, source, 3, 3), errorOf(theirs, source, 3, 3));
        }
    }
}
#endif

}  // namespace
}  // namespace dtx::testing
