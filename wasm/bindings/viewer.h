// What the bindings of the viewer have in common. Its functions take and give plain numbers, because Embind would be a
// third of it; wasm/js/viewer.ts is the other side. Nothing is thrown: without memory the program stops, which
// JavaScript catches.
#pragma once

#include <emscripten/em_macros.h>

#include "columns.h"

namespace bindings {

/// Keeps the last answer of any file, which JavaScript reads at once.
const std::uint32_t* answer(Columns columns);

/// Bytes to fill before they are read.
struct Bytes {
    explicit Bytes(std::size_t size) : bytes(size) {}

    std::vector<std::byte> bytes;
};

}  // namespace bindings
