#include "write.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "blocks.h"
#include "schema_dtx.h"
#include "versions.h"

namespace dtx {
namespace {

using schema::Id;

/// As all textures of v−3 that are known have it; the version decides.
constexpr std::uint32_t kBppBefore5 = 2;
constexpr std::uint32_t kSectionsFixed = 8;
constexpr std::uint32_t kUsualMips = 4;
constexpr std::uint32_t kMostSide = 0xFFFF;

constexpr std::array kFormats5{Format::Dxt1, Format::Dxt3, Format::Dxt5, Format::Bgra32};
constexpr std::array kFormatsBefore5{Format::Palette8};
constexpr std::array kWritten{
    WrittenVersion{-5, kFormats5, true},
    WrittenVersion{-3, kFormatsBefore5, true},
    WrittenVersion{-2, kFormatsBefore5, false},
};

const WrittenVersion* writtenVersion(std::int32_t version) {
    const auto* const found = std::find_if(kWritten.begin(), kWritten.end(),
                                           [&](const WrittenVersion& one) { return one.version == version; });
    return found == kWritten.end() ? nullptr : found;
}

/// The number of a format of pixels in v−5; the greatest, of those that mean the same.
std::uint32_t bppOf(Format format) {
    std::uint32_t bpp = 8;
    while (bpp > 0 && formatOf(-5, bpp) != format) --bpp;
    return bpp;
}

/// A wish without a question left.
struct Settled : Wish {
    Format pixels = Format::Dxt1;
    bool hasPlanes = false;
};

Settled settled(const Image& image, const Wish& wish) {
    const bool isOpaque =
        std::all_of(image.pixels.begin(), image.pixels.end(), [](const Pixel& pixel) { return pixel[3] == 255; });
    Settled out{wish};
    const bool hasPalette = wish.version != -5 && isKnown(wish.version);
    out.pixels = hasPalette ? Format::Palette8 : wish.format.value_or(isOpaque ? Format::Dxt1 : Format::Dxt5);
    out.hasPlanes = hasPalette && wish.hasAlphaPlanes.value_or(!isOpaque);
    return out;
}

std::string refusalOf(const Image& image, const Settled& wish) {
    const WrittenVersion* const version = writtenVersion(wish.version);
    if (version == nullptr)
        return "There is no version " +
               (wish.version < 0 ? "−" + std::to_string(-wish.version) : std::to_string(wish.version)) + " of DTX.";
    if (image.width == 0 || image.height == 0) return "The image has no pixels.";
    if (image.width > kMostSide || image.height > kMostSide || core::product(image.width, image.height) > kMostTexels)
        return "The image is larger than a texture can be.";
    if (std::find(version->formats.begin(), version->formats.end(), wish.pixels) == version->formats.end()) {
        if (wish.pixels == Format::Palette8)
            return "Nobody knows where version −5 has the colours of a palette of 8 bits.";
        return "The order of these pixels is not known.";
    }
    const auto& command = schema::kHeader[schema::kIndexOf<schema::kHeader, "CommandString">];
    if (!wish.command.empty() && !version->hasCommand) return "Version −2 has no command string.";
    if (wish.command.size() >= command.count)
        return "The command string has more than " + std::to_string(command.count - 1) + " characters.";
    return {};
}

class Writer {
public:
    Writer(const Settled& wish, std::vector<Image> levels, const WriteProgress& progress)
        : wish_(wish), levels_(std::move(levels)), progress_(progress), dialect_(rowOf(wish.version, wish.pixels)) {
        for (const Image& level : levels_) pixels_ += level.pixels.size();
    }

    /// False: stopped.
    bool run() {
        header();
        if (wish_.pixels == Format::Palette8) {
            palette();
            return true;
        }
        if (wish_.pixels == Format::Bgra32) {
            for (const Image& level : levels_) {
                for (const auto& [r, g, b, a] : level.pixels) append(Pixel{b, g, r, a});
            }
            return true;
        }
        return std::all_of(levels_.begin(), levels_.end(), [this](const Image& level) { return blocks(level); });
    }

    [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

private:
    template <schema::Name name, class Value>
    void set(Value value) {
        const std::uint32_t at = core::offsetIn<schema::kHeader, name>(dialect_, Id::Header);
        std::memcpy(bytes_.data() + at, &value, sizeof value);
    }

    template <class Value>
    void append(const Value& value) {
        const auto* from = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), from, from + sizeof value);
    }

