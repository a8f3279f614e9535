// Keys that are stored in columns (LTB, LTA): all locations of a node, then all its rotations.
#pragma once

#include "pose.h"

namespace abc {

/// A key of a node of an animation that is stored in columns. The animation is complete; node and key are in range.
[[nodiscard]] Local columnKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key);

/// Positions of vertices at the keys of an animation, in place of the keys of a node.
class VertexFrames {
public:
    /// Where the node has keys there are none.
    VertexFrames(const Model& source, std::uint32_t animation, std::uint32_t node);

    [[nodiscard]] bool areThere() const { return areThere_; }
    /// Between two keys. They are there. @param rest where a key has no such position
    [[nodiscard]] Vec3 position(std::uint32_t index, const KeySpan& keys, const Vec3& rest) const;

private:
    Bytes bytes_;
    std::span<const std::uint32_t> frames_;
    bool areThere_ = false;
};

}  // namespace abc
