#include "compare_ranges.h"

#include <algorithm>

namespace core::comparing {
namespace {

/// Whether what lies inside belongs together byte by byte, or has nothing beside it.
bool isEven(const MatchedRange& range) {
    return range.kind == RangeKind::Added || range.kind == RangeKind::Removed ||
           range.leftEnd - range.left == range.rightEnd - range.right;
}

/// Whether it is the same stretch in both files, whatever its bytes.
bool isInPlace(const MatchedRange& range) {
    return (range.kind == RangeKind::Equal || range.kind == RangeKind::Changed) && isEven(range);
}

/// Puts a range at the end of a list; one that continues the last becomes one with it.
void append(std::vector<MatchedRange>& ranges, const MatchedRange& range) {
    if (!ranges.empty()) {
        MatchedRange& last = ranges.back();
        const bool follows = last.kind == range.kind && last.leftEnd == range.left && last.rightEnd == range.right;
        if (follows && isEven(last) && isEven(range)) {
            last.leftEnd = range.leftEnd;
            last.rightEnd = range.rightEnd;
            return;
        }
    }
    ranges.push_back(range);
}

}  // namespace

void RangeBuilder::put(const MatchedRange& range) {
    if (range.leftEnd <= range.left && range.rightEnd <= range.right) return;
    MatchedRange made = range;
    if (found_.size() >= kMaxRanges && isInPlace(range) && isInPlace(found_.back())) {
        found_.back().kind = RangeKind::Changed;
        made.kind = RangeKind::Changed;
    }
    append(found_, made);
}

std::vector<MatchedRange> RangeBuilder::finish(bool ofLeft, std::uint32_t size) const {
    const auto start = [ofLeft](const MatchedRange& range) { return ofLeft ? range.left : range.right; };
    const auto end = [ofLeft](const MatchedRange& range) { return ofLeft ? range.leftEnd : range.rightEnd; };
    std::vector<MatchedRange> mine;
    for (const MatchedRange& range : found_) {
        if (end(range) > start(range)) mine.push_back(range);
    }
    // Only what was moved stands elsewhere than it was found.
    std::stable_sort(mine.begin(), mine.end(),
                     [&](const MatchedRange& a, const MatchedRange& b) { return start(a) < start(b); });
    std::vector<MatchedRange> tiles;
    std::uint32_t at = 0;
    std::uint32_t across = 0;
    const auto fill = [&](std::uint32_t until) {
        if (until <= at) return;
        append(tiles, ofLeft ? MatchedRange{RangeKind::Removed, at, until, across, across}
                             : MatchedRange{RangeKind::Added, across, across, at, until});
        at = until;
    };
    for (const MatchedRange& range : mine) {
        fill(std::min(start(range), size));
        // What two parts of a damaged structure both claim stays with the first.
        if (start(range) != at || end(range) > size) continue;
        append(tiles, range);
        at = end(range);
        across = ofLeft ? range.rightEnd : range.leftEnd;
    }
    fill(size);
    return tiles;
}

}  // namespace core::comparing
