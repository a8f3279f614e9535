// Four floats at once, by the vectors that GCC and Clang have: SIMD where the target has it. Each lane does what
// a single float would, in the same order, so the bits are those of math.h.
#pragma once

#include "math.h"

namespace abc {

/// Aligned as a float is, so that a list of them needs no allocation of its own kind.
using Float4 [[gnu::vector_size(16), gnu::aligned(4)]] = float;

[[nodiscard]] inline Vec3 xyz(Float4 v) {
    return {v[0], v[1], v[2]};
}

/// An affine matrix by its columns; their fourth lanes are 0.
struct Columns {
    Float4 x, y, z, translation;

    /// Without the translation.
    [[nodiscard]] Float4 rotate(Vec3 v) const { return x * v.x + y * v.y + z * v.z; }
};

[[nodiscard]] inline Columns columnsOf(const Mat4& matrix) {
    const auto& m = matrix.m;
    return {Float4{m[0], m[4], m[8], 0}, Float4{m[1], m[5], m[9], 0}, Float4{m[2], m[6], m[10], 0},
            Float4{m[3], m[7], m[11], 0}};
}

}  // namespace abc
