// The animation of a model that has none: it stands still in the rest pose.
#pragma once

#include "draft.h"

namespace importing {

/// @param draft one that has no refusal
[[nodiscard]] DraftAnimation stillOf(const Draft& draft);

}  // namespace importing
