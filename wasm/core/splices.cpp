#include "splices.h"

#include <algorithm>

namespace core {
namespace {

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
    assert(start <= end && !overlaps(start, end));
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

bool Splices::replace(std::uint32_t start, std::uint32_t end, std::vector<std::byte>& bytes) {
    const auto found = list_.find(keyOf(start, end));
    if (found == list_.end()) return false;
    growth_ += static_cast<std::int64_t>(bytes.size()) - static_cast<std::int64_t>(found->second.size());
    found->second = std::move(bytes);
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

void SpliceSum::add(const Splices& splices) {
    std::vector<Range> ranges;
    auto before = ranges_.begin();
    auto next = splices.list_.begin();
    std::int64_t grownBefore = 0;
    std::int64_t grownNow = 0;
    while (before != ranges_.end() || next != splices.list_.end()) {
        // In the bytes between the two: what was changed before or is now, as far as they touch.
        const std::uint32_t from = std::min(before != ranges_.end() ? before->newStart : 0xFFFFFFFF,
                                            next != splices.list_.end() ? startOf(next->first) : 0xFFFFFFFF);
        std::uint32_t to = from;
        Range range{};
        range.start = static_cast<std::uint32_t>(from - grownBefore);
        range.newStart = static_cast<std::uint32_t>(from + grownNow);
        for (bool touches = true; touches;) {
            touches = false;
            for (; before != ranges_.end() && before->newStart <= to; ++before, touches = true) {
                to = std::max(to, before->newEnd);
                grownBefore += before->growth();
            }
            for (; next != splices.list_.end() && startOf(next->first) <= to; ++next, touches = true) {
                to = std::max(to, endOf(next->first));
                grownNow +=
                    static_cast<std::int64_t>(next->second.size()) - (endOf(next->first) - startOf(next->first));
            }
        }
        range.end = static_cast<std::uint32_t>(to - grownBefore);
        range.newEnd = static_cast<std::uint32_t>(to + grownNow);
        ranges.push_back(range);
    }
    ranges_ = std::move(ranges);
}

std::vector<Splice> SpliceSum::of(Bytes before, Bytes after) const {
    std::vector<Splice> out;
    for (const Range& range : ranges_) {
        const Bytes old = before.subspan(range.start, range.end - range.start);
        const Bytes made = after.subspan(range.newStart, range.newEnd - range.newStart);
        const std::size_t most = std::min(old.size(), made.size());
        const auto same = static_cast<std::size_t>(
            std::mismatch(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(most), made.begin()).first -
            old.begin());
        std::size_t tail = 0;
        while (tail < most - same && old[old.size() - 1 - tail] == made[made.size() - 1 - tail]) ++tail;
        const Bytes bytes = made.subspan(same, made.size() - same - tail);
        const auto start = static_cast<std::uint32_t>(range.start + same);
        const auto end = static_cast<std::uint32_t>(range.end - tail);
        if (start == end && bytes.empty()) continue;
        out.push_back({start, end, {bytes.begin(), bytes.end()}});
    }
    return out;
}

}  // namespace core
