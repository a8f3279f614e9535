// What kind of file some bytes are: ABC, and those that share its extension or come along (abc.md §1).
#pragma once

#include <string_view>

#include "bytes.h"
#include "names.h"

namespace core {

/// Unknown: no signature that is known. Alembic and Music share the extension of ABC. Ltb: a model for the PC;
/// Compiled: what else goes by that extension, and is not read.
enum class Format : std::uint8_t { Abc, Empty, Alembic, Music, Ltb, Compiled, Lta, Ltc, Dtx, Spr, Rez, Unknown };
inline constexpr std::string_view kFormatNames[] = {"abc", "empty", "alembic", "music", "ltb", "compiled",
                                                    "lta", "ltc",   "dtx",     "spr",   "rez", "unknown"};
static_assert(hasNameOf(kFormatNames, Format::Unknown));

/// By the first bytes; of text by at most 256 of them, of a sprite by all.
[[nodiscard]] Format detect(Bytes bytes);

/// What a compiled file is that is no model for the PC (ltb.md §1).
enum class Compiled : std::uint8_t {
    None,
    OldModel,  ///< its head is a text
    OtherVersion,
    PlayStation,
    Xbox,
    RenderStyle,
    PlayStationRenderStyle,
    RenderObject,
    World,
    Packed,
};
[[nodiscard]] Compiled compiledKind(Bytes bytes);

/// The head of some LTB files: a string, then numbers.
inline constexpr std::string_view kLtbHeaderName = "LTBHeader";
/// Its FileType; 0 when the bytes are no such file, or end before it. 4: an ABC follows. 1: its pieces are others.
[[nodiscard]] std::uint32_t ltbFileType(Bytes bytes);
/// Bytes of that head when an ABC follows it, else 0: then it is a wrapper around that.
[[nodiscard]] std::uint32_t wrapperSize(Bytes bytes);
/// Bytes from the start of a file that wrapperSize looks at.
inline constexpr std::uint32_t kWrapperSignature = 43;

}  // namespace core
