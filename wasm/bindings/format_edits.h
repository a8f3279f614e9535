// What of a model its format lets somebody change.
#pragma once

#include <vector>

#include "core/schema.h"

namespace bindings {

/// What of a model can be changed (`ModelEdits` in wasm/js/types/info.ts).
struct FormatEdits {
    bool values = false;
    bool elements = false;
    bool whole = false;
    /// Of which elements can go and move, and of which there can be one more.
    std::vector<core::schema::Role> lists, copies;
};

}  // namespace bindings
