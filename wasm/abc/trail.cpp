#include "trail.h"

#include <algorithm>
#include <cassert>

namespace abc {

std::span<const Vec3> Trail::operator()(const Model& model, std::span<Layer> layers, const PoseOptions& options,
                                        const Marker& marker, std::span<const double> times) {
    assert(!layers.empty() && marker.node < model.nodes.size());
    chain_.clear();
    for (std::uint32_t node = marker.node; node != kNone; node = model.nodes[node].parent) chain_.push_back(node);
    std::reverse(chain_.begin(), chain_.end());
    places_.clear();
    places_.reserve(times.size() / layers.size());
    for (; times.size() >= layers.size(); times = times.subspan(layers.size())) {
        for (std::size_t i = 0; i < layers.size(); ++i) layers[i].timeMs = times[i];
        poseChain(model, layers, options, chain_, pose_);
        places_.push_back(pose_.nodes[marker.node].apply(marker.place));
    }
    return places_;
}

}  // namespace abc
