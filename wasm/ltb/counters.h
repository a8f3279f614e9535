// What the counters of the header should be (ltb.md §2).
#pragma once

#include <vector>

#include "abc/model.h"
#include "fields.h"

namespace ltb {

struct HeaderCounter {
    FieldName name;
    std::uint64_t actual = 0;
};

/// The counters of what is in a file that was read to its end, but for texts.
[[nodiscard]] std::vector<HeaderCounter> countersOf(const core::Document& document, const abc::Model& model);

/// Those of its texts: the distinct ones, of which child models count without their extension.
[[nodiscard]] std::vector<HeaderCounter> textCountersOf(const core::Document& document);

}  // namespace ltb
