// How another file suits the entry of a child model: what takes both files to see (abc.md §4.13).
#pragma once

#include "codes.h"
#include "pose.h"

namespace abc {

/// What is wrong between a child model of the file and `base`, which was opened for it. Places are in the file that
/// names the child model. Nothing for the model's own entry 0 and for an entry that is not there.
[[nodiscard]] Findings compareChild(const Document& document, const Model& model, std::uint32_t child,
                                    const Model& base);

}  // namespace abc
