// What is wrong with a sprite, and where.
#pragma once

#include "codes.h"
#include "sprite.h"

namespace spr {

[[nodiscard]] core::Findings validate(const File& file);

}  // namespace spr
