// Filters as JavaScript has them (FilterTerm in types/structure.ts).
#pragma once

#include <emscripten/val.h>

#include <string>

#include "core/filter.h"

namespace bindings {

[[nodiscard]] core::Filter filterOf(const emscripten::val& terms);

/// Whether a node fits by its name, its type and the bytes of its value; null bytes: it has none, or nobody knows them.
[[nodiscard]] bool matches(const emscripten::val& terms, const std::string& name, const std::string& type,
                           const emscripten::val& leaf);

}  // namespace bindings
