// JavaScript's values as C++ values.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace bindings {

/// A value of another kind than a question takes. Nobody but a program that has no types passes one: the answer is the
/// empty one, as without memory (Guarded in values.h).
struct WrongArgument : std::invalid_argument {
    WrongArgument() : std::invalid_argument("wrong type of argument") {}
};

/// Whether it has properties that can be asked for.
[[nodiscard]] inline bool isObject(const emscripten::val& value) {
    return !value.isNull() && value.typeOf().strictlyEquals(emscripten::val("object"));
}

/// @throws {WrongArgument}
[[nodiscard]] inline std::string textOf(const emscripten::val& value) {
    if (!value.isString()) throw WrongArgument();
    return value.as<std::string>();
}

/// The bytes of a Uint8Array. @throws {WrongArgument}
[[nodiscard]] std::vector<std::uint8_t> bytesOf(const emscripten::val& value);

/// The numbers of a typed array whose elements are of this type, in one copy.
template <class T>
std::vector<T> numbersOf(const emscripten::val& array) {
    std::vector<T> out(array["length"].as<std::size_t>());
    using Number = std::conditional_t<std::is_same_v<T, std::byte>, std::uint8_t, T>;
    const emscripten::val view(emscripten::typed_memory_view(out.size(), reinterpret_cast<Number*>(out.data())));
    view.call<void>("set", array);
    return out;
}

/// A text as files have it, in Latin-1. @param reason a sentence, where the text has a letter that Latin-1 lacks
[[nodiscard]] std::string latin1Of(const std::string& utf8, std::string& reason);

}  // namespace bindings
