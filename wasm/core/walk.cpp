#include "walk.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <utility>

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;
using schema::Type;

namespace {

std::string_view stateName(State state) {
    switch (state) {
        case State::Opaque: return "Data";
        case State::Unreferenced: return "Unreferenced";
        case State::Unparsed: return "Unparsed";
        case State::Known: break;
    }
    return {};
}

/// A struct whose one field is nameless is the array that this field is: Deformation[k][j].
bool isTransparent(const Dialect& dialect, const Place& place) {
    if (place.kind != Place::Kind::Struct) return false;
    const auto fields = dialect.describe(place.type.id()).fields;
    return fields.size() == 1 && fields[0].name.empty();
}

}  // namespace

std::string sectionPath(std::string_view type, std::uint32_t ordinal) {
    static constexpr char hex[] = "0123456789ABCDEF";
    // A section may have the name that bytes in no section go by.
    bool isTaken = type == stateName(State::Unparsed);
    // Names may be 64 KB long, of characters that are all escaped.
    std::string path(3 * type.size(), '%');
    char* end = path.data();
    for (const char c : type) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        if (plain && !std::exchange(isTaken, false)) {
            *end++ = c;
        } else {
            const auto byte = static_cast<std::uint8_t>(c);
            end[1] = hex[byte >> 4U];
            end[2] = hex[byte & 15U];
            end += 3;
        }
    }
    path.resize(static_cast<std::size_t>(end - path.data()));
    // The empty path is the file's, and no name is spelt like this.
    if (type.empty()) path = "%";
    if (ordinal > 0) path += "#" + std::to_string(ordinal + 1);
    return path;
}

std::string Walk::plainName(const Place& place) const {
    if (place.kind == Place::Kind::Struct) return std::string(dialect_.describe(place.type.id()).name);
    return std::string(place.state == State::Known ? dialect_.version().contentName : stateName(place.state));
}

Place Walk::file() const {
    Place place;
    place.end = static_cast<std::uint32_t>(bytes_.size());
    return place;
}

Place Walk::nodeOf(std::uint32_t index) const {
    const Record record = records_[index];
    Place place;
    place.start = record.start;
    place.end = record.end;
    place.record = index;
    place.type = record.type;
    place.state = record.state;
    place.dims = record.dims;
    if (dialect_.roleOf(record.type) == schema::Role::Section) {
        place.kind = Place::Kind::Struct;
    } else if (record.field == kNoField) {
        place.kind = Place::Kind::Leaf;
    } else {
        place.kind = Place::Kind::Array;
        place.count = record.count;
    }
    return place;
}

std::uint32_t Walk::nextRoot(std::uint32_t record) const {
    std::uint32_t next = record == kNone ? 0 : records_.firstAfter(record, records_.end(record));
    return next < records_.size() ? next : kNone;
}

std::vector<Place> Walk::sections() const {
    std::vector<Place> roots;
    if (records_.size() == 0) return roots;
    for (std::uint32_t root = nextRoot(kNone); root != kNone; root = nextRoot(root)) roots.push_back(nodeOf(root));
    return roots;
}

std::uint32_t Walk::restOf(const Place& section) const {
    if (section.record == kNone) return kNone;
    const std::uint32_t last = records_.firstAfter(section.record, section.end) - 1;
    const bool isRest = records_[last].parent == section.record && records_[last].field == kNoField;
    return isRest ? last : kNone;
}

