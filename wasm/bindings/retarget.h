// Animations of one model for another: options from JavaScript, and what comes of them.
#pragma once

#include "abc/model.h"
#include "core/document.h"
#include "values.h"

namespace bindings {

/// A model that is read.
struct ReadModel {
    const core::Document& document;
    const abc::Model& model;
};

/// NodePairs in types/retarget.ts. @param options RetargetOptions
[[nodiscard]] val pairedNodes(const ReadModel& target, const ReadModel& source, const val& options);

/// The operations that add an animation of the source to the target, or why there are none.
/// @param options RetargetOptions
/// @param wanted RetargetedClip
[[nodiscard]] val retargetedAnimation(const ReadModel& target, const ReadModel& source, const val& options,
                                      const val& wanted);

}  // namespace bindings
