// What sets two files apart, for JavaScript.
#pragma once

#include "core/compare.h"
#include "values.h"

namespace bindings {

/// ComparisonColumns in types/compare.ts.
[[nodiscard]] val comparisonObject(const core::Comparison& comparison);

/// The same of two outlines (Outline in types/compare.ts); null without memory.
[[nodiscard]] val comparedOutlines(const val& left, const val& right);

}  // namespace bindings
