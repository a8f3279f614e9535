// The places of a point at several times, against the pose at each of them.
#include <abc/trail.h>
#include <gtest/gtest.h>

#include "support/all_fixtures.h"
#include "support/fixtures.h"

namespace abc::testing {
namespace {

Layer trailLayer(const Model& source, std::uint32_t animation) {
    Layer layer;
    layer.source = &source;
    layer.animation = animation;
    return layer;
}

void expectNear(Vec3 actual, Vec3 expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-4);
    EXPECT_NEAR(actual.y, expected.y, 1e-4);
    EXPECT_NEAR(actual.z, expected.z, 1e-4);
}

/// Every node of a model, at times before, at, between and after the keys.
void expectAsPosed(const Model& model, std::vector<Layer> layers, bool loop) {
    for (Layer& layer : layers) layer.loop = loop;
    const std::vector<double> moments{-5, 0, 12.5, 50, 100, 130, 1e9};
    std::vector<double> times;
    // The layers run at different speeds.
    for (const double moment : moments) {
        for (std::size_t i = 0; i < layers.size(); ++i) times.push_back(moment / static_cast<double>(i + 1));
    }
    Trail trail;
    const Vec3 place{1, -2, 3};
    for (std::uint32_t node = 0; node < model.nodes.size(); ++node) {
        std::vector<Layer> given = layers;
        const std::span<const Vec3> places = trail(model, given, {}, {node, place}, times);
        ASSERT_EQ(places.size(), moments.size());
        for (std::size_t i = 0; i < moments.size(); ++i) {
            for (std::size_t k = 0; k < layers.size(); ++k) layers[k].timeMs = times[i * layers.size() + k];
            expectNear(places[i], pose(model, layers).nodes[node].apply(place));
        }
    }
}

TEST(Trail, IsWhereThePoseIs) {
    for (const NamedFile& fixture : allFixtures()) {
        const Opened file(fixture.file);
        const Model& model = file.model;
        for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
            if (!model.animations[i].complete) continue;
            SCOPED_TRACE(fixture.name + ", animation " + std::to_string(i));
            expectAsPosed(model, {trailLayer(model, i)}, false);
            expectAsPosed(model, {trailLayer(model, i), trailLayer(model, 0)}, true);
        }
    }
}

TEST(Trail, GoesRoundWithATurningParent) {
    SpecV12 spec = smallV12();
    constexpr float kHalf = 0.70710678F;
    // The root turns by 90 degrees about Z: what is 10 above it goes to its left, on a circle.
    spec.animations[0].nodes[0] = {{{0, 0, 0}, {}}, {{0, 0, 0}, {0, 0, kHalf, kHalf}}};
    const Opened file(spec);
    std::vector<Layer> layers{trailLayer(file.model, 0)};
    const std::vector<double> times{0, 50, 100};
    Trail trail;
    const auto places = trail(file.model, layers, {}, {1, {0, 0, 0}}, times);
    ASSERT_EQ(places.size(), 3U);
    expectNear(places[0], {0, 10, 0});
    expectNear(places[1], {-10 * kHalf, 10 * kHalf, 0});
    expectNear(places[2], {-10, 0, 0});
}

TEST(Trail, LeavesOutAMomentWithoutAllItsTimes) {
    const Opened file(smallV12());
    std::vector<Layer> layers{trailLayer(file.model, 0), trailLayer(file.model, 0)};
    const std::vector<double> times{0, 0, 50};
    Trail trail;
    EXPECT_EQ(trail(file.model, layers, {}, {0, {}}, times).size(), 1U);
    EXPECT_TRUE(trail(file.model, layers, {}, {0, {}}, {}).empty());
}

TEST(Trail, OfTheBindPoseStandsStill) {
    const Opened file(smallV12());
    std::vector<Layer> layers(1);
    const std::vector<double> times{0, 70};
    Trail trail;
    const auto places = trail(file.model, layers, {}, {1, {}}, times);
    ASSERT_EQ(places.size(), 2U);
    expectNear(places[0], file.model.nodes[1].bind.translation());
    expectNear(places[1], places[0]);
}

}  // namespace
}  // namespace abc::testing
