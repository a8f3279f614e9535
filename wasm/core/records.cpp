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
    const auto isBefore = [offset](const Record& record) { return record.start < offset; };
    std::uint32_t low = index == kNone ? 0 : index + 1;
    // What is looked for mostly stands near: in steps that double, until one is too far.
    std::uint32_t high = size();
    for (std::uint32_t step = 1; step < high - low; step *= 2) {
        if (!isBefore(list_[low + step - 1])) {
            high = low + step;
            break;
        }
        low += step;
    }
    const auto* const found = std::partition_point(list_.data() + low, list_.data() + high, isBefore);
    return static_cast<std::uint32_t>(found - list_.data());
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
    const auto holds = [&](const Record& child) {
        return child.first <= element && element - child.first < child.count;
    };
    // Where no two neighbours are alike and none has parts of its own, each element is a record, in order.
    if (element < size() - group - 1) {
        const std::uint32_t guess = group + 1 + element;
        if (list_[guess].parent == group && holds(list_[guess])) return guess;
    }
    // Descendants lie between their siblings, so each probe climbs to the child of the group first.
    std::uint32_t low = group + 1;
    std::uint32_t high = firstAfter(group, list_[group].end);
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const std::uint32_t child = childAbove(middle, group);
        if (child == kNone) return kNone;
        if (holds(list_[child])) return child;
        if (list_[child].first <= element) {
            low = middle + 1;
        } else {
            high = child;
        }
    }
    return kNone;
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
