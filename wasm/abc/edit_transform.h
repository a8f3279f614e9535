// The operation on a model as a whole: what it comes to, as bytes and names.
#pragma once

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// What `transform` comes to. Its arguments may be anything.
[[nodiscard]] Meant meantByTransform(const Document& document, const Operation& operation);

}  // namespace abc
