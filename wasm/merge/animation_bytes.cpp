#include "animation_bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "abc/schema_v6.h"
#include "abc/schema_v9.h"
#include "core/values.h"

namespace merging {
namespace {

namespace schema = abc::schema;
using schema::Id;

/// What readers take for these in versions without them (abc.md §3.8).
constexpr std::int32_t kUsualUnknown = -1;
/// Bytes of a text at most.
constexpr std::size_t kMostText = 0xFFFF;

template <class T>
void appendNumber(ByteList& list, T value) {
    core::append(list, std::as_bytes(std::span(&value, 1)));
}

/// With its length before it; what is longer than that can say is cut.
void appendText(ByteList& list, std::string_view text) {
    const std::string_view cut = text.substr(0, kMostText);
    appendNumber(list, static_cast<std::uint16_t>(cut.size()));
    core::append(list, std::as_bytes(std::span(cut.data(), cut.size())));
}

template <std::size_t N>
bool has(const abc::Dialect& dialect, const std::array<schema::Field, N>& fields, std::string_view name) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const schema::Field& field) { return field.name == name && dialect.has(field); });
}

/// As files have times: the lowest bits of whole numbers.
std::uint32_t storedTime(double ms) {
    constexpr double kRange = 4'294'967'296;
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::fmod(ms, kRange)));
}

struct Key {
    /// Whole milliseconds.
    double time = 0;
    /// In the file; kNone for a new one.
    std::uint32_t from = abc::kNone;
    /// Milliseconds of the curves at which it is.
    double at = 0;
    std::string text;
};

class Writer {
public:
    Writer(const Base& base, std::uint32_t animation, const Track& track, const Strings& strings)
        : base_(base),
          track_(track),
          strings_(strings),
          animation_(base.model.animations[animation]),
          isV6_(base.model.family == abc::Family::V6),
          path_((isV6_ ? "Animation.Anims[" : "Animation.Animations[") + std::to_string(animation) + "]"),
          stored_(base.patches.startsOf(path_ + (isV6_ ? ".KeyframeData" : ".Keyframes"))) {
        const abc::Dialect& dialect = base.patches.document().dialect;
        head_ = isV6_ ? core::offsetIn<schema::kKeyframe6, "FrameString">(dialect, Id::Keyframe6)
                      : core::offsetIn<schema::kKeyframe, "String">(dialect, Id::Keyframe);
        hasKnownKeys_ = isV6_ || !has(dialect, schema::kKeyTransform, schema::kKeyTime.name);
    }

