// C++ values as JavaScript's own. Everything that leaves is a copy, because a view of WebAssembly memory
// dies, silently, when the memory grows.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <span>
#include <string>
#include <vector>

#include "abc/math.h"
#include "core/names.h"

namespace bindings {

using emscripten::val;

/// A typed array of its own with these numbers.
template <class T>
val copied(std::span<const T> values) {
    return val(emscripten::typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

template <class T>
val copied(const std::vector<T>& values) {
    return copied(std::span<const T>(values));
}

/// The numbers of a list of vectors, quaternions or matrices, one after the other.
template <class T>
val copiedFloats(const std::vector<T>& values) {
    static_assert(sizeof(T) % sizeof(float) == 0);
    return copied(std::span(reinterpret_cast<const float*>(values.data()), values.size() * sizeof(T) / sizeof(float)));
}

/// The name of an enumerator, from the table beside its enum.
template <std::size_t N, class Enum>
std::string enumName(const std::string_view (&names)[N], Enum value) {
    return std::string(core::nameOf(names, value));
}

/// Builds a JavaScript array by calling `make` for each element.
template <class List, class Make>
val arrayOf(const List& list, Make make) {
    val out = val::array();
    std::size_t i = 0;
    for (const auto& element : list) out.set(i++, make(element));
    return out;
}

inline val nothing() {
    return val::null();
}

inline val emptyList() {
    return val::array();
}

inline val emptyObject() {
    return val::object();
}

inline val emptyText() {
    return val("");
}

/// A question to a file as JavaScript asks it: nothing is thrown across. Without the memory for the answer, or
/// when it would be larger than any vector can be, it is the empty one. `File` is the class that is bound, `Question` a
/// method of it or of its base.
template <class File, auto Question, auto Empty>
struct Guarded;
template <class File, class Owner, class... Arguments, val (Owner::*Question)(Arguments...) const, auto Empty>
struct Guarded<File, Question, Empty> {
    static val ask(const File& file, Arguments... arguments) {
        try {
            return (file.*Question)(arguments...);
        } catch (const std::exception&) {
            return Empty();
        }
    }
};

/// What every file is asked when it opens: without the memory for that it says so and nothing else.
template <class File, auto Question>
val askAtOpening(File& file) {
    try {
        return (file.*Question)();
    } catch (const std::exception&) {
        file.outOfMemory();
        return (file.*Question)();
    }
}

}  // namespace bindings
