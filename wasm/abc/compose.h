// A new model: what it shall hold, and its file (types/new-model.ts says the same for JavaScript).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "math.h"
#include "model.h"
#include "writer.h"

namespace abc {

/// A level of detail of a piece. Lists run parallel, vectors are flat: three numbers each.
struct NewLevel {
    /// Three a triangle.
    std::vector<std::uint32_t> corners;
    /// u, v of each corner.
    std::vector<float> uvs;
    /// v9+: in the bind pose; v6: in the space of the node. Those of v6 have the stand-ins of the collapses last.
    std::vector<float> locations;
    std::vector<float> normals;
    /// v9+: weights of vertex v are start[v] … start[v + 1].
    std::vector<std::uint32_t> weightStart;
    /// By weight; v6: one a vertex.
    std::vector<std::uint32_t> weightNode;
    /// v9+: in the space of the node, multiplied by the bias.
    std::vector<float> weightLocation;
    std::vector<float> bias;
    /// v9+, by vertex: the vertex of the next level that it becomes. Empty: 0 for all.
    std::vector<std::uint32_t> next;
    /// v6: two vertices a collapse.
    std::vector<std::uint32_t> collapses;
};

struct NewPiece {
    std::string name;
    std::uint32_t materialIndex = 0;
    float specularPower = 0;
    float specularScale = 0;
    float lodWeight = 0;
    std::vector<NewLevel> levels;
};

struct NewNode {
    std::string name;
    /// −1 for the first.
    std::int32_t parent = -1;
    std::uint32_t flags = 0;
    /// v9+: 16 numbers.
    std::vector<float> bind;
    /// v6: vertices that animations deform.
    std::vector<std::uint32_t> deformed;
};

struct NewWeightSet {
    std::string name;
    std::vector<float> weights;
};

/// v6: how a node's deformed vertices move.
struct NewDeformation {
    /// Keys × deformed vertices × 3.
    std::vector<std::uint8_t> positions;
    Vec3 scale{1, 1, 1};
    Vec3 transform;
};

struct NewAnimation {
    std::string name;
    Vec3 extents;
    Vec3 origin;
    std::uint32_t interpolationTime = 200;
    std::vector<std::uint32_t> times;
    /// Frame strings, one a key.
    std::vector<std::string> strings;
    /// Translation and rotation of each key of node 0, then of node 1 …
    std::vector<float> keys;
    /// v6, by node; empty where no node deforms.
    std::vector<NewDeformation> deformation;
};

struct NewSocket {
    std::string name;
    std::uint32_t node = 0;
    Quat rotation;
    Vec3 location;
};

struct NewBinding {
    std::string name;
    Vec3 extents;
    Vec3 origin;
};

/// Texts are Latin-1.
struct NewModel {
    std::uint32_t version = 12;
    std::string commandString;
    float internalRadius = 0;
    std::vector<float> lodDistances;
    std::vector<NewPiece> pieces;
    std::vector<NewNode> nodes;
    std::vector<NewWeightSet> weightSets;
    /// Of the model itself.
    std::uint32_t buildNumber = 0;
    /// Without the model itself.
    struct Child {
        std::string name;
        std::uint32_t buildNumber = 0;
    };
    std::vector<Child> childModels;
    std::vector<NewAnimation> animations;
    std::vector<NewSocket> sockets;
    /// One list a child model.
    std::vector<std::vector<NewBinding>> bindings;
    std::optional<TransformInfo> transformInfo;
};

/// The file of a new model, of version 6, 9, 10, 11 or 12. What it holds may be anything: lists that do not fit
/// together, indices of nothing and numbers that are none give a refusal that names the part.
[[nodiscard]] Written compose(const NewModel& model);

// The rest is for those who make and compose models; for composing the model is checked, and the bytes are few enough.

[[nodiscard]] Written composeV6(const NewModel& model);
[[nodiscard]] Written composeV9(const NewModel& model);

/// Of each node, how many others have it as their parent.
[[nodiscard]] std::vector<std::uint32_t> childCounts(const std::vector<NewNode>& nodes);

/// Numbers of a key in `keys`, and of a vector in a flat list.
inline constexpr std::size_t kKeyNumbers = 7;
inline constexpr std::size_t kVectorNumbers = 3;
inline constexpr std::size_t kQuatNumbers = 4;
inline constexpr std::size_t kMatrixNumbers = 16;

[[nodiscard]] inline Vec3 vectorAt(const std::vector<float>& flat, std::size_t at) {
    return {flat[at], flat[at + 1], flat[at + 2]};
}
/// The vector at an index of a list of vectors.
[[nodiscard]] inline Vec3 nthVector(const std::vector<float>& flat, std::size_t index) {
    return vectorAt(flat, kVectorNumbers * index);
}
[[nodiscard]] inline Quat quatAt(const std::vector<float>& flat, std::size_t at) {
    return {flat[at], flat[at + 1], flat[at + 2], flat[at + 3]};
}
inline void push(std::vector<float>& flat, Vec3 v) {
    flat.insert(flat.end(), {v.x, v.y, v.z});
}
inline void push(std::vector<float>& flat, Quat q) {
    flat.insert(flat.end(), {q.x, q.y, q.z, q.w});
}
/// Where a key of a node begins in `keys`.
[[nodiscard]] inline std::size_t keyAt(const NewAnimation& animation, std::size_t node, std::size_t key) {
    return kKeyNumbers * (node * animation.times.size() + key);
}

/// All keys of a node.
[[nodiscard]] inline std::span<const float> keysOf(const NewAnimation& animation, std::size_t node) {
    return std::span(animation.keys).subspan(keyAt(animation, node, 0), kKeyNumbers * animation.times.size());
}

}  // namespace abc