    std::optional<WrittenAnimation> run(const AnimationKeys& keys, const MergedKeys& merged, const FramesOf& framesOf) {
        const core::Walk walk = base_.patches.document().walk();
        const auto whole = walk.resolve(path_);
        const auto count = walk.resolve(path_ + (isV6_ ? ".NumKeyframes" : ".KeyframeCount"));
        const bool isWhole = whole && count && hasKnownKeys_ && stored_.size() == track_.times().size() + 1;
        if (!isWhole) return std::nullopt;
        for (std::uint32_t node = 0; node < base_.rig.nodes(); ++node) {
            if (!track_.start(node) || !hasFrames(node)) return std::nullopt;
        }
        list(merged);
        moveStrings(merged);
        writeHead(*whole, *count);
        appendNumber(out_.bytes, static_cast<std::uint32_t>(list_.size()));
        for (const Key& key : list_) writeKey(key);
        const std::vector<ByteList> frames = isV6_ && framesOf ? framesOf(curveTimes()) : std::vector<ByteList>{};
        for (std::uint32_t node = 0; node < base_.rig.nodes(); ++node) {
            writeTrack(node, keys);
            if (!isV6_) continue;
            if (frames.empty()) {
                writeFrames(node);
            } else {
                core::append(out_.bytes, frames[node]);
            }
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t at, std::size_t size) const {
        return base_.patches.bytes(at, at + size);
    }

    [[nodiscard]] std::size_t deformedBytes(std::uint32_t node) const {
        return 3 * std::size_t{base_.model.nodes[node].deformationCount};
    }
    /// v6: whether what stands behind the keys of a node is there.
    [[nodiscard]] bool hasFrames(std::uint32_t node) const {
        const std::size_t keys = track_.times().size();
        return !isV6_ ||
               *track_.key(node, keys) + deformedBytes(node) * keys + 2 * sizeof(abc::Vec3) <= track_.end(node);
    }

    [[nodiscard]] std::string textOf(std::uint32_t key) const {
        const auto changed = strings_.changed.find(key);
        if (changed != strings_.changed.end()) return changed->second;
        return std::string(base_.model.text(base_.model.keyframes[animation_.firstKey + key].string));
    }

    void list(const MergedKeys& merged) {
        for (std::uint32_t key = 0; key < track_.times().size(); ++key) {
            if (std::binary_search(merged.removed.begin(), merged.removed.end(), key)) continue;
            const double time = track_.times()[key];
            list_.push_back({time, key, time, merged.retimed.empty() ? textOf(key) : std::string{}});
        }
        std::map<double, double> inserted;
        for (const auto& [time, text] : strings_.added) inserted[time] = time;
        for (const double time : merged.inserted) inserted[rounded(time)] = time;
        for (const auto& [time, at] : inserted) {
            const auto text = strings_.added.find(time);
            list_.push_back({time, abc::kNone, at, text == strings_.added.end() ? std::string{} : text->second});
        }
        std::stable_sort(list_.begin(), list_.end(), [](const Key& a, const Key& b) { return a.time < b.time; });
    }

    /// Frame strings of keys that are gone go to the nearest ones; those of keys at other times go along.
    void moveStrings(const MergedKeys& merged) {
        for (std::uint32_t key = 0; key < merged.retimed.size(); ++key) moveString(textOf(key), merged.retimed[key]);
        if (!merged.retimed.empty()) return;
        for (const std::uint32_t key : merged.removed) {
            const std::string text = textOf(key);
            if (text.empty()) continue;
            out_.moved.push_back(key);
            moveString(text, track_.times()[key]);
        }
    }

    void moveString(const std::string& text, double time) {
        if (text.empty() || list_.empty()) return;
        const auto nearest = std::min_element(list_.begin(), list_.end(), [time](const Key& a, const Key& b) {
            return std::abs(a.time - time) < std::abs(b.time - time);
        });
        nearest->text = nearest->text.empty() ? text : (nearest->text + ";" + text).substr(0, kMostText);
    }

    /// Up to the number of keys; of v6 with the length, which is the time of the last one.
    void writeHead(const core::Place& whole, const core::Place& count) {
        core::append(out_.bytes, base_.patches.bytes(whole.start, count.start));
        const auto length = isV6_ ? base_.patches.document().walk().resolve(path_ + ".Length") : std::nullopt;
        if (!length) return;
        const std::uint32_t last = list_.empty() ? 0 : storedTime(list_.back().time);
        std::memcpy(&out_.bytes[length->start - whole.start], &last, sizeof last);
    }

    void writeKey(const Key& key) {
        const std::size_t at = out_.bytes.size();
        if (key.from == abc::kNone) {
            out_.bytes.resize(at + head_);
        } else {
            core::append(out_.bytes, bytes(stored_[key.from], head_));
        }
        const std::uint32_t time = storedTime(key.time);
        std::memcpy(&out_.bytes[at], &time, sizeof time);
        appendText(out_.bytes, key.text);
    }

    [[nodiscard]] std::vector<double> curveTimes() const {
        std::vector<double> out;
        for (const Key& key : list_) out.push_back(key.at);
        return out;
    }

    void writeTrack(std::uint32_t node, const AnimationKeys& keys) {
        core::append(out_.bytes, base_.patches.bytes(*track_.start(node), *track_.key(node, 0)));
        for (const Key& key : list_) {
            if (key.from != abc::kNone) {
                core::append(out_.bytes, bytes(*track_.key(node, key.from), track_.keySize()));
                continue;
            }
            const Local local = keys.local(node, key.at);
            for (const double value : local.translation) appendNumber(out_.bytes, abc::single(value));
            for (const double value : local.rotation) appendNumber(out_.bytes, abc::single(value));
        }
    }

    /// Of the file: new keys have those of the nearest one.
    void writeFrames(std::uint32_t node) {
        const std::size_t keys = track_.times().size();
        const std::size_t start = *track_.key(node, keys);
        for (const Key& key : list_) {
            const std::size_t of = key.from != abc::kNone ? key.from : nearestKey(key.time);
            core::append(out_.bytes, bytes(start + deformedBytes(node) * of, deformedBytes(node)));
        }
        core::append(out_.bytes, bytes(start + deformedBytes(node) * keys, 2 * sizeof(abc::Vec3)));
    }

    [[nodiscard]] std::size_t nearestKey(double time) const {
        const std::vector<double>& times = track_.times();
        const auto nearest = std::min_element(
            times.begin(), times.end(), [time](double a, double b) { return std::abs(a - time) < std::abs(b - time); });
        return static_cast<std::size_t>(nearest - times.begin());
    }

    const Base& base_;
    const Track& track_;
    const Strings& strings_;
    const abc::Animation& animation_;
    bool isV6_;
    std::string path_;
    /// Where the keyframes lie.
    std::vector<std::uint32_t> stored_;
    /// Bytes of a keyframe before its frame string.
    std::size_t head_ = 0;
    /// Keys have no times and addresses of their own behind them.
    bool hasKnownKeys_ = false;
    std::vector<Key> list_;
    WrittenAnimation out_;
};

}  // namespace

