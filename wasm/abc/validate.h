// What is wrong with a file, and where: a pass of its own, after the file is shown.
#pragma once

#include "findings.h"
#include "model.h"

namespace abc {

[[nodiscard]] Findings validate(const Document& document, const Model& model);

}  // namespace abc
