// What can be wrong with an LTB: the entries of its catalogue (catalogue.cpp) by name.
#pragma once

#include "core/findings.h"

namespace ltb {

/// In the order of the catalogue.
enum class Code : std::uint8_t {
    VersionUnreadable,
    VersionOld,
    VersionNew,
    LayoutSettled,
    Cut,
    CountLarge,
    TreeOpen,
    CompressionUnknown,
    TrailingBytes,
    CounterMismatch,
    AnimDataSmall,
    PieceCount,
    TextureCount,
    MeshTypeUnknown,
    ObjectSize,
    BoneCount,
    StreamFlags,
    IndexOutOfRange,
    BoneSetGap,
    NodeCount,
    NodeIndexOrder,
    WeightSetCount,
    SocketNode,
    ChildModelCount,
    ChildModelExtension,
    KeyframesNone,
    KeyTimes,
    KeysMany,
    TrackCount,
    VertexFrames,
    NotFinite,
};

/// Every entry, in the order of Code.
[[nodiscard]] std::span<const core::CodeInfo> catalogue();

}  // namespace ltb

template <>
inline constexpr bool core::kNames<core::CodeKind, ltb::Code> = true;
