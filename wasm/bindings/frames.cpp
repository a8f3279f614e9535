// Every index and length of a request is checked here: one that names a part that is not there has no answer. The
// address of a layer's model is taken as it is; only wasm/js/frames.ts writes requests.
#include "frames.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bindings {

double Frames::next() {
    return at_ < numbers_.size() ? numbers_[at_++] : std::numeric_limits<double>::quiet_NaN();
}

namespace {

/// The index that a number is in a list of this size; kNone when it is none.
std::uint32_t indexIn(double number, std::size_t size) {
    const bool isIndex = number >= 0 && number < static_cast<double>(size);
    return isIndex ? static_cast<std::uint32_t>(number) : abc::kNone;
}

}  // namespace

/// Fills the list with as many structs of floats as it has; false when the request has another number of floats.
template <class T>
bool Frames::fill(std::vector<T>& list) {
    const std::size_t floats = list.size() * sizeof(T) / sizeof(float);
    if (next() != static_cast<double>(floats) || numbers_.size() - at_ < floats) return false;
    auto* to = reinterpret_cast<float*>(list.data());
    for (std::size_t i = 0; i < floats; ++i) to[i] = static_cast<float>(numbers_[at_ + i]);
    at_ += floats;
    return true;
}

bool Frames::takeLayers() {
    layers_.clear();
    const double count = next();
    for (double i = 0; i < count; ++i) {
        // An address comes back from JavaScript as a number.
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        const auto* source = reinterpret_cast<const abc::Model*>(static_cast<std::uintptr_t>(next()));
        const double animation = next();
        abc::Layer layer;
        layer.timeMs = next();
        layer.loop = next() != 0;
        const bool hasSet = next() != 0;
        const std::uint32_t set = indexIn(next(), model_.weightSets.size());
        if (i > 0 || animation != -1) {
            layer.source = source;
            layer.animation = indexIn(animation, source->animations.size());
            if (layer.animation == abc::kNone || !source->animations[layer.animation].complete) return false;
            if (!abc::fits(model_, *source)) return false;
        }
        if (hasSet) {
            if (set == abc::kNone) return false;
            layer.weights = model_.weightSets[set].weights;
        }
        layers_.push_back(layer);
    }
    return !layers_.empty();
}

bool Frames::takeTransition() {
    from_.locals.resize(model_.nodes.size());
    from_.vertices.resize(model_.family == abc::Family::V6 ? model_.locations.size() : 0);
    if (!fill(from_.locals) || !fill(from_.vertices)) return false;
    options_.transition.locals = from_.locals;
    options_.transition.vertices = from_.vertices;
    return true;
}

bool Frames::take() {
    at_ = 0;
    options_ = {};
    // A model without vertices has a pose all the same.
    level_ = indexIn(next(), std::max(model_.lodCount(), 1U));
    if (level_ == abc::kNone || !takeLayers()) return false;
    abc::Layer& base = layers_.front();
    const bool hasOrigin = next() != 0;
    const auto coordinate = [&] { return static_cast<float>(next()); };
    const abc::Vec3 origin{coordinate(), coordinate(), coordinate()};
    if (hasOrigin) {
        base.rootOrigin = origin;
    } else if (base.source == &model_) {
        const auto* binding = model_.binding(0, model_.text(model_.animations[base.animation].name));
        if (binding != nullptr) base.rootOrigin = binding->origin;
    }
    abc::V6Interpretation& interpretation = options_.interpretation;
    const double conjugates = next();
    if (!std::isnan(conjugates)) interpretation.conjugateKeys = conjugates != 0;
    const bool hasRest = next() != 0;
    const std::uint32_t rest = indexIn(next(), model_.animations.size());
    if (hasRest) {
        if (rest == abc::kNone || !model_.animations[rest].complete) return false;
        interpretation.restAnimation = rest;
    }
    options_.transition.fraction = static_cast<float>(next());
    return next() == 0 || takeTransition();
}

bool Frames::pose() {
    isPosed_ = false;
    if (!take()) return false;
    abc::pose(model_, layers_, options_, pose_);
    std::size_t most = 0;
    for (const abc::Lod& lod : model_.lods) most = std::max<std::size_t>(most, lod.vertexCount);
    surface_.resize(2 * most);
    isPosed_ = true;
    return true;
}

const abc::Vec3* Frames::deform(std::uint32_t piece) {
    if (!isPosed_) return nullptr;
    const std::size_t count = model_.vertexCount(piece, level_);
    const std::span surface(surface_);
    abc::deform(model_, pose_, piece, level_, surface.first(count), surface.subspan(count, count));
    return surface_.data();
}

const abc::Vec3* Frames::trail() {
    isPosed_ = false;
    if (!take()) return nullptr;
    abc::Marker marker;
    marker.node = indexIn(next(), model_.nodes.size());
    for (float* coordinate : {&marker.place.x, &marker.place.y, &marker.place.z})
        *coordinate = static_cast<float>(next());
    const double count = next();
    if (marker.node == abc::kNone || count != static_cast<double>(numbers_.size() - at_)) return nullptr;
    return trail_(model_, layers_, options_, marker, std::span(numbers_).subspan(at_)).data();
}

Columns Frames::freeze() const {
    Columns out;
    if (!isPosed_) return out;
    const abc::FrozenPose frozen = abc::freeze(model_, pose_);
    out.add(frozen.locals);
    out.add(frozen.vertices);
    return out;
}

}  // namespace bindings
