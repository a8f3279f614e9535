#include "channels.h"

#include <algorithm>
#include <cmath>

#include "import/numbers.h"

namespace drafting {
namespace {

/// Where the numbers of a path stand among those of a node relative to its parent.
std::size_t offsetOf(Path path) {
    switch (path) {
        case Path::kTranslation: return 0;
        case Path::kRotation: return 3;
        case Path::kScale: return 7;
        case Path::kWeights: break;
    }
    return 0;
}

std::size_t width(const Channel& channel) {
    return channel.interpolation == Interpolation::kCubicSpline ? 3 * channel.size : channel.size;
}

template <class Number>
Rotation rotationAt(std::span<const Number> numbers) {
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

void put(const Rotation& rotation, std::span<double> out) {
    std::copy(rotation.begin(), rotation.end(), out.begin());
}

/// Rotations are given at length 1.
void settle(const Channel& channel, std::span<double> out) {
    if (channel.path == Path::kRotation) put(abc::unit({out[0], out[1], out[2], out[3]}), out);
}

void copyKey(const Channel& channel, std::size_t key, std::span<double> out) {
    const bool isSpline = channel.interpolation == Interpolation::kCubicSpline;
    const std::size_t from = width(channel) * key + (isSpline ? channel.size : 0);
    for (std::size_t i = 0; i < channel.size; ++i) out[i] = channel.values[from + i];
    settle(channel, out);
}

/// Cubic Hermite, as the specification's appendix has it.
void spline(const Channel& channel, std::size_t key, double t, double span, std::span<double> out) {
    const std::size_t size = channel.size;
    const float* const a = &channel.values[3 * size * key];
    const float* const b = a + 3 * size;
    const double t2 = t * t;
    const double t3 = t2 * t;
    for (std::size_t i = 0; i < size; ++i) {
        out[i] = (2 * t3 - 3 * t2 + 1) * a[size + i] + span * (t3 - 2 * t2 + t) * a[2 * size + i] +
                 (3 * t2 - 2 * t3) * b[size + i] + span * (t3 - t2) * b[i];
    }
    settle(channel, out);
}

}  // namespace

std::string refusalOf(const Channel& channel, std::size_t nodes) {
    constexpr std::size_t kSizes[] = {3, 4, 3};
    const auto path = static_cast<std::size_t>(channel.path);
    if (channel.path > Path::kWeights || channel.interpolation > Interpolation::kCubicSpline || channel.node >= nodes ||
        (channel.path == Path::kWeights ? channel.size == 0 : channel.size != kSizes[path])) {
        return "A channel of an animation is of nothing that can be moved.";
    }
    const std::vector<double>& times = channel.times;
    const bool isGrowing =
        std::adjacent_find(times.begin(), times.end(), [](double a, double b) { return !(a < b); }) == times.end();
    // Of growing ones those between two that are finite are, too.
    if (times.empty() || !isGrowing || !std::isfinite(times.front()) || !std::isfinite(times.back()))
        return "The times of a channel of an animation are not finite and growing.";
    if (channel.values.size() / width(channel) < times.size())
        return "A channel of an animation has not values for all keys.";
    return "";
}

double msOf(double seconds, double start) {
    return importing::rounded((seconds - start) * 1000);
}

void sample(const Channel& channel, const Moment& moment, std::span<double> out) {
    const std::vector<double>& times = channel.times;
    const std::size_t last = times.size() - 1;
    // How many keys are not later.
    auto passed =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), moment.seconds) - times.begin());
    if (channel.interpolation == Interpolation::kStep) {
        // What counts is to which millisecond a step was moved.
        while (passed <= last && msOf(times[passed], moment.start) <= moment.ms) ++passed;
        while (passed > 1 && msOf(times[passed - 1], moment.start) > moment.ms) --passed;
        return copyKey(channel, passed == 0 ? 0 : passed - 1, out);
    }
    if (passed == 0 || passed > last) return copyKey(channel, passed == 0 ? 0 : last, out);
    const std::size_t key = passed - 1;
    const double span = times[key + 1] - times[key];
    const double share = (moment.seconds - times[key]) / span;
    if (channel.interpolation == Interpolation::kCubicSpline) return spline(channel, key, share, span, out);
    const std::span<const float> values = std::span(channel.values).subspan(channel.size * key);
    if (channel.path == Path::kRotation)
        return put(abc::slerp(abc::unit(rotationAt(values)), abc::unit(rotationAt(values.subspan(4))), share), out);
    for (std::size_t i = 0; i < channel.size; ++i) {
        const double value = values[i];
        out[i] = value + share * (values[channel.size + i] - value);
    }
}

void moveTo(const std::vector<Channel>& channels, const Moment& moment, std::vector<double>& out) {
    for (const Channel& channel : channels) {
        if (channel.path != Path::kWeights)
            sample(channel, moment,
                   std::span(out).subspan(kLocal * channel.node + offsetOf(channel.path), channel.size));
    }
}

bool differs(const Channel& channel, std::size_t key) {
    const auto first = channel.values.begin() + static_cast<std::ptrdiff_t>(channel.size * key);
    const auto next = first + static_cast<std::ptrdiff_t>(channel.size);
    return !std::equal(first, next, next);
}

}  // namespace drafting
