// The heap of a module.
#pragma once

#include <malloc.h>

namespace bindings {

/// Bytes that are allocated, with a few of the allocator's own for each block.
[[nodiscard]] inline double memoryInUse() {
    return static_cast<double>(mallinfo().uordblks);
}

}  // namespace bindings
