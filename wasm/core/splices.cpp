#include "splices.h"

#include <algorithm>

namespace core {
namespace {

/// So many bytes that stayed, and two changes are two.
constexpr std::size_t kGap = 16;

/// Of more changes those that are near each other are one: each is an object in JavaScript.
constexpr std::size_t kMostSplices = 1000;

constexpr std::uint64_t keyOf(std::uint32_t start, std::uint32_t end) {
    return std::uint64_t{start} << 32U | end;
}
constexpr std::uint32_t startOf(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> 32U);
}
constexpr std::uint32_t endOf(std::uint64_t key) {
    return static_cast<std::uint32_t>(key);
}

}  // namespace

void Splices::add(std::uint32_t start, std::uint32_t end, std::vector<std::byte> bytes) {
    if (start > end || overlaps(start, end)) {
        isContradictory_ = true;
        return;
    }
    growth_ += static_cast<std::int64_t>(bytes.size()) - static_cast<std::int64_t>(end - start);
    list_.emplace_hint(list_.upper_bound(keyOf(start, end)), keyOf(start, end), std::move(bytes));
}

bool Splices::overlaps(std::uint32_t start, std::uint32_t end) const {
    auto next = list_.lower_bound(keyOf(start, start));
    if (next != list_.begin()) {
        const std::uint64_t before = std::prev(next)->first;
        if (endOf(before) > start) return true;
    }
    for (; next != list_.end() && startOf(next->first) < end; ++next) {
        if (startOf(next->first) > start || endOf(next->first) > start) return true;
    }
    return false;
}

bool Splices::replace(std::uint32_t start, std::uint32_t end, const std::vector<std::byte>& bytes) {
    const auto found = list_.find(keyOf(start, end));
    if (found == list_.end()) return false;
    growth_ += static_cast<std::int64_t>(bytes.size()) - static_cast<std::int64_t>(found->second.size());
    found->second = bytes;
    return true;
}

std::vector<std::byte> Splices::apply(Bytes before) const {
    std::vector<std::byte> after;
    after.reserve(before.size() + static_cast<std::size_t>(growth_));
    std::uint32_t at = 0;
    for (const auto& [key, bytes] : list_) {
        const Bytes kept = before.subspan(at, startOf(key) - at);
        after.insert(after.end(), kept.begin(), kept.end());
        after.insert(after.end(), bytes.begin(), bytes.end());
        at = endOf(key);
    }
    const Bytes rest = before.subspan(at);
    after.insert(after.end(), rest.begin(), rest.end());
    return after;
}

std::uint32_t Splices::Mapper::operator()(std::uint32_t offset) {
    while (next_ != end_ && endOf(next_->first) <= offset) {
        const std::uint64_t key = next_->first;
        delta_ += static_cast<std::int64_t>(next_->second.size()) - (endOf(key) - startOf(key));
        ++next_;
    }
    // Inside what is replaced, as far as there are bytes instead.
    const bool isInside = next_ != end_ && startOf(next_->first) < offset;
    const std::int64_t most =
        isInside ? startOf(next_->first) + static_cast<std::int64_t>(next_->second.size()) : offset;
    return static_cast<std::uint32_t>(std::min<std::int64_t>(offset, most) + delta_);
}

