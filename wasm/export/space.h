// From the space of the file to that of glTF: right-handed, upright, looking along +Z, left limbs at +X. The data is
// converted, D · x with D = diag(−1, 1, ±1), so that no scale is negative. Nothing becomes −0, which looks odd in
// files.
#pragma once

#include <span>

#include "abc/math.h"
#include "abc/wide_math.h"

namespace exporting {

/// As glTF has a matrix: column-major.
using ColumnMatrix = std::array<float, 16>;

struct Space {
    /// D is a mirror: the file is left-handed and looks along +Z; else it is right-handed and looks along −Z.
    bool mirrors = false;

    [[nodiscard]] float z() const { return mirrors ? 1.0F : -1.0F; }

    [[nodiscard]] abc::Vec3 vector(abc::Vec3 v) const { return {-v.x + 0.0F, v.y, z() * v.z + 0.0F}; }
    /// D · R · D.
    [[nodiscard]] abc::Quat rotation(abc::Quat q) const {
        return mirrors ? abc::Quat{q.x, 0 - q.y, 0 - q.z, q.w} : abc::Quat{0 - q.x, q.y, 0 - q.z, q.w};
    }
    /// D · M · D.
    [[nodiscard]] ColumnMatrix matrix(const abc::Affine& m) const {
        const std::array<double, 4> d{-1, 1, double{z()}, 1};
        ColumnMatrix out{};
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 4; ++column)
                out[4 * column + row] = abc::single(d[row] * d[column] * m[4 * row + column] + 0.0);
        }
        out[15] = 1;
        return out;
    }
};

}  // namespace exporting
