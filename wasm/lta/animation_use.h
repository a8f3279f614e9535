// What the tools make of the animations of a text, of which two may become one (lta.md §5).
#pragma once

#include <string>
#include <unordered_map>

#include "parts.h"

namespace lta {

struct AnimationUse {
    enum class Kind : std::uint8_t {
        Whole,   ///< an animation of the compiled model
        Joined,  ///< of vertices; with the next one, which has the keys of the nodes and the name, one of it
        Empty,   ///< moves nothing, and is omitted
        Dropped  ///< of vertices, and the next one is not its movement of nodes: omitted
    };

    Kind kind = Kind::Whole;
    /// Index in `Parts::animations` of the one that has the times and the positions of vertices.
    std::uint32_t set = 0;
    /// Of the one that has the keys of the nodes.
    std::uint32_t keys = 0;

    /// It is in the compiled model.
    [[nodiscard]] bool isCompiled() const { return kind == Kind::Whole || kind == Kind::Joined; }
};

/// In the order of the text; of a joined one its second part has no entry.
[[nodiscard]] std::vector<AnimationUse> animationUses(const Lists& lists, const Parts& parts);

/// The name of an animation: what the text says, or `base` and its index.
[[nodiscard]] std::string animationName(const Lists& lists, const Parts& parts, std::uint32_t index);

/// The lists of an animation that move something, by the names of what they move; of several the first one.
[[nodiscard]] std::unordered_map<std::string_view, std::uint32_t> movements(const Lists& lists, std::uint32_t set);

/// The list of the positions of vertices of one of `movements`; kNone for one of a node.
[[nodiscard]] std::uint32_t framesOf(const Lists& lists, std::uint32_t movement);

/// A piece whose vertices animations move one by one, in place of a node of its name.
struct MovedPiece {
    std::uint32_t piece = 0;
    /// Index of the node. From the number of nodes on: one that the text has not, and which the tools add (ltb.md §8).
    std::uint32_t node = 0;
    /// Of the node, and of its movement.
    std::string_view name;
};
/// Those that the first animation of the compiled model moves, by ascending nodes: only these does the game move.
[[nodiscard]] std::vector<MovedPiece> movedPieces(const Lists& lists, const Parts& parts);

/// Shapes for which the tools add a node below the root, which the text has not.
[[nodiscard]] std::vector<std::uint32_t> shapesWithAddedNodes(const Lists& lists, const Parts& parts);

}  // namespace lta
