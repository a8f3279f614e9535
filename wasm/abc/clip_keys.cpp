#include "clip_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abc {
namespace {

/// The latest time that a file can hold.
constexpr std::uint32_t kLatest = 0xFFFFFFFF;

/// A key of the animation to be: one that there is, or what is seen at a moment of it.
struct PlannedKey {
    std::uint32_t time = 0;
    /// Index of the key that it is; kNone: a new one.
    std::uint32_t from = kNone;
    /// Of a new one: the moment that it shows.
    std::uint32_t at = 0;
    /// It leaves its frame string to another one.
    bool isMute = false;
};

/// Where a key comes from: between two others, or one of them.
struct Between {
    std::uint32_t before = 0, after = 0;
    float fraction = 0;
};

/// Between which keys a time is (abc.md §4.2).
Between momentAt(const std::vector<Clip::Keyframe>& keys, std::uint32_t time) {
    const auto last = static_cast<std::uint32_t>(keys.size() - 1);
    if (time <= keys.front().time) return {};
    if (time >= keys.back().time) return {last, last, 0};
    const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                       [](std::uint32_t t, const Clip::Keyframe& key) { return t < key.time; });
    const auto after = static_cast<std::uint32_t>(next - keys.begin());
    const double from = keys[after - 1].time;
    return {after - 1, after, static_cast<float>((time - from) / (keys[after].time - from))};
}

/// The keys of a node as they are planned.
Clip::Track replanned(const Clip& clip, const Clip::Track& track, const std::vector<PlannedKey>& plan,
                      const std::vector<Between>& sources) {
    Clip::Track out;
    out.unknown = track.unknown;
    out.scale = track.scale;
    out.transform = track.transform;
    out.keys.reserve(plan.size());
    const std::size_t frame = track.frameSize();
    out.deformation.reserve(frame * plan.size());
    for (std::size_t i = 0; i < plan.size(); ++i) {
        const auto [before, after, fraction] = sources[i];
        Clip::Key key = track.keys[before];
        if (before != after) {
            key.translation = lerp(key.translation, track.keys[after].translation, fraction);
            key.rotation = slerp(key.rotation, track.keys[after].rotation, fraction);
        }
        // A time that was not its keyframe's stays what it is.
        if (key.time == clip.keys[before].time) key.time = plan[i].time;
        out.keys.push_back(key);
        for (std::size_t at = 0; at < frame; ++at) {
            const double a = track.deformation[before * frame + at];
            const double b = track.deformation[after * frame + at];
            out.deformation.push_back(static_cast<std::uint8_t>(std::floor(a + (b - a) * double{fraction} + 0.5)));
        }
    }
    return out;
}

/// Gives the animation other keys, of which there is one at least.
void replan(Clip& clip, const std::vector<PlannedKey>& plan) {
    std::vector<Between> sources;
    std::vector<Clip::Keyframe> keys;
    for (const PlannedKey& planned : plan) {
        const bool isNew = planned.from == kNone;
        sources.push_back(isNew ? momentAt(clip.keys, planned.at) : Between{planned.from, planned.from, 0});
        Clip::Keyframe& key = keys.emplace_back(clip.keys[sources.back().before]);
        key.time = planned.time;
        if (isNew || planned.isMute) key.string.clear();
    }
    for (Clip::Track& track : clip.tracks) track = replanned(clip, track, plan, sources);
    const bool lengthFollows = clip.length == clip.lastTime();
    clip.keys = std::move(keys);
    if (lengthFollows) clip.length = clip.lastTime();
}

/// Multiplies a number of a file, in double precision. False: 32 bits cannot hold it.
bool multiply(float& number, double factor) {
    const double product = number * factor;
    if (!(std::abs(product) <= double{std::numeric_limits<float>::max()})) return false;
    number = static_cast<float>(product);
    return true;
}

bool multiply(Vec3& vector, double factor) {
    return multiply(vector.x, factor) && multiply(vector.y, factor) && multiply(vector.z, factor);
}

/// The numbers of a vector by their index.
constexpr float Vec3::*kAxes[] = {&Vec3::x, &Vec3::y, &Vec3::z};

/// What the packed positions of a track are from and to, along an axis; from > to when there are none.
struct Range {
    float from = std::numeric_limits<float>::max();
    float to = std::numeric_limits<float>::lowest();
};

