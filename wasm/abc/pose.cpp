#include "pose.h"

#include <algorithm>

namespace abc {
namespace {

/// A weight of exactly this adds the layer's movement since its first key instead of blending (ABC.md §4.10).
constexpr float kAdditive = 2.0F;

struct Local {
    Vec3 translation;
    Quat rotation;
};

Local keyAt(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key) {
    const std::uint32_t at = source.track(animation, node) + key * source.keySize;
    Local local{load<Vec3>(source.bytes, at), load<Quat>(source.bytes, at + sizeof(Vec3))};
    if (source.conjugatesKeys()) local.rotation = conjugate(local.rotation);
    return local;
}

Local sample(const Model& source, const Animation& animation, std::uint32_t node, KeySpan keys) {
    const Local a = keyAt(source, animation, node, keys.before);
    if (keys.before == keys.after) return a;
    const Local b = keyAt(source, animation, node, keys.after);
    return {lerp(a.translation, b.translation, keys.fraction), slerp(a.rotation, b.rotation, keys.fraction)};
}

Local bindLocal(const Model& model, std::uint32_t node) {
    const Node& self = model.nodes[node];
    const Mat4 local = self.parent == kNone ? self.bind : model.nodes[self.parent].inverseBind * self.bind;
    return {local.translation(), rotationOf(local)};
}

void blend(Local& local, const Local& layer, const Local& layerStart, float weight) {
    if (weight == kAdditive) {
        local.rotation = local.rotation * (conjugate(layerStart.rotation) * layer.rotation);
        local.translation = local.translation + (layer.translation - layerStart.translation);
    } else {
        local.rotation = slerp(local.rotation, layer.rotation, weight);
        local.translation = lerp(local.translation, layer.translation, weight);
    }
}

/// The layer that stands for "no animation": the bind pose of v9+, the rest pose of v6.
Layer restLayer(const Model& model) {
    Layer layer;
    if (model.restAnimation != kNone) {
        layer.source = &model;
        layer.animation = model.restAnimation;
    }
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

bool fits(const Model& model, const Model& source) {
    return std::equal(model.nodes.begin(), model.nodes.end(), source.nodes.begin(), source.nodes.end(),
                      [](const Node& a, const Node& b) { return a.parent == b.parent; });
}

Pose pose(const Model& model, std::span<const Layer> layers) {
    const Layer rest = restLayer(model);
    const Layer& base = layers.empty() || layers[0].source == nullptr ? rest : layers[0];
    const std::size_t upperCount = layers.empty() ? 0 : layers.size() - 1;
    const std::span<const Layer> upper = layers.last(upperCount);

    Pose out;
    out.nodes.resize(model.nodes.size());
    if (base.source != nullptr) {
        out.source = base.source;
        out.animation = base.animation;
        out.keys = keysAt(*base.source, base.source->animations[base.animation], base.timeMs, base.loop);
    }
    std::vector<KeySpan> upperKeys;
    for (const Layer& layer : upper) {
        upperKeys.push_back(keysAt(*layer.source, layer.source->animations[layer.animation], layer.timeMs, layer.loop));
    }

    const bool asBound = model.family == Family::V9 && base.source == nullptr && upper.empty();
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const Node& node = model.nodes[i];
        if (asBound) {
            out.nodes[i] = node.bind;
            continue;
        }
        Local local;
        if (base.source != nullptr) {
            local = sample(*base.source, base.source->animations[base.animation], i, out.keys);
        } else if (model.family == Family::V9) {
            local = bindLocal(model, i);
        }
        for (std::size_t k = 0; k < upper.size(); ++k) {
            const Layer& layer = upper[k];
            const float weight = layer.weights.empty() ? 1.0F : i < layer.weights.size() ? layer.weights[i] : 0.0F;
            if (weight == 0) continue;
            const Animation& animation = layer.source->animations[layer.animation];
            blend(local, sample(*layer.source, animation, i, upperKeys[k]), keyAt(*layer.source, animation, i, 0),
                  weight);
        }
        const bool fixedOffset = model.family == Family::V9 && (node.flags & Node::kRotationOnly) != 0;
        if (fixedOffset) local.translation = node.bindOffset;
        if (node.parent == kNone) {
            local.translation = local.translation + base.rootOrigin;
            out.nodes[i] = transform(local.translation, local.rotation);
        } else {
            out.nodes[i] = out.nodes[node.parent] * transform(local.translation, local.rotation);
        }
    }
    return out;
}

}  // namespace abc
