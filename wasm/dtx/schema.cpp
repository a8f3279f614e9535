// The structs of the textures, which take the place of the empty list in abc/schema.cpp.
#include "schema_dtx.h"

namespace abc::schema {
namespace {

constexpr Struct kStructs[] = {
    {Id::TextureHeader, "Header", Role::Section, "size, format and use of the texture", kTextureHeader},
    {Id::TexturePalette, "Palette", Role::Section, "the 256 colours that the pixels choose from", kTexturePalette},
    {Id::TextureMips, "Mips", Role::Section, "the picture, then the same at half the size, and so on", kTextureMips},
    {Id::TextureFaces, "Faces", Role::Section, "the six pictures of a cube map", kTextureFaces},
    {Id::TextureAlphaPlanes, "AlphaPlanes", Role::Section, "alpha of each mip, apart from its colours",
     kTextureAlphaPlanes},
    {Id::TextureSections, "Sections", Role::Section, "more data, by type and name", kTextureSections},
    {Id::TextureFace, "Face", Role::None, "one side of a cube map", kTextureFace},
    {Id::TextureMip, "Mip", Role::None, "the picture at one size; rows from the top", kTextureMip},
    {Id::TextureAlphaPlane, "AlphaPlane", Role::None, "alpha of one mip", kTextureAlphaPlane},
    {Id::TextureSection, "Section", Role::None, "data of a type and name", kTextureSection},
    {Id::ColorArgb, "Color", Role::None, "a colour", kColorArgb},
    {Id::ColorBgra, "Color", Role::None, "a colour", kColorBgra},
    {Id::BlockDxt1, "BlockDXT1", Role::None, "4 × 4 pixels between two colours", kBlockDxt1},
    {Id::BlockDxt3, "BlockDXT3", Role::None, "4 × 4 pixels with 4 bits of alpha each", kBlockDxt3},
    {Id::BlockDxt5, "BlockDXT5", Role::None, "4 × 4 pixels with alpha between two values", kBlockDxt5},
};
static_assert(std::size(kStructs) == kIdCount - static_cast<std::size_t>(kFirstTextureStruct) &&
                  areInOrder(kStructs, kFirstTextureStruct),
              "one entry a struct");

}  // namespace

std::span<const Struct> textureStructs() {
    return kStructs;
}

}  // namespace abc::schema
