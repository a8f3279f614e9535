#include "clip.h"

#include <algorithm>
#include <cmath>

#include "import/numbers.h"

namespace exporting {
namespace {

/// Radians by which glTF may turn a node differently from the engine: the farthest vertex is then 5e-5 of the model's
/// size off.
constexpr double kTolerance = 5e-5;
/// Tolerance for a quaternion of length 1: less does not matter for the interpolation between two keys.
constexpr double kUnit = 1e-4;
/// Cosine of half an angle so near 180° that players may turn either way.
constexpr double kHalfTurn = 1e-5;
/// How often the interval between two keys is halved at most.
constexpr int kMostHalvings = 5;
/// Keys of a step.
constexpr std::size_t kKeysAStep = 64;

using Locals = std::span<const abc::Local>;

double dot(const abc::Quat& a, const abc::Quat& b) {
    return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z + double{a.w} * b.w;
}

double lengthOf(const abc::Quat& q) {
    return std::sqrt(dot(q, q));
}

/// Cosine of half the angle between two rotations; NaN for a zero quaternion.
double cosine(const abc::Quat& a, const abc::Quat& b) {
    return std::abs(dot(a, b)) / (lengthOf(a) * lengthOf(b));
}

/// Whether a node may turn differently in glTF: its quaternions are not of length 1, or 180° apart.
bool mayDiffer(Locals a, Locals b) {
    const auto isUnit = [](const abc::Quat& q) { return std::abs(lengthOf(q) - 1) < kUnit; };
    for (std::size_t node = 0; node < a.size(); ++node) {
        const abc::Quat& from = a[node].rotation;
        const abc::Quat& to = b[node].rotation;
        const double turn = cosine(from, to);
        if (turn < kHalfTurn) return true;
        if (turn < 1 - kTolerance * kTolerance && !(isUnit(from) && isUnit(to))) return true;
    }
    return false;
}

/// Whether a node turns so far that rounding decides the shorter way.
bool isAmbiguous(Locals a, Locals b) {
    for (std::size_t node = 0; node < a.size(); ++node) {
        if (cosine(a[node].rotation, b[node].rotation) < kHalfTurn) return true;
    }
    return false;
}

abc::WideQuat wide(const abc::Quat& q) {
    return {q.x, q.y, q.z, q.w};
}

/// Whether glTF and the engine turn a node differently, part of the way from one key to the next.
bool turnsApart(Locals a, Locals b, double share, Locals engine) {
    for (std::size_t node = 0; node < a.size(); ++node) {
        const abc::Quat& from = a[node].rotation;
        const abc::Quat& to = b[node].rotation;
        const abc::Quat& there = engine[node].rotation;
        const double angle = std::acos(importing::lesser(1, cosine(from, to)));
        if (!(angle > kTolerance)) continue;
        const double sign = dot(from, to) < 0 ? -1 : 1;
        const double before = std::sin((1 - share) * angle) / (std::sin(angle) * lengthOf(from));
        const double after = sign * std::sin(share * angle) / (std::sin(angle) * lengthOf(to));
        // The distance of unit quaternions is half the angle between them.
        const double length = lengthOf(there);
        const double side = before * dot(from, there) + after * dot(to, there) < 0 ? -1 : 1;
        double square = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const double glTF = before * wide(from)[i] + after * wide(to)[i];
            const double off = glTF - side * wide(there)[i] / length;
            square += off * off;
        }
        if (2 * std::sqrt(square) > kTolerance) return true;
    }
    return false;
}

/// Milliseconds as 32-bit seconds of glTF.
float secondsOf(double ms) {
    return static_cast<float>(ms / 1000);
}

}  // namespace

Clip::Clip(const abc::Model& model, const ClipSource& source, const abc::V6Interpretation& interpretation,
           std::vector<double> times, std::size_t mostAdded)
    : model_(model), options_{{}, interpretation}, keys_(std::move(times)), mostAdded_(mostAdded), left_(mostAdded) {
    layer_.source = source.model;
    layer_.animation = source.animation;
    layer_.rootOrigin = source.origin;
}

const Clip::Locals& Clip::poseAt(double ms) {
    layer_.timeMs = ms;
    abc::pose(model_, std::span(&layer_, 1), options_, pose_);
    return pose_.locals;
}

