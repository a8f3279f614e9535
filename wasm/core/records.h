// What each byte of a file is: a tree of records in flat columns, in file order.
#pragma once

#include <cassert>
#include <vector>

#include "bytes.h"
#include "dialect.h"

namespace core {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;
inline constexpr std::uint16_t kNoField = 0xFFFF;

/// How far a range of bytes is understood. Opaque: of a layout that is not known. Unreferenced: in no section, or
/// after a section's data. Unparsed: after a fault.
enum class State : std::uint8_t { Known, Opaque, Unreferenced, Unparsed };
inline constexpr std::string_view kStateNames[] = {"known", "opaque", "unreferenced", "unparsed"};
static_assert(hasNameOf(kStateNames, State::Unparsed));

/// One record: `count` elements of one type and size in a row, or (group) an array whose elements are
/// records of their own below it. Scalars and strings of a struct are no records: the schema has them.
struct Record {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t parent = kNone;
    std::uint32_t count = 1;
    /// Index of the first element in its array; of a section: how many of its name came before.
    std::uint32_t first = 0;
    Dims dims;
    /// Position in the fields of the parent's struct; kNoField for sections and for ranges of bytes.
    std::uint16_t field = kNoField;
    schema::Type type = schema::Scalar::Bytes;
    State state : 7 = State::Known;
    bool group : 1 = false;

    /// Bytes of each element. The record is no group.
    [[nodiscard]] std::uint32_t stride() const {
        assert(!group && count > 0);
        return (end - start) / count;
    }
};

/// Bytes without a structure, as one record.
[[nodiscard]] constexpr Record byteRange(std::uint32_t start, std::uint32_t end, State state,
                                         std::uint32_t parent = kNone) {
    Record record;
    record.start = start;
    record.end = end;
    record.parent = parent;
    record.count = end - start;
    record.state = state;
    return record;
}
static_assert(sizeof(Record) == 32, "the memory that a file takes is counted in these");

/// The records of a file. Depth first, parents before children, sorted by start; no record is empty,
/// children lie inside their parent and do not overlap.
class Records {
public:
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(list_.size()); }
    [[nodiscard]] const Record& operator[](std::uint32_t index) const {
        assert(index < list_.size());
        return list_[index];
    }
    [[nodiscard]] std::uint32_t start(std::uint32_t index) const { return (*this)[index].start; }
    [[nodiscard]] std::uint32_t end(std::uint32_t index) const { return (*this)[index].end; }
    [[nodiscard]] std::uint32_t parent(std::uint32_t index) const { return (*this)[index].parent; }

    std::uint32_t add(const Record& record);
    void set(std::uint32_t index, const Record& record) {
        assert(index < list_.size());
        list_[index] = record;
    }
    /// Keeps the first `size` records, which are at most those that are there.
    void truncate(std::uint32_t size) {
        assert(size <= list_.size());
        list_.resize(size);
    }
    void reserve(std::uint32_t size) { list_.reserve(size); }
    void shrink() { list_.shrink_to_fit(); }

    /// The first record after `index` that starts at `offset` or later.
    [[nodiscard]] std::uint32_t firstAfter(std::uint32_t index, std::uint32_t offset) const;
    /// The innermost record that holds the byte, kNone outside all.
    [[nodiscard]] std::uint32_t innermost(std::uint32_t offset) const;
    /// The child of the group `group` that holds the element `element`, kNone when there is none.
    [[nodiscard]] std::uint32_t childWithElement(std::uint32_t group, std::uint32_t element) const;
    /// The ancestor-or-self of `index` whose parent is `parent`, kNone when it is not below it.
    [[nodiscard]] std::uint32_t childAbove(std::uint32_t index, std::uint32_t parent) const;

private:
    std::vector<Record> list_;
};

/// Bytes of the file by state; they add up to its size.
struct Coverage {
    std::uint32_t known = 0, opaque = 0, unreferenced = 0, unparsed = 0;
};

[[nodiscard]] Coverage coverage(const Records& records, std::uint32_t size);

/// Bytes in a row that are not known, all in one way; never empty.
struct StateRange {
    std::uint32_t start, end;
    State state;
};

/// Every range of bytes that are not known, in file order; neighbours of one state are one range.
[[nodiscard]] std::vector<StateRange> notKnown(const Records& records);

}  // namespace core
