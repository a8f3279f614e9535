// Bytes in, a file out (ltb.md).
#pragma once

#include "core/document.h"

namespace ltb {

using core::Bytes;

/// The lowest version that the engine loads.
inline constexpr std::uint32_t kFirstVersion = 23;
/// The highest version of which files are known; later ones are read like it.
inline constexpr std::uint32_t kLastVersion = 25;

/// How a version that is known is laid out.
[[nodiscard]] core::Dialect dialectOf(std::uint32_t version);

/// Parses bytes that are a compiled model for the PC (`core::detect`), in time linear in their number. The sections
/// follow each other without offsets: where one cannot be read, all behind it is not. Never fails but for memory
/// (std::bad_alloc).
[[nodiscard]] core::Document parse(Bytes bytes);

}  // namespace ltb
