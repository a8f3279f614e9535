// A draft as a model of version 9 to 12.
#pragma once

#include "draft.h"

namespace importing {

/// @param draft has no refusal
[[nodiscard]] abc::NewModel asV9(Draft draft, std::uint32_t version);

}  // namespace importing
