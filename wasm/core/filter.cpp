#include "filter.h"

#include <algorithm>
#include <cmath>

namespace core {

using schema::Scalar;

namespace {

/// Bytes of a leaf of type Bytes that are searched.
constexpr std::size_t kMaxHexBytes = 4096;

char lower(char c) {
    const auto code = static_cast<std::uint8_t>(c);
    const bool isCapital = (code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7);
    return static_cast<char>(isCapital ? code + 0x20 : code);
}

/// @param part in lower case
bool contains(std::string_view text, std::string_view part) {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char c, char wanted) { return lower(c) == wanted; }) != text.end();
}

/// Whether the hexadecimal digits of the bytes have some digits in a row.
bool containsHex(Bytes bytes, std::string_view digits) {
    constexpr char hex[] = "0123456789abcdef";
    const std::size_t count = bytes.size() * 2;
    const auto digit = [&](std::size_t i) {
        const auto byte = static_cast<std::uint8_t>(bytes[i / 2]);
        return hex[i % 2 == 0 ? byte >> 4U : byte & 15U];
    };
    for (std::size_t from = 0; from + digits.size() <= count; ++from) {
        std::size_t same = 0;
        while (same < digits.size() && digit(from + same) == digits[same]) ++same;
        if (same == digits.size()) return true;
    }
    return false;
}

/// Nothing for text with characters that Latin-1 does not have.
std::optional<std::string> latin1FromUtf8(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<std::uint8_t>(text[i]);
        if (lead < 0x80) {
            out += text[i];
        } else if ((lead == 0xC2 || lead == 0xC3) && i + 1 < text.size()) {
            out += static_cast<char>((lead & 3U) << 6U | (static_cast<std::uint8_t>(text[++i]) & 63U));
        } else {
            return std::nullopt;
        }
    }
    return out;
}

double numberAt(Scalar type, Bytes leaf) {
    switch (type) {
        case Scalar::U8: return load<std::uint8_t>(leaf, 0);
        case Scalar::I8: return load<std::int8_t>(leaf, 0);
        case Scalar::U16: return load<std::uint16_t>(leaf, 0);
        case Scalar::I16: return load<std::int16_t>(leaf, 0);
        case Scalar::U32: return load<std::uint32_t>(leaf, 0);
        case Scalar::I32: return load<std::int32_t>(leaf, 0);
        case Scalar::F32: return load<float>(leaf, 0);
        case Scalar::String:
        case Scalar::Bytes:
        case Scalar::Chars:
        case Scalar::CString:
        case Scalar::Number:
        case Scalar::Word:
        case Scalar::Quoted:
        case Scalar::Space: break;
    }
    return 0;
}

}  // namespace

Filter::Filter(const std::vector<FilterTerm>& terms) {
    terms_.reserve(terms.size());
    for (const FilterTerm& term : terms) {
        terms_.push_back({term.part, term.comparison, latin1FromUtf8(term.text), term.number, term.isNegated});
        const bool isName = term.part == FilterTerm::Part::Any || term.part == FilterTerm::Part::Name;
        concernsIndices_ =
            concernsIndices_ || (isName && term.text.find_first_not_of("[]0123456789") == std::string::npos);
    }
}

Filter::Verdict Filter::verdict(std::string_view name, std::string_view type, ValueKind kind,
                                std::string_view refers) const {
    using Part = FilterTerm::Part;
    Verdict verdict;
    for (std::uint32_t i = 0; i < terms_.size(); ++i) {
        const Term& term = terms_[i];
        if (term.part == Part::Refers) {
            const bool names = !refers.empty() && term.text == refers;
            if (names != term.isNegated) continue;
            return {false, {}};
        }
        const bool isAny = term.part == Part::Any;
        const bool fitsName = (isAny || term.part == Part::Name) && term.text && contains(name, *term.text);
        if (fitsName || ((isAny || term.part == Part::Type) && term.text && contains(type, *term.text))) {
            if (term.isNegated) return {false, {}};
            continue;
        }
        const bool isText = term.comparison == FilterTerm::Comparison::Contains && term.text.has_value();
        const bool hasValue = kind == ValueKind::Number ? term.number.has_value() : kind == ValueKind::Text && isText;
        if (!hasValue || !(isAny || term.part == Part::Value)) {
            if (term.isNegated) continue;
            return {false, {}};
        }
        verdict.open.push_back(i);
    }
    return verdict;
}

bool Filter::fitsNumber(const Term& term, double value) {
    const double limit = term.number.value_or(0);
    switch (term.comparison) {
        case FilterTerm::Comparison::Less: return value < limit;
        case FilterTerm::Comparison::LessOrEqual: return value <= limit;
        case FilterTerm::Comparison::Greater: return value > limit;
        case FilterTerm::Comparison::GreaterOrEqual: return value >= limit;
        case FilterTerm::Comparison::Contains:
        case FilterTerm::Comparison::Equal: break;
    }
    // An f32 equals the number that it is written as.
    return value == limit || value == double{static_cast<float>(limit)} || (std::isnan(value) && std::isnan(limit));
}

bool Filter::fitsText(const Term& term, Scalar type, Bytes leaf) {
    if (type == Scalar::Bytes) return containsHex(leaf.first(std::min(leaf.size(), kMaxHexBytes)), *term.text);
    std::string_view text(reinterpret_cast<const char*>(leaf.data()), leaf.size());
    // A string has its length before it.
    text =
        type == Scalar::String ? text.substr(std::min<std::size_t>(2, text.size())) : text.substr(0, text.find('\0'));
    return contains(text, *term.text);
}

bool Filter::fits(const Verdict& verdict, Scalar type, Bytes leaf) const {
    const bool isText = valueKind(type) == ValueKind::Text;
    const double number = isText || verdict.open.empty() ? 0 : numberAt(type, leaf);
    return verdict.isPossible && std::all_of(verdict.open.begin(), verdict.open.end(), [&](std::uint32_t i) {
               const bool fits = isText ? fitsText(terms_[i], type, leaf) : fitsNumber(terms_[i], number);
               return fits != terms_[i].isNegated;
           });
}

}  // namespace core
