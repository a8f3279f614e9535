// Whole files from plain structs. Everything that the format derives from other parts (counters, child counts,
// links between sections) is computed.
#pragma once

#include <array>
#include <optional>

#include "abc/writer.h"

namespace abc::samples {

inline constexpr std::uint32_t kNoParent = 0xFFFFFFFF;
/// What ModelEdit leaves in SubLODVertexIndex of the last level.
inline constexpr std::uint16_t kStale = 0xCDCD;

struct TexCoord {
    float u = 0, v = 0;
};

/// A triangle with the place of each corner on the skin.
struct Face {
    std::array<std::uint16_t, 3> vertices{};
    std::array<TexCoord, 3> texCoords{};
};

struct Transform {
    Vec3 location;
    Quat rotation;
};

struct Keyframe {
    std::uint32_t time = 0;
    std::string string;
};

// v9 and later (abc.md §3).

struct Weight {
    std::uint32_t node = 0;
    /// In the node's space, already multiplied by the bias; see `bound`.
    Vec3 location;
    float bias = 1;
};

struct Vertex {
    Vec3 location;
    Vec3 normal{0, 0, 1};
    std::vector<Weight> weights;
    std::uint16_t subLod = kStale;
};

struct Lod {
    std::vector<Face> faces;
    std::vector<Vertex> vertices;
};

struct Piece {
    std::string name;
    std::uint16_t materialIndex = 0;
    float specularPower = 0;
    float specularScale = 0;
    float lodWeight = 1;
    std::vector<Lod> lods;
};

struct Node {
    std::string name;
    /// Position of the parent in the list, which is depth first.
    std::uint32_t parent = kNoParent;
    std::uint8_t flags = 0;
    /// Global.
    Mat4 bind;
};

struct WeightSet {
    std::string name;
    std::vector<float> nodeWeights;
};

/// Its node transforms are the identity, as in all real files.
struct ChildModel {
    std::string name;
    std::uint32_t buildNumber = 0;
};

struct Animation {
    std::string name;
    Vec3 extents{24, 53, 24};
    std::int32_t unknown = -1;
    std::uint32_t interpolationTime = 200;
    std::vector<Keyframe> keyframes;
    /// By node, then by keyframe.
    std::vector<std::vector<Transform>> tracks;
};

struct Socket {
    std::string name;
    std::uint32_t node = 0;
    Quat rotation;
    Vec3 location;
};

struct Binding {
    std::string name;
    Vec3 extents{24, 53, 24};
    Vec3 origin;
};

struct ModelV12 {
    /// Versions 9 and 12 differ only in fields that the writer leaves out.
    std::uint32_t version = 12;
    std::string commandString;
    float internalRadius = 50;
    /// One less than there are levels of detail.
    std::vector<float> lodDistances;
    /// All with as many levels as the first.
    std::vector<Piece> pieces;
    std::vector<Node> nodes;
    std::vector<WeightSet> weightSets;
    /// The model itself comes first.
    std::vector<ChildModel> childModels{{}};
    std::vector<Animation> animations;
    std::vector<Socket> sockets;
    /// One list a child model; lists that are not there are written empty.
    std::vector<std::vector<Binding>> bindings;
    std::vector<schema::Id> sectionOrder{schema::Id::HeaderSection,      schema::Id::PiecesSection,
                                         schema::Id::NodesSection,       schema::Id::ChildModelsSection,
                                         schema::Id::AnimationSection,   schema::Id::SocketsSection,
                                         schema::Id::AnimBindingsSection};
};

/// The weight that holds a point of the bind pose to a node.
[[nodiscard]] Weight bound(const std::vector<Node>& nodes, std::uint32_t node, Vec3 location, float bias = 1);

/// Where each node is relative to its parent in the bind pose.
[[nodiscard]] std::vector<Transform> bindPose(const std::vector<Node>& nodes);

[[nodiscard]] std::vector<std::byte> build(const ModelV12& model);

// v6 (abc.md §2).

struct Face6 {
    std::array<std::uint16_t, 3> vertices{};
    std::array<TexCoord, 3> texCoords{};
    Vec3 normal{0, 0, 1};
};

struct Vertex6 {
    /// In the space of its node.
    Vec3 position;
    Vec3 normal{0, 0, 1};
    std::uint8_t node = 0;
};

struct Node6 {
    /// Null, Tris and Deformation.
    static constexpr std::uint8_t kNull = 1, kTris = 2, kDeformation = 4;

    std::string name;
    std::uint32_t parent = kNoParent;
    std::uint8_t flags = kNull;
    std::vector<std::uint16_t> deformationVertices;
};

/// A position in three bytes: times the track's scale, plus its transform.
using PackedPosition = std::array<std::uint8_t, 3>;

struct Track6 {
    std::vector<Transform> keys;
    /// By keyframe, then by deformation vertex.
    std::vector<std::vector<PackedPosition>> deformation;
    Vec3 scale{1, 1, 1};
    Vec3 transform;

    /// Packs positions (by keyframe, then by deformation vertex) as finely as the bytes allow.
    void pack(const std::vector<std::vector<Vec3>>& positions);
};

struct Animation6 {
    std::string name;
    Vec3 boundsMin, boundsMax;
    std::vector<Keyframe> keyframes;
    /// By node.
    std::vector<Track6> tracks;
};

struct TransformInfo6 {
    std::int32_t flipMat = 0;
    std::int32_t fixAnimKeyframes = 0;
};

struct ModelV6 {
    std::string fileToken = "MonolithExport Model File v6";
    std::string commandString;
    Vec3 boundsMin, boundsMax;
    std::vector<Face6> faces;
    /// The full mesh: NormalVerts. A vertex for each collapse is added after it.
    std::vector<Vertex6> vertices;
    /// The two vertices of the same node that each collapse makes one, halfway between them.
    std::vector<std::array<std::uint16_t, 2>> collapses;
    std::vector<Node6> nodes;
    std::vector<Animation6> animations;
    /// Half sizes of the collision boxes, one an animation; the section is left out when they are.
    std::vector<Vec3> animDims;
    std::optional<TransformInfo6> transformInfo = TransformInfo6{};
    /// AnimDims and TransformInfo only when there are any.
    std::vector<schema::Id> sectionOrder{schema::Id::HeaderSection6,   schema::Id::GeometrySection6,
                                         schema::Id::NodesSection6,    schema::Id::AnimationSection6,
                                         schema::Id::AnimDimsSection6, schema::Id::TransformInfoSection6};
};

[[nodiscard]] std::vector<std::byte> build(const ModelV6& model);

}  // namespace abc::samples
