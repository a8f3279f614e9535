// A parsed file made anew from its fields: shows that the schema says how to write what it says how to read.
#pragma once

#include <abc/parse.h>
#include <abc/writer.h>
#include <core/findings.h>

namespace abc::testing {

/// Writes a file field by field: every value as it was read, stored counters and padding included, sections in
/// their order, those that no version describes as they are; string lengths and section offsets are made
/// anew. What is sound comes out byte for byte; with a finding of severity error the answer is a refusal.
[[nodiscard]] Written rewrite(const Document& document, const Findings& findings);

}  // namespace abc::testing
