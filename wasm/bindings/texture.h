// A new texture: from JavaScript, and its file.
#pragma once

#include "values.h"

namespace bindings {

/// The file of an image as a texture (WrittenTexture in types/new-texture.ts), or NotWritten.
/// @param progress called with the share that is done; what is no function is not
[[nodiscard]] val writtenTexture(const val& image, const val& wish, const val& progress);

/// TextureVersion of types/new-texture.ts: what is written.
[[nodiscard]] val textureVersions();

}  // namespace bindings
