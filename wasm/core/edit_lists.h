// Lists of a file while operations change them: which elements they have then, and of what bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edit.h"
#include "function_ref.h"
#include "records.h"
#include "splices.h"

namespace core {

/// What happens to the elements of a list, and to those of every list that runs parallel.
struct Shift {
    ListChange::Kind kind = ListChange::Kind::Insert;
    std::uint32_t index = 0;
    std::uint32_t count = 1;
    /// Of a move: index of the first of them afterwards.
    std::uint32_t to = 0;
    /// Of an insertion: the elements from `copied` on once more; kNone: new ones.
    std::uint32_t copied = kNone;

    /// Where an element is afterwards; kNone when it is gone.
    [[nodiscard]] std::uint32_t operator()(std::uint32_t element) const;
    [[nodiscard]] std::uint32_t sizeAfter(std::uint32_t size) const;
    /// Whether it leaves the list as it is.
    [[nodiscard]] bool isNothing() const {
        return kind == ListChange::Kind::Remove ? count == 0 : kind == ListChange::Kind::Move && to == index;
    }
};

/// NewElements in a row that are not in the file.
struct NewElements {
    std::vector<std::byte> bytes;
    /// Where each ends in the bytes.
    std::vector<std::uint32_t> ends;

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(ends.size()); }
    [[nodiscard]] Bytes of(std::uint32_t first, std::uint32_t count) const;
    void add(Bytes element);
};

/// The elements of one list after many changes, without any of them being made: runs of elements of the file, and of
/// others between them.
class ChangedList {
public:
    /// Where an element begins in the file; after the last one, where the list ends.
    using StartOf = FunctionRef<std::uint32_t(std::uint32_t)>;

    /// @param size elements that the file has
    explicit ChangedList(std::uint32_t size);

    [[nodiscard]] std::uint32_t size() const { return size_; }
    /// Of more runs the file is better read again: to find one costs as many steps.
    [[nodiscard]] bool isFull() const { return runs_.size() >= kMostRuns; }
    /// The index in the file of an element that stays in its order; kNone: it was moved, copied or made.
    [[nodiscard]] std::uint32_t original(std::uint32_t index) const;
    /// The same, also of one that was moved.
    [[nodiscard]] std::uint32_t own(std::uint32_t index) const;
    /// The same, also of one that is a copy.
    [[nodiscard]] std::uint32_t origin(std::uint32_t index) const;
    /// Where the elements of the file are now; kNone: it is gone.
    [[nodiscard]] std::vector<std::uint32_t> newIndices() const;
    /// Makes a change, of elements that are there.
    /// @param made the new elements
    void change(const Shift& shift, NewElements made);
    /// The bytes of an element.
    [[nodiscard]] Bytes bytesOf(std::uint32_t index, Bytes file, StartOf startOf) const;
    /// Adds what it takes to make all changes.
    void addTo(Splices& splices, Bytes file, StartOf startOf) const;

private:
    static constexpr std::size_t kMostRuns = 4096;
    /// NewElements in a row.
    struct Run {
        /// In the file; kNone: they are new.
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        /// They are where they were in the file, as to the others that are.
        bool isKept = true;
        /// They are those of the file, and no copies.
        bool isOwn = true;
        /// The new ones.
        NewElements made;
    };
    /// Moves to the run that holds an element, or to the end.
    void find(std::uint32_t index) const;
    /// Makes a run begin at an element, and moves there.
    void split(std::uint32_t index);
    /// The runs of elements in a row.
    [[nodiscard]] std::vector<Run> runsOf(std::uint32_t index, std::uint32_t count);
    void insert(std::uint32_t index, std::vector<Run> runs);
    void remove(std::uint32_t index, std::uint32_t count);

    std::vector<Run> runs_;
    std::uint32_t inFile_, size_;
    /// The run that was found last, and how many elements are before it: the next change is mostly near.
    mutable std::size_t at_ = 0;
    mutable std::uint32_t before_ = 0;
};

}  // namespace core
