// The tokens of a text of lists (lta.md §1): brackets, words, and texts in quotes.
#pragma once

#include <limits>
#include <string_view>

#include "core/bytes.h"

namespace lta {

using core::Bytes;
using core::Text;

struct Token {
    enum class Kind : std::uint8_t { End, Open, Close, Word, Quoted };
    Kind kind = Kind::End;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    /// Of a text in quotes: without them.
    Text text;

    [[nodiscard]] bool isAtom() const { return kind >= Kind::Word; }
};

/// White space is blank, tab, carriage return and line feed. A text in quotes ends with the next quote, or with the
/// file.
class Lexer {
public:
    /// Reads [position, end) of the bytes.
    Lexer(Bytes bytes, std::uint32_t position, std::uint32_t end) : bytes_(bytes), position_(position), end_(end) {}

    [[nodiscard]] Token next();
    [[nodiscard]] std::uint32_t position() const { return position_; }
    [[nodiscard]] std::uint32_t end() const { return end_; }
    /// Reads past the list whose bracket was read last. Returns where it ends.
    std::uint32_t skipList();

private:
    [[nodiscard]] char at(std::uint32_t offset) const { return static_cast<char>(bytes_[offset]); }

    Bytes bytes_;
    std::uint32_t position_;
    std::uint32_t end_;
};

/// Whether a word is a number in digits, as JavaScript reads one.
[[nodiscard]] bool isNumber(std::string_view word);

/// The number that a word begins with, as C's `atof` reads it: 0 where there is none.
[[nodiscard]] double numberOf(std::string_view word);

/// A number as 32 bits hold it: infinite where they do not.
[[nodiscard]] inline float floatOf(double number) {
    constexpr double kMost = std::numeric_limits<float>::max();
    if (number > kMost) return std::numeric_limits<float>::infinity();
    if (number < -kMost) return -std::numeric_limits<float>::infinity();
    return static_cast<float>(number);
}

}  // namespace lta
