// What holds for every sprite, valid or hostile.
#pragma once

#include <spr/validate.h>

#include "invariants.h"

namespace spr::testing {

using abc::testing::Violation;

/// Every byte is in one leaf that can be named and found again, findings have their places, and the frames are those
/// that the leaves have.
[[nodiscard]] inline Violation checkSprite(core::Bytes bytes) {
    using namespace abc::testing;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const File file = parse(bytes);
    const core::Findings findings = validate(file);
    if (auto violation = checkRecords(file.document.records, size)) return violation;
    if (auto violation = checkLeaves(file.document, 0, size)) return violation;
    if (auto violation = checkLeavesAtBorders(file.document)) return violation;
    if (auto violation = checkEachLeaf(file.document)) return violation;
    if (auto violation = checkCoverage(file.document)) return violation;
    if (auto violation = checkFindings(file.document, findings)) return violation;
    if (!file.document.faults.empty() && !hasError(findings)) return "a sprite that is cut off has no error";
    if (!file.sprite) return hasError(findings) ? Violation{} : Violation("nothing was read, and nothing is wrong");
    const auto frames = file.document.walk().resolve("Sprite.Frames");
    if ((frames ? frames->count : 0) != file.sprite->frames.size()) return "the frames are not those of the structure";
    return {};
}

}  // namespace spr::testing
