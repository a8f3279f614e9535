// Models from one format into another: ABC, text (LTA, LTC), and compiled models (LTB).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document.h"

namespace converting {

/// A model in another format, or why there is none.
struct Made {
    std::vector<std::byte> bytes;
    /// What it has no place for: sentences with numbers.
    std::vector<std::string> lost;
    /// What it has in addition, and what there is to know of it: sentences.
    std::vector<std::string> added;
    /// A sentence. Empty: it could be made.
    std::string refusal;
};

/// What a model can be converted to, by name: a version of ABC is its number (`12`), a format its extension (`lta`).
/// All names that `convert` takes, in the order in which they are offered.
[[nodiscard]] std::vector<std::string> allTargets();
/// Those that are offered for a file, without what it is already; none of what is no model.
[[nodiscard]] std::vector<std::string> targetsOf(const core::Document& document);

/// The model in another format, all or nothing.
/// @param document of `exporting::parseAny`
/// @param target one of `targetsOf`; of another one why not is said
[[nodiscard]] Made convert(const core::Document& document, std::string_view target);

}  // namespace converting
