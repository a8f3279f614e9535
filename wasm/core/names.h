// Names of enumerators, in a table beside each enum.
#pragma once

#include <cstddef>
#include <string_view>

namespace core {

/// Whether a table of names goes exactly as far as the last enumerator.
template <std::size_t N, class Enum>
[[nodiscard]] constexpr bool hasNameOf(const std::string_view (&/*names*/)[N], Enum last) {
    return static_cast<std::size_t>(last) + 1 == N;
}

/// The name of an enumerator in the table of its enum.
template <std::size_t N, class Enum>
[[nodiscard]] constexpr std::string_view nameOf(const std::string_view (&names)[N], Enum value) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace core
