// The channels of an animation, and their values at a time as glTF says.
#pragma once

#include "scene.h"

namespace drafting {

enum class Path : std::uint32_t { kTranslation, kRotation, kScale, kWeights };
enum class Interpolation : std::uint32_t { kLinear, kStep, kCubicSpline };

struct Channel {
    std::uint32_t node = 0;
    Path path = Path::kTranslation;
    Interpolation interpolation = Interpolation::kLinear;
    /// Seconds, growing; at least one.
    std::vector<double> times;
    /// `size` numbers a key; of splines three times as many: tangent, value, tangent.
    std::vector<float> values;
    std::size_t size = 0;
    /// Its values differ from each other, or from those at rest.
    bool moves = false;
};

/// Numbers of a key.
[[nodiscard]] std::size_t width(const Channel& channel);

/// Takes away keys that are not later than the one before, or have a number that is not finite.
void keepSound(Channel& channel);

/// Whether its values differ from each other, or from those at rest. @param rest as `Scene::rest`
[[nodiscard]] bool doesMove(const Channel& channel, std::span<const double> rest);

/// When an animation begins and how long it is.
struct Span {
    /// Seconds of glTF; 0 without a channel.
    double start = 0;
    /// Milliseconds.
    double length = 0;
};
[[nodiscard]] Span spanOf(std::span<const Channel> channels);

/// Why the lists of a channel do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Channel& channel, std::size_t nodes);

/// A moment of an animation of the file.
struct Moment {
    /// Milliseconds behind its first key.
    double ms = 0;
    /// Seconds of glTF at its first key.
    double start = 0;
    /// Seconds of glTF: exactly those of a key of the source where `ms` stands for one.
    double seconds = 0;
};

/// The milliseconds that a time of glTF becomes.
[[nodiscard]] double msOf(double seconds, double start);

/// The value at a moment. @param out `channel.size` numbers
void sample(const Channel& channel, const Moment& moment, std::span<double> out);

/// Puts what channels move at a moment, all of it. @param out as `Scene::rest`
void moveTo(std::span<const Channel* const> channels, const Moment& moment, std::vector<double>& out);

/// Whether a key and the next have other values: whether there is a step between them.
[[nodiscard]] bool differs(const Channel& channel, std::size_t key);

}  // namespace drafting
