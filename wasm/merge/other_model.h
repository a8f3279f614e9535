// Whether a glTF was exported from another model that only has the same skeleton as the file.
#pragma once

#include "told.h"

namespace merging {

/// Most of the pieces, by their triangles, or most of the animations are others. A file may have changed since its
/// export: a piece is known by its name or by its size, an animation by its name or by the times of its keys. The one
/// piece of version 6 has no name: it is known by its size or by where its vertices are.
[[nodiscard]] bool isOtherModel(const Told& told);

}  // namespace merging
