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

/// A key between two others, or one of them.
void appendKey(const Clip::KeyForm& form, const Clip::Part& keys, const Between& source, Clip::Part& out) {
    const auto [before, after, fraction] = source;
    const std::size_t from = std::size_t{before} * keys.stride;
    const std::size_t to = std::size_t{after} * keys.stride;
    const std::size_t at = out.bytes.size();
    out.bytes.insert(out.bytes.end(), keys.bytes.begin() + static_cast<std::ptrdiff_t>(from),
                     keys.bytes.begin() + static_cast<std::ptrdiff_t>(from + keys.stride));
    if (before == after) return;
    out.set(lerp(keys.value<Vec3>(from + form.translation), keys.value<Vec3>(to + form.translation), fraction),
            at + form.translation);
    out.set(slerp(keys.value<Quat>(from + form.rotation), keys.value<Quat>(to + form.rotation), fraction),
            at + form.rotation);
}

/// Packed positions between those of two keyframes: each number is rounded to the nearest one.
void appendPacked(const Clip::Part& packed, const Between& source, Clip::Part& out) {
    for (std::size_t i = 0; i < packed.stride; ++i) {
        const double a = packed.value<std::uint8_t>(std::size_t{source.before} * packed.stride + i);
        const double b = packed.value<std::uint8_t>(std::size_t{source.after} * packed.stride + i);
        const double between = std::floor(a + (b - a) * double{source.fraction} + 0.5);
        out.bytes.push_back(static_cast<std::byte>(between));
    }
}

/// What a track has for each keyframe, as it is planned.
Clip::Part replanned(const Clip& clip, const Clip::Part& part, bool isKeys, const std::vector<PlannedKey>& plan,
                     const std::vector<Between>& sources) {
    Clip::Part out{part.field, {}, part.stride};
    out.bytes.reserve(plan.size() * part.stride);
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (!isKeys) {
            appendPacked(part, sources[i], out);
            continue;
        }
        appendKey(clip.form, part, sources[i], out);
        if (!clip.form.time) continue;
        // A time that was not its keyframe's stays what it is.
        const std::size_t at = i * part.stride + *clip.form.time;
        if (out.value<std::uint32_t>(at) == clip.keys[sources[i].before].time) out.set(plan[i].time, at);
    }
    return out;
}

/// v6 says the length once more.
bool repeatsLength(Clip& clip) {
    const Clip::Part* length = partOf(clip.parts, "Length");
    return length != nullptr && length->value<std::uint32_t>() == clip.lastTime();
}

void setLength(Clip& clip) {
    if (Clip::Part* length = partOf(clip.parts, "Length")) length->set(clip.lastTime());
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
    for (Clip::Parts& track : clip.tracks) {
        const Clip::Part* const own = &keysOf(track);
        for (Clip::Part& part : track) {
            if (part.stride > 0) part = replanned(clip, part, &part == own, plan, sources);
        }
    }
    const bool lengthFollows = repeatsLength(clip);
    clip.keys = std::move(keys);
    if (lengthFollows) setLength(clip);
}

/// Multiplies a number of a file, in double precision. False: 32 bits cannot hold it.
bool multiply(float& number, double factor) {
    const double product = number * factor;
    if (!(std::abs(product) <= double{std::numeric_limits<float>::max()})) return false;
    number = static_cast<float>(product);
    return true;
}

/// The same of a vector of a part.
bool multiply(Clip::Part& part, std::size_t at, double factor) {
    auto vector = part.value<Vec3>(at);
    const bool isHeld = multiply(vector.x, factor) && multiply(vector.y, factor) && multiply(vector.z, factor);
    part.set(vector, at);
    return isHeld;
}

/// The deformation of a track (v6): byte × scale + transform.
class Packed {
public:
    /// Null parts where the track has none.
    explicit Packed(Clip::Parts& track)
        : bytes_(partOf(track, "Deformation")),
          scale_(partOf(track, "Scale")),
          transform_(partOf(track, "Transform")) {}

    [[nodiscard]] bool isEmpty() const { return bytes_ == nullptr || scale_ == nullptr || transform_ == nullptr; }
    [[nodiscard]] bool isPackedAs(const Packed& other) const {
        return scale_->bytes == other.scale_->bytes && transform_->bytes == other.transform_->bytes;
    }
    /// Widens a range to hold all numbers of an axis.
    void widen(std::size_t axis, float& from, float& to) const {
        const Numbers numbers(*this);
        for (std::size_t at = axis; at < bytes_->bytes.size(); at += kAxisCount) {
            from = std::min(from, numbers[at]);
            to = std::max(to, numbers[at]);
        }
    }
    /// Packs by another scale, so that each number is the nearest that there is.
    void repack(Vec3 scale, Vec3 transform) {
        const Numbers numbers(*this);
        for (std::size_t at = 0; at < bytes_->bytes.size(); ++at) {
            const auto axis = kAxes[at % kAxisCount];
            const double steps = (double{numbers[at]} - double{transform.*axis}) / double{scale.*axis};
            const double packed = steps > 0 ? std::min(std::floor(steps + 0.5), 255.0) : 0;
            bytes_->bytes[at] = static_cast<std::byte>(packed);
        }
        scale_->set(scale);
        transform_->set(transform);
    }

private:
    static constexpr std::size_t kAxisCount = std::size(kAxes);

