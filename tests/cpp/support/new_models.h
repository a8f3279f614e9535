// New models: of the specs of the fixtures, and at random; and what holds for every one. Shared by the native tests and
// the fuzz target.
#pragma once

#include <abc/compose.h>

#include "edits.h"
#include "fixtures.h"

namespace abc::testing {

/// What a spec means. `extra`, sections of no version and what a fixture leaves out are not in a new model.
[[nodiscard]] NewModel newModel(const SpecV9& spec);
[[nodiscard]] NewModel newModel(const SpecV6& spec);

/// A small model of any kind. Half of them are sound; of the others lists do not fit together, indices name nothing,
/// numbers are none.
[[nodiscard]] NewModel anyNewModel(Dice roll);

/// A model that is refused gives a sentence and no bytes; any other a file that is read to its end, with right counters
/// and every index in range, that evaluates, and that the other writer makes again.
[[nodiscard]] Violation checkComposed(const NewModel& model);

}  // namespace abc::testing
