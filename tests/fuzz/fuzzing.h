// What every fuzz target does with its input.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "support/invariants.h"

namespace abc::testing {

/// Ends the process with the reason, which libFuzzer keeps with the input.
inline void require(const Violation& violation) {
    if (!violation) return;
    std::fprintf(stderr, "%s\n", violation->c_str());
    std::abort();
}

/// The input in a block of exactly its size, which traps reading over its end.
inline std::vector<std::byte> copied(const std::uint8_t* data, std::size_t size) {
    const auto* from = reinterpret_cast<const std::byte*>(data);
    return {from, from + size};
}

}  // namespace abc::testing
