// Arithmetic whose last bit counts: the recorded bytes of imports (tests/web/from-glb/recorded.json) depend on it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/hypot.h"

namespace importing {

/// A sum of directions that is shorter has no direction.
inline constexpr double kLeastLength = 1e-6;

/// The greater of two; NaN when either is.
[[nodiscard]] inline double greater(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    return std::max(a, b);
}

/// The lesser of two; NaN when either is.
[[nodiscard]] inline double lesser(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    return std::min(a, b);
}

/// The length of a vector.
template <std::size_t N>
[[nodiscard]] double lengthOf(const std::array<double, N>& vector) {
    return core::hypot(vector);
}
[[nodiscard]] inline double lengthOf(double x, double y, double z) {
    return lengthOf(std::array{x, y, z});
}

/// The nearest whole number; of two the greater one.
[[nodiscard]] inline double rounded(double value) {
    const double below = std::floor(value);
    return value - below >= 0.5 ? below + 1 : below;
}

/// A place to look up: the two zeros are one.
using PlaceKey = std::array<std::uint32_t, 3>;

[[nodiscard]] inline PlaceKey placeKey(float x, float y, float z) {
    PlaceKey out{};
    // −0 + 0 is 0.
    const std::array<float, 3> place{x + 0.0F, y + 0.0F, z + 0.0F};
    std::memcpy(out.data(), place.data(), sizeof out);
    return out;
}

}  // namespace importing
