// The colours of materials as a skin: models have none, and the games take every colour from a texture. Each colour is
// a block of texels of a small picture, and what has it lies on the middle of the block.
#pragma once

#include "contents.h"

namespace drafting {

/// Red, green, blue and alpha as pictures have them.
using Colour = std::array<std::uint8_t, 4>;

/// @param material null: what glTF shows without one
[[nodiscard]] Colour colourOf(const gltf::Material* material);
/// Without a texture of its base colour.
[[nodiscard]] inline bool isFlat(const gltf::Material* material) {
    return material == nullptr || !material->hasTexture;
}
/// Another than white.
[[nodiscard]] bool hasColour(const gltf::Material& material);

/// Materials of the meshes, each once; null where a primitive has none.
[[nodiscard]] std::vector<const gltf::Material*> materialsOf(const Gltf& gltf, const Contents& contents);

/// The picture.
struct PaletteImage {
    std::uint32_t width = 0, height = 0;
    /// With alpha: four bytes a texel, else three.
    bool hasAlpha = false;
    std::vector<std::uint8_t> data;
};

/// A place on the picture for each colour.
class Palette {
public:
    explicit Palette(const std::vector<const gltf::Material*>& materials);

    [[nodiscard]] std::size_t size() const { return colours_.size(); }
    /// Flat ones.
    [[nodiscard]] const std::vector<const gltf::Material*>& materials() const { return materials_; }
    /// Texture coordinates of a material; nothing for one with a texture, which keeps that.
    [[nodiscard]] std::optional<std::array<float, 2>> placeOf(const gltf::Material* material) const;
    [[nodiscard]] PaletteImage image() const;

private:
    /// Blocks across and down, powers of two.
    [[nodiscard]] std::size_t columns() const;
    [[nodiscard]] std::size_t rows() const;

    std::vector<const gltf::Material*> materials_;
    std::vector<Colour> colours_;
};

}  // namespace drafting
