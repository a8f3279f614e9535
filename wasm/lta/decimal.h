// Numbers as digits (lta.md §1).
#pragma once

#include <cstddef>

namespace lta {

/// The shortest decimal that is this number again in 32 bits, without an exponent: not all of the tools read one. The
/// number is finite. Returns how many characters of `out` it has.
inline constexpr std::size_t kMostDigits = 64;
std::size_t writeShortest(float number, char (&out)[kMostDigits]);

}  // namespace lta
