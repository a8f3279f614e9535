// Packed text (LTC, lta.md §2).
#pragma once

#include "core/document.h"

namespace lta {

using core::Bytes;

/// Unpacks bytes that are packed text (`core::detect`), in time linear in the result: at most eight times their number,
/// and never more than `core::kMaxFileSize`.
[[nodiscard]] core::Unpacked unpack(Bytes packed);

}  // namespace lta
