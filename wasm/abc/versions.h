// The versions of ABC: one row is all that sets a version apart (abc.md §3).
#pragma once

#include <vector>

#include "core/dialect.h"
#include "schema.h"

namespace abc {

/// The versions that are built alike.
enum class Family : std::uint8_t { V6, V9 };

/// The row of a version, or nullptr when no description of it is known.
[[nodiscard]] const Version* findVersion(std::uint32_t number);

/// Whether new models are written in this version.
[[nodiscard]] bool isComposed(std::uint32_t version);

/// The other versions in which models of this one can be written: those that differ from it in nothing but numbers, and
/// of those that new models are written in the ones of the other family.
[[nodiscard]] std::vector<std::uint32_t> conversionsOf(std::uint32_t version);

/// Stands in for a version without a description: the chain of sections still reads.
[[nodiscard]] const Version& chainOnly();

[[nodiscard]] inline Family familyOf(const Dialect& dialect) {
    return dialect.version().number == 6 ? Family::V6 : Family::V9;
}

}  // namespace abc
