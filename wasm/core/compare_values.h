// What differs says, before and after, and how far apart numbers are.
#pragma once

#include "compare_report.h"

namespace core::comparing {

/// A text as it is stored, in Latin-1 and without its length or its end; empty for what is no text.
[[nodiscard]] std::string_view textOf(const FileBytes& bytes, const Place& leaf);

/// What stands at a place, in time that is limited.
[[nodiscard]] ComparedValue valueOf(const ComparedFile& file, const Found& found);

/// Fills how many numbers differ and by how much, when both places have equally many.
void measure(const ComparedFile& left, const Found& a, const ComparedFile& right, const Found& b,
             Difference& difference);

}  // namespace core::comparing
