// A parsed file made anew from its fields.
#pragma once

#include "core/findings.h"
#include "parse.h"
#include "writer.h"

namespace abc {

/// Writes a file field by field: every value as it was read, stored counters and padding included, sections in
/// their order, those that no version describes as they are; string lengths and section offsets are made
/// anew. What is sound comes out byte for byte; with a finding of severity error the answer is a refusal.
[[nodiscard]] Written write(const Document& document, const Findings& findings);

}  // namespace abc