bool Clip::step() {
    const std::size_t all = 2 * keys_.size();
    for (const std::size_t end = std::min(all, done_ + kKeysAStep); done_ < end; ++done_) {
        if (done_ < keys_.size()) {
            own_.push_back({secondsOf(keys_[done_]), poseAt(keys_[done_])});
        } else {
            refine(done_ - keys_.size());
        }
    }
    return done_ < all;
}

/// Takes a key of the file, with those that glTF needs before it.
void Clip::refine(std::size_t key) {
    const Moment& own = own_[key];
    if (key > 0 && left_ > 0 && mayDiffer(own_[key - 1].pose, own.pose)) {
        std::vector<Moment> missing;
        between(own_[key - 1], own, kMostHalvings, missing);
        for (std::size_t i = 0; i < missing.size() && left_ > 0; ++i, --left_) {
            times_.push_back(missing[i].time);
            poses_.push_back(std::move(missing[i].pose));
        }
    }
    times_.push_back(own.time);
    poses_.push_back(own.pose);
}

/// Adds the moments that are missing between two keys, in order.
void Clip::between(const Moment& from, const Moment& to, int halvings, std::vector<Moment>& out) {
    const auto time = static_cast<float>((double{from.time} + double{to.time}) / 2);
    if (halvings == 0 || !(time > from.time && time < to.time)) return;
    const auto isFar = [&](double share) {
        return turnsApart(from.pose, to.pose, share,
                          poseAt(1000 * (double{from.time} + share * (double{to.time} - double{from.time}))));
    };
    if (!isAmbiguous(from.pose, to.pose) && !isFar(0.25) && !isFar(0.5) && !isFar(0.75)) return;
    Moment middle{time, poseAt(1000 * double{time})};
    between(from, middle, halvings - 1, out);
    out.push_back(middle);
    between(middle, to, halvings - 1, out);
}

std::vector<std::uint8_t> Clip::moved(std::span<const abc::Local> rest) const {
    std::vector<std::uint8_t> out(rest.size());
    for (const std::vector<abc::Local>& pose : poses_) {
        for (std::size_t node = 0; node < rest.size(); ++node) {
            const abc::Vec3& now = pose[node].translation;
            const abc::Vec3& then = rest[node].translation;
            if (now.x != then.x || now.y != then.y || now.z != then.z) out[node] = 1;
        }
    }
    return out;
}

/// @param write gives the value of a key, by that of the key before it; nothing when it is not finite
template <std::size_t N, class Write>
Curves Clip::curves(Write write) const {
    Curves out;
    for (std::size_t node = 0; node < model_.nodes.size(); ++node) {
        std::vector<float> kept;
        std::optional<std::array<float, N>> before;
        for (std::size_t key = 0; key < poses_.size(); ++key) {
            const std::optional<std::array<float, N>> value = write(poses_[key][node], before);
            if (!value) continue;
            kept.push_back(times_[key]);
            out.values.insert(out.values.end(), value->begin(), value->end());
            before = value;
        }
        out.counts.push_back(static_cast<std::uint32_t>(kept.size()));
        if (kept.size() < times_.size()) out.times.insert(out.times.end(), kept.begin(), kept.end());
    }
    return out;
}

Curves Clip::translations(Space space) const {
    using Value = std::array<float, 3>;
    return curves<3>([space](const abc::Local& local, const std::optional<Value>& /*before*/) -> std::optional<Value> {
        if (!abc::isFinite(local.translation)) return std::nullopt;
        const auto [x, y, z] = space.vector(local.translation);
        return Value{x, y, z};
    });
}

Curves Clip::rotations(Space space) const {
    using Value = std::array<float, 4>;
    return curves<4>([space](const abc::Local& local, const std::optional<Value>& before) -> std::optional<Value> {
        abc::Quat q = local.rotation;
        const double length = lengthOf(q);
        if (!std::isfinite(length)) return std::nullopt;
        // A zero quaternion turns nothing.
        const auto shortened = [length](float value) { return abc::single(value / length); };
        q = length == 0 ? abc::Quat{} : abc::Quat{shortened(q.x), shortened(q.y), shortened(q.z), shortened(q.w)};
        const auto [x, y, z, w] = space.rotation(q);
        // The same sign as in the key before: otherwise some players take the longer way.
        const bool isFar = before && dot({(*before)[0], (*before)[1], (*before)[2], (*before)[3]}, {x, y, z, w}) < 0;
        return isFar ? Value{-x, -y, -z, -w} : Value{x, y, z, w};
    });
}

}  // namespace exporting
