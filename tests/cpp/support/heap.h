// What a piece of work takes of the heap. Linking this counts every `new` of the program.
#pragma once

#include <cstddef>
#include <cstdint>

namespace abc::testing {

/// Counts from its construction on. One at a time.
class HeapMeter {
public:
    HeapMeter();
    /// The most that was allocated at any moment beyond what was there at the start, in bytes.
    [[nodiscard]] std::size_t peak() const;
    /// All that was ever allocated since the start, in bytes.
    [[nodiscard]] std::uint64_t total() const;
    /// The number of allocations since the start.
    [[nodiscard]] std::size_t count() const;

private:
    std::size_t before_;
    std::uint64_t totalBefore_;
    std::size_t countBefore_;
};

}  // namespace abc::testing
