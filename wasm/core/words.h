// Values as words, for findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The text of a catalogue with its marks, `{0}` or `{0|byte is|bytes are}`, replaced by values (CodeInfo in
/// findings.h).
[[nodiscard]] std::string filled(std::string_view text, const std::vector<std::string>& values);

/// 0x1A2B
[[nodiscard]] std::string hex(std::uint32_t value);

/// A count for people: 21,642,608,640.
[[nodiscard]] std::string grouped(std::uint64_t value);

/// A count with its noun: 1 vertex, 2,000 vertices.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one, std::string_view several);

/// A number with at most four decimals, or NaN, Infinity, −Infinity.
[[nodiscard]] std::string decimal(double value);

/// The file's strings are Latin-1; JavaScript and terminals take UTF-8.
[[nodiscard]] std::string utf8FromLatin1(std::string_view text);

/// A name of the file in quotes, as UTF-8: cut when it is long, control characters (which a terminal
/// would obey) as dots.
[[nodiscard]] std::string inQuotes(std::string_view name);

/// The name as engines compare it: without the case of ASCII letters.
[[nodiscard]] std::string lowered(std::string_view name);

}  // namespace core
