#include "deviation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace dtx {
namespace {

/// Differences that are gathered: exact, since the squares of 2^26 pixels and 3 numbers stay below 2^44.
class Gathered {
public:
    void add(int difference) {
        const auto size = static_cast<std::uint32_t>(std::abs(difference));
        largest_ = std::max(largest_, size);
        squares_ += std::uint64_t{size} * size;
        ++count_;
    }

    [[nodiscard]] Distance distance() const {
        if (squares_ == 0) return {};
        const double mean = static_cast<double>(squares_) / static_cast<double>(count_);
        return {10 * std::log10(255.0 * 255.0 / mean), largest_};
    }

private:
    std::uint64_t squares_ = 0;
    std::uint64_t count_ = 0;
    std::uint32_t largest_ = 0;
};

}  // namespace

Deviation deviationOf(std::span<const Pixel> was, std::span<const Pixel> is, bool hasHoles) {
    assert(was.size() == is.size());
    Gathered color;
    Gathered alpha;
    for (std::size_t i = 0; i < is.size(); ++i) {
        alpha.add(is[i][3] - was[i][3]);
        if (hasHoles && is[i][3] == 0) continue;
        for (std::size_t channel = 0; channel < 3; ++channel) color.add(is[i][channel] - was[i][channel]);
    }
    return {color.distance(), alpha.distance()};
}

}  // namespace dtx
