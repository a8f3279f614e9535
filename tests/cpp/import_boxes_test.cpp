#include "import/boxes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "import/poses.h"

using importing::Box;
using importing::Boxes;
using importing::Influences;

namespace {

/// A mesh whose vertices nodes share.
struct Mesh {
    std::vector<std::uint32_t> start{0};
    std::vector<std::uint32_t> node;
    std::vector<float> share;
    std::vector<float> local;

    [[nodiscard]] Influences influences() const { return {start, node, share, local}; }
};

/// Poses of a chain of nodes, any of them.
std::vector<std::vector<float>> anyPoses(std::mt19937& random, std::size_t count, std::size_t nodes) {
    std::normal_distribution<float> number(0, 1);
    std::vector<std::vector<float>> out(count);
    for (std::vector<float>& pose : out) {
        for (std::size_t i = 0; i < importing::kPose * nodes; ++i) pose.push_back(number(random));
    }
    return out;
}

/// Each vertex in each pose.
Box everywhere(const std::vector<Mesh>& meshes, const std::vector<std::int32_t>& parents,
               const std::vector<std::vector<float>>& poses) {
    Box out{{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    for (const std::vector<float>& pose : poses) {
        std::vector<importing::Matrix> globals(parents.size());
        importing::globalsOf(parents, std::span(pose), globals);
        for (const Mesh& mesh : meshes) {
            for (std::size_t v = 0; v + 1 < mesh.start.size(); ++v) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    double at = 0;
                    for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
                        const importing::Matrix& m = globals[mesh.node[i]];
                        double own = m[4 * axis + 3];
                        for (std::size_t k = 0; k < 3; ++k) own += m[4 * axis + k] * mesh.local[3 * i + k];
                        at += mesh.share[i] * own;
                    }
                    out.min[axis] = std::min(out.min[axis], at);
                    out.max[axis] = std::max(out.max[axis], at);
                }
            }
        }
    }
    return out;
}

/// What is passed over is within the box: it is that of all vertices, with any weights.
TEST(ImportBoxes, AreThoseOfAllVerticesInAllPoses) {
    std::mt19937 random(5);
    std::normal_distribution<float> number(0, 1);
    const std::vector<std::int32_t> parents{-1, 0, 1, 1};
    for (int round = 0; round < 40; ++round) {
        std::vector<Mesh> meshes(3);
        for (Mesh& mesh : meshes) {
            const std::size_t count = random() % 300;
            for (std::size_t v = 0; v < count; ++v) {
                const std::uint32_t parts = 1 + random() % 3;
                for (std::uint32_t i = 0; i < parts; ++i) {
                    mesh.node.push_back(static_cast<std::uint32_t>((v / 40 + i) % parents.size()));
                    // In some rounds files say anything.
                    mesh.share.push_back(round % 4 == 3 ? number(random) : 1.0F / static_cast<float>(parts));
                    for (int axis = 0; axis < 3; ++axis) mesh.local.push_back(number(random));
                }
                mesh.start.push_back(static_cast<std::uint32_t>(mesh.node.size()));
            }
        }
        const auto poses = anyPoses(random, 1 + random() % 20, parents.size());
        Boxes boxes({meshes[0].influences(), meshes[1].influences(), meshes[2].influences()}, parents);
        // Again, as each animation of a model asks.
        for (int again = 0; again < 2; ++again) {
            const auto box = boxes.over(poses.size(), [&](std::size_t i) { return std::span<const float>(poses[i]); });
            if (!box) continue;
            const Box expected = everywhere(meshes, parents, poses);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                EXPECT_NEAR(box->min[axis], expected.min[axis], 1e-9) << round;
                EXPECT_NEAR(box->max[axis], expected.max[axis], 1e-9) << round;
            }
        }
    }
}

TEST(ImportBoxes, OfManyPosesHaveTheLast) {
    Mesh mesh;
    for (std::uint32_t v = 1; v <= 5000; ++v) {
        mesh.start.push_back(v);
        mesh.node.push_back(0);
        mesh.share.push_back(1);
        mesh.local.insert(mesh.local.end(), {0, 1, 0});
    }
    Boxes boxes({mesh.influences()}, {-1});
    const std::vector<float> still{0, 0, 0, 0, 0, 0, 1};
    const std::vector<float> high{0, 50, 0, 0, 0, 0, 1};
    // Two million places: not all poses are looked at.
    const auto box = boxes.over(400, [&](std::size_t i) { return std::span<const float>(i == 399 ? high : still); });
    ASSERT_TRUE(box);
    EXPECT_EQ(box->min, (std::array<double, 3>{0, 1, 0}));
    EXPECT_EQ(box->max, (std::array<double, 3>{0, 51, 0}));
    EXPECT_EQ(box->size(), 50);
}

TEST(ImportBoxes, AreOfSomethingThatIsSomewhere) {
    const std::vector<float> still{0, 0, 0, 0, 0, 0, 1};
    EXPECT_FALSE(Boxes({}, {-1}).in(still));
    EXPECT_FALSE(importing::boxAround({}));
    const auto box = importing::boxAround(std::vector<float>{1, 2, 3, -1, 5, 3});
    ASSERT_TRUE(box);
    EXPECT_EQ(box->half(), (std::array<double, 3>{1, 1.5, 0}));
    EXPECT_EQ(box->middle(), (std::array<double, 3>{0, 3.5, 3}));
    const auto both = importing::unionOf(box, importing::boxAround(std::vector<float>{7, 2, 3}));
    ASSERT_TRUE(both);
    EXPECT_EQ(both->size(), 8);
    Mesh mesh;
    mesh.start.push_back(1);
    mesh.node = {0};
    mesh.share = {1};
    mesh.local = {std::nanf(""), 0, 0};
    EXPECT_FALSE(Boxes({mesh.influences()}, {-1}).in(still));
}

}  // namespace
