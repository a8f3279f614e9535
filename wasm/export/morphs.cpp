#include "morphs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <queue>
#include <set>
#include <unordered_map>

#include "abc/columns.h"
#include "abc/deform.h"

namespace exporting {
namespace {

/// Maximum numbers in the deltas of all frames: 64 MB. Above it, keys are skipped.
constexpr double kMostDeltas = 1U << 24U;
/// Maximum numbers that are decoded to read the keys.
constexpr double kMostDecoded = 1U << 28U;
/// Maximum weights in all animations. Above it, there are fewer targets.
constexpr double kMostWeights = 1U << 25U;
/// Frames that are compared with a new one, at most.
constexpr std::size_t kMostAlike = 16;

/// Instead of a frame's index: the rest.
constexpr std::int32_t kRest = -1;
/// Instead of a target's index: the frame is interpolated.
constexpr std::int32_t kUnkept = -2;

/// Deltas, three a vertex.
using Frame = std::vector<float>;

/// Each frame once.
class DistinctFrames {
public:
    /// The index of the frame, or kRest when it moves nothing.
    std::int32_t add(Frame frame) {
        if (std::all_of(frame.begin(), frame.end(), [](float number) { return number == 0; })) return kRest;
        std::uint32_t hash = 0;
        for (const float number : frame) {
            std::uint32_t word = 0;
            std::memcpy(&word, &number, sizeof word);
            hash = (hash * 0x01000193U) ^ word;
        }
        std::vector<std::size_t>& alike = byHash_[hash];
        for (const std::size_t index : alike) {
            if (list_[index] == frame) return static_cast<std::int32_t>(index);
        }
        // A file that is made for it has many frames of one number; then one may be a target twice.
        if (alike.size() < kMostAlike) alike.push_back(list_.size());
        list_.push_back(std::move(frame));
        return static_cast<std::int32_t>(list_.size() - 1);
    }
    [[nodiscard]] std::vector<Frame>& list() { return list_; }

private:
    std::vector<Frame> list_;
    /// Indices by a number that equal frames have in common.
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> byHash_;
};

/// The frames of an animation in time.
struct Sequence {
    /// Milliseconds, growing.
    std::vector<double> times;
    /// By `times`: index of the frame, or kRest.
    std::vector<std::int32_t> frames;
};

/// Square of the greatest distance of a vertex from the interpolation of two frames; null is the rest.
double distanceTo(const Frame& frame, const Frame* from, const Frame* to, double share) {
    double greatest = 0;
    for (std::size_t at = 0; at < frame.size(); at += 3) {
        double square = 0;
        for (std::size_t i = at; i < at + 3; ++i) {
            const double a = from == nullptr ? 0 : (*from)[i];
            const double b = to == nullptr ? 0 : (*to)[i];
            const double off = frame[i] - ((1 - share) * a + share * b);
            square += off * off;
        }
        if (square > greatest) greatest = square;
    }
    return greatest;
}

/// A stretch of an animation between two keys that are kept, and the key in it that is farthest from their
/// interpolation.
struct Gap {
    std::size_t sequence = 0;
    /// Positions in the sequence, plus 1, of the kept keys around it; 0 and one more than its length where there is
    /// none.
    std::size_t before = 0, after = 0;
    std::size_t farthest = 0;
    double distance = 0;

    /// Less far, or as far and later.
    bool operator<(const Gap& other) const {
        if (distance != other.distance) return distance < other.distance;
        if (sequence != other.sequence) return sequence > other.sequence;
        return before > other.before;
    }
};

/// The frames that are worth most: the ends of the animations, then again and again the one that is farthest off.
class Choice {
public:
    Choice(const std::vector<Frame>& frames, const std::vector<Sequence>& sequences)
        : frames_(frames), sequences_(sequences), isKept_(frames.size()), withFrame_(frames.size()) {
        for (std::size_t i = 0; i < sequences.size(); ++i) {
            const std::set<std::int32_t> own(sequences[i].frames.begin(), sequences[i].frames.end());
            for (const std::int32_t frame : own) {
                if (frame != kRest) withFrame_[static_cast<std::size_t>(frame)].push_back(i);
            }
            endOf_.emplace_back(sequences[i].times.size() + 1);
        }
    }

