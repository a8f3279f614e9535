// The deformed vertices of a piece in lists of their own.
#pragma once

#include <abc/deform.h>

namespace abc::testing {

struct Surface {
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;

    explicit Surface(std::size_t vertices) : positions(vertices), normals(vertices) {}
};

/// Empty when the piece has no such level.
[[nodiscard]] inline Surface deformed(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level) {
    Surface out(model.vertexCount(piece, level));
    deform(model, pose, piece, level, out.positions, out.normals);
    return out;
}

}  // namespace abc::testing
