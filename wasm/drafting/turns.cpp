#include "turns.h"

#include <algorithm>
#include <cmath>

#include "import/numbers.h"

namespace drafting {
namespace {

/// Where a cofactor leaves out a row or column: the two others, in the order that gives it its sign.
constexpr std::size_t after(std::size_t i) {
    return (i + 1) % 3;
}
constexpr std::size_t before(std::size_t i) {
    return (i + 2) % 3;
}

/// Of row i and column j.
double cofactor(const Matrix& m, std::size_t i, std::size_t j) {
    const std::size_t up = 4 * after(i);
    const std::size_t down = 4 * before(i);
    const std::size_t left = after(j);
    const std::size_t right = before(j);
    return m[up + left] * m[down + right] - m[up + right] * m[down + left];
}

}  // namespace

bool isFinite(const Matrix& m) {
    return std::all_of(m.begin(), m.end(), [](double number) { return std::isfinite(number); });
}

Vector turnVector(const Rotation& q, const Vector& v) {
    const auto& [x, y, z, w] = q;
    const double tx = 2 * (y * v[2] - z * v[1]);
    const double ty = 2 * (z * v[0] - x * v[2]);
    const double tz = 2 * (x * v[1] - y * v[0]);
    return {v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx};
}

Matrix matrixOf(const Rotation& rotation, const Vector& place, const Vector& scale) {
    const auto& [x, y, z, w] = rotation;
    const auto& [sx, sy, sz] = scale;
    return {sx * (1 - 2 * (y * y + z * z)), sy * 2 * (x * y - z * w),       sz * 2 * (x * z + y * w),       place[0],
            sx * 2 * (x * y + z * w),       sy * (1 - 2 * (x * x + z * z)), sz * 2 * (y * z - x * w),       place[1],
            sx * 2 * (x * z - y * w),       sy * 2 * (y * z + x * w),       sz * (1 - 2 * (x * x + y * y)), place[2]};
}

Matrix multiplied(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t row = 0; row < out.size(); row += 4) {
        for (std::size_t column = 0; column < 4; ++column) {
            double sum = column == 3 ? a[row + 3] : 0;
            for (std::size_t i = 0; i < 3; ++i) sum += a[row + i] * b[4 * i + column];
            out[row + column] = sum;
        }
    }
    return out;
}

Rotation turnOf(const Matrix& m) {
    const double trace = m[0] + m[5] + m[10];
    if (trace > 0) {
        const double s = 2 * std::sqrt(trace + 1);
        return abc::unit({(m[9] - m[6]) / s, (m[2] - m[8]) / s, (m[4] - m[1]) / s, s / 4});
    }
    // The axis that turns least is the one that can be divided by.
    const std::size_t first = m[0] >= m[5] && m[0] >= m[10] ? 0 : m[5] >= m[10] ? 1 : 2;
    const std::size_t second = after(first);
    const std::size_t third = before(first);
    const auto cell = [&](std::size_t row, std::size_t column) { return m[4 * row + column]; };
    double s = 2 * std::sqrt(importing::greater(0, 1 + cell(first, first) - cell(second, second) - cell(third, third)));
    if (!(s > 0)) s = 1;
    Rotation q{0, 0, 0, (cell(third, second) - cell(second, third)) / s};
    q[first] = s / 4;
    q[second] = (cell(second, first) + cell(first, second)) / s;
    q[third] = (cell(third, first) + cell(first, third)) / s;
    return abc::unit(q);
}

double determinant(const Matrix& m) {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

Matrix cofactorsOf(const Matrix& m) {
    Matrix out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) out[4 * row + column] = cofactor(m, row, column);
    }
    return out;
}

std::optional<Rotation> nearestTurn(const Matrix& m) {
    Matrix r = m;
    for (const std::size_t place : {3U, 7U, 11U}) r[place] = 0;
    if (!(determinant(r) > 0)) return std::nullopt;
    for (int step = 0; step < 40; ++step) {
        const Matrix known = r;
        const double d = determinant(known);
        double change = 0;
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                const std::size_t at = 4 * row + column;
                r[at] = (known[at] + cofactor(known, row, column) / d) / 2;
                change = importing::greater(change, std::abs(r[at] - known[at]));
            }
        }
        if (change < 1e-14) break;
    }
    return isFinite(r) ? std::optional(turnOf(r)) : std::nullopt;
}

}  // namespace drafting
