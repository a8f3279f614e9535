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
/// @param bytes the size of the larger one, where some work begins only above a certain size
inline void expectLinear(const std::string& what, const Work& few, const Work& many, std::uint64_t bytes = 0) {
    // Sorting grows by a logarithm, and short strings take no heap where longer ones do; what is quadratic is 64.
    constexpr std::uint64_t kMost = 24;
    // A table that a small input needs none of may take twice the room of the larger one. What is quadratic takes a
    // hundred times as much.
    constexpr std::uint64_t kLeastBlocks = 100'000;
    const std::uint64_t leastHeap = 4096 + 2 * bytes;
    EXPECT_LE(many.blocks, kMost * few.blocks + kLeastBlocks) << what << ": basic blocks";
    EXPECT_LE(many.heap, kMost * few.heap + leastHeap) << what << ": heap";
}

}  // namespace abc::testing
