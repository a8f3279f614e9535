// What is wrong with a file, and where: a pass of its own, after the file is shown.
#pragma once

#include "codes.h"
#include "deform.h"

namespace abc {

[[nodiscard]] Findings validate(const Document& document, const Model& model);
/// For those who need the vote themselves: it deforms the whole model and need not be held twice.
/// @param findings empty, with the catalogue: says how many places are kept
[[nodiscard]] Findings validate(const Document& document, const Model& model, const WindingVote& vote,
                                Findings findings = Findings(catalogue()));

}  // namespace abc
