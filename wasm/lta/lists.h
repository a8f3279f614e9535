// The lists of a parsed text by their names: by shallow search, which is among the elements of a list, or by deep
// search, which takes the first one anywhere in it (lta.md §1). A list is given by its record.
#pragma once

#include <algorithm>
#include <array>

#include "core/document.h"
#include "lexer.h"
#include "schema.h"

namespace lta {

using core::kNone;
using schema::Id;

class Lists {
public:
    explicit Lists(const core::Document& document) : document_(document), bytes_(document.bytes) {}

    /// All of the text.
    static constexpr std::uint32_t kAll = 0;

    [[nodiscard]] bool is(std::uint32_t list, Id id) const { return records()[list].type == schema::Type(id); }
    [[nodiscard]] const core::Record& at(std::uint32_t list) const { return records()[list]; }

    /// Calls `visit(list)` for all of a name in a list, however deep, in their order.
    template <class Visit>
    void each(std::uint32_t in, Id id, Visit visit) const {
        if (in >= records().size()) return;
        const std::uint32_t end = records().end(in);
        for (std::uint32_t i = in + 1; i < records().size() && records().start(i) < end; ++i) {
            if (is(i, id)) visit(i);
        }
    }
    /// The first of them by deep search, kNone for none.
    [[nodiscard]] std::uint32_t find(std::uint32_t in, Id id) const {
        if (in >= records().size()) return kNone;
        const std::uint32_t end = records().end(in);
        for (std::uint32_t i = in + 1; i < records().size() && records().start(i) < end; ++i) {
            if (is(i, id)) return i;
        }
        return kNone;
    }
    /// The first by shallow search, kNone for none.
    [[nodiscard]] std::uint32_t child(std::uint32_t in, Id id) const {
        if (in >= records().size()) return kNone;
        const std::uint32_t end = records().end(in);
        for (std::uint32_t i = in + 1; i < records().size() && records().start(i) < end;
             i = records().firstAfter(i, records().end(i))) {
            if (is(i, id)) return i;
        }
        return kNone;
    }

    /// What of a list follows its name.
    [[nodiscard]] Lexer content(std::uint32_t list) const {
        Lexer lexer(bytes_, records().start(list) + 1, records().end(list));
        if (list != kAll) (void)lexer.next();
        return lexer;
    }
    /// The word or text that follows the name of a list; a token of another kind when there is none.
    [[nodiscard]] Token atom(std::uint32_t list) const {
        if (list >= records().size()) return {};
        const Token token = content(list).next();
        return token.isAtom() ? token : Token{};
    }
    [[nodiscard]] Text text(std::uint32_t list) const { return cut(atom(list).text); }
    [[nodiscard]] std::string_view view(Text text) const { return core::view(bytes_, text); }
    /// As the tools keep a text.
    [[nodiscard]] static Text cut(Text text) {
        constexpr std::uint32_t kLongest = 1023;
        return {text.offset, std::min(text.length, kLongest)};
    }

    /// Calls `visit(token)` for all words and texts in a list, however deep, in their order, but for its name.
    template <class Visit>
    void eachAtom(std::uint32_t list, Visit visit) const {
        if (list >= records().size()) return;
        Lexer lexer = content(list);
        for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next()) {
            if (token.isAtom()) visit(token);
        }
    }
    [[nodiscard]] double number(const Token& token) const { return numberOf(view(token.text)); }
    /// The first number in a list.
    [[nodiscard]] double number(std::uint32_t list, double otherwise) const {
        std::optional<double> found;
        eachAtom(list, [&](const Token& token) {
            if (!found) found = number(token);
        });
        return found.value_or(otherwise);
    }
    /// Numbers in a list in their order; those that are missing are 0.
    template <std::size_t N>
    [[nodiscard]] std::array<float, N> numbers(std::uint32_t list) const {
        std::array<float, N> out{};
        std::size_t i = 0;
        eachAtom(list, [&](const Token& token) {
            if (i < N) out[i++] = floatOf(number(token));
        });
        return out;
    }

    /// Calls `visit(numbers)` for the rows of a table: the lists in the list that follows the name. Which the numbers
    /// are, brackets in a row do not matter.
    template <class Visit>
    void eachRow(std::uint32_t list, Visit visit) const {
        if (list >= records().size()) return;
        Lexer lexer = content(list);
        std::vector<float> row;
        std::uint32_t depth = 0;
        for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next()) {
            if (token.kind == Token::Kind::Open) {
                if (++depth == kRow) row.clear();
            } else if (token.kind == Token::Kind::Close) {
                if (depth == kRow) visit(row);
                // The bracket of the table itself.
                if (depth == 1 || depth == 0) return;
                --depth;
            } else if (depth >= kRow) {
                row.push_back(floatOf(number(token)));
            }
        }
        if (depth >= kRow) visit(row);
    }

private:
    /// Lists around a number in a row.
    static constexpr std::uint32_t kRow = 2;

    [[nodiscard]] const core::Records& records() const { return document_.records; }

    const core::Document& document_;
    Bytes bytes_;
};

/// A number without its fraction, as far as 32 bits can hold it.
[[nodiscard]] constexpr std::uint32_t wholeOf(double number) {
    constexpr double kMost = 4294967295.0;
    // Neither is true of what is no number.
    if (!(number > 0)) return 0;
    return number < kMost ? static_cast<std::uint32_t>(number) : core::kNone;
}

}  // namespace lta
