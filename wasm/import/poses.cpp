#include "poses.h"

#include <algorithm>
#include <cmath>

namespace importing {
namespace {

/// Below it two rotations are almost the same: the line is the arc.
constexpr double kLeastSine = 1e-5;

template <class Number>
Matrix matrixOf(std::span<const Number> local) {
    const double x = local[3];
    const double y = local[4];
    const double z = local[5];
    const double w = local[6];
    const double square = x * x + y * y + z * z + w * w;
    const double s = 2 / (square > 0 ? square : 1);
    return {1 - s * (y * y + z * z), s * (x * y - z * w),     s * (x * z + y * w),     local[0],
            s * (x * y + z * w),     1 - s * (x * x + z * z), s * (y * z - x * w),     local[1],
            s * (x * z - y * w),     s * (y * z + x * w),     1 - s * (x * x + y * y), local[2]};
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t row = 0; row < out.size(); row += 4) {
        for (std::size_t column = 0; column < 4; ++column) {
            out[row + column] = a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] +
                                (column == 3 ? a[row + 3] : 0);
        }
    }
    return out;
}

/// @param out four numbers
void slerp(std::span<const double> a, std::span<const double> b, double fraction, std::span<double> out) {
    double cosine = 0;
    for (std::size_t i = 0; i < 4; ++i) cosine += a[i] * b[i];
    const double sign = cosine < 0 ? -1 : 1;
    cosine = std::min(std::abs(cosine), 1.0);
    const double angle = std::acos(cosine);
    const double sine = std::sin(angle);
    const double before = sine > kLeastSine ? std::sin((1 - fraction) * angle) / sine : 1 - fraction;
    const double after = sign * (sine > kLeastSine ? std::sin(fraction * angle) / sine : fraction);
    double length = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        out[i] = before * a[i] + after * b[i];
        length += out[i] * out[i];
    }
    length = std::sqrt(length);
    if (!(length > 0)) length = 1;
    for (std::size_t i = 0; i < 4; ++i) out[i] /= length;
}

template <class Number>
void putGlobals(std::span<const std::int32_t> parents, std::span<const Number> pose, std::vector<Matrix>& out) {
    for (std::size_t node = 0; node < parents.size(); ++node) {
        const Matrix local = matrixOf(pose.subspan(kPose * node, kPose));
        out[node] = parents[node] < 0 ? local : product(out[static_cast<std::size_t>(parents[node])], local);
    }
}

}  // namespace

void globalsOf(std::span<const std::int32_t> parents, std::span<const double> pose, std::vector<Matrix>& out) {
    putGlobals(parents, pose, out);
}

void globalsOf(std::span<const std::int32_t> parents, std::span<const float> pose, std::vector<Matrix>& out) {
    putGlobals(parents, pose, out);
}

std::vector<Matrix> globalsOf(std::span<const std::int32_t> parents, std::span<const double> pose) {
    std::vector<Matrix> out(parents.size());
    globalsOf(parents, pose, out);
    return out;
}

std::vector<double> poseBetween(std::span<const double> a, std::span<const double> b, double fraction) {
    std::vector<double> out(a.size());
    for (std::size_t at = 0; at < out.size(); at += kPose) {
        for (std::size_t i = at; i < at + 3; ++i) out[i] = a[i] + (b[i] - a[i]) * fraction;
        slerp(a.subspan(at + 3, 4), b.subspan(at + 3, 4), fraction, std::span(out).subspan(at + 3, 4));
    }
    return out;
}

std::array<double, 3> turnedToNode(const Matrix& node, const std::array<double, 3>& direction) {
    const auto [x, y, z] = direction;
    std::array<double, 3> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = node[i] * x + node[4 + i] * y + node[8 + i] * z;
    return out;
}

}  // namespace importing
