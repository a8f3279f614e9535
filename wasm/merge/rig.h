// The joints of a glTF as the nodes of the file that it goes back into.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "abc/pose.h"
#include "numbers.h"

namespace merging {

/// Where a node is, relative to its parent.
struct Local {
    WideVec3 translation{};
    /// Length 1.
    WideQuat rotation{0, 0, 0, 1};
};

struct Rig {
    /// Units of the file for one of the space of the joints.
    double unit = 1;
    /// Signs of the axes X and Z from that space to the file's.
    double x = 1, z = 1;
    /// Triangles have their corners in another order than in the file.
    bool swaps = false;
    /// The pose that the vertices are bound in, a matrix a node: as the file has it, and as the joints have it.
    std::vector<Affine> binds, bindsNow;
    std::vector<Affine> inverseBinds, inverseNow;
    /// By node: whether its joint stands elsewhere in that pose.
    std::vector<bool> isMoved;
    /// By node: whether its joint has another name than the export gave it.
    std::vector<bool> isRenamed;
    /// By node: from the axes of the joint to those of the node.
    std::vector<WideQuat> turns;
    /// By node: relative to the parent when nothing plays.
    std::vector<Local> rest;
    /// Takes what is on a skin back to where the model stood before it was moved as a whole, in the axes of the file
    /// and the lengths of the glTF.
    std::optional<Affine> undo;
    /// v6: how the export has read the file.
    abc::V6Interpretation interpretation;

    [[nodiscard]] std::size_t nodes() const { return binds.size(); }
    /// A place in the model, in the axes and units of the file.
    [[nodiscard]] WideVec3 placeOf(const WideVec3& v) const { return {unit * x * v[0], unit * v[1], unit * z * v[2]}; }
    /// What stands on a joint, relative to it, as the file has it relative to the node. @param holder kNone: the root
    [[nodiscard]] Local standOn(std::uint32_t holder, const WideVec3& translation, const WideQuat& rotation) const;
    /// A joint relative to the one above it, as the file has the nodes. @param parent kNone: the root
    [[nodiscard]] Local localOf(std::uint32_t node, std::uint32_t parent, const WideVec3& translation,
                                const WideQuat& rotation) const;
    /// Where a node is that nothing moves. One that was moved in the bind pose is elsewhere by as much.
    [[nodiscard]] WideVec3 restPlace(std::uint32_t node, std::uint32_t parent) const;
};

}  // namespace merging
