// What both ways from a glTF read of it (types/gltf.ts).
#pragma once

#include "drafting/channels.h"
#include "drafting/vertices.h"
#include "object_reader.h"

namespace bindings {

class GltfReader : public ObjectReader {
protected:
    using ObjectReader::ObjectReader;

    /// Without its targets.
    [[nodiscard]] drafting::Primitive primitiveOf(const val& from) {
        drafting::Primitive out;
        out.mode = static_cast<drafting::Mode>(wholeOf(property(from, "mode"), "mode", 4, 6));
        const val indices = property(from, "indices");
        if (!indices.isNull()) out.indices = numbers<std::uint32_t>(indices, "indices");
        out.positions = array<float>(from, "positions");
        out.normals = array<float>(from, "normals");
        out.uvs = array<float>(from, "uvs");
        each(from, "joints", [&](const val& set) { out.joints.push_back(numbers<float>(set, "joints")); });
        each(from, "weights", [&](const val& set) { out.weights.push_back(numbers<float>(set, "weights")); });
        return out;
    }

    /// Those of an animation.
    [[nodiscard]] std::vector<drafting::Channel> channelsOf(const val& from) {
        const auto nodes = array<std::uint32_t>(from, "nodes");
        const auto paths = array<std::uint8_t>(from, "paths");
        const auto interpolations = array<std::uint8_t>(from, "interpolations");
        const auto sizes = array<std::uint32_t>(from, "sizes");
        const auto keys = array<std::uint32_t>(from, "keys");
        const auto times = array<float>(from, "times");
        const auto values = array<float>(from, "values");
        std::vector<drafting::Channel> out;
        if (paths.size() != nodes.size() || interpolations.size() != nodes.size() || sizes.size() != nodes.size() ||
            keys.size() != nodes.size()) {
            refuse("channels", "are not as many everywhere");
            return out;
        }
        std::size_t time = 0;
        std::size_t value = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            drafting::Channel& channel = out.emplace_back();
            channel.node = nodes[i];
            channel.path = static_cast<drafting::Path>(paths[i]);
            channel.interpolation = static_cast<drafting::Interpolation>(interpolations[i]);
            channel.size = sizes[i];
            const std::size_t each = drafting::width(channel);
            const bool hasValues =
                sizes[i] <= values.size() && (each == 0 || keys[i] <= (values.size() - value) / each);
            if (keys[i] > times.size() - time || !hasValues) {
                refuse("channels", "lack numbers for some keys");
                return {};
            }
            const auto own = values.begin() + static_cast<std::ptrdiff_t>(value);
            channel.values.assign(own, own + static_cast<std::ptrdiff_t>(each * keys[i]));
            const auto first = times.begin() + static_cast<std::ptrdiff_t>(time);
            channel.times.assign(first, first + static_cast<std::ptrdiff_t>(keys[i]));
            time += keys[i];
            value += each * keys[i];
        }
        return out;
    }
};

}  // namespace bindings
