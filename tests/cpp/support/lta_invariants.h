// What holds for every text of lists, valid or hostile.
#pragma once

#include <lta/build.h>
#include <lta/parse.h>
#include <lta/validate.h>

#include "invariants.h"

namespace lta::testing {

using abc::testing::Violation;

/// Every byte is in one leaf, which can be found again but for those between places; findings have their places, what
/// could not be read has an error, and whatever the model can be asked for has an answer. The bytes are those of a
/// text.
[[nodiscard]] inline Violation checkModel(core::Bytes bytes, std::size_t animations = 2) {
    using namespace abc::testing;
    const core::Document document = parse(bytes);
    const Parts parts = partsOf(document);
    const abc::Model model = buildModel(document, parts);
    const core::Findings findings = lta::validate(document, parts, model);
    if (auto violation = checkDocument(document, findings)) return violation;
    const core::Coverage sums = core::coverage(document.records, static_cast<std::uint32_t>(document.bytes.size()));
    if (sums.opaque + sums.unparsed > 0 && !hasError(findings)) return "what could not be read has no error";
    if (!document.versionKnown && !hasError(findings)) return "what is no model has no error";
    if (auto violation = checkEvaluation(model, animations)) return violation;
    return checkOddRequest(model);
}

}  // namespace lta::testing
