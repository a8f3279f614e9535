// Changes to a file: operations from JavaScript, and what became of them.
#pragma once

#include <optional>

#include "core/edit.h"
#include "values.h"

namespace bindings {

/// The operations of a list of EditOperation (types/edit.ts).
/// @param refusal set when one of them is none
[[nodiscard]] std::vector<core::Operation> operationsOf(const val& list, std::optional<core::EditRefusal>& refusal);

/// The other way round.
[[nodiscard]] val operationsList(const std::vector<core::Operation>& operations);

/// Edited or EditRefusal in types/edit.ts.
[[nodiscard]] val editedObject(const core::Edited& edited);
[[nodiscard]] val refusalObject(const core::EditRefusal& refusal);

/// The answer where there is no memory for one.
[[nodiscard]] val noMemoryToEdit();

}  // namespace bindings
