// Which element of one list is which of another: by key, by bytes, or by place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "function_ref.h"

namespace core::comparing {

inline constexpr std::uint32_t kNoPartner = 0xFFFFFFFF;

/// Indices of two elements that are the same one; kNoPartner where a side has none.
struct Pair {
    std::uint32_t left = kNoPartner;
    std::uint32_t right = kNoPartner;
    /// It stands in another order than its neighbours.
    bool moved = false;
};

/// Pairs two lists by key, such as the number of a name; duplicates in their order. What stands at the same place
/// between the same neighbours under another key is a pair if `alike` says so: it was renamed.
[[nodiscard]] std::vector<Pair> pairByKey(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
                                          FunctionRef<bool(std::uint32_t, std::uint32_t)> alike);

/// The most indices whose partners ascend (longest increasing subsequence): what did not move.
[[nodiscard]] std::vector<std::uint32_t> inOrder(std::span<const std::uint32_t> partner);

/// Two lists whose elements can be told from each other.
struct AlignedLists {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    /// Equal for equal elements; called once an element at most.
    FunctionRef<std::uint32_t(std::uint32_t)> leftHash;
    FunctionRef<std::uint32_t(std::uint32_t)> rightHash;
    FunctionRef<bool(std::uint32_t, std::uint32_t)> equal;
};

/// For each element of the left list the index of its equal in the right one; they ascend. What is equal at both ends
/// is paired, then what stands once in both lists, then what is equal beside that, and so on in the gaps: every element
/// is looked at a fixed number of times. Of lists one of which has all that is in the other, nothing more is left
/// without a partner.
[[nodiscard]] std::vector<std::uint32_t> align(const AlignedLists& lists);

}  // namespace core::comparing