float unpacked(const Clip::Track& track, std::size_t at) {
    const auto axis = kAxes[at % kPackedNumbers];
    return static_cast<float>(track.deformation[at]) * track.scale.*axis + track.transform.*axis;
}

void widen(const Clip::Track& track, std::size_t axis, Range& range) {
    for (std::size_t at = axis; at < track.deformation.size(); at += kPackedNumbers) {
        range.from = std::min(range.from, unpacked(track, at));
        range.to = std::max(range.to, unpacked(track, at));
    }
}

bool isSame(Vec3 a, Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Packs the positions of a track by another scale, so that each is the nearest that there is.
void repack(Clip::Track& track, Vec3 scale, Vec3 transform) {
    for (std::size_t at = 0; at < track.deformation.size(); ++at) {
        const auto axis = kAxes[at % kPackedNumbers];
        const double steps = (double{unpacked(track, at)} - double{transform.*axis}) / double{scale.*axis};
        track.deformation[at] =
            scale.*axis == 0 || !(steps > 0) ? 0 : static_cast<std::uint8_t>(std::min(std::floor(steps + 0.5), 255.0));
    }
    track.scale = scale;
    track.transform = transform;
}

/// Gives two tracks of a node the same packing. What both have stays as it is.
void packAlike(Clip::Track& track, Clip::Track& other) {
    if (track.deformation.empty() || (isSame(track.scale, other.scale) && isSame(track.transform, other.transform)))
        return;
    Vec3 scale, transform;
    for (std::size_t axis = 0; axis < kPackedNumbers; ++axis) {
        Range range;
        widen(track, axis, range);
        widen(other, axis, range);
        transform.*kAxes[axis] = range.from;
        scale.*kAxes[axis] = (range.to - range.from) / 255;
    }
    repack(track, scale, transform);
    repack(other, scale, transform);
}

/// The keys of one animation after those of another.
void append(Clip& clip, Clip next) {
    clip.boundsMin = {std::min(clip.boundsMin.x, next.boundsMin.x), std::min(clip.boundsMin.y, next.boundsMin.y),
                      std::min(clip.boundsMin.z, next.boundsMin.z)};
    clip.boundsMax = {std::max(clip.boundsMax.x, next.boundsMax.x), std::max(clip.boundsMax.y, next.boundsMax.y),
                      std::max(clip.boundsMax.z, next.boundsMax.z)};
    for (std::size_t node = 0; node < clip.tracks.size(); ++node) {
        Clip::Track& track = clip.tracks[node];
        Clip::Track& other = next.tracks[node];
        packAlike(track, other);
        track.keys.insert(track.keys.end(), other.keys.begin(), other.keys.end());
        track.deformation.insert(track.deformation.end(), other.deformation.begin(), other.deformation.end());
    }
    const bool lengthFollows = clip.length == clip.lastTime();
    clip.keys.insert(clip.keys.end(), std::make_move_iterator(next.keys.begin()),
                     std::make_move_iterator(next.keys.end()));
    if (lengthFollows) clip.length = clip.lastTime();
}

/// The times that keys are at, each once.
std::vector<std::uint32_t> timesOf(const Clip& clip) {
    std::vector<std::uint32_t> out;
    for (const Clip::Keyframe& key : clip.keys) {
        if (out.empty() || out.back() != key.time) out.push_back(key.time);
    }
    return out;
}

}  // namespace

std::optional<std::uint32_t> wholeTime(double time) {
    const double whole = std::floor(time + 0.5);
    if (!(whole >= 0 && whole <= kLatest)) return std::nullopt;
    return static_cast<std::uint32_t>(whole);
}

ClipRefusal trimmed(Clip& clip, double from, double to) {
    const std::uint32_t last = clip.lastTime();
    const auto start = wholeTime(from);
    const auto end = wholeTime(to);
    if (!start || !end || *start > *end || *end > last)
        return "Choose a range within 0 to " + std::to_string(last) + " ms.";
    std::vector<PlannedKey> plan;
    for (std::uint32_t i = 0; i < clip.keys.size(); ++i) {
        const std::uint32_t time = clip.keys[i].time;
        if (time >= *start && time <= *end) plan.push_back({time - *start, i});
    }
    if (plan.empty() || plan.front().time != 0) plan.insert(plan.begin(), {0, kNone, *start});
    if (plan.back().time != *end - *start) plan.push_back({*end - *start, kNone, *end});
    replan(clip, plan);
    return {};
}

