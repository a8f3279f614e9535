// Tolerances of a merge, and arithmetic whose last bit counts: recorded merges depend on it.
#pragma once

#include <algorithm>
#include <cmath>

#include "abc/wide_math.h"
#include "import/numbers.h"

namespace merging {

using abc::Affine;
using abc::WideQuat;
using abc::WideVec3;
using importing::greater;
using importing::rounded;

/// Numbers that are stored as zeros are what the template leaves out, or so near that it is the same.
inline constexpr double kHole = 5e-5;

/// A rotation whose length is farther from 1 is not in the glTF as it is.
inline constexpr double kNearUnit = 0.01;

/// v6: the export clamps texture coordinates to this range, as the games draw them (abc.md §2).
inline constexpr double kLeastUv = 0.0001;
inline constexpr double kMostUv = 0.9999;

/// Vertices that triangles of a level can refer to.
inline constexpr std::size_t kMostVertices = 65'536;

/// What 32 bits and the matrices of a program may take from a place so far out, units.
[[nodiscard]] inline double nearPlace(double reach) {
    return greater(1e-4, 4e-6 * reach);
}

/// Greatest distance along an axis; NaN when one is.
[[nodiscard]] inline double apart(const WideVec3& a, const WideVec3& b) {
    return greater(greater(std::abs(a[0] - b[0]), std::abs(a[1] - b[1])), std::abs(a[2] - b[2]));
}

[[nodiscard]] inline bool isFinite(const WideVec3& v) {
    return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]);
}

/// Blender has 1 − v.
[[nodiscard]] inline bool isSameTexcoord(double stored, double given) {
    return !std::isfinite(stored) || std::abs(stored - given) <= 1e-5 * std::max(1.0, std::abs(stored));
}

}  // namespace merging
