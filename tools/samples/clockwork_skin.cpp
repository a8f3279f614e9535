#include "clockwork_skin.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "texture.h"

namespace abc::samples::clockwork {

namespace {

constexpr std::uint32_t kSize = 256;
constexpr Color kTeal{0.06F, 0.39F, 0.43F}, kCream{0.93F, 0.87F, 0.72F}, kGold{0.83F, 0.62F, 0.26F},
    kInk{0.07F, 0.06F, 0.06F}, kCoral{0.85F, 0.2F, 0.14F}, kWhite{0.97F, 0.96F, 0.92F};

/// 1 on a line of this width, 0 off it.
float line(float at, float width, float value) {
    return 1 - step(width * 0.5F, width, std::abs(value - at));
}

/// 1 inside a disc. `u` wraps around; `aspect` is how much longer a step in u is than one in v.
float disc(float u, float v, float centerU, float centerV, float radius, float aspect) {
    const float du = std::abs(u - centerU);
    const float x = std::min(du, 1 - du) * aspect;
    const float y = v - centerV;
    return 1 - step(radius * 0.8F, radius, std::sqrt(x * x + y * y));
}

/// Brushed around, brighter in the middle of the patch.
Color brass(float u, float v) {
    const float brushed = 0.86F + 0.2F * grain(u * 0.25F, v, 64) + 0.1F * grain(u, v, 12);
    const float sheen = 0.75F + 0.35F * line(0.4F, 0.7F, v);
    return kGold * (brushed * sheen);
}

/// `count` rivets around, on a line at v.
Color riveted(Color ground, float u, float v, float at, float count) {
    const float turn = u * count - std::floor(u * count);
    const float shade = disc(turn, v * 1.0F, 0.5F, at + 0.012F, 0.05F, 0.2F);
    const float head = disc(turn, v, 0.5F, at, 0.042F, 0.2F);
    const float glint = disc(turn, v, 0.46F, at - 0.012F, 0.016F, 0.2F);
    return mix(mix(mix(ground, kInk, 0.55F * shade), kGold * 1.1F, head), kWhite, 0.6F * glint);
}

/// Worn lacquer: uneven, with specks where it came off.
Color lacquer(Color color, float u, float v) {
    const float uneven = 0.88F + 0.2F * grain(u, v, 9) + 0.05F * grain(u, v, 90);
    const float chipped = step(0.93F, 0.97F, grain(u, v, 40) * 0.6F + grain(u, v, 110) * 0.45F);
    return mix(color * uneven, kGold * 0.7F, chipped);
}

/// The shell of trunk, cuffs and boots: lacquer between two riveted rims of brass, with a pinstripe along each.
Color enamel(float u, float v) {
    Color color = lacquer(kTeal, u, v);
    for (const float seam : {0.25F, 0.75F}) color = mix(color, kInk, 0.6F * line(seam, 0.006F, u));
    for (const float stripe : {0.27F, 0.73F}) color = mix(color, kCream, 0.9F * line(stripe, 0.022F, v));
    const float rim = 1 - step(0.185F, 0.195F, v) + step(0.805F, 0.815F, v);
    color = mix(color, riveted(riveted(brass(u, v), u, v, 0.12F, 14), u, v, 0.88F, 14), rim);
    // A shadow under each rim.
    return mix(color, kInk, 0.5F * (line(0.2F, 0.03F, v) + line(0.8F, 0.03F, v)));
}

/// Ribbed rubber.
Color hose(float /*u*/, float v) {
    return mix(kInk * 1.2F, {0.3F, 0.27F, 0.25F}, 0.5F + 0.5F * cosine(2 * kPi * 9 * v));
}

/// The plug of the gauge: its side is brass, its face (from v 2/3 to the middle at 1) a dial seen from the front.
Color dial(float u, float v) {
    if (v < 0.62F) return brass(u, v);
    const float radius = (1 - v) / 0.36F;
    const float ticks = 12 * u - std::floor(12 * u);
    const float tick = line(0.5F, 0.12F / std::max(radius, 0.2F), ticks) * step(0.62F, 0.66F, radius) *
                       (1 - step(0.9F, 0.94F, radius));
    const float warning = step(0.66F, 0.7F, radius) * (1 - step(0.84F, 0.88F, radius)) * line(0.12F, 0.09F, u);
    const float hub = 1 - step(0.14F, 0.2F, radius);
    return mix(mix(mix(kWhite, kCoral, warning), kInk, 0.9F * tick), kInk, hub);
}

Color red(float u, float v) {
    return kCoral * (0.85F + 0.2F * line(0.6F, 0.8F, v) + 0.06F * grain(u, v, 12));
}

/// The skull from its chin to its crown; the front is where u wraps.
Color face(float u, float v) {
    Color color = lacquer(kCream, u, v);
    for (const float cheek : {0.1F, 0.9F})
        color = mix(color, {0.93F, 0.5F, 0.4F}, 0.6F * disc(u, v, cheek, 0.34F, 0.09F, 1.9F));
    color = mix(color, lacquer(kTeal, u, v), step(0.73F, 0.735F, v));
    color = mix(color, riveted(brass(u, v), u, v, 0.735F, 20), line(0.735F, 0.05F, v));
    color = mix(color, kTeal * 0.8F, 0.85F * line(0.16F, 0.03F, v));
    return mix(color, kInk, 0.45F * line(0.69F, 0.03F, v));
}

/// White, with an iris of blue where the eye looks ahead.
Color eye(float u, float v) {
    const float streak = 0.8F + 0.3F * grain(u, 0, 24);
    const Color iris = Color{0.2F, 0.5F, 0.68F} * streak;
    return mix(mix(kWhite * 0.9F, iris, step(0.6F, 0.64F, v)), kInk, line(0.61F, 0.05F, v));
}

/// Black, with a glint beside the middle.
Color pupil(float u, float v) {
    return mix(kInk, kWhite, disc(u, v, 0.62F, 0.84F, 0.09F, 0.6F));
}

Color lid(float u, float v) {
    return mix(lacquer(kTeal, u, v) * 1.1F, kGold, 1 - step(0.2F, 0.26F, v));
}

/// A patch and what is painted on it.
struct Painted {
    Patch patch;
    Color (*paint)(float u, float v);
};

std::vector<std::byte> skin(std::span<const Painted> parts) {
    return dxt1(kSize, [parts](float u, float v) {
        for (const auto& [patch, paint] : parts) {
            const float x = (u - patch.u) / patch.width;
            const float y = (v - patch.v) / patch.height;
            if (x >= 0 && x < 1 && y >= 0 && y < 1) return paint(x, y);
        }
        return Color{};
    });
}

}  // namespace

TexCoord Patch::at(TexCoord place) const {
    constexpr float kInset = 3.0F / kSize;
    return {u + kInset + place.u * (width - 2 * kInset), v + kInset + place.v * (height - 2 * kInset)};
}

std::vector<std::byte> bodySkin() {
    constexpr Painted parts[] = {{kEnamel, enamel}, {kBrass, brass}, {kHose, hose}, {kDial, dial}, {kRed, red}};
    return skin(parts);
}

std::vector<std::byte> headSkin() {
    constexpr Painted parts[] = {{kFace, face},   {kBrass, brass}, {kEye, eye},
                                 {kPupil, pupil}, {kLid, lid},     {kRed, red}};
    return skin(parts);
}

}  // namespace abc::samples::clockwork
