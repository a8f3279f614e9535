// What nodes of glTF take of rotations and affine matrices in double precision besides abc/wide_math.h. The last bits
// count here, too.
#pragma once

#include <optional>

#include "abc/wide_math.h"
#include "import/draft.h"

namespace drafting {

using importing::Matrix;
using Vector = abc::WideVec3;
using Rotation = abc::WideQuat;

inline constexpr Rotation kNoTurn{0, 0, 0, 1};

/// A vector, turned.
[[nodiscard]] Vector turnVector(const Rotation& q, const Vector& v);

/// Rotation and place as a matrix.
[[nodiscard]] Matrix matrixOf(const Rotation& rotation, const Vector& place, const Vector& scale = {1, 1, 1});
/// First b, then a.
[[nodiscard]] Matrix multiplied(const Matrix& a, const Matrix& b);
/// Whether all numbers are.
[[nodiscard]] bool isFinite(const Matrix& m);

/// The rotation of a matrix that only turns and moves.
[[nodiscard]] Rotation turnOf(const Matrix& m);
/// Of its nine numbers that turn and scale. Negative where it mirrors.
[[nodiscard]] double determinant(const Matrix& m);
/// The cofactors of those: the inverse transposed, but for the determinant.
[[nodiscard]] Matrix cofactorsOf(const Matrix& m);
/// The rotation that is nearest to a matrix without its scale and shear, by Newton's iteration for the polar
/// decomposition; nothing where it mirrors or flattens.
[[nodiscard]] std::optional<Rotation> nearestTurn(const Matrix& m);

[[nodiscard]] inline Vector placeOf(const Matrix& m) {
    return {m[3], m[7], m[11]};
}

}  // namespace drafting
