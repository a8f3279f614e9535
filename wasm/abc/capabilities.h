// What the models of a version can have, and how they work: asked instead of the number of the version.
#pragma once

#include "core/dialect.h"
#include "core/names.h"

namespace abc {

enum class Capability : std::uint8_t {
    Levels,          ///< levels of detail are meshes of their own, each with the distance up to which it is used
    Collapses,       ///< levels of detail are edge collapses of one mesh, whose faces and vertices all levels share
    Pieces,          ///< the mesh is a list of pieces, each with a name, a skin slot and a shine of its own
    Weights,         ///< several nodes can move a vertex; else one does
    Sockets,         ///< places for other models
    WeightSets,      ///< shares of the nodes in a layer
    ChildModels,     ///< other files lend their animations, by bindings
    Deformation,     ///< animations can move single vertices
    KeyBounds,       ///< each key has the bounds of the model at that moment
    BindPose,        ///< nodes have a bind matrix; else the rest pose is a key of an animation
    Interpretation,  ///< a file says, or leaves open, whether it is mirrored and its key rotations are conjugated
    NodeNumbers,     ///< nodes have numbers of their own, by which vertices name them; else their index is their number
    TiledSkins,      ///< a texture repeats outside 0 … 1; else its edge goes on
};
/// As JavaScript has them (`Features` in wasm/js/types/info.ts; the numbers in wasm/js/viewer.ts).
inline constexpr std::string_view kCapabilityNames[] = {
    "levels",      "collapses", "pieces",   "weights",        "sockets",     "weightSets", "childModels",
    "deformation", "keyBounds", "bindPose", "interpretation", "nodeNumbers", "tiledSkins",
};
static_assert(core::hasNameOf(kCapabilityNames, Capability::TiledSkins));

class Capabilities {
public:
    constexpr void add(Capability capability) { bits_ |= bit(capability); }
    [[nodiscard]] constexpr bool has(Capability capability) const { return (bits_ & bit(capability)) != 0; }
    /// A bit each, the lowest for the first.
    [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

private:
    [[nodiscard]] static constexpr std::uint32_t bit(Capability capability) {
        return std::uint32_t{1} << static_cast<std::uint32_t>(capability);
    }
    std::uint32_t bits_ = 0;
};

/// What the schema of a version has a place for; nothing when no description of the version is known.
[[nodiscard]] Capabilities capabilitiesOf(const core::Dialect& dialect);

}  // namespace abc
