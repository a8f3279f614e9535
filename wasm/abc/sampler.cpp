#include "sampler.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include "core/document.h"
#include "core/words.h"

namespace abc {
namespace {

/// Of sampled positions, at most: far more than the games' own models have.
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
/// Positions that are looked at to find those that need samples, at most: a second or two.
constexpr std::size_t kMostSamples = std::size_t{1} << 24U;
/// Of the size: a vertex that is off by less follows its node alone.
constexpr float kRigidDeviation = 2e-5F;
/// Of the size: farther off between two keys, a key is added.
constexpr float kKeyTolerance = 5e-4F;
/// An interval between two keys is halved at most so many times.
constexpr int kDeepest = 3;
/// Where between two keys the movement is measured.
constexpr float kProbes[] = {0.25F, 0.5F, 0.75F};
/// Keys that are added to all animations together, at most.
constexpr std::size_t kMostAdded = std::size_t{1} << 16U;
constexpr float kMostByte = 255;

/// Infinity where a number is none.
float distance(Vec3 a, Vec3 b) {
    const Vec3 way = a - b;
    const float length = std::sqrt(dot(way, way));
    return std::isfinite(length) ? length : std::numeric_limits<float>::infinity();
}

/// The values of an axis as byte × step + least, as the engine unpacks them.
class Packing {
public:
    Packing(const std::vector<Vec3>& values, float Vec3::*axis) : axis_(axis) {
        const auto [least, most] = std::minmax_element(
            values.begin(), values.end(), [axis](const Vec3& a, const Vec3& b) { return a.*axis < b.*axis; });
        if (least == values.end()) return;
        least_ = *least.*axis;
        step_ = (*most.*axis - least_) / kMostByte;
    }

    [[nodiscard]] float step() const { return step_; }
    [[nodiscard]] float least() const { return least_; }
    [[nodiscard]] std::uint8_t operator()(Vec3 v) const {
        const float steps = std::round((v.*axis_ - least_) / step_);
        // Neither is true of what is no number.
        return steps > 0 ? static_cast<std::uint8_t>(std::min(steps, kMostByte)) : std::uint8_t{0};
    }
    [[nodiscard]] float unpacked(std::uint8_t byte) const { return static_cast<float>(byte) * step_ + least_; }

private:
    float Vec3::*axis_;
    float step_ = 0;
    float least_ = 0;
};

}  // namespace

Sampler::Sampler(const Model& model, const OneNodeMesh& mesh, std::uint32_t rest, float size)
    : model_(model),
      mesh_(mesh),
      inverse_(model.nodes.size()),
      byNode_(model.nodes.size()),
      tolerance_(kKeyTolerance * size) {
    poseAt(rest, {});
    std::vector<std::uint32_t> all(mesh.from.size());
    std::iota(all.begin(), all.end(), 0U);
    place(all, rest_);
    measureRest();
    choose(size);
}

/// One node alone moves the vertex, its own.
bool Sampler::isRigid(std::uint32_t vertex) const {
    const std::uint32_t from = mesh_.from[vertex];
    float bias = 0;
    for (std::uint32_t w = model_.weightStart[from]; w < model_.weightStart[from + 1]; ++w) {
        const Weight& weight = model_.weights[w];
        if (weight.node == kNone) continue;
        if (weight.node != mesh_.node[vertex]) return false;
        bias += weight.bias;
    }
    return bias > 0;
}

void Sampler::poseAt(std::uint32_t animation, KeySpan keys) {
    if (animation == kNone) {
        pose(model_, {}, {}, pose_);
    } else {
        Layer layer;
        layer.source = &model_;
        layer.animation = animation;
        layer.keys = keys;
        if (const Binding* const own = model_.binding(0, model_.text(model_.animations[animation].name))) {
            layer.rootOrigin = own->origin;
        }
        pose(model_, {&layer, 1}, {}, pose_);
    }
    for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
        // Version 6 computes the bind pose as any other: without scales that its matrices may have.
        if (animation == kNone) {
            const Mat4 local = transform(pose_.locals[n].translation, pose_.locals[n].rotation);
            pose_.nodes[n] = model_.nodes[n].parent == kNone ? local : pose_.nodes[model_.nodes[n].parent] * local;
        }
        inverse_[n] = inverse(pose_.nodes[n]);
    }
}

