#include "model.h"

#include <algorithm>
#include <cmath>

namespace abc {
namespace {

/// What ModelEdit clamps the texture coordinates of v6 to.
constexpr float kLowestDrawn = 0.0001F;
constexpr float kHighestDrawn = 0.9999F;

/// @param repeats what lies outside 0 … 1 is drawn as it is
float drawn(float coordinate, bool repeats) {
    if (std::isnan(coordinate)) return repeats ? 0 : kLowestDrawn;
    if (!repeats) return std::clamp(coordinate, kLowestDrawn, kHighestDrawn);
    return std::isinf(coordinate) ? 0 : coordinate;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace

std::uint32_t restAnimationOf(const Model& model) {
    std::uint32_t found = kNone;
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        if (!model.animations[i].complete) continue;
        if (equalIgnoringCase(model.text(model.animations[i].name), kRestName)) return i;
        if (found == kNone) found = i;
    }
    return found;
}

bool equalIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::uint32_t Model::lodCount() const {
    if (family == Family::V6) return lods.empty() ? 0 : static_cast<std::uint32_t>(v6.collapses.size()) + 1;
    std::uint32_t count = 0;
    for (const Piece& piece : pieces) count = std::max(count, piece.lodCount);
    return count;
}

const Lod* Model::lod(std::uint32_t piece, std::uint32_t level) const {
    if (piece >= pieces.size()) return nullptr;
    // The levels of v6 share one list of faces and vertices.
    const std::uint32_t stored = family == Family::V6 ? 0 : level;
    return stored < pieces[piece].lodCount ? &lods[pieces[piece].firstLod + stored] : nullptr;
}

std::uint32_t Model::vertexCount(std::uint32_t piece, std::uint32_t level) const {
    const Lod* found = lod(piece, level);
    return found != nullptr ? found->vertexCount : 0;
}

TexCoord Model::drawnTexCoord(const Lod& lod, std::uint32_t face, std::uint32_t corner) const {
    const auto [u, v] = texCoord(lod, face, corner);
    const bool repeats = family != Family::V6;
    return {drawn(u, repeats), drawn(v, repeats)};
}

std::uint32_t Model::lengthOf(const Animation& animation) const {
    return animation.keyCount == 0 ? 0 : keyframes[animation.firstKey + animation.keyCount - 1].time;
}

bool Model::mirrorZ() const {
    return family == Family::V9 || v6.transformInfo.value_or(TransformInfo{}).flipMat == 0;
}

bool Model::conjugatesKeys() const {
    return family == Family::V6 && v6.transformInfo.value_or(TransformInfo{}).fixAnimKeyframes != 0;
}

const Binding* Model::binding(std::uint32_t childModel, std::string_view animation) const {
    if (childModel >= bindingLists.size()) return nullptr;
    const BindingList& list = bindingLists[childModel];
    for (std::uint32_t i = list.first; i < list.first + list.count; ++i) {
        if (equalIgnoringCase(text(bindings[i].name), animation)) return &bindings[i];
    }
    return nullptr;
}

}  // namespace abc
