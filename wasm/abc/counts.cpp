#include "counts.h"

#include <algorithm>
#include <map>

#include "core/reach.h"
#include "strings.h"

namespace abc {

using schema::Field;
using schema::Meaning;
using schema::Repeat;

namespace {

bool countsLists(const Field& field) {
    return field.countedLists != core::schema::Meaning();
}
bool countsTexts(const Field& field) {
    return FieldName(Meaning::StringCount)(field) || FieldName(Meaning::StringBytes)(field);
}

/// How many elements the lists of a meaning have.
struct Elements {
    std::uint64_t all = 0;
    std::optional<std::uint64_t> ofFirst;
};

/// Calls `visit(section, field)` for the counters of a version.
template <class Visit>
void eachCounter(const Dialect& dialect, Visit visit) {
    for (const SectionKind& section : dialect.version().sections) {
        for (const Field& field : dialect.describe(section.id).fields) {
            if (dialect.has(field) && (countsLists(field) || countsTexts(field))) visit(section, field);
        }
    }
}

class Counting {
public:
    explicit Counting(const Document& document) {
        eachCounter(document.dialect, [this](const SectionKind&, const Field& counter) {
            if (countsLists(counter)) lists_.try_emplace(counter.countedLists.index());
        });
        // No version counts texts alone.
        if (lists_.empty()) return;
        const auto isCounted = [this](const Field& field) { return lists_.contains(field.meaning.index()); };
        core::eachList(document, isCounted, [this](const Field& list, std::uint64_t elements) {
            Elements& sum = lists_.find(list.meaning.index())->second;
            if (!sum.ofFirst) sum.ofFirst = elements;
            sum.all += elements;
        });
        std::vector<Text> texts;
        const auto isTallied = [](const Field& field) { return field.isTallied; };
        core::eachField(document, isTallied, [&](const Field&, std::uint32_t offset, std::uint32_t) {
            const Text text = loadText(document.bytes, offset);
            // Most keyframes have no string.
            if (text.length > 0) texts.push_back(text);
        });
        texts_ = tally(document.bytes, std::move(texts));
    }

    /// Nothing where it counts what each of no lists has.
    [[nodiscard]] std::optional<std::uint64_t> of(const Field& counter) const {
        if (!countsLists(counter)) return FieldName(Meaning::StringCount)(counter) ? texts_.count : texts_.length;
        const Elements& sum = lists_.find(counter.countedLists.index())->second;
        return counter.isOfEach ? sum.ofFirst : sum.all;
    }

private:
    std::map<std::size_t, Elements> lists_;
    StringTally texts_;
};

}  // namespace

std::vector<Counter> countersOf(const Document& document) {
    const Counting counting(document);
    std::vector<Counter> out;
    eachCounter(document.dialect, [&](const SectionKind& section, const Field& field) {
        if (const auto actual = counting.of(field)) out.push_back({section.id.as<schema::Id>(), &field, *actual});
    });
    return out;
}

CountedBy::CountedBy(const Dialect& dialect, const schema::Struct& holder, const Field& list)
    : dialect_(dialect), own_(list.meaning) {
    add(list);
    if (list.repeat == Repeat::Counted) addParallel(holder.fields[list.counter].setsVar);
}

bool CountedBy::isByElement() const {
    return !hasTexts_ && lists_.size() == 1 && lists_.front() == own_;
}

bool CountedBy::operator()(const Counter& counter) const {
    if (countsTexts(*counter.field)) return hasTexts_;
    return std::find(lists_.begin(), lists_.end(), counter.field->countedLists) != lists_.end();
}

void CountedBy::add(const Field& list) {
    if (list.meaning != core::schema::Meaning()) lists_.push_back(list.meaning);
    if (list.type.isScalar()) return;
    for (const Field& field : dialect_.describe(list.type.id()).fields) {
        if (!dialect_.has(field)) continue;
        hasTexts_ = hasTexts_ || field.isTallied;
        if (field.isRuntimeArray()) add(field);
    }
}

void CountedBy::addParallel(core::schema::Var var) {
    if (var == core::schema::Var()) return;
    for (const schema::Struct& holder : dialect_.version().tables.structs) {
        for (const Field& field : holder.fields) {
            if (dialect_.has(field) && field.repeat == Repeat::Per && field.var == var) add(field);
        }
    }
}

}  // namespace abc