void Sampler::place(const std::vector<std::uint32_t>& vertices, std::vector<Vec3>& out) {
    std::vector<std::uint32_t> from(vertices.size());
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = mesh_.from[vertices[i]];
    out.resize(vertices.size());
    positionsOf(model_, pose_, from, out);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = inverse_[mesh_.node[vertices[i]]].apply(out[i]);
}

/// What one node moves is stored as the file has it, so that no number changes for a rounding.
void Sampler::measureRest() {
    for (std::uint32_t v = 0; v < rest_.size(); ++v) {
        if (!isRigid(v)) continue;
        Vec3 sum;
        float bias = 0;
        const std::uint32_t from = mesh_.from[v];
        for (std::uint32_t w = model_.weightStart[from]; w < model_.weightStart[from + 1]; ++w) {
            if (model_.weights[w].node == kNone) continue;
            sum = sum + model_.weights[w].location;
            bias += model_.weights[w].bias;
        }
        const Vec3 own = sum * (1.0F / bias);
        off_.atRest = std::max(off_.atRest, distance(own, rest_[v]));
        rest_[v] = own;
    }
}

std::vector<std::uint32_t> Sampler::moving(const std::vector<std::uint32_t>& candidates, float tolerance) {
    std::vector<bool> moves(candidates.size());
    std::vector<Vec3> places;
    for (std::uint32_t a = 0; a < model_.animations.size() && !candidates.empty(); ++a) {
        const Animation& animation = model_.animations[a];
        for (std::uint32_t k = 0; animation.complete && k < animation.keyCount; ++k) {
            poseAt(a, {k, k, 0});
            place(candidates, places);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                if (distance(places[i], rest_[candidates[i]]) > tolerance) moves[i] = true;
            }
        }
    }
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (moves[i]) out.push_back(candidates[i]);
    }
    return out;
}

void Sampler::choose(float size) {
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t v = 0; v < mesh_.from.size(); ++v) {
        if (!isRigid(v)) candidates.push_back(v);
    }
    candidates_ = candidates.size();
    const std::size_t keys = model_.keyframes.size() + 1;
    const auto tooMany = [&](std::size_t vertices) {
        refusal_ = core::grouped(vertices) + " vertices would be sampled at " + core::grouped(keys) +
                   " keys, which is more than a model of version 6 should have";
    };
    if (core::product(candidates.size(), keys) > kMostSamples) return tooMany(candidates.size());
    const std::vector<std::uint32_t> chosen = moving(candidates, kRigidDeviation * size);
    const std::uint64_t bytes = core::product(kVectorNumbers, chosen.size(), keys);
    if (bytes > kMostBytes) return tooMany(chosen.size());
    for (const std::uint32_t v : chosen) byNode_[mesh_.node[v]].push_back(v);
    for (const auto& list : byNode_) sampled_.insert(sampled_.end(), list.begin(), list.end());
    if (!chosen.empty()) room_ = std::min(kMostBytes / (kVectorNumbers * chosen.size()) - keys, kMostAdded);
}

Sampler::Moment Sampler::momentAt(std::uint32_t animation, std::uint32_t time, KeySpan keys) {
    Moment out{time, keys, {}, {}};
    poseAt(animation, keys);
    place(sampled_, out.places);
    out.locals = pose_.locals;
    return out;
}

