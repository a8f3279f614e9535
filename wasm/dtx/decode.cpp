// Pixels as R, G, B, A of 8 bits each.
#include <algorithm>
#include <array>
#include <cassert>

#include "mixes.h"
#include "texture.h"
#include "versions.h"

namespace dtx {
namespace {

/// Writes rows of one level. What it is asked for lies in the level, and the level in the file.
class Rows {
public:
    Rows(Bytes bytes, const Texture& texture, const Level& level) : bytes_(bytes), texture_(texture), level_(level) {}

    /// `count` rows from `first` on, a multiple of four: rows of blocks come whole.
    void write(std::uint32_t first, std::uint32_t count, Pixel* out) const {
        assert(first % kBlockSide == 0 && first + count <= level_.height);
        switch (texture_.format) {
            case Format::Palette8:
            case Format::Palette32: return indexed(first, count, out);
            case Format::Bgra32: return bgra(first, count, out);
            case Format::Dxt1:
            case Format::Dxt3:
            case Format::Dxt5: return blocks(first, count, out);
            case Format::Rgb16:
            case Format::Rgb24:
            case Format::Unknown: return;
        }
    }

private:
    [[nodiscard]] std::uint32_t byte(std::size_t offset) const { return core::loadUnsigned(bytes_, offset, 1); }
    [[nodiscard]] Pixel bytesAt(std::size_t offset) const { return core::load<Pixel>(bytes_, offset); }

    void indexed(std::uint32_t first, std::uint32_t count, Pixel* out) const {
        std::array<Pixel, kColors> colors;
        for (std::uint32_t i = 0; i < kColors; ++i) {
            const Pixel stored = bytesAt(texture_.palette + i * kColorSize);
            if (texture_.format == Format::Palette32) {
                colors[i] = {stored[2], stored[1], stored[0], stored[3]};
            } else {
                // v−2 has alpha 0 in textures that are opaque.
                const std::uint8_t alpha = texture_.version == -2 ? std::uint8_t{255} : stored[0];
                colors[i] = {stored[1], stored[2], stored[3], alpha};
            }
        }
        const std::size_t from = std::size_t{first} * level_.width;
        const std::size_t pixels = std::size_t{count} * level_.width;
        for (std::size_t i = 0; i < pixels; ++i) out[i] = colors[byte(level_.offset + from + i)];
        if (level_.alphaLength == 0) return;
        for (std::size_t i = 0; i < pixels; ++i) {
            const std::uint32_t two = byte(level_.alphaOffset + (from + i) / 2);
            const std::uint32_t alpha = ((from + i) % 2 == 0 ? two : two >> 4U) & 15U;
            out[i][3] = static_cast<std::uint8_t>(alpha * 17);
        }
    }

    void bgra(std::uint32_t first, std::uint32_t count, Pixel* out) const {
        const std::size_t from = level_.offset + std::size_t{first} * level_.width * kColorSize;
        const std::size_t pixels = std::size_t{count} * level_.width;
        for (std::size_t i = 0; i < pixels; ++i) {
            const Pixel stored = bytesAt(from + i * kColorSize);
            out[i] = {stored[2], stored[1], stored[0], stored[3]};
        }
    }

    void blocks(std::uint32_t first, std::uint32_t count, Pixel* out) const {
        const std::uint32_t size = texture_.format == Format::Dxt1 ? 8 : 16;
        const std::uint32_t across = (level_.width + kBlockSide - 1) / kBlockSide;
        for (std::uint32_t y = 0; y < count; y += kBlockSide) {
            for (std::uint32_t x = 0; x < level_.width; x += kBlockSide) {
                const std::size_t index = std::size_t{(first + y) / kBlockSide} * across + x / kBlockSide;
                const std::array<Pixel, 16> block = blockAt(level_.offset + index * size);
                for (std::uint32_t row = 0; row < std::min(kBlockSide, count - y); ++row) {
                    const auto* from = block.begin() + std::size_t{row} * kBlockSide;
                    std::copy_n(from, std::min(kBlockSide, level_.width - x),
                                out + (std::size_t{y} + row) * level_.width + x);
                }
            }
        }
    }

