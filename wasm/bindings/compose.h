// A new model: from JavaScript, and its file.
#pragma once

#include "values.h"

namespace bindings {

/// The file of a NewModel (types/new-model.ts) as a Uint8Array, or NotWritten.
[[nodiscard]] val composed(const val& model);

}  // namespace bindings
