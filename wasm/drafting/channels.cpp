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

/// What a value may be off from that at rest without meaning it.
constexpr double kSame = 1e-6;

}  // namespace

std::size_t width(const Channel& channel) {
    return channel.interpolation == Interpolation::kCubicSpline ? 3 * channel.size : channel.size;
}

void keepSound(Channel& channel) {
    const std::size_t each = width(channel);
    if (each == 0) return;
    const std::size_t count = std::min(channel.times.size(), channel.values.size() / each);
    std::size_t kept = 0;
    for (std::size_t key = 0; key < count; ++key) {
        const double time = channel.times[key];
        const auto values = channel.values.begin() + static_cast<std::ptrdiff_t>(each * key);
        const auto end = values + static_cast<std::ptrdiff_t>(each);
        const bool isLater = std::isfinite(time) && (kept == 0 || time > channel.times[kept - 1]);
        if (!isLater || !std::all_of(values, end, [](float value) { return std::isfinite(value); })) continue;
        if (kept < key) std::copy(values, end, channel.values.begin() + static_cast<std::ptrdiff_t>(each * kept));
        channel.times[kept++] = time;
    }
    channel.times.resize(kept);
    channel.values.resize(each * kept);
}

bool doesMove(const Channel& channel, std::span<const double> rest) {
    if (channel.path == Path::kWeights) return true;
    const std::span<const double> still = rest.subspan(kLocal * channel.node + offsetOf(channel.path), channel.size);
    const bool isSpline = channel.interpolation == Interpolation::kCubicSpline;
    for (std::size_t key = 0; key < channel.times.size(); ++key) {
        const std::span<const float> all = std::span(channel.values).subspan(width(channel) * key, width(channel));
        const std::span<const float> values = all.subspan(isSpline ? channel.size : 0, channel.size);
        // Two quaternions of opposite signs are one rotation.
        double sign = 1;
        if (channel.path == Path::kRotation) {
            double cosine = 0;
            for (std::size_t i = 0; i < values.size(); ++i) cosine += values[i] * still[i];
            if (cosine < 0) sign = -1;
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double known = sign * still[i];
            if (std::abs(values[i] - known) > kSame * std::max(1.0, std::abs(known))) return true;
            if (!isSpline || channel.times.size() < 2) continue;
            if (std::abs(all[i]) > kSame || std::abs(all[2 * channel.size + i]) > kSame) return true;
        }
    }
    return false;
}

Span spanOf(std::span<const Channel> channels) {
    if (channels.empty()) return {};
    Span out{channels[0].times.front(), 0};
    for (const Channel& channel : channels) out.start = std::min(out.start, channel.times.front());
    double end = out.start;
    for (const Channel& channel : channels) end = std::max(end, channel.times.back());
    out.length = msOf(end, out.start);
    return out;
}

std::string refusalOf(const Channel& channel, std::size_t nodes) {
    constexpr std::size_t kSizes[] = {3, 4, 3};
    const auto path = static_cast<std::size_t>(channel.path);
    if (channel.path > Path::kWeights || channel.interpolation > Interpolation::kCubicSpline || channel.node >= nodes ||
        (channel.path == Path::kWeights ? channel.size == 0 : channel.size != kSizes[path])) {
        return "A channel of an animation has an unknown target.";
    }
    const std::vector<double>& times = channel.times;
    const bool isGrowing =
        std::adjacent_find(times.begin(), times.end(), [](double a, double b) { return !(a < b); }) == times.end();
    // Of growing ones those between two that are finite are, too.
    if (times.empty() || !isGrowing || !std::isfinite(times.front()) || !std::isfinite(times.back()))
        return "The times of a channel of an animation are not finite and ascending.";
    if (channel.values.size() / width(channel) < times.size())
        return "A channel of an animation lacks values for some keys.";
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

void moveTo(std::span<const Channel* const> channels, const Moment& moment, std::vector<double>& out) {
    for (const Channel* const channel : channels) {
        if (channel->path != Path::kWeights)
            sample(*channel, moment,
                   std::span(out).subspan(kLocal * channel->node + offsetOf(channel->path), channel->size));
    }
}

bool differs(const Channel& channel, std::size_t key) {
    const auto first = channel.values.begin() + static_cast<std::ptrdiff_t>(channel.size * key);
    const auto next = first + static_cast<std::ptrdiff_t>(channel.size);
    return !std::equal(first, next, next);
}

}  // namespace drafting
