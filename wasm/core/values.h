// Values as a file has them: bytes of numbers and texts, and the numbers in bytes.
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "bytes.h"
#include "dialect.h"

namespace core {

/// The value's own bytes.
template <class T>
requires std::is_trivially_copyable_v<T>
[[nodiscard]] std::vector<std::byte> bytesOf(const T& value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    return {bytes, bytes + sizeof value};
}

inline void append(std::vector<std::byte>& out, Bytes bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// Appends a text of at most 65,535 bytes, with its length before it.
void appendText(std::vector<std::byte>& out, std::string_view text);

/// Appends a number as the type has it, which can hold it or its integer part. The type is numeric.
void appendNumber(std::vector<std::byte>& out, double value, schema::Scalar type);

/// Appends what a field is where nothing is said (`Field::usual`): its numbers, the empty text, lists without elements.
void appendUsual(std::vector<std::byte>& out, const Dialect& dialect, const schema::Field& field);

/// The number at an offset, exactly. The type is numeric.
[[nodiscard]] double numberAt(const FileBytes& bytes, std::uint32_t offset, schema::Scalar type);

}  // namespace core
