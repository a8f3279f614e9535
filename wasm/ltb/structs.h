// Every struct of LTB.
#pragma once

#include "schema_ltb.h"
#include "schema_mesh.h"

namespace ltb::schema {

/// By Id.
inline constexpr Struct kStructs[kStructCount] = {
    {Id::Vector, "Vector", Role::None, "three numbers, left-handed: X right, Y up, Z forward", kVector},
    {Id::Quaternion, "Quaternion", Role::None, "rotation", kQuaternion},
    {Id::TexCoord, "TexCoord", Role::None, "position on the skin; (0, 0) is the top left corner", kTexCoord},
    {Id::FileSection, "File", Role::Section, "what kind of file it is", kFileSection},
    {Id::HeaderSection, "Header", Role::Section, "version, counters of the source, and commands", kHeaderSection},
    {Id::BoxesSection, "Boxes", Role::Section, "hit boxes of nodes", kBoxesSection},
    {Id::PiecesSection, "Pieces", Role::Section, "the mesh", kPiecesSection},
    {Id::NodesSection, "Nodes", Role::Section, "the skeleton and its weight sets", kNodesSection},
    {Id::ChildModelsSection, "ChildModels", Role::Section, "models whose animations this one can play",
     kChildModelsSection},
    {Id::AnimationSection, "Animation", Role::Section, "animations of this file", kAnimationSection},
    {Id::SocketsSection, "Sockets", Role::Section, "places to attach other models to", kSocketsSection},
    {Id::AnimBindingsSection, "AnimBindings", Role::Section, "how this model plays each animation",
     kAnimBindingsSection},
    {Id::Box, "Box", Role::None, "a box that a shot can hit", kBox},
    {Id::Piece, "Piece", Role::Piece, "a part of the mesh with its own skin slot", kPiece},
    {Id::Lod, "LOD", Role::Lod, "one level of detail of a piece: a render object", kLod},
    {Id::Vertex, "Vertex", Role::Vertex, "a vertex, with the fields that the flags of its stream specify", kVertex},
    {Id::Face, "Face", Role::Face, "a triangle", kFace},
    {Id::BoneSet, "BoneSet", Role::None, "vertices and triangles that the same nodes move", kBoneSet},
    {Id::Duplicate, "Duplicate", Role::None, "a vertex that copies the position of another one", kDuplicate},
    {Id::Node, "Node", Role::Node, "a joint of the skeleton", kNode},
    {Id::WeightSet, "WeightSet", Role::WeightSet, "one share per node, for layered animations", kWeightSet},
    {Id::ChildModel, "ChildModel", Role::ChildModel, "a model whose animations this one can play", kChildModel},
    {Id::Animation, "Animation", Role::Animation, "an animation", kAnimation},
    {Id::Keyframe, "Keyframe", Role::Keyframe, "time and frame string of a key", kKeyframe},
    {Id::PlainTrack, "PlainTrack", Role::NodeTransforms, "movement of one node in one animation", kPlainTrack},
    {Id::VertexFrame, "VertexFrame", Role::Deformation, "animated vertices at one key", kVertexFrame},
    {Id::ExactTrack, "ExactTrack", Role::NodeTransforms, "movement of one node in one animation", kExactTrack},
    {Id::ShortTrack, "ShortTrack", Role::NodeTransforms, "movement of one node in one animation", kShortTrack},
    {Id::ShortRotationTrack, "ShortRotationTrack", Role::NodeTransforms, "movement of one node in one animation",
     kShortRotationTrack},
    {Id::ShortVector, "ShortVector", Role::None, "a vector in sixteenths", kShortVector},
    {Id::ShortQuaternion, "ShortQuaternion", Role::None, "a rotation; 32,767 is 1", kShortQuaternion},
    {Id::Socket, "Socket", Role::Socket, "a place to attach another model to", kSocket},
    {Id::BindingList, "AnimBindingList", Role::BindingList, "bindings to the animations of one child model",
     kBindingList},
    {Id::Binding, "AnimBinding", Role::Binding, "how this model plays one animation", kBinding},
};
static_assert(areInOrder(kStructs), "one entry per struct");

/// `Tables::Derive`: the vertex parts of a stream, from its flags and the level it is in; other counts as they are.
[[nodiscard]] std::uint32_t layoutOf(core::schema::Var var, const std::array<std::uint32_t, kMaxVars>& counts);

inline constexpr Tables kTables{kStructs, kVarNames, kRefersNames, &layoutOf};

}  // namespace ltb::schema
