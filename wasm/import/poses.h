// Poses of a skeleton as matrices, in double precision: what is stored of them is rounded once, at the end.
#pragma once

#include <span>

#include "draft.h"

namespace importing {

/// The global matrices of a pose, one a node.
/// @param parents −1 for roots; parents come before their children
/// @param pose seven numbers a node, relative to the parent
/// @param out as many as there are parents
void globalsOf(std::span<const std::int32_t> parents, std::span<const double> pose, std::vector<Matrix>& out);
void globalsOf(std::span<const std::int32_t> parents, std::span<const float> pose, std::vector<Matrix>& out);
[[nodiscard]] std::vector<Matrix> globalsOf(std::span<const std::int32_t> parents, std::span<const double> pose);

/// A pose between two others: places on the line between theirs, rotations by the shortest arc, as the engines do it.
[[nodiscard]] std::vector<double> poseBetween(std::span<const double> a, std::span<const double> b, double fraction);

/// A direction of the model in the space of a node.
[[nodiscard]] std::array<double, 3> turnedToNode(const Matrix& node, const std::array<double, 3>& direction);

}  // namespace importing
