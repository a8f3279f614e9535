// What the structure is searched by: terms that fit names, types and values of nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bytes.h"
#include "schema.h"

namespace core {

/// One condition of a filter.
struct FilterTerm {
    /// What of a node must fit; Any: its name, type or value. Refers: its field names what `text` says, as the format
    /// calls it.
    enum class Part : std::uint8_t { Any, Name, Type, Value, Refers };
    /// How a value is compared with `number`. Contains: the text is part of a text, or the number equals a number.
    enum class Comparison : std::uint8_t { Contains, Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

    Part part = Part::Any;
    Comparison comparison = Comparison::Contains;
    /// In UTF-8 and lower case: names, types and texts fit in any case.
    std::string text;
    /// The number that the text means, if it means one.
    std::optional<double> number;
    /// What does not fit otherwise is what fits.
    bool isNegated = false;
};

/// What the value of a node is: Rows is none, of nodes that hold others.
enum class ValueKind : std::uint8_t { Rows, Number, Text };

[[nodiscard]] constexpr ValueKind valueKind(schema::Scalar leaf) {
    const bool isText = leaf == schema::Scalar::String || leaf == schema::Scalar::CString || schema::isRange(leaf);
    return isText ? ValueKind::Text : ValueKind::Number;
}

/// Terms that must all fit. Without a term everything fits.
class Filter {
public:
    explicit Filter(const std::vector<FilterTerm>& terms);

    /// What name and type of a node say.
    struct Verdict {
        bool isPossible = true;
        /// Indices of the terms that the value has to fit; the node fits when there are none.
        std::vector<std::uint32_t> open;
    };
    [[nodiscard]] Verdict verdict(std::string_view name, std::string_view type, ValueKind kind,
                                  std::string_view refers = {}) const;

    /// Whether the value of a leaf fits what a verdict left open. A string fits by its characters, Chars and CString by
    /// those before the first zero, Bytes by the hexadecimal digits of the first 4,096.
    [[nodiscard]] bool fits(const Verdict& verdict, schema::Scalar type, Bytes leaf) const;

    /// Whether the names of elements, `[0]`, `[1]` …, can tell them apart.
    [[nodiscard]] bool concernsIndices() const { return concernsIndices_; }

private:
    struct Term {
        FilterTerm::Part part;
        FilterTerm::Comparison comparison;
        /// In Latin-1, as the file's texts are; absent when it has other characters, which no text has.
        std::optional<std::string> text;
        std::optional<double> number;
        bool isNegated;
    };
    [[nodiscard]] static bool fitsNumber(const Term& term, double value);
    [[nodiscard]] static bool fitsText(const Term& term, schema::Scalar type, Bytes leaf);

    std::vector<Term> terms_;
    bool concernsIndices_ = false;
};

}  // namespace core
