// Keys that are stored in columns (LTB): all locations of a node, then all its rotations.
#pragma once

#include "pose.h"

namespace abc {

/// A key of a node of an animation that is stored in columns. The animation is complete; node and key are in range.
[[nodiscard]] Local columnKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key);

/// Positions of vertices at the keys of an animation, in place of the keys of a node.
class VertexFrames {
public:
    /// Where the node has keys, or the animation is stored otherwise, there are none.
    VertexFrames(const Model& source, std::uint32_t animation, std::uint32_t node);

    /// Vertices that have a position.
    [[nodiscard]] std::uint32_t count() const { return count_; }
    /// Between two keys. The index is below `count`.
    [[nodiscard]] Vec3 position(std::uint32_t index, const KeySpan& keys) const;

private:
    Bytes bytes_;
    std::uint32_t first_ = 0;
    std::uint32_t count_ = 0;
    std::uint32_t stride_ = 0;
};

}  // namespace abc
