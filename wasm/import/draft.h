// A source as a model: one skeleton, pieces, animations, in the space and units of the file, and not yet in the form of
// any version (web/from-glb/draft.ts says the same for JavaScript).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "abc/compose.h"

namespace importing {

/// Rotation and place, row-major: three rows of four.
using Matrix = std::array<double, 12>;

/// Numbers of a node in a pose: translation, and rotation (x, y, z, w; length 1).
inline constexpr std::size_t kPose = abc::kKeyNumbers;

struct DraftNode {
    std::string name;
    /// −1 for the first; else a node before it.
    std::int32_t parent = -1;
    std::uint32_t flags = 0;
    /// The bind pose in the space of the model.
    Matrix bind{};
    /// Relative to the parent when nothing plays.
    abc::Vec3 translation;
    abc::Quat rotation;
};

/// Vectors are flat: three numbers each.
struct DraftMesh {
    /// Three a triangle.
    std::vector<std::uint32_t> corners;
    /// u, v of each corner.
    std::vector<float> uvs;
    /// In the bind pose.
    std::vector<float> positions;
    /// Length 1.
    std::vector<float> normals;
    /// Influences of vertex v are start[v] … start[v + 1], the strongest first; at least one.
    std::vector<std::uint32_t> start;
    std::vector<std::uint32_t> node;
    /// Above 0; those of a vertex sum to 1.
    std::vector<float> share;
    /// By influence: the vertex in the space of the node, not multiplied by the share.
    std::vector<float> local;
    /// Morph targets: what is added to `positions` at weight 1.
    std::vector<std::vector<float>> morphs;
    /// One a target: its weight when nothing plays.
    std::vector<float> morphWeights;
    /// By vertex: the one of the next level that it becomes. Empty: the nearest.
    std::vector<std::uint32_t> next;
};

struct DraftPiece {
    std::string name;
    /// Skin slot.
    std::uint32_t slot = 0;
    float specularPower = 0;
    float specularScale = 0;
    float lodWeight = 0;
    /// From the finest on; at least one.
    std::vector<DraftMesh> levels;
};

struct DraftAnimation {
    std::string name;
    /// Whole milliseconds, growing.
    std::vector<std::uint32_t> times;
    /// By key, then by node: seven numbers, relative to the parent.
    std::vector<float> poses;
    /// By key, then by piece: the weights of its targets at level 0. Empty: those when nothing plays.
    std::vector<float> morphWeights;
    /// Frame strings, one a key.
    std::vector<std::string> strings;
    /// Half the size of the collision box.
    abc::Vec3 extents;
    /// Milliseconds.
    std::uint32_t interpolationTime = 200;
    /// Added to the root while it plays.
    std::array<double, 3> origin{};
};

/// Texts are Latin-1.
struct Draft {
    /// Depth first; the first is the only root.
    std::vector<DraftNode> nodes;
    std::vector<DraftPiece> pieces;
    std::vector<DraftAnimation> animations;
    std::vector<abc::NewSocket> sockets;
    std::vector<abc::NewWeightSet> weightSets;
    /// Without the model itself.
    std::vector<abc::NewModel::Child> childModels;
    /// One list a child model.
    std::vector<std::vector<abc::NewBinding>> bindings;
    std::string commandString;
    float internalRadius = 0;
    /// Up to which distance each level but the last is shown.
    std::vector<float> lodDistances;
};

/// How many vertices a mesh has.
[[nodiscard]] inline std::size_t vertexCount(const DraftMesh& mesh) {
    return mesh.positions.size() / abc::kVectorNumbers;
}

}  // namespace importing
