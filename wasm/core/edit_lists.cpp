#include "edit_lists.h"

#include <cassert>
#include <iterator>

namespace core {
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

Bytes NewElements::of(std::uint32_t first, std::uint32_t count) const {
    if (count == 0) return {};
    const std::uint32_t start = first == 0 ? 0 : ends[first - 1];
    return Bytes(bytes).subspan(start, ends[first + count - 1] - start);
}

void NewElements::add(Bytes element) {
    bytes.insert(bytes.end(), element.begin(), element.end());
    ends.push_back(static_cast<std::uint32_t>(bytes.size()));
}

ChangedList::ChangedList(std::uint32_t size) : inFile_(size), size_(size) {
    if (size > 0) runs_.push_back({0, size, true, true, {}});
}

void ChangedList::find(std::uint32_t index) const {
    while (before_ > index) before_ -= runs_[--at_].count;
    while (at_ < runs_.size() && index - before_ >= runs_[at_].count) before_ += runs_[at_++].count;
}

std::uint32_t ChangedList::original(std::uint32_t index) const {
    find(index);
    return at_ < runs_.size() && runs_[at_].isKept ? runs_[at_].first + (index - before_) : kNone;
}

std::uint32_t ChangedList::own(std::uint32_t index) const {
    find(index);
    return at_ < runs_.size() && runs_[at_].isOwn ? runs_[at_].first + (index - before_) : kNone;
}

std::uint32_t ChangedList::origin(std::uint32_t index) const {
    find(index);
    return at_ < runs_.size() && runs_[at_].first != kNone ? runs_[at_].first + (index - before_) : kNone;
}

std::vector<std::uint32_t> ChangedList::newIndices() const {
    std::vector<std::uint32_t> out(inFile_, kNone);
    std::uint32_t index = 0;
    for (const Run& run : runs_) {
        for (std::uint32_t i = 0; i < run.count; ++i, ++index) {
            if (run.isOwn) out[run.first + i] = index;
        }
    }
    return out;
}

void ChangedList::split(std::uint32_t index) {
    find(index);
    const std::uint32_t head = index - before_;
    if (head == 0) return;
    Run& run = runs_[at_];
    Run tail{kNone, run.count - head, run.isKept, run.isOwn, {}};
    if (run.first != kNone) {
        tail.first = run.first + head;
    } else {
        NewElements first;
        for (std::uint32_t i = 0; i < run.count; ++i) (i < head ? first : tail.made).add(run.made.of(i, 1));
        run.made = std::move(first);
    }
    run.count = head;
    runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(++at_), std::move(tail));
    before_ = index;
}

std::vector<ChangedList::Run> ChangedList::runsOf(std::uint32_t index, std::uint32_t count) {
    split(index + count);
    split(index);
    std::vector<Run> out;
    for (std::size_t at = at_; count > 0; ++at) {
        out.push_back(runs_[at]);
        count -= runs_[at].count;
    }
    return out;
}

Bytes ChangedList::bytesOf(std::uint32_t index, Bytes file, StartOf startOf) const {
    find(index);
    const Run& run = runs_[at_];
    if (run.first == kNone) return run.made.of(index - before_, 1);
    const std::uint32_t element = run.first + (index - before_);
    const std::uint32_t start = startOf(element);
    return file.subspan(start, startOf(element + 1) - start);
}

void ChangedList::insert(std::uint32_t index, std::vector<Run> runs) {
    split(index);
    for (const Run& run : runs) size_ += run.count;
    runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(at_), std::make_move_iterator(runs.begin()),
                 std::make_move_iterator(runs.end()));
}

void ChangedList::remove(std::uint32_t index, std::uint32_t count) {
    split(index + count);
    split(index);
    size_ -= count;
    const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(at_);
    auto end = begin;
    for (; count > 0; ++end) count -= end->count;
    runs_.erase(begin, end);
}

void ChangedList::change(const Shift& shift, NewElements made) {
    assert(shift.kind == ListChange::Kind::Insert || shift.index + shift.count <= size_);
    switch (shift.kind) {
        case ListChange::Kind::Insert: {
            std::vector<Run> runs;
            if (shift.copied != kNone) {
                runs = runsOf(shift.copied, shift.count);
                for (Run& run : runs) run.isKept = run.isOwn = false;
            } else {
                assert(made.count() == shift.count);
                runs.push_back({kNone, shift.count, false, false, std::move(made)});
            }
            insert(shift.index, std::move(runs));
            return;
        }
        case ListChange::Kind::Remove: remove(shift.index, shift.count); return;
        case ListChange::Kind::Move: {
            std::vector<Run> runs = runsOf(shift.index, shift.count);
            for (Run& run : runs) run.isKept = false;
            remove(shift.index, shift.count);
            insert(shift.to, std::move(runs));
            return;
        }
    }
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
            others.insert(others.end(), run.made.bytes.begin(), run.made.bytes.end());
        } else {
            const std::uint32_t start = startOf(run.first);
            const Bytes copied = file.subspan(start, startOf(run.first + run.count) - start);
            others.insert(others.end(), copied.begin(), copied.end());
        }
    }
    fill(inFile_);
}

}  // namespace core
