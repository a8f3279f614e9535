// Poses as files of expectations describe them. For tests alone: it needs GoogleTest.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "real_files.h"
#include "surface.h"

namespace abc::testing {

inline void expectClose(Vec3 actual, const nlohmann::json& expected, float tolerance, const std::string& what) {
    EXPECT_NEAR(actual.x, expected[0].get<float>(), tolerance) << what;
    EXPECT_NEAR(actual.y, expected[1].get<float>(), tolerance) << what;
    EXPECT_NEAR(actual.z, expected[2].get<float>(), tolerance) << what;
}

/// @return kNone where the model has none of that name, which is a failure
inline std::uint32_t animationOf(const Model& model, const std::string& name) {
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        if (model.text(model.animations[i].name) == name) return i;
    }
    ADD_FAILURE() << "no animation " << name;
    return kNone;
}

/// @return null where the model has none of that name, which is a failure
inline const WeightSet* weightSetOf(const Model& model, const std::string& name) {
    for (const WeightSet& set : model.weightSets) {
        if (model.text(set.name) == name) return &set;
    }
    ADD_FAILURE() << "no weight set " << name;
    return nullptr;
}

/// One layer: `anim` at `time` in ms. Animations loop unless `loop` says otherwise.
inline Layer layerOf(const Model& donor, const nlohmann::json& expected) {
    Layer layer;
    layer.source = &donor;
    layer.animation = animationOf(donor, expected.at("anim").get<std::string>());
    layer.timeMs = expected.at("time").get<double>();
    layer.loop = expected.value("loop", true);
    return layer;
}

/// The pose of an expectation: the layer (or "bind"), `origin`, which is added to the root, and further `layers` over
/// it, the model's own animations with a `weight_set` each.
/// @param donor the file of the animation
inline Pose poseOf(const Opened& file, const Opened& donor, const nlohmann::json& expected) {
    if (expected.at("anim") == "bind") return pose(file.model, {});
    std::vector<Layer> layers{layerOf(donor.model, expected)};
    if (const auto origin = expected.find("origin"); origin != expected.end() && !origin->is_null()) {
        layers[0].rootOrigin = {(*origin)[0].get<float>(), (*origin)[1].get<float>(), (*origin)[2].get<float>()};
    }
    if (expected.contains("layers")) {
        for (const nlohmann::json& over : expected["layers"]) {
            Layer layer = layerOf(file.model, over);
            if (const WeightSet* set = weightSetOf(file.model, over.at("weight_set"))) layer.weights = set->weights;
            layers.push_back(layer);
        }
    }
    return pose(file.model, layers);
}

/// The files that lend animations, each opened once.
class Donors {
public:
    explicit Donors(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The file whose animation an expectation plays: the one that it names as `base`, else the file itself.
    const Opened& of(const Opened& file, const nlohmann::json& expected) {
        const auto base = expected.find("base");
        if (base == expected.end() || base->is_null()) return file;
        auto& donor = opened_[base->get<std::string>()];
        if (!donor) donor = std::make_unique<Opened>(readFile(folder_ / base->get<std::string>()));
        return *donor;
    }

private:
    std::filesystem::path folder_;
    std::map<std::string, std::unique_ptr<Opened>> opened_;
};

}  // namespace abc::testing
