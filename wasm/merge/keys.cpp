#include "keys.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "abc/schema_v6.h"
#include "abc/schema_v9.h"
#include "samples.h"

namespace merging {
namespace {

namespace schema = abc::schema;
using schema::Id;

/// Radians that are the same rotation.
constexpr double kSameTurn = 2e-4;
/// Between two keys programs interpolate a little otherwise, radians and units.
constexpr double kSameBetween = 1e-3;
/// Where it has sampled them: Blender interpolates the numbers of a rotation each for itself.
constexpr double kSampledTurn = 0.03;
constexpr double kSampledPlace = 0.05;
/// Keys that are looked at to see whether two animations are alike.
constexpr std::size_t kLookedAt = 8;

bool areElsewhere(const std::vector<double>& times, const std::vector<double>& known) {
    const std::set<double> all(known.begin(), known.end());
    return std::any_of(times.begin(), times.end(), [&](double time) { return !all.contains(rounded(time)); });
}

double dot(const WideQuat& a, const WideQuat& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

double signOf(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : value;
}

}  // namespace

double sideOf(const WideQuat& rotation) {
    const auto [x, y, z, w] = rotation;
    return 0.3127 * x + 0.4711 * y + 0.5923 * z + 0.8317 * w < 0 ? -1 : 1;
}

Track::Track(const Base& base, std::uint32_t animation) {
    const abc::Animation& own = base.model.animations[animation];
    for (std::uint32_t key = 0; key < own.keyCount; ++key)
        times_.push_back(base.model.keyframes[own.firstKey + key].time);
    const abc::Dialect& dialect = base.patches.document().dialect;
    const bool isV6 = base.model.family == abc::Family::V6;
    const std::string index = "[" + std::to_string(animation) + "]";
    list_ = isV6 ? "Animation.Anims" + index + ".NodeAnims" : "Animation.Animations" + index + ".NodeTransforms";
    starts_ = base.patches.startsOf(list_);
    keySize_ = dialect.minimumSize(isV6 ? Id::Key6 : Id::KeyTransform);
    if (!isV6) head_ = core::offsetIn<schema::kNodeTransforms, "Transforms">(dialect, Id::NodeTransforms);
    rotation_ = isV6 ? core::offsetIn<schema::kKey6, "Rotation">(dialect, Id::Key6)
                     : core::offsetIn<schema::kKeyTransform, "Rotation">(dialect, Id::KeyTransform);
}

std::optional<std::size_t> Track::start(std::uint32_t node) const {
    if (std::size_t{node} + 1 >= starts_.size()) return std::nullopt;
    const std::size_t size = starts_[node + 1] - starts_[node];
    if (size < head_ + keySize_ * times_.size()) return std::nullopt;
    return starts_[node];
}

std::optional<std::size_t> Track::key(std::uint32_t node, std::size_t key) const {
    const auto first = start(node);
    return first ? std::optional(*first + head_ + keySize_ * key) : std::nullopt;
}

std::vector<std::uint32_t> Track::exported() const {
    const auto seconds = [](double ms) { return static_cast<float>(ms / 1000); };
    std::vector<std::uint32_t> out;
    for (std::uint32_t key = 0; key < times_.size(); ++key) {
        if (!out.empty() && times_[key] < times_[out.back()]) continue;
        if (!out.empty() && seconds(times_[key]) == seconds(times_[out.back()])) out.pop_back();
        out.push_back(key);
    }
    return out;
}

AnimationKeys::AnimationKeys(const Base& base, const Track& track, std::uint32_t animation, const Player& player)
    : base_(base), track_(track), player_(player), exported_(track.exported()) {
    isSameNode_.resize(nodes());
    const auto name = base.model.text(base.model.animations[animation].name);
    if (const abc::Binding* binding = base.model.binding(0, name))
        origin_ = {binding->origin.x, binding->origin.y, binding->origin.z};
}

MergedKeys AnimationKeys::merge() {
    std::set<double> there;
    for (const double time : player_.times()) there.insert(rounded(time));
    const bool isElsewhere = areElsewhere(player_.times(), track_.times());
    if (isElsewhere && areKeys()) {
        out_.retimed = track_.times();
        for (std::size_t i = 0; i < exported_.size(); ++i) out_.retimed[exported_[i]] = player_.times()[i];
    }
    // A program that samples has keys at equal distances, and none of the file's.
    out_.isSampled = isElsewhere && !isRetimed() && isEven(player_.times());
    if (out_.isSampled && !base_.isTemplate) findSame();
    findRenamed();
    // What Blender has lost the file still has.
    for (const std::uint32_t node : out_.still) {
        if (!base_.isTemplate) isSameNode_[node] = true;
    }
    for (const std::uint32_t key : exported_) {
        const bool isGone = !there.contains(track_.times()[key]) && !out_.isSampled && !there.empty();
        if (isGone && (isRetimed() || differs(key))) {
            out_.removed.push_back(key);
            continue;
        }
        bool isOther = false;
        for (std::uint32_t node = 0; node < nodes(); ++node) {
            if (!isSameNode_[node] && mergeKey(node, key)) isOther = true;
        }
        if (isOther) ++out_.moments;
    }
    findInserted();
    return std::move(out_);
}

Local AnimationKeys::storedAt(std::size_t at) const {
    return {base_.patches.vector(at), abc::unit(rotationAt(at))};
}

AnimationKeys::Moment AnimationKeys::stored(std::uint32_t key) const {
    Moment out{track_.times()[key], {}};
    for (std::uint32_t node = 0; node < nodes(); ++node) {
        const auto at = track_.key(node, key);
        out.pose.push_back(at ? storedAt(*at) : Local{});
    }
    return out;
}

Local AnimationKeys::local(std::uint32_t node, double ms) const {
    Local out = player_.at(node, ms);
    if (base_.model.nodes[node].parent == abc::kNone) {
        for (std::size_t i = 0; i < 3; ++i) out.translation[i] -= origin_[i];
    }
    if (base_.conjugates) out.rotation = abc::conjugate(out.rotation);
    return out;
}

/// Where a node is between two moments; nothing when there is none.
std::optional<Local> AnimationKeys::onTheWay(const std::optional<Moment>& before, const std::optional<Moment>& after,
                                             double time, std::uint32_t node) {
    if (before && after) {
        const double share = (time - before->time) / (after->time - before->time);
        return WayOfNode::mixed(before->pose[node], after->pose[node], share);
    }
    if (!before && !after) return std::nullopt;
    return (before ? before : after)->pose[node];
}

bool AnimationKeys::isSame(std::uint32_t node, const Local& a, const Local& there) const {
    const double turn = out_.isSampled ? kSampledTurn : kSameBetween;
    const double place = out_.isSampled ? kSampledPlace : kSameBetween;
    const double near = greater(place, nearPlace(core::hypot(there.translation)));
    return (!hasPlace(base_.model, node) || apart(a.translation, there.translation) <= near) &&
           abc::angleBetween(a.rotation, there.rotation) <= turn;
}

/// Whether keys at other times are those of the file, moved there: most poses that tell keys from samples are those of
/// the keys, one after the other. Where nothing moves, samples are as far apart as each other and as long as the file.
bool AnimationKeys::areKeys() const {
    const std::vector<double>& times = player_.times();
    if (base_.isTemplate || times.size() < 2 || times.size() != exported_.size()) return false;
    std::size_t telling = 0;
    std::size_t ofKeys = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        while (next < exported_.size() && track_.times()[exported_[next]] <= times[i] + kSameTime) ++next;
        const auto before = next > 0 ? std::optional(stored(exported_[next - 1])) : std::nullopt;
        const auto after = next < exported_.size() ? std::optional(stored(exported_[next])) : std::nullopt;
        const Moment key = stored(exported_[i]);
        for (std::uint32_t node = 0; node < nodes(); ++node) {
            const auto sample = onTheWay(before, after, times[i], node);
            if (!sample || isSame(node, key.pose[node], *sample)) continue;
            ++telling;
            if (isSame(node, local(node, times[i]), key.pose[node])) ++ofKeys;
        }
    }
    if (telling > 0) return 2 * ofKeys > telling;
    const double length = times.back() - times.front();
    const double known = track_.times()[exported_.back()] - track_.times()[exported_.front()];
    const double step = length / static_cast<double>(times.size() - 1);
    return !isEven(times) || std::abs(length - known) >= step + kSameTime;
}

/// Compares the samples with the way that the file takes between its keys.
void AnimationKeys::findSame() {
    std::vector<bool> isOther(nodes());
    std::size_t next = 0;
    std::optional<Moment> before;
    std::optional<Moment> after;
    for (const double time : player_.times()) {
        const std::size_t first = next;
        while (next < exported_.size() && track_.times()[exported_[next]] <= time + kSameTime) ++next;
        if (first != next || !after) {
            before = next > 0 ? std::optional(stored(exported_[next - 1])) : std::nullopt;
            after = next < exported_.size() ? std::optional(stored(exported_[next])) : std::nullopt;
        }
        for (std::uint32_t node = 0; node < nodes(); ++node) {
            const auto there = isOther[node] ? std::nullopt : onTheWay(before, after, time, node);
            if (there && !isSame(node, local(node, time), *there)) isOther[node] = true;
        }
    }
    for (std::uint32_t node = 0; node < nodes(); ++node) isSameNode_[node] = !isOther[node];
}

/// Blender 3.4 samples a bone that was renamed in its rest pose, in animations other than the one that is open, until
/// it reads the file again.
void AnimationKeys::findRenamed() {
    if (!out_.isSampled) return;
    for (std::uint32_t node = 0; node < nodes(); ++node) {
        if (isSameNode_[node] || !base_.rig.isRenamed[node]) continue;
        (isAtRest(node) ? out_.still : out_.moving).push_back(node);
    }
}

bool AnimationKeys::isAtRest(std::uint32_t node) const {
    const Local& rest = base_.rig.rest[node];
    const WideQuat rotation = abc::unit(rest.rotation);
    const std::vector<double>& times = player_.times();
    return std::all_of(times.begin(), times.end(), [&](double time) {
        const Local there = player_.at(node, time);
        return apart(there.translation, rest.translation) <= kSameBetween &&
               abc::angleBetween(there.rotation, rotation) <= kSameBetween;
    });
}

Local AnimationKeys::atKey(std::uint32_t node, std::uint32_t key) {
    if (!out_.isSampled) return local(node, track_.times()[key]);
    const auto [led, isNew] = led_.try_emplace(node);
    if (isNew) {
        std::vector<double> times;
        std::vector<Local> plain;
        std::vector<Local> values;
        times.reserve(exported_.size());
        plain.reserve(exported_.size());
        values.reserve(player_.times().size());
        for (const std::uint32_t each : exported_) times.push_back(track_.times()[each]);
        for (const double time : times) plain.push_back(local(node, time));
        for (const double time : player_.times()) values.push_back(local(node, time));
        led->second = SampledKeys<WayOfNode>(times, player_.times(), values).run(plain);
    }
    const auto place = std::lower_bound(exported_.begin(), exported_.end(), key) - exported_.begin();
    return led->second[static_cast<std::size_t>(place)];
}

/// Whether some node is elsewhere at a key; a key that is a hole is.
bool AnimationKeys::differs(std::uint32_t key) const {
    if (base_.isTemplate) return true;
    for (std::uint32_t node = 0; node < nodes(); ++node) {
        const auto at = track_.key(node, key);
        if (!at) continue;
        const auto [translation, rotation] = local(node, track_.times()[key]);
        const Local there = storedAt(*at);
        if ((hasPlace(base_.model, node) && apart(there.translation, translation) > kSameBetween) ||
            !(abc::angleBetween(there.rotation, rotation) <= kSameBetween))
            return true;
    }
    return false;
}

bool AnimationKeys::mergeKey(std::uint32_t node, std::uint32_t key) {
    const auto at = track_.key(node, key);
    if (!at) return false;
    const WideVec3 stored = base_.patches.vector(*at);
    const WideQuat turn = rotationAt(*at);
    const double length = core::hypot(turn);
    // Of a rotation the template has its length and side.
    const bool isHole = base_.isTemplate && turn[0] == 0 && turn[1] == 0 && turn[2] == 0;
    // What the glTF cannot have.
    if (!isFinite(stored) || !(std::abs(length - 1) <= kNearUnit)) return false;
    const auto [translation, rotation] = atKey(node, key);
    bool isOther = false;
    if (hasPlace(base_.model, node)) {
        const bool isZero = isHole && stored == WideVec3{};
        const double near = isZero ? kHole : nearPlace(core::hypot(stored));
        if (apart(stored, translation) > near) {
            isOther = !isZero;
            base_.patches.write(track_.list(), node, *at, translation);
        }
    }
    if (abc::angleBetween(abc::unit(turn), rotation) > kSameTurn) {
        isOther = isOther || !isHole;
        // The same side as before: the file may turn the shorter way from key to key.
        const bool isOtherSide = isHole ? sideOf(rotation) != signOf(turn[3]) : dot(turn, rotation) < 0;
        const double factor = (isOtherSide ? -1 : 1) * (isHole ? length : 1);
        WideQuat written = rotation;
        for (double& value : written) value *= factor;
        base_.patches.write(track_.list(), node, *at + track_.rotation(), written);
    }
    return isOther;
}

/// Keys of the glTF that the way between the keys of the file does not go through.
void AnimationKeys::findInserted() {
    const std::set<std::uint32_t> gone(out_.removed.begin(), out_.removed.end());
    std::vector<std::uint32_t> kept;
    std::copy_if(exported_.begin(), exported_.end(), std::back_inserter(kept),
                 [&](auto key) { return !gone.contains(key); });
    std::set<double> known;
    for (std::uint32_t key = 0; key < track_.times().size(); ++key) {
        if (!gone.contains(key)) known.insert(track_.times()[key]);
    }
    double last = -1;
    std::size_t next = 0;
    std::optional<Moment> before;
    std::optional<Moment> after;
    for (const double time : out_.isSampled ? player_.times() : player_.moments()) {
        const std::size_t first = next;
        while (next < kept.size() && track_.times()[kept[next]] <= time + kSameTime) ++next;
        if (first != next) before = stored(kept[next - 1]);
        if (first != next || (!after && !before))
            after = next < kept.size() ? std::optional(stored(kept[next])) : std::nullopt;
        const double whole = rounded(time);
        if (known.contains(whole) || whole == last) continue;
        if (out_.isSampled && before && after && isDense(before->time, after->time, player_.times())) continue;
        Moment moment{time, {}};
        for (std::uint32_t node = 0; node < nodes(); ++node) moment.pose.push_back(local(node, time));
        bool isOnTheWay = !isRetimed();
        for (std::uint32_t node = 0; isOnTheWay && node < nodes(); ++node) {
            const auto there = isSameNode_[node] ? std::nullopt : onTheWay(before, after, time, node);
            isOnTheWay = !there || isSame(node, moment.pose[node], *there);
        }
        if (isOnTheWay) continue;
        out_.inserted.push_back(time);
        last = whole;
        before = std::move(moment);
    }
}

double AnimationKeys::likeness() const {
    const std::size_t step = std::max<std::size_t>(1, exported_.size() / kLookedAt);
    // As many keys may stand at other times.
    const std::vector<double>& times = player_.times();
    const bool isEach = times.size() == exported_.size();
    double same = 0;
    double all = 0;
    for (std::size_t i = 0; i < exported_.size(); i += step) {
        for (std::uint32_t node = 0; node < nodes(); ++node) {
            const auto at = track_.key(node, exported_[i]);
            if (!at) continue;
            const auto [translation, rotation] = local(node, isEach ? times[i] : track_.times()[exported_[i]]);
            ++all;
            const bool isAlike = base_.isTemplate
                                     ? sideOf(rotation) == signOf(rotationAt(*at)[3])
                                     : apart(base_.patches.vector(*at), translation) <= kSameBetween &&
                                           abc::angleBetween(storedAt(*at).rotation, rotation) <= kSameBetween;
            if (isAlike) ++same;
        }
    }
    return all > 0 ? same / all : 0;
}

}  // namespace merging
