// The structs and features of DTX by name. The tables are in schema_dtx.h.
#pragma once

#include "core/dialect.h"

namespace dtx::schema {

using namespace core::schema;

/// Every struct of the format, as the table `kStructs` has them.
enum class Id : std::uint8_t {
    Header,
    Palette,
    Mips,
    AlphaPlanes,
    Sections,
    Face,
    Mip,
    AlphaPlane,
    Section,
    ColorArgb,
    ColorBgra,
    BlockDxt1,
    BlockDxt3,
    BlockDxt5,
};
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::BlockDxt5) + 1;

/// What sets versions apart, and formats of pixels.
enum Feature : Features {
    AlphaWords = 1U << 0U,     ///< v−2: what the header says of alpha
    Details = 1U << 1U,        ///< v−3 and v−5: the long header
    PaletteHead = 1U << 2U,    ///< v−3: 8 bytes before the palette
    PixelsIndexed = 1U << 3U,  ///< pixels are indices into a palette …
    PixelsBgra = 1U << 4U,     ///< … or colours …
    PixelsDxt1 = 1U << 5U,     ///< … or blocks of 16 …
    PixelsDxt3 = 1U << 6U,
    PixelsDxt5 = 1U << 7U,
    PixelsOpaque = 1U << 8U,  ///< … or of an order that is not known
};

enum class Var : std::uint8_t {
    None,
    UnitCount,  ///< of a level: its pixels, blocks, or bytes of either
};
inline constexpr std::string_view kVarNames[] = {"", "unitCount"};
static_assert(core::hasNameOf(kVarNames, Var::UnitCount));
[[nodiscard]] constexpr Scope scopeOf(Var /*var*/) {
    return Scope::Struct;
}

/// By Id.
extern const Struct kStructs[kStructCount];
inline constexpr Tables kTables{kStructs, kVarNames};

}  // namespace dtx::schema

template <>
inline constexpr bool core::kNames<core::schema::StructKind, dtx::schema::Id> = true;
template <>
inline constexpr bool core::kNames<core::schema::VarKind, dtx::schema::Var> = true;
