// A source as text has it: names that lists find each other by, the shapes of levels, and positions of vertices.
#pragma once

#include <map>
#include <unordered_map>

#include "bind_places.h"
#include "writers.h"

namespace converting {

/// What is not as it was, for sentences.
struct TextCounts {
    std::size_t cutTexts = 0, quotedTexts = 0, controlTexts = 0, renamedNodes = 0, namedAnimations = 0, cutSockets = 0;
    std::size_t leftMoved = 0, leftSlots = 0, leftVertices = 0, leftChildren = 0, longPieces = 0;
    std::size_t oblongBoxes = 0, sharedBindings = 0, shiftedAnimations = 0, shortStrings = 0;
    BindChanges places;
};

/// A level that is not empty.
struct TextShape {
    std::size_t piece = 0;
    std::size_t level = 0;
    std::string name;
};

struct TextPlan {
    /// Of this model, whose vertices have the positions of the bind pose, and whose texts can stand in quotes.
    Source& source;
    /// No two alike, in whatever case.
    std::vector<std::string> nodeNames;
    std::vector<TextShape> shapes;
    /// By piece and level its shape, kNone where it is empty.
    std::vector<std::vector<std::uint32_t>> levelShapes;
    /// By node, in place of whose keys the positions of vertices stand.
    std::unordered_map<std::uint32_t, const MovedLevel*> movedNodes;
    /// By animation: the first one of its name, whose binding is that of all.
    std::vector<bool> hasBinding;
    TextCounts counts;
};

/// Makes the source fit for a text. What is refused is noted.
[[nodiscard]] TextPlan planText(Source& source, Notes& notes);

/// The lists of a model; what has a number that is none is in `unwritten`, else that is empty.
[[nodiscard]] std::vector<std::byte> writeText(const TextPlan& plan, std::string& unwritten);

/// Child models that the game takes.
inline constexpr std::size_t kMostTextChildren = 31;

/// In the list of shapes of a piece.
inline constexpr std::string_view kEmptyLevel = "NULL";

}  // namespace converting
