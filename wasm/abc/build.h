// Taking values out of a parsed file by the schema's names.
#pragma once

#include "model.h"

namespace abc {

/// Reads fields of places. What is absent or was not read gives the default.
class Extract {
public:
    explicit Extract(const Document& document) : document_(document), walk_(document.walk()) {}

    [[nodiscard]] std::optional<Place> section(schema::Id id) const;
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

private:
    const Document& document_;
    Walk walk_;
};

/// The corners of a triangle, all kNone when one of them is not below the number of vertices.
[[nodiscard]] Corners resolved(Corners corners, std::uint32_t vertexCount);

/// Gives every node its parent from the child counts (depth first).
void linkParents(std::vector<Node>& nodes);

void buildV6(const Document& document, Model& model);
void buildV9(const Document& document, Model& model);

}  // namespace abc
