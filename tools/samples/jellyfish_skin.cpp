// The skin of the jellyfish: every part wears it whole, u around it and v along it. On the bell v goes from the top
// over the rim (at 7/11) and inside back to the top.
#include <algorithm>
#include <cmath>

#include "jellyfish.h"
#include "mesh.h"
#include "texture.h"

namespace abc::samples::jellyfish {

namespace {

constexpr std::uint32_t kSize = 128;
constexpr float kRim = 7.0F / 11;
/// The palette is 16 tints by 16 lights.
constexpr std::uint32_t kSteps = 16;

/// From the top of the bell to the tips.
Color tint(float share) {
    constexpr Color stops[] = {
        {0.98F, 0.72F, 0.93F}, {0.72F, 0.45F, 0.92F}, {0.3F, 0.48F, 0.95F}, {0.25F, 0.88F, 0.9F}};
    const float at = share * 3;
    const std::size_t stop = std::min<std::size_t>(static_cast<std::size_t>(at), 2);
    return mix(stops[stop], stops[stop + 1], at - static_cast<float>(stop));
}

std::array<Color, 256> palette() {
    std::array<Color, 256> colors;
    for (std::uint32_t i = 0; i < colors.size(); ++i) {
        const float light = static_cast<float>(i % kSteps) / (kSteps - 1);
        const std::uint32_t shade = i / kSteps;
        const Color color = tint(static_cast<float>(shade) / (kSteps - 1));
        colors[i] = mix(color * (0.25F + light), {1, 1, 1}, 0.45F * light * light);
    }
    return colors;
}

std::uint32_t sixteenth(float share) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * (kSteps - 1)));
}

Texel painted(float u, float v) {
    const float outside = std::min(v / kRim, (1 - v) / (1 - kRim));
    // Twelve veins from the top down, a row of light spots above the rim.
    const float vein = power(0.5F + 0.5F * cosine(2 * kPi * 12 * u), 6) * step(0.05F, 0.3F, outside);
    const float turn = 24 * u - std::floor(24 * u) - 0.5F;
    const float height = (outside - 0.9F) * 6;
    const float spot = 1 - step(0.2F, 0.34F, std::sqrt(turn * turn + height * height));
    const float mottled = grain(u, v, 10);
    const float light = 0.28F + 0.3F * vein + 0.5F * spot + 0.18F * mottled + 0.15F * step(0.92F, 1, outside);
    const float clear = 0.5F + 0.2F * vein + 0.35F * spot + 0.25F * step(0.8F, 1, outside);
    return {static_cast<std::uint8_t>(sixteenth(outside + 0.1F * (mottled - 0.5F)) * kSteps + sixteenth(light)),
            static_cast<std::uint8_t>(sixteenth(clear))};
}

}  // namespace

std::vector<std::byte> skin() {
    return paletted(kSize, palette(), painted);
}

}  // namespace abc::samples::jellyfish
