// What the vertices of a stream consist of.
#include "structs.h"

namespace ltb::schema {

std::uint32_t layoutOf(core::schema::Var var, const std::array<std::uint32_t, kMaxVars>& counts) {
    const auto first = static_cast<std::size_t>(Var::Layout0);
    if (var.index() < first) return counts[var.index()];
    const auto count = [&](Var name) { return counts[static_cast<std::size_t>(name)]; };
    std::uint32_t layout = counts[static_cast<std::size_t>(Var::StreamFlags0) + (var.index() - first)] & kKnownFlags;
    if (count(Var::MeshType) != Skeletal || (layout & PositionPart) == 0) return layout;
    const bool hasPalette = count(Var::MatrixPalette) != 0;
    const std::uint32_t bones = count(hasPalette ? Var::MaxBonesPerVertex : Var::MaxBonesPerFace);
    layout |= (std::clamp(bones, 1U, kMostBones) - 1) << kBlendShift;
    if (hasPalette) layout |= kMostBones << kBonesShift;
    return layout;
}

}  // namespace ltb::schema