void Walk::fields(const Place& place, std::uint32_t from, Step visit, bool withEmpty) const {
    // After a fault there are no fields, whatever the bytes there look like.
    const std::uint32_t rest = restOf(place);
    const std::uint32_t end = rest == kNone ? place.end : records_.start(rest);
    const bool hasFault = rest != kNone && records_[rest].state == State::Unparsed;
    const bool isContainer = dialect_.shape(place.type.id()) == Dialect::Shape::Container;
    const bool isOneField = dialect_.fieldCount(place.type) == 1;
    bool parity = place.parity;
    bool goesOn = true;
    forEachField(dialect_, place.type.id(), bytes_, place.start, end, place.dims, [&](FieldAt& at) {
        const bool mayBeEmpty = withEmpty && at.offset == end && !hasFault;
        if (at.offset >= end && !mayBeEmpty) return false;
        const Field& field = at.field;
        Place child;
        child.type = field.type;
        child.field = &field;
        child.start = static_cast<std::uint32_t>(at.offset);
        child.dims = place.dims;
        child.state = place.state;
        child.parity = parity;
        if (field.isRuntimeArray() && isContainer) {
            const std::uint32_t record = recordOf(place, at);
            at.size = record == kNone ? 0 : records_.end(record) - records_.start(record);
            const bool isBytes = schema::isRange(field.type);
            child.kind = isBytes ? Place::Kind::Leaf : Place::Kind::Array;
            if (record == kNone) {
                child.count = 0;
                child.end = child.start;
                return !withEmpty || visit(child);
            }
            child.record = record;
            child.state = records_[record].state;
            child.count = isBytes ? 1 : records_[record].count;
            child.dims = records_[record].dims;
        } else if (field.repeat != Repeat::One && !schema::isRange(field.type)) {
            if (at.size == 0 && !withEmpty) return true;
            child.kind = Place::Kind::Array;
            child.count = at.size == 0 ? 0 : static_cast<std::uint32_t>(at.count);
        } else if (field.type.isScalar()) {
            child.kind = Place::Kind::Leaf;
            // Past the end of a text there may be bytes left over: a range of their own.
            if (field.type == Type(Scalar::Chars)) at.size = std::min<std::uint64_t>(at.size, end - at.offset);
        } else {
            child.kind = Place::Kind::Struct;
        }
        child.end = static_cast<std::uint32_t>(at.offset + at.size);
        const std::uint32_t fieldCount =
            field.isRuntimeArray() ? child.count * dialect_.fieldCount(child.type) : dialect_.fieldCount(field);
        if (!isOneField) parity = parity != ((fieldCount & 1U) != 0);
        if (child.end > from) goesOn = visit(child);
        return goesOn;
    });
    if (goesOn && rest != kNone) visit(nodeOf(rest));
}

std::uint32_t Walk::recordOf(const Place& place, const FieldAt& array) const {
    if (array.field.repeat == Repeat::Counted && array.count == 0) return kNone;
    // A container of which several share a record has no children: there is nothing to look up.
    if (place.record == kNone) return kNone;
    const std::uint32_t next = records_.firstAfter(place.record, static_cast<std::uint32_t>(array.offset));
    if (next >= records_.size()) return kNone;
    const Record& record = records_[next];
    const bool isArray = record.parent == place.record && record.field == array.index && record.start == array.offset;
    return isArray ? next : kNone;
}

Place Walk::element(const Place& array, std::uint32_t index) const {
    assert(array.kind == Place::Kind::Array && index < array.count);
    Place place;
    place.type = array.type;
    place.index = index;
    place.field = array.field;
    place.kind = array.type.isScalar() ? Place::Kind::Leaf : Place::Kind::Struct;
    place.dims = array.dims;
    std::uint32_t stride = (array.end - array.start) / array.count;
    std::uint32_t first = 0;
    std::uint32_t start = array.start;
    if (array.record != kNone && records_[array.record].group) {
        const std::uint32_t holder = records_.childWithElement(array.record, index);
        const Record record = records_[holder];
        stride = record.stride();
        first = record.first;
        start = record.start;
        place.state = record.state;
        place.dims = record.dims;
        if (record.count == 1) place.record = holder;
    }
    place.start = start + (index - first) * stride;
    place.end = place.start + stride;
    place.parity = array.parity != ((index & dialect_.fieldCount(array.type) & 1U) != 0);
    return place;
}

std::uint32_t Walk::elementAt(const Place& array, std::uint32_t offset) const {
    std::uint32_t start = array.start;
    std::uint32_t end = array.end;
    std::uint32_t first = 0;
    std::uint32_t count = array.count;
    if (array.record != kNone && records_[array.record].group) {
        const std::uint32_t holder = records_.childAbove(records_.innermost(offset), array.record);
        const Record record = records_[holder];
        start = record.start;
        end = record.end;
        first = record.first;
        count = record.count;
    }
    return first + (offset - start) / ((end - start) / count);
}

