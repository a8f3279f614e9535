// What sets two files apart, for JavaScript.
#pragma once

#include "core/compare.h"
#include "values.h"

namespace bindings {

/// Comparison in types/compare.ts.
[[nodiscard]] val comparisonObject(const core::Comparison& comparison);

}  // namespace bindings
