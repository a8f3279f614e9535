#include "edit_lists.h"

#include <cassert>

namespace core {
namespace {

/// Of more runs the file is read again: to find one costs as many steps.
constexpr std::size_t kMostRuns = 4096;

}  // namespace

std::uint32_t Shift::operator()(std::uint32_t element) const {
    switch (kind) {
        case ListChange::Kind::Insert: return element < index ? element : element + count;
        case ListChange::Kind::Remove:
            if (element >= index && element - index < count) return kNone;
            return element < index ? element : element - count;
        case ListChange::Kind::Move:
            if (element >= index && element - index < count) return element - index + to;
            if (to < index) return element >= to && element < index ? element + count : element;
            return element >= index + count && element < to + count ? element - count : element;
    }
    return element;
}

std::uint32_t Shift::sizeAfter(std::uint32_t size) const {
    switch (kind) {
        case ListChange::Kind::Insert: return size + count;
        case ListChange::Kind::Remove: return size - count;
        case ListChange::Kind::Move: break;
    }
    return size;
}

ChangedList::ChangedList(std::uint32_t size) : inFile_(size), size_(size) {
    if (size > 0) runs_.push_back({0, size, true, {}});
}

void ChangedList::find(std::uint32_t index) {
    while (before_ > index) before_ -= runs_[--at_].count;
    while (at_ < runs_.size() && index - before_ >= runs_[at_].count) before_ += runs_[at_++].count;
}

std::uint32_t ChangedList::original(std::uint32_t index) {
    find(index);
    return at_ < runs_.size() && runs_[at_].isKept ? runs_[at_].first + (index - before_) : kNone;
}

bool ChangedList::split(std::uint32_t index) {
    find(index);
    const std::uint32_t head = index - before_;
    if (head == 0) return true;
    Run& run = runs_[at_];
    if (run.first == kNone) return false;
    Run tail{run.first + head, run.count - head, run.isKept, {}};
    run.count = head;
    runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(++at_), std::move(tail));
    before_ = index;
    return true;
}

std::optional<ChangedList::Run> ChangedList::copyOf(std::uint32_t index) {
    find(index);
    const Run& run = runs_[at_];
    if (run.first != kNone) return Run{run.first + (index - before_), 1, false, {}};
    return run.count == 1 ? std::optional(run) : std::nullopt;
}

std::optional<std::uint32_t> ChangedList::sizeOf(std::uint32_t index, StartOf startOf) {
    const auto copy = copyOf(index);
    if (!copy) return std::nullopt;
    return copy->first == kNone ? static_cast<std::uint32_t>(copy->bytes.size())
                                : startOf(copy->first + 1) - startOf(copy->first);
}

void ChangedList::insert(std::uint32_t index, Run run) {
    find(index);
    assert(index == before_);
    size_ += run.count;
    runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(at_), std::move(run));
}

void ChangedList::remove(std::uint32_t index, std::uint32_t count) {
    find(index);
    assert(index == before_);
    size_ -= count;
    const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(at_);
    auto end = begin;
    for (; count > 0; ++end) count -= end->count;
    runs_.erase(begin, end);
}

bool ChangedList::change(const Shift& shift, std::vector<std::byte> made) {
    if (runs_.size() >= kMostRuns) return false;
    switch (shift.kind) {
        case ListChange::Kind::Insert: {
            if (!split(shift.index)) return false;
            if (shift.copied == kNone) {
                insert(shift.index, {kNone, shift.count, false, std::move(made)});
                return true;
            }
            auto copy = shift.count == 1 ? copyOf(shift.copied) : std::nullopt;
            if (!copy) return false;
            insert(shift.index, std::move(*copy));
            return true;
        }
        case ListChange::Kind::Remove:
            if (!split(shift.index + shift.count) || !split(shift.index)) return false;
            remove(shift.index, shift.count);
            return true;
        case ListChange::Kind::Move: {
            // Behind the ones that it passes.
            const std::uint32_t before = shift.to < shift.index ? shift.to : shift.to + 1;
            auto copy = shift.count == 1 ? copyOf(shift.index) : std::nullopt;
            if (!copy || !split(before) || !split(shift.index + 1) || !split(shift.index)) return false;
            remove(shift.index, 1);
            insert(shift.to, std::move(*copy));
            return true;
        }
    }
    return false;
}

void ChangedList::addTo(Splices& splices, Bytes file, StartOf startOf) const {
    std::uint32_t done = 0;
    std::vector<std::byte> others;
    const auto fill = [&](std::uint32_t next) {
        if (next > done || !others.empty()) splices.add(startOf(done), startOf(next), std::move(others));
        others = {};
    };
    for (const Run& run : runs_) {
        if (run.isKept) {
            fill(run.first);
            done = run.first + run.count;
        } else if (run.first == kNone) {
            others.insert(others.end(), run.bytes.begin(), run.bytes.end());
        } else {
            const std::uint32_t start = startOf(run.first);
            const Bytes copied = file.subspan(start, startOf(run.first + run.count) - start);
            others.insert(others.end(), copied.begin(), copied.end());
        }
    }
    fill(inFile_);
}

}  // namespace core
