// Animations for a model as changes of its file.
#pragma once

#include "abc/parse.h"
#include "core/edit.h"
#include "retarget.h"

namespace retargeting {

/// Why animations cannot be added to a file, a sentence; empty when they can.
[[nodiscard]] std::string whyNotBaked(const core::Document& target);

/// The operations that add an animation after the last one, with its dims and binding. What version 6 deforms stays as
/// it is at rest.
/// @param target a file to which animations can be added
/// @param model of that file
/// @param motion made for it
/// @param before how many animations the operations before these have added
[[nodiscard]] std::vector<core::Operation> baked(const core::Document& target, const abc::Model& model,
                                                 const Motion& motion, std::uint32_t before);

}  // namespace retargeting
