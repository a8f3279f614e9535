#include "trail.h"

#include <cassert>

namespace abc {

std::span<const Vec3> Trail::operator()(const Model& model, std::span<Layer> layers, const PoseOptions& options,
                                        const Marker& marker, std::span<const double> times) {
    assert(!layers.empty() && marker.node < model.nodes.size());
    std::size_t depth = 0;
    for (std::uint32_t node = marker.node; node != kNone; node = model.nodes[node].parent) ++depth;
    chain_.resize(depth);
    for (std::uint32_t node = marker.node; node != kNone; node = model.nodes[node].parent) chain_[--depth] = node;
    places_.resize(times.size() / layers.size());
    const double* time = times.data();
    for (Vec3& place : places_) {
        for (Layer& layer : layers) layer.timeMs = *time++;
        poseChain(model, layers, options, chain_, pose_);
        place = pose_.nodes[marker.node].apply(marker.place);
    }
    return places_;
}

}  // namespace abc
