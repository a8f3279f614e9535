#include "versions.h"

namespace dtx {
namespace {

using core::Version;
using schema::Feature;

constexpr std::uint32_t number(std::int32_t version) {
    return static_cast<std::uint32_t>(version);
}

constexpr Version row(std::int32_t version, schema::Features features) {
    return {number(version), schema::kTables, {}, features};
}

constexpr Version row5(schema::Features pixels) {
    return row(-5, pixels | Feature::Details);
}

constexpr Version kCommon = row(0, 0);
constexpr Version kVersion2 = row(-2, Feature::PixelsIndexed | Feature::AlphaWords);
constexpr Version kVersion3 = row(-3, Feature::PixelsIndexed | Feature::Details | Feature::PaletteHead);
constexpr Version kIndexed5 = row5(Feature::PixelsIndexed);
constexpr Version kBgra5 = row5(Feature::PixelsBgra);
constexpr Version kDxt1 = row5(Feature::PixelsDxt1);
constexpr Version kDxt3 = row5(Feature::PixelsDxt3);
constexpr Version kDxt5 = row5(Feature::PixelsDxt5);
constexpr Version kOpaque5 = row5(Feature::PixelsOpaque);
constexpr Version kAny5 = row5(Feature::PixelsIndexed | Feature::PixelsBgra | Feature::PixelsDxt1 |
                               Feature::PixelsDxt3 | Feature::PixelsDxt5 | Feature::PixelsOpaque);

}  // namespace

bool isKnown(std::int32_t version) {
    return version == -2 || version == -3 || version == -5;
}

Format formatOf(std::int32_t version, std::uint32_t bpp) {
    if (version == -2 || version == -3) return Format::Palette8;
    switch (bpp) {
        case 0:
        case 3: return Format::Bgra32;
        case 1: return Format::Palette8;
        case 2: return Format::Rgb16;
        case 4: return Format::Dxt1;
        case 5: return Format::Dxt3;
        case 6: return Format::Dxt5;
        case 7: return Format::Palette32;
        case 8: return Format::Rgb24;
        default: return Format::Unknown;
    }
}

const Version& rowOf(std::int32_t version, Format format) {
    if (version == -2) return kVersion2;
    if (version == -3) return kVersion3;
    if (version != -5) return kCommon;
    switch (format) {
        case Format::Palette8:
        case Format::Palette32: return kIndexed5;
        case Format::Bgra32: return kBgra5;
        case Format::Dxt1: return kDxt1;
        case Format::Dxt3: return kDxt3;
        case Format::Dxt5: return kDxt5;
        case Format::Rgb16:
        case Format::Rgb24:
        case Format::Unknown: break;
    }
    return kOpaque5;
}

const Version& anyFormatOf(std::int32_t version) {
    return version == -5 ? kAny5 : rowOf(version, Format::Palette8);
}

std::optional<Units> unitsOf(Format format, std::uint32_t width, std::uint32_t height) {
    const std::uint64_t pixels = std::uint64_t{width} * height;
    const std::uint64_t blocks = ((std::uint64_t{width} + 3) / 4) * ((std::uint64_t{height} + 3) / 4);
    const auto units = [](std::uint64_t count, std::uint32_t size) -> std::optional<Units> {
        if (count * size > core::kMaxFileSize) return std::nullopt;
        return Units{static_cast<std::uint32_t>(count), size};
    };
    switch (format) {
        case Format::Palette8:
        case Format::Palette32: return units(pixels, 1);
        case Format::Bgra32: return units(pixels, kColorSize);
        case Format::Dxt1: return units(blocks, 8);
        case Format::Dxt3:
        case Format::Dxt5: return units(blocks, 16);
        case Format::Rgb16: return units(pixels * 2, 1);
        case Format::Rgb24: return units(pixels * 3, 1);
        case Format::Unknown: break;
    }
    return Units{};
}

}  // namespace dtx
