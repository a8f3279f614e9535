// Counters that were right stay right; wrong ones stay as they are.
#include <algorithm>

#include "editor.h"

namespace abc {

void ModelEditor::noteCounters(const Document& before) {
    right_.clear();
    wrong_.clear();
    const FieldReader fields(before);
    if (!before.faults.empty()) return;
    for (const Counter& counter : countersOf(before)) {
        const auto section = fields.section(counter.section);
        if (!section) continue;
        const auto stored = fields.number<std::uint32_t>(*section, FieldName(*counter.field));
        if (stored == counter.actual) {
            right_.push_back(counter);
        } else {
            wrong_.push_back({counter, stored});
        }
    }
}

bool ModelEditor::isCountable(const ListAt& list) const {
    if (wrong_.empty()) return true;
    const CountedBy counted(state().dialect, holderOf(*list.array.field), *list.array.field);
    return counted.isByElement() ||
           std::none_of(wrong_.begin(), wrong_.end(), [&](const WrongCounter& one) { return counted(one.counter); });
}

void ModelEditor::collected(const ListAt& list, const Shift& shift) {
    if (FieldName(schema::Meaning::Nodes)(*list.array.field)) {
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t i = 0; isNew(shift) && i < shift.count; ++i) {
            numbers.push_back(numberIn<std::uint16_t>(state().dialect, elementOf(list, shift.index + i),
                                                      list.array.type, schema::Meaning::NodeNumber));
        }
        tree_->change(shift, numbers);
    }
    if (wrong_.empty()) return;
    const CountedBy counted(state().dialect, holderOf(*list.array.field), *list.array.field);
    if (!counted.isByElement()) return;
    std::erase_if(wrong_, [&](WrongCounter& one) {
        if (!counted(one.counter)) return false;
        one.counter.actual += std::uint64_t{shift.sizeAfter(list.size)} - list.size;
        if (one.counter.actual != one.stored) return false;
        right_.push_back(one.counter);
        return true;
    });
}

void ModelEditor::recount() {
    if (right_.empty()) return;
    const Document& now = state();
    const FieldReader fields(now);
    if (!now.faults.empty()) return;
    for (const Counter& counter : countersOf(now)) {
        const bool isRight =
            std::any_of(right_.begin(), right_.end(), [&](const Counter& one) { return one.isSameField(counter); });
        const auto section = isRight ? fields.section(counter.section) : std::nullopt;
        const auto field = section ? fields.field(*section, FieldName(*counter.field)) : std::nullopt;
        if (field) overwrite(field->start, 4, static_cast<std::uint32_t>(counter.actual));
    }
}

}  // namespace abc
