// Taking values out of a parsed file by the schema's names.
#pragma once

#include <algorithm>

#include "model.h"

namespace abc {

/// Reads fields of places. What is absent or was not read gives the default.
class Extract {
public:
    explicit Extract(const Document& document) : document_(document), walk_(document.walk()) {}

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

/// Makes room for `more` elements and returns where they begin. Grows by half as much again at least, so that
/// many small levels cost no more than one large one.
template <class T>
T* extend(std::vector<T>& list, std::size_t more) {
    const std::size_t before = list.size();
    if (list.capacity() < before + more) list.reserve(std::max(before + more, before + before / 2));
    list.resize(before + more);
    return list.data() + before;
}

/// Appends the keyframes of an animation: times and strings stand where these two offsets say.
void buildKeyframes(const Extract& extract, const Place& keyframes, std::uint32_t timeAt, std::uint32_t textAt,
                    Model& model);

/// The corners of a triangle, all kNone when one of them is not below the number of vertices.
[[nodiscard]] Corners resolved(Corners corners, std::uint32_t vertexCount);

/// Gives every node its parent from the child counts (depth first).
void linkParents(std::vector<Node>& nodes);

void buildV6(const Document& document, Model& model);
void buildV9(const Document& document, Model& model);

}  // namespace abc
