// Whether two models have the same skeleton, so that an animation of one fits the other.
#pragma once

#include <string>
#include <vector>

#include "model.h"

namespace abc {

struct SkeletonMatch {
    /// By node of a model: the node of another one that it stands for.
    std::vector<std::uint32_t> nodes;
    /// A sentence with the first difference. Empty: the skeletons are the same.
    std::string difference;
};

/// Nodes are matched by their names, ignoring case, wherever they stand. Where names do not tell, two trees of the same
/// shape are taken for the same: root names differ in real files (abc.md §4.13).
[[nodiscard]] SkeletonMatch matchSkeletons(const Model& model, const Model& other);

}  // namespace abc
