// What is wrong with an LTA, and where.
#pragma once

#include "abc/model.h"
#include "codes.h"
#include "parts.h"

namespace lta {

[[nodiscard]] core::Findings validate(const core::Document& document, const Parts& parts, const abc::Model& model);

}  // namespace lta
