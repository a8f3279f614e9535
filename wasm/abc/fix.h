// Repairs: what mends findings without doubt, as changes that can be undone like any other.
#pragma once

#include <optional>
#include <vector>

#include "codes.h"
#include "core/edit.h"
#include "model.h"

namespace abc {

/// Changes that mend findings of a code, all places of them; nothing where none is safe. They bring no error, but those
/// of values in sections that could not be read before.
/// @param findings those of `validate`
/// @param finding index in the findings; absent: all of the code
[[nodiscard]] std::vector<Operation> fixes(const Document& document, const Model& model, const Findings& findings,
                                           FindingCode code, std::optional<std::size_t> finding);

/// Withdraws the words of Fix from the findings of a file that nothing mends although the catalogue has words for their
/// code.
void withdrawFixes(const Document& document, const Model& model, Findings& findings);

}  // namespace abc