    [[nodiscard]] std::array<Pixel, 16> blockAt(std::size_t offset) const {
        const bool hasAlpha = texture_.format != Format::Dxt1;
        const std::size_t at = hasAlpha ? offset + 8 : offset;
        const std::uint32_t packed0 = core::loadUnsigned(bytes_, at, 2);
        const std::uint32_t packed1 = core::loadUnsigned(bytes_, at + 2, 2);
        // The order of the two colours says whether one of the four is a hole; blocks with alpha have none.
        const std::array<Pixel, 4> colors = mixedColors(packed0, packed1, !hasAlpha && packed0 <= packed1);
        const std::uint32_t indices = core::loadUnsigned(bytes_, at + 4, 4);
        std::array<Pixel, 16> block;
        for (std::uint32_t i = 0; i < block.size(); ++i) block[i] = colors[(indices >> (2 * i)) & 3U];
        if (texture_.format == Format::Dxt3) setAlphaDxt3(offset, block);
        if (texture_.format == Format::Dxt5) setAlphaDxt5(offset, block);
        return block;
    }

    void setAlphaDxt3(std::size_t offset, std::array<Pixel, 16>& block) const {
        for (std::uint32_t i = 0; i < block.size(); ++i) {
            const std::uint32_t two = byte(offset + i / 2);
            block[i][3] = static_cast<std::uint8_t>((i % 2 == 0 ? two & 15U : two >> 4U) * 17);
        }
    }

    void setAlphaDxt5(std::size_t offset, std::array<Pixel, 16>& block) const {
        const std::array<std::uint8_t, 8> alphas = mixedAlphas(byte(offset), byte(offset + 1));
        std::uint64_t indices = 0;
        for (std::uint32_t i = 0; i < 6; ++i) indices |= std::uint64_t{byte(offset + 2 + i)} << (8 * i);
        for (std::uint32_t i = 0; i < block.size(); ++i) block[i][3] = alphas[(indices >> (3 * i)) & 7U];
    }

    Bytes bytes_;
    const Texture& texture_;
    const Level& level_;
};

}  // namespace

std::vector<std::uint8_t> decode(Bytes bytes, const Texture& texture, std::uint32_t face, std::uint32_t index) {
    const Level* level = texture.level(face, index);
    if (level == nullptr || !texture.isDecodable()) return {};
    const std::uint64_t texels = core::product(level->width, level->height);
    if (texels > kMostTexels) return {};
    std::vector<std::uint8_t> out(static_cast<std::size_t>(texels) * sizeof(Pixel));
    Rows(bytes, texture, *level).write(0, level->height, reinterpret_cast<Pixel*>(out.data()));
    return out;
}

Alpha alphaOf(Bytes bytes, const Texture& texture) {
    const Level* level = texture.level(0, 0);
    const bool isStored = texture.version != -2 || (level != nullptr && level->alphaLength > 0);
    if (level == nullptr || !texture.isDecodable() || !isStored) return Alpha::None;
    const Rows rows(bytes, texture, *level);
    std::vector<Pixel> band(std::size_t{level->width} * kBlockSide);
    bool isOpaque = true;
    bool isTransparent = true;
    for (std::uint32_t y = 0; y < level->height && (isOpaque || isTransparent); y += kBlockSide) {
        const std::uint32_t count = std::min(kBlockSide, level->height - y);
        rows.write(y, count, band.data());
        for (std::size_t i = 0; i < std::size_t{count} * level->width; ++i) {
            isOpaque = isOpaque && band[i][3] == 255;
            isTransparent = isTransparent && band[i][3] == 0;
        }
    }
    return isOpaque ? Alpha::Opaque : isTransparent ? Alpha::Transparent : Alpha::Varied;
}

}  // namespace dtx
