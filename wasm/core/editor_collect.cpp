// Changes of lists are collected, so that the file is read again once for many of them. What would be refused is tried
// once more when all before it is made, because what is said of it depends on that.
#include <algorithm>
#include <charconv>

#include "editor.h"

namespace core {

using schema::Repeat;

std::optional<ListAt> Editor::collectedAt(std::string_view path) const {
    const Walk walk = document_->walk();
    ListAt list;
    for (std::size_t at = 0;;) {
        const std::size_t bracket = path.find('[', at);
        if (bracket == std::string_view::npos) return std::nullopt;
        list.path += path.substr(at, bracket - at);
        const auto [end, error] = std::from_chars(path.data() + bracket + 1, path.data() + path.size(), list.index);
        if (error != std::errc() || end == path.data() + path.size() || *end != ']') return std::nullopt;
        at = static_cast<std::size_t>(end + 1 - path.data());
        const std::size_t dot = list.path.rfind('.');
        if (dot == std::string::npos) return std::nullopt;
        const auto parent = walk.resolve(std::string_view(list.path).substr(0, dot));
        const auto array = parent ? walk.arrayOf(*parent, std::string_view(list.path).substr(dot + 1)) : std::nullopt;
        if (!array) return std::nullopt;
        const auto changed = collected_.find(keyOf(*parent, *array));
        if (at == path.size()) {
            if (!array->field->isRuntimeArray()) return std::nullopt;
            list.parent = *parent;
            list.array = *array;
            list.size = changed == collected_.end() ? array->count : changed->second.elements.size();
            return list;
        }
        if (changed != collected_.end()) {
            const ChangedList& elements = changed->second.elements;
            if (list.index >= elements.size()) return std::nullopt;
            list.index = elements.original(list.index);
            if (list.index == kNone) return std::nullopt;
        }
        list.path += '[' + std::to_string(list.index) + ']';
    }
}

ListAt Editor::listOf(const Place& parent, const Place& array) const {
    const auto changed = collected_.find(keyOf(parent, array));
    const std::uint32_t size = changed == collected_.end() ? array.count : changed->second.elements.size();
    return {{}, parent, array, 0, size};
}

const ChangedList* Editor::changesOf(const ListAt& list) const {
    const auto changed = collected_.find(keyOf(list.parent, list.array));
    return changed == collected_.end() ? nullptr : &changed->second.elements;
}

Bytes Editor::elementOf(const ListAt& list, std::uint32_t index) const {
    const ChangedList* const changes = changesOf(list);
    if (changes == nullptr) return bytesOf(list.array, index, 1);
    return changes->bytesOf(index, bytes_, [&](std::uint32_t element) { return startOf(list.array, element); });
}

void Editor::eachChanged(FunctionRef<void(const ListAt&, const ChangedList&)> visit) const {
    for (const auto& [key, changed] : collected_) visit(changed.list, changed.elements);
}

bool Editor::holdsCollected(const Place& array) const {
    // They are ordered by where their structs begin, the last one first.
    const auto next = collected_.lower_bound({~(array.end - 1), 0, nullptr});
    return array.end > array.start && next != collected_.end() && ~std::get<0>(next->first) >= array.start;
}

bool Editor::goesWithCollected(const ListPlan& plan) const {
    const ListAt& list = plan.edits[0].list;
    const schema::Field* field = plan.hasConsequences ? list.array.field : nullptr;
    if (plan.isAlone || field != collectedField_ || (field == nullptr && holdsCollected(list.array))) return false;
    return std::none_of(plan.edits.begin(), plan.edits.end(), [&](const ListEdit& edit) {
        const ChangedList* const changes = changesOf(edit.list);
        return changes != nullptr && changes->isFull();
    });
}

bool Editor::hasRoomFor(const ListPlan& plan) {
    std::uint64_t more = 0;
    for (const ListEdit& edit : plan.edits) {
        const auto& [list, shift, made] = edit;
        if (shift.kind != ListChange::Kind::Insert) continue;
        if (list.array.field->repeat == Repeat::Counted && !counterOf(list, shift.sizeAfter(list.size))) return false;
        more += made.bytes.size();
        for (std::uint32_t i = 0; shift.copied != kNone && i < shift.count; ++i) {
            more += elementOf(list, shift.copied + i).size();
        }
    }
    if (!hasRoom(collectedBytes_ + more)) return false;
    collectedBytes_ += more;
    return true;
}

bool Editor::collect(const Operation& operation, const ListAt& list) {
    const auto shift = shiftOf(list, operation);
    if (!shift) return false;
    if (shift->isNothing()) return true;
    const Document& state = *document_;
    if (!isCollecting()) {
        beforeCounted(state);
        faultsBefore_ = state.faults.size();
    }
    auto plan = planOf(list, *shift, operation);
    if (!plan || (isCollecting() && !goesWithCollected(*plan)) || !hasRoomFor(*plan)) return false;
    if (!isCollecting()) collectedField_ = plan->hasConsequences ? list.array.field : nullptr;
    const std::string path = operation.path.substr(0, operation.path.rfind('['));
    for (ListEdit& edit : plan->edits) {
        Collected first{edit.list, {}, ChangedList(edit.list.array.count)};
        Collected& changed =
            collected_.try_emplace(keyOf(edit.list.parent, edit.list.array), std::move(first)).first->second;
        changed.elements.change(edit.shift, std::move(edit.made));
        if (&edit == plan->edits.data()) changed.path = path;
    }
    lists_.push_back({operation_, path, shift->kind, shift->index, shift->count, shift->to});
    collected(list, *shift);
    // What is read wrongly, or reaches beyond the file, may be read in another way after each change.
    const bool isChained = state.chainEnd == ChainEnd::Last || state.chainEnd == ChainEnd::AtEnd;
    if (!plan->isAlone && isChained && state.faults.empty() && state.variants.empty()) return true;
    (void)settled();
    return !refusal_;
}

void Editor::makeCollected() {
    beforeMade();
    std::vector<const Collected*> changes;
    for (const auto& [key, changed] : collected_) changes.push_back(&changed);
    // Where several lists end, those in others come first, then those after them, and last those of structs that begin
    // there, which have no elements.
    const auto placeOf = [](const Collected& changed) {
        const auto& [path, parent, array, index, size] = changed.list;
        return std::tuple(array.end, parent.start == array.end, ~parent.start, parent.index, array.field);
    };
    std::sort(changes.begin(), changes.end(),
              [&](const Collected* a, const Collected* b) { return placeOf(*a) < placeOf(*b); });
    for (const Collected* changed : changes) {
        const Place& array = changed->list.array;
        if (array.field->repeat == Repeat::Counted && changed->elements.size() != array.count) {
            const auto counter = counterOf(changed->list, changed->elements.size());
            const auto at = document_->walk().fieldOf(changed->list.parent, array.field->counterName);
            if (counter && at) splices_.add(at->start, at->end, *counter);
        }
        changed->elements.addTo(splices_, bytes_, [&](std::uint32_t index) { return startOf(array, index); });
    }
}

void Editor::checkCollected() {
    const Walk walk = document_->walk();
    for (const auto& [key, changed] : collected_) {
        if (changed.path.empty()) continue;
        const auto array = walk.resolve(changed.path);
        const bool isSame = (array ? array->count : 0) == changed.elements.size();
        if (isSame && document_->faults.size() <= faultsBefore_) continue;
        refuse("The values given for " + changed.path + " cannot be read as its elements.");
        break;
    }
}

}  // namespace core
