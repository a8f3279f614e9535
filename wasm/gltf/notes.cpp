#include "notes.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/words.h"
#include "names.h"

namespace gltf {
namespace {

constexpr std::size_t kLongestName = 40;
/// Digits that tell any two numbers apart.
constexpr int kAllDigits = 17;
/// Numbers are written out from 10^−7 to below 10^21.
constexpr int kMostZeros = 6, kMostPlaces = 21;

/// `d.ddde±xx` as JavaScript writes it.
std::string shown(const char* text) {
    const std::string_view whole(text);
    const std::size_t mark = whole.find('e');
    const int exponent = std::atoi(text + mark + 1);
    std::string figures;
    for (const char c : whole.substr(0, mark)) {
        if (c >= '0' && c <= '9') figures += c;
    }
    while (figures.size() > 1 && figures.back() == '0') figures.pop_back();
    const std::string sign = whole.front() == '-' ? "-" : "";
    const int count = static_cast<int>(figures.size());
    if (exponent >= kMostPlaces || exponent < -kMostZeros) {
        if (count > 1) figures.insert(1, 1, '.');
        return sign + figures + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
    }
    if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + figures;
    if (count <= exponent + 1) return sign + figures + std::string(static_cast<std::size_t>(exponent + 1 - count), '0');
    return sign + figures.insert(static_cast<std::size_t>(exponent) + 1, 1, '.');
}

std::string withDigits(double value, int count, bool isEnough(const char* text, double value)) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
    if (value == 0) return "0";
    char text[40];
    for (;; ++count) {
        std::snprintf(text, sizeof text, "%.*e", count - 1, value);
        if (count == kAllDigits || isEnough(text, value)) return shown(text);
    }
}

}  // namespace

Note noteOf(const NoteInfo& info, const std::vector<std::string>& values) {
    return {info.code, info.severity, core::filled(info.message, values), core::filled(info.help, values)};
}

std::string named(const std::vector<std::string>& names, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
        const std::string cut = firstUnits(names[i], kLongestName);
        out += (i > 0 ? ", " : "") + cut + (cut.size() < names[i].size() ? "…" : "");
    }
    if (names.size() > most) out += " and " + core::grouped(names.size() - most) + " more";
    return out;
}

std::string digits(double value) {
    return withDigits(value, 1, [](const char* text, double is) { return std::strtod(text, nullptr) == is; });
}

std::string twoDigits(double value) {
    return withDigits(value, 2, [](const char* /*text*/, double /*is*/) { return true; });
}

}  // namespace gltf
