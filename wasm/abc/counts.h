// The counters of the header of v9 and later: what they should be.
#pragma once

#include "parse.h"

namespace abc {

struct HeaderCounter {
    /// Of the field.
    std::string_view name;
    std::uint64_t actual = 0;
};

/// What the header should count, by the lists of a document all of whose sections were read to their ends
/// (abc.md §3.2). LODCount is not among them where the levels follow it, or where there are no pieces.
[[nodiscard]] std::vector<HeaderCounter> headerCounters(const Document& document);

/// Of them, weights over all vertices.
[[nodiscard]] std::uint64_t weightsIn(std::span<const HeaderCounter> counters);

}  // namespace abc
