#include "spelling.h"

#include <cmath>
#include <limits>

#include "decimal.h"

namespace lta {

using core::EditValue;

namespace {

/// Whole numbers that a double tells apart.
constexpr double kMostWhole = 9007199254740992.0;

std::string appendAll(const EditValue& value, const std::string& path, std::string& out) {
    const auto* const list = std::get_if<EditValue::List>(&value.value);
    if (list == nullptr) return appendElement(value, path, out);
    for (const EditValue& each : *list) {
        if (&each != list->data()) out += ' ';
        if (std::string problem = appendElement(each, path, out); !problem.empty()) return problem;
    }
    return {};
}

}  // namespace

bool isWord(std::string_view text) {
    return !text.empty() && text.find_first_of(" \t\r\n()\"") == std::string_view::npos;
}

std::string spelledNumber(double number) {
    if (number == std::floor(number) && std::abs(number) < kMostWhole) {
        const std::string digits = std::to_string(static_cast<std::int64_t>(number));
        return number == 0 && std::signbit(number) ? "-0" : digits;
    }
    if (!(std::abs(number) <= double{std::numeric_limits<float>::max()})) return {};
    char digits[kMostDigits];
    return {digits, writeShortest(static_cast<float>(number), digits)};
}

std::string inMarks(std::string_view text) {
    std::string out = "\"";
    return out.append(text).append(1, '"');
}

std::string appendElement(const EditValue& value, const std::string& path, std::string& out) {
    if (const auto* number = std::get_if<double>(&value.value)) {
        const std::string digits = spelledNumber(*number);
        out += digits;
        return digits.empty() ? path + " must be a finite number that 32 bits can hold." : std::string();
    }
    if (const auto* text = std::get_if<std::string>(&value.value)) {
        if (text->find('"') != std::string::npos) return path + kNoQuotes;
        out += inMarks(*text);
        return {};
    }
    if (const auto* bytes = std::get_if<EditValue::Bytes>(&value.value)) {
        out.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        return {};
    }
    out += '(';
    const auto* const fields = std::get_if<EditValue::Fields>(&value.value);
    if (fields != nullptr) {
        if (fields->size() != 1 || !isWord(fields->front().name)) {
            return path + " must be an object of one field, which is the name of a list.";
        }
        out.append(fields->front().name).append(1, ' ');
    }
    std::string problem = appendAll(fields != nullptr ? fields->front().value : value, path, out);
    out += ')';
    return problem;
}

}  // namespace lta
