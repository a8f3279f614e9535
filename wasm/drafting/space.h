// From the scene of glTF to the space of the file: turned upright, about its upright axis, made longer, mirrored in X
// (docs/export.md, “Space”), moved. The axes of nodes are mirrored alone: only the root's rotation has the turns in it.
#pragma once

#include "scene.h"

namespace drafting {

/// A rotation and a place.
struct Stand {
    Rotation rotation = kNoTurn;
    Vector place{};
};

/// A rotation in the mirror: the mirror, the rotation, the mirror.
[[nodiscard]] inline Rotation mirroredTurn(const Rotation& q) {
    return {q[0], 0 - q[1], 0 - q[2], q[3]};
}

class FileSpace {
public:
    explicit FileSpace(const Settings& settings);

    [[nodiscard]] double scale() const { return scale_; }
    /// Moves what is converted from now on, in units of the file.
    void move(const Vector& by);

    /// A place of the scene.
    [[nodiscard]] Vector place(const Vector& place) const;
    /// How a node stands in the scene.
    [[nodiscard]] Rotation rotation(const Rotation& rotation) const;
    /// Where a node stands.
    [[nodiscard]] Stand stand(const Placement& placement, std::size_t node) const;
    /// From the scene to the file; it mirrors.
    [[nodiscard]] Matrix matrix() const;
    /// A matrix into the space of a node of glTF as one into that of the node of the file: mirrored, and as long as the
    /// file has it.
    [[nodiscard]] Matrix intoNode(const Matrix& matrix) const;

private:
    double scale_;
    /// Behind the mirror.
    Rotation turn_;
    Vector shift_{};
};

}  // namespace drafting
