#include "drawing.h"

#include <span>

namespace bindings {

Columns topologyColumns(const abc::Model& model, std::uint32_t piece, std::uint32_t level) {
    const abc::PieceTopology triangles = abc::topology(model, piece, level);
    const abc::Lod* lod = model.lod(piece, level);
    Columns out;
    out.add(triangles, [](const abc::Triangle& triangle) { return triangle.corners; });
    out.add(triangles, [&](const abc::Triangle& triangle) {
        std::array<abc::TexCoord, 3> coordinates;
        for (std::uint32_t c = 0; c < 3; ++c) coordinates[c] = model.drawnTexCoord(*lod, triangle.face, c);
        return coordinates;
    });
    out.add(triangles, [](const abc::Triangle& triangle) { return triangle.face; });
    return out;
}

Columns weightColumns(const abc::Model& model, std::uint32_t piece, std::uint32_t level) {
    std::vector<std::uint32_t> start{0};
    std::vector<std::int32_t> nodes;
    std::vector<float> biases;
    std::vector<abc::Vec3> locations;
    std::vector<std::int32_t> deformation;
    const abc::Lod* lod = level < model.lodCount() ? model.lod(piece, level) : nullptr;
    const std::uint32_t end = lod == nullptr ? 0 : lod->firstVertex + lod->vertexCount;
    for (std::uint32_t v = lod == nullptr ? 0 : lod->firstVertex; v < end; ++v) {
        if (model.family == abc::Family::V6) {
            nodes.push_back(orMinusOne(model.v6.vertexNode[v]));
            biases.push_back(1);
            deformation.push_back(orMinusOne(model.v6.vertexDeformation[v]));
        } else {
            for (std::uint32_t w = model.weightStart[v]; w < model.weightStart[v + 1]; ++w) {
                nodes.push_back(orMinusOne(model.weights[w].node));
                biases.push_back(model.weights[w].bias);
                locations.push_back(model.weights[w].location);
            }
        }
        start.push_back(static_cast<std::uint32_t>(nodes.size()));
    }
    Columns out;
    out.add(start);
    out.add(nodes);
    out.add(biases);
    out.add(locations);
    out.add(deformation);
    return out;
}

Columns keyframeColumns(const abc::Model& model, std::uint32_t animation) {
    std::span<const abc::Keyframe> keys;
    if (animation < model.animations.size()) {
        const abc::Animation& chosen = model.animations[animation];
        keys = std::span(model.keyframes).subspan(chosen.firstKey, chosen.keyCount);
    }
    Columns out;
    out.add(keys, [](const abc::Keyframe& key) { return key.time; });
    out.addTexts(keys, [](const abc::Keyframe& key) { return key.string; });
    return out;
}

Columns hitBoxColumns(const abc::Model& model) {
    Columns out;
    out.add(model.hitBoxes, [](const abc::HitBox& box) { return orMinusOne(box.node); });
    out.add(model.hitBoxes, [](const abc::HitBox& box) { return box.centre; });
    out.add(model.hitBoxes, [](const abc::HitBox& box) { return box.size; });
    out.add(model.hitBoxes, [](const abc::HitBox& box) { return box.axes; });
    return out;
}

}  // namespace bindings
