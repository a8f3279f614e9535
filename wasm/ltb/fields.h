// Values of a parsed LTB by the schema's names.
#pragma once

#include <algorithm>
#include <optional>

#include "core/document.h"
#include "structs.h"

namespace ltb {

using core::Place;

/// The name of a field; one that no struct of the format has does not compile.
class FieldName {
public:
    consteval FieldName(const char* name) : name_(name) {
        const bool isKnown =
            std::any_of(std::begin(schema::kStructs), std::end(schema::kStructs), [this](const schema::Struct& one) {
                return std::any_of(one.fields.begin(), one.fields.end(),
                                   [this](const schema::Field& field) { return field.name == name_; });
            });
        if (!isKnown) std::abort();
    }
    [[nodiscard]] constexpr std::string_view text() const { return name_; }

private:
    std::string_view name_;
};

/// Reads fields of places. A field that is absent or was not read gives the default.
class Fields {
public:
    explicit Fields(const core::Document& document) : document_(document), walk_(document.walk()) {}

    [[nodiscard]] const core::Walk& walk() const { return walk_; }
    [[nodiscard]] std::optional<Place> section(schema::Id id) const { return document_.place(id); }
    [[nodiscard]] std::optional<Place> field(const Place& place, FieldName name) const {
        return walk_.fieldOf(place, name.text());
    }
    [[nodiscard]] std::uint32_t countOf(const Place& place, FieldName list) const {
        const auto found = field(place, list);
        return found ? found->count : 0;
    }
    template <class T>
    [[nodiscard]] T number(const Place& place, FieldName name, T otherwise = {}) const {
        const auto found = field(place, name);
        return found ? core::load<T>(document_.bytes, found->start) : otherwise;
    }
    [[nodiscard]] core::Text text(const Place& place, FieldName name) const {
        const auto found = field(place, name);
        return found ? core::loadText(document_.bytes, found->start) : core::Text{};
    }

    /// Calls `visit(element)` for the elements of a list of `place`, if it is there.
    template <class Visit>
    void each(const std::optional<Place>& place, FieldName list, Visit visit) const {
        const auto found = place ? field(*place, list) : std::nullopt;
        if (!found) return;
        for (std::uint32_t i = 0; i < found->count; ++i) visit(walk_.element(*found, i));
    }
    /// Calls `visit(piece, index)` for the pieces.
    template <class Visit>
    void eachPiece(Visit visit) const {
        each(section(schema::Id::PiecesSection), "Pieces", [&](const Place& piece) { visit(piece, piece.index); });
    }

private:
    const core::Document& document_;
    core::Walk walk_;
};

/// The mesh of a level: its bytes as ObjectSize counts them, and as they were read.
struct ObjectBytes {
    std::uint32_t stored = 0;
    std::uint32_t read = 0;
};
/// Nothing where the level was not read to its end.
[[nodiscard]] std::optional<ObjectBytes> objectBytes(const Fields& fields, const Place& level);

}  // namespace ltb
