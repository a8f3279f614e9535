// What is wrong with an LTB, and where.
#pragma once

#include "abc/model.h"
#include "codes.h"
#include "core/document.h"

namespace ltb {

[[nodiscard]] core::Findings validate(const core::Document& document, const abc::Model& model);

}  // namespace ltb