std::vector<SpliceSum::Range> SpliceSum::joined(std::span<const Range> before, std::span<const Range> next) {
    std::vector<Range> ranges;
    ranges.reserve(before.size() + next.size());
    std::size_t b = 0;
    std::size_t n = 0;
    std::int64_t grownBefore = 0;
    std::int64_t grownNow = 0;
    while (b < before.size() || n < next.size()) {
        // In the bytes between the two: what was changed before or is now, as far as they touch.
        const std::uint32_t from =
            std::min(b < before.size() ? before[b].newStart : 0xFFFFFFFF, n < next.size() ? next[n].start : 0xFFFFFFFF);
        std::uint32_t to = from;
        Range range{};
        range.start = static_cast<std::uint32_t>(from - grownBefore);
        range.newStart = static_cast<std::uint32_t>(from + grownNow);
        for (bool touches = true; touches;) {
            touches = false;
            for (; b < before.size() && before[b].newStart <= to; ++b, touches = true) {
                to = std::max(to, before[b].newEnd);
                grownBefore += before[b].growth();
            }
            for (; n < next.size() && next[n].start <= to; ++n, touches = true) {
                to = std::max(to, next[n].end);
                grownNow += next[n].growth();
            }
        }
        range.end = static_cast<std::uint32_t>(to - grownBefore);
        range.newEnd = static_cast<std::uint32_t>(to + grownNow);
        ranges.push_back(range);
    }
    return ranges;
}

void SpliceSum::settle() {
    if (touched_.empty()) return;
    std::sort(touched_.begin(), touched_.end(), [](const Range& a, const Range& b) { return a.start < b.start; });
    ranges_ = joined(ranges_, touched_);
    touched_.clear();
}

void SpliceSum::add(const Splices& splices) {
    settle();
    std::vector<Range> next;
    next.reserve(splices.list_.size());
    std::int64_t grown = 0;
    for (const auto& [key, bytes] : splices.list_) {
        const auto newStart = static_cast<std::uint32_t>(startOf(key) + grown);
        next.push_back({startOf(key), endOf(key), newStart, newStart + static_cast<std::uint32_t>(bytes.size())});
        grown += next.back().growth();
    }
    ranges_ = joined(ranges_, next);
}

std::vector<Splice> SpliceSum::of(Bytes before, Bytes after) {
    settle();
    std::vector<Splice> out;
    const auto add = [&](std::size_t start, std::size_t end, Bytes bytes) {
        out.push_back(
            {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end), {bytes.begin(), bytes.end()}});
    };
    for (const Range& range : ranges_) {
        const Bytes old = before.subspan(range.start, range.end - range.start);
        const Bytes made = after.subspan(range.newStart, range.newEnd - range.newStart);
        if (old.size() == made.size()) {
            // What stayed in between is no change.
            for (std::size_t from = 0; from < old.size();) {
                const auto differs = std::mismatch(old.begin() + static_cast<std::ptrdiff_t>(from), old.end(),
                                                   made.begin() + static_cast<std::ptrdiff_t>(from));
                from = static_cast<std::size_t>(differs.first - old.begin());
                std::size_t to = from;
                for (std::size_t at = from; at < old.size() && at < to + kGap; ++at) {
                    if (old[at] != made[at]) to = at + 1;
                }
                if (to > from) add(range.start + from, range.start + to, made.subspan(from, to - from));
                from = std::max(to, from + 1);
            }
            continue;
        }
        const std::size_t most = std::min(old.size(), made.size());
        const auto same = static_cast<std::size_t>(
            std::mismatch(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(most), made.begin()).first -
            old.begin());
        std::size_t tail = 0;
        while (tail < most - same && old[old.size() - 1 - tail] == made[made.size() - 1 - tail]) ++tail;
        add(range.start + same, range.end - tail, made.subspan(same, made.size() - same - tail));
    }
    for (std::size_t gap = 64; out.size() > kMostSplices; gap *= 4) {
        std::vector<Splice> joined;
        for (Splice& splice : out) {
            if (joined.empty() || splice.start - joined.back().end > gap) {
                joined.push_back(std::move(splice));
                continue;
            }
            Splice& last = joined.back();
            const Bytes between = before.subspan(last.end, splice.start - last.end);
            last.bytes.insert(last.bytes.end(), between.begin(), between.end());
            last.bytes.insert(last.bytes.end(), splice.bytes.begin(), splice.bytes.end());
            last.end = splice.end;
        }
        out = std::move(joined);
    }
    return out;
}

}  // namespace core