    /// @returns how far the farthest key is from its place
    double run(std::size_t most) {
        std::set<std::int32_t> ends;
        for (const Sequence& sequence : sequences_) ends.insert({sequence.frames.front(), sequence.frames.back()});
        ends.erase(kRest);
        std::size_t count = ends.size() <= most ? ends.size() : 0;
        if (count > 0) {
            for (const std::int32_t frame : ends) isKept_[static_cast<std::size_t>(frame)] = true;
        }
        for (std::size_t i = 0; i < sequences_.size(); ++i) split(i);
        for (;; ++count) {
            while (!gaps_.empty() && isOld(gaps_.top())) gaps_.pop();
            if (gaps_.empty()) return 0;
            const Gap gap = gaps_.top();
            if (gap.distance == 0 || count == most) return gap.distance;
            const auto frame = static_cast<std::size_t>(sequences_[gap.sequence].frames[gap.farthest]);
            isKept_[frame] = true;
            for (const std::size_t index : withFrame_[frame]) split(index);
        }
    }

    [[nodiscard]] bool isKept(std::size_t frame) const { return isKept_[frame]; }

private:
    /// A gap in the heap that another one has taken the place of.
    [[nodiscard]] bool isOld(const Gap& gap) const { return endOf_[gap.sequence][gap.before] != gap.after; }

    void split(std::size_t index) {
        const std::vector<std::int32_t>& frames = sequences_[index].frames;
        std::size_t before = 0;
        for (std::size_t at = 1; at <= frames.size() + 1; ++at) {
            const std::int32_t frame = at <= frames.size() ? frames[at - 1] : kRest;
            if (frame != kRest && !isKept_[static_cast<std::size_t>(frame)]) continue;
            if (endOf_[index][before] != at) {
                endOf_[index][before] = at;
                if (at - before > 1) gaps_.push(gapIn(index, before, at));
            }
            before = at;
        }
    }

    [[nodiscard]] const Frame* frameAt(const Sequence& sequence, std::size_t key) const {
        const std::int32_t frame = sequence.frames[key];
        return frame < 0 ? nullptr : &frames_[static_cast<std::size_t>(frame)];
    }

    /// @param before, after as in `Gap`, at least one key between them
    [[nodiscard]] Gap gapIn(std::size_t index, std::size_t before, std::size_t after) const {
        const Sequence& sequence = sequences_[index];
        const std::vector<double>& times = sequence.times;
        const bool hasBefore = before > 0;
        const bool hasAfter = after <= times.size();
        const Frame* left = hasBefore ? frameAt(sequence, before - 1) : nullptr;
        const Frame* right = hasAfter ? frameAt(sequence, after - 1) : nullptr;
        // Before the first kept key and after the last one, weights are constant.
        const Frame* from = hasBefore ? left : right;
        const Frame* to = hasAfter ? right : left;
        const double start = hasBefore ? times[before - 1] : 0;
        const double span = (hasAfter ? times[after - 1] : 0) - start;
        Gap out{index, before, after, before, 0};
        double greatest = -1;
        for (std::size_t key = before; key + 1 < after; ++key) {
            const double share = hasBefore && hasAfter ? (times[key] - start) / span : 0;
            const double distance = distanceTo(*frameAt(sequence, key), from, to, share);
            if (distance > greatest) {
                greatest = distance;
                out.farthest = key;
            }
        }
        out.distance = std::sqrt(greatest);
        return out;
    }