/// Adds moments between two until the straight way between sampled places is near enough.
/// @param after with the keys before it: its fraction is 1
void Sampler::halve(std::uint32_t animation, const Moment& before, const Moment& after, int depth,
                    std::vector<Moment>& out) {
    const auto between = [&](float part) {
        KeySpan keys = after.keys;
        keys.fraction = before.keys.fraction + (after.keys.fraction - before.keys.fraction) * part;
        return keys;
    };
    float off = 0;
    std::vector<Vec3> places;
    for (const float part : kProbes) {
        poseAt(animation, between(part));
        place(sampled_, places);
        for (std::size_t i = 0; i < places.size(); ++i) {
            off = std::max(off, distance(lerp(before.places[i], after.places[i], part), places[i]));
        }
    }
    const std::uint32_t middle = before.time + (after.time - before.time) / 2;
    const bool canHalve = depth < kDeepest && room_ > 0 && middle > before.time && middle < after.time;
    if (off <= tolerance_ || !canHalve) {
        off_.between = std::max(off_.between, off);
        return;
    }
    --room_;
    ++addedKeys_;
    const float part = static_cast<float>(middle - before.time) / static_cast<float>(after.time - before.time);
    const Moment made = momentAt(animation, middle, between(part));
    halve(animation, before, made, depth + 1, out);
    out.push_back(made);
    halve(animation, made, after, depth + 1, out);
}

NewAnimation Sampler::animation(std::uint32_t index) {
    const Animation& from = model_.animations[index];
    assert(from.complete);
    std::vector<Moment> moments;
    for (std::uint32_t k = 0; k < from.keyCount; ++k) {
        Moment next = momentAt(index, model_.keyframes[from.firstKey + k].time, {k, k, 0});
        if (k > 0 && !sampled_.empty()) {
            Moment before = moments.back();
            before.keys = {k - 1, k, 0};
            Moment after = next;
            after.keys = {k - 1, k, 1};
            halve(index, before, after, 0, moments);
        }
        moments.push_back(std::move(next));
    }
    NewAnimation out;
    out.name = model_.text(from.name);
    out.extents = from.extents;
    out.keys = keysOf(moments);
    for (const Moment& moment : moments) {
        const bool isOwn = moment.keys.before == moment.keys.after;
        out.times.push_back(moment.time);
        out.strings.emplace_back(isOwn ? model_.text(model_.keyframes[from.firstKey + moment.keys.before].string)
                                       : std::string_view{});
    }
    out.deformation = packed(moments);
    return out;
}

NewAnimation Sampler::still() {
    NewAnimation out;
    out.times.push_back(0);
    out.strings.emplace_back();
    const std::vector<Moment> moments{momentAt(kNone, 0, {})};
    out.keys = keysOf(moments);
    out.deformation = packed(moments);
    return out;
}

/// Node after node, as `NewAnimation` has them.
std::vector<float> Sampler::keysOf(const std::vector<Moment>& moments) const {
    std::vector<float> out;
    out.reserve(kKeyNumbers * moments.size() * model_.nodes.size());
    for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
        for (const Moment& moment : moments) {
            push(out, moment.locals[n].translation);
            push(out, moment.locals[n].rotation);
        }
    }
    return out;
}

std::vector<NewDeformation> Sampler::packed(const std::vector<Moment>& moments) {
    std::vector<NewDeformation> out(byNode_.size());
    std::size_t first = 0;
    for (std::size_t n = 0; n < byNode_.size(); ++n) {
        std::vector<Vec3> values;
        for (const Moment& moment : moments) {
            const auto begin = moment.places.begin() + static_cast<std::ptrdiff_t>(first);
            values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(byNode_[n].size()));
        }
        first += byNode_[n].size();
        if (values.empty()) continue;
        const Packing x(values, &Vec3::x);
        const Packing y(values, &Vec3::y);
        const Packing z(values, &Vec3::z);
        out[n].scale = {x.step(), y.step(), z.step()};
        out[n].transform = {x.least(), y.least(), z.least()};
        for (const Vec3 v : values) {
            const std::array<std::uint8_t, kVectorNumbers> bytes{x(v), y(v), z(v)};
            out[n].positions.insert(out[n].positions.end(), bytes.begin(), bytes.end());
            const Vec3 unpacked{x.unpacked(bytes[0]), y.unpacked(bytes[1]), z.unpacked(bytes[2])};
            off_.atKeys = std::max(off_.atKeys, distance(unpacked, v));
        }
    }
    return out;
}

}  // namespace abc
