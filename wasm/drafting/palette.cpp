#include "palette.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace drafting {
namespace {

/// Texels a side: filters and the first three mipmaps take nothing from the neighbours.
constexpr std::size_t kBlock = 8;
constexpr double kMost = 255;

double clamped(double value) {
    return std::min(std::max(value, 0.0), 1.0);
}

/// A byte of a value from 0 to 1, halves upwards.
std::uint8_t byteOf(double value) {
    return static_cast<std::uint8_t>(std::floor(kMost * value + 0.5));
}

/// glTF has linear light, pictures have sRGB.
std::uint8_t encoded(double linear) {
    const double value = clamped(linear);
    return byteOf(value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055);
}

/// The least power of two that is not below.
std::size_t powerAbove(std::size_t count) {
    std::size_t out = 1;
    while (out < count) out *= 2;
    return out;
}

}  // namespace

Colour colourOf(const gltf::Material* material) {
    if (material == nullptr) return {255, 255, 255, 255};
    const auto [red, green, blue, alpha] = material->colour;
    return {encoded(red), encoded(green), encoded(blue),
            material->isOpaque ? std::uint8_t{255} : byteOf(clamped(alpha))};
}

bool hasColour(const gltf::Material& material) {
    const Colour colour = colourOf(&material);
    return std::any_of(colour.begin(), colour.begin() + 3, [](std::uint8_t value) { return value != 255; });
}

std::vector<const gltf::Material*> materialsOf(const Gltf& gltf, const Contents& contents) {
    std::vector<const gltf::Material*> out;
    std::unordered_set<const gltf::Material*> seen;
    for (const PlacedMesh& placed : contents.meshes) {
        for (const gltf::Primitive& primitive : placed.mesh->primitives) {
            const gltf::Material* material = gltf.materialOf(primitive);
            if (seen.insert(material).second) out.push_back(material);
        }
    }
    return out;
}

Palette::Palette(const std::vector<const gltf::Material*>& materials) {
    for (const gltf::Material* material : materials) {
        if (!isFlat(material)) continue;
        if (material != nullptr) materials_.push_back(material);
        const Colour colour = colourOf(material);
        if (std::find(colours_.begin(), colours_.end(), colour) == colours_.end()) colours_.push_back(colour);
    }
}

std::optional<std::array<float, 2>> Palette::placeOf(const gltf::Material* material) const {
    if (!isFlat(material)) return std::nullopt;
    const auto place = std::find(colours_.begin(), colours_.end(), colourOf(material)) - colours_.begin();
    const auto index = static_cast<std::size_t>(place);
    const auto middle = [](std::size_t block, std::size_t count) {
        return static_cast<float>((static_cast<double>(block) + 0.5) / static_cast<double>(count));
    };
    return std::array<float, 2>{middle(index % columns(), columns()), middle(index / columns(), rows())};
}

PaletteImage Palette::image() const {
    PaletteImage out;
    out.width = static_cast<std::uint32_t>(kBlock * columns());
    out.height = static_cast<std::uint32_t>(kBlock * rows());
    out.hasAlpha =
        std::any_of(materials_.begin(), materials_.end(), [](const gltf::Material* each) { return !each->isOpaque; });
    const std::ptrdiff_t channels = out.hasAlpha ? 4 : 3;
    for (std::size_t y = 0; y < out.height; ++y) {
        for (std::size_t x = 0; x < out.width; ++x) {
            // Blocks that are left over have the last colour.
            const std::size_t block = x / kBlock + columns() * (y / kBlock);
            const Colour& colour = colours_[std::min(block, size() - 1)];
            out.data.insert(out.data.end(), colour.begin(), colour.begin() + channels);
        }
    }
    return out;
}

std::size_t Palette::columns() const {
    return powerAbove(static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(size())))));
}

std::size_t Palette::rows() const {
    return powerAbove((size() + columns() - 1) / columns());
}

}  // namespace drafting
