// All of an LTB but the mesh (ltb.md). The file has no names of sections: they are ours, those of ABC where it has
// them.
#pragma once

#include "schema.h"

namespace ltb::schema {

inline constexpr auto kFileSection = fields({
    field("FileType", Scalar::U8, "1: a model for the PC"),
    field("Padding0", Scalar::U8, "0"),
    field("Version", Scalar::U16, "9, or the engine refuses the meshes"),
    field("Reserved1", Scalar::U8, "0 in every known file"),
    field("Padding1", Scalar::Bytes, "zeros").times(3),
    field("Reserved2", Scalar::U32, "0 in every known file").times(3),
});

inline constexpr auto kHeaderSection = fields({
    field("Version", Scalar::U32, "version of the model: 23 to 25"),
    field("KeyframeCount", Scalar::U32, "total keyframes of all animations"),
    field("AnimationCount", Scalar::U32, "animations in this file"),
    field("NodeCount", Scalar::U32, "nodes of the skeleton"),
    field("PieceCount", Scalar::U32, "pieces of the source, also where the file has none"),
    field("ChildModelCount", Scalar::U32, "child models, including the model itself"),
    field("FaceCount", Scalar::U32, "triangles of the source in all pieces and levels"),
    field("VertexCount", Scalar::U32, "vertices of the source, fewer than are stored here"),
    field("WeightCount", Scalar::U32, "weights of the source"),
    field("LODCount", Scalar::U32, "levels of all pieces of the source"),
    field("SocketCount", Scalar::U32, "attachment points"),
    field("WeightSetCount", Scalar::U32, "weight sets for blending animations"),
    field("StringCount", Scalar::U32, "distinct non-empty strings of the source"),
    field("StringLengthTotal", Scalar::U32, "total length of those strings", "bytes"),
    field("VertAnimDataSize", Scalar::U32, "size of all animated vertices", "bytes"),
    field("AnimDataSize", Scalar::U32, "size of all key positions and rotations; the engine reserves this much",
          "bytes"),
    field("CommandString", Scalar::String, "commands for the engine, separated by semicolons").tallied(),
    field("InternalRadius", Scalar::F32, "global radius: encloses all animations", "units"),
});

inline constexpr auto kBoxesSection = fields({
    field("BoxCount", Scalar::U32, "boxes that follow"),
    field("Boxes", Id::Box, "hit boxes").counted("BoxCount"),
});

inline constexpr auto kBox = fields({
    field("Position", Id::Vector, "centre in the node’s space", "units"),
    field("Size", Id::Vector, "lengths of the edges", "units"),
    field("Axes", Id::Vector, "directions of the edges in the node’s space").times(3),
    field("NodeIndex", Scalar::U32, "the node that moves it", "node").names(Refers::Node),
    field("Radius", Scalar::F32, "half the diagonal", "units").when(Feature::BoxRadius),
});

inline constexpr auto kNodesSection = fields({
    field("Nodes", Id::Node, "the skeleton, depth first").tree(Var::NodeCount, Var::ChildCount),
    field("WeightSetCount", Scalar::U32, "weight sets that follow"),
    field("WeightSets", Id::WeightSet, "share of each node in layered animations").counted("WeightSetCount"),
});

inline constexpr auto kNode = fields({
    field("Name", Scalar::String, "name of the node").label().tallied(),
    field("Index", Scalar::U16, "position in the list; the engine renumbers the nodes", "node"),
    field("Flags", Scalar::U8, "1 removable, 2 rotation only: keeps its bind offset from the parent"),
    field("Matrix", Scalar::F32, "global bind matrix, row-major, translation in 3, 7 and 11").times(16),
    field("ChildCount", Scalar::U32, "children, which follow depth first").sets(Var::ChildCount),
});

inline constexpr auto kWeightSet = fields({
    field("Name", Scalar::String, "name of the set").label().tallied(),
    field("NodeCount", Scalar::U32, "numbers that follow, one per node"),
    field("NodeWeights", Scalar::F32,
          "0 leaves the node alone, 2 adds to it, any other value is the share of the layer")
        .counted("NodeCount")
        .follow(Var::NodeCount),
});

inline constexpr auto kChildModelsSection = fields({
    field("Count", Scalar::U32, "child models, including the model itself").sets(Var::ChildModelCount),
    field("ChildModels", Id::ChildModel, "models whose animations this one can play, without the model itself")
        .countedWithout(1, "Count"),
});

inline constexpr auto kChildModel = fields({
    field("Name", Scalar::String, "file of the model, relative to this one’s folder")
        .names(Refers::ChildModel)
        .label()
        .tallied(),
});

inline constexpr auto kAnimationSection = fields({
    field("Count", Scalar::U32, "animations that follow"),
    field("Animations", Id::Animation, "animations of this file").counted("Count"),
});

inline constexpr auto kAnimation = fields({
    field("Extents", Id::Vector, "half size of the collision box", "units"),
    field("Name", Scalar::String, "name of the animation").label().tallied(),
    field("Compression", Scalar::U32, "how the keys are stored: 0 plain, 1 exact, 2 in 16 bits, 3 rotations in 16 bits")
        .among(Plain, Exact, Short, ShortRotations),
    field("InterpolationTime", Scalar::U32, "time to blend from the previous animation", "ms"),
    field("KeyframeCount", Scalar::U32, "keyframes of this animation").sets(Var::KeyframeCount),
    field("Keyframes", Id::Keyframe, "times and frame strings").counted("KeyframeCount"),
    field("NodeTransforms", Id::PlainTrack, "movement, one track per node in node order")
        .per(Var::NodeCount)
        .onlyIf("Compression", Plain),
    field("NodeTransforms", Id::ExactTrack, "movement, one track per node in node order")
        .per(Var::NodeCount)
        .onlyIf("Compression", Exact),
    field("NodeTransforms", Id::ShortTrack, "movement, one track per node in node order")
        .per(Var::NodeCount)
        .onlyIf("Compression", Short),
    field("NodeTransforms", Id::ShortRotationTrack, "movement, one track per node in node order")
        .per(Var::NodeCount)
        .onlyIf("Compression", ShortRotations),
});

inline constexpr auto kKeyframe = fields({
    field("Time", Scalar::U32, "time of the key", "ms"),
    field("String", Scalar::String, "frame string: a cue for the game when playback passes it").label().tallied(),
});

inline constexpr auto kPlainTrack = fields({
    field("IsVertexAnimation", Scalar::U8, "0: keys of the node follow; 1: positions of vertices"),
    field("Locations", Id::Vector, "translation from the parent at each key", "units")
        .per(Var::KeyframeCount)
        .onlyIf("IsVertexAnimation", 0),
    field("Rotations", Id::Quaternion, "rotation from the parent at each key")
        .per(Var::KeyframeCount)
        .onlyIf("IsVertexAnimation", 0),
    field("VertexFrames", Id::VertexFrame, "animated vertices at each key")
        .per(Var::KeyframeCount)
        .unlessIs("IsVertexAnimation", 0),
});

inline constexpr auto kVertexFrame = fields({
    field("VertexCount", Scalar::U32, "positions that follow"),
    field("Positions", Id::Vector, "where the vertices are, in the space of their level’s Bone", "units")
        .counted("VertexCount"),
});

inline constexpr Field kLocationCount =
    field("LocationCount", Scalar::U32, "0: none, 1: the same at all keys, else one a key");
inline constexpr Field kRotationCount =
    field("RotationCount", Scalar::U32, "0: none, 1: the same at all keys, else one a key");
inline constexpr Field kLocations =
    field("Locations", Id::Vector, "translation from the parent", "units").counted("LocationCount");
inline constexpr Field kShortRotations =
    field("Rotations", Id::ShortQuaternion, "rotation from the parent").counted("RotationCount");

inline constexpr auto kExactTrack = fields({
    kLocationCount,
    kLocations,
    kRotationCount,
    field("Rotations", Id::Quaternion, "rotation from the parent").counted("RotationCount"),
});

inline constexpr auto kShortTrack = fields({
    kLocationCount,
    field("Locations", Id::ShortVector, "translation from the parent, in sixteenths", "units/16")
        .counted("LocationCount"),
    kRotationCount,
    kShortRotations,
});

inline constexpr auto kShortRotationTrack = fields({kLocationCount, kLocations, kRotationCount, kShortRotations});

inline constexpr auto kShortVector = fields({
    field("X", Scalar::I16),
    field("Y", Scalar::I16),
    field("Z", Scalar::I16),
});

inline constexpr auto kShortQuaternion = fields({
    field("X", Scalar::I16),
    field("Y", Scalar::I16),
    field("Z", Scalar::I16),
    field("W", Scalar::I16, "real part"),
});

inline constexpr auto kSocketsSection = fields({
    field("Count", Scalar::U32, "sockets that follow"),
    field("Sockets", Id::Socket, "places to attach other models to").counted("Count"),
});

inline constexpr auto kSocket = fields({
    field("NodeIndex", Scalar::U32, "the node that it is attached to", "node").names(Refers::Node),
    field("Name", Scalar::String, "name of the socket").label().tallied(),
    field("Rotation", Id::Quaternion, "rotation from the node"),
    field("Location", Id::Vector, "translation from the node", "units"),
    field("Scale", Id::Vector, "scale of what is attached"),
});

inline constexpr auto kAnimBindingsSection = fields({
    field("Lists", Id::BindingList, "one list per child model, the model itself first").per(Var::ChildModelCount),
});

inline constexpr auto kBindingList = fields({
    field("Count", Scalar::U32, "bindings that follow; 0 for child models in every known file"),
    field("AnimBindings", Id::Binding, "how this model plays each animation of that child model").counted("Count"),
});

inline constexpr auto kBinding = fields({
    field("Name", Scalar::String, "name of the animation").names(Refers::ChildAnimation).label(),
    field("Extents", Id::Vector, "half size of the collision box", "units"),
    field("Origin", Id::Vector, "added to the root’s translation", "units"),
});

}  // namespace ltb::schema
