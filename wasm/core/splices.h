// Changes of bytes: collected by the offsets before all of them, made at once, and added up.
#pragma once

#include <map>
#include <vector>

#include "bytes.h"
#include "edit.h"

namespace core {

/// Splices of one state of a file. None overlap; of two insertions at one place the one that was added first comes
/// first, and both come before what replaces the bytes there.
class Splices {
public:
    /// What overlaps others is left out, and `isContradictory` from then on.
    void add(std::uint32_t start, std::uint32_t end, std::vector<std::byte> bytes);
    [[nodiscard]] bool isContradictory() const { return isContradictory_; }
    void insert(std::uint32_t at, std::vector<std::byte> bytes) { add(at, at, std::move(bytes)); }
    void remove(std::uint32_t start, std::uint32_t end) { add(start, end, std::vector<std::byte>()); }
    template <class T>
    void number(std::uint32_t start, T value) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        add(start, start + std::uint32_t{sizeof(T)}, std::vector<std::byte>(bytes, bytes + sizeof(T)));
    }

    [[nodiscard]] bool empty() const { return list_.empty(); }
    [[nodiscard]] bool overlaps(std::uint32_t start, std::uint32_t end) const;
    /// Other bytes instead of those that were added for exactly [start, end), which is not empty; false: there are
    /// none.
    [[nodiscard]] bool replace(std::uint32_t start, std::uint32_t end, const std::vector<std::byte>& bytes);
    /// Bytes that the file has more afterwards.
    [[nodiscard]] std::int64_t growth() const { return growth_; }
    /// The bytes afterwards.
    [[nodiscard]] std::vector<std::byte> apply(Bytes before) const;
    void clear() {
        list_.clear();
        growth_ = 0;
    }

    /// Where bytes before are afterwards, asked in ascending order. What is inserted at an offset comes before what
    /// stands there.
    class Mapper {
    public:
        explicit Mapper(const Splices& splices) : next_(splices.list_.begin()), end_(splices.list_.end()) {}
        [[nodiscard]] std::uint32_t operator()(std::uint32_t offset);

    private:
        friend class Splices;
        std::multimap<std::uint64_t, std::vector<std::byte>>::const_iterator next_, end_;
        std::int64_t delta_ = 0;
    };

private:
    friend class SpliceSum;
    /// By start, then end: both in one number.
    std::multimap<std::uint64_t, std::vector<std::byte>> list_;
    std::int64_t growth_ = 0;
    bool isContradictory_ = false;
};

/// What several changes one after the other did to the bytes before the first.
class SpliceSum {
public:
    /// Adds changes of the bytes that those before left.
    void add(const Splices& splices);
    /// Adds bytes that were overwritten with as many others.
    void touch(std::uint32_t start, std::uint32_t end) { touched_.push_back({start, end, start, end}); }
    /// Ascending, not touching each other, without what is the same at their ends. Of very many, neighbours are one,
    /// with what stayed between them.
    [[nodiscard]] std::vector<Splice> of(Bytes before, Bytes after);

private:
    /// [start, end) became [newStart, newEnd).
    struct Range {
        std::uint32_t start, end, newStart, newEnd;
        [[nodiscard]] std::int64_t growth() const {
            return std::int64_t{newEnd} - newStart - (std::int64_t{end} - start);
        }
    };
    static std::vector<Range> joined(std::span<const Range> before, std::span<const Range> next);
    void settle();

    std::vector<Range> ranges_;
    /// Not yet in the ranges, in any order.
    std::vector<Range> touched_;
};

}  // namespace core
