// Elements of the model as JavaScript has them (ModelElement in types/model.ts).
#pragma once

#include <emscripten/val.h>

#include "abc/elements.h"

namespace bindings {

[[nodiscard]] abc::Element elementFrom(const emscripten::val& element);
[[nodiscard]] emscripten::val elementObject(const abc::Element& element);

}  // namespace bindings
