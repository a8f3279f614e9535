#include "uvs.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace importing {
namespace {

/// Beyond it the fractions of a number in single precision say nothing.
constexpr float kFarthest = 1e4F;
constexpr std::size_t kTriangle = 6;

/// What brings three numbers into 0 to 1; nothing when nothing does.
std::optional<double> wholeShift(float a, float b, float c) {
    const auto values = {a, b, c};
    const bool isNear =
        std::all_of(values.begin(), values.end(), [](float value) { return std::abs(value) <= kFarthest; });
    if (!isNear) return std::nullopt;
    const float least = std::min(values);
    const float most = std::max(values);
    if (least >= 0 && most <= 1) return 0;
    const double shift = -std::floor(double{least});
    return most + shift <= 1 ? std::optional(shift) : std::nullopt;
}

}  // namespace

ClampedUvs clamped(std::vector<float> uvs) {
    ClampedUvs out{std::move(uvs)};
    for (std::size_t first = 0; first + kTriangle <= out.uvs.size(); first += kTriangle) {
        float* at = out.uvs.data() + first;
        const std::optional<double> u = wholeShift(at[0], at[2], at[4]);
        const std::optional<double> v = wholeShift(at[1], at[3], at[5]);
        if (!u || !v) {
            ++out.outside;
        } else if (*u != 0 || *v != 0) {
            ++out.moved;
        }
        // Zeros keep their signs.
        for (std::size_t i = 0; i < kTriangle; ++i) {
            const double shift = (i % 2 == 0 ? u : v).value_or(0);
            if (shift != 0) at[i] = static_cast<float>(at[i] + shift);
        }
    }
    return out;
}

}  // namespace importing
