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
    const File file = parse(bytes);
    const core::Findings findings = validate(file);
    if (auto violation = checkDocument(file.document, findings)) return violation;
    if (!file.document.faults.empty() && !hasError(findings)) return "a sprite that is cut off has no error";
    if (!file.sprite) return hasError(findings) ? Violation{} : Violation("nothing was read, and nothing is wrong");
    const auto frames = file.document.walk().resolve("Sprite.Frames");
    if ((frames ? frames->count : 0) != file.sprite->frames.size()) return "the frames are not those of the structure";
    return {};
}

}  // namespace spr::testing
