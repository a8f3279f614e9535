// Frames as JavaScript asks for them (RawPoseRequest in module.d.ts). Every index and length is checked here: a
// request that names a part that is not there has no answer.
#include <emscripten/val.h>

#include <algorithm>

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

bool ModelFile::takeLayers(const val& asked) {
    request_.layers.clear();
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
        request_.layers.push_back(layer);
    }
    return true;
}

bool ModelFile::takeTransition(const val& from) {
    abc::FrozenPose& frozen = request_.from;
    frozen.locals.resize(model_.nodes.size());
    frozen.vertices.resize(model_.family == abc::Family::V6 ? model_.locations.size() : 0);
    if (!fill(frozen.locals, from["locals"]) || !fill(frozen.vertices, from["vertices"])) return false;
    request_.options.transition.locals = frozen.locals;
    request_.options.transition.vertices = frozen.vertices;
    return true;
}

/// Fills `request_`. False when the request names a part that is not there.
bool ModelFile::take(const val& asked) {
    if (!takeLayers(asked["layers"])) return false;
    abc::Layer& base = request_.layers.front();
    const val origin = asked["origin"];
    if (!origin.isNull()) {
        base.rootOrigin = {origin[0].as<float>(), origin[1].as<float>(), origin[2].as<float>()};
    } else if (base.source == &model_) {
        const auto* binding = model_.binding(0, model_.text(model_.animations[base.animation].name));
        if (binding != nullptr) base.rootOrigin = binding->origin;
    }
    request_.options = {};
    const val from = asked["from"];
    if (!from.isNull() && !takeTransition(from)) return false;
    request_.options.transition.fraction = asked["fraction"].as<float>();

    abc::V6Interpretation& interpretation = request_.options.interpretation;
    const val conjugates = asked["conjugateKeys"];
    if (!conjugates.isNull()) interpretation.conjugateKeys = conjugates.as<bool>();
    const val rest = asked["restAnimation"];
    if (!rest.isNull()) {
        const std::uint32_t index = indexIn(rest, model_.animations.size());
        if (index == abc::kNone || !model_.animations[index].complete) return false;
        interpretation.restAnimation = index;
    }
    // A model without vertices has a pose all the same.
    request_.level = indexIn(asked["lod"], std::max(model_.lodCount(), 1U));
    return request_.level != abc::kNone;
}

bool ModelFile::pose(const val& asked) {
    try {
        if (!take(asked)) return false;
        abc::pose(model_, request_.layers, request_.options, pose_);
        std::size_t most = 0;
        for (const abc::Lod& lod : model_.lods) most = std::max<std::size_t>(most, lod.vertexCount);
        surface_.resize(2 * most);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

std::uintptr_t ModelFile::nodeMatrices() const {
    return reinterpret_cast<std::uintptr_t>(pose_.nodes.data());
}

std::uintptr_t ModelFile::deform(std::uint32_t piece) {
    const std::size_t count = model_.vertexCount(piece, request_.level);
    const std::span surface(surface_);
    abc::deform(model_, pose_, piece, request_.level, surface.first(count), surface.subspan(count, count));
    return reinterpret_cast<std::uintptr_t>(surface_.data());
}

val ModelFile::freeze(const val& asked) {
    if (!pose(asked)) return val::null();
    try {
        const abc::FrozenPose frozen = abc::freeze(model_, pose_);
        val out = val::object();
        out.set("locals", copiedFloats(frozen.locals));
        out.set("vertices", copiedFloats(frozen.vertices));
        return out;
    } catch (const std::bad_alloc&) {
        return val::null();
    }
}

}  // namespace bindings
