// A level of any size and format over any bytes: what is decoded has its size and reads nothing outside of it, and of
// more texels than a level may have nothing is allocated. The first bytes of the input say which level.
#include <dtx/texture.h>

#include "fuzzing.h"

namespace {

/// Bytes of a level (dtx.md), written here again.
std::uint64_t bytesOf(dtx::Format format, std::uint64_t width, std::uint64_t height) {
    const std::uint64_t blocks = ((width + 3) / 4) * ((height + 3) / 4);
    switch (format) {
        case dtx::Format::Bgra32: return 4 * width * height;
        case dtx::Format::Dxt1: return 8 * blocks;
        case dtx::Format::Dxt3:
        case dtx::Format::Dxt5: return 16 * blocks;
        default: return width * height;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    struct Head {
        std::uint8_t width, height, shift, format;
    };
    constexpr std::uint32_t kPalette = 1024;
    Head head{};
    if (size < sizeof head + kPalette) return 0;
    std::memcpy(&head, data, sizeof head);
    const std::vector<std::byte> bytes = copied(data + sizeof head, size - sizeof head);
    dtx::Texture texture;
    texture.version = head.format % 2 == 0 ? -5 : -2;
    texture.format = static_cast<dtx::Format>(head.format / 2 % (static_cast<unsigned>(dtx::Format::Unknown) + 1));
    texture.palette = 0;
    dtx::Level level;
    // Up to 2³¹ on a side: products of which 32 bits have a part.
    level.width = std::uint32_t{head.width} << (head.shift & 15U);
    level.height = std::uint32_t{head.height} << (head.shift >> 4U);
    level.offset = kPalette;
    const std::uint64_t needed = bytesOf(texture.format, level.width, level.height);
    const std::uint64_t texels = std::uint64_t{level.width} * level.height;
    const bool isLarge = texels > dtx::kMostTexels;
    // A level lies in its file.
    if (!isLarge && needed > bytes.size() - kPalette) return 0;
    level.length = static_cast<std::uint32_t>(needed);
    texture.faces = {{level}};
    const std::size_t expected = texture.isDecodable() && !isLarge ? static_cast<std::size_t>(4 * texels) : 0;
    if (dtx::decode(bytes, texture, 0, 0).size() != expected) require("a level has another number of pixels");
    return 0;
}
