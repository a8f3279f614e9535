// Changes of lists that are collected, so that the file is read again once for many of them. What cannot be collected
// is made at once, and so is what would be refused, because what is said of it depends on all that came before.
#include <algorithm>
#include <charconv>

#include "editor.h"

namespace core {

using schema::Repeat;

/// What is read wrongly, or reaches beyond the file, may be read in another way after each change.
bool Editor::canCollect() {
    if (collected_.empty()) {
        const Document& state = settled();
        const bool isChained = state.chainEnd == ChainEnd::Last || state.chainEnd == ChainEnd::AtEnd;
        isCollectable_ = isChained && state.faults.empty() && state.variants.empty();
    }
    return isCollectable_ && !isOneByOne_;
}

/// The list that a path means now, as the file has it that was read last.
std::optional<ListAt> Editor::collectedAt(std::string_view path) {
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
        if (at == path.size()) {
            list.parent = *parent;
            list.array = *array;
            return list;
        }
        const auto changed = collected_.find(keyOf(*parent, *array));
        if (changed != collected_.end()) {
            if (list.index >= changed->second.elements.size()) return std::nullopt;
            list.index = changed->second.elements.original(list.index);
            if (list.index == kNone) return std::nullopt;
        }
        list.path += '[' + std::to_string(list.index) + ']';
    }
}

bool Editor::holdsCollected(const Place& array) const {
    // They are ordered by where their structs begin, the last one first.
    const auto next = collected_.lower_bound({~(array.end - 1), nullptr});
    return array.end > array.start && next != collected_.end() && ~next->first.first >= array.start;
}

bool Editor::collect(const Operation& operation) {
    if (!canCollect()) return false;
    auto list = collectedAt(operation.path);
    if (!list || list->array.field->repeat != Repeat::Counted || holdsCollected(list->array)) return false;
    const ListKey key = keyOf(list->parent, list->array);
    const auto known = collected_.find(key);
    const Place array = list->array;
    if (known != collected_.end()) list->array.count = known->second.elements.size();
    const auto shift = shiftOf(*list, operation);
    auto made = shift && !shift->isNothing() ? collectable(*list, *shift, operation) : std::nullopt;
    const auto counter = made ? counterOf(*list, shift->sizeAfter(list->array.count)) : std::nullopt;
    refusal_.reset();
    if (!counter) return false;
    if (collected_.empty()) beforeCounted(*document_);
    auto& changed = collected_.try_emplace(key, Collected{*list, array, {}, ChangedList(array.count)}).first->second;
    const auto startsAt = [&](std::uint32_t index) { return startOf(array, index); };
    const auto size = shift->copied == kNone ? std::optional(static_cast<std::uint32_t>(made->size()))
                                             : changed.elements.sizeOf(shift->copied, startsAt);
    const bool hasRoom = size && bytes_.size() + collectedBytes_ + *size <= kMaxFileSize;
    if (!hasRoom || !changed.elements.change(*shift, std::move(*made))) return false;
    collectedBytes_ += *size;
    changed.path = operation.path.substr(0, operation.path.rfind('['));
    lists_.push_back({operation_, changed.path, shift->kind, shift->index, shift->count, shift->to});
    collected(*list, *shift);
    return true;
}

void Editor::makeCollected() {
    // Of two lists that end at one place, that in the other one comes first.
    for (const auto& each : collected_) {
        const Collected& changed = each.second;
        const auto counter = counterOf(changed.list, changed.elements.size());
        const auto at = document_->walk().fieldOf(changed.list.parent, changed.array.field->counterName);
        if (counter && at) splices_.add(at->start, at->end, *counter);
        changed.elements.addTo(splices_, bytes_, [&](std::uint32_t index) { return startOf(changed.array, index); });
    }
}

void Editor::checkCollected() {
    const Document& state = *document_;
    const Walk walk = state.walk();
    isMisread_ = !state.faults.empty() || splices_.isContradictory() ||
                 !std::all_of(collected_.begin(), collected_.end(), [&](const auto& each) {
                     const auto array = walk.resolve(each.second.path);
                     return (array ? array->count : 0) == each.second.elements.size();
                 });
    collected_.clear();
    collectedBytes_ = 0;
}

}  // namespace core
