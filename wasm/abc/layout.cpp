#include "layout.h"

#include <algorithm>

namespace abc {
namespace {

constexpr std::uint8_t kGroupFlag = 0x80;

}  // namespace

Record Records::operator[](std::uint32_t i) const {
    Record record;
    record.start = start_[i];
    record.end = end_[i];
    record.parent = parent_[i];
    record.count = count_[i];
    record.first = first_[i];
    record.dims = {outer_[i], inner_[i]};
    record.field = field_[i];
    record.type = schema::Type::fromCode(type_[i]);
    record.state = static_cast<State>(flags_[i] & ~kGroupFlag);
    record.group = (flags_[i] & kGroupFlag) != 0;
    return record;
}

std::uint32_t Records::add(const Record& record) {
    const std::uint32_t index = size();
    start_.emplace_back();
    end_.emplace_back();
    parent_.emplace_back();
    count_.emplace_back();
    first_.emplace_back();
    outer_.emplace_back();
    inner_.emplace_back();
    field_.emplace_back();
    type_.emplace_back();
    flags_.emplace_back();
    set(index, record);
    return index;
}

void Records::set(std::uint32_t i, const Record& record) {
    start_[i] = record.start;
    end_[i] = record.end;
    parent_[i] = record.parent;
    count_[i] = record.count;
    first_[i] = record.first;
    outer_[i] = record.dims.outer;
    inner_[i] = record.dims.inner;
    field_[i] = record.field;
    type_[i] = record.type.code();
    flags_[i] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(record.state) | (record.group ? kGroupFlag : 0));
}

void Records::truncate(std::uint32_t size) {
    for (auto* column : {&start_, &end_, &parent_, &count_, &first_, &outer_, &inner_}) column->resize(size);
    field_.resize(size);
    type_.resize(size);
    flags_.resize(size);
}

void Records::append(const Records& other) {
    const std::uint32_t base = size();
    const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    join(start_, other.start_);
    join(end_, other.end_);
    join(parent_, other.parent_);
    join(count_, other.count_);
    join(first_, other.first_);
    join(outer_, other.outer_);
    join(inner_, other.inner_);
    join(field_, other.field_);
    join(type_, other.type_);
    join(flags_, other.flags_);
    for (std::uint32_t i = base; i < size(); ++i) {
        if (parent_[i] != kNone) parent_[i] += base;
    }
}

void Records::shrink() {
    for (auto* column : {&start_, &end_, &parent_, &count_, &first_, &outer_, &inner_}) column->shrink_to_fit();
    field_.shrink_to_fit();
    type_.shrink_to_fit();
    flags_.shrink_to_fit();
}

std::uint32_t Records::firstAfter(std::uint32_t index, std::uint32_t offset) const {
    const auto from = start_.begin() + (index == kNone ? 0 : static_cast<std::ptrdiff_t>(index) + 1);
    return static_cast<std::uint32_t>(std::lower_bound(from, start_.end(), offset) - start_.begin());
}

std::uint32_t Records::innermost(std::uint32_t offset) const {
    const auto after = std::upper_bound(start_.begin(), start_.end(), offset);
    auto index = static_cast<std::uint32_t>(after - start_.begin()) - 1;
    while (index != kNone && end_[index] <= offset) index = parent_[index];
    return index;
}

std::uint32_t Records::childAbove(std::uint32_t index, std::uint32_t parent) const {
    while (index != kNone && parent_[index] != parent) index = parent_[index];
    return index;
}

std::uint32_t Records::childWithElement(std::uint32_t group, std::uint32_t element) const {
    // Descendants lie between their siblings, so each probe climbs to the child of the group first.
    std::uint32_t low = group + 1;
    std::uint32_t high = firstAfter(group, end_[group]);
    std::uint32_t found = kNone;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const std::uint32_t child = childAbove(middle, group);
        if (child == kNone) return kNone;
        if (first_[child] <= element) {
            found = child;
            low = middle + 1;
        } else {
            high = child;
        }
    }
    return found != kNone && element - first_[found] < count_[found] ? found : kNone;
}

Coverage coverage(const Records& records, std::uint32_t size) {
    Coverage sum;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const Record record = records[i];
        const std::uint32_t length = record.end - record.start;
        if (record.state == State::Opaque) sum.opaque += length;
        if (record.state == State::Unreferenced) sum.unreferenced += length;
        if (record.state == State::Unparsed) sum.unparsed += length;
    }
    sum.known = size - sum.opaque - sum.unreferenced - sum.unparsed;
    return sum;
}

}  // namespace abc
