// Every struct of DTX.
#include "schema_dtx.h"

namespace dtx::schema {

constexpr Struct kStructs[kStructCount] = {
    {Id::Header, "Header", Role::Section, "size, format and use of the texture", kHeader},
    {Id::Palette, "Palette", Role::Section, "the 256 colours that the pixels choose from", kPalette},
    {Id::Mips, "Mips", Role::Section, "the picture, then the same at half the size, and so on", kMips},
    {Id::Faces, "Faces", Role::Section, "the six pictures of a cube map", kFaces},
    {Id::AlphaPlanes, "AlphaPlanes", Role::Section, "alpha of each mip, apart from its colours", kAlphaPlanes},
    {Id::Sections, "Sections", Role::Section, "more data, by type and name", kSections},
    {Id::Face, "Face", Role::None, "one side of a cube map", kFace},
    {Id::Mip, "Mip", Role::None, "the picture at one size; rows from the top", kMip},
    {Id::AlphaPlane, "AlphaPlane", Role::None, "alpha of one mip", kAlphaPlane},
    {Id::Section, "Section", Role::None, "data of a type and name", kSection},
    {Id::ColorArgb, "Color", Role::None, "a colour", kColorArgb},
    {Id::ColorBgra, "Color", Role::None, "a colour", kColorBgra},
    {Id::BlockDxt1, "BlockDXT1", Role::None, "4 × 4 pixels between two colours", kBlockDxt1},
    {Id::BlockDxt3, "BlockDXT3", Role::None, "4 × 4 pixels with 4 bits of alpha each", kBlockDxt3},
    {Id::BlockDxt5, "BlockDXT5", Role::None, "4 × 4 pixels with alpha between two values", kBlockDxt5},
};
static_assert(areInOrder(kStructs), "one entry a struct");

}  // namespace dtx::schema
