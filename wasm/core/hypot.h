// The length of a vector of any dimension, whose last bit counts: recorded imports depend on it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace core {

/// Scaled by the greatest component, with the squares summed as Kahan does. Infinite when a component is, whatever the
/// others are; else NaN when one is NaN.
template <std::size_t N>
[[nodiscard]] double hypot(const std::array<double, N>& parts) {
    double most = 0;
    bool isNumber = true;
    for (const double part : parts) {
        if (std::isnan(part)) isNumber = false;
        if (std::abs(part) > most) most = std::abs(part);
    }
    if (std::isinf(most)) return most;
    if (!isNumber) return std::numeric_limits<double>::quiet_NaN();
    if (most == 0) return 0;
    double sum = 0;
    double compensation = 0;
    for (const double part : parts) {
        const double scaled = std::abs(part) / most;
        const double summand = scaled * scaled - compensation;
        const double preliminary = sum + summand;
        compensation = (preliminary - sum) - summand;
        sum = preliminary;
    }
    return std::sqrt(sum) * most;
}

}  // namespace core
