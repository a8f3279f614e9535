#include "pose.h"

#include <algorithm>

namespace abc {
namespace {

/// A weight of exactly this adds the layer's movement since its first key instead of blending (ABC.md §4.10).
constexpr float kAdditive = 2.0F;

Local between(const Local& a, const Local& b, float fraction) {
    return {lerp(a.translation, b.translation, fraction), slerp(a.rotation, b.rotation, fraction)};
}

/// One animation at one time.
class Moment {
public:
    Moment(const Model& source, std::uint32_t animation, KeySpan keys, const Reading& reading)
        : source_(source),
          animation_(source.animations[animation]),
          keys_(keys),
          conjugates_(source.family == Family::V6 && reading.conjugateKeys.value_or(source.conjugatesKeys())) {}
    Moment(const Layer& layer, const Reading& reading)
        : Moment(*layer.source, layer.animation,
                 keysAt(*layer.source, layer.source->animations[layer.animation], layer.timeMs, layer.loop), reading) {}

    [[nodiscard]] const KeySpan& keys() const { return keys_; }
    [[nodiscard]] Local key(std::uint32_t node, std::uint32_t key) const {
        Local local = storedKey(source_, animation_, node, key);
        if (conjugates_) local.rotation = conjugate(local.rotation);
        return local;
    }
    [[nodiscard]] Local operator[](std::uint32_t node) const {
        const Local before = key(node, keys_.before);
        return keys_.before == keys_.after ? before : between(before, key(node, keys_.after), keys_.fraction);
    }

private:
    const Model& source_;
    const Animation& animation_;
    KeySpan keys_;
    bool conjugates_;
};

Local bindLocal(const Model& model, std::uint32_t node) {
    const Node& self = model.nodes[node];
    const Mat4 local = self.parent == kNone ? self.bind : model.nodes[self.parent].inverseBind * self.bind;
    return {local.translation(), rotationOf(local)};
}

/// A layer over those before it.
class Over {
public:
    Over(const Layer& layer, const Reading& reading) : moment_(layer, reading), weights_(layer.weights) {}

    void apply(Local& local, std::uint32_t node) const {
        const float weight = !weights_ ? 1.0F : node < weights_->size() ? (*weights_)[node] : 0.0F;
        if (weight == 0) return;
        const Local layer = moment_[node];
        if (weight == kAdditive) {
            const Local start = moment_.key(node, 0);
            local.rotation = local.rotation * (conjugate(start.rotation) * layer.rotation);
            local.translation = local.translation + (layer.translation - start.translation);
        } else {
            local = between(local, layer, weight);
        }
    }

private:
    Moment moment_;
    std::optional<std::span<const float>> weights_;
};

/// The layer that stands for "no animation": the bind pose of v9+, the rest pose of v6.
Layer restLayer(const Model& model, const Reading& reading) {
    Layer layer;
    if (model.family == Family::V9 || model.restAnimation == kNone) return layer;
    layer.source = &model;
    layer.animation = reading.restAnimation.value_or(model.restAnimation);
    return layer;
}

}  // namespace

KeySpan keysAt(const Model& source, const Animation& animation, double timeMs, bool loop) {
    const Keyframe* keys = source.keyframes.data() + animation.firstKey;
    const std::uint32_t last = animation.keyCount - 1;
    const double length = keys[last].time;
    if (loop && timeMs > length) timeMs = length > 0 ? std::fmod(timeMs, length) : 0;
    if (!(timeMs > keys[0].time)) return {};
    if (timeMs >= length) return {last, last, 0};
    // The first key behind the time. Times that do not grow (a finding) still give some key in range.
    const Keyframe* next =
        std::upper_bound(keys, keys + last, timeMs, [](double t, const Keyframe& key) { return t < key.time; });
    const auto after = std::max(static_cast<std::uint32_t>(next - keys), 1U);
    const double from = keys[after - 1].time;
    const double span = keys[after].time - from;
    const double fraction = span > 0 ? (timeMs - from) / span : 0;
    return {after - 1, after, static_cast<float>(std::clamp(fraction, 0.0, 1.0))};
}

Local storedKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key) {
    const std::uint32_t at = source.track(animation, node) + key * source.keySize;
    return {load<Vec3>(source.bytes, at), load<Quat>(source.bytes, at + sizeof(Vec3))};
}

bool fits(const Model& model, const Model& source) {
    return std::equal(model.nodes.begin(), model.nodes.end(), source.nodes.begin(), source.nodes.end(),
                      [](const Node& a, const Node& b) { return a.parent == b.parent; });
}

Pose pose(const Model& model, std::span<const Layer> layers, const PoseOptions& options) {
    const bool rests = layers.empty() || layers[0].source == nullptr;
    const Layer base = rests ? restLayer(model, options.reading) : layers[0];
    std::optional<Moment> played;
    if (base.source != nullptr) played.emplace(base, options.reading);
    std::vector<Over> upper;
    for (std::size_t i = 1; i < layers.size(); ++i) upper.emplace_back(layers[i], options.reading);

    Pose out;
    out.nodes.resize(model.nodes.size());
    out.locals.resize(model.nodes.size());
    out.source = base.source;
    out.animation = base.animation;
    if (played) out.keys = played->keys();
    out.transition = options.transition;

    const bool isV9 = model.family == Family::V9;
    const bool blends = options.transition.isRunning();
    const bool asBound = isV9 && !played && upper.empty() && !blends;
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const Node& node = model.nodes[i];
        Local local;
        if (played) {
            local = (*played)[i];
        } else if (isV9) {
            local = bindLocal(model, i);
        }
        for (const Over& over : upper) over.apply(local, i);
        const bool fixedOffset = isV9 && !asBound && (node.flags & Node::kRotationOnly) != 0;
        if (fixedOffset) local.translation = node.bindOffset;
        if (node.parent == kNone) local.translation = local.translation + base.rootOrigin;
        if (blends) local = between(options.transition.locals[i], local, std::max(options.transition.fraction, 0.0F));
        out.locals[i] = local;
        // The product of a bind pose's parts is that pose but for the rounding.
        if (asBound) {
            out.nodes[i] = node.bind;
        } else {
            const Mat4 matrix = transform(local.translation, local.rotation);
            out.nodes[i] = node.parent == kNone ? matrix : out.nodes[node.parent] * matrix;
        }
    }
    return out;
}

}  // namespace abc
