// Findings as JavaScript objects.
#pragma once

#include "abc/findings.h"
#include "values.h"

namespace bindings {

[[nodiscard]] val findingsList(const abc::Findings& findings);

/// Every finding that there is, for those who print or document them.
[[nodiscard]] val catalogue();

}  // namespace bindings
