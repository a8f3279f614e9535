// The two skins of Clockwork: slot 0 is the body, slot 1 the head. Each solid of the mesh wears one patch of its slot's
// skin whole, u around it and v along it.
#pragma once

#include <cstddef>
#include <vector>

#include "mesh.h"

namespace abc::samples::clockwork {

/// A part of a skin.
struct Patch {
    float u = 0, v = 0, width = 1, height = 1;

    /// A place of the patch on the skin. Stays so far inside that neighbours do not bleed in, in small mips either.
    [[nodiscard]] TexCoord at(TexCoord place) const;
};

/// Of both skins: brass fittings, and what is red.
inline constexpr Patch kBrass{0, 0.5F, 1, 0.25F}, kRed{0.75F, 0.75F, 0.25F, 0.25F};
/// Of the body.
inline constexpr Patch kEnamel{0, 0, 1, 0.5F}, kHose{0, 0.75F, 0.5F, 0.25F}, kDial{0.5F, 0.75F, 0.25F, 0.25F};
/// Of the head.
inline constexpr Patch kFace{0, 0, 1, 0.5F}, kEye{0, 0.75F, 0.25F, 0.25F}, kPupil{0.25F, 0.75F, 0.25F, 0.25F},
    kLid{0.5F, 0.75F, 0.25F, 0.25F};

/// The files of the skins.
[[nodiscard]] std::vector<std::byte> bodySkin();
[[nodiscard]] std::vector<std::byte> headSkin();

}  // namespace abc::samples::clockwork
