// The chain of sections of a file that is too large to be parsed, slice by slice (RawModule.chain in module.d.ts).
#pragma once

#include "values.h"

namespace bindings {

/// The sections whose heads lie in a part of a file, from the one at `offset` on and at most `most`.
/// @param bytes a Uint8Array: the part, which begins at `start`
[[nodiscard]] val chain(const val& bytes, std::uint32_t start, std::uint32_t fileSize, std::uint32_t offset,
                        std::uint32_t most);

}  // namespace bindings
