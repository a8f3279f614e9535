// What can be wrong with a sprite: the entries of its catalogue (catalogue.cpp) by name.
#pragma once

#include "core/findings.h"

namespace spr {

/// In the order of the catalogue.
enum class Code : std::uint8_t {
    // Those that models have too.
    EmptyFile,
    FileTooLarge,
    // Of sprites alone.
    NotSprite,
    SpriteCut,
    SpriteCountLarge,
    SpriteNoFrames,
    SpritePathEmpty,
    SpritePathUnprintable,
    SpriteNoRate,
    SpriteTrailingBytes,
};

/// Every entry, in the order of Code.
[[nodiscard]] std::span<const core::CodeInfo> catalogue();
/// Those that only sprites have.
[[nodiscard]] std::span<const core::CodeInfo> spriteCatalogue();

}  // namespace spr

template <>
inline constexpr bool core::kNames<core::CodeKind, spr::Code> = true;
