// Which bytes of one file stand for which of another.
#pragma once

#include "compare.h"

namespace core::comparing {

/// From this many ranges on, equal bytes between two changes are merged with them: files may differ at every other
/// byte.
inline constexpr std::size_t kMaxRanges = 200'000;

/// Collects ranges as they are found; those that continue the one before become one with it.
class RangeBuilder {
public:
    void put(const MatchedRange& range);

    /// What was found, filled up so that it covers the left or the right file once.
    [[nodiscard]] std::vector<MatchedRange> finish(bool ofLeft, std::uint32_t size) const;

private:
    std::vector<MatchedRange> found_;
};

}  // namespace core::comparing
