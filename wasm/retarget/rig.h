// A skeleton at rest and in motion, in double precision: rotations and places of its nodes in the space of the file.
#pragma once

#include <vector>

#include "abc/pose.h"
#include "abc/wide_math.h"

namespace retargeting {

using abc::WideQuat;
using abc::WideVec3;

/// A node in the space of its parent or of the file.
struct Placed {
    WideVec3 place{};
    /// Of length 1.
    WideQuat turn{0, 0, 0, 1};
};

/// What is put on a place: first `inner`, then `outer`.
[[nodiscard]] inline Placed product(const Placed& outer, const Placed& inner) {
    const WideVec3 moved = abc::rotated(outer.turn, inner.place);
    return {{outer.place[0] + moved[0], outer.place[1] + moved[1], outer.place[2] + moved[2]},
            abc::product(outer.turn, inner.turn)};
}

/// Both, a node each.
struct Stance {
    std::vector<Placed> locals;
    std::vector<Placed> globals;
};

/// The parent of a node, kNone for roots and for what does not stand before it.
[[nodiscard]] std::uint32_t parentOf(const abc::Model& model, std::uint32_t node);

/// The bind pose, of v6 the rest pose. Numbers that are none count as no rotation and no distance.
/// @param isMirrored as a model whose Z runs the other way has it
[[nodiscard]] Stance restOf(const abc::Model& model, bool isMirrored);

/// The poses of the keys of an animation, as the engine plays it without its binding.
class Keys {
public:
    /// @param animation of the model; it is complete
    Keys(const abc::Model& model, std::uint32_t animation, bool isMirrored)
        : model_(model), animation_(animation), isMirrored_(isMirrored) {}

    /// Valid until the next call. The key is in range.
    [[nodiscard]] const Stance& at(std::uint32_t key);

private:
    const abc::Model& model_;
    std::uint32_t animation_;
    bool isMirrored_;
    abc::Pose pose_;
    Stance stance_;
};

}  // namespace retargeting
