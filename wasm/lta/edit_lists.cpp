// Lists of a text that change: elements that come, go and move, with the blanks between them.
#include <algorithm>
#include <charconv>

#include "core/words.h"
#include "editor.h"
#include "spelling.h"

namespace lta {

using core::grouped;
using core::kNone;
using core::ListChange;
using core::schema::Scalar;
using core::schema::Type;
using OperationKind = Operation::Kind;

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Whether two pieces of text would become one word, next to each other.
bool areOne(std::string_view before, std::string_view after) {
    const auto isOfWord = [](char c) { return !isBlank(c) && c != '(' && c != ')' && c != '"'; };
    return !before.empty() && !after.empty() && isOfWord(before.back()) && isOfWord(after.front());
}

}  // namespace

bool Elements::hasName() const {
    return list.record != Lists::kAll && !places.empty() && places[0].type == Type(Scalar::Word);
}

std::string_view TextEditor::text(std::uint32_t start, std::uint32_t end) const {
    return core::view(Bytes(current().bytes), {start, end - start});
}

Elements TextEditor::elementsOf(const Place& list, std::string path) const {
    Elements out{list, std::move(path), {}};
    current().walk().childrenFrom(list, list.start, [&](const Place& child) {
        if (child.index != kNone) out.places.push_back(child);
        return true;
    });
    return out;
}

Elements TextEditor::elementsOf(std::uint32_t list) const {
    const core::Record& record = current().records[list];
    std::string path = pathAt(current(), record.start, record.end);
    const auto place = current().walk().resolve(path);
    return place ? elementsOf(*place, std::move(path)) : Elements();
}

std::optional<Elements> TextEditor::elementsAt(const Operation& operation, std::uint32_t& index) {
    const std::string& path = operation.path;
    const auto refused = [&](std::string reason) {
        refuse(std::move(reason));
        return std::nullopt;
    };
    const std::size_t bracket = path.rfind('[');
    const auto [end, error] = bracket == std::string::npos
                                  ? std::from_chars_result{nullptr, std::errc::invalid_argument}
                                  : std::from_chars(path.data() + bracket + 1, path.data() + path.size(), index);
    if (error != std::errc() || end + 1 != path.data() + path.size() || *end != ']') {
        return refused(core::inQuotes(path) + " does not refer to an element of a list.");
    }
    // The list is what ends before the name of the element: with an index, but for the text as a whole.
    const std::size_t before = path.rfind(']', bracket);
    const std::string list =
        before != std::string::npos ? path.substr(0, before + 1) : path.substr(0, path.find_first_of(".["));
    const auto place = current().walk().resolve(list);
    if (!place || place->kind != Place::Kind::Struct) {
        refuseMissing(path);
        return std::nullopt;
    }
    Elements out = elementsOf(*place, list);
    const bool isNew = operation.kind == OperationKind::Insert;
    const std::uint64_t after = std::uint64_t{index} + (operation.kind == OperationKind::Remove ? operation.count
                                                        : isNew                                 ? 0
                                                                                                : 1);
    if (after > out.size() || (!isNew && !current().walk().resolve(path))) {
        return refused(list + " has " + core::counted(out.size(), "element", "elements") + "; [" +
                       std::to_string(after > out.size() && after > 0 && !isNew ? after - 1 : index) +
                       "] does not exist there by this name.");
    }
    return out;
}

/// What has no blank before it has none before one more; only words need one.
std::string TextEditor::blankBefore(const Elements& elements, std::uint32_t index) const {
    // The first element has what the second one has.
    const std::uint32_t at = index == 0 ? 1 : index;
    if (at >= elements.size()) return " ";
    std::string blank(text(elements.places[at - 1].end, elements.places[at].start));
    std::erase_if(blank, [](char c) { return !isBlank(c); });
    return blank.empty() ? " " : blank;
}

void TextEditor::put(const Elements& elements, std::uint32_t index, std::string_view text) {
    if (index > 0) {
        const std::string blank = blankBefore(elements, index > 1 ? index - 1 : index);
        splices_.insert(elements.places[index - 1].end, asBytes(blank + std::string(text)));
        return;
    }
    const bool isEmpty = elements.size() == 0;
    const bool isWhole = elements.list.record == Lists::kAll;
    const std::uint32_t at = isEmpty ? elements.list.start + (isWhole ? 0 : 1) : elements.places[0].start;
    splices_.insert(at, asBytes(std::string(text) + (isEmpty ? std::string() : blankBefore(elements, 0))));
}

