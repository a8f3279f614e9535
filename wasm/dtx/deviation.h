// How far the pixels of a texture are from those of the image that it was made of.
#pragma once

#include <optional>
#include <span>

#include "mixes.h"

namespace dtx {

/// Of numbers from 0 to 255.
struct Distance {
    /// Peak signal-to-noise ratio, dB: 10 log10(255² / mean of the squared differences). Nothing: there is no
    /// difference.
    std::optional<double> psnr;
    std::uint32_t largest = 0;
};

struct Deviation {
    /// Of red, green and blue together.
    Distance color;
    Distance alpha;
};

/// @param is as many pixels as `was`
/// @param hasHoles pixels of alpha 0 have no colour of their own, so theirs is not compared
[[nodiscard]] Deviation deviationOf(std::span<const Pixel> was, std::span<const Pixel> is, bool hasHoles);

}  // namespace dtx
