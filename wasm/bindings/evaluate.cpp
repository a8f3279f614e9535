#include "model.h"

namespace bindings {

val ModelFile::evaluate(const ModelFile& source, std::int32_t animation, double timeMs, bool loop, std::uint32_t level,
                        const val& origin) const {
    const abc::Model& donor = source.model_;
    if (level > 0 && level >= model_.lodCount()) return val::null();
    std::vector<abc::Layer> layers;
    if (animation >= 0) {
        const auto index = static_cast<std::uint32_t>(animation);
        const bool playable = index < donor.animations.size() && donor.animations[index].complete;
        if (!playable || !abc::fits(model_, donor)) return val::null();
        abc::Layer layer;
        layer.source = &donor;
        layer.animation = index;
        layer.timeMs = timeMs;
        layer.loop = loop;
        if (!origin.isNull()) {
            layer.rootOrigin = {origin[0].as<float>(), origin[1].as<float>(), origin[2].as<float>()};
        } else if (const auto* binding = model_.binding(0, donor.text(donor.animations[index].name));
                   binding != nullptr && &model_ == &donor) {
            layer.rootOrigin = binding->origin;
        }
        layers.push_back(layer);
    }
    const abc::Pose pose = abc::pose(model_, layers);
    val pieces = val::array();
    for (std::uint32_t piece = 0; piece < model_.pieces.size(); ++piece) {
        const abc::Surface surface = abc::deform(model_, pose, piece, level);
        val entry = val::object();
        entry.set("positions", copiedFloats(surface.positions));
        entry.set("normals", copiedFloats(surface.normals));
        pieces.set(piece, entry);
    }
    val out = val::object();
    out.set("nodes", copiedFloats(pose.nodes));
    out.set("pieces", pieces);
    return out;
}

}  // namespace bindings
