// Values of a parsed file by the schema's names.
#pragma once

#include <optional>

#include "math.h"
#include "parse.h"

namespace abc {

/// Reads fields of places. A field that is absent or was not read gives the default.
class FieldReader {
public:
    explicit FieldReader(const Document& document) : document_(document), walk_(document.walk()) {}

    [[nodiscard]] std::optional<Place> section(schema::Id id) const { return document_.place(id); }
    [[nodiscard]] std::optional<Place> array(const Place& place, std::string_view name) const {
        return walk_.fieldOf(place, name);
    }

    template <class T>
    [[nodiscard]] T number(const Place& place, std::string_view name, T otherwise = {}) const {
        const auto field = walk_.fieldOf(place, name);
        return field ? load<T>(document_.bytes, field->start) : otherwise;
    }
    [[nodiscard]] Text text(const Place& place, std::string_view name) const {
        const auto field = walk_.fieldOf(place, name);
        return field ? loadText(document_.bytes, field->start) : Text{};
    }
    [[nodiscard]] Vec3 vector(const Place& place, std::string_view name) const { return number<Vec3>(place, name); }
    [[nodiscard]] Quat quaternion(const Place& place, std::string_view name) const { return number<Quat>(place, name); }

    /// Calls `visit(element)` for the elements of the array `name` of `place`, if it is there.
    template <class Visit>
    void each(const std::optional<Place>& place, std::string_view name, Visit visit) const {
        if (!place) return;
        const auto found = walk_.fieldOf(*place, name);
        if (!found) return;
        for (std::uint32_t i = 0; i < found->count; ++i) visit(walk_.element(*found, i));
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
    const Document& document_;
    Walk walk_;
};

}  // namespace abc
