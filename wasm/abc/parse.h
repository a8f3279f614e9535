// Bytes in, a file out.
#pragma once

#include "core/document.h"
#include "versions.h"

namespace abc {

/// Parses any bytes, in time linear in their number. Never fails but for memory (std::bad_alloc).
[[nodiscard]] Document parse(Bytes bytes);

/// Where a file that begins as ABC does says its version.
[[nodiscard]] std::uint32_t versionOffset(Bytes bytes);

}  // namespace abc
