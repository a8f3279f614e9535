// A whole model mirrored, scaled, turned and moved: mesh, skeleton, animations, sockets, boxes and distances with it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// What happens to a model, in this order, in the axes of the file (X right, Y up, Z forward).
struct Transformation {
    enum class Centre : std::uint8_t {
        Stays,
        Middle,  ///< the middle of the mesh at rest becomes the origin
        Ground,  ///< the same, but its lowest point has height 0
    };
    /// The axis whose coordinates change their sign.
    std::optional<std::uint8_t> mirror;
    /// A factor above 0.
    double scale = 1;
    /// Degrees about X (from Y to Z), then about Y (from Z to X), then about Z (from X to Y).
    std::array<double, 3> turn{};
    Centre centre = Centre::Stays;
    std::array<double, 3> move{};
    /// Names of nodes, sockets and pieces change their side: left for right, L for R.
    bool swapsSides = false;
};
inline constexpr std::string_view kCentreNames[] = {"stays", "middle", "ground"};
static_assert(core::hasNameOf(kCentreNames, Transformation::Centre::Ground));

struct Transformed {
    /// Numbers that change, in file order, apart from each other.
    std::vector<Splice> splices;
    struct Renamed {
        std::string path, name;
    };
    /// Names that change.
    std::vector<Renamed> names;
    /// A sentence. Empty: it can be done.
    std::string refusal;
};

/// Scaling and mirroring change what is in the space of a node too; turning and moving change the root, and what is in
/// the space of the model. Deformation of version 6 is mirrored in its bytes, so that its Scale stays as it is. Of
/// boxes that are turned by no right angle those around them are written. InternalRadius is only scaled. A file of
/// which a section could not be read is refused.
[[nodiscard]] Transformed transformed(const Document& document, const Transformation& how);

/// A name on the other side: `left_arm` for `right_arm`, `L_Hand` for `R_Hand`; the same where it says no side.
[[nodiscard]] std::string otherSide(std::string_view name);

}  // namespace abc
