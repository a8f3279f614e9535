#include "retarget.h"

#include <algorithm>
#include <cmath>

#include "abc/edit_clips.h"
#include "core/words.h"

namespace retargeting {
namespace {

using abc::Local;
using abc::Model;
using abc::Vec3;

/// Heights that are a smaller share of the size of a skeleton say nothing about it.
constexpr double kLeastHeight = 0.1;
/// Ratios beyond are of skeletons without an extent.
constexpr double kMostScale = 1e4;

WideVec3 difference(const WideVec3& a, const WideVec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
WideVec3 sum(const WideVec3& a, const WideVec3& b, double scale) {
    return {a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]};
}

bool isUsable(double scale) {
    return scale >= 1 / kMostScale && scale <= kMostScale;
}

bool areSingle(const WideVec3& v) {
    return std::all_of(v.begin(), v.end(), abc::isSingle);
}

Vec3 scaledBox(Vec3 box, double scale) {
    const WideVec3 wide{box.x * scale, box.y * scale, box.z * scale};
    return areSingle(wide) ? Vec3{abc::single(wide[0]), abc::single(wide[1]), abc::single(wide[2])} : Vec3{};
}

/// As a file has it. Of the two quaternions of a rotation the one near another, so that keys run smoothly for
/// programs that take no shorter arc.
Local localOf(const Placed& placed, const Placed& rest, const abc::Quat& near) {
    const WideVec3& place = areSingle(placed.place) ? placed.place : rest.place;
    const WideQuat& q = placed.turn;
    const bool isFar = q[0] * near.x + q[1] * near.y + q[2] * near.z + q[3] * near.w < 0;
    const double sign = isFar ? -1 : 1;
    return {{abc::single(place[0]), abc::single(place[1]), abc::single(place[2])},
            {abc::single(sign * q[0]), abc::single(sign * q[1]), abc::single(sign * q[2]), abc::single(sign * q[3])}};
}

}  // namespace

Retargeter::Retargeter(const Model& target, const Model& source, const Options& options)
    : target_(target),
      source_(source),
      pairing_(pairNodes(target, source, options.pairing)),
      translations_(options.translations),
      isMirrored_(target.mirrorZ() != source.mirrorZ()),
      targetRest_(restOf(target, false)),
      sourceRest_(restOf(source, isMirrored_)) {
    chooseTravellers();
    chooseScale(options.scale);
}

void Retargeter::chooseTravellers() {
    const std::size_t count = target_.nodes.size();
    std::vector<std::uint32_t> children(count), only(count, kNone);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t parent = parentOf(target_, i);
        if (parent == kNone) continue;
        ++children[parent];
        only[parent] = i;
    }
    travels_.assign(count, false);
    for (std::uint32_t root = 0; root < count; ++root) {
        if (parentOf(target_, root) != kNone) continue;
        travels_[root] = true;
        std::uint32_t end = root;
        while (children[end] == 1) end = only[end];
        if (children[end] == 0) continue;
        if (hips_ == kNone) hips_ = end;
        // Towards the root, which ends at the node that has none.
        for (std::uint32_t node = end; node != kNone; node = parentOf(target_, node)) travels_[node] = true;
    }
}

double Retargeter::heightOf(const Stance& rest, bool isOfSource) const {
    const std::uint32_t hips = hips_ == kNone ? kNone : pairing_.source[hips_];
    if (hips == kNone) return 0;
    double lowest = rest.globals[isOfSource ? hips : hips_].place[1];
    const double height = lowest;
    for (std::uint32_t i = 0; i < pairing_.source.size(); ++i) {
        const std::uint32_t source = pairing_.source[i];
        if (source != kNone) lowest = std::min(lowest, rest.globals[isOfSource ? source : i].place[1]);
    }
    return height - lowest;
}

double Retargeter::sizeOf(const Stance& rest, bool isOfSource) const {
    std::vector<WideVec3> places;
    for (std::uint32_t i = 0; i < pairing_.source.size(); ++i) {
        const std::uint32_t source = pairing_.source[i];
        if (source != kNone) places.push_back(rest.globals[isOfSource ? source : i].place);
    }
    WideVec3 centre{};
    const double share = places.empty() ? 0 : 1 / static_cast<double>(places.size());
    for (const WideVec3& place : places) centre = sum(centre, place, share);
    double size = 0;
    for (const WideVec3& place : places) size += share * core::hypot(difference(place, centre));
    return size;
}

void Retargeter::chooseScale(const std::optional<double>& given) {
    if (given && isUsable(*given)) {
        scale_ = *given;
        scaleFrom_ = ScaleFrom::Choice;
        return;
    }
    const double sizes[] = {sizeOf(targetRest_, false), sizeOf(sourceRest_, true)};
    const double heights[] = {heightOf(targetRest_, false), heightOf(sourceRest_, true)};
    const bool areHigh = heights[0] > kLeastHeight * sizes[0] && heights[1] > kLeastHeight * sizes[1];
    const double ratio = areHigh ? heights[0] / heights[1] : sizes[0] / sizes[1];
    // NaN, too.
    if (!isUsable(ratio)) return;
    scale_ = ratio;
    scaleFrom_ = areHigh ? ScaleFrom::Height : ScaleFrom::Size;
}

