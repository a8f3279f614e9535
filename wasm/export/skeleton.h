// The nodes of a file as joints of a glTF, when nothing plays and as they bind vertices.
#pragma once

#include <optional>
#include <vector>

#include "abc/pose.h"
#include "abc/wide_math.h"

namespace exporting {

/// Makes a transform finite, with a rotation of length 1. False: it was not finite.
bool settle(abc::Local& local);

struct Skeleton {
    /// What of the interpretation that was asked for the file can have: all, or nothing.
    abc::V6Interpretation interpretation;
    /// By node: relative to the parent, settled.
    std::vector<abc::Local> rest;
    /// Nodes without a finite place.
    std::vector<std::uint32_t> lost;
    /// By node: the pose that vertices are bound in. v9+: as the file has it. v6: the rest pose, as where a matrix of
    /// the file has no inverse.
    std::vector<abc::Affine> binds, inverseBinds;
    /// v9+: nodes whose matrix is scaled or sheared, or elsewhere than at rest.
    std::size_t sheared = 0;
};

/// Whether a model can be understood so.
[[nodiscard]] bool fits(const abc::Model& model, const abc::V6Interpretation& interpretation);

[[nodiscard]] Skeleton skeletonOf(const abc::Model& model, const abc::V6Interpretation& interpretation);

}  // namespace exporting
