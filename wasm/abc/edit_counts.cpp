// Counters that were right stay right; wrong ones stay as they are.
#include <algorithm>

#include "editor.h"

namespace abc {

using schema::Id;

namespace {

/// Counters that a change of a list can change.
struct Counted {
    std::vector<FieldName> names;
    /// By as many as the list has elements more: else by what the elements hold.
    bool isByElement = false;
};

Counted countedOf(const schema::Field& list) {
    if (FieldName("LODDistances")(list)) return {{"LODCount", "FaceCount", "VertexCount", "WeightCount"}};
    if (list.type.isScalar()) return {};
    switch (static_cast<Id>(list.type.id().index())) {
        case Id::Face: return {{"FaceCount"}, true};
        case Id::Weight: return {{"WeightCount"}, true};
        case Id::Socket: return {{"SocketCount"}, true};
        case Id::WeightSet: return {{"WeightSetCount"}, true};
        case Id::Vertex: return {{"VertexCount", "WeightCount"}};
        case Id::Piece: return {{"PieceCount", "FaceCount", "VertexCount", "WeightCount", "LODCount"}};
        case Id::Node: return {{"NodeCount", "StringCount", "StringLengthTotal"}};
        case Id::ChildModel: return {{"ChildModelCount", "StringCount", "StringLengthTotal"}};
        case Id::Animation: return {{"AnimationCount", "KeyframeCount", "StringCount", "StringLengthTotal"}};
        case Id::Keyframe: return {{"KeyframeCount", "StringCount", "StringLengthTotal"}};
        default: return {};
    }
}

bool isAmong(const std::vector<FieldName>& names, FieldName name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void ModelEditor::noteCounters(const Document& before) {
    right_.clear();
    wrong_.clear();
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

bool ModelEditor::isCountable(const ListAt& list) const {
    const Counted counted = countedOf(*list.array.field);
    return counted.isByElement || std::none_of(wrong_.begin(), wrong_.end(), [&](const WrongCounter& one) {
               return isAmong(counted.names, one.counter.name);
           });
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
    const Counted counted = countedOf(*list.array.field);
    if (!counted.isByElement) return;
    std::erase_if(wrong_, [&](WrongCounter& one) {
        if (!isAmong(counted.names, one.counter.name)) return false;
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
    if (!now.faults.empty() || !fields.section(Id::HeaderSection)) return;
    for (const Counter& counter : countersOf(now)) {
        const bool isRight =
            std::any_of(right_.begin(), right_.end(), [&](const Counter& one) { return one.isSameField(counter); });
        const auto section = isRight ? fields.section(counter.section) : std::nullopt;
        const auto field = section ? fields.field(*section, counter.name) : std::nullopt;
        if (field) overwrite(field->start, 4, static_cast<std::uint32_t>(counter.actual));
    }
}

}  // namespace abc
