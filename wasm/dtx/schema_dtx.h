// DTX: LithTech's textures (dtx.md). The names of the header are the format's; those of what follows are ours:
// Palette.Colors[i], Mips[i].Pixels, AlphaPlanes[i].Texels, Sections[i], and in one of these the other faces of a cube
// map: Sections[i].Faces[f].Mips[m].Pixels.
#pragma once

#include "schema.h"

namespace dtx::schema {

inline constexpr auto kHeader = fields({
    field("ResourceType", Scalar::U32, "0: a texture"),
    field("Version", Scalar::I32, "−2, −3 or −5"),
    field("Width", Scalar::U16, "of the largest mip", "pixels"),
    field("Height", Scalar::U16, "of the largest mip", "pixels"),
    field("MipmapCount", Scalar::U16, "mips of each face; usually 4"),
    field("SectionCount", Scalar::U16, "sections after the mips"),
    field("Flags", Scalar::I32,
          "1 full bright, 2 prefer 16 bits (v−2, v−3: has alpha planes), 8 sections fixed, 128 prefer 4444, "
          "256 prefer 5551, 1024 cube map, 2048 bump map"),
    field("UserFlags", Scalar::I32, "surface type, defined by the game"),
    field("TextureGroup", Scalar::U8, "group that the game’s options can shrink together"),
    field("MipmapsUsed", Scalar::U8, "mips that the game uses; 0: all of them"),
    field("AlphaCutoff", Scalar::U8, "alpha below this value is drawn as a hole").when(Feature::AlphaWords),
    field("AlphaAverage", Scalar::U8, "average alpha").when(Feature::AlphaWords),
    field("Unknown", Scalar::Bytes, "unknown").times(16).when(Feature::AlphaWords),
    field("BPP", Scalar::U8,
          "0 and 1: 8-bit palette (0 in v−5: 32-bit), 2: 16-bit, 3: 32-bit, 4: DXT1, 5: DXT3, 6: DXT5, "
          "7: 8-bit with a 32-bit palette, 8: 24-bit")
        .when(Feature::Details),
    field("NonS3TCMipmapOffset", Scalar::U8, "mips that are skipped where DXT is not supported").when(Feature::Details),
    field("UIMipmapOffset", Scalar::U8, "mips that menus skip").when(Feature::Details),
    field("TexturePriority", Scalar::U8, "which textures stay in memory longest").when(Feature::Details),
    field("DetailTextureScale", Scalar::F32, "scale of the detail texture").when(Feature::Details),
    field("DetailTextureAngle", Scalar::I16, "angle of the detail texture").when(Feature::Details),
    field("CommandString", Scalar::Chars, "commands for the engine, up to the first zero")
        .times(128)
        .when(Feature::Details),
});

inline constexpr auto kPalette = fields({
    field("Unknown", Scalar::Bytes, "unknown; may be leftover data").times(8).when(Feature::PaletteHead),
    field("Colors", Id::ColorArgb, "colours, indexed by the pixels").times(256),
});

/// Nameless, so that the path reads Mips[0].
inline constexpr auto kMips = fields({field("", Id::Mip, "mips, largest first").recorded()});
inline constexpr auto kAlphaPlanes = fields({field("", Id::AlphaPlane, "one per mip, largest first").recorded()});
inline constexpr auto kSections = fields({field("", Id::Section, "sections").recorded()});

inline constexpr auto kFace = fields({field("Mips", Id::Mip, "mips, largest first").recorded()});

inline constexpr auto kMip = fields({
    field("Pixels", Scalar::U8, "index of each pixel into the palette")
        .per(Var::UnitCount)
        .when(Feature::PixelsIndexed),
    field("Pixels", Id::ColorBgra, "colour of each pixel").per(Var::UnitCount).when(Feature::PixelsBgra),
    field("Pixels", Id::BlockDxt1, "blocks of 4 × 4 pixels").per(Var::UnitCount).when(Feature::PixelsDxt1),
    field("Pixels", Id::BlockDxt3, "blocks of 4 × 4 pixels").per(Var::UnitCount).when(Feature::PixelsDxt3),
    field("Pixels", Id::BlockDxt5, "blocks of 4 × 4 pixels").per(Var::UnitCount).when(Feature::PixelsDxt5),
    field("Pixels", Scalar::Bytes, "pixels in an unknown order").per(Var::UnitCount).when(Feature::PixelsOpaque),
});

inline constexpr auto kAlphaPlane = fields({
    field("Texels", Scalar::U8, "alpha of two pixels per byte, 0 to 15; the left one in the low bits")
        .per(Var::UnitCount),
});

inline constexpr auto kSection = fields({
    field("Type", Scalar::Chars, "type of the data").times(15),
    field("Name", Scalar::Chars, "name of the data").times(10),
    field("Padding", Scalar::Bytes, "pads to a multiple of four").times(3),
    field("Length", Scalar::U32, "data that follows", "bytes"),
    field("Palette", Id::ColorBgra, "colours, indexed by the pixels").recorded(),
    field("Faces", Id::Face, "faces of a cube map after +X: −X, +Y, −Y, +Z, −Z").recorded(),
});

inline constexpr auto kColorArgb = fields({
    field("A", Scalar::U8, "alpha: 255 is opaque; v−2 has 0 in opaque textures"),
    field("R", Scalar::U8, "red"),
    field("G", Scalar::U8, "green"),
    field("B", Scalar::U8, "blue"),
});

inline constexpr auto kColorBgra = fields({
    field("B", Scalar::U8, "blue"),
    field("G", Scalar::U8, "green"),
    field("R", Scalar::U8, "red"),
    field("A", Scalar::U8, "alpha: 255 is opaque"),
});

inline constexpr Field kColor0 = field("Color0", Scalar::U16, "first colour: 5 bits red, 6 green, 5 blue");
inline constexpr Field kColor1 = field("Color1", Scalar::U16, "second colour: 5 bits red, 6 green, 5 blue");
inline constexpr Field kIndices = field(
    "Indices", Scalar::U32, "2 bits per pixel, lowest bits first, rows from the top: which mix of the two colours");

inline constexpr auto kBlockDxt1 = fields({kColor0, kColor1, kIndices});

inline constexpr auto kBlockDxt3 = fields({
    field("Alpha", Scalar::U16, "4 bits per pixel, lowest bits first, one row each").times(4),
    kColor0,
    kColor1,
    kIndices,
});

inline constexpr auto kBlockDxt5 = fields({
    field("Alpha0", Scalar::U8, "first alpha"),
    field("Alpha1", Scalar::U8, "second alpha"),
    field("AlphaIndices", Scalar::Bytes, "3 bits per pixel, lowest bits first: which mix of the two alphas").times(6),
    kColor0,
    kColor1,
    kIndices,
});

}  // namespace dtx::schema
