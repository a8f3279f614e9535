// Which lists are the parts of the model (lta.md §3, §4).
#pragma once

#include <vector>

#include "abc/elements.h"
#include "lists.h"

namespace lta {

/// The records of its parts, in the order of the model's lists. kNone: the text has no list for it.
struct Parts {
    struct Node {
        std::uint32_t list = kNone;
        std::uint32_t parent = kNone;
    };
    struct Piece {
        /// Its lod-group, or its shape where there are none.
        std::uint32_t list = kNone;
        std::uint32_t firstLevel = 0;
        std::uint32_t levelCount = 0;
    };

    std::uint32_t hierarchy = kNone;
    std::uint32_t commands = kNone;
    std::uint32_t lodGroups = kNone;
    /// Depth first. Of several roots, one that the text has not comes before them.
    std::vector<Node> nodes;
    /// There are more nodes than are read.
    bool hasMoreNodes = false;
    std::vector<Piece> pieces;
    /// The shape of each level of each piece, kNone for an empty one.
    std::vector<std::uint32_t> levels;
    /// All shapes, also those that no piece has.
    std::vector<std::uint32_t> shapes;
    std::vector<std::uint32_t> animations;
    std::vector<std::uint32_t> bindings;
    std::vector<std::uint32_t> sockets;
    std::vector<std::uint32_t> weightSets;
    /// From the model's child model 1 on.
    std::vector<std::uint32_t> childModels;
    std::vector<std::uint32_t> deformers;
};

[[nodiscard]] Parts partsOf(const core::Document& document);

/// Nodes that are read, at most: far more than any game can use.
inline constexpr std::size_t kMostNodes = 65'535;

/// As `abc::pathOf` and `abc::elementOf`.
[[nodiscard]] std::string pathOf(const core::Document& document, const Parts& parts, const abc::Element& element);
[[nodiscard]] abc::Element elementOf(const core::Document& document, const Parts& parts, const core::Place& node);

/// The path of the name of the list at a path; empty when it has none.
[[nodiscard]] std::string labelPath(const core::Document& document, std::string_view path);

/// The path of the place that lies at these bytes, or of the innermost one around them.
[[nodiscard]] std::string pathAt(const core::Document& document, std::uint32_t start, std::uint32_t end);

}  // namespace lta
