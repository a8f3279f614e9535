// What can be wrong with a texture: the entries of its catalogue (catalogue.cpp) by name.
#pragma once

#include "core/findings.h"

namespace dtx {

/// In the order of the catalogue.
enum class Code : std::uint8_t {
    // Those that models have too.
    EmptyFile,
    FileTooLarge,
    SectionOpaque,
    // Of textures alone.
    NotDtx,
    TextureVersionUnknown,
    TextureFormatUnknown,
    TextureFormatOpaque,
    TextureSizeZero,
    TextureSizeLarge,
    TextureSizeUneven,
    TextureMipsNone,
    TextureMipsTooMany,
    TextureMipsAboveEngine,
    TextureCut,
    TexturePaletteMissing,
    TextureCubeNotSquare,
    TextureCubeMissing,
    TextureCubeLength,
    TextureCommandLeftOver,
    TextureAlphaZero,
    TextureTrailingBytes,
};

/// Every entry, in the order of Code.
[[nodiscard]] std::span<const core::CodeInfo> catalogue();
/// Those that only textures have.
[[nodiscard]] std::span<const core::CodeInfo> textureCatalogue();

}  // namespace dtx

template <>
inline constexpr bool core::kNames<core::CodeKind, dtx::Code> = true;
