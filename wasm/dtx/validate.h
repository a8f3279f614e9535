// What is wrong with a texture, and where.
#pragma once

#include "codes.h"
#include "texture.h"

namespace dtx {

[[nodiscard]] core::Findings validate(const File& file);

}  // namespace dtx
