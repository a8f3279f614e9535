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
    if (bracket == std::string::npos) return refused(inQuotes(path) + " names no element of a list.");
    const auto [end, error] = std::from_chars(path.data() + digits, path.data() + path.size(), list.index);
    if (error != std::errc() || end + 1 != path.data() + path.size() || *end != ']') {
        return refused(inQuotes(path) + " names no element of a list.");
    }
    list.path = path.substr(0, bracket);
    const std::size_t dot = list.path.rfind('.');
    const Document& state = settled();
    const auto parent =
        dot == std::string::npos ? std::nullopt : state.walk().resolve(std::string_view(list.path).substr(0, dot));
    const auto array =
        parent ? state.walk().arrayOf(*parent, std::string_view(list.path).substr(dot + 1)) : std::nullopt;
    if (!array) {
        if (state.walk().resolve(path)) return refused(list.path + " changes only with what it belongs to.");
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
                       " could not be read to its end, so its lists stay as they are.");
    }
    list.parent = *parent;
    list.array = *array;
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
    const auto structs = document_->dialect.version().structs;
    return *std::find_if(structs.begin(), structs.end(), [&](const schema::Struct& type) {
        const auto* const first = type.fields.data();
        return !std::less<>()(&field, first) && std::less<>()(&field, first + type.fields.size());
    });
}

void Editor::shiftElements(const Place& array, const Shift& shift, std::vector<std::byte> made) {
    const auto copy = [&](std::uint32_t index, std::uint32_t count) {
        const Bytes bytes = bytesOf(array, index, count);
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    switch (shift.kind) {
        case ListChange::Kind::Insert:
            if (shift.copied != kNone) made = copy(shift.copied, shift.count);
            if (!made.empty()) splices_.insert(startOf(array, shift.index), std::move(made));
            return;
        case ListChange::Kind::Remove:
            splices_.remove(startOf(array, shift.index), startOf(array, shift.index + shift.count));
            return;
        case ListChange::Kind::Move: {
            auto moved = copy(shift.index, shift.count);
            if (moved.empty()) return;
            const std::uint32_t before = shift.to < shift.index ? shift.to : shift.to + shift.count;
            splices_.insert(startOf(array, before), std::move(moved));
            splices_.remove(startOf(array, shift.index), startOf(array, shift.index + shift.count));
            return;
        }
    }
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
        return refused(std::string(field.counterName) + " can count " + grouped(most) + " elements, not " +
                       grouped(count) + ".");
    }
    std::vector<std::byte> bytes(width);
    std::memcpy(bytes.data(), &count, width);
    return bytes;
}

bool Editor::shiftCounter(const ListAt& list, const Shift& shift) {
    if (list.array.field->repeat != Repeat::Counted || shift.kind == ListChange::Kind::Move) return true;
    auto bytes = counterOf(list, shift.sizeAfter(list.array.count));
    if (!bytes) return false;
    const auto counter = document_->walk().fieldOf(list.parent, list.array.field->counterName);
    splices_.add(counter->start, counter->end, std::move(*bytes));
    return true;
}

std::optional<std::vector<std::byte>> Editor::newElements(const ListAt& list, const Shift& shift,
                                                          std::span<const EditValue> values, Context context) {
    if (shift.kind != ListChange::Kind::Insert || shift.copied != kNone) return std::vector<std::byte>();
    const auto encoded = [&](const LeafAt& leaf, const EditValue& value) {
        auto bytes = encode(leaf, value);
        const auto* number = std::get_if<double>(&value.value);
        const bool isIndex = bytes && number != nullptr && leaf.field.refers != schema::Refers::None;
        if (isIndex && !isInRange(leaf.field, leaf.path, *number)) bytes.reset();
        return bytes;
    };
    const auto refused = [this](std::string reason) { refuse(std::move(reason)); };
    ElementWriter writer(document_->dialect, std::move(context), encoded, refused);
    for (std::uint32_t i = 0; i < shift.count; ++i) {
        const std::string path = list.path + "[" + std::to_string(shift.index + i) + "]";
        if (!writer.element(*list.array.field, i < values.size() ? &values[i] : nullptr, path)) return std::nullopt;
    }
    return writer.take();
}

std::optional<Shift> Editor::shiftOf(const ListAt& list, const Operation& operation) {
    const auto refused = [&](std::string reason) {
        refuse(std::move(reason));
        return std::nullopt;
    };
    const std::uint32_t size = list.array.count;
    Shift shift;
    shift.index = list.index;
    const bool isNew = operation.kind == Operation::Kind::Insert;
    const std::uint64_t behind =
        std::uint64_t{list.index} + (operation.kind == Operation::Kind::Remove ? operation.count
                                     : isNew                                   ? 0
                                                                               : 1);
    if (behind > size) {
        return refused(list.path + " has " + grouped(size) + (size == 1 ? " element" : " elements") +
                       ", and none is [" + std::to_string(behind - (isNew ? 0 : 1)) + "].");
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
                return refused(list.path + " has " + grouped(size) + " elements, and none can be moved to [" +
                               std::to_string(shift.to) + "].");
            }
    }
    return shift;
}

bool Editor::changeLists(const Operation& operation) {
    if (collect(operation)) return true;
    if (operation.kind == Operation::Kind::Remove) {
        const auto range = settled().walk().resolve(operation.path);
        if (range && range->kind == Place::Kind::Leaf && range->field == nullptr && range->state != State::Known) {
            splices_.remove(range->start, range->end);
            isStale_ = true;
            return true;
        }
    }
    const auto list = listAt(operation.path);
    if (!list) return false;
    const auto shift = shiftOf(*list, operation);
    if (!shift) return false;
    if (shift->isNothing()) return true;
    const std::size_t faults = document_->faults.size();
    if (!changeList(*list, *shift, operation)) return false;
    lists_.push_back({operation_, list->path, shift->kind, shift->index, shift->count, shift->to});
    return checkRead(list->path, shift->sizeAfter(list->array.count), faults) && afterList();
}

/// Reads the file again. What was written must be what is read: bytes that are given may be anything.
bool Editor::checkRead(const std::string& path, std::uint32_t count, std::size_t faults) {
    if (!hasRoom()) return false;
    const Document& state = settled();
    const auto array = state.walk().resolve(path);
    const bool isSame = (array ? array->count : 0) == count && state.faults.size() <= faults;
    return isSame || refuse("What is given for " + path + " does not read as its elements.");
}

bool Editor::changeList(const ListAt& list, const Shift& shift, const Operation& operation) {
    if (list.array.field->repeat != Repeat::Counted)
        return refuse(list.path + " changes only with what it belongs to.");
    auto made = newElements(list, shift, operation.values, {});
    if (!made || !shiftCounter(list, shift)) return false;
    shiftElements(list.array, shift, std::move(*made));
    return true;
}

}  // namespace core
