// Where the nodes are at a time. Pure functions of model and layers (ABC.md §4).
#pragma once

#include "model.h"

namespace abc {

/// One animation at one time, laid over those before it.
struct Layer {
    /// The file of the animation, which may be another one's with the same tree of nodes; null is the bind pose.
    const Model* source = nullptr;
    std::uint32_t animation = kNone;
    double timeMs = 0;
    bool loop = false;
    /// Share of each node: 0 leaves it alone, exactly 2 adds, else blends. Empty: all of every node.
    /// The base layer, which is the first, ignores it.
    std::span<const float> weights;
    /// Added to the root's translation (the origin of an AnimBinding).
    Vec3 rootOrigin;
};

/// Two neighbouring keys and the way between them.
struct KeySpan {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
    /// 0 at `before`, 1 at `after`.
    float fraction = 0;
};

struct Pose {
    /// Global matrices, one a node, file space.
    std::vector<Mat4> nodes;
    /// What deformation vertices follow: the base layer. Null source: they stay where they rest.
    const Model* source = nullptr;
    std::uint32_t animation = kNone;
    KeySpan keys;
};

/// The keys around a time. Looping wraps only past the last key (ABC.md §4.2); before the first and after
/// the last key the time is clamped; any number, NaN included, gives keys in range.
[[nodiscard]] KeySpan keysAt(const Model& source, const Animation& animation, double timeMs, bool loop);

/// True when the animations of `source` fit the skeleton of `model`: the same tree, node by node.
[[nodiscard]] bool fits(const Model& model, const Model& source);

/// Poses the skeleton. No layers is the bind pose (v6: the rest pose). Every layer's source fits the model
/// and its animation is complete.
[[nodiscard]] Pose pose(const Model& model, std::span<const Layer> layers);

}  // namespace abc
