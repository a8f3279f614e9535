// The page's own module with a count of its allocations.
#include <emscripten/bind.h>

#include "support/heap.h"

namespace {

const abc::testing::HeapMeter sinceStart;

}  // namespace

EMSCRIPTEN_BINDINGS(lithoscope_counted) {
    emscripten::function(
        "allocations", +[] { return static_cast<double>(sinceStart.count()); });
}
