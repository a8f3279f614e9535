// What holds for every compiled model, valid or hostile.
#pragma once

#include <ltb/build.h>
#include <ltb/parse.h>
#include <ltb/validate.h>

#include "invariants.h"

namespace ltb::testing {

using abc::testing::Violation;

/// Every byte is in one leaf that can be named and found again, findings have their places, what could not be read has
/// an error, and whatever the model can be asked for has an answer. The bytes are those of a compiled model.
[[nodiscard]] inline Violation checkModel(core::Bytes bytes, std::size_t animations = 2) {
    using namespace abc::testing;
    const core::Document document = parse(bytes);
    const abc::Model model = buildModel(document);
    const core::Findings findings = ltb::validate(document, model);
    if (auto violation = checkDocument(document, findings)) return violation;
    if ((!document.faults.empty() || !document.versionKnown) && !hasError(findings)) {
        return "what could not be read has no error";
    }
    if (auto violation = checkEvaluation(model, animations)) return violation;
    return checkOddRequest(model);
}

}  // namespace ltb::testing