void Walk::childrenFrom(const Place& place, std::uint32_t from, Step visit) const {
    switch (place.kind) {
        case Place::Kind::Leaf: return;
        case Place::Kind::File: {
            std::uint32_t root = from == 0 ? nextRoot(kNone) : records_.childAbove(records_.innermost(from), kNone);
            for (; root != kNone && root < records_.size(); root = nextRoot(root)) {
                if (!visit(nodeOf(root))) return;
            }
            return;
        }
        case Place::Kind::Struct:
            if (text() != nullptr) {
                text()->children(bytes_, records_, place, from, visit);
            } else if (isTransparent(dialect_, place)) {
                bool goesOn = true;
                const auto watched = [&](const Place& child) { return goesOn = visit(child); };
                fields(place, from, [&](const Place& child) {
                    if (child.kind == Place::Kind::Leaf) return visit(child);
                    childrenFrom(child, from, watched);
                    return goesOn;
                });
            } else {
                fields(place, from, visit);
            }
            return;
        case Place::Kind::Array: {
            std::uint32_t index = from <= place.start ? 0 : elementAt(place, from);
            for (; index < place.count; ++index) {
                if (!visit(element(place, index))) return;
            }
        }
    }
}

void Walk::appendName(const Place& place, std::string& path) const {
    if (place.index != kNone) {
        const bool isList = text() != nullptr && place.kind == Place::Kind::Struct;
        if (isList && place.type != Type(text()->unnamed)) path.append(1, '.').append(plainName(place));
        char digits[10];
        auto* const end = std::to_chars(std::begin(digits), std::end(digits), place.index).ptr;
        path.append(1, '[').append(digits, end).append(1, ']');
        return;
    }
    if (place.field != nullptr) {
        path.append(1, '.').append(place.field->name);
        return;
    }
    const std::uint32_t ordinal = place.record == kNone ? 0 : records_[place.record].first;
    if (place.kind == Place::Kind::Struct && dialect_.isNamedByFile(place.type.id())) {
        path += sectionPath(view(bytes_, loadText(bytes_, place.start)), ordinal);
        return;
    }
    if (!path.empty()) path += '.';
    path += plainName(place);
    if (ordinal > 0) path += "#" + std::to_string(ordinal + 1);
}

void Walk::descend(const Place& place, std::uint32_t start, std::uint32_t end, std::string* path,
                   FunctionRef<void(const Place&)> visit) const {
    // Of a list of a text, what lies between its elements and around them.
    const bool hasSpace = text() != nullptr && place.kind == Place::Kind::Struct;
    std::uint32_t position = place.start;
    const auto visitSpace = [&](std::uint32_t from, std::uint32_t to) {
        if (!hasSpace || from >= to || to <= start || from >= end) return;
        Place space;
        space.kind = Place::Kind::Leaf;
        space.type = Scalar::Space;
        space.start = from;
        space.end = to;
        space.parity = true;
        visit(space);
    };
    childrenFrom(place, start, [&](const Place& child) {
        visitSpace(position, child.start);
        position = child.end;
        if (child.start >= end) return false;
        const std::size_t outer = path != nullptr ? path->size() : 0;
        if (path != nullptr) appendName(child, *path);
        if (child.kind == Place::Kind::Leaf) {
            visit(child);
        } else {
            descend(child, start, end, path, visit);
        }
        if (path != nullptr) path->resize(outer);
        return child.end < end;
    });
    visitSpace(position, place.end);
}

void Walk::leaves(std::uint32_t start, std::uint32_t end, bool withPaths, const Visitor& visit) const {
    const auto size = static_cast<std::uint32_t>(bytes_.size());
    if (start >= size || start >= end) return;
    std::string path;
    descend(file(), start, std::min(end, size), withPaths ? &path : nullptr,
            [&visit, &path](const Place& place) { visit(place, path); });
}

void Walk::children(const Place& place, std::string path, std::uint32_t from, std::uint32_t count,
                    const Visitor& visit) const {
    const std::size_t outer = path.size();
    const auto call = [&](const Place& child) {
        appendName(child, path);
        visit(child, path);
        path.resize(outer);
    };
    if (place.kind == Place::Kind::Array) {
        const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{from} + count, place.count);
        for (std::uint64_t i = from; i < end; ++i) call(element(place, static_cast<std::uint32_t>(i)));
        return;
    }
    std::uint64_t index = 0;
    childrenFrom(place, place.start, [&](const Place& child) {
        if (index >= from && index < std::uint64_t{from} + count) call(child);
        ++index;
        return index < std::uint64_t{from} + count;
    });
}

std::uint32_t Walk::childCount(const Place& place) const {
    if (place.kind == Place::Kind::Leaf) return 0;
    if (place.kind == Place::Kind::Array) return place.count;
    if (text() != nullptr && place.kind == Place::Kind::Struct) return text()->childCount(bytes_, records_, place);
    std::uint32_t count = 0;
    childrenFrom(place, place.start, [&count](const Place&) {
        ++count;
        return true;
    });
    return count;
}

