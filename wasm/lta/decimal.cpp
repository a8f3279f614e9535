#include "decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lta {

namespace {

/// A number times a power of ten, as readers of decimals compute it.
double scaled(double number, int exponent) {
    constexpr std::array kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr int kStep = static_cast<int>(kPowers.size()) - 1;
    while (exponent != 0) {
        const int step = std::clamp(exponent, -kStep, kStep);
        if (step < 0) {
            number /= kPowers[static_cast<std::size_t>(-step)];
        } else {
            number *= kPowers[static_cast<std::size_t>(step)];
        }
        exponent -= step;
    }
    return number;
}

/// A decimal: digits, and how many of them are behind the point; below 0, so many zeros follow.
struct Decimal {
    std::uint64_t digits = 0;
    int fraction = 0;
};

/// Of a number above 0.
Decimal shortest(float number) {
    // Six digits tell numbers apart that were written with so many, but for the smallest of all; nine tell all.
    constexpr int kUsual = 6;
    constexpr int kMost = 9;
    const int magnitude = static_cast<int>(std::floor(std::log10(double{number})));
    Decimal out;
    for (int count = number < std::numeric_limits<float>::min() ? 1 : kUsual; count <= kMost; ++count) {
        out.fraction = count - 1 - magnitude;
        out.digits = static_cast<std::uint64_t>(std::round(scaled(double{number}, out.fraction)));
        if (static_cast<float>(scaled(static_cast<double>(out.digits), -out.fraction)) == number) break;
    }
    while (out.digits % 10 == 0) {
        out.digits /= 10;
        --out.fraction;
    }
    return out;
}

}  // namespace

std::size_t writeShortest(float number, char (&out)[kMostDigits]) {
    std::size_t size = 0;
    if (std::signbit(number)) out[size++] = '-';
    if (number == 0) {
        out[size++] = '0';
        return size;
    }
    const Decimal decimal = shortest(std::abs(number));
    std::array<char, 20> digits{};
    int count = 0;
    for (std::uint64_t left = decimal.digits; left > 0; left /= 10) {
        digits[static_cast<std::size_t>(count++)] = static_cast<char>('0' + left % 10);
    }
    const auto zeros = [&](int times) {
        for (; times > 0; --times) out[size++] = '0';
    };
    if (decimal.fraction >= count) {
        out[size++] = '0';
        out[size++] = '.';
        zeros(decimal.fraction - count);
    }
    for (int i = count - 1; i >= 0; --i) {
        out[size++] = digits[static_cast<std::size_t>(i)];
        if (i == decimal.fraction && i > 0) out[size++] = '.';
    }
    zeros(-decimal.fraction);
    return size;
}

}  // namespace lta
