// The lists of LTA by name (lta.md §3, §4).
#pragma once

#include "core/walk.h"

namespace lta::schema {

using namespace core::schema;

/// Every list whose name is known, as the table `kStructs` has them.
enum class Id : std::uint8_t {
    File,
    List,
    LtModel,
    OnLoadCommands,
    AnimBindings,
    AnimBinding,
    Name,
    Dims,
    Translation,
    InterpTime,
    WeightSetName,
    SetNodeFlags,
    SetCommandString,
    SetGlobalRadius,
    LodGroups,
    CreateLodGroup,
    LodDists,
    Shapes,
    MinMaxOffset,
    SetReplLodOriginal,
    PiecePriorities,
    Dists,
    TrianglePercentages,
    AddDeformer,
    SkelDeformer,
    Target,
    Influences,
    VertexWeights,
    AddSockets,
    Socket,
    Parent,
    Pos,
    Quat,
    Scale,
    AddChildModels,
    ChildModel,
    Filename,
    SaveIndex,
    ScaleSkel,
    NodeRelations,
    AnimWeightSets,
    AddAnimWeightSets,
    AnimWeightSet,
    Weights,
    AddNodeObbList,
    AddNodeObb,
    Position,
    Orientation,
    Dimensions,
    Enabled,
    Hierarchy,
    Transform,
    Matrix,
    Children,
    Shape,
    Geometry,
    Mesh,
    Vertex,
    Normals,
    Uvs,
    TriFs,
    TexFs,
    NrmFs,
    Colors,
    TextureIndices,
    RenderStyleIndex,
    RenderPriority,
    Appearance,
    PcMaterial,
    Material,
    TextureIndex,
    SpecularPower,
    SpecularScale,
    RenderStyle,
    ToolsInfo,
    TextureBindings,
    CompileOptions,
    CompressionType,
    ExcludeGeometry,
    AnimSet,
    Keyframe,
    Times,
    Values,
    Anims,
    Anim,
    Frames,
    PosQuat,
};
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::PosQuat) + 1;

/// List for names that are not known.
[[nodiscard]] Id idOf(std::string_view name);

[[nodiscard]] const Tables& tables();

/// All lists: any of them may be a part of a text.
[[nodiscard]] std::span<const core::SectionKind> sections();

}  // namespace lta::schema

template <>
inline constexpr bool core::kNames<core::schema::StructKind, lta::schema::Id> = true;
