#include "blocks.h"

namespace {

std::uint64_t blocks = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

/// Called by the instrumentation (-fsanitize-coverage=trace-pc).
extern "C" void __sanitizer_cov_trace_pc() {  // NOLINT(readability-identifier-naming)
    ++blocks;
}

namespace abc::testing {

std::uint64_t blocksRun() {
    return blocks;
}

}  // namespace abc::testing