    void header() {
        const Image& whole = levels_.front();
        bytes_.resize(dialect_.minimumSize(Id::Header));
        set<"Version">(wish_.version);
        set<"Width">(static_cast<std::uint16_t>(whole.width));
        set<"Height">(static_cast<std::uint16_t>(whole.height));
        set<"MipmapCount">(static_cast<std::uint16_t>(levels_.size()));
        const std::uint32_t own = kSectionsFixed | (wish_.hasPlanes ? std::uint32_t{kAlphaPlanes} : 0U);
        // Of a cube map one face is written; v−5 has another meaning for the bit of alpha planes.
        const std::uint32_t others = wish_.version == -5 ? ~std::uint32_t{kCubeMap} : ~std::uint32_t{kAlphaPlanes};
        set<"Flags">((wish_.flags & others) | own);
        set<"UserFlags">(wish_.userFlags);
        set<"TextureGroup">(static_cast<std::uint8_t>(wish_.group));
        if (!dialect_.has(schema::Feature::Details)) return;
        set<"BPP">(static_cast<std::uint8_t>(wish_.version == -5 ? bppOf(wish_.pixels) : kBppBefore5));
        const std::uint32_t at = core::offsetIn<schema::kHeader, "CommandString">(dialect_, Id::Header);
        std::memcpy(bytes_.data() + at, wish_.command.data(), wish_.command.size());
    }

    void palette() {
        std::vector<Pixel> all;
        all.reserve(pixels_);
        for (const Image& level : levels_) all.insert(all.end(), level.pixels.begin(), level.pixels.end());
        const Indexed made = indexed(all, levels_.front().pixels.size());
        bytes_.resize(bytes_.size() + dialect_.minimumSize(Id::Palette) - std::size_t{kColors} * kColorSize);
        for (const auto& [r, g, b, a] : made.colors) {
            // As the games' own: 255 in v−3, 0 in v−2.
            append(Pixel{static_cast<std::uint8_t>(wish_.version == -2 ? 0 : a), r, g, b});
        }
        for (const std::uint8_t index : made.indices) append(index);
        if (!wish_.hasPlanes) return;
        for (const Image& level : levels_) {
            for (std::size_t i = 0; i < level.pixels.size(); i += 2) {
                const auto alpha = [&](std::size_t at) {
                    return at < level.pixels.size() ? (level.pixels[at][3] + 8U) / 17U : 0U;
                };
                append(static_cast<std::uint8_t>(alpha(i) | alpha(i + 1) << 4U));
            }
        }
    }

    /// The block at a place; outside of the image its pixels do not count.
    [[nodiscard]] Block blockAt(const Image& level, std::uint32_t x, std::uint32_t y) const {
        Block out;
        out.counted = 0;
        for (std::uint32_t i = 0; i < out.pixels.size(); ++i) {
            const std::uint32_t column = x + i % kBlockSide;
            const std::uint32_t row = y + i / kBlockSide;
            // Alpha has no pixels that do not count: there it is that of the nearest one.
            out.pixels[i] = level.pixels[std::size_t{std::min(row, level.height - 1)} * level.width +
                                         std::min(column, level.width - 1)];
            const bool isInside = column < level.width && row < level.height;
            const bool isHole = wish_.pixels == Format::Dxt1 && out.pixels[i][3] < wish_.holesBelow;
            if (isInside && !isHole) out.counted |= 1U << i;
        }
        return out;
    }

    bool blocks(const Image& level) {
        for (std::uint32_t y = 0; y < level.height; y += kBlockSide) {
            for (std::uint32_t x = 0; x < level.width; x += kBlockSide) block(blockAt(level, x, y));
            done_ += std::size_t{level.width} * std::min(kBlockSide, level.height - y);
            if (progress_ && !progress_(static_cast<double>(done_) / static_cast<double>(pixels_))) return false;
        }
        return true;
    }

    void block(const Block& block) {
        if (wish_.pixels == Format::Dxt1) return append(compressDxt1(block, wish_.holesBelow > 0));
        append(wish_.pixels == Format::Dxt3 ? compressAlphaDxt3(block) : compressAlphaDxt5(block));
        append(compressColors(block));
    }

    const Settled& wish_;
    std::vector<Image> levels_;
    const WriteProgress& progress_;
    const core::Dialect dialect_;
    std::vector<std::byte> bytes_;
    std::size_t pixels_ = 0;
    std::size_t done_ = 0;
};

}  // namespace

std::span<const WrittenVersion> writtenVersions() {
    return kWritten;
}

WrittenTexture write(Image image, const Wish& wish, const WriteProgress& progress) {
    const Settled made = settled(image, wish);
    WrittenTexture out{{}, refusalOf(image, made)};
    if (!out.refusal.empty()) return out;
    Texture size;
    size.width = image.width;
    size.height = image.height;
    size.mipCount = made.mips == 0 ? kUsualMips : made.mips;
    std::vector<Image> levels{std::move(image)};
    while (levels.size() < size.mipsOfFace()) levels.push_back(halved(levels.back()));
    Writer writer(made, std::move(levels), progress);
    if (writer.run()) out.bytes = writer.take();
    return out;
}

}  // namespace dtx
