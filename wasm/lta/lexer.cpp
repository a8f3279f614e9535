#include "lexer.h"

#include <algorithm>
#include <array>

namespace lta {
namespace {

constexpr bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
constexpr bool endsWord(char c) {
    return isBlank(c) || c == '(' || c == ')' || c == '"';
}
constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// A decimal at the start of a word: digits, where the point is among them, and the power of ten behind `e`.
struct Decimal {
    bool isNegative = false;
    /// The first 19 digits, which 64 bits hold.
    std::uint64_t digits = 0;
    std::int32_t exponent = 0;
    /// How much of the word it is, 0 for none.
    std::size_t length = 0;
};

constexpr std::int32_t kMostExponent = 9999;

/// The exponent of a decimal, which begins behind its digits.
void readExponent(std::string_view word, std::size_t at, Decimal& out) {
    if (at >= word.size() || (word[at] != 'e' && word[at] != 'E')) return;
    ++at;
    const bool isSigned = at < word.size() && (word[at] == '-' || word[at] == '+');
    const bool isNegative = isSigned && word[at] == '-';
    if (isSigned) ++at;
    if (at >= word.size() || !isDigit(word[at])) return;
    std::int32_t exponent = 0;
    for (; at < word.size() && isDigit(word[at]); ++at) {
        exponent = std::min(exponent * 10 + (word[at] - '0'), kMostExponent);
    }
    out.exponent += isNegative ? -exponent : exponent;
    out.length = at;
}

Decimal decimalOf(std::string_view word) {
    constexpr std::uint64_t kFull = 1'000'000'000'000'000'000;
    Decimal out;
    std::size_t at = 0;
    if (!word.empty() && (word[0] == '-' || word[0] == '+')) {
        out.isNegative = word[0] == '-';
        ++at;
    }
    bool hasDigits = false;
    bool isFraction = false;
    for (; at < word.size(); ++at) {
        const char c = word[at];
        if (c == '.' && !isFraction) {
            isFraction = true;
            continue;
        }
        if (!isDigit(c)) break;
        hasDigits = true;
        const bool isKept = out.digits < kFull;
        if (isKept) out.digits = out.digits * 10 + static_cast<std::uint64_t>(c - '0');
        if (isKept == isFraction && out.exponent > -kMostExponent && out.exponent < kMostExponent) {
            out.exponent += isFraction ? -1 : 1;
        }
    }
    if (!hasDigits) return out;
    out.length = at;
    readExponent(word, at, out);
    return out;
}

}  // namespace

Token Lexer::next() {
    while (position_ < end_ && isBlank(at(position_))) ++position_;
    Token token;
    token.start = token.end = position_;
    if (position_ == end_) return token;
    const char first = at(position_++);
    if (first == '(' || first == ')') {
        token.kind = first == '(' ? Token::Kind::Open : Token::Kind::Close;
    } else if (first == '"') {
        token.kind = Token::Kind::Quoted;
        while (position_ < end_ && at(position_) != '"') ++position_;
        token.text = {token.start + 1, position_ - token.start - 1};
        if (position_ < end_) ++position_;
    } else {
        token.kind = Token::Kind::Word;
        while (position_ < end_ && !endsWord(at(position_))) ++position_;
        token.text = {token.start, position_ - token.start};
    }
    token.end = position_;
    return token;
}

std::uint32_t Lexer::skipList() {
    for (std::uint32_t depth = 1; depth > 0;) {
        const Token token = next();
        if (token.kind == Token::Kind::End) break;
        if (token.kind == Token::Kind::Open) ++depth;
        if (token.kind == Token::Kind::Close) --depth;
    }
    return position_;
}

bool isNumber(std::string_view word) {
    const std::size_t length = decimalOf(word).length;
    return length > 0 && length == word.size();
}

double numberOf(std::string_view word) {
    // Powers of ten that a double holds exactly: with a mantissa that it holds too, one rounding is left.
    constexpr std::array kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr auto kStep = static_cast<std::int32_t>(kPowers.size()) - 1;
    // Beyond it every number is 0 or infinite.
    constexpr std::int32_t kReach = 400;
    const Decimal decimal = decimalOf(word);
    auto value = static_cast<double>(decimal.digits);
    std::int32_t exponent = std::clamp(decimal.exponent, -kReach, kReach);
    while (value != 0 && exponent != 0) {
        const std::int32_t step = std::clamp(exponent, -kStep, kStep);
        if (step < 0) {
            value /= kPowers[static_cast<std::size_t>(-step)];
        } else {
            value *= kPowers[static_cast<std::size_t>(step)];
        }
        exponent -= step;
    }
    return decimal.isNegative ? -value : value;
}

}  // namespace lta
