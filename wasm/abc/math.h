// Vectors, quaternions and affine matrices. Only +, −, ×, ÷ and √ on floats, and trigonometry in double
// rounded to float, so that native and WebAssembly builds agree to the bit (with -ffp-contract=off).
#pragma once

#include <array>
#include <cmath>

namespace abc {

struct Vec3 {
    float x = 0, y = 0, z = 0;
};

/// Order in files: x, y, z, w.
struct Quat {
    float x = 0, y = 0, z = 0, w = 1;
};

/// The numbers of a vector by their index.
inline constexpr float Vec3::*kAxes[] = {&Vec3::x, &Vec3::y, &Vec3::z};

[[nodiscard]] inline bool isFinite(Vec3 v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
[[nodiscard]] inline bool isFinite(Quat q) {
    return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

[[nodiscard]] inline Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] inline Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] inline Vec3 operator*(Vec3 a, float s) {
    return {a.x * s, a.y * s, a.z * s};
}
[[nodiscard]] inline float dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline Vec3 lerp(Vec3 a, Vec3 b, float p) {
    return a + (b - a) * p;
}

/// The vector at length 1; a zero vector stays zero.
[[nodiscard]] inline Vec3 normalized(Vec3 v) {
    const float length = std::sqrt(dot(v, v));
    return length > 0 ? v * (1.0F / length) : v;
}

[[nodiscard]] inline Quat conjugate(Quat q) {
    return {-q.x, -q.y, -q.z, q.w};
}
[[nodiscard]] inline Quat operator*(Quat a, Quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// Spherical interpolation along the shorter arc; nearly parallel rotations are interpolated linearly (abc.md §4.3).
[[nodiscard]] inline Quat slerp(Quat a, Quat b, float p) {
    double cosine = double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z + double{a.w} * b.w;
    const float sign = cosine < 0 ? -1.0F : 1.0F;
    cosine = std::abs(cosine);
    float wa = 1.0F - p;
    float wb = p;
    if (cosine < 0.999999) {
        const double angle = std::acos(cosine);
        const double sine = std::sin(angle);
        wa = static_cast<float>(std::sin((1.0 - double{p}) * angle) / sine);
        wb = static_cast<float>(std::sin(double{p} * angle) / sine);
    }
    wb *= sign;
    return {wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w};
}

/// An affine transformation, row-major: column vectors, translation in 3, 7 and 11.
struct Mat4 {
    std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    [[nodiscard]] Vec3 translation() const { return {m[3], m[7], m[11]}; }
    void setTranslation(Vec3 t) {
        m[3] = t.x;
        m[7] = t.y;
        m[11] = t.z;
    }
    /// Without the translation.
    [[nodiscard]] Vec3 rotate(Vec3 v) const {
        return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[4] * v.x + m[5] * v.y + m[6] * v.z,
                m[8] * v.x + m[9] * v.y + m[10] * v.z};
    }
    [[nodiscard]] Vec3 apply(Vec3 v) const { return rotate(v) + translation(); }
};

/// The product of two affine matrices; the last row is (0, 0, 0, 1).
[[nodiscard]] inline Mat4 operator*(const Mat4& a, const Mat4& b) {
    Mat4 product;
    for (std::size_t row = 0; row < 12; row += 4) {
        for (std::size_t column = 0; column < 4; ++column) {
            float sum = a.m[row] * b.m[column] + a.m[row + 1] * b.m[4 + column] + a.m[row + 2] * b.m[8 + column];
            if (column == 3) sum += a.m[row + 3];
            product.m[row + column] = sum;
        }
    }
    return product;
}

/// Rotation and translation as a matrix. The quaternion counts as unit whatever its length (s = 2/|q|²).
[[nodiscard]] inline Mat4 transform(Vec3 t, Quat q) {
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const float s = square > 0 ? 2.0F / square : 0.0F;
    Mat4 out;
    out.m = {1.0F - s * (q.y * q.y + q.z * q.z),
             s * (q.x * q.y - q.z * q.w),
             s * (q.x * q.z + q.y * q.w),
             t.x,
             s * (q.x * q.y + q.z * q.w),
             1.0F - s * (q.x * q.x + q.z * q.z),
             s * (q.y * q.z - q.x * q.w),
             t.y,
             s * (q.x * q.z - q.y * q.w),
             s * (q.y * q.z + q.x * q.w),
             1.0F - s * (q.x * q.x + q.y * q.y),
             t.z,
             0,
             0,
             0,
             1};
    return out;
}

/// The inverse of an affine matrix, computed in double; the identity when there is none.
[[nodiscard]] Mat4 inverse(const Mat4& matrix);

/// The rotation of an affine matrix without scale, as a unit quaternion.
[[nodiscard]] Quat rotationOf(const Mat4& matrix);

}  // namespace abc
