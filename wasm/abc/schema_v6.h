// v6: LithTech 1.0 to 1.5 (abc.md §2).
#pragma once

#include "schema_common.h"

namespace abc::schema {

inline constexpr auto kHeaderSection6 = fields({
    kSectionType,
    kSectionNext,
    field("FileToken", Scalar::String, "names the exporter and the version").is(Meaning::Version),
    field("CommandString", Scalar::String, "commands for the engine, separated by semicolons"),
});

inline constexpr auto kPackedNormal6 = fields({
    field("X", Scalar::I8, "divide by 127"),
    field("Y", Scalar::I8, "divide by 127"),
    field("Z", Scalar::I8, "divide by 127"),
});

inline constexpr auto kPackedPosition6 = fields({
    field("X", Scalar::U8, "times Scale plus Transform"),
    field("Y", Scalar::U8, "times Scale plus Transform"),
    field("Z", Scalar::U8, "times Scale plus Transform"),
});

inline constexpr auto kGeometrySection6 = fields({
    kSectionType,
    kSectionNext,
    field("BoundsMin", Id::Vector, "may enclose all animations and may be mirrored in Z", "units").in(Space::ModelBox),
    field("BoundsMax", Id::Vector, "may enclose all animations and may be mirrored in Z", "units"),
    field("NumLODs", Scalar::U32, "edge collapses: NumVerts − NormalVerts"),
    field("VertexStartNum", Scalar::U16, "distinct original vertices that the first i collapses use")
        .counted("NumLODs", 1),
    field("NumTris", Scalar::U32, "triangles that follow"),
    field("FaceInfo", Id::Triangle6, "triangles of the full mesh").counted("NumTris").is(Meaning::Faces),
    field("NumVerts", Scalar::U32, "vertices that follow, including those of the collapses"),
    field("NormalVerts", Scalar::U32, "vertices of the full mesh; the rest replace collapsed edges")
        .sets(Var::NormalVertexCount),
    field("VertexInfo", Id::Vertex6, "vertices").counted("NumVerts").is(Meaning::Vertices),
});

inline constexpr auto kTriangle6 = fields({
    field("TexCoords", Id::TexCoord, "position of each corner on the skin").times(3),
    field("VertexIndex", Scalar::U16, "the three corners, below NormalVerts", "vertex").names(Refers::Vertex).times(3),
    field("FaceNormal", Id::PackedNormal6, "normal of the triangle").in(Space::NodeDirection),
});

inline constexpr auto kVertex6 = fields({
    field("Position", Id::Vector, "in the space of its node; meaningless for a deformation vertex", "units")
        .in(Space::Node),
    field("VertexNormal", Id::PackedNormal6, "in the space of its node").in(Space::NodeDirection),
    field("TransformationIndex", Scalar::U8, "the node that moves it, by that node’s TransformationIndex", "node")
        .names(Refers::NodeNumber),
    field("Replacements", Scalar::U16,
          "the two vertices that this collapse vertex replaces; leftover data in the others", "vertex")
        .names(Refers::ReplacedVertex)
        .times(2),
});

inline constexpr auto kNodesSection6 = fields({
    kSectionType,
    kSectionNext,
    field("Nodes", Id::Node6, "the skeleton, depth first").tree(Var::NodeCount, Var::ChildCount).is(Meaning::Nodes),
});

inline constexpr auto kNode6 = fields({
    field("BoundsMin", Id::Vector, "usually zero", "units").in(Space::NodeBox),
    field("BoundsMax", Id::Vector, "usually zero", "units"),
    field("NodeName", Scalar::String, "name of the node").label().is(Meaning::NodeName),
    field("TransformationIndex", Scalar::U16, "number by which vertices refer to this node", "node")
        .is(Meaning::NodeNumber),
    field("Flags", Scalar::U8,
          "1 null, 2 triangles, 4 deformation, 8 environment map, 16 environment map only, 32 scroll U, 64 scroll V")
        .usually(1),
    field("NumMDVerts", Scalar::U32, "deformation vertices that follow").sets(Var::DeformationVertexCount),
    field("MDVertList", Scalar::U16, "vertices that the animations deform", "vertex")
        .names(Refers::Vertex)
        .counted("NumMDVerts"),
    field("NumChildren", Scalar::U32, "children, which follow depth first")
        .sets(Var::ChildCount)
        .is(Meaning::ChildCount),
});

inline constexpr auto kAnimationSection6 = fields({
    kSectionType,
    kSectionNext,
    field("NumAnims", Scalar::U32, "animations that follow").sets(Var::AnimationCount).is(Meaning::AnimationCount),
    field("Anims", Id::Animation6, "animations").counted("NumAnims").is(Meaning::Animations),
});

inline constexpr auto kAnimation6 = fields({
    field("AnimName", Scalar::String, "name of the animation").label().is(Meaning::AnimationName),
    field("Length", Scalar::U32, "time of the last key", "ms"),
    field("BoundsMin", Id::Vector, "bounds of the whole animation", "units").in(Space::ModelBox),
    field("BoundsMax", Id::Vector, "bounds of the whole animation", "units"),
    field("NumKeyframes", Scalar::U32, "keyframes of this animation")
        .sets(Var::KeyframeCount)
        .is(Meaning::KeyframeCount),
    field("KeyframeData", Id::Keyframe6, "times, bounds and frame strings")
        .counted("NumKeyframes")
        .is(Meaning::Keyframes),
    field("NodeAnims", Id::NodeAnimation6, "movement, one per node in node order")
        .per(Var::NodeCount)
        .is(Meaning::Tracks),
});

inline constexpr auto kKeyframe6 = fields({
    field("TimeIndex", Scalar::U32, "time of the key", "ms").is(Meaning::KeyTime),
    field("BoundsMin", Id::Vector, "usually zero", "units").in(Space::ModelBox),
    field("BoundsMax", Id::Vector, "usually zero", "units"),
    field("FrameString", Scalar::String, "a cue for the game when playback passes it").label().is(Meaning::FrameString),
});

inline constexpr auto kNodeAnimation6 = fields({
    field("Keys", Id::Key6, "one per keyframe").per(Var::KeyframeCount).likeBefore().is(Meaning::Keys),
    field("Deformation", Id::DeformationFrame6, "packed positions of the deformation vertices, one list per keyframe")
        .per(Var::KeyframeCount)
        .likeBefore(),
    field("Scale", Id::Vector, "unpacks the deformation: byte × Scale + Transform"),
    field("Transform", Id::Vector, "unpacks the deformation: byte × Scale + Transform", "units"),
});

inline constexpr auto kKey6 = fields({
    field("Translation", Id::Vector, "translation from the parent", "units").in(Space::Node),
    field("Rotation", Id::Quaternion, "rotation from the parent; conjugated when FixAnimKeyframes is 1")
        .in(Space::NodeRotation),
});

/// Nameless, so that the path reads Deformation[keyframe][vertex].
inline constexpr auto kDeformationFrame6 = fields({
    field("", Id::PackedPosition6, "packed position in node space").per(Var::DeformationVertexCount),
});

inline constexpr auto kAnimDimsSection6 = fields({
    kSectionType,
    kSectionNext,
    field("Dimensions", Id::Vector, "half size of each animation’s collision box", "units")
        .per(Var::AnimationCount)
        .in(Space::HalfSize),
});

inline constexpr auto kTransformInfoSection6 = fields({
    kSectionType,
    kSectionNext,
    field("FlipMat", Scalar::I32, "0: axes as in v9 and later; 1: mirrored in Z"),
    field("FixAnimKeyframes", Scalar::I32, "1: key rotations are stored conjugated"),
});

inline constexpr auto kTriStripsSection6 = fields({
    kSectionType,
    kSectionNext,
    field("CountA", Scalar::U32, "numbers that follow").when(Feature::TriStrips),
    field("A", Scalar::U16, "unknown").counted("CountA").when(Feature::TriStrips),
    field("CountB", Scalar::U32, "numbers that follow").when(Feature::TriStrips),
    field("B", Scalar::U32, "unknown").counted("CountB").when(Feature::TriStrips),
    field("CountC", Scalar::U32, "numbers that follow").when(Feature::TriStrips),
    field("C", Scalar::U16, "unknown").counted("CountC").when(Feature::TriStrips),
    field("UVs", Id::TexCoord, "one per vertex of the full mesh").per(Var::NormalVertexCount).when(Feature::TriStrips),
});

}  // namespace abc::schema
