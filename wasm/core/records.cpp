#include "records.h"

#include <algorithm>

namespace core {

std::uint32_t Records::add(const Record& record) {
    // An eighth more, not twice: the memory for any input is bounded, and growing needs room for both lists.
    if (list_.size() == list_.capacity()) list_.reserve(list_.size() + list_.size() / 8 + 16);
    list_.push_back(record);
    return size() - 1;
}

std::uint32_t Records::firstAfter(std::uint32_t index, std::uint32_t offset) const {
    const auto from = list_.begin() + (index == kNone ? 0 : static_cast<std::ptrdiff_t>(index) + 1);
    const auto found = std::lower_bound(from, list_.end(), offset,
                                        [](const Record& record, std::uint32_t at) { return record.start < at; });
    return static_cast<std::uint32_t>(found - list_.begin());
}

std::uint32_t Records::innermost(std::uint32_t offset) const {
    const auto after = std::upper_bound(list_.begin(), list_.end(), offset,
                                        [](std::uint32_t at, const Record& record) { return at < record.start; });
    auto index = static_cast<std::uint32_t>(after - list_.begin()) - 1;
    while (index != kNone && list_[index].end <= offset) index = list_[index].parent;
    return index;
}

std::uint32_t Records::childAbove(std::uint32_t index, std::uint32_t parent) const {
    while (index != kNone && list_[index].parent != parent) index = list_[index].parent;
    return index;
}

std::uint32_t Records::childWithElement(std::uint32_t group, std::uint32_t element) const {
    assert((*this)[group].group);
    // Descendants lie between their siblings, so each probe climbs to the child of the group first.
    std::uint32_t low = group + 1;
    std::uint32_t high = firstAfter(group, list_[group].end);
    std::uint32_t found = kNone;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const std::uint32_t child = childAbove(middle, group);
        if (child == kNone) return kNone;
        if (list_[child].first <= element) {
            found = child;
            low = middle + 1;
        } else {
            high = child;
        }
    }
    return found != kNone && element - list_[found].first < list_[found].count ? found : kNone;
}

Coverage coverage(const Records& records, std::uint32_t size) {
    Coverage sum;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const Record& record = records[i];
        const std::uint32_t length = record.end - record.start;
        if (record.state == State::Opaque) sum.opaque += length;
        if (record.state == State::Unreferenced) sum.unreferenced += length;
        if (record.state == State::Unparsed) sum.unparsed += length;
    }
    sum.known = size - sum.opaque - sum.unreferenced - sum.unparsed;
    return sum;
}

std::vector<StateRange> notKnown(const Records& records) {
    std::vector<StateRange> ranges;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const Record& record = records[i];
        if (record.state == State::Known) continue;
        if (!ranges.empty() && ranges.back().end == record.start && ranges.back().state == record.state) {
            ranges.back().end = record.end;
        } else {
            ranges.push_back({record.start, record.end, record.state});
        }
    }
    return ranges;
}

}  // namespace core