std::optional<WrittenAnimation> animationBytes(const Base& base, std::uint32_t animation, const Track& track,
                                               const AnimationKeys& keys, const MergedKeys& merged,
                                               const Strings& strings, const FramesOf& framesOf) {
    return Writer(base, animation, track, strings).run(keys, merged, framesOf);
}

bool fits(const NewAnimation& made) {
    return !made.times.empty() && made.at.size() == made.times.size() && made.strings.size() == made.times.size() &&
           std::is_sorted(made.times.begin(), made.times.end());
}

std::vector<float> posesOf(const Base& base, const Player& player, std::span<const double> times) {
    std::vector<float> out;
    for (const double time : times) {
        for (std::uint32_t node = 0; node < base.rig.nodes(); ++node) {
            const Local local = player.at(node, time);
            for (const double value : local.translation) out.push_back(abc::single(value));
            for (const double value : local.rotation) out.push_back(abc::single(value));
        }
    }
    return out;
}

ByteList newAnimation(const Base& base, const NewAnimation& made, const Player& player, const FramesOf& framesOf) {
    const abc::Dialect& dialect = base.patches.document().dialect;
    const bool isV6 = base.model.family == abc::Family::V6;
    ByteList out;
    const auto appendZeros = [&out](std::size_t count) { out.resize(out.size() + count); };
    // Bounds, which nobody knows, are zero.
    constexpr std::size_t kBounds = 2 * sizeof(abc::Vec3);
    if (isV6) {
        appendText(out, made.name);
        appendNumber(out, made.times.back());
        appendZeros(kBounds);
    } else {
        for (const double value : made.extents) appendNumber(out, abc::single(value));
        appendText(out, made.name);
        if (has(dialect, schema::kAnimation, "Unknown")) appendNumber(out, kUsualUnknown);
        if (has(dialect, schema::kAnimation, "InterpolationTime")) appendNumber(out, made.interpolationTime);
    }
    appendNumber(out, static_cast<std::uint32_t>(made.times.size()));
    for (std::size_t key = 0; key < made.times.size(); ++key) {
        appendNumber(out, made.times[key]);
        if (isV6) appendZeros(kBounds);
        appendText(out, made.strings[key]);
    }
    const std::vector<ByteList> behind = isV6 && framesOf ? framesOf(made.at) : std::vector<ByteList>{};
    const std::vector<float> poses = posesOf(base, player, made.at);
    const std::size_t nodes = base.rig.nodes();
    constexpr std::size_t kNumbers = 7;
    for (std::size_t node = 0; node < nodes; ++node) {
        for (std::size_t key = 0; key < made.times.size(); ++key) {
            for (std::size_t i = 0; i < kNumbers; ++i) {
                const float value = poses[kNumbers * (nodes * key + node) + i];
                appendNumber(out, base.conjugates && i >= 3 && i < 6 ? -value : value);
            }
        }
        if (!behind.empty()) {
            core::append(out, behind[node]);
        } else if (isV6) {
            // Nothing is deformed.
            appendZeros(3 * std::size_t{base.model.nodes[node].deformationCount} * made.times.size() + kBounds);
        }
    }
    return out;
}

}  // namespace merging
