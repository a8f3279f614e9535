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

/// The elements of one list after many changes, without any of them being made: runs of elements of the file, and of
/// others between them.
class ChangedList {
public:
    /// Where an element begins in the file; behind the last one, where the list ends.
    using StartOf = FunctionRef<std::uint32_t(std::uint32_t)>;

    /// @param size elements that the file has
    explicit ChangedList(std::uint32_t size);

    [[nodiscard]] std::uint32_t size() const { return size_; }
    /// The index in the file of an element that stays in its order; kNone: it was moved, copied or made.
    [[nodiscard]] std::uint32_t original(std::uint32_t index);
    /// Makes a change. False: it would be about some of several elements that came with
    /// one change, of which nobody knows where they begin, or there are too many runs; nothing is changed then.
    /// @param made the bytes of new elements
    [[nodiscard]] bool change(const Shift& shift, std::vector<std::byte> made);
    /// Bytes of an element that can be copied; nothing when nobody knows where it begins.
    [[nodiscard]] std::optional<std::uint32_t> sizeOf(std::uint32_t index, StartOf startOf);
    /// Adds what it takes to make all changes.
    void addTo(Splices& splices, Bytes file, StartOf startOf) const;

private:
    /// Elements in a row.
    struct Run {
        /// In the file; kNone: they are new.
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        /// They are where they were in the file, as to the others that are.
        bool isKept = true;
        /// Of new ones.
        std::vector<std::byte> bytes;
    };
    /// Moves to the run that holds an element, or behind the last one.
    void find(std::uint32_t index);
    /// Makes a run begin at an element, and moves there. False: nobody knows where it begins.
    [[nodiscard]] bool split(std::uint32_t index);
    /// An element once more; nothing when nobody knows where it begins.
    [[nodiscard]] std::optional<Run> copyOf(std::uint32_t index);
    void insert(std::uint32_t index, Run run);
    void remove(std::uint32_t index, std::uint32_t count);

    std::vector<Run> runs_;
    std::uint32_t inFile_, size_;
    /// The run that was found last, and how many elements are before it: the next change is mostly near.
    std::size_t at_ = 0;
    std::uint32_t before_ = 0;
};

}  // namespace core
