// What a file means. Plain structs of arrays; names, key transforms and texture coordinates stay in the file's bytes.
// Every index that the evaluator follows is resolved here once: in range, or kNone.
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <vector>

#include "math.h"
#include "parse.h"

namespace abc {

struct Piece {
    Text name;
    std::uint16_t materialIndex = 0;
    std::uint16_t extraCount = 0;
    float specularPower = 0;
    float specularScale = 0;
    float lodWeight = 0;
    /// Its levels are lods[firstLod …].
    std::uint32_t firstLod = 0;
    std::uint32_t lodCount = 0;
};

/// LTB: what the vertices of a level have.
struct VertexLevel {
    /// Offset of the texture coordinates of the first one, and bytes to those of the next. kNone: all of them are 0.
    std::uint32_t texCoords = kNone;
    std::uint32_t stride = 0;
};

/// LTB, LTA: vertices of a level that animations move one by one.
struct MovedVertices {
    /// The node in place of whose keys their positions stand.
    std::uint32_t animNode = kNone;
    /// The node in whose space these are.
    std::uint32_t bone = kNone;
    /// One a vertex: which of those positions is its own, kNone for none.
    std::vector<std::uint32_t> positions;
};

/// LTB, LTA: in place of the keys of a node, the positions of vertices at each key of an animation.
struct VertexTrack {
    std::uint32_t node = kNone;
    /// Its frames are vertexFrames[firstFrame …]; where there are fewer than keys, the vertices rest.
    std::uint32_t firstFrame = 0;
    std::uint32_t frameCount = 0;
};

/// One level of a piece. v6 has one; its levels are edge collapses of it.
struct Lod {
    std::uint32_t firstFace = 0;
    std::uint32_t faceCount = 0;
    std::uint32_t firstVertex = 0;
    std::uint32_t vertexCount = 0;
    /// Offset of the first face in the file.
    std::uint32_t facesOffset = 0;
    /// LTB: index in `vertexLevels`. kNone: its corners have the texture coordinates.
    std::uint32_t vertexLevel = kNone;
    /// Index in `movedVertices`. kNone: only nodes move its vertices.
    std::uint32_t moved = kNone;
};

/// A point on the texture; inside it both are 0 … 1.
struct TexCoord {
    float u = 0, v = 0;
};

/// Vertices of the same level; all kNone when one of them is out of range.
using Corners = std::array<std::uint32_t, 3>;

struct Weight {
    /// kNone when the file names a node that is not there.
    std::uint32_t node = kNone;
    /// In the node's space, already multiplied by the bias (abc.md §4).
    Vec3 location;
    float bias = 0;
};

struct Node {
    static constexpr std::uint8_t kRotationOnly = 2;

    Text name;
    std::uint16_t index = 0;
    std::uint8_t flags = 0;
    std::uint32_t parent = kNone;
    std::uint32_t childCount = 0;
    /// v9+: the global bind matrix, its inverse, and the translation from the parent in the bind pose.
    Mat4 bind;
    Mat4 inverseBind;
    Vec3 bindOffset;
    /// v6: number of its deformation vertices.
    std::uint32_t deformationCount = 0;
};

struct Keyframe {
    std::uint32_t time = 0;
    Text string;
};

/// How the keys of a node are stored, from where its track begins. ABC: location and rotation of a key, then the next
/// key. LTB: all locations, then all rotations, as ltb.md §5 says.
enum class KeyStorage : std::uint8_t {
    ByKey,
    Plain,           ///< after a byte; where that is not 0, positions of vertices stand there instead
    Exact,           ///< after their counts
    Short,           ///< the same in 16 bits
    ShortRotations,  ///< the same, the rotations in 16 bits
};

struct Animation {
    Text name;
    Vec3 extents;
    std::int32_t unknown = -1;
    std::uint32_t interpolationTime = 200;
    std::uint32_t firstKey = 0;
    std::uint32_t keyCount = 0;
    /// Index in `tracks` of the track of node 0; those of the other nodes follow. Set when it is complete.
    std::uint32_t firstTrack = 0;
    /// It has at least one key, and every key of every node is in the file: it can be played.
    bool complete = false;
    KeyStorage storage = KeyStorage::ByKey;
    /// Its vertex tracks are vertexTracks[firstVertexTrack …], by ascending nodes. None where it is not complete.
    std::uint32_t firstVertexTrack = 0;
    std::uint32_t vertexTrackCount = 0;
};

struct ChildModel {
    Text name;
    std::uint32_t buildNumber = 0;
};

struct Socket {
    Text name;
    std::uint32_t node = kNone;
    /// As stored; `node` is kNone when it is out of range.
    std::uint32_t storedNode = 0;
    Quat rotation;
    Vec3 location;
    /// LTB: of what is attached.
    Vec3 scale{1, 1, 1};
};

/// LTB: a box that a shot can hit, in the space of its node.
struct HitBox {
    std::uint32_t node = kNone;
    Vec3 centre;
    /// Lengths of the edges.
    Vec3 size;
    /// Directions of the edges.
    std::array<Vec3, 3> axes;
};

struct WeightSet {
    Text name;
    /// Share of each node that it names.
    std::vector<float> weights;
};

struct Binding {
    Text name;
    Vec3 extents;
    Vec3 origin;
};

struct BindingList {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct TransformInfo {
    std::int32_t flipMat = 1;
    std::int32_t fixAnimKeyframes = 1;
};

/// v6: the first animation of this name, in any case, gives the rest pose; without one the first of all.
inline constexpr std::string_view kRestName = "static_model";

/// The part of a model that only files of version 6 have; empty for others.
struct ModelV6 {
    /// One a vertex: the node that moves it, kNone for none.
    std::vector<std::uint32_t> vertexNode;
    /// One a vertex: its index in that node's list of deformation vertices, kNone when it is in none.
    std::vector<std::uint32_t> vertexDeformation;
    /// Vertices of the full mesh; those after them are stand-ins of collapses.
    std::uint32_t normalVertices = 0;
    /// One a collapse: the two vertices that vertex normalVertices + i stands in for. kNone: out of range.
    std::vector<std::array<std::uint32_t, 2>> collapses;
    /// Absent means that both flags are 1.
    std::optional<TransformInfo> transformInfo;
    /// The animation whose key 0 is the rest pose, kNone when there is none.
    std::uint32_t restAnimation = kNone;
};

struct Model {
    Bytes bytes;
    /// LTA: what `bytes` are: the text, and after it the numbers in it. Else null, and they are the file's.
    std::shared_ptr<const std::vector<std::byte>> own;
    Family family = Family::V9;

