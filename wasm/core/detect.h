// What kind of file some bytes are: ABC, and those that share its extension or come along (abc.md §1).
#pragma once

#include <string_view>

#include "bytes.h"
#include "names.h"

namespace core {

/// Unknown: no signature that is known. Alembic and Music share the extension of ABC.
enum class Format : std::uint8_t { Abc, Empty, Alembic, Music, Ltb, Lta, Dtx, Spr, Rez, Unknown };
inline constexpr std::string_view kFormatNames[] = {"abc", "empty", "alembic", "music", "ltb",
                                                    "lta", "dtx",   "spr",     "rez",   "unknown"};
static_assert(hasNameOf(kFormatNames, Format::Unknown));

/// By the first bytes; of text by at most 256 of them, of a sprite by all.
[[nodiscard]] Format detect(Bytes bytes);

}  // namespace core
