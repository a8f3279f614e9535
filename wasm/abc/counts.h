// The counters of v9 and later that repeat what lists elsewhere in the file have: what they should be. The schema says
// which they are (`counts`, `countsEach`, Meaning::StringCount and StringBytes).
#pragma once

#include "field_name.h"
#include "parse.h"

namespace abc {

/// A field of a section that counts what lists have.
struct Counter {
    schema::Id section = schema::Id::HeaderSection;
    const schema::Field* field = nullptr;
    std::uint64_t actual = 0;

    [[nodiscard]] bool isSameField(const Counter& other) const { return field == other.field; }
};

/// The counters by the lists of a document all of whose sections were read to their ends (abc.md §3.2), in the order of
/// the fields. Those of what each list has are not among them where there is none.
[[nodiscard]] std::vector<Counter> countersOf(const Document& document);

/// What changes in a file when the elements of a list do, as far as it is counted.
class CountedBy {
public:
    /// @param holder the struct that has the list
    CountedBy(const Dialect& dialect, const schema::Struct& holder, const schema::Field& list);

    /// Whether this counter may be another after a change of the list.
    [[nodiscard]] bool operator()(const Counter& counter) const;
    /// Whether it is by as many as the list has elements more: else by what the elements hold.
    [[nodiscard]] bool isByElement() const;

private:
    /// The list, and what is in its elements.
    void add(const schema::Field& list);
    /// The lists that go by a count.
    void addParallel(core::schema::Var var);

    const Dialect& dialect_;
    core::schema::Meaning own_;
    /// Their meanings, also of those that nothing counts.
    std::vector<core::schema::Meaning> lists_;
    bool hasTexts_ = false;
};

}  // namespace abc
