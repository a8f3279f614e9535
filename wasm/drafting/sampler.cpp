#include "sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "import/numbers.h"
#include "import/poses.h"

namespace drafting {
namespace {

using importing::greater;
using importing::kPose;

/// Of the model's size: how far curves may be off between two keys. A third of it takes twice the keys, which nobody
/// sees.
constexpr double kCurve = 3e-4;
/// Of the model's size: how far off a key between two milliseconds may be, for which there is one in a model.
constexpr double kCorner = 7e-4;
/// Milliseconds: a key that is off by less stands on a whole one.
constexpr double kWhole = 0.02;
/// Seconds: within 32 bits of a whole millisecond.
constexpr double kSameTime = 2e-5;
/// Keys that are looked at in one step.
constexpr int kStep = 16;
/// Where between two keys the movement is measured.
constexpr double kProbes[] = {0.25, 0.5, 0.75};

std::uint64_t keyOf(double ms) {
    return static_cast<std::uint64_t>(ms);
}

double squared(double value) {
    return value * value;
}

/// How much longer a matrix makes a vector at most, by the power method; places are passed over.
double stretchOf(const Matrix& m) {
    Vector vector{0.6, 0.5, 0.7};
    double most = 0;
    for (int step = 0; step < 12; ++step) {
        Vector out{};
        for (std::size_t r = 0; r < 3; ++r)
            out[r] = m[4 * r] * vector[0] + m[4 * r + 1] * vector[1] + m[4 * r + 2] * vector[2];
        Vector next{};
        for (std::size_t c = 0; c < 3; ++c) next[c] = m[c] * out[0] + m[4 + c] * out[1] + m[8 + c] * out[2];
        const double length = importing::lengthOf(next);
        most = std::sqrt(length);
        if (!(length > 0)) return 0;
        for (std::size_t axis = 0; axis < 3; ++axis) vector[axis] = next[axis] / length;
    }
    return most;
}

/// A node above others whose scale is not the same in all directions.
bool hasUnevenScale(const Scene& scene) {
    return std::any_of(scene.parents.begin(), scene.parents.end(), [&](std::int32_t parent) {
        if (parent < 0) return false;
        const double* const scale = &scene.rest[kLocal * static_cast<std::size_t>(parent) + 7];
        const double most = 1e-6 * std::abs(scale[0]);
        return std::abs(scale[0] - scale[1]) > most || std::abs(scale[0] - scale[2]) > most;
    });
}

Rotation rotationAt(const std::vector<float>& pose, std::size_t at) {
    return {pose[at], pose[at + 1], pose[at + 2], pose[at + 3]};
}

}  // namespace

Ground::Ground(const Moved& given)
    : moved(given), isUneven(hasUnevenScale(given.scene)), placement(given.scene.count()) {
    const std::size_t count = given.skeleton.sources.size();
    for (const std::int32_t source : given.skeleton.sources) {
        Scale& scale = scales.emplace_back();
        if (source < 0) continue;
        scale.rest = scaleOf(given.rest, static_cast<std::size_t>(source));
        scale.back = abc::inverse(scale.rest);
    }
    for (std::vector<Matrix>& list : matrices) list.resize(count);
    between.resize(kPose * count);
}

Sampler::Sampler(Ground& ground, const Source& source)
    : ground_(ground),
      most_(source.most),
      start_(spanOf(source.channels).start),
      length_(spanOf(source.channels).length),
      stretches_(ground.isUneven),
      off_(ground.moved.skeleton.sources.size()),
      reaches_(ground.moved.pieces.size()) {
    ground_.locals = ground_.moved.scene.rest;
    for (const Channel& channel : source.channels) {
        const bool isSpline = channel.interpolation == Interpolation::kCubicSpline;
        const bool isMorphing = channel.path == Path::kWeights;
        // From version 9 on nothing moves but nodes.
        if (isMorphing && ground_.moved.version != 6) continue;
        channels_.push_back(&channel);
        stretches_ = stretches_ || (channel.path == Path::kScale && channel.moves);
        isCurved_ = isCurved_ || (channel.moves && isSpline);
        isMorphed_ = isMorphed_ || isMorphing;
        hasMorphSplines_ = hasMorphSplines_ || (isMorphing && isSpline);
    }
    isCurved_ = isCurved_ || stretches_;
    if (length_ > kLatest) {
        hasTooMany_ = true;
        stage_ = Stage::kDone;
    } else {
        ask(source.also);
    }
}

void Sampler::ask(const std::vector<std::uint32_t>& also) {
    times_ = {0, length_};
    const std::vector<double>* before = nullptr;
    for (const Channel* const one : channels_) {
        const Channel& channel = *one;
        if (!channel.moves && channel.path != Path::kWeights) continue;
        // Mostly all nodes have their keys at the same times.
        const bool isKnown = before != nullptr && *before == channel.times;
        before = &channel.times;
        if (isKnown && channel.interpolation != Interpolation::kStep) continue;
        for (std::size_t key = 0; key < channel.times.size(); ++key) {
            const double seconds = channel.times[key];
            const double ms = msOf(seconds, start_);
            const auto [known, isNew] = seconds_.try_emplace(keyOf(ms), seconds);
            // Two keys in one millisecond: the nearer one is it.
            if (!isNew && std::abs(seconds - ideal(ms)) < std::abs(known->second - ideal(ms))) known->second = seconds;
            times_.push_back(ms);
            const bool isStep = channel.interpolation == Interpolation::kStep && key > 0 && differs(channel, key - 1);
            if (isStep && ms > 0) times_.push_back(ms - 1);
        }
    }
    times_.insert(times_.end(), also.begin(), also.end());
    settleTimes();
    asked_ = times_.size();
    if (asked_ <= most_) return;
    hasTooMany_ = true;
    stage_ = Stage::kDone;
}

void Sampler::settleTimes() {
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
}

double Sampler::done() const {
    if (stage_ != Stage::kKeys) return stage_ == Stage::kDone ? 1 : 0;
    return static_cast<double>(next_) / static_cast<double>(times_.size());
}

bool Sampler::step() {
    for (int i = 0; i < kStep && stage_ != Stage::kDone; ++i) {
        if (stage_ == Stage::kCorners) {
            if (next_ < times_.size()) {
                corner(next_++);
                continue;
            }
            times_.insert(times_.end(), corners_.begin(), corners_.end());
            settleTimes();
            next_ = 0;
            stage_ = Stage::kKeys;
            hasTooMany_ = times_.size() > most_;
        } else {
            advance();
        }
        if (hasTooMany_) stage_ = Stage::kDone;
    }
    return stage_ != Stage::kDone;
}

/// The millisecond on the other side of a key that lies between two: where a node turns round sharply there, it would
/// do so up to half a millisecond late.
void Sampler::corner(std::size_t i) {
    const double ms = times_[i];
    const double* const seconds = keyAt(ms);
    const double off = seconds != nullptr ? 1000 * (*seconds - ideal(ms)) : 0;
    if (!(std::abs(off) >= kWhole)) return;
    const double other = ms + (off > 0 ? 1 : -1);
    const bool hasBeside = off > 0 ? i + 1 < times_.size() : i > 0;
    const double beside = !hasBeside ? -1 : times_[off > 0 ? i + 1 : i - 1];
    if (hasBeside && beside == other) return;
    const std::vector<float> exact = poseOf(ground_.moved.skeleton, ground_.moved.space, placementAt(ms + off));
    const std::size_t pose = poseAt(ms);
    // Behind the last key nothing moves any more.
    const double distant =
        hasBeside ? distance(way(pose, poseAt(beside), off / (beside - ms)), exact) : distance(poses_[pose], exact);
    if (distant > kCorner * ground_.moved.size) corners_.push_back(other);
}

void Sampler::advance() {
    if (!ends_.empty()) {
        const Key to = ends_.back();
        if (isFar(from_, to)) {
            const double middle = std::floor((from_.ms + to.ms) / 2);
            ends_.push_back({middle, poseAt(middle)});
            return;
        }
        ends_.pop_back();
        from_ = to;
        push(to.ms, to.pose);
        if (ends_.empty()) ++next_;
    } else if (next_ < times_.size()) {
        const Key key{times_[next_], poseAt(times_[next_])};
        if (isCurved_ && !moments_.empty()) {
            from_ = {moments_.back(), keys_.back()};
            ends_.push_back(key);
            return;
        }
        push(key.ms, key.pose);
        ++next_;
    } else {
        keepSides();
        stage_ = Stage::kDone;
    }
}

void Sampler::push(double ms, std::size_t pose) {
    moments_.push_back(ms);
    keys_.push_back(pose);
    hasTooMany_ = moments_.size() > most_;
}

/// Quaternions of one sign from key to key: some players take the longer way otherwise.
void Sampler::keepSides() {
    for (std::size_t key = 1; key < count(); ++key) {
        const std::vector<float>& before = pose(key - 1);
        std::vector<float>& own = pose(key);
        for (std::size_t at = 3; at < own.size(); at += kPose) {
            double cosine = 0;
            for (std::size_t i = at; i < at + 4; ++i) cosine += double{own[i]} * before[i];
            if (!(cosine < 0)) continue;
            for (std::size_t i = at; i < at + 4; ++i) own[i] = 0 - own[i];
        }
    }
}

const double* Sampler::keyAt(double ms) const {
    if (ms != std::floor(ms)) return nullptr;
    const auto known = seconds_.find(keyOf(ms));
    return known == seconds_.end() ? nullptr : &known->second;
}

/// Where a key of the source is within 32 bits of a whole millisecond, its own numbers count.
Moment Sampler::momentAt(double ms) const {
    const double* const key = keyAt(ms);
    const bool isThere = key != nullptr && std::abs(*key - ideal(ms)) < kSameTime;
    return {ms, start_, isThere ? *key : ideal(ms)};
}

const Placement& Sampler::placementAt(double ms) {
    moveTo(channels_, momentAt(ms), ground_.locals);
    place(ground_.moved.scene, ground_.locals, ground_.moved.skeleton.moving, ground_.placement);
    return ground_.placement;
}

std::size_t Sampler::poseAt(double ms) {
    const auto [known, isNew] = known_.try_emplace(keyOf(ms), poses_.size());
    if (!isNew) return known->second;
    const Placement& placement = placementAt(ms);
    if (stretches_) measure(placement);
    poses_.push_back(poseOf(ground_.moved.skeleton, ground_.moved.space, placement));
    return poses_.size() - 1;
}

/// How far what a node carries is from where glTF has it, because its scale is that at rest.
void Sampler::measure(const Placement& placement) {
    for (std::size_t i = 0; i < off_.size(); ++i) {
        const Ground::Scale& scale = ground_.scales[i];
        const double reach = ground_.moved.reach[i];
        if (!scale.back || reach == 0) continue;
        Matrix change = scaleOf(placement, static_cast<std::size_t>(ground_.moved.skeleton.sources[i]));
        for (std::size_t at = 0; at < change.size(); ++at) change[at] -= scale.rest[at];
        off_[i] = greater(off_[i], stretchOf(multiplied(change, *scale.back)) * reach);
    }
}

/// Whether the way from key to key is another than that of the source.
bool Sampler::isFar(const Key& from, const Key& to) {
    if (to.ms - from.ms < 2) return false;
    const Moved& moved = ground_.moved;
    return std::any_of(std::begin(kProbes), std::end(kProbes), [&](double share) {
        const std::vector<float> exact =
            poseOf(moved.skeleton, moved.space, placementAt(from.ms + share * (to.ms - from.ms)));
        const double off = distance(way(from.pose, to.pose, share), exact);
        return off + morphDistance(from.ms, to.ms, share) > kCurve * moved.size;
    });
}

/// As the engine goes from one pose to the next; until the next is asked for.
const std::vector<float>& Sampler::way(std::size_t a, std::size_t b, double share) {
    const std::vector<float>& from = poses_[a];
    const std::vector<float>& to = poses_[b];
    std::vector<float>& out = ground_.between;
    for (std::size_t at = 0; at < out.size(); at += kPose) {
        for (std::size_t i = at; i < at + 3; ++i)
            out[i] = static_cast<float>(from[i] + share * (double{to[i]} - double{from[i]}));
        const Rotation turn = abc::slerp(rotationAt(from, at + 3), rotationAt(to, at + 3), share);
        for (std::size_t i = 0; i < 4; ++i) out[at + 3 + i] = static_cast<float>(turn[i]);
    }
    return out;
}

/// Of what the nodes carry, the most.
double Sampler::distance(const std::vector<float>& a, const std::vector<float>& b) {
    const std::vector<double>& reach = ground_.moved.reach;
    auto& [ones, others] = ground_.matrices;
    importing::globalsOf(ground_.moved.skeleton.parents, std::span(a), ones);
    importing::globalsOf(ground_.moved.skeleton.parents, std::span(b), others);
    double most = 0;
    for (std::size_t i = 0; i < reach.size(); ++i) {
        if (!(reach[i] > 0 || i == 0)) continue;
        double turn = 0;
        double move = 0;
        for (std::size_t at = 0; at < ones[i].size(); ++at)
            (at % 4 == 3 ? move : turn) += squared(ones[i][at] - others[i][at]);
        // A turn by an angle has √2 times that of differences.
        most = greater(most, std::sqrt(move) + std::sqrt(turn / 2) * reach[i]);
    }
    return most;
}

/// How far the line between two moments is from where splines of morph weights put a vertex.
double Sampler::morphDistance(double from, double to, double share) {
    if (!hasMorphSplines_) return 0;
    const auto before = morphsAt(from);
    const auto exact = morphsAt(from + share * (to - from));
    const auto after = morphsAt(to);
    double most = 0;
    for (std::size_t piece = 0; piece < exact.size(); ++piece) {
        double sum = 0;
        for (std::size_t i = 0; i < exact[piece].size(); ++i) {
            const double a = before[piece][i];
            const double off = std::abs(a + share * (after[piece][i] - a) - exact[piece][i]);
            sum += off * reachOf(piece, i);
        }
        most = greater(most, sum);
    }
    return most;
}

/// How far a morph target moves a vertex at weight 1, the most.
double Sampler::reachOf(std::size_t piece, std::size_t target) {
    const importing::DraftMesh* const mesh = ground_.moved.pieces[piece].mesh;
    if (mesh == nullptr || target >= mesh->morphs.size()) return 0;
    std::vector<std::optional<double>>& known = reaches_[piece];
    known.resize(mesh->morphs.size());
    if (known[target]) return *known[target];
    double square = 0;
    const std::vector<float>& morph = mesh->morphs[target];
    for (std::size_t i = 0; i < morph.size(); i += 3)
        square = greater(square, squared(morph[i]) + squared(morph[i + 1]) + squared(morph[i + 2]));
    known[target] = std::sqrt(square);
    return *known[target];
}

std::vector<float> Sampler::poses() const {
    std::vector<float> out;
    out.reserve(keys_.size() * ground_.between.size());
    for (const std::size_t pose : keys_) out.insert(out.end(), poses_[pose].begin(), poses_[pose].end());
    return out;
}

std::vector<std::vector<float>> Sampler::morphs(std::size_t key) const {
    return isMorphed_ ? morphsAt(moments_[key]) : std::vector<std::vector<float>>();
}

std::vector<std::vector<float>> Sampler::morphsAt(double ms) const {
    const Moment moment = momentAt(ms);
    std::vector<std::vector<float>> out;
    std::vector<double> values;
    for (const Shown& piece : ground_.moved.pieces) {
        std::vector<float>& weights = out.emplace_back(*piece.morphWeights);
        const auto channel = std::find_if(channels_.begin(), channels_.end(), [&](const Channel* one) {
            return one->path == Path::kWeights && one->node == piece.node;
        });
        if (channel == channels_.end()) continue;
        values.assign(std::max((*channel)->size, weights.size()), 0);
        sample(**channel, moment, values);
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(values[i]);
    }
    return out;
}

}  // namespace drafting
