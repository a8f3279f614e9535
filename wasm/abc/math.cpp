#include "math.h"

#include <algorithm>

namespace abc {

Mat4 inverse(const Mat4& matrix) {
    std::array<double, 12> a{};
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = double{matrix.m[i]};
    const double c0 = a[5] * a[10] - a[6] * a[9];
    const double c1 = a[6] * a[8] - a[4] * a[10];
    const double c2 = a[4] * a[9] - a[5] * a[8];
    const double determinant = a[0] * c0 + a[1] * c1 + a[2] * c2;
    if (!(std::abs(determinant) > 1e-30) || !std::isfinite(determinant)) return {};
    const double d = 1.0 / determinant;
    const std::array<double, 9> r{c0 * d, (a[2] * a[9] - a[1] * a[10]) * d, (a[1] * a[6] - a[2] * a[5]) * d,
                                  c1 * d, (a[0] * a[10] - a[2] * a[8]) * d, (a[2] * a[4] - a[0] * a[6]) * d,
                                  c2 * d, (a[1] * a[8] - a[0] * a[9]) * d,  (a[0] * a[5] - a[1] * a[4]) * d};
    Mat4 out;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            out.m[row * 4 + column] = static_cast<float>(r[row * 3 + column]);
        out.m[row * 4 + 3] = static_cast<float>(-(r[row * 3] * a[3] + r[row * 3 + 1] * a[7] + r[row * 3 + 2] * a[11]));
    }
    return out;
}

Quat rotationOf(const Mat4& matrix) {
    const auto& m = matrix.m;
    // Of the four ways to take the first component the one with the largest root loses no precision.
    const std::array<float, 4> squares{m[0] + m[5] + m[10], m[0] - m[5] - m[10], m[5] - m[0] - m[10],
                                       m[10] - m[0] - m[5]};
    const auto largest = static_cast<std::size_t>(std::max_element(squares.begin(), squares.end()) - squares.begin());
    const float root = std::sqrt(std::max(0.0F, squares[largest] + 1.0F));
    const float s = root > 0 ? 0.5F / root : 0.0F;
    switch (largest) {
        case 0: return {(m[9] - m[6]) * s, (m[2] - m[8]) * s, (m[4] - m[1]) * s, 0.5F * root};
        case 1: return {0.5F * root, (m[1] + m[4]) * s, (m[2] + m[8]) * s, (m[9] - m[6]) * s};
        case 2: return {(m[1] + m[4]) * s, 0.5F * root, (m[6] + m[9]) * s, (m[2] - m[8]) * s};
        default: return {(m[2] + m[8]) * s, (m[6] + m[9]) * s, 0.5F * root, (m[4] - m[1]) * s};
    }
}

}  // namespace abc
