// Where the vertices of a level are in the bind pose: text has one position and shares, where ABC has a place in the
// space of each node.
#pragma once

#include "source.h"

namespace converting {

/// What this has changed, over several levels.
struct BindChanges {
    /// Vertices that no node moved, and which the root moves now.
    std::size_t rooted = 0;
    /// Vertices whose stored position is not where their nodes hold them, and how far away the farthest was, in units.
    std::size_t shifted = 0;
    double farthestShift = 0;
    /// Vertices of which each node holds another place, and how far the farthest gets from where it was in some pose.
    std::size_t torn = 0;
    double farthestTear = 0;
};

/// Gives each vertex the position at which its nodes hold it in the bind pose, and shares that add up to 1; where
/// position or shares say so already but for rounding, they stay as they are. `weightLocation` is empty afterwards.
/// @param size of the model, units
void bindPlaces(const std::vector<abc::NewNode>& nodes, abc::NewLevel& level, double size, BindChanges& changes);

/// The longest side of the box around the first levels of all pieces; 0 without vertices.
[[nodiscard]] double sizeOf(const abc::NewModel& model);

}  // namespace converting
