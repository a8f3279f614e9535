// Every struct of DTX.
#include "schema_dtx.h"

namespace dtx::schema {

constexpr Struct kStructs[kStructCount] = {
    {Id::Header, "Header", Role::Section, "size, format and use of the texture", kHeader},
    {Id::Palette, "Palette", Role::Section, "the 256 colours that the pixels refer to", kPalette},
    {Id::Mips, "Mips", Role::Section, "the image, then the same at half the size, and so on", kMips},
    {Id::AlphaPlanes, "AlphaPlanes", Role::Section, "alpha of each mip, separate from its colours", kAlphaPlanes},
    {Id::Sections, "Sections", Role::Section, "additional data, by type and name", kSections},
    {Id::Face, "Face", Role::None, "one face of a cube map", kFace},
    {Id::Mip, "Mip", Role::None, "the image at one size; rows from the top", kMip},
    {Id::AlphaPlane, "AlphaPlane", Role::None, "alpha of one mip", kAlphaPlane},
    {Id::Section, "Section", Role::None, "data with a type and a name", kSection},
    {Id::ColorArgb, "Color", Role::None, "a colour", kColorArgb},
    {Id::ColorBgra, "Color", Role::None, "a colour", kColorBgra},
    {Id::BlockDxt1, "BlockDXT1", Role::None, "4 × 4 pixels, interpolated between two colours", kBlockDxt1},
    {Id::BlockDxt3, "BlockDXT3", Role::None, "4 × 4 pixels with 4 bits of alpha each", kBlockDxt3},
    {Id::BlockDxt5, "BlockDXT5", Role::None, "4 × 4 pixels, alpha interpolated between two values", kBlockDxt5},
};
static_assert(areInOrder(kStructs), "one entry per struct");

}  // namespace dtx::schema
