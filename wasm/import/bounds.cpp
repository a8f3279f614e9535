#include "bounds.h"

#include <algorithm>

#include "numbers.h"

namespace importing {

void Bounds::add(std::span<const float> points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::size_t axis = i % 3;
        const double value = points[i];
        least_[axis] = isEmpty_ ? value : std::min(least_[axis], value);
        most_[axis] = isEmpty_ ? value : std::max(most_[axis], value);
        if (axis == 2) isEmpty_ = false;
    }
}

double Bounds::diagonal() const {
    return 2 * lengthOf((most_[0] - least_[0]) / 2, (most_[1] - least_[1]) / 2, (most_[2] - least_[2]) / 2);
}

}  // namespace importing
