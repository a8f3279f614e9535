// The nodes of a glTF as numbers: the names of things are their indices.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abc/pose.h"

namespace merging {

/// As glTF has it: column-major.
using ColumnMatrix = std::array<double, 16>;

struct SceneSkin {
    /// Nodes.
    std::vector<std::uint32_t> joints;
    /// Inverse bind matrices; may be fewer than there are joints.
    std::vector<ColumnMatrix> inverse;
};

/// What may be anything is looked at by `refusalOf`.
struct Scene {
    /// By node: −1 for those at the top.
    std::vector<std::int32_t> parents;
    /// By node: relative to the parent.
    std::vector<ColumnMatrix> matrices;
    /// By node: which node of the file the export said it is, below 0 for one that it added; NaN: it said nothing.
    std::vector<double> indices;
    /// By node: 1 for what programs add to a skin for vertices that no bone moves.
    std::vector<std::uint8_t> isNeutral;
    /// By node: 1 for one that has another name than the export gave it.
    std::vector<std::uint8_t> isRenamed;
    /// By node: index of `skins`; −1: none.
    std::vector<std::int32_t> skinOf;
    std::vector<SceneSkin> skins;
    /// The top of the model and all that is below it, in the order in which a joint is preferred to its copies.
    std::vector<std::uint32_t> below;

    // What the export did:

    /// The scale of the top.
    double scale = 1;
    /// The file is left-handed.
    bool mirrors = false;
    /// Triangles have their corners in another order than in the file.
    bool swaps = false;
    abc::V6Interpretation interpretation;

    [[nodiscard]] std::size_t count() const { return parents.size(); }
    [[nodiscard]] std::uint32_t top() const { return below.front(); }
};

/// Why parts of a scene do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Scene& scene);

}  // namespace merging
