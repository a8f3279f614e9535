// Lists that run parallel to another one: as the schema says which have one element for each of it.
#include "core/reach.h"
#include "editor.h"

namespace abc {

std::span<const ListAt> ModelEditor::parallelTo(core::schema::Var var, std::uint32_t count, const Place* within) {
    if (parallelIn_ != generation()) parallel_.clear();
    parallelIn_ = generation();
    const auto [known, isNewKey] = parallel_.try_emplace({var, within == nullptr ? kNone : within->start});
    std::vector<ListAt>& lists = known->second;
    if (!isNewKey) return lists;
    const Context& counts = context();
    const auto add = [&](const Place& parent, const Place& array) {
        // An array whose elements have no bytes has none, and nothing comes or goes.
        if (array.count == count + array.field->count) lists.push_back({{}, parent, array, 0, array.count});
    };
    if (within != nullptr) {
        core::eachPer(state(), counts, *within, var, add);
    } else {
        core::eachPer(state(), counts, var, add);
    }
    return lists;
}

bool ModelEditor::shiftParallel(ListPlan& plan, std::span<const ListAt> lists, const Shift& shift, Fill fill) {
    for (const ListAt& each : lists) {
        ListEdit edit{listOf(each.parent, each.array), shift, {}};
        if (isNew(shift)) {
            auto made = fill(edit.list);
            if (!made) return false;
            edit.made = std::move(*made);
        }
        plan.edits.push_back(std::move(edit));
    }
    return true;
}

std::optional<NewElements> ModelEditor::usualElements(const ListAt& list, const Shift& shift) {
    if (!list.array.field->isLikeBefore || list.size == 0) return newElements(list, shift, {}, context());
    const Bytes before = elementOf(list, shift.index > 0 ? shift.index - 1 : 0);
    if (!hasRoom(product(before.size(), shift.count))) return std::nullopt;
    NewElements made;
    made.bytes.reserve(before.size() * shift.count);
    for (std::uint32_t i = 0; i < shift.count; ++i) made.add(before);
    return made;
}

}  // namespace abc
