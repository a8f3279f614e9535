// The strings that the header of v9 and later counts (abc.md §3.2).
#pragma once

#include <vector>

#include "core/bytes.h"
#include "schema.h"

namespace abc {

/// How many distinct strings there are and how long they are together.
struct StringTally {
    std::uint64_t count = 0;
    std::uint64_t length = 0;
};

/// Empty strings do not count.
[[nodiscard]] StringTally tally(Bytes bytes, std::vector<Text> strings);

}  // namespace abc
