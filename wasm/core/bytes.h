// Reading numbers out of a file's bytes. All values are little-endian and unaligned (abc.md §1.1).
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace core {

using Bytes = std::span<const std::byte>;

static_assert(std::endian::native == std::endian::little, "the loads below copy little-endian bytes as they are");

/// The value at `offset`. The caller has checked that it lies inside.
template <class T>
[[nodiscard]] inline T load(Bytes bytes, std::size_t offset) {
    assert(offset <= bytes.size() && sizeof(T) <= bytes.size() - offset);
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// The unsigned number in the 1, 2 or 4 bytes at `offset`, all of them inside.
[[nodiscard]] inline std::uint32_t loadUnsigned(Bytes bytes, std::size_t offset, std::uint32_t size) {
    assert(size <= sizeof(std::uint32_t) && offset <= bytes.size() && size <= bytes.size() - offset);
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, size);
    return value;
}

/// A string of the file by place, so that a model holds no copies. Latin-1 by convention, never trusted.
struct Text {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
};

/// The bytes of a text, of which the caller has checked that it lies inside.
[[nodiscard]] inline std::string_view view(Bytes bytes, Text text) {
    assert(std::size_t{text.offset} + text.length <= bytes.size());
    return {reinterpret_cast<const char*>(bytes.data()) + text.offset, text.length};
}

/// The text of a length-prefixed string at `offset`, both of which the caller has checked.
[[nodiscard]] inline Text loadText(Bytes bytes, std::uint32_t offset) {
    return {offset + 2, load<std::uint16_t>(bytes, offset)};
}

}  // namespace core
