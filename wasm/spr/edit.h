// Changes to a sprite.
#pragma once

#include <span>

#include "core/edit.h"
#include "sprite.h"

namespace spr {

/// Makes the changes one after the other, all or none.
[[nodiscard]] core::Edited edit(const core::Document& document, std::span<const core::Operation> operations);

}  // namespace spr
