// What can be wrong with an LTA: the entries of its catalogue (catalogue.cpp) by name.
#pragma once

#include "core/findings.h"

namespace lta {

/// In the order of the catalogue.
enum class Code : std::uint8_t {
    Packed,
    PackedCut,
    PackedRest,
    OtherKind,
    ListOpen,
    ListSurplus,
    QuoteOpen,
    TooDeep,
    TooMany,
    WordLong,
    NoHierarchy,
    NodeCount,
    NodesMany,
    NodeTwice,
    NodeUnknown,
    ShapeGeometry,
    ShapeTwice,
    ShapeMissing,
    ShapeUsedTwice,
    LevelsUneven,
    LevelDistances,
    PieceCount,
    VertexCount,
    TexturesMany,
    UvsWithoutFaces,
    IndexOutOfRange,
    NormalCount,
    DeformerMissing,
    DeformerTarget,
    DeformerPart,
    DeformerRows,
    InfluenceIndex,
    SocketPart,
    SocketName,
    WeightSetCount,
    ChildModelCount,
    BindingUnquoted,
    AnimationsNone,
    AnimationEmpty,
    KeyframesNone,
    KeyTimes,
    FramesFew,
    FramesShape,
    FramesStill,
    FramesApart,
    StringLost,
    TracksMany,
    NotFinite,
    ToolsInfo,
};

/// Every entry, in the order of Code.
[[nodiscard]] std::span<const core::CodeInfo> catalogue();

}  // namespace lta

template <>
inline constexpr bool core::kNames<core::CodeKind, lta::Code> = true;
