// The structs of LTB by name. Their tables are in schema_ltb.h and schema_mesh.h, all structs in structs.h.
#pragma once

#include "core/dialect.h"

namespace ltb::schema {

using namespace core::schema;

/// Every struct of the format, as the table `kStructs` has them.
enum class Id : std::uint8_t {
    Vector,
    Quaternion,
    TexCoord,
    FileSection,
    HeaderSection,
    BoxesSection,
    PiecesSection,
    NodesSection,
    ChildModelsSection,
    AnimationSection,
    SocketsSection,
    AnimBindingsSection,
    Box,
    Piece,
    Lod,
    Vertex,
    Face,
    BoneSet,
    Duplicate,
    Node,
    WeightSet,
    ChildModel,
    Animation,
    Keyframe,
    PlainTrack,
    VertexFrame,
    ExactTrack,
    ShortTrack,
    ShortRotationTrack,
    ShortVector,
    ShortQuaternion,
    Socket,
    BindingList,
    Binding,
};
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::Binding) + 1;

enum class Var : std::uint8_t {
    None,
    NodeCount,
    ChildModelCount,
    KeyframeCount,
    ChildCount,
    LodCount,
    // What decides how the vertices of a level are laid out.
    MeshType,
    MaxBonesPerFace,
    MaxBonesPerVertex,
    MatrixPalette,
    StreamFlags0,
    StreamFlags1,
    StreamFlags2,
    StreamFlags3,
    // That layout, of each stream: made of the others (`layoutOf`).
    Layout0,
    Layout1,
    Layout2,
    Layout3,
};
inline constexpr std::string_view kVarNames[] = {
    "",
    "nodeCount",
    "childModelCount",
    "keyframeCount",
    "childCount",
    "lodCount",
    "meshType",
    "maxBonesPerFace",
    "maxBonesPerVertex",
    "matrixPalette",
    "streamFlags0",
    "streamFlags1",
    "streamFlags2",
    "streamFlags3",
    "layout0",
    "layout1",
    "layout2",
    "layout3",
};
static_assert(core::hasNameOf(kVarNames, Var::Layout3));
[[nodiscard]] constexpr Scope scopeOf(Var var) {
    return var == Var::NodeCount || var == Var::ChildModelCount ? Scope::File : Scope::Struct;
}

/// By the same names as in ABC, so that a view follows them alike.
enum class Refers : std::uint8_t {
    None,
    Node,            ///< by its index
    Vertex,          ///< of the same level of the same piece, by its index
    SkinSlot,        ///< by its number
    ChildAnimation,  ///< of the child model of its list, by its name
    ChildModel,      ///< a file, by its name
};
inline constexpr std::string_view kRefersNames[] = {"", "node", "vertex", "skinSlot", "childAnimation", "childModel"};
static_assert(core::hasNameOf(kRefersNames, Refers::ChildModel));

/// What sets versions apart, and the variants of ambiguous parts (ltb.md §1).
enum Feature : Features {
    BoxRadius = 1U << 0U,  ///< Box.Radius: v24 and later
    BasisPair = 1U << 1U,  ///< a vertex has two basis vectors, S and T; else S alone
};

/// What a level is made of (ltb.md §3).
enum MeshType : std::uint32_t { Rigid = 4, Skeletal = 5, VertexAnimated = 6, Null = 7 };

/// How the keys of an animation are stored (ltb.md §5).
enum Compression : std::uint32_t { Plain = 0, Exact = 1, Short = 2, ShortRotations = 3 };

/// What a vertex has: the flags of its stream. Above them stand how many blends and how many bones it has.
enum VertexPart : std::uint32_t {
    PositionPart = 0x001,
    NormalPart = 0x002,
    ColorPart = 0x004,
    Uv1Part = 0x010,
    Uv2Part = 0x020,
    Uv3Part = 0x040,
    Uv4Part = 0x080,
    BasisPart = 0x100,
};
inline constexpr std::uint32_t kKnownFlags = 0x1F7;
inline constexpr std::uint8_t kBlendShift = 12;
inline constexpr std::uint32_t kBlendMask = 7;
inline constexpr std::uint8_t kBonesShift = 15;
inline constexpr std::uint32_t kBonesMask = 7;

/// How many bones can move a vertex.
inline constexpr std::uint32_t kMostBones = 4;

}  // namespace ltb::schema

template <>
inline constexpr bool core::kNames<core::schema::StructKind, ltb::schema::Id> = true;
template <>
inline constexpr bool core::kNames<core::schema::VarKind, ltb::schema::Var> = true;
template <>
inline constexpr bool core::kNames<core::schema::RefersKind, ltb::schema::Refers> = true;
