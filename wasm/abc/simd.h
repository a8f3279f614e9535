// Four floats at once, by the vectors of GCC and Clang: SIMD where the target has it. Each lane does what a single
// float would, in the same order, so the bits are those of math.h.
#pragma once

#include <cstdint>
#include <cstring>

#include "math.h"

namespace abc {

using Float4 [[gnu::vector_size(16)]] = float;
using Bits4 [[gnu::vector_size(16)]] = std::uint32_t;

[[nodiscard]] inline Float4 float4(const std::array<float, 4>& values) {
    Float4 out;
    std::memcpy(&out, values.data(), sizeof out);
    return out;
}

[[nodiscard]] inline Vec3 xyz(Float4 v) {
    return {v[0], v[1], v[2]};
}

}  // namespace abc
