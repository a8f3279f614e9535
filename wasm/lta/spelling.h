// Values as parts of a text (lta.md §1).
#pragma once

#include <string>

#include "core/edit.h"
#include "lexer.h"

namespace lta {

[[nodiscard]] inline std::vector<std::byte> asBytes(std::string_view text) {
    const auto* const from = reinterpret_cast<const std::byte*>(text.data());
    return {from, from + text.size()};
}

/// Whether a text can stand without quotes, as one word.
[[nodiscard]] bool isWord(std::string_view text);

/// A number in digits, without an exponent: whole as it is, else the shortest decimal that is the same in 32 bits.
/// Empty: 32 bits hold no such number.
[[nodiscard]] std::string spelledNumber(double number);

/// What is wrong with a text that has quotes in it.
inline constexpr const char* kNoQuotes = " cannot contain a quote, which the format cannot store.";

/// A text, which has no quotes in it, in quotes.
[[nodiscard]] std::string inMarks(std::string_view text);

/// Appends a value as one element of a list. Returns why not: a sentence, empty where it was appended.
[[nodiscard]] std::string appendElement(const core::EditValue& value, const std::string& path, std::string& out);

}  // namespace lta
