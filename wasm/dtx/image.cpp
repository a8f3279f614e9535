#include "image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace dtx {
namespace {

/// IEC 61966-2-1.
float linearOf(std::uint8_t value) {
    const float v = static_cast<float>(value) / 255;
    return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F);
}

std::uint8_t byteOf(float linear) {
    const float v = linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1 / 2.4F) - 0.055F;
    return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0F, 1.0F) * 255));
}

/// The pixels that a pixel of the smaller image stands for, and how much of each.
struct Covered {
    std::uint32_t at = 0;
    float share = 0;
};

/// By pixel of the smaller side: at most three, when one is left over.
std::vector<std::vector<Covered>> coveredBy(std::uint32_t size, std::uint32_t smaller) {
    std::vector<std::vector<Covered>> out(smaller);
    const double step = static_cast<double>(size) / smaller;
    for (std::uint32_t i = 0; i < smaller; ++i) {
        const double start = i * step;
        const double end = start + step;
        for (auto at = static_cast<std::uint32_t>(start); at < size && at < end; ++at) {
            const double share = std::min<double>(at + 1, end) - std::max<double>(at, start);
            if (share > 1e-9) out[i].push_back({at, static_cast<float>(share / step)});
        }
    }
    return out;
}

}  // namespace

Image halved(const Image& image) {
    static const std::array<float, 256> kLinear = [] {
        std::array<float, 256> out{};
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = linearOf(static_cast<std::uint8_t>(i));
        return out;
    }();
    Image out{std::max(1U, image.width / 2), std::max(1U, image.height / 2), {}};
    out.pixels.reserve(std::size_t{out.width} * out.height);
    const auto columns = coveredBy(image.width, out.width);
    const auto rows = coveredBy(image.height, out.height);
    for (const auto& row : rows) {
        for (const auto& column : columns) {
            std::array<float, 4> sum{};
            for (const Covered& y : row) {
                for (const Covered& x : column) {
                    const Pixel& pixel = image.pixels[std::size_t{y.at} * image.width + x.at];
                    const float share = y.share * x.share;
                    for (std::size_t c = 0; c < 3; ++c) sum[c] += share * kLinear[pixel[c]];
                    sum[3] += share * static_cast<float>(pixel[3]);
                }
            }
            out.pixels.push_back(
                {byteOf(sum[0]), byteOf(sum[1]), byteOf(sum[2]), static_cast<std::uint8_t>(std::lround(sum[3]))});
        }
    }
    return out;
}

namespace {

constexpr std::size_t kPalette = 256;
/// Colours that the palette is looked for with; images have more only when they are nearly noise.
constexpr std::size_t kMostColors = std::size_t{1} << 16U;
constexpr int kGatherings = 6;

std::uint32_t keyOf(const Pixel& pixel) {
    return std::uint32_t{pixel[0]} << 16U | std::uint32_t{pixel[1]} << 8U | pixel[2];
}

Pixel colorOf(std::uint32_t key) {
    return {static_cast<std::uint8_t>(key >> 16U), static_cast<std::uint8_t>(key >> 8U), static_cast<std::uint8_t>(key),
            255};
}

/// A colour and how many pixels have it.
struct Counted {
    Pixel color{};
    std::uint32_t count = 0;
};

/// A part of the colours, cut off by the median cut.
struct Box {
    std::size_t start = 0;
    std::size_t end = 0;
    /// Where its colours differ most, and the sum of squares by which they do.
    std::size_t axis = 0;
    double spread = 0;
};

Box boxOf(std::span<const Counted> colors, std::size_t start, std::size_t end) {
    Box out{start, end};
    for (std::size_t c = 0; c < 3; ++c) {
        double count = 0;
        double sum = 0;
        double squares = 0;
        for (std::size_t i = start; i < end; ++i) {
            const double n = colors[i].count;
            const double value = colors[i].color[c];
            count += n;
            sum += n * value;
            squares += n * value * value;
        }
        const double spread = squares - sum * sum / count;
        if (spread > out.spread) {
            out.spread = spread;
            out.axis = c;
        }
    }
    return out;
}

/// Where to cut a box that is sorted along its axis: at the mean.
std::size_t cutOf(std::span<const Counted> colors, const Box& box) {
    double count = 0;
    double sum = 0;
    for (std::size_t i = box.start; i < box.end; ++i) {
        count += colors[i].count;
        sum += double{static_cast<double>(colors[i].count)} * colors[i].color[box.axis];
    }
    const auto* const cut = std::find_if(colors.data() + box.start, colors.data() + box.end,
                                         [&](const Counted& one) { return one.color[box.axis] > sum / count; });
    const auto at = static_cast<std::size_t>(cut - colors.data());
    return std::clamp(at, box.start + 1, box.end - 1);
}

std::uint32_t distance(const Pixel& a, const Pixel& b) {
    std::uint32_t out = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const int off = a[c] - b[c];
        out += static_cast<std::uint32_t>(off * off);
    }
    return out;
}

