#include "texture.h"

#include <algorithm>

namespace dtx {

bool Texture::isDecodable() const {
    switch (format) {
        case Format::Palette8:
        case Format::Palette32: return palette != core::kNone;
        case Format::Bgra32:
        case Format::Dxt1:
        case Format::Dxt3:
        case Format::Dxt5: return true;
        case Format::Rgb16:
        case Format::Rgb24:
        case Format::Unknown: break;
    }
    return false;
}

const Level* Texture::level(std::uint32_t face, std::uint32_t index) const {
    return face < faces.size() && index < faces[face].size() ? &faces[face][index] : nullptr;
}

std::uint32_t Texture::mostMips() const {
    std::uint32_t levels = 0;
    for (std::uint32_t side = std::max(width, height); side > 0; side /= 2) ++levels;
    return levels;
}

std::uint32_t Texture::mipsOfFace() const {
    return width == 0 || height == 0 ? 0 : std::min(mipCount, mostMips());
}

}  // namespace dtx
