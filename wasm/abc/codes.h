// What can be wrong with a model: the entries of its catalogue (catalogue.cpp) by name.
#pragma once

#include "core/findings.h"
#include "schema.h"

namespace abc {

/// What can be wrong with a model, in the order of the catalogue.
enum class Code : std::uint8_t {
    // The file as a whole.
    EmptyFile,
    NotAbc,
    FileTooLarge,
    OutOfMemory,
    VersionUnreadable,
    VersionUnknown,
    VersionNotInModelEdit,
    // Framing.
    SectionOffsetOutOfFile,
    SectionOffsetBackward,
    SectionOffsetSelf,
    SectionOffsetOverlap,
    SectionHeadBad,
    SectionChainOpen,
    SectionUnknown,
    SectionNameCase,
    SectionTooFar,
    SectionOpaque,
    SectionRepeated,
    SectionMissing,
    SectionTrailingBytes,
    SectionNeedsNodes,
    DataTruncated,
    CountTooLarge,
    NodeTreeOpen,
    LayoutSettled,
    // Counts and indices.
    HeaderCountMismatch,
    CountMismatch,
    WeightsAboveCount,
    IndexOutOfRange,
    // Numbers and strings.
    NumberNotFinite,
    QuaternionNotUnit,
    StringNotAscii,
    StringTooLong,
    NameTooLong,
    // Skeleton.
    NodesMissing,
    NodeIndexOrder,
    NodeMatrixNotAffine,
    NodeMatrixNotRigid,
    NodeNameRepeated,
    WeightSetNodeCount,
    SocketNodeMissing,
    // Mesh.
    MeshMissing,
    VertexUnweighted,
    WeightZero,
    WeightSum,
    WeightLocation,
    BindPositionsDiffer,
    FaceDegenerate,
    WindingInward,
    UvRange,
    UvClamped,
    LodDistanceBackward,
    LodDistanceRepeated,
    CollapseCycle,
    DeformationRepeated,
    // Animations.
    AnimationsMissing,
    RestPoseMissing,
    AnimationEmpty,
    AnimationInstant,
    AnimationLength,
    AnimationNameRepeated,
    KeyTimeFirst,
    KeyTimeBackward,
    KeyTimeRepeated,
    // Child models and bindings.
    ChildModelSelf,
    ChildModelCount,
    ChildModelUnnamed,
    ChildModelRepeated,
    BindingUnknown,
    BindingMissing,
    BindingRepeated,
    BindingExtents,
    // Between a child model and its file (compare_child.h).
    ChildTreeMismatch,
    ChildBuildNumber,
    ChildBindingNames,
    ChildBindingCount,
    ChildHasChildren,
};

/// Every entry, in the order of Code.
[[nodiscard]] std::span<const CodeInfo> catalogue();
[[nodiscard]] inline const CodeInfo& describe(Code code) {
    return catalogue()[static_cast<std::size_t>(code)];
}

}  // namespace abc

template <>
inline constexpr bool core::kNames<core::CodeKind, abc::Code> = true;
