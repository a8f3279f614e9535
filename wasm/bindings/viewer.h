// What the bindings of the viewer have in common. Its functions take and give plain numbers, because Embind would be a
// third of it; wasm/js/viewer.ts is the other side. Nothing is thrown: without memory the program stops, which
// JavaScript catches.
#pragma once

#include <emscripten/em_macros.h>

#include "columns.h"

namespace bindings {

/// The last answer of any file: JavaScript reads it at once.
inline Columns& lastAnswer() {
    static Columns last;
    return last;
}

inline const std::uint32_t* answer(Columns columns) {
    lastAnswer() = std::move(columns);
    return lastAnswer().words().data();
}

/// Bytes to fill before they are read.
struct Bytes {
    explicit Bytes(std::size_t size) : bytes(size) {}

    std::vector<std::byte> bytes;
};

}  // namespace bindings
