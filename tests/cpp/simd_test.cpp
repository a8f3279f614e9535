// The deformation by SIMD has the bits of the scalar one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "support/all_fixtures.h"
#include "support/real_files.h"
#include "support/scalar_deform.h"

namespace abc::testing {
namespace {

/// Any NaN equals any other.
bool sameBits(float a, float b) {
    return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

std::uint32_t differences(const std::vector<Vec3>& actual, const std::vector<Vec3>& expected) {
    EXPECT_EQ(actual.size(), expected.size());
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
        const auto [x, y, z] = expected[i];
        if (!sameBits(actual[i].x, x) || !sameBits(actual[i].y, y) || !sameBits(actual[i].z, z)) ++count;
    }
    return count;
}

Surface scalar(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level) {
    Surface out(model.vertexCount(piece, level));
    deformScalar(model, pose, piece, level, out.positions, out.normals);
    return out;
}

void expectSameBits(const Model& model, const Pose& pose) {
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        for (std::uint32_t level = 0; level < model.pieces[piece].lodCount; ++level) {
            const Surface actual = deformed(model, pose, piece, level);
            const Surface expected = scalar(model, pose, piece, level);
            EXPECT_EQ(differences(actual.positions, expected.positions), 0U) << "piece " << piece << " level " << level;
            EXPECT_EQ(differences(actual.normals, expected.normals), 0U) << "piece " << piece << " level " << level;
        }
    }
}

/// The bind pose and three moments of every animation.
void expectSameBitsThroughout(const Model& model) {
    expectSameBits(model, pose(model, {}));
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        if (!model.animations[i].complete) continue;
        const double length = model.lengthOf(model.animations[i]);
        for (const double time : {0.0, length / 3, length / 1.7}) {
            Layer layer;
            layer.source = &model;
            layer.animation = i;
            layer.timeMs = time;
            expectSameBits(model, pose(model, {&layer, 1}));
        }
    }
}

// v6 has no weights.
TEST(Simd, HaveTheBitsOfScalarsInEveryFixture) {
    for (const NamedFile& fixture : allFixtures()) {
        SCOPED_TRACE(fixture.name);
        const Opened file(fixture.file);
        if (file.model.family == Family::V9) expectSameBitsThroughout(file.model);
    }
}

class VectorisedModel : public ::testing::TestWithParam<std::string> {};

TEST_P(VectorisedModel, HasTheBitsOfScalars) {
    const Opened file(readReal(GetParam()));
    if (file.model.family == Family::V9) expectSameBitsThroughout(file.model);
}

INSTANTIATE_TEST_SUITE_P(Real, VectorisedModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

/// Numbers of all sizes, a few of them no numbers.
class Numbers {
public:
    float next() {
        const std::uint32_t kind = random_() % 64;
        if (kind == 0) return std::numeric_limits<float>::infinity();
        if (kind == 1) return std::numeric_limits<float>::quiet_NaN();
        if (kind == 2) return -0.0F;
        const float fraction = static_cast<float>(random_()) / static_cast<float>(std::mt19937::max()) - 0.5F;
        return std::ldexp(fraction, static_cast<int>(kind) - 32);
    }
    Vec3 vector() { return {next(), next(), next()}; }
    Mat4 matrix() {
        Mat4 out;
        for (std::size_t i = 0; i < 12; ++i) out.m[i] = next();
        return out;
    }
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

private:
    std::mt19937 random_{12};
};

TEST(Simd, HaveTheBitsOfScalarsWithAnyNumbers) {
    constexpr std::uint32_t kNodes = 25;
    constexpr std::uint32_t kVertices = 5000;
    Numbers numbers;
    Model model;
    Pose pose;
    for (std::uint32_t i = 0; i < kNodes; ++i) {
        model.nodes.emplace_back().inverseBind = numbers.matrix();
        pose.nodes.push_back(numbers.matrix());
        pose.joints.push_back(jointOf(pose.nodes[i], model.nodes[i].inverseBind));
    }
    model.weightStart.push_back(0);
    for (std::uint32_t v = 0; v < kVertices; ++v) {
        model.locations.push_back(numbers.vector());
        model.normals.push_back(numbers.vector());
        for (std::uint32_t w = numbers.below(5); w > 0; --w) {
            const std::uint32_t node = numbers.below(kNodes + 1);
            model.weights.push_back({node == kNodes ? kNone : node, numbers.vector(), numbers.next()});
        }
        model.weightStart.push_back(static_cast<std::uint32_t>(model.weights.size()));
    }
    model.pieces.emplace_back().lodCount = 1;
    model.lods.emplace_back().vertexCount = kVertices;
    expectSameBits(model, pose);
}

}  // namespace
}  // namespace abc::testing
