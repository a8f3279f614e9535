#include "scalar_deform.h"

namespace abc::testing {

Surface deformScalar(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level) {
    const Lod& lod = *model.lod(piece, level);
    std::vector<Mat4> skin(model.nodes.size());
    for (std::size_t i = 0; i < skin.size(); ++i) skin[i] = pose.nodes[i] * model.nodes[i].inverseBind;

    Surface out;
    out.positions.resize(lod.vertexCount);
    out.normals.resize(lod.vertexCount);
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        Vec3 position;
        Vec3 normal;
        float bias = 0;
        for (std::uint32_t w = model.weightStart[vertex]; w < model.weightStart[vertex + 1]; ++w) {
            const Weight& weight = model.weights[w];
            if (weight.node == kNone) continue;
            const Mat4& node = pose.nodes[weight.node];
            position = position + node.rotate(weight.location) + node.translation() * weight.bias;
            normal = normal + skin[weight.node].rotate(model.normals[vertex]) * weight.bias;
            bias += weight.bias;
        }
        // A vertex that nothing pulls stays where it is.
        out.positions[v] = bias > 0 ? position * (1.0F / bias) : model.locations[vertex];
        out.normals[v] = normalized(bias > 0 ? normal : model.normals[vertex]);
    }
    return out;
}

}  // namespace abc::testing
