#include "text_form.h"

#include <charconv>

#include "lexer.h"
#include "schema.h"

namespace lta {
namespace {

using core::kNone;
using core::Place;
using core::Record;
using core::Records;
using core::schema::Scalar;
using Step = core::TextForm::Step;
using Kind = Token::Kind;

Place leafOf(Bytes bytes, const Token& token, std::uint32_t index) {
    Place place;
    place.kind = Place::Kind::Leaf;
    place.type = Scalar::Quoted;
    if (token.kind == Kind::Word) {
        place.type = isNumber(view(bytes, token.text)) ? Scalar::Number : Scalar::Word;
    }
    place.start = token.start;
    place.end = token.end;
    place.index = index;
    place.parity = (index & 1U) != 0;
    return place;
}

Place listOf(std::uint32_t start, std::uint32_t end, std::uint32_t index) {
    Place place;
    place.kind = Place::Kind::Struct;
    place.type = core::schema::StructId(schema::Id::List);
    place.start = start;
    place.end = end;
    place.index = index;
    return place;
}

Place placeOf(const Records& records, std::uint32_t index) {
    const Record& record = records[index];
    Place place = listOf(record.start, record.end, record.first);
    place.type = record.type;
    place.state = record.state;
    place.record = index;
    if (record.type.isScalar()) {
        place.kind = Place::Kind::Leaf;
        // What follows where reading stopped is no element.
        if (record.state == core::State::Unparsed) place.index = kNone;
    }
    return place;
}

/// Calls `visit` for the elements in [start, end), the first of which has the index `index`. Returns whether to go on.
bool eachElement(Bytes bytes, std::uint32_t start, std::uint32_t end, std::uint32_t index, std::uint32_t from,
                 Step visit) {
    Lexer lexer(bytes, start, end);
    for (;;) {
        const Token token = lexer.next();
        if (token.kind == Kind::End) return true;
        // It is that of the list itself, or one too many.
        if (token.kind == Kind::Close) continue;
        const bool isList = token.kind == Kind::Open;
        const std::uint32_t behind = isList ? lexer.skipList() : token.end;
        const std::uint32_t at = index++;
        if (behind <= from) continue;
        if (!visit(isList ? listOf(token.start, behind, at) : leafOf(bytes, token, at))) return false;
    }
}

/// The first record in a list that ends behind `from`; that may also be one behind the list.
std::uint32_t firstFrom(const Records& records, const Place& list, std::uint32_t from) {
    if (from <= list.start) return list.record + 1;
    const std::uint32_t around = records.childAbove(records.innermost(from), list.record);
    return around != kNone ? around : records.firstAfter(list.record, from);
}

bool isIn(const Records& records, std::uint32_t record, const Place& list) {
    return record < records.size() && records.parent(record) == list.record;
}

void children(const core::FileBytes& bytes, const Records& records, const Place& list, std::uint32_t from, Step visit) {
    if (list.record == kNone) {
        (void)eachElement(bytes, list.start + 1, list.end, 0, from, visit);
        return;
    }
    for (std::uint32_t i = firstFrom(records, list, from); isIn(records, i, list);
         i = records.firstAfter(i, records.end(i))) {
        const Record& record = records[i];
        const bool goesOn = isRun(record) ? eachElement(bytes, record.start, record.end, record.first, from, visit)
                                          : visit(placeOf(records, i));
        if (!goesOn) return;
    }
}

std::uint32_t childCount(const core::FileBytes& bytes, const Records& records, const Place& list) {
    if (list.record != kNone) return elementsOf(records[list.record]);
    std::uint32_t count = 0;
    (void)eachElement(bytes, list.start + 1, list.end, 0, 0, [&count](const Place&) {
        ++count;
        return true;
    });
    return count;
}

std::optional<Place> elementAt(const core::FileBytes& bytes, const Records& records, const Place& list,
                               std::uint32_t index) {
    std::uint32_t from = list.start;
    if (list.record != kNone) {
        // The last record that begins at the element or before it: it is that, or holds it.
        const auto isBefore = [&](const Record& record) {
            return record.first <= index && record.state != core::State::Unparsed;
        };
        for (std::uint32_t i = list.record + 1; isIn(records, i, list) && isBefore(records[i]);
             i = records.firstAfter(i, records.end(i))) {
            from = records.start(i);
        }
    }
    std::optional<Place> found;
    children(bytes, records, list, from, [&](const Place& child) {
        if (child.index == index) found = child;
        return child.index < index;
    });
    return found;
}

std::optional<Place> resolve(const core::FileBytes& bytes, const Records& records, const core::Walk& walk,
                             const Place& list, std::string_view& path) {
    std::optional<Place> found;
    std::size_t length = path.size();
    const std::size_t bracket = path.find('[');
    if (bracket == std::string_view::npos) {
        // What was not read is last, and no element.
        children(bytes, records, list, list.end - 1, [&found](const Place& rest) {
            if (rest.index == kNone) found = rest;
            return false;
        });
    } else {
        std::uint32_t index = 0;
        const auto [end, error] = std::from_chars(path.data() + bracket + 1, path.data() + path.size(), index);
        if (error != std::errc() || end == path.data() + path.size() || *end != ']') return std::nullopt;
        length = static_cast<std::size_t>(end + 1 - path.data());
        found = elementAt(bytes, records, list, index);
    }
    if (!found) return std::nullopt;
    // The name behind that of a list: only then all of them are spelt as in a path.
    std::string spelt = "x";
    walk.appendName(*found, spelt);
    if (std::string_view(spelt).substr(1) != path.substr(0, length)) return std::nullopt;
    path.remove_prefix(length);
    return found;
}

/// The text that a list has behind its name, or at its start; or that of the first list in it, where that names it.
core::Text label(const core::FileBytes& bytes, const Place& list) {
    if (list.record != kNone && list.index == kNone) return {};
    Lexer lexer(bytes, list.start + 1, list.end);
    Token token = lexer.next();
    if (token.kind == Kind::Quoted) return token.text;
    if (token.kind != Kind::Word) return {};
    token = lexer.next();
    if (token.kind == Kind::Quoted) return token.text;
    if (token.kind != Kind::Open) return {};
    token = lexer.next();
    switch (token.kind == Kind::Word ? schema::idOf(view(bytes, token.text)) : schema::Id::List) {
        case schema::Id::Name:
        case schema::Id::Parent:
        case schema::Id::Target:
        case schema::Id::Filename: break;
        default: return {};
    }
    token = lexer.next();
    return token.isAtom() ? token.text : core::Text{};
}

}  // namespace

const core::TextForm& textForm() {
    static const core::TextForm form{&children, &childCount, &resolve, &label, schema::Id::List};
    return form;
}

}  // namespace lta
