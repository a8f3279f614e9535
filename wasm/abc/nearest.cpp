#include "nearest.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace abc {
namespace {

Vec3 finite(Vec3 point) {
    for (const auto axis : kAxes) {
        if (!std::isfinite(point.*axis)) point.*axis = 0;
    }
    return point;
}

double squaredDistance(Vec3 a, Vec3 b) {
    double sum = 0;
    for (const auto axis : kAxes) {
        const double step = double{a.*axis} - double{b.*axis};
        sum += step * step;
    }
    return sum;
}

double spread(const std::vector<Vec3>& points, float Vec3::*axis) {
    const auto [least, most] =
        std::minmax_element(points.begin(), points.end(), [axis](Vec3 a, Vec3 b) { return a.*axis < b.*axis; });
    return double{(*most).*axis} - double{(*least).*axis};
}

/// The axis along which points lie farthest apart.
float Vec3::*longestAxis(const std::vector<Vec3>& points) {
    return *std::max_element(std::begin(kAxes), std::end(kAxes),
                             [&points](auto a, auto b) { return spread(points, a) < spread(points, b); });
}

std::vector<Vec3> allFinite(std::vector<Vec3> points) {
    std::transform(points.begin(), points.end(), points.begin(), finite);
    return points;
}

}  // namespace

Nearest::Nearest(std::vector<Vec3> points)
    : points_(allFinite(std::move(points))), order_(points_.size()), axis_(longestAxis(points_)) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return points_[a].*axis_ < points_[b].*axis_; });
}

std::uint32_t Nearest::operator()(Vec3 place) const {
    place = finite(place);
    double best = std::numeric_limits<double>::infinity();
    std::uint32_t found = 0;
    // Whether points further on may be nearer.
    const auto look = [&](std::uint32_t point) {
        const double step = double{points_[point].*axis_} - double{place.*axis_};
        if (step * step >= best) return false;
        const double distance = squaredDistance(points_[point], place);
        if (distance >= best) return true;
        best = distance;
        found = point;
        return true;
    };
    const auto middle = std::lower_bound(order_.begin(), order_.end(), place.*axis_,
                                         [this](std::uint32_t a, float at) { return points_[a].*axis_ < at; });
    for (auto after = middle; after != order_.end() && look(*after);) ++after;
    for (auto before = middle; before != order_.begin() && look(*std::prev(before));) --before;
    return found;
}

}  // namespace abc
