// The skeleton of the file: which nodes of glTF are kept, in which order, and where they are in a pose. Nodes of the
// file have a rotation and a place. The scale of glTF is taken out: what a node is scaled by belongs to what it
// carries, as long as it stays the same.
#pragma once

#include "space.h"

namespace drafting {

struct Skeleton {
    /// By node of the file: its index in glTF; −1: one that was made. Parents first, depth first. Never empty.
    std::vector<std::int32_t> sources;
    std::vector<std::int32_t> parents;
    /// By node of glTF: the node of the file that moves it, its own or the nearest above.
    std::vector<std::uint32_t> holders;
    /// The first is one that was made: there were this many tops; 0 when it is one of glTF.
    std::size_t tops = 0;
    /// The nodes of glTF that are in the file, and those above them, parents first.
    std::vector<std::uint32_t> moving;
};

/// @param scene one that has no refusal
/// @param moves by node of glTF: an animation moves it relative to its parent
[[nodiscard]] Skeleton skeletonOf(const Scene& scene, const std::vector<bool>& moves);

/// One stand seen from another.
[[nodiscard]] Stand relative(const Stand& from, const Stand& to);

/// The pose of the nodes of the file: `importing::kPose` numbers each.
[[nodiscard]] std::vector<float> poseOf(const Skeleton& skeleton, const FileSpace& space, const Placement& placement);

/// What a node of glTF is scaled by in a pose: its matrix without rotation and place. It turns nothing where all scales
/// above are even, and stays the same in all poses then.
[[nodiscard]] Matrix scaleOf(const Placement& placement, std::size_t node);

/// The bind pose, by node of the file: where the nodes are when the vertices are as they were modelled, from the
/// inverse bind matrices; of nodes that no skin binds, as they stand to the node above when nothing plays.
[[nodiscard]] std::vector<Stand> bindOf(const Scene& scene, const Skeleton& skeleton, const FileSpace& space,
                                        const Placement& rest);

}  // namespace drafting
