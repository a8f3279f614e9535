// What holds for every input, valid or hostile. Shared by the native tests and the fuzz target, so it
// reports in words and knows no test framework.
#pragma once

#include <abc/deform.h>
#include <abc/validate.h>

#include <optional>

namespace abc::testing {

/// What is broken, in words; nothing when all holds.
using Violation = std::optional<std::string>;

/// Records are sorted, nested, in bounds and not empty; siblings do not overlap; the top level covers the
/// file without a gap, and so do the elements of a group.
[[nodiscard]] Violation checkRecords(const Records& records, std::uint32_t size);

/// The leaves that touch [start, end) follow one another without gap or overlap and cover that range.
[[nodiscard]] Violation checkLeaves(const Document& document, std::uint32_t start, std::uint32_t end);

/// The leaves around the start and the end of a section, of every fault, and of some records.
[[nodiscard]] Violation checkLeavesAtBorders(const Document& document);

/// Bytes by state add up to the size.
[[nodiscard]] Violation checkCoverage(const Document& document);

/// Findings lie in the file.
[[nodiscard]] Violation checkFindings(const Document& document, const Findings& findings);

/// Every index that the evaluator follows is in range, and every pose and surface has the right size. Of
/// the animations the first `animations` that are complete are posed, at their start and in their middle.
[[nodiscard]] Violation checkEvaluation(const Model& model, std::size_t animations);

}  // namespace abc::testing
