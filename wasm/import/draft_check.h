// Whether a model can be computed of a draft.
#pragma once

#include "draft.h"

namespace importing {

/// A sentence that names the part of the draft that does not fit the others; empty when all do. The computations rely
/// on it: every index is one of something, lists that run parallel are as long as each other, and numbers are finite.
/// What a file cannot hold is for `abc::compose` to say.
[[nodiscard]] std::string refusalOf(const Draft& draft);

/// Whether the triangles of a mesh are in space: its corners are of its positions, and those finite.
[[nodiscard]] bool isSurface(const DraftMesh& mesh);

}  // namespace importing