void Walk::ancestors(std::uint32_t offset, const Visitor& visit) const {
    if (offset >= bytes_.size()) return;
    std::string path;
    Place place = file();
    while (place.kind != Place::Kind::Leaf) {
        std::optional<Place> next;
        childrenFrom(place, offset, [&](const Place& child) {
            next = child;
            return false;
        });
        if (!next || next->start > offset) return;
        place = *next;
        appendName(place, path);
        visit(place, path);
    }
}

std::optional<Place> Walk::fieldOf(const Place& place, std::string_view name) const {
    std::optional<Place> found;
    if (place.kind != Place::Kind::Struct) return found;
    fields(place, place.start, [&](const Place& child) {
        if (child.field == nullptr || child.field->name != name) return true;
        found = child;
        return false;
    });
    return found;
}

std::optional<Place> Walk::arrayOf(const Place& place, std::string_view name) const {
    std::optional<Place> found;
    if (place.kind != Place::Kind::Struct) return found;
    const auto isArray = [&](const Place& child) {
        if (child.field == nullptr || child.field->name != name) return true;
        if (child.kind == Place::Kind::Array) found = child;
        return false;
    };
    fields(place, place.start, isArray, true);
    return found;
}

bool Walk::isNamed(const Place& child, std::string_view name) const {
    if (child.index == kNone && child.field != nullptr) return child.field->name == name;
    // A file may have 100,000s of sections, and a name may have 64 KB: only the one that is meant is spelt out.
    const std::size_t sign = name.find('#');
    std::uint32_t ordinal = 1;
    if (sign != std::string_view::npos) std::from_chars(name.data() + sign + 1, name.data() + name.size(), ordinal);
    if (child.record != kNone && records_[child.record].first != ordinal - 1) return false;
    if (child.kind == Place::Kind::Struct && dialect_.isNamedByFile(child.type.id())) {
        const std::size_t length = std::min(sign, name.size());
        const std::size_t bytes = view(bytes_, loadText(bytes_, child.start)).size();
        if (length < bytes || length > std::max<std::size_t>(3 * bytes, 1)) return false;
    }
    std::string spelt;
    appendName(child, spelt);
    return spelt == name;
}

std::optional<Place> Walk::resolve(Place place, std::string_view path) const {
    while (!path.empty()) {
        if (text() != nullptr && place.kind == Place::Kind::Struct) {
            const auto element = text()->resolve(bytes_, records_, *this, place, path);
            if (!element) return std::nullopt;
            place = *element;
            continue;
        }
        if (path[0] == '[') {
            std::uint32_t index = 0;
            const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
            if (error != std::errc() || end == path.data() + path.size() || *end != ']') return std::nullopt;
            if (isTransparent(dialect_, place)) {
                fields(place, place.start, [&place](const Place& array) {
                    place = array;
                    return false;
                });
            }
            if (place.kind != Place::Kind::Array || index >= place.count) return std::nullopt;
            place = element(place, index);
            path.remove_prefix(static_cast<std::size_t>(end + 1 - path.data()));
            continue;
        }
        if (place.kind != Place::Kind::File) {
            if (path[0] != '.') return std::nullopt;
            path.remove_prefix(1);
        }
        const std::size_t length = std::min(path.find_first_of(".["), path.size());
        const std::string_view name = path.substr(0, length);
        std::optional<Place> next;
        if (place.kind == Place::Kind::File || place.kind == Place::Kind::Struct) {
            childrenFrom(place, place.start, [&](const Place& child) {
                if (!isNamed(child, name)) return true;
                next = child;
                return false;
            });
        }
        if (!next) return std::nullopt;
        place = *next;
        path.remove_prefix(length);
    }
    return place;
}

Text Walk::label(const Place& place) const {
    if (place.kind != Place::Kind::Struct) return {};
    if (text() != nullptr) return text()->label(bytes_, place);
    for (const Field& field : dialect_.describe(place.type.id()).fields) {
        if (!field.isLabel) continue;
        const auto found = fieldOf(place, field.name);
        if (!found) return {};
        if (found->type == Type(Scalar::CString)) return {found->start, found->end - found->start - 1};
        return loadText(bytes_, found->start);
    }
    return {};
}

}  // namespace core
