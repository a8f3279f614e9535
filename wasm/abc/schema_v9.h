// v9 and later: LithTech 2.x (abc.md §3).
#pragma once

#include "schema_common.h"

namespace abc::schema {

inline constexpr auto kHeaderSection = fields({
    kSectionType,
    kSectionNext,
    field("Version", Scalar::U32, "version of the format").is(Meaning::Version),
    field("KeyframeCount", Scalar::U32, "total keyframes of all animations").counts(Meaning::Keyframes),
    field("AnimationCount", Scalar::U32, "animations in this file").counts(Meaning::Animations),
    field("NodeCount", Scalar::U32, "nodes of the skeleton").sets(Var::NodeCount).counts(Meaning::Nodes),
    field("PieceCount", Scalar::U32, "pieces of the mesh").counts(Meaning::Pieces),
    field("ChildModelCount", Scalar::U32, "child models, including the model itself")
        .sets(Var::ChildModelCount)
        .counts(Meaning::ChildModels),
    field("FaceCount", Scalar::U32, "triangles in all pieces and levels of detail").counts(Meaning::Faces),
    field("VertexCount", Scalar::U32, "vertices in all pieces and levels of detail").counts(Meaning::Vertices),
    field("WeightCount", Scalar::U32, "weights of all vertices").counts(Meaning::Weights),
    field("LODCount", Scalar::U32, "levels of detail per piece, as a hint: LODDistanceCount + 1")
        .sets(Var::LodCount)
        .countsEach(Meaning::Levels),
    field("SocketCount", Scalar::U32, "attachment points").counts(Meaning::Sockets),
    field("WeightSetCount", Scalar::U32, "weight sets for blending animations").counts(Meaning::WeightSets),
    field("StringCount", Scalar::U32,
          "distinct non-empty strings among the command string, nodes, child models, animations and frame strings")
        .is(Meaning::StringCount),
    field("StringLengthTotal", Scalar::U32, "total length of those strings", "bytes").is(Meaning::StringBytes),
    field("VertAnimDataSize", Scalar::U32, "size of the vertex animation data", "bytes")
        .when(Feature::VertAnimDataSize),
    field("Unknown108A", Scalar::U32, "unknown").when(Feature::Extras108),
    field("HitGroupCount", Scalar::U32, "hit groups, judging by its position").when(Feature::Extras108),
    field("Unknown108B", Scalar::U32, "unknown").when(Feature::Extras108),
    field("CommandString", Scalar::String, "commands for the engine, separated by semicolons").tallied(),
    field("InternalRadius", Scalar::F32, "radius set by the artist", "units").in(Space::Length),
    field("LODDistanceCount", Scalar::U16, "distances that follow; a piece has one more level")
        .sets(Var::LodDistanceCount),
    field("Padding", Scalar::Bytes, "reserved, zero in every known file").times(62),
    field("LODDistances", Scalar::F32, "distance up to which the level is used", "units")
        .counted("LODDistanceCount")
        .in(Space::Length),
});

inline constexpr auto kPiecesSection = fields({
    kSectionType,
    kSectionNext,
    field("WeightCount", Scalar::U32, "repeats Header.WeightCount").counts(Meaning::Weights),
    field("PieceCount", Scalar::U32, "pieces that follow"),
    field("Pieces", Id::Piece, "parts of the mesh, each with its own skin slot")
        .counted("PieceCount")
        .is(Meaning::Pieces),
});

inline constexpr auto kPiece = fields({
    field("MaterialIndex", Scalar::U16, "skin slot: 0 body, 1 head in No One Lives Forever").names(Refers::SkinSlot),
    field("Unknown108A", Scalar::U16, "unknown").when(Feature::Extras108),
    field("Unknown108B", Scalar::U32, "unknown").when(Feature::Extras108),
    field("SpecularPower", Scalar::F32, "0..100"),
    field("SpecularScale", Scalar::F32, "-10..10"),
    field("LODWeight", Scalar::F32, "guides the generation of levels of detail; no effect in the game")
        .when(Feature::LodWeight)
        .usually(1),
    field("ExtraCount", Scalar::U16, "numbers that follow; 0 in every known file"),
    field("Extra", Scalar::U32, "numbers that engines read and discard").counted("ExtraCount"),
    field("Name", Scalar::String, "name of the piece").label(),
    field("LODs", Id::Lod, "levels of detail, finest first")
        .per(Var::LodDistanceCount, 1)
        .likeBefore()
        .is(Meaning::Levels)
        .when(Feature::LodsByDistances),
    field("LODs", Id::Lod, "levels of detail, finest first")
        .per(Var::LodCount)
        .is(Meaning::Levels)
        .when(Feature::LodsByHeader),
});

inline constexpr auto kLod = fields({
    field("FaceCount", Scalar::U32, "triangles that follow"),
    field("Faces", Id::Face, "triangles").counted("FaceCount").is(Meaning::Faces),
    field("VertexCount", Scalar::U32, "vertices that follow"),
    field("Vertices", Id::Vertex, "vertices").counted("VertexCount").is(Meaning::Vertices),
});

inline constexpr auto kFace = fields({
    field("Vertices", Id::FaceVertex, "the three corners, clockwise from outside").times(3),
});

inline constexpr auto kFaceVertex = fields({
    field("Texcoord", Id::TexCoord, "position on the skin"),
    field("VertexIndex", Scalar::U16, "vertex in the same level of the same piece", "vertex").names(Refers::Vertex),
});

inline constexpr std::string_view kSubLodDoc =
    "vertex of the next level that this one collapses to; stale (0xCDCD) in the last level";

inline constexpr auto kVertex = fields({
    field("WeightCount", Scalar::U16, "weights that follow").unless(Feature::ByteVertexCounts),
    field("SubLODVertexIndex", Scalar::U16, kSubLodDoc, "vertex")
        .names(Refers::NextLevelVertex)
        .unless(Feature::ByteVertexCounts),
    field("WeightCount", Scalar::U8, "weights that follow").when(Feature::ByteVertexCounts),
    field("SubLODVertexIndex", Scalar::U8, kSubLodDoc, "vertex")
        .names(Refers::NextLevelVertex)
        .when(Feature::ByteVertexCounts),
    field("Unknown", Scalar::U16, "unknown").when(Feature::ByteVertexCounts),
    field("Weights", Id::Weight, "the nodes that move this vertex").counted("WeightCount").is(Meaning::Weights),
    field("Location", Id::Vector, "position in the bind pose, model space", "units").in(Space::Model),
    field("Normal", Id::Vector, "normal in the bind pose").in(Space::ModelDirection),
});

inline constexpr auto kWeight = fields({
    field("NodeIndex", Scalar::U32, "the node that moves the vertex", "node").names(Refers::Node),
    field("Location", Id::Vector, "position in the node’s space, already multiplied by Bias", "units").in(Space::Node),
    field("Bias", Scalar::F32, "share of this node, 0..1"),
});

inline constexpr Field kWeightSetCount = field("WeightSetCount", Scalar::U32, "weight sets that follow");
inline constexpr Field kWeightSets = field("WeightSets", Id::WeightSet, "share of each node in layered animations")
                                         .counted("WeightSetCount")
                                         .is(Meaning::WeightSets);

inline constexpr auto kNodesSection = fields({
    kSectionType,
    kSectionNext,
    kWeightSetCount.when(Feature::WeightSetsFirst),
    kWeightSets.when(Feature::WeightSetsFirst),
    field("Nodes", Id::Node, "the skeleton, depth first").tree(Var::NodeCount, Var::ChildCount).is(Meaning::Nodes),
    kWeightSetCount.unless(Feature::WeightSetsFirst),
    kWeightSets.unless(Feature::WeightSetsFirst),
});

inline constexpr auto kNode = fields({
    field("Name", Scalar::String, "name of the node").label().is(Meaning::NodeName).tallied(),
    field("Index", Scalar::U16, "position in the list", "node").is(Meaning::NodeNumber),
    field("Flags", Scalar::U8, "1 removable, 2 rotation only: keeps its bind offset from the parent"),
    field("Unknown108", Scalar::U32, "unknown").when(Feature::Extras108),
    field("Matrix", Scalar::F32, "global bind matrix, row-major, translation in 3, 7 and 11").times(16).in(Space::Bind),
    field("ChildCount", Scalar::U32, "children, which follow depth first")
        .sets(Var::ChildCount)
        .is(Meaning::ChildCount),
});

inline constexpr auto kWeightSet = fields({
    field("Name", Scalar::String, "name of the set").label(),
    field("NodeCount", Scalar::U32, "numbers that follow, one per node"),
    field("NodeWeights", Scalar::F32,
          "0 leaves the node alone, 2 adds to it, any other value is the share of the layer")
        .counted("NodeCount")
        .follow(Var::NodeCount),
});

inline constexpr auto kChildModelsSection = fields({
    kSectionType,
    kSectionNext,
    field("Count", Scalar::U16, "child models, the model itself first").sets(Var::ChildModelCount),
    field("ChildModels", Id::ChildModel, "models whose animations this one can play")
        .counted("Count")
        .is(Meaning::ChildModels),
});

inline constexpr auto kChildModel = fields({
    field("Name", Scalar::String, "file of the model, empty for the model itself")
        .names(Refers::ChildModel)
        .label()
        .tallied(),
    field("BuildNumber", Scalar::U32, "save counter of that file when it was bound"),
    field("Transforms", Id::Transform, "one per node, identity in every known file").per(Var::NodeCount),
});

inline constexpr Field kKeyTime =
    field("Time", Scalar::U32, "time of the key, same as in its keyframe", "ms").is(Meaning::KeyTime);
inline constexpr Field kKeyPointer =
    field("Pointer", Scalar::U32, "leftover address; meaningless in a file").is(Meaning::Leftover);

inline constexpr auto kTransform = fields({
    field("Location", Id::Vector, "translation from the parent", "units").in(Space::Node),
    field("Rotation", Id::Quaternion, "rotation from the parent").in(Space::NodeRotation),
    kKeyTime.when(Feature::ChildTransformTimes),
    kKeyPointer.when(Feature::ChildTransformTimes),
});

inline constexpr auto kAnimationSection = fields({
    kSectionType,
    kSectionNext,
    field("Count", Scalar::U32, "animations that follow").sets(Var::AnimationCount).is(Meaning::AnimationCount),
    field("Animations", Id::Animation, "animations of this file").counted("Count").is(Meaning::Animations),
});

inline constexpr auto kAnimation = fields({
    field("Extents", Id::Vector, "half size of the collision box", "units").in(Space::HalfSize),
    field("Name", Scalar::String, "name of the animation").label().is(Meaning::AnimationName).tallied(),
    field("Unknown", Scalar::I32, "−1 nearly always").when(Feature::AnimationUnknown).usually(-1),
    field("InterpolationTime", Scalar::U32, "time to blend from the previous animation", "ms")
        .when(Feature::InterpolationTime)
        .usually(200),
    field("KeyframeCount", Scalar::U32, "keyframes of this animation")
        .sets(Var::KeyframeCount)
        .is(Meaning::KeyframeCount),
    field("Keyframes", Id::Keyframe, "times and frame strings").counted("KeyframeCount").is(Meaning::Keyframes),
    field("NodeTransforms", Id::NodeTransforms, "movement, one list per node in node order")
        .per(Var::NodeCount)
        .is(Meaning::Tracks),
});

inline constexpr auto kKeyframe = fields({
    field("Time", Scalar::U32, "time of the key", "ms").is(Meaning::KeyTime),
    field("String", Scalar::String, "frame string: a cue for the game when playback passes it")
        .label()
        .is(Meaning::FrameString)
        .tallied(),
});

inline constexpr auto kNodeTransforms = fields({
    field("Unknown", Scalar::I32, "−1, according to the sources").when(Feature::TrackUnknown).usually(-1),
    field("Transforms", Id::KeyTransform, "one per keyframe").per(Var::KeyframeCount).likeBefore().is(Meaning::Keys),
});

inline constexpr auto kKeyTransform = fields({
    field("Location", Id::Vector, "translation from the parent; ignored by rotation-only nodes", "units")
        .in(Space::Node),
    field("Rotation", Id::Quaternion, "rotation from the parent").in(Space::NodeRotation),
    kKeyTime.when(Feature::KeyTimes),
    kKeyPointer.when(Feature::KeyTimes),
});

inline constexpr auto kSocketsSection = fields({
    kSectionType,
    kSectionNext,
    field("Count", Scalar::U32, "sockets that follow"),
    field("Sockets", Id::Socket, "places to attach other models to").counted("Count").is(Meaning::Sockets),
});

inline constexpr auto kSocket = fields({
    field("NodeIndex", Scalar::U32, "the node that it is attached to", "node").names(Refers::Node),
    field("Name", Scalar::String, "name of the socket").label(),
    field("Rotation", Id::Quaternion, "rotation from the node").in(Space::NodeRotation),
    field("Location", Id::Vector, "translation from the node", "units").in(Space::Node),
});

inline constexpr auto kAnimBindingsSection = fields({
    kSectionType,
    kSectionNext,
    field("Lists", Id::BindingList, "one list per child model, the model itself first").per(Var::ChildModelCount),
});

inline constexpr auto kBindingList = fields({
    field("Count", Scalar::U32, "bindings that follow"),
    field("AnimBindings", Id::Binding, "how this model plays each animation of that child model").counted("Count"),
});

inline constexpr auto kBinding = fields({
    field("Name", Scalar::String, "name of the animation").names(Refers::ChildAnimation).label(),
    field("Extents", Id::Vector, "half size of the collision box", "units").in(Space::HalfSize),
    field("Origin", Id::Vector, "added to the root’s translation", "units").in(Space::RootOffset),
});

inline constexpr auto kHitGroupsSection = fields({
    kSectionType,
    kSectionNext,
    field("Count", Scalar::U32, "hit groups that follow").when(Feature::HitGroups),
    field("HitGroups", Id::HitGroup, "hit groups; this layout is uncertain").counted("Count").when(Feature::HitGroups),
});

inline constexpr auto kHitGroup = fields({
    field("Count", Scalar::U32, "entries that follow"),
    field("Entries", Id::HitGroupEntry, "unknown").counted("Count"),
    field("UnknownFloats", Scalar::F32, "unknown").times(4),
    field("UnknownShorts", Scalar::I16, "unknown").times(4),
});

inline constexpr auto kHitGroupEntry = fields({
    field("Unknown", Scalar::I16, "unknown").times(6),
});

}  // namespace abc::schema
