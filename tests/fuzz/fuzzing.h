// What every fuzz target does with its input.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>

#include "support/invariants.h"

namespace abc::testing {

/// Ends the process with the reason, which libFuzzer keeps with the input.
inline void require(const Violation& violation) {
    if (!violation) return;
    std::fprintf(stderr, "%s\n", violation->c_str());
    std::abort();
}
inline void require(bool holds, const char* otherwise) {
    if (!holds) require(otherwise);
}

/// A refusal, or whatever else the user is told.
inline void requireSentence(const std::string& told) {
    require(told.ends_with('.'), "no sentence says why");
}

/// The input in a block of exactly its size, which traps reading over its end.
inline std::vector<std::byte> copied(const std::uint8_t* data, std::size_t size) {
    const auto* from = reinterpret_cast<const std::byte*>(data);
    return {from, from + size};
}

/// An input that is a row of choices. After its end, all of them are 0, the most usual one, so that every input ends.
class Choices {
public:
    Choices(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

    /// A number from 0 to `limit` − 1; 0 for 0.
    std::uint32_t operator()(std::uint32_t limit) {
        const std::uint32_t first = byte();
        const std::uint32_t wide = limit > 256 ? first << 8U | byte() : first;
        return limit == 0 ? 0 : wide % limit;
    }

    /// What makes a part of something wrong.
    bool isOdd() { return (*this)(64) == 63; }

    /// A length that fits, or not.
    std::size_t fitting(std::size_t length) { return isOdd() ? (*this)(12) : length; }

    /// The index of one of `count`, or of none.
    std::uint32_t index(std::size_t count) {
        if (count == 0 || isOdd()) return (*this)(2) == 0 ? static_cast<std::uint32_t>(count) : 0xFFFFFFFFU;
        return (*this)(static_cast<std::uint32_t>(count));
    }
    std::vector<std::uint32_t> indices(std::size_t length, std::size_t count) {
        std::vector<std::uint32_t> out(fitting(length));
        for (std::uint32_t& value : out) value = index(count);
        return out;
    }

    /// A number as models have it; some are so great or so small that what is computed of them is not.
    float number() {
        constexpr std::array kUsual{0.0F, 1.0F, -1.0F, 0.5F, 2.0F, 100.0F, -0.001F, 0.7071068F};
        constexpr std::array kOdd{3e38F,
                                  -1e20F,
                                  1e-30F,
                                  -0.0F,
                                  1e-45F,
                                  std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
        const std::uint32_t choice = (*this)(256);
        if (choice < 64) return kUsual[choice % kUsual.size()];
        if (choice < 70) return kOdd[(*this)(kOdd.size())];
        return (static_cast<float>(choice) - 163) / 16;
    }
    template <class Number = float>
    std::vector<Number> numbers(std::size_t length) {
        std::vector<Number> out(fitting(length));
        for (Number& value : out) value = number();
        return out;
    }

    /// Any letters: so few that no game minds, or so many that no file can have them.
    std::string text() {
        if (isOdd()) return std::string(65'536, 'x');
        std::string out((*this)(5), '\0');
        for (char& letter : out) letter = static_cast<char>((*this)(256));
        return out;
    }

private:
    std::uint32_t byte() {
        if (left_.empty()) return 0;
        const std::uint8_t out = left_.front();
        left_ = left_.subspan(1);
        return out;
    }

    std::span<const std::uint8_t> left_;
};

}  // namespace abc::testing
