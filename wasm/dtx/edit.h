// Changes to a texture.
#pragma once

#include <span>

#include "core/edit.h"
#include "texture.h"

namespace dtx {

/// Makes the changes one after the other, all or none: values, texts of fixed size, and bytes.
[[nodiscard]] core::Edited edit(const core::Document& document, std::span<const core::Operation> operations);

}  // namespace dtx
