// What holds for every input, valid or hostile. Shared by the native tests and the fuzz target, so it
// reports in words and knows no test framework.
#pragma once

#include <abc/build.h>
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

/// Every leaf decodes: it has the bytes of its type. The paths of some lead back to them.
[[nodiscard]] Violation checkEachLeaf(const Document& document);

/// The leaves around the start and the end of a section, of every fault, and of some records.
[[nodiscard]] Violation checkLeavesAtBorders(const Document& document);

/// Bytes by state add up to the size.
[[nodiscard]] Violation checkCoverage(const Document& document);

/// Findings lie in the file, name a section that is there, and have all their values.
[[nodiscard]] Violation checkFindings(const Document& document, const Findings& findings);

/// Every index that the evaluator follows is in range, and every pose and surface has the right size. Of
/// the animations the first `animations` that are complete are posed, at their start and in their middle.
[[nodiscard]] Violation checkEvaluation(const Model& model, std::size_t animations);

/// Poses and deforms as a viewer may ask for it: any of some odd times, looping or not, with layers of any
/// weights over it. What is asked for follows from the file's bytes, so that a file always asks for the same.
[[nodiscard]] Violation checkOddRequest(const Model& model);

/// Writing gives the same bytes; a file with a finding of severity error is refused, and no other.
[[nodiscard]] Violation checkWritten(const Document& document, const Findings& findings);

/// What holds for the structure and the findings of a file of any format, all of it: every byte is in one leaf that can
/// be named and found again, and findings have their places.
[[nodiscard]] Violation checkDocument(const Document& document, const Findings& findings);

[[nodiscard]] bool hasError(const Findings& findings);

/// Every repair that is offered can be made, mends something, and brings no error but what is wrong in a section that
/// could not be read before. @param code only repairs of this one
[[nodiscard]] Violation checkRepairs(const Document& document, const Model& model, const Findings& findings,
                                     std::optional<Code> code = std::nullopt);

/// A file with all that is made of it. The bytes must outlive it.
struct Examined {
    explicit Examined(Bytes bytes)
        : document(parse(bytes)), model(buildModel(document)), findings(validate(document, model)) {}

    Document document;
    Model model;
    Findings findings;
};

/// All of the above for a whole file; at most `animations` of its animations are posed.
[[nodiscard]] Violation checkEverything(const Examined& file, std::size_t animations);

}  // namespace abc::testing