ClipRefusal reversed(Clip& clip) {
    const std::uint32_t last = clip.lastTime();
    std::vector<PlannedKey> plan;
    for (auto i = static_cast<std::uint32_t>(clip.keys.size()); i-- > 0;) plan.push_back({last - clip.keys[i].time, i});
    if (clip.keys.front().time > 0) plan.push_back({last, 0, 0, true});
    replan(clip, plan);
    return {};
}

ClipRefusal retimed(Clip& clip, double length) {
    const std::uint32_t last = clip.lastTime();
    const auto whole = wholeTime(length);
    if (!whole) return "Choose a length of 0 to 4,294,967,295 ms.";
    const std::vector<std::uint32_t> different = timesOf(clip);
    const std::size_t count = different.size();
    if (last == 0 && *whole > 0) return "All keys are at 0 ms: there is nothing to stretch.";
    if (*whole < count - 1)
        return "Its keys are at " + std::to_string(count) + " different times: at least " + std::to_string(count - 1) +
               " ms.";
    std::vector<std::uint64_t> times;
    for (const std::uint32_t time : different) {
        const double moved = static_cast<double>(time) / std::max(last, 1U) * *whole;
        const std::uint64_t least = times.empty() ? 0 : times.back() + 1;
        times.push_back(std::max(static_cast<std::uint64_t>(std::floor(moved + 0.5)), least));
    }
    // Seen from the end, a millisecond is left for each of the later ones.
    for (std::size_t i = count; i-- > 0;) times[i] = std::min<std::uint64_t>(times[i], *whole - (count - 1 - i));
    std::vector<PlannedKey> plan;
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < clip.keys.size(); ++i) {
        if (clip.keys[i].time != different[at]) ++at;
        plan.push_back({static_cast<std::uint32_t>(times[at]), i});
    }
    replan(clip, plan);
    return {};
}

ClipRefusal scaledInTime(Clip& clip, double factor) {
    if (!(factor >= 0 && std::isfinite(factor))) return "Choose a factor of 0 or more.";
    return retimed(clip, clip.lastTime() * factor);
}

ClipRefusal scaled(Clip& clip, double factor) {
    if (!std::isfinite(factor)) return "Choose a number.";
    for (Clip::Track& track : clip.tracks) {
        // The deformation is byte × scale + transform.
        bool isHeld = multiply(track.scale, factor) && multiply(track.transform, factor);
        for (Clip::Key& key : track.keys) isHeld = multiply(key.translation, factor) && isHeld;
        if (!isHeld) return "Some numbers would be too large for the file.";
    }
    return {};
}

ClipRefusal withKeyAt(Clip& clip, double time) {
    const auto whole = wholeTime(time);
    if (!whole) return "Choose a time of 0 ms or later.";
    std::vector<PlannedKey> plan;
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < clip.keys.size(); ++i) {
        const std::uint32_t other = clip.keys[i].time;
        if (other == *whole) return "There is a key at " + std::to_string(*whole) + " ms.";
        if (other < *whole) ++at;
        plan.push_back({other, i});
    }
    plan.insert(plan.begin() + static_cast<std::ptrdiff_t>(at), {*whole, kNone, *whole});
    replan(clip, plan);
    return {};
}

ClipRefusal joined(Clip& clip, const Clip& next, double gap) {
    const auto whole = wholeTime(gap);
    if (!whole) return "Choose a gap of 0 ms or more.";
    const std::uint64_t start = std::uint64_t{clip.lastTime()} + *whole;
    if (start + next.lastTime() > kLatest) return "The animation would be longer than 4,294,967,295 ms.";
    const auto shift = static_cast<std::uint32_t>(start);
    std::vector<PlannedKey> plan;
    // What it holds until its first key.
    if (*whole > 0 && next.keys.front().time > 0) plan.push_back({shift, kNone, 0});
    for (std::uint32_t i = 0; i < next.keys.size(); ++i) {
        const std::uint32_t time = next.keys[i].time;
        if (*whole > 0 || time > 0) {
            plan.push_back({shift + time, i});
            continue;
        }
        std::string& shared = clip.keys.back().string;
        const std::string& other = next.keys[i].string;
        if (shared.size() + other.size() >= 0xFFFF) return "The frame strings at the seam would be too long together.";
        if (!shared.empty() && !other.empty()) shared += ';';
        shared += other;
    }
    if (plan.empty()) return {};
    Clip rest = next;
    replan(rest, plan);
    append(clip, std::move(rest));
    return {};
}

}  // namespace abc
