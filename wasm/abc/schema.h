// The structs and features of ABC by name. Their tables are in schema_v6.h and schema_v9.h, all structs in structs.h.
#pragma once

#include "core/dialect.h"

/// ABC is built on the core, whose names it uses as its own.
namespace abc {

using namespace core;

namespace schema {

using namespace core::schema;

/// Every struct of the format, as the table `kStructs` has them.
enum class Id : std::uint8_t {
    UnknownSection,
    LtbHeader,
    Vector,
    Quaternion,
    TexCoord,
    // v9 and later
    HeaderSection,
    PiecesSection,
    NodesSection,
    ChildModelsSection,
    AnimationSection,
    SocketsSection,
    AnimBindingsSection,
    Piece,
    Lod,
    Face,
    FaceVertex,
    Vertex,
    Weight,
    Node,
    WeightSet,
    ChildModel,
    Transform,
    Animation,
    Keyframe,
    NodeTransforms,
    KeyTransform,
    Socket,
    BindingList,
    Binding,
    HitGroupsSection,
    HitGroup,
    HitGroupEntry,
    // v6
    HeaderSection6,
    GeometrySection6,
    NodesSection6,
    AnimationSection6,
    AnimDimsSection6,
    TransformInfoSection6,
    TriStripsSection6,
    Triangle6,
    Vertex6,
    PackedNormal6,
    PackedPosition6,
    Node6,
    Animation6,
    Keyframe6,
    NodeAnimation6,
    Key6,
    DeformationFrame6,
};
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::DeformationFrame6) + 1;

enum class Var : std::uint8_t {
    None,
    LodCount,
    LodDistanceCount,
    NodeCount,
    ChildModelCount,
    AnimationCount,
    KeyframeCount,
    ChildCount,
    DeformationVertexCount,  ///< v6: of a node
    NormalVertexCount,
};
inline constexpr std::string_view kVarNames[] = {"",
                                                 "lodCount",
                                                 "lodDistanceCount",
                                                 "nodeCount",
                                                 "childModelCount",
                                                 "animationCount",
                                                 "keyframeCount",
                                                 "childCount",
                                                 "deformationVertexCount",
                                                 "normalVertexCount"};
static_assert(hasNameOf(kVarNames, Var::NormalVertexCount));
[[nodiscard]] constexpr Scope scopeOf(Var var) {
    switch (var) {
        case Var::KeyframeCount:
        case Var::ChildCount: return Scope::Struct;
        case Var::DeformationVertexCount: return Scope::Each;
        default: return Scope::File;
    }
}

enum class Refers : std::uint8_t {
    None,
    Section,          ///< by its offset
    Node,             ///< by its index
    NodeNumber,       ///< by the number that the node gives itself (v6)
    Vertex,           ///< of the same level of the same piece, by its index
    NextLevelVertex,  ///< of the next level of the same piece; stale in the last one
    ReplacedVertex,   ///< of a collapse (v6); leftover in the vertices that are no collapse
    SkinSlot,         ///< by its number
    ChildAnimation,   ///< of the child model of its list, by its name
    ChildModel,       ///< a file, by its name
};
inline constexpr std::string_view kRefersNames[] = {
    "",         "section",        "node",       "nodeNumber", "vertex", "nextLevelVertex", "replacedVertex",
    "skinSlot", "childAnimation", "childModel",
};
static_assert(hasNameOf(kRefersNames, Refers::ChildModel));

/// What sets versions apart, and the variants of ambiguous parts (abc.md §3).
enum Feature : Features {
    LodWeight = 1U << 0U,            ///< Piece.LODWeight: v10 and later
    AnimationUnknown = 1U << 1U,     ///< Animation.Unknown: v11 and later
    InterpolationTime = 1U << 2U,    ///< Animation.InterpolationTime: v12 and later
    LodsByDistances = 1U << 3U,      ///< a piece has LODDistanceCount + 1 levels …
    LodsByHeader = 1U << 4U,         ///< … or as many as LODCount says
    VertAnimDataSize = 1U << 5U,     ///< Header.VertAnimDataSize: v13
    TrackUnknown = 1U << 6U,         ///< NodeTransforms.Unknown: v13 and later
    KeyTimes = 1U << 7U,             ///< Time and Pointer after a key's transform: v13 and later
    ChildTransformTimes = 1U << 8U,  ///< the same after the transforms of a child model
    ByteVertexCounts = 1U << 9U,     ///< WeightCount and SubLODVertexIndex are u8, and a word follows: v108
    WeightSetsFirst = 1U << 10U,     ///< weight sets stand before the nodes: v108
    Extras108 = 1U << 11U,           ///< fields and sections that only v108 has
    HitGroups = 1U << 12U,           ///< v108: the uncertain layout of HitGroups
    TriStrips = 1U << 13U,           ///< v6: the layout of TriStrips
};

/// What the families of versions have in common and name differently. A list stands in a section, or in an element of
/// a list that stands in one.
enum class Meaning : std::uint8_t {
    None,
    Version,  ///< of the file: what it says decides how the rest is read
    Pieces,
    Levels,
    Weights,
    Nodes,
    NodeName,
    NodeNumber,  ///< by which vertices name the node (v6), or its index
    ChildCount,
    WeightSets,
    ChildModels,
    Sockets,
    Vertices,
    Faces,
    AnimationCount,
    Animations,
    AnimationName,
    KeyframeCount,
    Keyframes,
    KeyTime,
    FrameString,
    Tracks,       ///< the movement of each node in an animation
    Keys,         ///< of a track
    StringCount,  ///< distinct texts among those that are tallied, the empty one left out
    StringBytes,  ///< how long they are together
    Leftover,     ///< of a program's memory: it says nothing
};

/// What numbers measure, and from where.
enum class Space : std::uint8_t {
    None,
    Length,          ///< of any direction
    Model,           ///< a place in the bind pose
    ModelDirection,  ///< a normal in the bind pose
    ModelBox,  ///< a corner of a box whose sides follow the axes; the other one is the next field, or the one before
    Bind,      ///< the matrix of a node in the bind pose
    Node,      ///< a place as its node or the parent of a node has it
    NodeDirection,  ///< a normal as its node has it, as signed bytes
    NodeRotation,   ///< a rotation in the same
    NodeBox,        ///< a corner of a box in the same
    HalfSize,       ///< of a box whose sides follow the axes
    RootOffset,     ///< what is added to the place of the root
};

}  // namespace schema
}  // namespace abc

template <>
inline constexpr bool core::kNames<core::schema::StructKind, abc::schema::Id> = true;
template <>
inline constexpr bool core::kNames<core::schema::VarKind, abc::schema::Var> = true;
template <>
inline constexpr bool core::kNames<core::schema::RefersKind, abc::schema::Refers> = true;
template <>
inline constexpr bool core::kNames<core::schema::MeaningKind, abc::schema::Meaning> = true;
template <>
inline constexpr bool core::kNames<core::schema::SpaceKind, abc::schema::Space> = true;
