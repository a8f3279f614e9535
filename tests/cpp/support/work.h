// What a piece of work costs, without a clock: the basic blocks of the core that it runs, and what it takes of the
// heap.
#pragma once

#include <gtest/gtest.h>

#include "blocks.h"
#include "heap.h"

namespace abc::testing {

struct Work {
    std::uint64_t blocks = 0;
    /// All that was ever allocated, bytes: what is copied shows in it.
    std::uint64_t heap = 0;
};

template <class Job>
Work measured(Job job) {
    const HeapMeter heap;
    const std::uint64_t before = blocksRun();
    job();
    return {blocksRun() - before, heap.total()};
}

/// How much larger the second of two inputs is.
inline constexpr std::uint32_t kTimes = 8;

/// The work on an input and on one that is kTimes as large.
inline void expectLinear(const std::string& what, const Work& few, const Work& many) {
    // Sorting grows by a logarithm, and short strings take no heap where longer ones do; what is quadratic is 64.
    constexpr std::uint64_t kMost = 24;
    // So that what costs the same for every file does not hide the rest.
    constexpr std::uint64_t kLeast = 100'000;
    EXPECT_LE(many.blocks, kMost * few.blocks + kLeast) << what << ": basic blocks";
    EXPECT_LE(many.heap, kMost * few.heap + kLeast) << what << ": heap";
}

}  // namespace abc::testing
