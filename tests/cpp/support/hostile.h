// Files that are valid enough to be read and made to cost as much as they can: many small parts, deep trees,
// elements of which no two neighbours are alike, and what is wrong in each of them.
#pragma once

#include <string>

#include "leaf_writer.h"

namespace abc::testing {

struct HostileShape {
    const char* name;
    /// A file of this kind of about `size` bytes, and never more than a kilobyte above it.
    File (*make)(std::uint32_t size);
};

[[nodiscard]] const std::vector<HostileShape>& hostileShapes();

/// A chain of so many nodes, each the child of the one before.
[[nodiscard]] File nestedNodesV12(std::uint32_t count);
[[nodiscard]] File nestedNodesV6(std::uint32_t count);

}  // namespace abc::testing
