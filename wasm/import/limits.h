// What games and ModelEdit would not take of a model of version 9 and later (abc.md §3.11), told before it is saved.
#pragma once

#include "abc/model.h"
#include "draft.h"
#include "gltf/notes.h"

namespace importing {

[[nodiscard]] std::vector<gltf::Note> limitsOf(const Draft& draft);
/// None of version 6.
[[nodiscard]] std::vector<gltf::Note> limitsOf(const abc::Model& model);

}  // namespace importing
