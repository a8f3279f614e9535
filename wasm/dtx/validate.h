// What is wrong with a texture, and where.
#pragma once

#include "core/findings.h"
#include "texture.h"

namespace dtx {

[[nodiscard]] abc::Findings validate(const File& file);

}  // namespace dtx
