#include "pose.h"

#include <algorithm>
#include <cassert>

#include "columns.h"

namespace abc {
namespace {

/// A weight of exactly this adds the layer's movement since its first key instead of blending (abc.md §4.10).
constexpr float kAdditive = 2.0F;

Local between(const Local& a, const Local& b, float fraction) {
    return {lerp(a.translation, b.translation, fraction), slerp(a.rotation, b.rotation, fraction)};
}

KeySpan keysOf(const Layer& layer) {
    if (layer.keys) return *layer.keys;
    return keysAt(*layer.source, layer.source->animations[layer.animation], layer.timeMs, layer.loop);
}

/// One animation at one time.
class Moment {
public:
    Moment(const Model& source, std::uint32_t animation, KeySpan keys, const V6Interpretation& interpretation)
        : source_(source),
          animation_(source.animations[animation]),
          keys_(keys),
          conjugates_(source.family == Family::V6 && interpretation.conjugateKeys.value_or(source.conjugatesKeys())) {}
    Moment(const Layer& layer, const V6Interpretation& interpretation)
        : Moment(*layer.source, layer.animation, keysOf(layer), interpretation) {}

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
    Over(const Layer& layer, const V6Interpretation& interpretation)
        : moment_(layer, interpretation), weights_(layer.weights) {}

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
Layer restLayer(const Model& model, const V6Interpretation& interpretation) {
    Layer layer;
    if (model.family == Family::V9 || model.v6.restAnimation == kNone) return layer;
    layer.source = &model;
    layer.animation = interpretation.restAnimation.value_or(model.v6.restAnimation);
    assert(layer.animation < model.animations.size());
    return layer;
}

}  // namespace

KeySpan keysAt(const Model& source, const Animation& animation, double timeMs, bool loop) {
    assert(animation.keyCount > 0);
    const Keyframe* keys = source.keyframes.data() + animation.firstKey;
    const std::uint32_t last = animation.keyCount - 1;
    const double length = keys[last].time;
    if (loop && timeMs > length) timeMs = length > 0 ? std::fmod(timeMs, length) : 0;
    if (!(timeMs > keys[0].time)) return {};
    if (timeMs >= length) return {last, last, 0};
    // The first key after the time. Times that do not grow (a finding) still give some key in range.
    const Keyframe* next =
        std::upper_bound(keys, keys + last, timeMs, [](double t, const Keyframe& key) { return t < key.time; });
    const auto after = std::max(static_cast<std::uint32_t>(next - keys), 1U);
    const double from = keys[after - 1].time;
    const double span = keys[after].time - from;
    const double fraction = span > 0 ? (timeMs - from) / span : 0;
    return {after - 1, after, static_cast<float>(std::clamp(fraction, 0.0, 1.0))};
}

Local storedKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key) {
    assert(key < animation.keyCount);
    if (animation.storage != KeyStorage::ByKey) return columnKey(source, animation, node, key);
    const std::uint32_t at = source.track(animation, node) + key * source.keySize;
    return {load<Vec3>(source.bytes, at), load<Quat>(source.bytes, at + sizeof(Vec3))};
}

bool fits(const Model& model, const Model& source) {
    return std::equal(model.nodes.begin(), model.nodes.end(), source.nodes.begin(), source.nodes.end(),
                      [](const Node& a, const Node& b) { return a.parent == b.parent; });
}

Joint jointOf(const Mat4& node, const Mat4& inverseBind) {
    const auto column = [](const Mat4& matrix, std::size_t i) {
        return Joint::Column{matrix.m[i], matrix.m[4 + i], matrix.m[8 + i], i == 3 ? 1.0F : 0.0F};
    };
    const Mat4 skin = node * inverseBind;
    return {{column(node, 0), column(node, 1), column(node, 2), column(node, 3)},
            {column(skin, 0), column(skin, 1), column(skin, 2)}};
}

Pose pose(const Model& model, std::span<const Layer> layers, const PoseOptions& options) {
    Pose out;
    pose(model, layers, options, out);
    return out;
}

namespace {

/// @param chain the nodes to pose; null: all
void poseNodes(const Model& model, std::span<const Layer> layers, const PoseOptions& options,
               const std::span<const std::uint32_t>* chain, Pose& out) {
    const bool isV9 = model.family == Family::V9;
    const std::size_t count = model.nodes.size();
    const std::size_t posed = chain != nullptr ? chain->size() : count;
    const auto nodeAt = [&](std::uint32_t k) { return chain != nullptr ? (*chain)[k] : k; };
    const bool rests = layers.empty() || layers[0].source == nullptr;
    const Layer base = rests ? restLayer(model, options.interpretation) : layers[0];
    const std::span<const Layer> upper = layers.empty() ? layers : layers.subspan(1);
    const Transition& transition = options.transition;
    assert(!transition.isRunning() || transition.locals.size() == count);
    assert(!transition.isRunning() || isV9 || transition.vertices.size() == model.locations.size());
    out.nodes.resize(count);
    out.locals.resize(count);
    out.joints.resize(isV9 ? count : 0);
    out.source = base.source;
    out.animation = base.animation;
    out.keys = {};
    out.transition = transition;

    if (base.source != nullptr) {
        assert(fits(model, *base.source));
        const Moment moment(base, options.interpretation);
        out.keys = moment.keys();
        for (std::uint32_t k = 0; k < posed; ++k) out.locals[nodeAt(k)] = moment[nodeAt(k)];
    } else {
        for (std::uint32_t k = 0; k < posed; ++k) out.locals[nodeAt(k)] = isV9 ? bindLocal(model, nodeAt(k)) : Local{};
    }
    for (const Layer& layer : upper) {
        assert(layer.source != nullptr && fits(model, *layer.source));
        const Over over(layer, options.interpretation);
        for (std::uint32_t k = 0; k < posed; ++k) over.apply(out.locals[nodeAt(k)], nodeAt(k));
    }

    const bool blends = transition.isRunning();
    const bool asBound = isV9 && base.source == nullptr && upper.empty() && !blends;
    for (std::uint32_t k = 0; k < posed; ++k) {
        const std::uint32_t i = nodeAt(k);
        const Node& node = model.nodes[i];
        Local& local = out.locals[i];
        const bool fixedOffset = isV9 && !asBound && (node.flags & Node::kRotationOnly) != 0;
        if (fixedOffset) local.translation = node.bindOffset;
        const bool hasOrigin = node.parent == kNone && !(fixedOffset && model.fixesRoots);
        if (hasOrigin) local.translation = local.translation + base.rootOrigin;
        if (blends) local = between(transition.locals[i], local, std::max(transition.fraction, 0.0F));
        // The product of a bind pose's parts is that pose but for the rounding.
        if (asBound) {
            out.nodes[i] = node.bind;
        } else {
            const Mat4 matrix = transform(local.translation, local.rotation);
            out.nodes[i] = node.parent == kNone ? matrix : out.nodes[node.parent] * matrix;
        }
        if (isV9) out.joints[i] = jointOf(out.nodes[i], node.inverseBind);
    }
}

}  // namespace

void pose(const Model& model, std::span<const Layer> layers, const PoseOptions& options, Pose& out) {
    poseNodes(model, layers, options, nullptr, out);
}

void poseChain(const Model& model, std::span<const Layer> layers, const PoseOptions& options,
               std::span<const std::uint32_t> chain, Pose& out) {
    poseNodes(model, layers, options, &chain, out);
}

}  // namespace abc
