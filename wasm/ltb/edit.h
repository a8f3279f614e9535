// Changes to a compiled model.
#pragma once

#include <span>

#include "core/edit.h"
#include "parse.h"

namespace ltb {

/// Makes the changes one after the other, all or none: values, texts of any length, and the lists of sockets, weight
/// sets, boxes and animations, whose bindings go with them. Counters of the header that were right stay right.
[[nodiscard]] core::Edited edit(const core::Document& document, std::span<const core::Operation> operations);

}  // namespace ltb
