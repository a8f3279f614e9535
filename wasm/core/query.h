// Questions about many nodes at once, which one by one would take seconds: where the elements of a list lie, and
// which nodes fit a filter.
#pragma once

#include <string>
#include <vector>

#include "filter.h"
#include "walk.h"

namespace core {

/// Where the elements of a list lie.
struct Elements {
    /// Offset of each, and after the last one where it ends; empty when the node is no list.
    std::vector<std::uint32_t> starts;
    /// Elements of one size have the same fields at the same places.
    bool sizeTellsFields = false;
};

/// In time and memory linear in the number of elements.
[[nodiscard]] Elements elementsOf(const Walk& walk, const Dialect& dialect, const Place& array);

/// A node that a search found, or one around it.
struct FoundNode {
    std::string path;
    /// Nodes around it, the file not counted.
    std::uint8_t depth = 0;
    /// It fits; else something in it does.
    bool fits = false;
};

/// Part of a search.
struct SearchPart {
    /// In file order, each after those around it.
    std::vector<FoundNode> nodes;
    /// Where the next part begins; the size of the file when nothing is left.
    std::uint32_t next = 0;
};

/// Tests the nodes that begin at `from` or after it against a filter. `from` is 0 or `next` of the part before,
/// whose last nodes come again where they are around what is found.
/// @param budget nodes to look at, about; a find and a long text count as several, a list in which nothing can fit as
/// one
[[nodiscard]] SearchPart search(const FileBytes& bytes, const Walk& walk, const Dialect& dialect, const Filter& filter,
                                std::uint32_t from, std::uint32_t budget);

}  // namespace core
