// The positions of the nodes at a time: functions of model and layers alone (abc.md §4).
#pragma once

#include "model.h"

namespace abc {

/// Two neighbouring keys and the way between them.
struct KeySpan {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
    /// 0 at `before`, 1 at `after`.
    float fraction = 0;
};

/// One animation at one time, laid over those before it.
struct Layer {
    /// The file of the animation, which may be another one's with the same tree of nodes; null is the bind pose.
    const Model* source = nullptr;
    std::uint32_t animation = kNone;
    double timeMs = 0;
    bool loop = false;
    /// In place of the time: of the animation.
    std::optional<KeySpan> keys;
    /// Share of each node: 0 leaves it alone, exactly 2 adds, else blends; nodes past the end are left alone.
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

/// The way from a frozen pose to the one that is asked for (abc.md §4.9).
struct Transition {
    /// The frozen pose, as `FrozenPose` has it; empty for none. Views: they must outlive the pose.
    std::span<const Local> locals;
    std::span<const Vec3> vertices;
    /// 0: the frozen pose. From 1 on, and for NaN: the one that is asked for.
    float fraction = 1;

    [[nodiscard]] bool isRunning() const { return !locals.empty() && fraction < 1; }
};

/// How a v6 file is interpreted where it is ambiguous. An absent value is as the file says (abc.md §2). v9+ ignores it.
struct V6Interpretation {
    /// Key rotations are stored conjugated.
    std::optional<bool> conjugateKeys;
    /// Index of a complete animation of the model, whose key 0 is the rest pose.
    std::optional<std::uint32_t> restAnimation;
};

struct PoseOptions {
    Transition transition;
    V6Interpretation interpretation;
};

/// How a node moves the vertices that it pulls, as columns for SIMD.
struct Joint {
    using Column = std::array<float, 4>;

    /// The node's matrix, from its space to the pose: 4 × 4, so the fourth numbers are 0, 0, 0 and 1.
    std::array<Column, 4> node;
    /// The rotation from the bind pose to the pose, for normals. The fourth numbers are 0.
    std::array<Column, 3> skin;
};
[[nodiscard]] Joint jointOf(const Mat4& node, const Mat4& inverseBind);

struct Pose {
    /// Global matrices, one a node, file space.
    std::vector<Mat4> nodes;
    /// The transforms of the nodes relative to their parents, of which `nodes` are the products. Those of roots
    /// have the origin in them.
    std::vector<Local> locals;
    /// v9+: one a node, for `deform`.
    std::vector<Joint> joints;
    /// The base layer, which deformation vertices follow. Null source: they stay where they rest.
    const Model* source = nullptr;
    std::uint32_t animation = kNone;
    KeySpan keys;
    Transition transition;
};

/// The keys around a time in milliseconds. The animation has at least one key. Looping wraps only past the last
/// key (abc.md §4.2); before the first and after the last key the time is clamped; any number, NaN included, gives
/// keys in range.
[[nodiscard]] KeySpan keysAt(const Model& source, const Animation& animation, double timeMs, bool loop);

/// A key of a node as the file has it. The animation is complete; node and key are in range.
[[nodiscard]] Local storedKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key);

/// True when the animations of `source` fit the skeleton of `model`: the same tree, node by node.
[[nodiscard]] bool fits(const Model& model, const Model& source);

/// Poses the skeleton into `out`, whose memory is used again: no allocation for a model that it has posed before.
/// No layers is the bind pose (v6: the rest pose). Every layer's source fits the model and its animation is
/// complete; only the first may have no source. A transition has a local for each node and, in v6, a vertex for
/// each of the model's.
void pose(const Model& model, std::span<const Layer> layers, const PoseOptions& options, Pose& out);
[[nodiscard]] Pose pose(const Model& model, std::span<const Layer> layers, const PoseOptions& options = {});

/// As `pose`, but only these nodes: a root, a child of it, and so on. What `out` has of other nodes is undefined.
void poseChain(const Model& model, std::span<const Layer> layers, const PoseOptions& options,
               std::span<const std::uint32_t> chain, Pose& out);

}  // namespace abc
