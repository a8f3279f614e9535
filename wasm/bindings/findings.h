// Findings as JavaScript objects.
#pragma once

#include "core/findings.h"
#include "values.h"

namespace bindings {

/// The one finding of a file for which there was no memory. Allocates nothing in C++.
[[nodiscard]] val outOfMemoryList();
[[nodiscard]] val findingsList(const core::Findings& findings);

/// Entries of a catalogue, for those who print or document them.
[[nodiscard]] val catalogue(std::span<const core::CodeInfo> entries);

}  // namespace bindings
