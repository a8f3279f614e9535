#include "words.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace core {
namespace {

/// What stands for a mark, `0` or `0|byte is|bytes are`; nothing when it is no mark of these values.
std::optional<std::string> marked(std::string_view mark, const std::vector<std::string>& values) {
    const auto index = mark.empty() ? values.size() : static_cast<std::size_t>(mark[0] - '0');
    if (index >= values.size()) return std::nullopt;
    const std::string& value = values[index];
    if (mark.size() == 1) return value;
    const std::size_t between = mark.find('|', 2);
    if (mark[1] != '|' || between == std::string_view::npos) return std::nullopt;
    const std::string_view words = value == "1" ? mark.substr(2, between - 2) : mark.substr(between + 1);
    return value + " " + std::string(words);
}

}  // namespace

std::string filled(std::string_view text, const std::vector<std::string>& values) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text[0] == '{' ? text.find('}') : std::string_view::npos;
        const auto words = end == std::string_view::npos ? std::nullopt : marked(text.substr(1, end - 1), values);
        out += words.value_or(std::string(1, text[0]));
        text.remove_prefix(words ? end + 1 : 1);
    }
    return out;
}

std::string hex(std::uint32_t value) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text = "0x";
    int shift = 28;
    while (shift > 0 && (value >> static_cast<unsigned>(shift)) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) text += digits[(value >> static_cast<unsigned>(shift)) & 15U];
    return text;
}

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
    return grouped(count) + " " + std::string(count == 1 ? one : several);
}

std::string decimal(double value) {
    constexpr std::uint64_t kUnit = 10'000;
    constexpr double kLargest = 1e15;
    const std::string sign = std::signbit(value) ? "−" : "";
    const double size = std::abs(value);
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return sign + "Infinity";
    if (size > kLargest) return sign + "more than " + grouped(static_cast<std::uint64_t>(kLargest));
    const auto scaled = static_cast<std::uint64_t>(std::llround(size * kUnit));
    std::string decimals = std::to_string(kUnit + scaled % kUnit);
    decimals[0] = '.';
    while (decimals.back() == '0') decimals.pop_back();
    if (decimals == ".") decimals.clear();
    return (scaled == 0 ? "" : sign) + grouped(scaled / kUnit) + decimals;
}

std::string utf8FromLatin1(std::string_view text) {
    std::string utf8;
    utf8.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            utf8 += c;
        } else {
            utf8 += static_cast<char>(0xC0U | (byte >> 6U));
            utf8 += static_cast<char>(0x80U | (byte & 0x3FU));
        }
    }
    return utf8;
}

std::string inQuotes(std::string_view name) {
    constexpr std::size_t kLongest = 64;
    std::string shown(name.substr(0, kLongest));
    const auto isControl = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || (byte >= 0x7F && byte < 0xA0);
    };
    std::replace_if(shown.begin(), shown.end(), isControl, '.');
    return "“" + utf8FromLatin1(shown) + (name.size() > kLongest ? "…”" : "”");
}

std::string lowered(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return out;
}

}  // namespace core
