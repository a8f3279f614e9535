// What a file means. Plain structs of arrays; names and key transforms stay views into the file's bytes.
// Every index that the evaluator follows is resolved here once: in range, or kNone.
#pragma once

#include <optional>
#include <vector>

#include "math.h"
#include "parse.h"

namespace abc {

struct Piece {
    Text name;
    std::uint16_t materialIndex = 0;
    std::uint16_t unknown = 0;
    float specularPower = 0;
    float specularScale = 0;
    float lodWeight = 0;
    /// Its levels are lods[firstLod …].
    std::uint32_t firstLod = 0;
    std::uint32_t lodCount = 0;
};

/// One level of a piece. v6 has one; its levels are edge collapses of it.
struct Lod {
    std::uint32_t firstFace = 0;
    std::uint32_t faceCount = 0;
    std::uint32_t firstVertex = 0;
    std::uint32_t vertexCount = 0;
    /// Where the faces lie in the file, for their texture coordinates.
    std::uint32_t facesOffset = 0;
};

/// Vertices of the same level; all kNone when one of them is out of range.
using Corners = std::array<std::uint32_t, 3>;

struct Weight {
    /// kNone when the file names a node that is not there.
    std::uint32_t node = kNone;
    /// In the node's space, already multiplied by the bias (ABC.md §4).
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
    /// v6: how many deformation vertices it moves.
    std::uint32_t deformationCount = 0;
};

struct Keyframe {
    std::uint32_t time = 0;
    Text string;
};

struct Animation {
    Text name;
    Vec3 extents;
    std::int32_t unknown = -1;
    std::uint32_t interpolationTime = 200;
    std::uint32_t firstKey = 0;
    std::uint32_t keyCount = 0;
    /// v9+: where the first node's keys lie. v6: index of the first node in `tracks`.
    std::uint32_t firstTrack = 0;
    /// v9+: bytes from one node's keys to the next one's.
    std::uint32_t trackStride = 0;
    /// All nodes' keys are there: it can be played.
    bool complete = false;
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

struct Model {
    Bytes bytes;
    Family family = Family::V9;

    std::vector<Piece> pieces;
    std::vector<Lod> lods;
    std::vector<Corners> faces;
    std::vector<Vec3> locations;
    std::vector<Vec3> normals;
    /// v9+: weights of vertex i are weights[weightStart[i] … weightStart[i + 1]).
    std::vector<std::uint32_t> weightStart;
    std::vector<Weight> weights;

    /// v6, by vertex: the node that moves it (kNone for none), and its place in that node's deformation
    /// list (kNone when it is not deformed).
    std::vector<std::uint32_t> vertexNode;
    std::vector<std::uint32_t> vertexDeformation;
    /// v6: vertices of the full mesh, and the two vertices that each further one stands in for.
    std::uint32_t normalVertices = 0;
    std::vector<std::array<std::uint32_t, 2>> collapses;

    std::vector<Node> nodes;
    std::vector<Animation> animations;
    std::vector<Keyframe> keyframes;
    /// v6: where each node's keys lie, node after node, animation after animation.
    std::vector<std::uint32_t> tracks;
    std::uint32_t keySize = 28;

    std::vector<ChildModel> childModels;
    std::vector<Socket> sockets;
    std::vector<WeightSet> weightSets;
    std::vector<BindingList> bindingLists;
    std::vector<Binding> bindings;
    /// v6, when the file has it; absent means that both flags are 1.
    std::optional<TransformInfo> transformInfo;
    /// v6: the animation whose key 0 is the rest pose, kNone when there is none.
    std::uint32_t restAnimation = kNone;

    /// Levels that `topology` and `deform` take: v9+ LODs, v6 collapses + 1.
    [[nodiscard]] std::uint32_t lodCount() const;
    [[nodiscard]] const Lod* lod(std::uint32_t piece, std::uint32_t level) const;
    /// Where the keys of a node lie. The animation is complete and the node in range.
    [[nodiscard]] std::uint32_t track(const Animation& animation, std::uint32_t node) const;
    [[nodiscard]] std::string_view text(Text text) const { return view(bytes, text); }
    /// Milliseconds: the time of the last key.
    [[nodiscard]] std::uint32_t lengthOf(const Animation& animation) const;
    /// The model's axes are left-handed in the file (ABC.md §2, §5).
    [[nodiscard]] bool mirrorZ() const;
    /// v6: key rotations are stored conjugated.
    [[nodiscard]] bool conjugatesKeys() const;
    /// The binding of an animation in the list of one child model (0: the model itself), ignoring case.
    [[nodiscard]] const Binding* binding(std::uint32_t childModel, std::string_view animation) const;
};

/// Takes the meaning out of a parsed file. Whatever could be read is there.
[[nodiscard]] Model buildModel(const Document& document);

/// True when the names are equal but for the case of ASCII letters.
[[nodiscard]] bool equalIgnoringCase(std::string_view a, std::string_view b);

}  // namespace abc
