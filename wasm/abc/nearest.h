// The nearest of many points.
#pragma once

#include <cstdint>
#include <vector>

#include "math.h"

namespace abc {

/// Answers fast where points lie apart along an axis: it looks at few on either side.
class Nearest {
public:
    /// @param points one at least; coordinates that are no numbers count as 0
    explicit Nearest(std::vector<Vec3> points);

    /// The index of a point that is nearest to a place.
    [[nodiscard]] std::uint32_t operator()(Vec3 place) const;

private:
    std::vector<Vec3> points_;
    /// Indices of points, ordered along `axis_`.
    std::vector<std::uint32_t> order_;
    /// Along which they lie farthest apart.
    float Vec3::*axis_;
};

}  // namespace abc
