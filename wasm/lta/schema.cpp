#include "schema.h"

#include <unordered_map>

#include "text_form.h"

namespace lta::schema {
namespace {

constexpr auto kElements = fields({field("Elements", Scalar::Bytes, "elements of the list").recorded()});

/// By Id.
constexpr Struct kStructs[kStructCount] = {
    {Id::File, "Text", Role::Section, "the text of the model: a list of lists, each of which begins with its name",
     kElements},
    {Id::List, "list", Role::None, "a list without a name that is known here", kElements},
    {Id::LtModel, "lt-model-0", Role::None, "the model: its parts follow in any order", kElements},
    {Id::OnLoadCommands, "on-load-cmds", Role::None,
     "what the tools do after loading: bindings, flags, pieces, weights, sockets and child models", kElements},
    {Id::AnimBindings, "anim-bindings", Role::None, "how the model plays each of its animations", kElements},
    {Id::AnimBinding, "anim-binding", Role::None, "how the model plays one animation, which it names", kElements},
    {Id::Name, "name", Role::None, "the name, in quotes", kElements},
    {Id::Dims, "dims", Role::None, "half the size of the animation’s box; 0 0 0 where it is missing", kElements},
    {Id::Translation, "translation", Role::None, "where the animation has its origin; 0 0 0 where it is missing",
     kElements},
    {Id::InterpTime, "interp-time", Role::None,
     "time of the transition into the animation, in ms; 200 where it is missing", kElements},
    {Id::WeightSetName, "weight-set", Role::None, "the weight set of ModelEdit’s preview", kElements},
    {Id::SetNodeFlags, "set-node-flags", Role::None, "flags of nodes by their names: 1 can be removed, 2 only rotates",
     kElements},
    {Id::SetCommandString, "set-command-string", Role::None, "commands for the game and the renderer", kElements},
    {Id::SetGlobalRadius, "set-global-radius", Role::None,
     "radius of visibility around the model; 96 where it is missing", kElements},
    {Id::LodGroups, "lod-groups", Role::None,
     "the pieces with their levels of detail; without it each shape is a piece", kElements},
    {Id::CreateLodGroup, "create-lod-group", Role::None, "a piece", kElements},
    {Id::LodDists, "lod-dists", Role::None, "the distance from which on each level is drawn", kElements},
    {Id::Shapes, "shapes", Role::None, "the shape of each level; NULL for an empty one", kElements},
    {Id::MinMaxOffset, "min-max-offset", Role::None, "offsets of the first and of the last level", kElements},
    {Id::SetReplLodOriginal, "set-repl-lod-original", Role::None, "levels that the tools once made while loading",
     kElements},
    {Id::PiecePriorities, "piece-priorities", Role::None, "which pieces lose triangles first", kElements},
    {Id::Dists, "dists", Role::None, "the distances of levels that the tools make", kElements},
    {Id::TrianglePercentages, "tri-%", Role::None, "the share of triangles of levels that the tools make", kElements},
    {Id::AddDeformer, "add-deformer", Role::None, "weights of the vertices of a shape", kElements},
    {Id::SkelDeformer, "skel-deformer", Role::None, "how nodes move the vertices of a shape", kElements},
    {Id::Target, "target", Role::None, "the shape whose vertices these weights are for", kElements},
    {Id::Influences, "influences", Role::None, "the nodes that the weights refer to, by their names", kElements},
    {Id::VertexWeights, "weightsets", Role::None, "a list for each vertex: pairs of an influence and its share",
     kElements},
    {Id::AddSockets, "add-sockets", Role::None, "places to attach other models to", kElements},
    {Id::Socket, "socket", Role::None, "a place to attach another model to", kElements},
    {Id::Parent, "parent", Role::None, "the name of the node that it belongs to", kElements},
    {Id::Pos, "pos", Role::None, "position", kElements},
    {Id::Quat, "quat", Role::None, "rotation: X, Y, Z, W", kElements},
    {Id::Scale, "scale", Role::None, "scale of what is attached", kElements},
    {Id::AddChildModels, "add-childmodels", Role::None, "models whose animations this one can play", kElements},
    {Id::ChildModel, "child-model", Role::None, "a model whose animations this one can play", kElements},
    {Id::Filename, "filename", Role::None, "the file without its extension, from the folder of this one", kElements},
    {Id::SaveIndex, "save-index", Role::None, "how often the child model had been saved", kElements},
    {Id::ScaleSkel, "scale-skel", Role::None, "whether its skeleton is scaled to this one", kElements},
    {Id::NodeRelations, "node-relations", Role::None, "where its nodes are on those of this model, for ModelEdit",
     kElements},
    {Id::AnimWeightSets, "anim-weightsets", Role::None, "shares of nodes for layered animations", kElements},
    {Id::AddAnimWeightSets, "add-animweightsets", Role::None, "shares of nodes for layered animations", kElements},
    {Id::AnimWeightSet, "anim-weightset", Role::None, "one share per node, for layered animations", kElements},
    {Id::Weights, "weights", Role::None, "the shares, in the order of the nodes", kElements},
    {Id::AddNodeObbList, "add-node-obb-list", Role::None, "boxes of nodes that a shot can hit", kElements},
    {Id::AddNodeObb, "add-node-obb", Role::None, "the box of a node, which it names", kElements},
    {Id::Position, "position", Role::None, "center of the box, in the space of the node", kElements},
    {Id::Orientation, "orientation", Role::None, "rotation of the box: X, Y, Z, W", kElements},
    {Id::Dimensions, "dimensions", Role::None, "half the size of the box", kElements},
    {Id::Enabled, "enabled", Role::None, "whether the box gets into the compiled model; true where it is missing",
     kElements},
    {Id::Hierarchy, "hierarchy", Role::None, "the skeleton", kElements},
    {Id::Transform, "transform", Role::None, "a node: its name, its matrix, and its children", kElements},
    {Id::Matrix, "matrix", Role::None,
     "the node in the bind pose, in the space of the model: four rows, the translation in the fourth column",
     kElements},
    {Id::Children, "children", Role::None, "the nodes below", kElements},
    {Id::Shape, "shape", Role::None, "the mesh of a piece at one level", kElements},
    {Id::Geometry, "geometry", Role::None, "what a shape is made of", kElements},
    {Id::Mesh, "mesh", Role::None, "vertices and triangles", kElements},
    {Id::Vertex, "vertex", Role::None, "positions of the vertices in the bind pose; in frames, those of each key",
     kElements},
    {Id::Normals, "normals", Role::None, "a normal for each vertex; of another number, the tools compute them",
     kElements},
    {Id::Uvs, "uvs", Role::None, "positions on the skin, which corners refer to; (0, 0) is the top left corner",
     kElements},
    {Id::TriFs, "tri-fs", Role::None, "vertices of the triangles, three each", kElements},
    {Id::TexFs, "tex-fs", Role::None, "for each corner its position on the skin", kElements},
    {Id::NrmFs, "nrm-fs", Role::None, "for each corner its normal; not used", kElements},
    {Id::Colors, "colors", Role::None, "colors of the vertices; not used", kElements},
    {Id::TextureIndices, "texture-indices", Role::None, "up to four skin slots", kElements},
    {Id::RenderStyleIndex, "renderstyle-index", Role::None, "the render style", kElements},
    {Id::RenderPriority, "render-priority", Role::None, "what is drawn first among pieces, 0 to 255", kElements},
    {Id::Appearance, "appearance", Role::None, "how a shape looks, as tools before Jupiter write it", kElements},
    {Id::PcMaterial, "pc-mat", Role::None, "a material, of which only the texture index is used", kElements},
    {Id::Material, "material", Role::None, "a material, of which only the texture index is used", kElements},
    {Id::TextureIndex, "texture-index", Role::None, "the skin slot", kElements},
    {Id::SpecularPower, "specular-power", Role::None, "not used", kElements},
    {Id::SpecularScale, "specular-scale", Role::None, "not used", kElements},
    {Id::RenderStyle, "render-style", Role::None, "the look of a shape", kElements},
    {Id::ToolsInfo, "tools-info", Role::None, "settings of ModelEdit and of the packer", kElements},
    {Id::TextureBindings, "texture-bindings", Role::None, "the texture of each skin slot in ModelEdit’s view",
     kElements},
    {Id::CompileOptions, "compile-options", Role::None, "how the model is compiled", kElements},
    {Id::CompressionType, "compression-type", Role::None,
     "how keys are stored: 0 and 1 unchanged, 2 in 16 bits, 3 only rotations in 16 bits", kElements},
    {Id::ExcludeGeometry, "exclude-geom", Role::None, "1: the compiled model has animations only", kElements},
    {Id::AnimSet, "animset", Role::None, "an animation", kElements},
    {Id::Keyframe, "keyframe", Role::None, "times and frame strings of the keys", kElements},
    {Id::Times, "times", Role::None, "time of each key, in ms", kElements},
    {Id::Values, "values", Role::None, "frame string of each key", kElements},
    {Id::Anims, "anims", Role::None, "the movement of each node", kElements},
    {Id::Anim, "anim", Role::None, "the movement of one node, or of the vertices of a shape", kElements},
    {Id::Frames, "frames", Role::None, "the keys", kElements},
    {Id::PosQuat, "posquat", Role::None, "for each key its position and rotation, from the parent node", kElements},
};
static_assert(areInOrder(kStructs), "one entry per list");

constexpr auto kKinds = [] {
    std::array<core::SectionKind, kStructCount> out{};
    for (std::size_t i = 0; i < kStructCount; ++i) out[i] = {kStructs[i].name, kStructs[i].id};
    return out;
}();

}  // namespace

Id idOf(std::string_view name) {
    static const auto names = [] {
        std::unordered_map<std::string_view, Id> out;
        for (const Struct& one : kStructs) {
            if (one.id != StructId(Id::File) && one.id != StructId(Id::List)) out.emplace(one.name, one.id.as<Id>());
        }
        return out;
    }();
    const auto found = names.find(name);
    return found == names.end() ? Id::List : found->second;
}

const Tables& tables() {
    static const Tables all{kStructs, {}, {}, nullptr, &textForm()};
    return all;
}

std::span<const core::SectionKind> sections() {
    return kKinds;
}

}  // namespace lta::schema
