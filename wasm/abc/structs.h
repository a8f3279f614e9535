// Every struct of ABC.
#pragma once

#include "schema_v6.h"
#include "schema_v9.h"

namespace abc::schema {

/// By Id.
inline constexpr Struct kStructs[kStructCount] = {
    {Id::UnknownSection, "Section", Role::Section, "a section that no known version describes", kUnknownSection},
    {Id::LtbHeader, "LTBHeader", Role::Section, "wrapper around an ABC (Die Hard: Nakatomi Plaza, Elite Force)",
     kLtbHeader},
    {Id::Vector, "Vector", Role::None, "three numbers, left-handed: X right, Y up, Z forward", kVector},
    {Id::Quaternion, "Quaternion", Role::None, "rotation; unit length within 0.001 in real files", kQuaternion},
    {Id::TexCoord, "TexCoord", Role::None, "position on the skin; (0, 0) is the top left corner", kTexCoord},
    {Id::HeaderSection, "Header", Role::Section, "version and counters", kHeaderSection},
    {Id::PiecesSection, "Pieces", Role::Section, "the mesh", kPiecesSection},
    {Id::NodesSection, "Nodes", Role::Section, "the skeleton and its weight sets", kNodesSection},
    {Id::ChildModelsSection, "ChildModels", Role::Section, "models whose animations this one can play",
     kChildModelsSection},
    {Id::AnimationSection, "Animation", Role::Section, "animations of this file", kAnimationSection},
    {Id::SocketsSection, "Sockets", Role::Section, "places to attach other models to", kSocketsSection},
    {Id::AnimBindingsSection, "AnimBindings", Role::Section, "how this model plays each animation",
     kAnimBindingsSection},
    {Id::Piece, "Piece", Role::Piece, "a part of the mesh with its own skin slot", kPiece},
    {Id::Lod, "LOD", Role::Lod, "one level of detail of a piece", kLod},
    {Id::Face, "Face", Role::Face, "a triangle", kFace},
    {Id::FaceVertex, "FaceVertex", Role::Corner, "a corner of a triangle", kFaceVertex},
    {Id::Vertex, "Vertex", Role::Vertex, "a vertex with its weights", kVertex},
    {Id::Weight, "Weight", Role::Weight, "the influence of one node on a vertex", kWeight},
    {Id::Node, "Node", Role::Node, "a joint of the skeleton", kNode},
    {Id::WeightSet, "WeightSet", Role::WeightSet, "one share per node, for layered animations", kWeightSet},
    {Id::ChildModel, "ChildModel", Role::ChildModel, "a model whose animations this one can play", kChildModel},
    {Id::Transform, "Transform", Role::None, "translation and rotation", kTransform},
    {Id::Animation, "Animation", Role::Animation, "an animation", kAnimation},
    {Id::Keyframe, "Keyframe", Role::Keyframe, "time and frame string of a key", kKeyframe},
    {Id::NodeTransforms, "NodeTransforms", Role::NodeTransforms, "movement of one node in one animation",
     kNodeTransforms},
    {Id::KeyTransform, "KeyTransform", Role::Key, "location and rotation of a node at a key", kKeyTransform},
    {Id::Socket, "Socket", Role::Socket, "a place to attach another model to", kSocket},
    {Id::BindingList, "AnimBindingList", Role::BindingList, "bindings to the animations of one child model",
     kBindingList},
    {Id::Binding, "AnimBinding", Role::Binding, "how this model plays one animation", kBinding},
    {Id::HitGroupsSection, "HitGroups", Role::Section, "hit groups (v108)", kHitGroupsSection},
    {Id::HitGroup, "HitGroup", Role::None, "a hit group; this layout is uncertain", kHitGroup},
    {Id::HitGroupEntry, "HitGroupEntry", Role::None, "six numbers of unknown meaning", kHitGroupEntry},
    {Id::HeaderSection6, "Header", Role::Section, "file token and command string", kHeaderSection6},
    {Id::GeometrySection6, "Geometry", Role::Section, "the mesh with its edge collapses", kGeometrySection6},
    {Id::NodesSection6, "Nodes", Role::Section, "the skeleton", kNodesSection6},
    {Id::AnimationSection6, "Animation", Role::Section, "animations", kAnimationSection6},
    {Id::AnimDimsSection6, "AnimDims", Role::Section, "collision box of each animation", kAnimDimsSection6},
    {Id::TransformInfoSection6, "TransformInfo", Role::Section, "how to read axes and rotations (LithTech 1.5)",
     kTransformInfoSection6},
    {Id::TriStripsSection6, "TriStrips", Role::Section,
     "triangle strips, judging by the name; their meaning is unknown", kTriStripsSection6},
    {Id::Triangle6, "Triangle", Role::Face, "a triangle", kTriangle6},
    {Id::Vertex6, "Vertex", Role::Vertex, "a vertex, moved by one node", kVertex6},
    {Id::PackedNormal6, "PackedNormal", Role::None, "a normal in three signed bytes", kPackedNormal6},
    {Id::PackedPosition6, "PackedPosition", Role::None, "a position in three bytes", kPackedPosition6},
    {Id::Node6, "Node", Role::Node, "a joint of the skeleton", kNode6},
    {Id::Animation6, "Anim", Role::Animation, "an animation", kAnimation6},
    {Id::Keyframe6, "KeyframeInfo", Role::Keyframe, "time, bounds and frame string of a key", kKeyframe6},
    {Id::NodeAnimation6, "NodeAnim", Role::NodeTransforms, "movement of one node in one animation", kNodeAnimation6},
    {Id::Key6, "Key", Role::Key, "location and rotation of a node at a key", kKey6},
    {Id::DeformationFrame6, "DeformationFrame", Role::Deformation, "deformation vertices at one keyframe",
     kDeformationFrame6},
};
static_assert(areInOrder(kStructs), "one entry per struct");

inline constexpr Tables kTables{kStructs, kVarNames, kRefersNames};

}  // namespace abc::schema
