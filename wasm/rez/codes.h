// What can be wrong with an archive: the entries of its catalogue (catalogue.cpp) by name.
#pragma once

#include "core/findings.h"

namespace rez {

/// In the order of the catalogue.
enum class Code : std::uint8_t {
    // One that models have too.
    EmptyFile,
    // Of archives alone.
    NotRez,
    RezTooLarge,
    RezEncrypted,
    RezVersionUnknown,
    RezHeaderCut,
    RezDirectoryOutside,
    RezDirectoryCycle,
    RezDirectoryOverlap,
    RezNestedTooDeep,
    RezTooMuch,
    RezEntryTypeUnknown,
    RezNameOpen,
    RezEntryCut,
    RezDirectoryLeftOver,
    RezEntryOutside,
    RezEntryOverlap,
    RezEntryShared,
    RezPathTwice,
    RezNameOdd,
    RezNameLong,
};

/// Every entry, in the order of Code.
[[nodiscard]] std::span<const core::CodeInfo> catalogue();
/// Those that only archives have.
[[nodiscard]] std::span<const core::CodeInfo> archiveCatalogue();

}  // namespace rez

template <>
inline constexpr bool core::kNames<core::CodeKind, rez::Code> = true;