    /// As they were packed when this was made.
    struct Numbers {
        explicit Numbers(const Packed& packed)
            : bytes(*packed.bytes_), scale(packed.scale_->value<Vec3>()), transform(packed.transform_->value<Vec3>()) {}
        [[nodiscard]] float operator[](std::size_t at) const {
            const auto axis = kAxes[at % kAxisCount];
            return static_cast<float>(bytes.value<std::uint8_t>(at)) * scale.*axis + transform.*axis;
        }
        const Clip::Part& bytes;
        Vec3 scale, transform;
    };

    Clip::Part* bytes_;
    Clip::Part* scale_;
    Clip::Part* transform_;
};

/// Gives two tracks of a node the same packing, from the least to the largest number of both.
void packAlike(Clip::Parts& track, Clip::Parts& other) {
    Packed own(track);
    Packed others(other);
    if (own.isEmpty() || others.isEmpty() || own.isPackedAs(others)) return;
    Vec3 scale, transform;
    for (std::size_t axis = 0; axis < std::size(kAxes); ++axis) {
        float from = std::numeric_limits<float>::max();
        float to = std::numeric_limits<float>::lowest();
        own.widen(axis, from, to);
        others.widen(axis, from, to);
        transform.*kAxes[axis] = from;
        scale.*kAxes[axis] = (to - from) / 255;
    }
    own.repack(scale, transform);
    others.repack(scale, transform);
}

/// v6: a box around two.
void widenBounds(Clip& clip, Clip& next) {
    Clip::Part* const least = partOf(clip.parts, "BoundsMin");
    Clip::Part* const most = partOf(clip.parts, "BoundsMax");
    if (least == nullptr || most == nullptr) return;
    auto low = least->value<Vec3>();
    auto high = most->value<Vec3>();
    const auto otherLow = partOf(next.parts, "BoundsMin")->value<Vec3>();
    const auto otherHigh = partOf(next.parts, "BoundsMax")->value<Vec3>();
    for (const auto axis : kAxes) {
        low.*axis = std::min(low.*axis, otherLow.*axis);
        high.*axis = std::max(high.*axis, otherHigh.*axis);
    }
    least->set(low);
    most->set(high);
}

/// The keys of one animation after those of another.
void appendClip(Clip& clip, Clip next) {
    widenBounds(clip, next);
    for (std::size_t node = 0; node < clip.tracks.size(); ++node) {
        Clip::Parts& track = clip.tracks[node];
        packAlike(track, next.tracks[node]);
        for (std::size_t i = 0; i < track.size(); ++i) {
            if (track[i].stride == 0) continue;
            const std::vector<std::byte>& more = next.tracks[node][i].bytes;
            track[i].bytes.insert(track[i].bytes.end(), more.begin(), more.end());
        }
    }
    const bool lengthFollows = repeatsLength(clip);
    clip.keys.insert(clip.keys.end(), std::make_move_iterator(next.keys.begin()),
                     std::make_move_iterator(next.keys.end()));
    if (lengthFollows) setLength(clip);
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
    if (!whole) return "Choose a length from 0 to 4,294,967,295 ms.";
    const std::vector<std::uint32_t> different = timesOf(clip);
    const std::size_t count = different.size();
    if (last == 0 && *whole > 0) return "All keys are at 0 ms: there is nothing to stretch.";
    if (*whole < count - 1)
        return "Its keys are at " + std::to_string(count) + " different times: choose at least " +
               std::to_string(count - 1) + " ms.";
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
    for (Clip::Parts& track : clip.tracks) {
        bool isHeld = true;
        Clip::Part& keys = keysOf(track);
        for (std::size_t at = clip.form.translation; at < keys.bytes.size(); at += keys.stride)
            isHeld = multiply(keys, at, factor) && isHeld;
        for (Clip::Part* const packing : {partOf(track, "Scale"), partOf(track, "Transform")}) {
            if (packing != nullptr) isHeld = multiply(*packing, 0, factor) && isHeld;
        }
        if (!isHeld) return "Some numbers would be too large for the file.";
    }
    return {};
}

ClipRefusal withKeysAt(Clip& clip, std::span<const double> times) {
    if (times.empty()) return "Choose at least one time.";
    std::vector<PlannedKey> plan;
    plan.reserve(clip.keys.size() + times.size());
    for (std::uint32_t i = 0; i < clip.keys.size(); ++i) plan.push_back({clip.keys[i].time, i});
    for (const double time : times) {
        const auto whole = wholeTime(time);
        if (!whole) return "Choose a time of 0 ms or later.";
        plan.push_back({*whole, kNone, *whole});
    }
    const auto byTime = [](const PlannedKey& a, const PlannedKey& b) { return a.time < b.time; };
    std::stable_sort(plan.begin(), plan.end(), byTime);
    for (std::size_t i = 1; i < plan.size(); ++i) {
        // Keys of the file may share a time; a new one needs its own.
        if (plan[i].time == plan[i - 1].time && plan[i].from == kNone)
            return "There is already a key at " + std::to_string(plan[i].time) + " ms.";
    }
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
        if (shared.size() + other.size() >= 0xFFFF) return "The combined frame string at the seam would be too long.";
        if (!shared.empty() && !other.empty()) shared += ';';
        shared += other;
    }
    if (plan.empty()) return {};
    Clip rest = next;
    replan(rest, plan);
    appendClip(clip, std::move(rest));
    return {};
}

}  // namespace abc
