// Whether a model can be computed of a draft.
#pragma once

#include "draft.h"

namespace importing {

/// A sentence that names the part of the draft that does not fit the others; empty when all do. The computations rely
/// on it: every index is one of something, lists that run parallel are as long as each other, and numbers are finite.
/// What a file cannot hold is for `abc::compose` to say.
[[nodiscard]] std::string refusalOf(const Draft& draft);

/// The same of a mesh alone. @param nodes how many there are
[[nodiscard]] std::string refusalOf(const DraftMesh& mesh, std::size_t nodes);

}  // namespace importing
