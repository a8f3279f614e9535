#include "scalar_deform.h"

namespace abc::testing {

void deformScalar(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level,
                  std::span<Vec3> positions, std::span<Vec3> normals) {
    const Lod& lod = *model.lod(piece, level);
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        Vec3 position;
        Vec3 normal;
        float bias = 0;
        for (std::uint32_t w = model.weightStart[vertex]; w < model.weightStart[vertex + 1]; ++w) {
            const Weight& weight = model.weights[w];
            if (weight.node == kNone) continue;
            const Mat4& node = pose.nodes[weight.node];
            const Vec3 rest = model.normals[vertex];
            const auto& [x, y, z] = pose.joints[weight.node].skin;
            const Vec3 turned{x[0] * rest.x + y[0] * rest.y + z[0] * rest.z,
                              x[1] * rest.x + y[1] * rest.y + z[1] * rest.z,
                              x[2] * rest.x + y[2] * rest.y + z[2] * rest.z};
            position = position + (node.rotate(weight.location) + node.translation() * weight.bias);
            normal = normal + turned * weight.bias;
            // The fourth row of the matrix: it matters where a location is no number.
            const Vec3 nothing = weight.location * 0;
            bias += nothing.x + nothing.y + nothing.z + weight.bias;
        }
        // A vertex that nothing pulls stays where it is.
        positions[v] = bias > 0 ? position * (1.0F / bias) : model.locations[vertex];
        normals[v] = normalized(bias > 0 ? normal : model.normals[vertex]);
    }
}

}  // namespace abc::testing
