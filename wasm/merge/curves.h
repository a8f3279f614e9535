// Curves of a glTF: how a value goes from key to key.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rig.h"

namespace merging {

/// Times nearer than this are one, milliseconds.
inline constexpr double kSameTime = 0.5;
/// Seconds: a key of the file and its time in 32 bits.
inline constexpr double kAtKey = 1e-6;

enum class Interpolation : std::uint8_t { Linear, Step, Spline };

struct Curve {
    /// Seconds, growing; at least one.
    std::vector<float> times;
    /// As many a key as each other; of splines a slope before and one behind each value.
    std::vector<float> values;
    Interpolation interpolation = Interpolation::Linear;
};

/// Whether a curve has so many numbers at each of its times, of which there is one.
[[nodiscard]] bool fits(const Curve& curve, std::size_t size);

/// The value of a curve of three or four numbers; four are a rotation. Before the first key and behind the last one it
/// stays.
[[nodiscard]] WideVec3 vectorAt(const Curve& curve, double seconds);
[[nodiscard]] WideQuat rotationAt(const Curve& curve, double seconds);

/// Whether keys are at equal distances. @param times milliseconds
[[nodiscard]] bool isEven(std::span<const double> times);

/// The index of the first time that is later.
[[nodiscard]] std::size_t firstAfter(std::span<const float> times, double seconds);

}  // namespace merging
