// Text, packed (LTC, lta.md §2).
#pragma once

#include <vector>

#include "core/bytes.h"

namespace lta {

using core::Bytes;

/// Packs a text, in time linear in it: bytes that `unpack` and the tools make the same text of. The text begins with a
/// bracket or a blank, by which packed text is known.
[[nodiscard]] std::vector<std::byte> pack(Bytes text);

}  // namespace lta
