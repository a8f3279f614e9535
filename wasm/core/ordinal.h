// Numbers whose names belong to a format. The core stores and compares them; only the format's own enum names them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace core {

/// True for the enum with which a format names its numbers of a kind; specialised beside that enum.
template <class Kind, class Enum>
inline constexpr bool kNames = false;

/// A position in a table of the format, by its name there.
template <class Kind>
class Ordinal {
public:
    constexpr Ordinal() = default;
    constexpr explicit Ordinal(std::size_t index) : value_(static_cast<std::uint8_t>(index)) {}
    template <class Enum>
    requires kNames<Kind, Enum>
    constexpr Ordinal(Enum name) : value_(static_cast<std::uint8_t>(name)) {}

    [[nodiscard]] constexpr std::size_t index() const { return value_; }
    /// In the format that names it so.
    template <class Enum>
    requires kNames<Kind, Enum>
    [[nodiscard]] constexpr Enum as() const { return static_cast<Enum>(value_); }
    constexpr bool operator==(const Ordinal&) const = default;

private:
    std::uint8_t value_ = 0;
};

}  // namespace core
