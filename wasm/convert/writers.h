// Sources as files.
#pragma once

#include "source.h"

namespace converting {

/// Bytes of names that the tools keep: of pieces, and of sockets and weight sets.
inline constexpr std::size_t kLongestPiece = 31;
inline constexpr std::size_t kLongestSocket = 15;

/// Text, not packed. Without one where it is refused.
[[nodiscard]] std::vector<std::byte> toLta(Source source, Notes& notes);

/// A model of version 12. Without one where it is refused.
[[nodiscard]] std::vector<std::byte> toAbc(Source source, Notes& notes);

}  // namespace converting
