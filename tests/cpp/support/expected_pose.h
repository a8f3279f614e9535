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

/// The pose of an expectation: `anim` (or "bind"), `time` in ms, and `origin`, which is added to the root.
/// @param donor the file of the animation
inline Pose poseOf(const Opened& file, const Opened& donor, const nlohmann::json& expected) {
    const auto name = expected.at("anim").get<std::string>();
    if (name == "bind") return pose(file.model, {});
    Layer layer;
    layer.source = &donor.model;
    layer.animation = animationOf(donor.model, name);
    layer.timeMs = expected.at("time").get<double>();
    layer.loop = true;
    if (const auto origin = expected.find("origin"); origin != expected.end() && !origin->is_null()) {
        layer.rootOrigin = {(*origin)[0].get<float>(), (*origin)[1].get<float>(), (*origin)[2].get<float>()};
    }
    return pose(file.model, {&layer, 1});
}

/// The files that lend animations, each opened once.
class Donors {
public:
    /// @param folder where they are, in that of real files
    explicit Donors(std::string folder) : folder_(std::move(folder)) {}

    /// The file whose animation an expectation plays: the one that it names as `base`, else the file itself.
    const Opened& of(const Opened& file, const nlohmann::json& expected) {
        const auto base = expected.find("base");
        if (base == expected.end() || base->is_null()) return file;
        auto& donor = opened_[base->get<std::string>()];
        if (!donor) donor = std::make_unique<Opened>(readReal(folder_ + base->get<std::string>()));
        return *donor;
    }

private:
    std::string folder_;
    std::map<std::string, std::unique_ptr<Opened>> opened_;
};

}  // namespace abc::testing
