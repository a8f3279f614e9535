// Operations on levels of detail as wholes: what they come to, as operations on lists and values.
#pragma once

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// What the replacement of a level comes to, by given vertices and triangles or those of another model. Its arguments
/// may be anything.
[[nodiscard]] Meant meantByLevel(const Document& document, const Operation& operation);

}  // namespace abc
