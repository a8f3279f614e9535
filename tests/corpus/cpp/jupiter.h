// Models of the Jupiter engine, text or compiled, and what an independent reader says of them.
#pragma once

#include <lta/build.h>
#include <lta/parse.h>
#include <ltb/build.h>
#include <ltb/parse.h>

#include <algorithm>

#include "support/expected_pose.h"

namespace abc::testing {

struct OpenedJupiter {
    explicit OpenedJupiter(const std::string& path)
        : bytes(readReal(path)),
          document(core::detect(bytes) == core::Format::Ltb ? ltb::parse(bytes) : lta::parse(bytes)),
          model(document.format == core::Format::Ltb ? ltb::buildModel(document) : lta::buildModel(document)) {}

    std::vector<std::byte> bytes;
    core::Document document;
    Model model;
};

inline std::filesystem::path expectationOf(const std::string& path) {
    return realFolder() / "jupiter/expected" / (std::filesystem::path(path).filename().string() + ".json");
}

/// The files that there are expectations of, by their paths.
inline std::vector<std::string> jupiterFiles(std::initializer_list<const char*> extensions) {
    std::vector<std::string> out;
    for (const char* extension : extensions) {
        for (const std::string& path : realFiles(extension)) {
            if (std::filesystem::exists(expectationOf(path))) out.push_back(path);
        }
    }
    return out;
}

/// The pose of an expectation: an animation of the model itself, with the origin of its binding, or "bind".
inline Pose jupiterPose(const Model& model, const nlohmann::json& expected) {
    Layer layer;
    if (expected.at("anim") != "bind") {
        layer = layerOf(model, expected);
        const auto* binding = model.binding(0, expected["anim"].get<std::string>());
        if (binding != nullptr) layer.rootOrigin = binding->origin;
    }
    return pose(model, {&layer, 1});
}

/// The vertices of a pose: their number, their bounds, and samples of them, each `[surface, vertex, x, y, z]` and,
/// where it is known, the normal. Places may be off by a ten-thousandth of the model's size.
inline void expectSurfaces(const std::vector<Surface>& surfaces, const nlohmann::json& expected,
                           const std::string& what) {
    Vec3 low{1e9F, 1e9F, 1e9F};
    Vec3 high{-1e9F, -1e9F, -1e9F};
    std::size_t count = 0;
    for (const Surface& surface : surfaces) {
        count += surface.positions.size();
        for (const Vec3 at : surface.positions) {
            for (const auto axis : kAxes) {
                low.*axis = std::min(low.*axis, at.*axis);
                high.*axis = std::max(high.*axis, at.*axis);
            }
        }
    }
    EXPECT_EQ(count, expected["count"].get<std::size_t>()) << what;
    const Vec3 across = high - low;
    const float tolerance = 1e-4F * std::sqrt(dot(across, across));
    expectClose(low, expected["bbox"][0], tolerance, what);
    expectClose(high, expected["bbox"][1], tolerance, what);
    for (const nlohmann::json& sample : expected["samples"]) {
        const Surface& surface = surfaces.at(sample[0].get<std::size_t>());
        const auto vertex = sample[1].get<std::size_t>();
        expectClose(surface.positions.at(vertex), {sample[2], sample[3], sample[4]}, tolerance, what);
        if (sample.size() == 5) continue;
        expectClose(surface.normals.at(vertex), {sample[5], sample[6], sample[7]}, 1e-4F, what);
    }
}

}  // namespace abc::testing
