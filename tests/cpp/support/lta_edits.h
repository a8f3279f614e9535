// Changes to texts at random. Shared by the native tests and the fuzz target.
#pragma once

#include <lta/edit.h>

#include "edits.h"

namespace lta::testing {

/// An operation as somebody may ask for it, at the place of any byte: mostly one that can be done.
[[nodiscard]] inline core::Operation anyTextOperation(const core::Document& document, abc::testing::Dice roll) {
    using core::EditValue;
    using Kind = core::Operation::Kind;
    core::Operation out;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    std::vector<std::string> paths;
    document.walk().ancestors(roll(size), [&](const core::Place&, const std::string& path) { paths.push_back(path); });
    if (!paths.empty()) {
        const bool isInner = roll(3) > 0;
        out.path = isInner ? paths.back() : paths[roll(static_cast<std::uint32_t>(paths.size()))];
    }
    const std::string_view texts[] = {"", "x", "two words", "arm", "root", "body", "a\"b", "(", "NULL", "12"};
    const double numbers[] = {0, 1, -1, 2.5, 0.1, 255, 1e30, 1e300, -0.0, 100};
    const auto any = [&]() -> EditValue {
        switch (roll(5)) {
            case 0: return {numbers[roll(std::size(numbers))]};
            case 1: return {std::string(texts[roll(std::size(texts))])};
            case 2: return {EditValue::List{{1.0}, {std::string("x")}}};
            case 3: return {EditValue::Fields{{"name", {std::string("arm")}}}};
            default: return {std::vector<std::byte>(roll(4), std::byte{static_cast<unsigned char>(roll(256))})};
        }
    };
    out.force = roll(8) == 0;
    const std::uint32_t kind = roll(10);
    switch (kind) {
        case 0:
            out.kind = Kind::ReplaceBytes;
            out.start = roll(size + 1);
            out.end = std::min(size, out.start + roll(9));
            out.bytes.resize(roll(9), std::byte{'('});
            break;
        case 1:
        case 2:
            out.kind = Kind::Insert;
            for (std::uint32_t i = roll(3); i > 0; --i) out.values.push_back(any());
            break;
        case 3:
            out.kind = Kind::Remove;
            out.count = roll(4);
            break;
        case 4: out.kind = Kind::Duplicate; break;
        case 5:
            out.kind = Kind::Move;
            out.to = roll(6);
            break;
        default: out.value = any(); break;
    }
    return out;
}

}  // namespace lta::testing