bool TextEditor::insert(const Elements& elements, std::uint32_t index, const Operation& operation) {
    if (operation.values.empty()) {
        // As the one before it, or else the one after it.
        const std::uint32_t first = elements.hasName() ? 1 : 0;
        const std::uint32_t like = index > first ? index - 1 : index;
        if (like >= elements.size()) return refuse(operation.path + " needs a value: the list has no element like it.");
        const Place& place = elements.places[like];
        put(elements, index, text(place.start, place.end));
        changed(elements.list.start, {operation_, elements.path, ListChange::Kind::Insert, index, 1, 0});
        return true;
    }
    std::string made;
    for (const EditValue& value : operation.values) {
        if (!made.empty()) made += ' ';
        const std::string problem = appendElement(value, operation.path, made);
        if (!problem.empty()) return refuse(problem);
    }
    put(elements, index, made);
    const auto count = static_cast<std::uint32_t>(operation.values.size());
    changed(elements.list.start, {operation_, elements.path, ListChange::Kind::Insert, index, count, 0});
    return true;
}

void TextEditor::removeAll(const Elements& elements, const std::vector<std::uint32_t>& indices) {
    for (std::size_t i = 0; i < indices.size();) {
        std::size_t next = i + 1;
        while (next < indices.size() && indices[next] == indices[next - 1] + 1) ++next;
        const std::uint32_t first = indices[i];
        const std::uint32_t last = indices[next - 1];
        const auto& places = elements.places;
        // With the blank before them, or where nothing is before them, with the one after them.
        const bool isFirst = first == 0;
        const std::uint32_t start = isFirst ? places[0].start : places[first - 1].end;
        const std::uint32_t end = isFirst && last + 1 < elements.size() ? places[last + 1].start : places[last].end;
        const bool joins = !isFirst && areOne(text(elements.list.start, start), text(end, elements.list.end));
        splices_.add(start, end, asBytes(joins ? " " : ""));
        changed(start,
                {operation_, elements.path, ListChange::Kind::Remove, first, static_cast<std::uint32_t>(next - i), 0});
        i = next;
    }
}

/// Changes of several lists are told from the last in the file to the first: so none of them moves the list of another.
void TextEditor::changed(std::uint32_t at, core::ListChange change) {
    changes_.emplace(at, std::move(change));
}

void TextEditor::tellChanges() {
    for (auto& [at, change] : changes_) lists_.push_back(std::move(change));
    changes_.clear();
}

std::set<std::uint32_t> TextEditor::belongingTo(std::uint32_t list) const {
    std::set<std::uint32_t> out;
    if (list == kNone) return out;
    const core::Document& state = current();
    const Lists lists(state);
    const Parts parts = partsOf(state);
    const auto shape = [&](std::uint32_t level) {
        const std::string_view name = lists.view(lists.text(level));
        for (const std::uint32_t deformer : parts.deformers) {
            if (lists.view(lists.text(lists.find(deformer, Id::Target))) != name) continue;
            // The command goes with the weights when it has no others.
            const std::uint32_t command = state.records.parent(deformer);
            std::uint32_t inCommand = 0;
            if (lists.is(command, Id::AddDeformer)) lists.each(command, Id::SkelDeformer, [&](auto) { ++inCommand; });
            out.insert(inCommand == 1 ? command : deformer);
        }
    };
    switch (state.records[list].type.id().as<Id>()) {
        case Id::AnimSet:
            if (const std::uint32_t binding = bindingOf(lists, parts, list); binding != kNone) out.insert(binding);
            break;
        case Id::CreateLodGroup: {
            const auto piece = std::find_if(parts.pieces.begin(), parts.pieces.end(),
                                            [&](const Parts::Piece& one) { return one.list == list; });
            if (piece == parts.pieces.end()) break;
            for (std::uint32_t i = 0; i < piece->levelCount; ++i) {
                const std::uint32_t level = parts.levels[piece->firstLevel + i];
                if (level == kNone) continue;
                out.insert(level);
                shape(level);
            }
            break;
        }
        case Id::Shape: shape(list); break;
        default: break;
    }
    return out;
}

