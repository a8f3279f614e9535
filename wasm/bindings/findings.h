// Findings as JavaScript objects.
#pragma once

#include "core/findings.h"
#include "values.h"

namespace bindings {

[[nodiscard]] val findingsList(const abc::Findings& findings);

/// Entries of a catalogue, for those who print or document them.
[[nodiscard]] val catalogue(std::span<const abc::CodeInfo> entries);

}  // namespace bindings
