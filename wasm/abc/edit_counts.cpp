// Counters of the header that were right stay right; wrong ones stay as they are.
#include <algorithm>

#include "editor.h"

namespace abc {

using schema::Id;

void ModelEditor::noteCounters(const Document& before) {
    right_.clear();
    isWeightCountRight_ = false;
    const FieldReader fields(before);
    const auto header = fields.section(Id::HeaderSection);
    if (!before.faults.empty() || !header) return;
    const std::vector<HeaderCounter> counters = headerCounters(before);
    for (const HeaderCounter& counter : counters) {
        if (fields.number<std::uint32_t>(*header, counter.name) == counter.actual) right_.push_back(counter.name);
    }
    const auto pieces = fields.section(Id::PiecesSection);
    isWeightCountRight_ = pieces && fields.number<std::uint32_t>(*pieces, "WeightCount") == weightsIn(counters);
}

void ModelEditor::recount() {
    if (right_.empty() && !isWeightCountRight_) return;
    const Document& now = state();
    const auto header = now.place(Id::HeaderSection);
    if (!now.faults.empty() || !header) return;
    const std::vector<HeaderCounter> counters = headerCounters(now);
    const auto set = [&](const Place& section, std::string_view name, std::uint64_t value) {
        if (const auto field = now.walk().fieldOf(section, name))
            overwrite(field->start, static_cast<std::uint32_t>(value));
    };
    for (const HeaderCounter& counter : counters) {
        if (std::find(right_.begin(), right_.end(), counter.name) != right_.end())
            set(*header, counter.name, counter.actual);
    }
    const auto pieces = now.place(Id::PiecesSection);
    if (isWeightCountRight_ && pieces) set(*pieces, "WeightCount", weightsIn(counters));
}

}  // namespace abc