std::uint32_t TextEditor::remove(const Elements& elements, std::uint32_t index, std::uint32_t count) {
    if (count == 0) return 0;
    const core::Document& state = current();
    std::vector<std::uint32_t> own;
    std::map<std::uint32_t, std::vector<std::uint32_t>> others;
    const std::uint32_t start = elements.places[index].start;
    const std::uint32_t end = elements.places[index + count - 1].end;
    for (std::uint32_t i = index; i < index + count; ++i) {
        own.push_back(i);
        for (const std::uint32_t other : belongingTo(elements.places[i].record)) {
            const core::Record& record = state.records[other];
            if (record.start >= start && record.start < end) continue;
            std::vector<std::uint32_t>& inList = others[record.parent];
            if (record.parent == elements.list.record) {
                own.push_back(record.first);
            } else {
                inList.push_back(record.first);
            }
        }
    }
    const auto inOrder = [](std::vector<std::uint32_t>& indices) {
        std::sort(indices.begin(), indices.end());
        indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    };
    inOrder(own);
    for (auto& [list, indices] : others) {
        if (indices.empty()) continue;
        inOrder(indices);
        removeAll(elementsOf(list), indices);
    }
    removeAll(elements, own);
    return static_cast<std::uint32_t>(own.size());
}

void TextEditor::duplicate(const Elements& elements, std::uint32_t index) {
    const Place& place = elements.places[index];
    splices_.insert(place.end, asBytes(blankBefore(elements, index).append(text(place.start, place.end))));
    changed(place.end, {operation_, elements.path, ListChange::Kind::Insert, index + 1, 1, 0});
}

/// The blanks stay, and the elements change their places.
void TextEditor::move(const Elements& elements, std::uint32_t index, std::uint32_t to) {
    const std::uint32_t first = std::min(index, to);
    const std::uint32_t last = std::max(index, to);
    std::string made;
    for (std::uint32_t i = first; i <= last; ++i) {
        const std::uint32_t from = i == to ? index : index < to ? i + 1 : i - 1;
        const std::string_view moved = text(elements.places[from].start, elements.places[from].end);
        if (areOne(made, moved)) made += ' ';
        made += moved;
        if (i < last) made += text(elements.places[i].end, elements.places[i + 1].start);
    }
    const std::uint32_t end = elements.places[last].end;
    if (areOne(made, text(end, elements.list.end))) made += ' ';
    splices_.add(elements.places[first].start, end, asBytes(made));
    changed(elements.list.start, {operation_, elements.path, ListChange::Kind::Move, index, 1, to});
}

bool TextEditor::changeElements(const Operation& operation) {
    std::uint32_t index = 0;
    const auto elements = elementsAt(operation, index);
    if (!elements) return false;
    const std::uint32_t size = elements->size();
    const bool isMove = operation.kind == OperationKind::Move;
    if (isMove && operation.to >= size) {
        return refuse(elements->path + " has " + grouped(size) + " elements; none can be moved to [" +
                      std::to_string(operation.to) + "].");
    }
    if (elements->hasName() && (index == 0 || (isMove && operation.to == 0))) {
        return refuse("The first element of " + elements->path + " is its name, and stays where it is.");
    }
    std::uint32_t after = size;
    switch (operation.kind) {
        case OperationKind::Insert:
            if (!insert(*elements, index, operation)) return false;
            after += static_cast<std::uint32_t>(std::max<std::size_t>(operation.values.size(), 1));
            break;
        case OperationKind::Remove: after -= remove(*elements, index, operation.count); break;
        case OperationKind::Duplicate: {
            duplicate(*elements, index);
            ++after;
            const Lists lists(current());
            const std::uint32_t list = elements->places[index].record;
            const bool isAnimation = list != kNone && lists.is(list, Id::AnimSet);
            const std::uint32_t binding = isAnimation ? bindingOf(lists, partsOf(current()), list) : kNone;
            // A copy plays as the original does.
            if (binding == kNone) break;
            const core::Record& record = current().records[binding];
            duplicate(elementsOf(record.parent), record.first);
            break;
        }
        default:
            if (operation.to != index) move(*elements, index, operation.to);
            break;
    }
    tellChanges();
    isStale_ = true;
    // What affects the same bytes twice is refused for that.
    if (splices_.isContradictory()) return true;
    if (!hasRoom()) return false;
    // Bytes may be anything, and a list or a text at the end may be open: what comes after it is in it then.
    const std::uint32_t start = core::Splices::Mapper(splices_)(elements->list.start);
    const core::Document& now = settled();
    const bool isWhole = elements->list.record == Lists::kAll;
    const auto list = now.walk().resolve(isWhole ? elements->path : pathAt(now, start, start + 1));
    const bool isSame = list && list->kind == Place::Kind::Struct && now.walk().childCount(*list) == after;
    return isSame || refuse(elements->path + " would not be read as intended after this change.");
}

}  // namespace lta
