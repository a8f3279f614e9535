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
    /// Share of each node: 0 leaves it alone, exactly 2 adds, else blends; nodes behind the end are left alone.
    /// Absent: all of every node. The base layer, which is the first, ignores it.
    std::optional<std::span<const float>> weights;
    /// Added to the root's translation (the origin of an AnimBinding).
    Vec3 rootOrigin;
};

/// A node relative to its parent.
struct Local {
    Vec3 translation;
    Quat rotation;
};

/// Two neighbouring keys and the way between them.
struct KeySpan {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
    /// 0 at `before`, 1 at `after`.
    float fraction = 0;
};

/// The way from a frozen pose to the one that is asked for (ABC.md §4.9).
struct Transition {
    /// The frozen pose, as `FrozenPose` has it; empty for none. Views: they must outlive the pose.
    std::span<const Local> locals;
    std::span<const Vec3> vertices;
    /// 0: the frozen pose. From 1 on, and for NaN: the one that is asked for.
    float fraction = 1;

    [[nodiscard]] bool isRunning() const { return !locals.empty() && fraction < 1; }
};

/// How a v6 file is read where it is odd. What is absent is as the file says (ABC.md §2); nothing in v9+ heeds it.
struct Reading {
    std::optional<bool> conjugateKeys;
    /// Of an animation of the model that is complete.
    std::optional<std::uint32_t> restAnimation;
};

struct PoseOptions {
    Transition transition;
    Reading reading;
};

struct Pose {
    /// Global matrices, one a node, file space.
    std::vector<Mat4> nodes;
    /// What they are the products of. Those of roots have the origin in them.
    std::vector<Local> locals;
    /// What deformation vertices follow: the base layer. Null source: they stay where they rest.
    const Model* source = nullptr;
    std::uint32_t animation = kNone;
    KeySpan keys;
    Transition transition;
};

/// The keys around a time. Looping wraps only past the last key (ABC.md §4.2); before the first and after
/// the last key the time is clamped; any number, NaN included, gives keys in range.
[[nodiscard]] KeySpan keysAt(const Model& source, const Animation& animation, double timeMs, bool loop);

/// A key of a node as the file has it. The animation is complete; node and key are in range.
[[nodiscard]] Local storedKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key);

/// True when the animations of `source` fit the skeleton of `model`: the same tree, node by node.
[[nodiscard]] bool fits(const Model& model, const Model& source);

/// Poses the skeleton. No layers is the bind pose (v6: the rest pose). Every layer's source fits the model
/// and its animation is complete; only the first may have no source. A transition has a local for each node.
[[nodiscard]] Pose pose(const Model& model, std::span<const Layer> layers, const PoseOptions& options = {});

}  // namespace abc
