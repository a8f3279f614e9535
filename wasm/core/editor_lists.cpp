// Lists that change: elements that come, go and move.
#include <algorithm>
#include <charconv>

#include "editor.h"
#include "words.h"

namespace core {

using schema::Repeat;

std::optional<ListAt> Editor::listAt(const std::string& path) {
    const auto refused = [&](std::string reason) {
        refuse(std::move(reason));
        return std::nullopt;
    };
    ListAt list;
    const std::size_t bracket = path.rfind('[');
    const std::size_t digits = bracket + 1;
    if (bracket == std::string::npos) return refused(inQuotes(path) + " does not refer to an element of a list.");
    const auto [end, error] = std::from_chars(path.data() + digits, path.data() + path.size(), list.index);
    if (error != std::errc() || end + 1 != path.data() + path.size() || *end != ']') {
        return refused(inQuotes(path) + " does not refer to an element of a list.");
    }
    list.path = path.substr(0, bracket);
    const std::size_t dot = list.path.rfind('.');
    const Document& state = settled();
    const auto parent =
        dot == std::string::npos ? std::nullopt : state.walk().resolve(std::string_view(list.path).substr(0, dot));
    const auto array =
        parent ? state.walk().arrayOf(*parent, std::string_view(list.path).substr(dot + 1)) : std::nullopt;
    if (!array) {
        if (state.walk().resolve(path)) return refused(list.path + " changes only together with what it belongs to.");
        refuseMissing(path);
        return std::nullopt;
    }
    if (!array->field->isRuntimeArray()) {
        return refused(list.path + " always has " + grouped(array->count) + " elements.");
    }
    for (const SectionFault& fault : state.faults) {
        const Section& section = state.sections[fault.section];
        if (array->start < section.offset || array->start > section.end) continue;
        return refused("The section " + inQuotes(state.name(section)) +
                       " could not be read to its end, so its lists cannot be changed.");
    }
    list.parent = *parent;
    list.array = *array;
    list.size = array->count;
    return list;
}

std::uint32_t Editor::startOf(const Place& array, std::uint32_t index) const {
    return index >= array.count ? array.end : document_->walk().element(array, index).start;
}

Bytes Editor::bytesOf(const Place& array, std::uint32_t index, std::uint32_t count) const {
    const std::uint32_t start = startOf(array, index);
    return bytes_.subspan(start, startOf(array, index + count) - start);
}

const schema::Struct& Editor::holderOf(const schema::Field& field) const {
    const auto structs = document_->dialect.version().tables.structs;
    return *std::find_if(structs.begin(), structs.end(), [&](const schema::Struct& type) {
        const auto* const first = type.fields.data();
        return !std::less<>()(&field, first) && std::less<>()(&field, first + type.fields.size());
    });
}

std::optional<std::vector<std::byte>> Editor::counterOf(const ListAt& list, std::uint32_t size) {
    const schema::Field& field = *list.array.field;
    const auto refused = [&](std::string reason) {
        refuse(std::move(reason));
        return std::nullopt;
    };
    const auto counter = document_->walk().fieldOf(list.parent, field.counterName);
    if (!counter) return refused(list.path + " has no counter.");
    const std::uint32_t width = counter->end - counter->start;
    const std::uint64_t count = std::uint64_t{size} - field.count;
    const std::uint64_t most = (std::uint64_t{1} << (8 * width)) - 1;
    if (count > most) {
        return refused(std::string(field.counterName) + " can count at most " + grouped(most) + " elements, not " +
                       grouped(count) + ".");
    }
    std::vector<std::byte> bytes(width);
    std::memcpy(bytes.data(), &count, width);
    return bytes;
}

std::optional<NewElements> Editor::newElements(const ListAt& list, const Shift& shift,
                                               std::span<const EditValue> values, Context context) {
    if (shift.kind != ListChange::Kind::Insert || shift.copied != kNone) return NewElements();
    std::string path;
    const auto encoded = [&](const LeafAt& leaf, const EditValue& value) {
        auto bytes = encode(leaf, value);
        const auto* number = std::get_if<double>(&value.value);
        const bool isIndex = bytes && number != nullptr && leaf.field.refers != schema::Refers();
        if (isIndex && !isInRange(leaf.field, leaf.path, *number, path)) bytes.reset();
        return bytes;
    };
    const auto refused = [this](std::string reason) { refuse(std::move(reason)); };
    ElementWriter writer(document_->dialect, std::move(context), encoded, refused);
    for (std::uint32_t i = 0; i < shift.count; ++i) {
        path = list.path + "[" + std::to_string(shift.index + i) + "]";
        if (!writer.element(*list.array.field, i < values.size() ? &values[i] : nullptr, path)) return std::nullopt;
    }
    return writer.take();
}

std::optional<Shift> Editor::shiftOf(const ListAt& list, const Operation& operation) {
    const auto refused = [&](std::string reason) {
        refuse(std::move(reason));
        return std::nullopt;
    };
    const std::uint32_t size = list.size;
    Shift shift;
    shift.index = list.index;
    const bool isNew = operation.kind == Operation::Kind::Insert;
    const std::uint64_t behind =
        std::uint64_t{list.index} + (operation.kind == Operation::Kind::Remove ? operation.count
                                     : isNew                                   ? 0
                                                                               : 1);
    if (behind > size) {
        return refused(list.path + " has " + grouped(size) + (size == 1 ? " element" : " elements") + "; [" +
                       std::to_string(behind - (isNew ? 0 : 1)) + "] does not exist.");
    }
    switch (operation.kind) {
        case Operation::Kind::Insert:
            shift.count = static_cast<std::uint32_t>(std::max<std::size_t>(operation.values.size(), 1));
            break;
        case Operation::Kind::Remove:
            shift.kind = ListChange::Kind::Remove;
            shift.count = operation.count;
            break;
        case Operation::Kind::Duplicate:
            shift.count = extentOf(list);
            shift.copied = shift.index;
            shift.index += shift.count;
            break;
        default:
            shift.kind = ListChange::Kind::Move;
            shift.count = extentOf(list);
            shift.to = operation.to;
            if (shift.to != shift.index && std::uint64_t{shift.to} + shift.count > size) {
                return refused(list.path + " has " + grouped(size) + " elements; none can be moved to [" +
                               std::to_string(shift.to) + "].");
            }
    }
    return shift;
}

bool Editor::removeUnread(const Operation& operation) {
    if (operation.kind != Operation::Kind::Remove) return false;
    const auto range = document_->walk().resolve(operation.path);
    const bool isUnread =
        range && range->kind == Place::Kind::Leaf && range->field == nullptr && range->state != State::Known;
    if (!isUnread) return false;
    splices_.remove(range->start, range->end);
    isStale_ = true;
    return true;
}

bool Editor::changeLists(const Operation& operation) {
    if (isCollecting()) {
        const auto list = collectedAt(operation.path);
        if (list && collect(operation, *list)) return true;
        // What is said of it depends on all that came before.
        refusal_.reset();
    }
    (void)settled();
    if (refusal_) return false;
    if (removeUnread(operation)) return true;
    if (isText()) return changeElements(operation);
    const auto list = listAt(operation.path);
    return list && collect(operation, *list);
}

std::optional<ListPlan> Editor::planOf(const ListAt& list, const Shift& shift, const Operation& operation) {
    if (list.array.field->repeat != Repeat::Counted) {
        refuse(list.path + " changes only together with what it belongs to.");
        return std::nullopt;
    }
    auto made = newElements(list, shift, operation.values, {});
    if (!made) return std::nullopt;
    return ListPlan{{{list, shift, std::move(*made)}}};
}

}  // namespace core
