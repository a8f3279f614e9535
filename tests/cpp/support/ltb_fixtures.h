// Small compiled models in memory and their bytes, written straight from ltb.md and not from the schema.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ltb::testing {

using Bytes = std::vector<std::byte>;
using Numbers = std::vector<float>;

enum MeshType : std::uint32_t { kRigid = 4, kSkeletal = 5, kVertexAnimated = 6, kNull = 7 };

struct VertexSpec {
    std::array<float, 3> position{};
    std::array<float, 3> normal{0, 0, -1};
    std::array<float, 2> uv{};
    Numbers blends;
    std::array<std::uint8_t, 4> bones{};
};

struct BoneSetSpec {
    std::uint16_t first = 0, count = 0;
    std::array<std::uint8_t, 4> bones{0xFF, 0xFF, 0xFF, 0xFF};
    std::uint32_t indexEnd = 0;
};

struct LevelSpec {
    std::uint32_t type = kRigid;
    std::array<std::uint32_t, 4> flags{0x13, 0, 0, 0};
    std::uint32_t bonesPerFace = 1, bonesPerVertex = 1;
    std::vector<VertexSpec> vertices;
    std::vector<std::array<std::uint16_t, 3>> faces;
    /// Of Rigid and VertexAnimated.
    std::uint32_t bone = 0;
    bool hasPalette = false;
    std::optional<std::vector<std::uint32_t>> boneList;
    std::vector<BoneSetSpec> sets;
    std::uint32_t animNode = 0;
    std::uint32_t animatedCount = 0;
    std::vector<std::array<std::uint16_t, 2>> copies;
    /// Basis vectors of a vertex that has them.
    std::uint32_t basisVectors = 2;
    std::uint32_t textureIndex = 0;
    /// In place of all of the above, of another type.
    std::string opaque;
};

struct PieceSpec {
    std::string name;
    Numbers distances{0};
    std::vector<LevelSpec> levels;
};

struct NodeSpec {
    std::string name;
    std::uint32_t children = 0;
    /// Of the bind pose, in the model's space; it is not rotated.
    std::array<float, 3> place{};
    std::uint8_t flags = 0;
};

/// Three numbers a location, four a rotation.
struct TrackSpec {
    Numbers locations;
    Numbers rotations;
    /// In place of them: positions of vertices at each key.
    std::vector<Numbers> frames;
};

struct AnimationSpec {
    std::string name;
    std::uint32_t compression = 0;
    std::vector<std::uint32_t> times;
    std::vector<std::string> strings;
    std::vector<TrackSpec> tracks;
    std::array<float, 3> origin{};
};

struct ModelSpec {
    std::uint32_t version = 25;
    std::uint32_t boxes = 0;
    std::vector<PieceSpec> pieces;
    std::vector<NodeSpec> nodes;
    std::vector<std::pair<std::string, Numbers>> weightSets;
    std::vector<std::string> children;
    std::vector<AnimationSpec> animations;
    /// Names; each is on the last node.
    std::vector<std::string> sockets;
    std::string trailing;
};

/// The counters are those of what is written.
[[nodiscard]] Bytes write(const ModelSpec& spec);

/// A root, and a node one above it that turns by a quarter to the left until the second of two keys (0 and 1,000 ms).
[[nodiscard]] ModelSpec twoNodes(std::uint32_t compression);
/// Three vertices: on the root, half and half, on the other node. They are at height 0, 2 and 2.
[[nodiscard]] LevelSpec boneSets();
/// The same, each vertex with bones of its own.
[[nodiscard]] LevelSpec palette(std::uint32_t bones, bool isReIndexed);

struct NamedModel {
    std::string name;
    Bytes file;
};

/// One of each kind of mesh, of each compression and version, without anything that is found in them.
[[nodiscard]] const std::vector<NamedModel>& allModels();

}  // namespace ltb::testing
