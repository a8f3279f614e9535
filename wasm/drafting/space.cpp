#include "space.h"

#include <cmath>

namespace drafting {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kRootOfHalf = 0.70710678118654752440;

}  // namespace

FileSpace::FileSpace(const Settings& settings) : scale_(settings.scale) {
    const double half = (settings.turn * kPi) / 360;
    const Rotation about{0, std::sin(half), 0, std::cos(half)};
    const Rotation upright = settings.isUpright ? kNoTurn : Rotation{-kRootOfHalf, 0, 0, kRootOfHalf};
    turn_ = mirroredTurn(abc::product(about, upright));
}

void FileSpace::move(const Vector& by) {
    for (std::size_t axis = 0; axis < shift_.size(); ++axis) shift_[axis] += by[axis];
}

Vector FileSpace::place(const Vector& place) const {
    const Vector seen = turnVector(turn_, {0 - place[0], place[1], place[2]});
    return {scale_ * seen[0] + shift_[0], scale_ * seen[1] + shift_[1], scale_ * seen[2] + shift_[2]};
}

Rotation FileSpace::rotation(const Rotation& rotation) const {
    return abc::product(turn_, mirroredTurn(rotation));
}

Stand FileSpace::stand(const Placement& placement, std::size_t node) const {
    return {rotation(placement.rotations[node]), place(placeOf(placement.matrices[node]))};
}

Matrix FileSpace::matrix() const {
    Matrix out = matrixOf(turn_, shift_);
    for (std::size_t row = 0; row < out.size(); row += 4) {
        for (std::size_t column = 0; column < 3; ++column) {
            double& number = out[row + column];
            // −0 + 0 is 0.
            number = (column == 0 ? -1 : 1) * scale_ * number + 0.0;
        }
    }
    return out;
}

Matrix FileSpace::intoNode(const Matrix& matrix) const {
    Matrix out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (i < 4 ? 0 - matrix[i] : matrix[i]) * scale_;
    return out;
}

}  // namespace drafting
