// The box around points.
#pragma once

#include <array>
#include <span>

namespace importing {

class Bounds {
public:
    /// @param points three finite numbers each
    void add(std::span<const float> points);
    /// 0 without a point.
    [[nodiscard]] double diagonal() const;

private:
    bool isEmpty_ = true;
    std::array<double, 3> least_{};
    std::array<double, 3> most_{};
};

}  // namespace importing
