// The counters of v9 and later that repeat what lists elsewhere in the file have: what they should be.
#pragma once

#include "field_name.h"
#include "parse.h"

namespace abc {

/// A field of a section that counts what lists have.
struct Counter {
    schema::Id section = schema::Id::HeaderSection;
    FieldName name;
    std::uint64_t actual = 0;

    [[nodiscard]] bool isSameField(const Counter& other) const {
        return section == other.section && name == other.name;
    }
};

/// What the header should count, and Pieces.WeightCount, by the lists of a document all of whose sections were read to
/// their ends (abc.md §3.2). LODCount is not among them where the levels follow it, or where there are no pieces.
[[nodiscard]] std::vector<Counter> countersOf(const Document& document);

}  // namespace abc
