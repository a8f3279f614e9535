// Vectors, quaternions and affine matrices in double precision, for what is rounded once, at the end. The order of the
// operations counts: recorded imports (tests/web/from-glb/recorded.json) depend on the last bit.
#pragma once

#include <array>
#include <optional>

#include "core/hypot.h"

namespace abc {

using WideVec3 = std::array<double, 3>;
/// x, y, z, w.
using WideQuat = std::array<double, 4>;
/// Row-major: three rows of four, the translation in 3, 7 and 11.
using Affine = std::array<double, 12>;

/// Whether it is finite in 32 bits.
[[nodiscard]] inline bool isSingle(double value) {
    // Halfway between the greatest float and the one that would follow.
    return std::abs(value) < 0x1.ffffffp+127;
}

/// In 32 bits; infinite when it is too large for them.
[[nodiscard]] inline float single(double value) {
    if (isSingle(value) || std::isnan(value)) return static_cast<float>(value);
    return std::copysign(std::numeric_limits<float>::infinity(), value < 0 ? -1.0F : 1.0F);
}

inline constexpr Affine kIdentity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// First b, then a.
[[nodiscard]] inline WideQuat product(const WideQuat& a, const WideQuat& b) {
    const auto [ax, ay, az, aw] = a;
    const auto [bx, by, bz, bw] = b;
    return {aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz};
}

[[nodiscard]] inline WideQuat conjugate(const WideQuat& q) {
    return {-q[0], -q[1], -q[2], q[3]};
}

/// At length 1; the identity for one without a length.
[[nodiscard]] inline WideQuat unit(const WideQuat& q) {
    const double length = core::hypot(q);
    if (!(length > 0 && std::isfinite(length))) return {0, 0, 0, 1};
    return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

/// A vector, turned by a quaternion of length 1.
[[nodiscard]] inline WideVec3 rotated(const WideQuat& q, const WideVec3& v) {
    const WideQuat out = product(product(q, {v[0], v[1], v[2], 0}), conjugate(q));
    return {out[0], out[1], out[2]};
}

/// Where a matrix puts a point.
[[nodiscard]] inline WideVec3 applied(const Affine& m, const WideVec3& v) {
    const auto [x, y, z] = v;
    return {m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7],
            m[8] * x + m[9] * y + m[10] * z + m[11]};
}

/// First b, then a.
[[nodiscard]] Affine product(const Affine& a, const Affine& b);

/// A rotation, whatever its length, and a translation as a matrix; the rotation of a quaternion without a length is
/// none.
[[nodiscard]] Affine affineOf(const WideVec3& translation, const WideQuat& rotation);

/// Radians between two rotations of length 1, whatever their signs.
[[nodiscard]] double angleBetween(const WideQuat& a, const WideQuat& b);

/// Spherical interpolation along the shorter arc, at length 1.
[[nodiscard]] WideQuat slerp(const WideQuat& a, const WideQuat& b, double share);

/// The rotation of a matrix whose columns are perpendicular, whatever their lengths.
[[nodiscard]] WideQuat rotationOf(const Affine& m);

/// The inverse; nothing when it is not finite in 32 bits.
[[nodiscard]] std::optional<Affine> inverse(const Affine& m);

}  // namespace abc