    std::vector<Piece> pieces;
    std::vector<Lod> lods;
    std::vector<Corners> faces;
    std::vector<Vec3> locations;
    std::vector<Vec3> normals;
    /// v9+: weights of vertex i are weights[weightStart[i] … weightStart[i + 1]).
    std::vector<std::uint32_t> weightStart;
    std::vector<Weight> weights;
    /// Bytes from one face to the next, and from one corner's texture coordinates to the next corner's.
    std::uint32_t faceSize = 0;
    std::uint32_t texCoordStride = 0;

    std::vector<Node> nodes;
    std::vector<Animation> animations;
    std::vector<Keyframe> keyframes;
    /// Offsets of the first key of every node, node after node, animation after animation.
    std::vector<std::uint32_t> tracks;
    /// Bytes from one key of a node to the next.
    std::uint32_t keySize = 28;

    std::vector<ChildModel> childModels;
    std::vector<Socket> sockets;
    std::vector<HitBox> hitBoxes;
    std::vector<WeightSet> weightSets;
    std::vector<BindingList> bindingLists;
    std::vector<Binding> bindings;
    std::vector<VertexLevel> vertexLevels;
    std::vector<MovedVertices> movedVertices;
    std::vector<VertexTrack> vertexTracks;
    /// Offsets of lists of positions: their number in 32 bits, then three floats each.
    std::vector<std::uint32_t> vertexFrames;
    /// LTB: a root that is rotation-only ignores the origin of its binding too (ltb.md §6).
    bool fixesRoots = false;
    ModelV6 v6;

    /// Levels that `topology` and `deform` take: v9+ LODs, v6 collapses + 1.
    [[nodiscard]] std::uint32_t lodCount() const;
    /// Null when the piece has no such level.
    [[nodiscard]] const Lod* lod(std::uint32_t piece, std::uint32_t level) const;
    /// Vertices of a level, which `deform` moves; 0 when there is no such level.
    [[nodiscard]] std::uint32_t vertexCount(std::uint32_t piece, std::uint32_t level) const;
    /// Offset of a corner's texture coordinates in the file, kNone where it has none. The face is below
    /// `lod.faceCount`, the corner below 3.
    [[nodiscard]] std::uint32_t texCoordOffset(const Lod& lod, std::uint32_t face, std::uint32_t corner) const {
        assert(face < lod.faceCount && corner < 3);
        if (lod.vertexLevel != kNone) {
            const std::uint32_t vertex = faces[lod.firstFace + face][corner];
            const VertexLevel& vertices = vertexLevels[lod.vertexLevel];
            const bool isThere = vertex != kNone && vertices.texCoords != kNone;
            return isThere ? vertices.texCoords + vertex * vertices.stride : kNone;
        }
        return lod.facesOffset + face * faceSize + corner * texCoordStride;
    }
    [[nodiscard]] TexCoord texCoord(const Lod& lod, std::uint32_t face, std::uint32_t corner) const {
        const std::uint32_t at = texCoordOffset(lod, face, corner);
        return at != kNone ? load<TexCoord>(bytes, at) : TexCoord{};
    }
    /// The same as it is drawn: always finite, and in v6 inside the texture, which LithTech 1 does not repeat
    /// (abc.md §2.11).
    [[nodiscard]] TexCoord drawnTexCoord(const Lod& lod, std::uint32_t face, std::uint32_t corner) const;
    /// Offset of the first key of a node. The animation is complete and the node in range.
    [[nodiscard]] std::uint32_t track(const Animation& animation, std::uint32_t node) const {
        assert(animation.complete && node < nodes.size());
        return tracks[animation.firstTrack + node];
    }
    [[nodiscard]] std::string_view text(Text text) const { return view(bytes, text); }
    /// Milliseconds: the time of the last key, 0 without keys.
    [[nodiscard]] std::uint32_t lengthOf(const Animation& animation) const;
    /// The model's axes are left-handed in the file (abc.md §2, §5).
    [[nodiscard]] bool mirrorZ() const;
    /// v6: key rotations are stored conjugated.
    [[nodiscard]] bool conjugatesKeys() const;
    /// The binding of an animation in the list of one child model (0: the model itself), ignoring case.
    [[nodiscard]] const Binding* binding(std::uint32_t childModel, std::string_view animation) const;
};

/// The animation whose key 0 is the rest pose of version 6, among those that can be played; kNone when there is none.
[[nodiscard]] std::uint32_t restAnimationOf(const Model& model);

/// True when the names are equal but for the case of ASCII letters.
[[nodiscard]] bool equalIgnoringCase(std::string_view a, std::string_view b);

}  // namespace abc