WideVec3 Retargeter::placeOf(std::uint32_t node, const Stance& from, const Stance& to) const {
    const std::uint32_t source = pairing_.source[node];
    const std::uint32_t parent = parentOf(target_, node);
    const WideVec3& offset = targetRest_.locals[node].place;
    if (source == kNone) return offset;
    if (travels_[node]) {
        const WideVec3 way = difference(from.globals[source].place, sourceRest_.globals[source].place);
        const WideVec3 there = sum(targetRest_.globals[node].place, way, scale_);
        if (parent == kNone) return there;
        const Placed& holder = to.globals[parent];
        return abc::rotated(abc::conjugate(holder.turn), difference(there, holder.place));
    }
    if (translations_ == Translations::Root) return offset;
    // From the axes of the one parent into those of the other, as they are in the bind poses.
    const std::uint32_t other = parentOf(source_, source);
    WideVec3 way = difference(from.locals[source].place, sourceRest_.locals[source].place);
    if (other != kNone) way = abc::rotated(sourceRest_.globals[other].turn, way);
    if (parent != kNone) way = abc::rotated(abc::conjugate(targetRest_.globals[parent].turn), way);
    return sum(offset, way, scale_);
}

void Retargeter::pose(const Stance& from, Stance& to) const {
    for (std::uint32_t i = 0; i < pairing_.source.size(); ++i) {
        const std::uint32_t parent = parentOf(target_, i);
        const std::uint32_t source = pairing_.source[i];
        Placed& local = to.locals[i];
        local = targetRest_.locals[i];
        local.place = placeOf(i, from, to);
        if (source != kNone) {
            const WideQuat turn =
                abc::product(from.globals[source].turn, abc::conjugate(sourceRest_.globals[source].turn));
            const WideQuat there = abc::product(turn, targetRest_.globals[i].turn);
            local.turn =
                abc::unit(parent == kNone ? there : abc::product(abc::conjugate(to.globals[parent].turn), there));
        }
        to.globals[i] = parent == kNone ? local : product(to.globals[parent], local);
    }
}

std::uint64_t Retargeter::keysOf(std::uint32_t animation) const {
    if (animation >= source_.animations.size()) return 0;
    return std::uint64_t{source_.animations[animation].keyCount} * target_.nodes.size();
}

std::string Retargeter::refusal(std::uint32_t animation, std::uint64_t before) const {
    if (animation >= source_.animations.size()) {
        return "The source has " + core::counted(source_.animations.size(), "animation", "animations") +
               ", but not the requested one.";
    }
    if (target_.nodes.empty()) return "The target has no nodes.";
    if (pairing_.count() == 0) return "No node of the target matches one of the source.";
    const abc::Animation& found = source_.animations[animation];
    const std::string name = core::inQuotes(source_.text(found.name));
    if (!found.complete) return name + " of the source has no keys, or ends with the file.";
    const std::uint64_t keys = keysOf(animation);
    if (keys > kMostKeys || before > kMostKeys - keys) {
        return "With " + name + " there would be " + core::grouped(before + keys) + " new keys; at most " +
               core::grouped(kMostKeys) + " can be added at once.";
    }
    return {};
}

Motion Retargeter::animation(std::uint32_t index) const {
    const abc::Animation& animation = source_.animations[index];
    Motion out;
    out.name = source_.text(animation.name);
    out.extents = scaledBox(animation.extents, scale_);
    out.origin = scaledBox(abc::originOf(source_, index), scale_);
    if (isMirrored_) out.origin.z = -out.origin.z;
    out.interpolationTime = animation.interpolationTime;
    const std::size_t nodes = target_.nodes.size();
    const std::size_t count = animation.keyCount;
    out.keys.resize(nodes * count);
    Keys keys(source_, index, isMirrored_);
    Stance stance{std::vector<Placed>(nodes), std::vector<Placed>(nodes)};
    for (std::uint32_t key = 0; key < count; ++key) {
        const abc::Keyframe& keyframe = source_.keyframes[animation.firstKey + key];
        out.times.push_back(keyframe.time);
        out.strings.emplace_back(source_.text(keyframe.string));
        pose(keys.at(key), stance);
        for (std::size_t node = 0; node < nodes; ++node) {
            const std::size_t at = node * count + key;
            const abc::Quat near = key > 0 ? out.keys[at - 1].rotation : abc::Quat{};
            out.keys[at] = localOf(stance.locals[node], targetRest_.locals[node], near);
        }
    }
    return out;
}

}  // namespace retargeting
