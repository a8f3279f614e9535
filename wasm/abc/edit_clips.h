// Operations on animations as wholes: what they come to, as operations on lists and values.
#pragma once

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// What an operation on an animation comes to. Its arguments may be anything, bytes of another file too.
[[nodiscard]] Meant meantByClip(const Document& document, const Operation& operation);

}  // namespace abc