    const std::vector<Frame>& frames_;
    const std::vector<Sequence>& sequences_;
    std::vector<bool> isKept_;
    /// By frame: sequences that have it.
    std::vector<std::vector<std::size_t>> withFrame_;
    /// By sequence, and in it by `before`: where its gap ends now.
    std::vector<std::vector<std::size_t>> endOf_;
    std::priority_queue<Gap> gaps_;
};

/// The kept keys, without those between two of the same target.
MorphTrack trackOf(const Sequence& sequence, const std::vector<std::int32_t>& targetOf) {
    MorphTrack out;
    for (std::size_t key = 0; key < sequence.frames.size(); ++key) {
        const std::int32_t frame = sequence.frames[key];
        const std::int32_t target = frame == kRest ? kRest : targetOf[static_cast<std::size_t>(frame)];
        if (target == kUnkept) continue;
        const std::size_t count = out.targets.size();
        if (count > 1 && target == out.targets[count - 1] && target == out.targets[count - 2]) {
            out.times.back() = sequence.times[key];
            continue;
        }
        out.times.push_back(sequence.times[key]);
        out.targets.push_back(target);
    }
    // With one kept frame or none, the same one applies all the time.
    if (out.targets.empty()) return {{sequence.times.front()}, {kRest}};
    const bool isConstant = std::all_of(out.targets.begin(), out.targets.end(),
                                        [&](std::int32_t target) { return target == out.targets.front(); });
    return isConstant ? MorphTrack{{out.times.front()}, {out.targets.front()}} : out;
}

abc::WideVec3 wide(const abc::Vec3& v) {
    return {v.x, v.y, v.z};
}

/// From one place to another in three numbers; 0 when it is not finite.
void writeDelta(const abc::Vec3& from, const abc::WideVec3& to, float* out) {
    // No −0: equal frames have equal bits.
    const std::array<float, 3> delta{abc::single(to[0] - from.x + 0.0), abc::single(to[1] - from.y + 0.0),
                                     abc::single(to[2] - from.z + 0.0)};
    const bool isFinite = std::isfinite(std::abs(delta[0]) + std::abs(delta[1]) + std::abs(delta[2]));
    for (std::size_t i = 0; i < 3; ++i) out[i] = isFinite ? delta[i] : 0;
}

Frame only(const Frame& frame, std::span<const std::size_t> places) {
    Frame out;
    for (const std::size_t place : places) {
        for (std::size_t i = 3 * place; i < 3 * place + 3; ++i) out.push_back(frame[i]);
    }
    return out;
}

}  // namespace

Deltas::Deltas(const abc::Model& model, const abc::V6Interpretation& interpretation)
    : model_(model), options_{{}, interpretation} {
    const std::uint32_t count = model.vertexCount(0, 0);
    for (std::uint32_t v = 0; v < count; ++v) {
        if (model.v6.vertexDeformation[v] != abc::kNone) vertices_.push_back(v);
    }
    const abc::Layer still;
    abc::pose(model_, std::span(&still, 1), options_, pose_);
    nodes_ = pose_.nodes;
    rest_.resize(vertices_.size());
    abc::inNodeSpace(model_, pose_, vertices_, rest_);
    now_ = rest_;
}

std::vector<float> Deltas::at(const ClipSource& source, double ms) {
    abc::Layer layer;
    layer.source = source.model;
    layer.animation = source.animation;
    layer.timeMs = ms;
    abc::pose(model_, std::span(&layer, 1), options_, pose_);
    abc::inNodeSpace(model_, pose_, vertices_, now_);
    std::vector<float> out(3 * vertices_.size());
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
        const std::uint32_t node = model_.v6.vertexNode[vertices_[i]];
        if (node == abc::kNone) continue;
        const std::array<float, 3> delta = deltaBetween(rest_[i], now_[i], nodes_[node]);
        std::copy(delta.begin(), delta.end(), &out[3 * i]);
    }
    return out;
}

MovedDeltas::MovedDeltas(const abc::Model& model, const abc::Lod& lod, const abc::Affine& bind)
    : model_(model), lod_(lod), moved_(model.movedVertices[lod.moved]), bind_(bind) {
    vertices_.resize(lod.vertexCount);
    std::iota(vertices_.begin(), vertices_.end(), 0U);
    normals_.resize(3 * vertices_.size());
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const abc::Vec3 rest = abc::normalized(model.normals[lod.firstVertex + v]);
        const abc::WideVec3 from = abc::applied(bind, {0, 0, 0});
        const abc::WideVec3 to = abc::applied(bind, wide(rest));
        const abc::Vec3 turned =
            abc::normalized({abc::single(to[0] - from[0]), abc::single(to[1] - from[1]), abc::single(to[2] - from[2])});
        writeDelta(rest, wide(turned), &normals_[3 * std::size_t{v}]);
    }
    if (std::all_of(normals_.begin(), normals_.end(), [](float number) { return number == 0; })) {
        normals_.clear();
    } else {
        for (std::uint32_t v = 0; v < lod.vertexCount; ++v) vertices_.push_back(lod.vertexCount + v);
    }
}

std::vector<float> MovedDeltas::at(const ClipSource& source, double ms) const {
    std::vector<float> out(3 * vertices_.size());
    const abc::VertexFrames frames(*source.model, source.animation, moved_.animNode);
    if (!frames.areThere()) return out;
    const abc::KeySpan keys = abc::keysAt(*source.model, source.model->animations[source.animation], ms, false);
    for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) {
        const abc::Vec3& rest = model_.locations[lod_.firstVertex + v];
        const abc::Vec3 now = frames.position(moved_.positions[v], keys, rest);
        writeDelta(rest, abc::applied(bind_, wide(now)), &out[3 * std::size_t{v}]);
    }
    std::copy(normals_.begin(), normals_.end(), out.end() - static_cast<std::ptrdiff_t>(normals_.size()));
    return out;
}

