// Where a point that moves with a node is at several times (abc.md §4).
#pragma once

#include "pose.h"

namespace abc {

/// A point in the space of a node, such as the node itself or the place of a socket.
struct Marker {
    /// In range.
    std::uint32_t node = 0;
    Vec3 place;
};

class Trail {
public:
    /// The places of a marker, one a moment, file space. They hold until the next call.
    /// @param layers as for `pose`, at least one; their times are overwritten
    /// @param times for each moment the time of each layer, in ms; the last moment is ignored if times are missing
    [[nodiscard]] std::span<const Vec3> operator()(const Model& model, std::span<Layer> layers,
                                                   const PoseOptions& options, const Marker& marker,
                                                   std::span<const double> times);

private:
    Pose pose_;
    /// From the root to the node.
    std::vector<std::uint32_t> chain_;
    std::vector<Vec3> places_;
};

}  // namespace abc