std::size_t nearestOf(std::span<const Pixel> palette, const Pixel& color) {
    std::size_t best = 0;
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t i = 0; i < palette.size() && least > 0; ++i) {
        const std::uint32_t error = distance(palette[i], color);
        if (error < least) {
            least = error;
            best = i;
        }
    }
    return best;
}

/// The means of the colours that are nearest to each of a palette; those that have none stay.
void gather(std::vector<Pixel>& palette, std::span<const Counted> colors) {
    std::vector<std::array<double, 4>> sums(palette.size());
    for (const Counted& one : colors) {
        auto& sum = sums[nearestOf(palette, one.color)];
        for (std::size_t c = 0; c < 3; ++c) sum[c] += double{static_cast<double>(one.count)} * one.color[c];
        sum[3] += one.count;
    }
    for (std::size_t i = 0; i < palette.size(); ++i) {
        if (sums[i][3] == 0) continue;
        for (std::size_t c = 0; c < 3; ++c)
            palette[i][c] = static_cast<std::uint8_t>(std::lround(sums[i][c] / sums[i][3]));
    }
}

/// @param most colours, at least one
std::vector<Pixel> paletteOf(std::vector<Counted> colors, std::size_t most) {
    std::vector<Box> boxes{boxOf(colors, 0, colors.size())};
    while (boxes.size() < most) {
        const auto widest = std::max_element(boxes.begin(), boxes.end(),
                                             [](const Box& a, const Box& b) { return a.spread < b.spread; });
        if (widest->spread <= 0) break;
        const Box box = *widest;
        std::stable_sort(colors.begin() + static_cast<std::ptrdiff_t>(box.start),
                         colors.begin() + static_cast<std::ptrdiff_t>(box.end),
                         [&](const Counted& a, const Counted& b) { return a.color[box.axis] < b.color[box.axis]; });
        const std::size_t cut = cutOf(colors, box);
        *widest = boxOf(colors, box.start, cut);
        boxes.push_back(boxOf(colors, cut, box.end));
    }
    std::vector<Pixel> palette;
    for (const Box& box : boxes) {
        std::vector<Pixel> one{colors[box.start].color};
        gather(one, std::span(colors).subspan(box.start, box.end - box.start));
        palette.push_back(one.front());
    }
    for (int round = 0; round < kGatherings; ++round) gather(palette, colors);
    return palette;
}

/// Each colour once, in an order that does not depend on that of a map.
std::vector<Counted> countedIn(std::span<const Pixel> pixels) {
    std::unordered_map<std::uint32_t, std::uint32_t> counts;
    for (const Pixel& pixel : pixels) ++counts[keyOf(pixel)];
    std::vector<Counted> out;
    out.reserve(counts.size());
    for (const auto& [key, count] : counts) out.push_back({colorOf(key), count});
    std::sort(out.begin(), out.end(),
              [](const Counted& a, const Counted& b) { return keyOf(a.color) < keyOf(b.color); });
    return out;
}

/// Of more colours than anybody sees, every so manieth.
std::vector<Counted> thinned(std::vector<Counted> colors) {
    const std::size_t step = (colors.size() + kMostColors - 1) / kMostColors;
    for (std::size_t i = 0; i * step < colors.size(); ++i) colors[i] = colors[i * step];
    colors.resize((colors.size() + step - 1) / step);
    return colors;
}

}  // namespace

Indexed indexed(std::span<const Pixel> pixels, std::size_t first) {
    const std::vector<Counted> colors = countedIn(pixels);
    const std::vector<Counted> own = countedIn(pixels.first(first));
    Indexed out;
    std::vector<Counted> others = colors;
    if (own.size() <= kPalette) {
        for (const Counted& one : own) out.colors.push_back(one.color);
        const auto isKept = [&](const Counted& one) {
            return std::binary_search(own.begin(), own.end(), one, [](const Counted& a, const Counted& b) {
                return keyOf(a.color) < keyOf(b.color);
            });
        };
        others.erase(std::remove_if(others.begin(), others.end(), isKept), others.end());
    }
    const std::size_t left = kPalette - out.colors.size();
    if (left > 0 && !others.empty()) {
        const std::vector<Pixel> more = paletteOf(thinned(std::move(others)), left);
        out.colors.insert(out.colors.end(), more.begin(), more.end());
    }
    std::unordered_map<std::uint32_t, std::uint8_t> nearest;
    for (const Counted& one : colors)
        nearest[keyOf(one.color)] = static_cast<std::uint8_t>(nearestOf(out.colors, one.color));
    out.indices.reserve(pixels.size());
    for (const Pixel& pixel : pixels) out.indices.push_back(nearest[keyOf(pixel)]);
    out.colors.resize(kPalette, {0, 0, 0, 255});
    return out;
}

}  // namespace dtx
