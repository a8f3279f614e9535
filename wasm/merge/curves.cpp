#include "curves.h"

#include <algorithm>
#include <cmath>

namespace merging {
namespace {

template <std::size_t N>
std::array<double, N> keyOf(const Curve& curve, std::size_t key, std::size_t part) {
    const std::size_t parts = curve.interpolation == Interpolation::Spline ? 3 : 1;
    std::array<double, N> out{};
    for (std::size_t i = 0; i < N; ++i) out[i] = curve.values[N * (parts * key + part) + i];
    return out;
}

std::array<double, 3> mixed(const std::array<double, 3>& a, const std::array<double, 3>& b, double share) {
    std::array<double, 3> out = a;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + share * (b[i] - a[i]);
    return out;
}

std::array<double, 4> mixed(const std::array<double, 4>& a, const std::array<double, 4>& b, double share) {
    return abc::slerp(abc::unit(a), abc::unit(b), share);
}

template <std::size_t N>
std::array<double, N> valueAt(const Curve& curve, double seconds) {
    const bool isSpline = curve.interpolation == Interpolation::Spline;
    const auto key = [&](std::size_t i) { return keyOf<N>(curve, i, isSpline ? 1 : 0); };
    const std::vector<float>& times = curve.times;
    const std::size_t after = firstAfter(times, seconds);
    if (after == 0) return key(0);
    if (after == times.size() || curve.interpolation == Interpolation::Step) return key(after - 1);
    const double from = times[after - 1];
    const double span = times[after] - from;
    if (seconds - from < kAtKey) return key(after - 1);
    if (times[after] - seconds < kAtKey) return key(after);
    const double share = span > 0 ? (seconds - from) / span : 0;
    const std::array<double, N> a = key(after - 1);
    const std::array<double, N> b = key(after);
    if (!isSpline) return mixed(a, b, share);
    const std::array<double, N> out = keyOf<N>(curve, after - 1, 2);
    const std::array<double, N> into = keyOf<N>(curve, after, 0);
    const double s2 = share * share;
    const double s3 = std::pow(share, 3);
    std::array<double, N> value{};
    for (std::size_t i = 0; i < N; ++i) {
        value[i] = (2 * s3 - 3 * s2 + 1) * a[i] + span * (s3 - 2 * s2 + share) * out[i] + (3 * s2 - 2 * s3) * b[i] +
                   span * (s3 - s2) * into[i];
    }
    return value;
}

}  // namespace

bool fits(const Curve& curve, std::size_t size) {
    const std::size_t parts = curve.interpolation == Interpolation::Spline ? 3 : 1;
    const auto isFinite = [](float value) { return std::isfinite(value); };
    return !curve.times.empty() && curve.values.size() >= size * parts * curve.times.size() &&
           std::all_of(curve.times.begin(), curve.times.end(), isFinite) &&
           std::is_sorted(curve.times.begin(), curve.times.end());
}

WideVec3 vectorAt(const Curve& curve, double seconds) {
    return valueAt<3>(curve, seconds);
}

WideQuat rotationAt(const Curve& curve, double seconds) {
    return valueAt<4>(curve, seconds);
}

bool isEven(std::span<const double> times) {
    if (times.size() < 4) return false;
    const double first = times.front();
    const double step = (times.back() - first) / static_cast<double>(times.size() - 1);
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!(std::abs(times[i] - first - step * static_cast<double>(i)) < 0.02 * step + 0.1)) return false;
    }
    return true;
}

std::size_t firstAfter(std::span<const float> times, double seconds) {
    return static_cast<std::size_t>(
        std::partition_point(times.begin(), times.end(), [seconds](float time) { return time <= seconds; }) -
        times.begin());
}

}  // namespace merging
