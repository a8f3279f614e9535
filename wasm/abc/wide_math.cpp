#include "wide_math.h"

#include <algorithm>
#include <cmath>

namespace abc {
namespace {

/// Below it two rotations are almost the same: the line is the arc.
constexpr double kLeastSine = 1e-6;

}  // namespace

Affine product(const Affine& a, const Affine& b) {
    Affine out{};
    for (std::size_t row = 0; row < out.size(); row += 4) {
        for (std::size_t column = 0; column < 4; ++column) {
            double sum = column == 3 ? a[row + 3] : 0;
            for (std::size_t i = 0; i < 3; ++i) sum += a[row + i] * b[4 * i + column];
            out[row + column] = sum;
        }
    }
    return out;
}

Affine affineOf(const WideVec3& translation, const WideQuat& rotation) {
    const auto [x, y, z, w] = rotation;
    const double square = x * x + y * y + z * z + w * w;
    const double s = square > 0 ? 2 / square : 0;
    return {1 - s * (y * y + z * z), s * (x * y - z * w),     s * (x * z + y * w),     translation[0],
            s * (x * y + z * w),     1 - s * (x * x + z * z), s * (y * z - x * w),     translation[1],
            s * (x * z - y * w),     s * (y * z + x * w),     1 - s * (x * x + y * y), translation[2]};
}

double angleBetween(const WideQuat& a, const WideQuat& b) {
    const auto [x, y, z, w] = product(conjugate(a), b);
    return 2 * std::atan2(core::hypot(std::array{x, y, z}), std::abs(w));
}

WideQuat slerp(const WideQuat& a, const WideQuat& b, double share) {
    const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const double sign = dot < 0 ? -1 : 1;
    double from = 1 - share;
    double to = share;
    // At the first, which is asked for often, the sines are those of a line.
    if (share != 0) {
        const double angle = std::acos(std::min(1.0, std::abs(dot)));
        const double sine = std::sin(angle);
        if (!(sine < kLeastSine)) {
            from = std::sin((1 - share) * angle) / sine;
            to = std::sin(share * angle) / sine;
        }
    }
    WideQuat out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = from * a[i] + sign * to * b[i];
    return unit(out);
}

WideQuat rotationOf(const Affine& m) {
    std::array<double, 3> lengths{};
    for (std::size_t c = 0; c < lengths.size(); ++c) {
        const double length = core::hypot(std::array{m[c], m[c + 4], m[c + 8]});
        lengths[c] = length > 0 ? length : 1;
    }
    const auto at = [&](std::size_t row, std::size_t column) { return m[4 * row + column] / lengths[column]; };
    const double xx = at(0, 0);
    const double yy = at(1, 1);
    const double zz = at(2, 2);
    const double trace = xx + yy + zz;
    if (trace > 0) return unit({at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), 1 + trace});
    if (xx >= yy && xx >= zz)
        return unit({1 + xx - yy - zz, at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(2, 1) - at(1, 2)});
    if (yy >= zz) return unit({at(0, 1) + at(1, 0), 1 + yy - xx - zz, at(1, 2) + at(2, 1), at(0, 2) - at(2, 0)});
    return unit({at(0, 2) + at(2, 0), at(1, 2) + at(2, 1), 1 + zz - xx - yy, at(1, 0) - at(0, 1)});
}

std::optional<Affine> inverse(const Affine& m) {
    // Of two rows and two columns each: the signs of the cofactors are in their order.
    const auto cofactor = [&](std::size_t row, std::size_t column) {
        const std::size_t up = 4 * ((row + 1) % 3);
        const std::size_t down = 4 * ((row + 2) % 3);
        const std::size_t left = (column + 1) % 3;
        const std::size_t right = (column + 2) % 3;
        return m[up + left] * m[down + right] - m[up + right] * m[down + left];
    };
    const double determinant = m[0] * cofactor(0, 0) + m[1] * cofactor(0, 1) + m[2] * cofactor(0, 2);
    Affine out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            // Of the transposed matrix.
            const double value = cofactor(row, column) / determinant;
            out[4 * column + row] = value;
            out[4 * column + 3] -= value * m[4 * row + 3];
        }
    }
    if (!std::all_of(out.begin(), out.end(), isSingle)) return std::nullopt;
    return out;
}

}  // namespace abc
