#include "schema.h"

#include "abc/schema_v6.h"
#include "abc/schema_v9.h"

namespace abc::schema {
namespace {

constexpr Struct kStructs[] = {
    {Id::Vector, "Vector", Role::None, "three numbers, left-handed: X right, Y up, Z forward", kVector},
    {Id::Quaternion, "Quaternion", Role::None, "rotation; unit length within 0.001 in real files", kQuaternion},
    {Id::TexCoord, "TexCoord", Role::None, "place on the skin, (0, 0) is the top left corner", kTexCoord},
    {Id::UnknownSection, "Section", Role::Section, "a section that no known version describes", kUnknownSection},
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
    {Id::Weight, "Weight", Role::Weight, "the pull of one node on a vertex", kWeight},
    {Id::Node, "Node", Role::Node, "a joint of the skeleton", kNode},
    {Id::WeightSet, "WeightSet", Role::WeightSet, "a share for each node, for layered animations", kWeightSet},
    {Id::ChildModel, "ChildModel", Role::ChildModel, "a model whose animations this one can play", kChildModel},
    {Id::Transform, "Transform", Role::None, "translation and rotation", kTransform},
    {Id::Animation, "Animation", Role::Animation, "an animation", kAnimation},
    {Id::Keyframe, "Keyframe", Role::Keyframe, "time and frame string of a key", kKeyframe},
    {Id::NodeTransforms, "NodeTransforms", Role::NodeTransforms, "movement of one node in one animation",
     kNodeTransforms},
    {Id::KeyTransform, "KeyTransform", Role::Key, "where a node is at a key", kKeyTransform},
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
    {Id::TriStripsSection6, "TriStrips", Role::Section, "triangle strips; content unknown", kTriStripsSection6},
    {Id::Triangle6, "Triangle", Role::Face, "a triangle", kTriangle6},
    {Id::Vertex6, "Vertex", Role::Vertex, "a vertex, moved by one node", kVertex6},
    {Id::PackedNormal6, "PackedNormal", Role::None, "a normal in three signed bytes", kPackedNormal6},
    {Id::PackedPosition6, "PackedPosition", Role::None, "a position in three bytes", kPackedPosition6},
    {Id::Node6, "Node", Role::Node, "a joint of the skeleton", kNode6},
    {Id::Animation6, "Anim", Role::Animation, "an animation", kAnimation6},
    {Id::Keyframe6, "KeyframeInfo", Role::Keyframe, "time, bounds and frame string of a key", kKeyframe6},
    {Id::NodeAnimation6, "NodeAnim", Role::NodeTransforms, "movement of one node in one animation", kNodeAnimation6},
    {Id::Key6, "Key", Role::Key, "where a node is at a key", kKey6},
    {Id::DeformationFrame6, "DeformationFrame", Role::Deformation, "deformation vertices at one keyframe",
     kDeformationFrame6},
};

constexpr std::size_t kModelStructs = static_cast<std::size_t>(kFirstTextureStruct);
static_assert(std::size(kStructs) == kModelStructs && areInOrder(kStructs, Id{}), "one entry a struct");

}  // namespace

[[gnu::weak]] std::span<const Struct> textureStructs() {
    return {};
}

const Struct& describe(Id id) {
    const auto index = static_cast<std::size_t>(id);
    if (index < kModelStructs) return kStructs[index];
    const auto textures = textureStructs();
    return textures.empty() ? kStructs[static_cast<std::size_t>(Id::UnknownSection)] : textures[index - kModelStructs];
}

bool isNamedByFile(Id section) {
    return describe(section).fields[0].name == kSectionTypeName;
}

std::string_view scalarName(Scalar scalar) {
    constexpr std::string_view names[] = {"u8", "i8", "u16", "i16", "u32", "i32", "f32", "string", "bytes", "chars"};
    return names[static_cast<std::size_t>(scalar)];
}

}  // namespace abc::schema
