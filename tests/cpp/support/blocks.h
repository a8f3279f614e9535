// How much of the core has run, in basic blocks.
#pragma once

#include <cstdint>

namespace abc::testing {

/// Basic blocks of the core that this program has run so far. The tests run on one thread.
[[nodiscard]] std::uint64_t blocksRun();

}  // namespace abc::testing
