// Whether a new model can be written.
#pragma once

#include "compose.h"

namespace abc {

/// A sentence that names the part of the model that cannot be written; empty when all can be.
[[nodiscard]] std::string refusalOf(const NewModel& model);

}  // namespace abc
