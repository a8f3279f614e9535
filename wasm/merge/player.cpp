#include "player.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace merging {
namespace {

/// Keys that curves of one animation may ask for.
constexpr std::size_t kMostAdded = 20'000;
/// Of the straight way: units of a model of about a hundred, and radians.
constexpr double kNearPlace = 0.02;
constexpr double kNearTurn = 3e-3;

/// Growing, without those that are as near as one.
std::vector<double> distinct(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    std::vector<double> out;
    for (const double time : times) {
        if (out.empty() || time - out.back() > kSameTime / 5) out.push_back(time);
    }
    return out;
}

template <class Visit>
void eachCurve(const Channels& channels, Visit visit) {
    for (const auto& [node, curve] : channels.translations) visit(curve, std::size_t{3});
    for (const auto& [node, curve] : channels.rotations) visit(curve, std::size_t{4});
}

/// Whether the straight way between two leads there.
bool isOnLine(const Local& a, const Local& b, double share, const Local& there) {
    for (std::size_t i = 0; i < 3; ++i) {
        const double from = a.translation[i];
        const double off = there.translation[i] - from - share * (b.translation[i] - from);
        if (!(std::abs(off) <= kNearPlace)) return false;
    }
    return abc::angleBetween(abc::slerp(a.rotation, b.rotation, share), there.rotation) <= kNearTurn;
}

double lengthOf(std::span<const double> times) {
    return times.back() - times.front();
}

}  // namespace

Player::Player(const Base& base, Channels channels, double start)
    : base_(&base), channels_(std::move(channels)), start_(start) {
    findTimes();
}

void Player::findTimes() {
    std::vector<double> times;
    eachCurve(channels_, [&](const Curve& curve, std::size_t) {
        for (const float time : curve.times) times.push_back(1000 * double{time} - start_);
    });
    for (const float time : channels_.moreTimes) times.push_back(1000 * double{time} - start_);
    times_ = distinct(std::move(times));
}

Player Player::withKeys(const Base& base, Channels channels, std::span<const double> known) {
    Player player(base, std::move(channels));
    const std::vector<double>& times = player.times_;
    const double by = (times.empty() ? 0 : times.front()) - (known.empty() ? 0 : known.front());
    if (times.empty() || known.empty() || by <= kSameTime) return player;
    const std::set<double> all(known.begin(), known.end());
    const auto matches = [&](double start) {
        return std::count_if(times.begin(), times.end(),
                             [&](double time) { return all.contains(rounded(time - start)); });
    };
    // One that was sampled has keys at none of the times; its last one is less than a step from the end.
    const double step = lengthOf(times) / std::max(1.0, static_cast<double>(times.size()) - 1);
    const bool isLength = isEven(times) && std::abs(lengthOf(times) - lengthOf(known)) < step + kSameTime;
    const auto moved = matches(by);
    const auto there = matches(0);
    if (moved > there || (isLength && moved == there)) {
        player.start_ = by;
        player.findTimes();
    }
    return player;
}

std::vector<double> Player::moments() const {
    std::vector<double> added;
    addSteps(added);
    addOfSplines(added);
    if (added.empty()) return times_;
    added.insert(added.end(), times_.begin(), times_.end());
    return distinct(std::move(added));
}

/// A step is as straight as a millisecond allows.
void Player::addSteps(std::vector<double>& out) const {
    eachCurve(channels_, [&](const Curve& curve, std::size_t size) {
        if (curve.interpolation != Interpolation::Step) return;
        for (std::size_t key = 1; key < curve.times.size(); ++key) {
            const auto before = curve.values.begin() + static_cast<std::ptrdiff_t>(size * (key - 1));
            const auto now = before + static_cast<std::ptrdiff_t>(size);
            const double ms = 1000 * double{curve.times[key]} - start_ - 1;
            const bool isOther = !std::equal(before, now, now);
            if (isOther && ms > 1000 * double{curve.times[key - 1]} - start_) out.push_back(ms);
        }
    });
}

void Player::addOfSplines(std::vector<double>& out) const {
    std::set<std::uint32_t> curved;
    for (const auto* curves : {&channels_.translations, &channels_.rotations}) {
        for (const auto& [node, curve] : *curves) {
            if (curve.interpolation == Interpolation::Spline) curved.insert(node);
        }
    }
    if (curved.empty()) return;
    const std::vector<std::uint32_t> nodes(curved.begin(), curved.end());
    std::set<double> added(out.begin(), out.end());
    for (std::size_t i = 1; i < times_.size(); ++i) {
        double from = times_[i - 1];
        std::vector<double> ends{times_[i]};
        while (!ends.empty() && added.size() < kMostAdded) {
            const double end = ends.back();
            const double middle = std::floor((from + end) / 2);
            // Times so large that there is none between two come from nowhere but damaged files.
            const bool isBetween = middle > from && middle < end;
            if (isBetween && end - from >= 2 && !isStraight(nodes, from, end)) {
                ends.push_back(middle);
                continue;
            }
            from = end;
            ends.pop_back();
            if (!ends.empty()) added.insert(end);
        }
    }
    out.assign(added.begin(), added.end());
}

std::vector<Local> Player::poseOf(std::span<const std::uint32_t> nodes, double ms) const {
    std::vector<Local> out;
    for (const std::uint32_t node : nodes) out.push_back(at(node, ms));
    return out;
}

bool Player::isStraight(std::span<const std::uint32_t> nodes, double from, double to) const {
    const std::vector<Local> a = poseOf(nodes, from);
    const std::vector<Local> b = poseOf(nodes, to);
    for (const double share : {0.25, 0.5, 0.75}) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!isOnLine(a[i], b[i], share, at(nodes[i], from + share * (to - from)))) return false;
        }
    }
    return true;
}

Local Player::at(std::uint32_t node, double ms) const {
    const Rig& rig = base_->rig;
    const std::uint32_t parent = base_->model.nodes[node].parent;
    const double seconds = (start_ + ms) / 1000;
    const auto translation = channels_.translations.find(node);
    const auto rotation = channels_.rotations.find(node);
    const bool isPlaced = translation != channels_.translations.end();
    const bool isTurned = rotation != channels_.rotations.end();
    const Local local = rig.localOf(node, parent, isPlaced ? vectorAt(translation->second, seconds) : WideVec3{},
                                    isTurned ? abc::unit(rotationAt(rotation->second, seconds)) : WideQuat{0, 0, 0, 1});
    return {isPlaced ? local.translation : rig.restPlace(node, parent),
            isTurned ? local.rotation : rig.rest[node].rotation};
}

}  // namespace merging
