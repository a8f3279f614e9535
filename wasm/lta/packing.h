// The numbers of packed text (lta.md §2).
#pragma once

#include <cstdint>

namespace lta::packing {

/// Zeros in front of the bits.
inline constexpr std::uint32_t kHead = 4;
inline constexpr std::uint32_t kPlaceBits = 12;
inline constexpr std::uint32_t kLengthBits = 4;
/// Bytes that a reference stands for, at least.
inline constexpr std::uint32_t kShortest = 2;
/// The last bytes of the text by their places, the first of them at kFirst; the place 0 is the mark of the end.
inline constexpr std::uint32_t kRing = 1U << kPlaceBits;
inline constexpr std::uint32_t kFirst = 1;

}  // namespace lta::packing
