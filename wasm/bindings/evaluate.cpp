// Poses as JavaScript asks for them (RawPoseRequest in module.d.ts). Every index and length is checked here: a
// request that names what is not there has no answer.
#include <emscripten/val.h>

#include "model.h"

namespace bindings {
namespace {

/// The index that a number is, in a list of this size; kNone when it is none.
std::uint32_t indexIn(const val& value, std::size_t size) {
    const auto number = value.as<double>();
    const bool isIndex = number >= 0 && number < static_cast<double>(size);
    return isIndex ? static_cast<std::uint32_t>(number) : abc::kNone;
}

/// Fills `list` with as many structs of floats as it has; false when the typed array has another length.
template <class T>
bool fill(std::vector<T>& list, const val& array) {
    const std::size_t floats = list.size() * sizeof(T) / sizeof(float);
    if (array["length"].as<double>() != static_cast<double>(floats)) return false;
    const val view(emscripten::typed_memory_view(floats, reinterpret_cast<float*>(list.data())));
    view.call<void>("set", array);
    return true;
}

}  // namespace

/// What is asked for; the options point into the rest.
struct ModelFile::Request {
    std::vector<abc::Layer> layers;
    abc::FrozenPose from;
    abc::PoseOptions options;
};

bool ModelFile::takeLayers(const val& asked, Request& request) const {
    const auto count = asked["length"].as<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) {
        const val entry = asked[i];
        const val animation = entry["animation"];
        abc::Layer layer;
        if (i > 0 || animation.as<double>() != -1) {
            const auto* file = entry["source"].as<const ModelFile*>(emscripten::allow_raw_pointers());
            const abc::Model& source = file->model_;
            layer.source = &source;
            layer.animation = indexIn(animation, source.animations.size());
            if (layer.animation == abc::kNone || !source.animations[layer.animation].complete) return false;
            if (!abc::fits(model_, source)) return false;
            layer.timeMs = entry["timeMs"].as<double>();
            layer.loop = entry["loop"].as<bool>();
        }
        const val weightSet = entry["weightSet"];
        if (!weightSet.isNull()) {
            const std::uint32_t set = indexIn(weightSet, model_.weightSets.size());
            if (set == abc::kNone) return false;
            layer.weights = model_.weightSets[set].weights;
        }
        request.layers.push_back(layer);
    }
    return true;
}

bool ModelFile::takeTransition(const val& from, Request& request) const {
    request.from.locals.resize(model_.nodes.size());
    request.from.vertices.resize(model_.family == abc::Family::V6 ? model_.locations.size() : 0);
    if (!fill(request.from.locals, from["locals"]) || !fill(request.from.vertices, from["vertices"])) return false;
    request.options.transition.locals = request.from.locals;
    request.options.transition.vertices = request.from.vertices;
    return true;
}

/// False when it names what is not there.
bool ModelFile::take(const val& asked, Request& request) const {
    if (!takeLayers(asked["layers"], request)) return false;
    abc::Layer& base = request.layers.front();
    const val origin = asked["origin"];
    if (!origin.isNull()) {
        base.rootOrigin = {origin[0].as<float>(), origin[1].as<float>(), origin[2].as<float>()};
    } else if (base.source == &model_) {
        const auto* binding = model_.binding(0, model_.text(model_.animations[base.animation].name));
        if (binding != nullptr) base.rootOrigin = binding->origin;
    }
    const val from = asked["from"];
    if (!from.isNull() && !takeTransition(from, request)) return false;
    request.options.transition.fraction = asked["fraction"].as<float>();

    abc::Reading& reading = request.options.reading;
    const val conjugates = asked["conjugateKeys"];
    if (!conjugates.isNull()) reading.conjugateKeys = conjugates.as<bool>();
    const val rest = asked["restAnimation"];
    if (!rest.isNull()) {
        reading.restAnimation = indexIn(rest, model_.animations.size());
        if (reading.restAnimation == abc::kNone || !model_.animations[*reading.restAnimation].complete) return false;
    }
    return true;
}

val ModelFile::evaluate(const val& asked) const {
    Request request;
    const val lod = asked["lod"];
    // A model without vertices has a pose all the same.
    const std::uint32_t level = indexIn(lod, std::max(model_.lodCount(), 1U));
    if (level == abc::kNone || !take(asked, request)) return val::null();
    const abc::Pose pose = abc::pose(model_, request.layers, request.options);
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

val ModelFile::freeze(const val& asked) const {
    Request request;
    if (!take(asked, request)) return val::null();
    const abc::FrozenPose frozen = abc::freeze(model_, abc::pose(model_, request.layers, request.options));
    val out = val::object();
    out.set("locals", copiedFloats(frozen.locals));
    out.set("vertices", copiedFloats(frozen.vertices));
    return out;
}

}  // namespace bindings