void MovedDeltas::separate(MorphPlan& plan) const {
    const auto first = std::lower_bound(plan.vertices.begin(), plan.vertices.end(), lod_.vertexCount);
    if (first == plan.vertices.end()) return;
    for (auto vertex = first; vertex != plan.vertices.end(); ++vertex) {
        plan.turned.push_back(*vertex - lod_.vertexCount);
    }
    plan.vertices.erase(first, plan.vertices.end());
    const std::size_t numbers = 3 * plan.vertices.size();
    for (std::vector<float>& target : plan.targets) {
        plan.normals.emplace_back(target.begin() + static_cast<std::ptrdiff_t>(numbers), target.end());
        target.resize(numbers);
    }
}

std::array<float, 3> deltaBetween(const abc::Vec3& rest, const abc::Vec3& now, const abc::Mat4& node) {
    const double x = double{now.x} - rest.x;
    const double y = double{now.y} - rest.y;
    const double z = double{now.z} - rest.z;
    std::array<float, 3> out{};
    if (x == 0 && y == 0 && z == 0) return out;
    double sum = 0;
    for (std::size_t row = 0; row < 3; ++row) {
        const float* m = &node.m[4 * row];
        // No −0: equal frames have equal bits.
        out[row] = abc::single(m[0] * x + m[1] * y + m[2] * z + 0.0);
        sum += std::abs(out[row]);
    }
    return std::isfinite(sum) ? out : std::array<float, 3>{};
}

std::optional<MorphPlan> planMorphs(std::span<const std::uint32_t> vertices, std::span<const std::vector<double>> clips,
                                    std::size_t decoded, double most, DeltasAt deltasAt) {
    double keys = 0;
    for (const std::vector<double>& times : clips) keys += static_cast<double>(times.size());
    const auto deltas = 3 * static_cast<double>(vertices.size());
    const auto stride = static_cast<std::size_t>(std::max(
        {1.0, std::ceil(keys * deltas / kMostDeltas), std::ceil(keys * static_cast<double>(decoded) / kMostDecoded)}));
    MorphPlan out;
    DistinctFrames distinct;
    std::vector<Sequence> sequences;
    for (std::size_t clip = 0; clip < clips.size(); ++clip) {
        const std::vector<double>& times = clips[clip];
        Sequence& sequence = sequences.emplace_back();
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (i % stride != 0 && i + 1 != times.size()) continue;
            sequence.times.push_back(times[i]);
            sequence.frames.push_back(distinct.add(deltasAt(clip, times[i])));
        }
        out.skipped += times.size() - sequence.times.size();
    }
    std::vector<Frame>& frames = distinct.list();
    if (frames.empty()) return std::nullopt;
    std::vector<bool> isMoved(vertices.size());
    for (const Frame& frame : frames) {
        for (std::size_t i = 0; i < frame.size(); ++i) {
            if (frame[i] != 0) isMoved[i / 3] = true;
        }
    }
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < isMoved.size(); ++i) {
        if (!isMoved[i]) continue;
        moved.push_back(i);
        out.vertices.push_back(vertices[i]);
    }
    if (moved.size() < isMoved.size()) {
        for (Frame& frame : frames) frame = only(frame, moved);
    }
    out.all = frames.size();
    const double room = std::max(1.0, std::floor(kMostWeights / keys));
    // No number is no limit.
    const auto kept = static_cast<std::size_t>(most < room ? std::max(most, 1.0) : room);
    Choice choice(frames, sequences);
    const bool isAll = frames.size() <= kept;
    if (!isAll) out.deviation = choice.run(kept);
    std::vector<std::int32_t> targetOf(frames.size(), kUnkept);
    for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        if (!isAll && !choice.isKept(frame)) continue;
        targetOf[frame] = static_cast<std::int32_t>(out.targets.size());
        out.targets.push_back(frames[frame]);
    }
    for (const Sequence& sequence : sequences) out.tracks.push_back(trackOf(sequence, targetOf));
    return out;
}

}  // namespace exporting
