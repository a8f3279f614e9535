// A block's pixels lie near a line through its colours: they are put in order along it, and each way to split that
// order into as many runs as there are mixes has one best pair of colours (least squares). The best split is then
// bettered by steps of the two colours in their grid of 5, 6 and 5 bits, since the sums above know nothing of rounding.
#include "blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace dtx {
namespace {

using Vec = std::array<float, 3>;
constexpr std::size_t kPixels = 16;

Vec operator+(Vec a, Vec b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vec operator-(Vec a, Vec b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vec operator*(float f, Vec a) {
    return {f * a[0], f * a[1], f * a[2]};
}
float dot(Vec a, Vec b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The colours that count, each once with the number of its pixels.
struct Colors {
    std::array<Vec, kPixels> values{};
    std::array<float, kPixels> weights{};
    std::size_t count = 0;
};

Vec colorOf(const Pixel& pixel) {
    return {static_cast<float>(pixel[0]), static_cast<float>(pixel[1]), static_cast<float>(pixel[2])};
}

Colors colorsOf(const Block& block) {
    Colors out;
    for (std::size_t i = 0; i < kPixels; ++i) {
        if ((block.counted >> i & 1U) == 0) continue;
        const Vec color = colorOf(block.pixels[i]);
        auto* const end = out.values.data() + out.count;
        auto* const known = std::find(out.values.data(), end, color);
        const auto at = static_cast<std::size_t>(known - out.values.data());
        out.values[at] = color;
        out.weights[at] += 1;
        if (known == end) ++out.count;
    }
    return out;
}

/// The direction in which the colours differ most, of any length; zero when they do not differ.
Vec axisOf(const Colors& colors) {
    Vec sum{};
    float weight = 0;
    for (std::size_t i = 0; i < colors.count; ++i) {
        sum = sum + colors.weights[i] * colors.values[i];
        weight += colors.weights[i];
    }
    const Vec mean = 1 / weight * sum;
    std::array<Vec, 3> spread{};
    for (std::size_t i = 0; i < colors.count; ++i) {
        const Vec off = colors.values[i] - mean;
        for (std::size_t row = 0; row < 3; ++row) spread[row] = spread[row] + colors.weights[i] * off[row] * off;
    }
    // The row that is greatest is not at right angles to it.
    Vec axis = *std::max_element(spread.begin(), spread.end(),
                                 [](const Vec& a, const Vec& b) { return dot(a, a) < dot(b, b); });
    for (int i = 0; i < 8; ++i) {
        const Vec next{dot(spread[0], axis), dot(spread[1], axis), dot(spread[2], axis)};
        const float length = std::sqrt(dot(next, next));
        if (length < 1e-6F) break;
        axis = 1 / length * next;
    }
    return axis;
}

/// Two colours of 5, 6 and 5 bits, as their three numbers.
using Packed = std::array<std::array<int, 3>, 2>;
constexpr std::array<int, 3> kMost{31, 63, 31};

std::uint32_t packed(const std::array<int, 3>& color) {
    return static_cast<std::uint32_t>(color[0] << 11 | color[1] << 5 | color[2]);
}

std::array<int, 3> nearestPacked(Vec color) {
    std::array<int, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto most = static_cast<float>(kMost[i]);
        out[i] = static_cast<int>(std::lround(std::clamp(color[i] / 255 * most, 0.0F, most)));
    }
    return out;
}

/// A pair of colours, and the sum of squared differences to the pixels that count.
struct Found {
    Packed colors{};
    bool isThree = false;
    float error = std::numeric_limits<float>::max();
};

/// @param limit what is no less than it need not be known exactly
float errorOf(const Colors& colors, const Packed& pair, bool isThree, float limit) {
    const std::array<Pixel, 4> mixes = mixedColors(packed(pair[0]), packed(pair[1]), isThree);
    float error = 0;
    for (std::size_t i = 0; i < colors.count && error < limit; ++i) {
        float least = std::numeric_limits<float>::max();
        for (std::size_t m = 0; m < (isThree ? 3U : 4U); ++m) {
            const Vec off = colors.values[i] - colorOf(mixes[m]);
            least = std::min(least, dot(off, off));
        }
        error += colors.weights[i] * least;
    }
    return error;
}

void keepBetter(Found& best, const Colors& colors, const Packed& pair, bool isThree) {
    const float error = errorOf(colors, pair, isThree, best.error);
    if (error < best.error) best = {pair, isThree, error};
}

/// Sums over the colours in their order: what the splits need of each run.
struct Sums {
    std::array<Vec, kPixels + 1> colors{};
    std::array<float, kPixels + 1> weights{};

    Sums(const Colors& of, const std::array<std::size_t, kPixels>& order) {
        for (std::size_t i = 0; i < of.count; ++i) {
            const std::size_t at = order[i];
            colors[i + 1] = colors[i] + of.weights[at] * of.values[at];
            weights[i + 1] = weights[i] + of.weights[at];
        }
    }
};

/// Least squares of two colours for runs whose share of the first colour is given. `ends` are where the runs end.
template <std::size_t Runs>
class Fit {
public:
    Fit(const Sums& sums, const std::array<float, Runs>& shares) : sums_(sums), shares_(shares) {}

    /// @return how much of the sum of squares the two colours take away: the more, the better the fit
    float operator()(const std::array<std::size_t, Runs>& ends, Vec& first, Vec& second) const {
        float aa = 0;
        float ab = 0;
        float bb = 0;
        Vec a{};
        Vec b{};
        std::size_t start = 0;
        for (std::size_t run = 0; run < Runs; ++run) {
            const float weight = sums_.weights[ends[run]] - sums_.weights[start];
            const Vec color = sums_.colors[ends[run]] - sums_.colors[start];
            const float share = shares_[run];
            aa += weight * share * share;
            ab += weight * share * (1 - share);
            bb += weight * (1 - share) * (1 - share);
            a = a + share * color;
            b = b + (1 - share) * color;
            start = ends[run];
        }
        const float determinant = aa * bb - ab * ab;
        if (determinant < 1e-6F) return -1;
        first = 1 / determinant * (bb * a - ab * b);
        second = 1 / determinant * (aa * b - ab * a);
        return dot(first, a) + dot(second, b);
    }

private:
    const Sums& sums_;
    const std::array<float, Runs>& shares_;
};

constexpr std::array<float, 4> kFourShares{1, 2.0F / 3, 1.0F / 3, 0};
constexpr std::array<float, 3> kThreeShares{1, 0.5F, 0};

/// The best splits, the best of them last.
constexpr std::size_t kKept = 4;
struct Split {
    float gain = -1;
    Vec first{};
    Vec second{};
};
class Splits {
public:
    void add(const Split& split) {
        if (split.gain <= kept_.front().gain) return;
        kept_.front() = split;
        std::sort(kept_.begin(), kept_.end(), [](const Split& a, const Split& b) { return a.gain < b.gain; });
    }
    [[nodiscard]] const std::array<Split, kKept>& kept() const { return kept_; }

private:
    std::array<Split, kKept> kept_{};
};

/// Adds all splits whose first runs end where `ends` says; its last run ends where the order does.
template <std::size_t Runs, std::size_t Run = 0>
void addSplits(Splits& out, const Fit<Runs>& fit, std::array<std::size_t, Runs>& ends) {
    if constexpr (Run + 1 < Runs) {
        for (ends[Run] = Run == 0 ? 0 : ends[Run - 1]; ends[Run] <= ends.back(); ++ends[Run]) {
            addSplits<Runs, Run + 1>(out, fit, ends);
        }
    } else {
        Split split;
        split.gain = fit(ends, split.first, split.second);
        out.add(split);
    }
}

template <std::size_t Runs>
Splits splitsOf(const Sums& sums, const std::array<float, Runs>& shares, std::size_t count) {
    Splits out;
    std::array<std::size_t, Runs> ends{};
    ends.back() = count;
    addSplits(out, Fit<Runs>(sums, shares), ends);
    return out;
}

/// Steps of one number, or of the same number of both colours, as long as they help.
void climb(Found& best, const Colors& colors) {
    constexpr std::array<std::array<int, 2>, 8> kSteps{
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
    for (float before = std::numeric_limits<float>::max(); best.error < before && best.error > 0;) {
        before = best.error;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            for (const auto& [first, second] : kSteps) {
                Packed pair = best.colors;
                pair[0][channel] += first;
                pair[1][channel] += second;
                const auto isThere = [&](int value) { return value >= 0 && value <= kMost[channel]; };
                if (!isThere(pair[0][channel]) || !isThere(pair[1][channel])) continue;
                keepBetter(best, colors, pair, best.isThree);
            }
        }
    }
}

/// The two numbers of 5 or 6 bits whose first mix is nearest to a number of 8.
std::array<int, 2> nearestMix(int value, std::size_t channel, bool isThree) {
    std::array<int, 2> best{};
    int least = 256;
    for (int a = 0; a <= kMost[channel]; ++a) {
        for (int b = 0; b <= kMost[channel]; ++b) {
            std::array<int, 3> first{};
            std::array<int, 3> second{};
            first[channel] = a;
            second[channel] = b;
            const int mixed = mixedColors(packed(first), packed(second), isThree)[2][channel];
            if (std::abs(mixed - value) < least) {
                least = std::abs(mixed - value);
                best = {a, b};
            }
        }
    }
    return best;
}

/// The pair of which one mix is nearest to a colour: each channel by itself, from a table.
Packed nearestMix(Vec color, bool isThree) {
    using Table = std::array<std::array<std::array<int, 2>, 256>, 2>;
    const auto tableOf = [](bool three) {
        Table out;
        for (int value = 0; value < 256; ++value) {
            out[0][static_cast<std::size_t>(value)] = nearestMix(value, 0, three);
            out[1][static_cast<std::size_t>(value)] = nearestMix(value, 1, three);
        }
        return out;
    };
    static const std::array<Table, 2> tables{tableOf(false), tableOf(true)};
    Packed out{};
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto& [first, second] =
            tables[isThree ? 1 : 0][channel == 1 ? 1 : 0][static_cast<std::size_t>(color[channel])];
        out[0][channel] = first;
        out[1][channel] = second;
    }
    return out;
}

using Order = std::array<std::size_t, kPixels>;

/// The colours along an axis; what counts no colour stays where it is.
Order orderOf(const Colors& colors, Vec axis) {
    Order out{};
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::stable_sort(
        out.begin(), out.begin() + static_cast<std::ptrdiff_t>(colors.count),
        [&](std::size_t a, std::size_t b) { return dot(colors.values[a], axis) < dot(colors.values[b], axis); });
    return out;
}

/// @return whether a better pair was found
bool searchAlong(Found& best, const Colors& colors, const Order& order) {
    const float before = best.error;
    const Sums sums(colors, order);
    const Splits splits =
        best.isThree ? splitsOf(sums, kThreeShares, colors.count) : splitsOf(sums, kFourShares, colors.count);
    for (const Split& split : splits.kept()) {
        if (split.gain < 0) continue;
        Found one;
        keepBetter(one, colors, {nearestPacked(split.first), nearestPacked(split.second)}, best.isThree);
        climb(one, colors);
        if (one.error < best.error) best = one;
    }
    return best.error < before;
}

/// Lines that are tried.
constexpr int kLines = 4;

Found search(const Colors& colors, bool isThree) {
    Found best;
    best.isThree = isThree;
    if (colors.count == 0) {
        best.error = 0;
        return best;
    }
    Order before{};
    // The line through the two colours that were found may put the others in a better order.
    Vec axis = axisOf(colors);
    for (int round = 0; round < kLines; ++round) {
        const Order order = orderOf(colors, axis);
        if (round > 0 && order == before) break;
        before = order;
        if (!searchAlong(best, colors, order)) break;
        axis = colorOf(from565(packed(best.colors[1]))) - colorOf(from565(packed(best.colors[0])));
    }
    // Colours that lie close together have no good split: their mixes may be nearer than the two.
    if (best.error > 0 && colors.count == 1) keepBetter(best, colors, nearestMix(colors.values[0], isThree), isThree);
    if (best.error > 0) {
        const Vec& first = colors.values[before[0]];
        const Vec& last = colors.values[before[colors.count - 1]];
        Found one;
        keepBetter(one, colors, {nearestPacked(first), nearestPacked(last)}, isThree);
        climb(one, colors);
        if (one.error < best.error) best = one;
    }
    return best;
}

void put(ColorBlock& out, std::size_t at, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) out[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// @param isMarked whether the order of the two colours tells blocks of three, as in DXT1
ColorBlock written(const Block& block, const Found& found, bool isMarked) {
    std::uint32_t first = packed(found.colors[0]);
    std::uint32_t second = packed(found.colors[1]);
    if (isMarked && found.isThree != (first <= second)) std::swap(first, second);
    // Two like colours are a block of three; its first colour is that of four.
    const bool isThree = found.isThree || (isMarked && first == second);
    const std::array<Pixel, 4> mixes = mixedColors(first, second, isThree);
    std::uint32_t indices = 0;
    for (std::uint32_t i = 0; i < kPixels; ++i) {
        std::uint32_t index = 0;
        if ((block.counted >> i & 1U) == 0) {
            index = found.isThree ? 3 : 0;
        } else {
            float least = std::numeric_limits<float>::max();
            for (std::uint32_t m = 0; m < (isThree ? 3U : 4U); ++m) {
                const Vec off = colorOf(block.pixels[i]) - colorOf(mixes[m]);
                const float error = dot(off, off);
                if (error < least) {
                    least = error;
                    index = m;
                }
            }
        }
        indices |= index << (2 * i);
    }
    ColorBlock out{};
    put(out, 0, first, 2);
    put(out, 2, second, 2);
    put(out, 4, indices, 4);
    return out;
}

/// How far the alphas are from those that two of them mix.
std::uint32_t alphaError(const Block& block, std::uint32_t alpha0, std::uint32_t alpha1) {
    const std::array<std::uint8_t, 8> mixes = mixedAlphas(alpha0, alpha1);
    std::uint32_t error = 0;
    for (const Pixel& pixel : block.pixels) {
        int least = 255;
        for (const std::uint8_t mixed : mixes) least = std::min(least, std::abs(pixel[3] - mixed));
        error += static_cast<std::uint32_t>(least * least);
    }
    return error;
}

}  // namespace

ColorBlock compressColors(const Block& block) {
    return written(block, search(colorsOf(block), false), false);
}

ColorBlock compressDxt1(const Block& block, bool hasHoles) {
    const Colors colors = colorsOf(block);
    Found best = search(colors, true);
    if (!hasHoles || block.counted == 0xFFFF) {
        const Found four = search(colors, false);
        if (four.error <= best.error) best = four;
        // Outside of the image any colour will do, but no hole: a game may show it at the edge.
        Block whole = block;
        if (!hasHoles) {
            for (std::uint32_t i = 0; i < kPixels; ++i) {
                if ((block.counted >> i & 1U) == 0) whole.pixels[i] = from565(packed(best.colors[0]));
            }
            whole.counted = 0xFFFF;
        }
        return written(whole, best, true);
    }
    return written(block, best, true);
}

ColorBlock compressAlphaDxt3(const Block& block) {
    std::uint64_t out = 0;
    for (std::uint32_t i = 0; i < kPixels; ++i) {
        out |= static_cast<std::uint64_t>((block.pixels[i][3] + 8U) / 17U) << (4 * i);
    }
    ColorBlock bytes{};
    put(bytes, 0, out, bytes.size());
    return bytes;
}

ColorBlock compressAlphaDxt5(const Block& block) {
    const auto [low, high] = std::minmax_element(block.pixels.begin(), block.pixels.end(),
                                                 [](const Pixel& a, const Pixel& b) { return a[3] < b[3]; });
    int least = 255;
    int most = 0;
    // Without the two extremes, which the other kind of block has for nothing.
    for (const Pixel& pixel : block.pixels) {
        if (pixel[3] == 0 || pixel[3] == 255) continue;
        least = std::min<int>(least, pixel[3]);
        most = std::max<int>(most, pixel[3]);
    }
    if (least > most) std::swap(least, most);
    std::array<int, 2> best{(*high)[3], (*low)[3]};
    std::uint32_t error = alphaError(block, (*high)[3], (*low)[3]);
    const auto climbAlpha = [&](std::array<int, 2> from, bool isOrdered) {
        std::array<int, 2> here = from;
        std::uint32_t hereError =
            alphaError(block, static_cast<std::uint32_t>(from[0]), static_cast<std::uint32_t>(from[1]));
        for (bool isBetter = true; isBetter && hereError > 0;) {
            isBetter = false;
            for (const int step : {4, 1, -1, -4}) {
                for (const std::size_t which : {0U, 1U}) {
                    std::array<int, 2> next = here;
                    next[which] += step;
                    if (next[which] < 0 || next[which] > 255 || (next[0] > next[1]) != isOrdered) continue;
                    const std::uint32_t nextError =
                        alphaError(block, static_cast<std::uint32_t>(next[0]), static_cast<std::uint32_t>(next[1]));
                    if (nextError < hereError) {
                        here = next;
                        hereError = nextError;
                        isBetter = true;
                    }
                }
            }
        }
        if (hereError < error) {
            best = here;
            error = hereError;
        }
    };
    if ((*high)[3] > (*low)[3]) climbAlpha(best, true);
    climbAlpha({least, most}, false);
    const std::array<std::uint8_t, 8> mixes =
        mixedAlphas(static_cast<std::uint32_t>(best[0]), static_cast<std::uint32_t>(best[1]));
    std::uint64_t indices = 0;
    for (std::uint32_t i = 0; i < kPixels; ++i) {
        const auto* const nearest = std::min_element(mixes.begin(), mixes.end(), [&](std::uint8_t a, std::uint8_t b) {
            return std::abs(block.pixels[i][3] - a) < std::abs(block.pixels[i][3] - b);
        });
        indices |= static_cast<std::uint64_t>(nearest - mixes.begin()) << (3 * i);
    }
    ColorBlock out{};
    out[0] = static_cast<std::uint8_t>(best[0]);
    out[1] = static_cast<std::uint8_t>(best[1]);
    put(out, 2, indices, 6);
    return out;
}

}  // namespace dtx
