// A new texture: from JavaScript, and its file.
#pragma once

#include "values.h"

namespace bindings {

/// The file of an image as a texture (types/new-texture.ts) as a Uint8Array, or NotWritten.
[[nodiscard]] val writtenTexture(const val& image, const val& wish);

}  // namespace bindings
