// Values of a parsed file by the schema's names.
#pragma once

#include <optional>

#include "field_name.h"
#include "math.h"
#include "parse.h"

namespace abc {

/// The first section of a version that has such a field, which one has.
[[nodiscard]] schema::Id sectionWith(const Dialect& dialect, FieldName field);

/// The first field of a version, in whatever struct, with a name or meaning that one has.
[[nodiscard]] const schema::Field& fieldWith(const Dialect& dialect, FieldName name);

/// Reads fields of places. A field that is absent or was not read gives the default.
class FieldReader {
public:
    explicit FieldReader(const Document& document) : document_(document), walk_(document.walk()) {}

    [[nodiscard]] std::optional<Place> section(schema::Id id) const { return document_.place(id); }
    /// The section that has a field with this meaning.
    [[nodiscard]] std::optional<Place> section(schema::Meaning meaning) const {
        return section(sectionWith(document_.dialect, meaning));
    }
    /// A field of any type; nothing when it is absent, was not read, or is a list without elements.
    [[nodiscard]] std::optional<Place> field(const Place& place, FieldName name) const {
        return walk_.fieldOf(place, nameIn(place, name));
    }
    /// A list, also without elements.
    [[nodiscard]] std::optional<Place> list(const Place& place, FieldName name) const {
        return walk_.arrayOf(place, nameIn(place, name));
    }

    template <class T>
    [[nodiscard]] T number(const Place& place, FieldName name, T otherwise = {}) const {
        const auto found = field(place, name);
        return found ? load<T>(document_.bytes, found->start) : otherwise;
    }
    [[nodiscard]] Text text(const Place& place, FieldName name) const {
        const auto found = field(place, name);
        return found ? loadText(document_.bytes, found->start) : Text{};
    }
    [[nodiscard]] Vec3 vector(const Place& place, FieldName name) const { return number<Vec3>(place, name); }
    [[nodiscard]] Quat quaternion(const Place& place, FieldName name) const { return number<Quat>(place, name); }

    /// Calls `visit(element)` for the elements of the array `name` of `place`, if it is there.
    template <class Visit>
    void each(const std::optional<Place>& place, FieldName name, Visit visit) const {
        const auto found = place ? field(*place, name) : std::nullopt;
        if (!found) return;
        for (std::uint32_t i = 0; i < found->count; ++i) visit(walk_.element(*found, i));
    }

    /// The same for the list with this meaning that stands in a section.
    template <class Visit>
    void each(schema::Meaning list, Visit visit) const {
        each(section(list), list, visit);
    }

    /// Calls `visit(record)` for the runs of equal elements of an array of shape Inline or Fixed: for arrays so
    /// long that looking up fields by name would take most of the time of opening a file.
    template <class Visit>
    void eachRun(const Place& array, Visit visit) const {
        const Records& records = document_.records;
        if (!records[array.record].group) {
            visit(records[array.record]);
            return;
        }
        for (std::uint32_t i = array.record + 1; i < records.size() && records.parent(i) == array.record; ++i) {
            visit(records[i]);
        }
    }

private:
    [[nodiscard]] std::string_view nameIn(const Place& place, FieldName name) const {
        if (place.kind != Place::Kind::Struct) return {};
        // That is also what a section is that could not be read.
        if (place.type == schema::Type(schema::Id::UnknownSection)) return {};
        return name.in(document_.dialect.describe(place.type.id()));
    }

    const Document& document_;
    Walk walk_;
};

}  // namespace abc
