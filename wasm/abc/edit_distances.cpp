// Levels of detail that come and go with their distances: what vertices collapse to leads to the level that follows.
#include <cmath>
#include <numeric>

#include "editor.h"

namespace abc {

using schema::Id;
using schema::Var;

namespace {

/// Between the distances that are added after the last one.
constexpr float kLevelDistance = 100;
/// Vertices that a byte can refer to.
constexpr std::uint32_t kMostByByte = 256;

}  // namespace

std::optional<std::vector<EditValue>> ModelEditor::distances(const ListAt& list, const Shift& shift, Values values) {
    const auto distance = [&](std::uint32_t i) { return load<float>(elementOf(list, i), 0); };
    std::vector<EditValue> made;
    float before = shift.index > 0 && isNew(shift) ? distance(shift.index - 1) : 0;
    for (std::uint32_t i = 0; isNew(shift) && i < shift.count; ++i) {
        const bool isLast = shift.index >= list.size;
        const float next = isLast ? before + 2 * kLevelDistance : distance(shift.index);
        before += (next - before) / (isLast ? 2.0F : static_cast<float>(shift.count - i + 1));
        const EditValue* given = valueAt(values, i);
        if (given == nullptr && !std::isfinite(before)) {
            refuse("The distance needs a value.");
            return std::nullopt;
        }
        made.push_back(given != nullptr ? *given : EditValue{double{before}});
    }
    return made;
}

ModelEditor::Plan ModelEditor::planOfLevels(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead()) return std::nullopt;
    if (!state().dialect.has(schema::Feature::LodsByDistances)) {
        return refused(
            "In this file, the number of levels of a piece comes from Header.LODCount, not from the number of "
            "distances.");
    }
    if (shift.kind == ListChange::Kind::Move) {
        return refused("The order of the distances is fixed: the vertices of a level refer to those of the next one.");
    }
    const std::span<const ListAt> levels = parallelTo(Var::LodDistanceCount, list.array.count);
    std::size_t pieces = 0;
    eachOf(FieldReader(state()).section(Id::PiecesSection), "Pieces", [&](const Place&) { ++pieces; });
    if (levels.size() != pieces)
        return refused("The pieces do not have exactly one level more than there are distances.");
    const bool isByte = state().dialect.has(schema::Feature::ByteVertexCounts);
    for (const ListAt& each : levels) {
        if (!isByte || shift.kind != ListChange::Kind::Insert) break;
        const Bytes level = elementOf(listOf(each.parent, each.array), shift.index);
        const auto vertices = numberIn<std::uint32_t>(state().dialect, level, Id::Lod, FieldName("VertexCount"));
        if (vertices > kMostByByte)
            return refused(
                "A level refers to vertices of the next one with a single byte, so the next one can have at most 256.");
    }
    const auto given = distances(list, shift, values);
    if (!given) return std::nullopt;
    Plan plan = plainPlan(list, shift, *given);
    if (!plan) return std::nullopt;
    plan->hasConsequences = true;
    for (const ListAt& each : levels) {
        // The level after a distance comes and goes with it.
        Shift there = shift;
        ++there.index;
        if (shift.copied != kNone) ++there.copied;
        if (isNew(shift)) {
            there.count = 1;
            there.copied = shift.index;
        }
        plan->edits.insert(plan->edits.end(), isNew(shift) ? shift.count : 1,
                           {listOf(each.parent, each.array), there, {}});
    }
    return plan;
}

void ModelEditor::noteLeads(const ListAt& levels, const ChangedList& changes) {
    const auto subsOf = [&](std::uint32_t level) {
        std::vector<std::uint32_t> subs;
        eachSub(state(), state().walk().element(levels.array, level),
                [&](std::uint32_t at, std::uint32_t width) { subs.push_back(loadUnsigned(state().bytes, at, width)); });
        return subs;
    };
    for (std::uint32_t level = 0; level < changes.size(); ++level) {
        const std::uint32_t from = changes.origin(level);
        // What the last one leads to is stale, also through those that were after it.
        const std::uint32_t to = level + 1 < changes.size() ? changes.origin(level + 1) : levels.array.count;
        if (to == from + 1) continue;
        std::vector<std::uint32_t> leads = subsOf(from);
        // A level and its copy have the same vertices.
        if (to == from) std::iota(leads.begin(), leads.end(), 0U);
        for (std::uint32_t through = from + 1; through < to; ++through) {
            const std::vector<std::uint32_t> next = subsOf(through);
            for (std::uint32_t& lead : leads) {
                if (lead < next.size()) lead = next[lead];
            }
        }
        leads_.push_back({levels.parent.index, level, std::move(leads)});
    }
}

void ModelEditor::setLeads() {
    if (leads_.empty()) return;
    const FieldReader fields(state());
    const auto pieces = fields.field(*fields.section(Id::PiecesSection), "Pieces");
    for (const Leads& leads : leads_) {
        const auto levels = fields.field(state().walk().element(*pieces, leads.piece), "LODs");
        auto lead = leads.vertices.begin();
        eachSub(state(), state().walk().element(*levels, leads.level),
                [&](std::uint32_t at, std::uint32_t width) { overwrite(at, width, *lead++); });
    }
}

}  // namespace abc
