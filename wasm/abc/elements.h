// Elements of the model ⇄ nodes of the structure. The roles of the schema say which struct is what, in both directions.
#pragma once

#include <optional>
#include <string>

#include "parse.h"

namespace abc {

/// An element of the model by indices into the lists of `Model`. With `animation`, `node` is the movement of that node
/// in it; with both, `keyframe` is a key of that movement.
struct Element {
    std::optional<std::uint32_t> piece;
    std::optional<std::uint32_t> lod;
    std::optional<std::uint32_t> face;
    /// Corner of the face, 0 to 2; v6 has no nodes for corners.
    std::optional<std::uint32_t> corner;
    std::optional<std::uint32_t> vertex;
    /// Of the vertex.
    std::optional<std::uint32_t> weight;
    std::optional<std::uint32_t> node;
    std::optional<std::uint32_t> weightSet;
    std::optional<std::uint32_t> childModel;
    std::optional<std::uint32_t> animation;
    std::optional<std::uint32_t> keyframe;
    std::optional<std::uint32_t> socket;
    std::optional<std::uint32_t> bindingList;
    /// Of the list.
    std::optional<std::uint32_t> binding;
    bool operator==(const Element&) const = default;
};

/// The path of the node that an element is; of a face or vertex without a level, in the first one. Empty when the
/// file has no such element.
[[nodiscard]] std::string pathOf(const Document& document, const Element& element);

/// The path of the list that holds the elements of a role, also when the file has none of them. Empty when the version
/// has no such list in any of its sections.
[[nodiscard]] std::string listPath(const Dialect& dialect, schema::Role role);

/// The path of the text that is the name of the node at a path; empty when it has none.
[[nodiscard]] std::string labelPath(const Document& document, std::string_view path);

/// The element that the node at a path (found by `Walk::resolve`) is, or lies in; nothing is set when it is no part of
/// one. v6 has one mesh and no records of pieces: its faces and vertices are those of piece 0 at level 0.
[[nodiscard]] Element elementOf(const Document& document, const Place& node, std::string_view path);

}  // namespace abc
