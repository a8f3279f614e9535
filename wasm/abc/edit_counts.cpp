// Counters that were right stay right; wrong ones stay as they are.
#include <algorithm>

#include "editor.h"

namespace abc {

using schema::Id;

namespace {

/// The names of the counters that count the elements of a list of this type, alone or among others.
std::vector<FieldName> namesOfCounters(schema::Type type) {
    if (type == schema::Type(Id::Face)) return {"FaceCount"};
    if (type == schema::Type(Id::Weight)) return {"WeightCount"};
    if (type == schema::Type(Id::Socket)) return {"SocketCount"};
    if (type == schema::Type(Id::WeightSet)) return {"WeightSetCount"};
    if (type == schema::Type(Id::Piece)) return {"PieceCount", "FaceCount", "VertexCount", "WeightCount"};
    return {};
}

bool isAmong(const std::vector<FieldName>& names, FieldName name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void ModelEditor::noteCounters(const Document& before) {
    right_.clear();
    wrong_.clear();
    notedOf_ = generation();
    const FieldReader fields(before);
    if (!before.faults.empty() || !fields.section(Id::HeaderSection)) return;
    for (const Counter& counter : countersOf(before)) {
        const auto section = fields.section(counter.section);
        if (!section) continue;
        const auto stored = fields.number<std::uint32_t>(*section, counter.name);
        if (stored == counter.actual) {
            right_.push_back(counter);
        } else {
            wrong_.push_back({counter, stored});
        }
    }
}

bool ModelEditor::isCountable(const ListAt& list) {
    // What an element of another list holds is not counted.
    if (list.array.type != schema::Type(Id::Piece)) return true;
    if (notedOf_ != generation()) noteCounters(state());
    const auto names = namesOfCounters(list.array.type);
    return std::none_of(wrong_.begin(), wrong_.end(),
                        [&](const WrongCounter& one) { return isAmong(names, one.counter.name); });
}

void ModelEditor::collected(const ListAt& list, const Shift& shift) {
    const std::uint32_t size = list.array.count;
    const auto names = namesOfCounters(list.array.type);
    std::erase_if(wrong_, [&](WrongCounter& one) {
        if (!isAmong(names, one.counter.name)) return false;
        one.counter.actual += std::uint64_t{shift.sizeAfter(size)} - size;
        if (one.counter.actual != one.stored) return false;
        right_.push_back(one.counter);
        return true;
    });
}

void ModelEditor::recount() {
    if (right_.empty()) return;
    const Document& now = state();
    const FieldReader fields(now);
    if (!now.faults.empty() || !fields.section(Id::HeaderSection)) return;
    for (const Counter& counter : countersOf(now)) {
        const bool isRight =
            std::any_of(right_.begin(), right_.end(), [&](const Counter& one) { return one.isSameField(counter); });
        const auto section = isRight ? fields.section(counter.section) : std::nullopt;
        const auto field = section ? fields.field(*section, counter.name) : std::nullopt;
        if (field) overwrite(field->start, static_cast<std::uint32_t>(counter.actual));
    }
}

}  // namespace abc
