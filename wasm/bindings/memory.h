// The heap of a module.
#pragma once

#include <malloc.h>

namespace bindings {

/// Bytes that are allocated; those of the allocator itself do not count.
[[nodiscard]] inline double memoryInUse() {
    return static_cast<double>(mallinfo().uordblks);
}

}  // namespace bindings
