// Models as text, packed or not, against what an independent reader says of them, and against the compiled ones that
// were made of them.
#include <gtest/gtest.h>

#include "jupiter.h"
#include "support/lta_invariants.h"

namespace lta::testing {
namespace {

using abc::testing::OpenedJupiter;
using nlohmann::json;

class JupiterText : public ::testing::TestWithParam<std::string> {
protected:
    const OpenedJupiter file_{GetParam()};
    const json expected_ = abc::testing::readJson(abc::testing::expectationOf(GetParam()));
};

TEST_P(JupiterText, HasNoByteThatIsNotExplained) {
    const auto size = static_cast<std::uint32_t>(file_.document.bytes.size());
    EXPECT_EQ(core::coverage(file_.document.records, size).known, size);
    EXPECT_EQ(checkModel(file_.bytes), abc::testing::Violation{});
    const core::Findings findings = lta::validate(file_.document, partsOf(file_.document), file_.model);
    for (const core::Finding& finding : findings.list()) {
        EXPECT_GE(finding.info->severity, core::Severity::Information) << finding.message;
    }
}

TEST_P(JupiterText, HasTheSameParts) {
    const json& summary = expected_["summary"];
    const abc::Model& model = file_.model;
    ASSERT_EQ(model.pieces.size(), summary["pieces"].size());
    for (std::uint32_t p = 0; p < model.pieces.size(); ++p) {
        const json& piece = summary["pieces"][p];
        EXPECT_EQ(model.text(model.pieces[p].name), piece[0].get<std::string>());
        ASSERT_EQ(model.pieces[p].lodCount, piece[1].size());
        for (std::uint32_t l = 0; l < model.pieces[p].lodCount; ++l) {
            EXPECT_EQ(model.lod(p, l)->vertexCount, piece[1][l][2].get<std::uint32_t>());
        }
    }
    ASSERT_EQ(model.nodes.size(), summary["nodes"].size());
    for (std::uint32_t n = 0; n < model.nodes.size(); ++n) {
        const json& node = summary["nodes"][n];
        EXPECT_EQ(model.text(model.nodes[n].name), node[0].get<std::string>());
        EXPECT_EQ(static_cast<std::int32_t>(model.nodes[n].parent), node[1].get<std::int32_t>());
        EXPECT_EQ(model.nodes[n].flags, node[2].get<std::uint32_t>());
    }
    ASSERT_EQ(model.childModels.size(), summary["children"].size() + 1);
    for (std::uint32_t c = 1; c < model.childModels.size(); ++c) {
        EXPECT_EQ(model.text(model.childModels[c].name), summary["children"][c - 1][0].get<std::string>());
        EXPECT_EQ(model.childModels[c].buildNumber, summary["children"][c - 1][1].get<std::uint32_t>());
    }
    ASSERT_EQ(model.animations.size(), summary["anims"].size());
    for (std::uint32_t a = 0; a < model.animations.size(); ++a) {
        const json& animation = summary["anims"][a];
        EXPECT_EQ(model.text(model.animations[a].name), animation[0].get<std::string>());
        EXPECT_EQ(model.animations[a].keyCount, animation[1].get<std::uint32_t>());
        EXPECT_EQ(model.lengthOf(model.animations[a]), animation[2].get<std::uint32_t>());
        EXPECT_EQ(model.animations[a].interpolationTime, animation[3].get<std::uint32_t>());
        abc::testing::expectClose(model.animations[a].extents, animation[4], 0, "dims");
        EXPECT_TRUE(model.animations[a].complete);
    }
    ASSERT_EQ(model.sockets.size(), summary["sockets"].size());
    for (std::uint32_t s = 0; s < model.sockets.size(); ++s) {
        const json& socket = summary["sockets"][s];
        EXPECT_EQ(model.text(model.sockets[s].name), socket["name"].get<std::string>());
        EXPECT_EQ(model.sockets[s].node, socket["node"].get<std::uint32_t>());
        abc::testing::expectClose(model.sockets[s].location, socket["pos"], 0, "pos");
        abc::testing::expectClose(model.sockets[s].scale, socket["scale"], 0, "scale");
        const abc::Quat rotation = model.sockets[s].rotation;
        const auto& wanted = socket["rot"];
        EXPECT_EQ(
            json({rotation.x, rotation.y, rotation.z, rotation.w}),
            json({wanted[0].get<float>(), wanted[1].get<float>(), wanted[2].get<float>(), wanted[3].get<float>()}));
    }
    ASSERT_EQ(model.weightSets.size(), summary["weight_sets"].size());
    for (std::uint32_t s = 0; s < model.weightSets.size(); ++s) {
        EXPECT_EQ(model.text(model.weightSets[s].name), summary["weight_sets"][s].get<std::string>());
        EXPECT_EQ(model.weightSets[s].weights.size(), model.nodes.size());
    }
}

TEST_P(JupiterText, IsPosedAsExpected) {
    const abc::Model& model = file_.model;
    // The reader that the expectations are from does not move vertices one by one: `JupiterPair` compares these with
    // the compiled model.
    if (!model.movedVertices.empty()) GTEST_SKIP();
    for (const json& wanted : expected_["poses"]) {
        const abc::Pose posed = abc::testing::jupiterPose(model, wanted);
        // Those of all shapes, in the order of the text.
        std::vector<abc::testing::Surface> surfaces;
        for (std::uint32_t p = 0; p < model.pieces.size(); ++p) {
            for (std::uint32_t l = 0; l < model.pieces[p].lodCount; ++l) {
                surfaces.push_back(abc::testing::deformed(model, posed, p, l));
            }
        }
        expectSurfaces(surfaces, wanted, wanted["anim"].get<std::string>() + " at " + wanted["time"].dump());
    }
}

/// Texts and the compiled models that were made of them, by their paths.
std::vector<std::pair<std::string, std::string>> pairs() {
    std::vector<std::pair<std::string, std::string>> out;
    const std::vector<std::string> compiled = abc::testing::realFiles(".ltb");
    for (const char* extension : {".lta", ".ltc"}) {
        for (const std::string& path : abc::testing::realFiles(extension)) {
            const auto stem = std::filesystem::path(path).stem();
            for (const std::string& other : compiled) {
                if (std::filesystem::path(other).stem() == stem) out.emplace_back(path, other);
            }
        }
    }
    return out;
}

class JupiterPair : public ::testing::TestWithParam<std::pair<std::string, std::string>> {
protected:
    const OpenedJupiter text_{GetParam().first};
    const OpenedJupiter compiled_{GetParam().second};
};

TEST_P(JupiterPair, HasTheSameSkeleton) {
    ASSERT_EQ(text_.model.nodes.size(), compiled_.model.nodes.size());
    for (std::size_t n = 0; n < text_.model.nodes.size(); ++n) {
        const abc::Node& node = text_.model.nodes[n];
        const abc::Node& other = compiled_.model.nodes[n];
        EXPECT_EQ(text_.model.text(node.name), compiled_.model.text(other.name));
        EXPECT_EQ(node.parent, other.parent);
        EXPECT_EQ(node.flags, other.flags);
        for (std::size_t i = 0; i < node.bind.m.size(); ++i) EXPECT_NEAR(node.bind.m[i], other.bind.m[i], 5e-7F);
    }
    ASSERT_EQ(text_.model.sockets.size(), compiled_.model.sockets.size());
    for (std::size_t s = 0; s < text_.model.sockets.size(); ++s) {
        EXPECT_EQ(text_.model.sockets[s].node, compiled_.model.sockets[s].node);
        EXPECT_NEAR(text_.model.sockets[s].location.x, compiled_.model.sockets[s].location.x, 5e-7F);
    }
}

/// The triangles of a level: positions and texture coordinates of their corners, sorted.
std::vector<std::array<float, 15>> trianglesOf(const abc::Model& model, std::uint32_t piece, std::uint32_t level) {
    std::vector<std::array<float, 15>> out;
    const abc::Lod& lod = *model.lod(piece, level);
    for (std::uint32_t f = 0; f < lod.faceCount; ++f) {
        std::array<float, 15> one{};
        for (std::uint32_t c = 0; c < 3; ++c) {
            const abc::Vec3 at = model.locations[lod.firstVertex + model.faces[lod.firstFace + f][c]];
            const abc::TexCoord skin = model.texCoord(lod, f, c);
            const std::array<float, 5> corner{at.x, at.y, at.z, skin.u, skin.v};
            std::copy(corner.begin(), corner.end(), one.begin() + 5 * c);
        }
        out.push_back(one);
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST_P(JupiterPair, HasTheSameTriangles) {
    ASSERT_EQ(text_.model.pieces.size(), compiled_.model.pieces.size());
    for (std::uint32_t p = 0; p < text_.model.pieces.size(); ++p) {
        ASSERT_EQ(text_.model.pieces[p].lodCount, compiled_.model.pieces[p].lodCount);
        for (std::uint32_t l = 0; l < text_.model.pieces[p].lodCount; ++l) {
            EXPECT_EQ(trianglesOf(text_.model, p, l), trianglesOf(compiled_.model, p, l)) << p << ' ' << l;
        }
    }
}

/// Vertices that animations move one by one: those of the compiled model are as many as its texture coordinates need,
/// so the corners of the triangles are compared, sorted.
TEST_P(JupiterPair, MovesVerticesAlike) {
    if (text_.model.movedVertices.empty()) GTEST_SKIP();
    ASSERT_EQ(text_.model.movedVertices.size(), compiled_.model.movedVertices.size());
    const auto cornersAt = [](const abc::Model& model, double time) {
        abc::Layer layer;
        layer.source = &model;
        layer.animation = 0;
        layer.timeMs = time;
        const abc::Pose posed = abc::pose(model, {&layer, 1});
        std::vector<std::array<float, 8>> out;
        for (std::uint32_t p = 0; p < model.pieces.size(); ++p) {
            const abc::testing::Surface surface = abc::testing::deformed(model, posed, p, 0);
            const abc::Lod& lod = *model.lod(p, 0);
            for (const abc::Triangle& triangle : abc::topology(model, p, 0)) {
                for (std::uint32_t c = 0; c < 3; ++c) {
                    const abc::Vec3 rest = model.locations[lod.firstVertex + triangle.corners[c]];
                    const abc::TexCoord uv = model.texCoord(lod, triangle.face, c);
                    const abc::Vec3 at = surface.positions[triangle.corners[c]];
                    out.push_back({rest.x, rest.y, rest.z, uv.u, uv.v, at.x, at.y, at.z});
                }
            }
        }
        std::sort(out.begin(), out.end());
        return out;
    };
    const auto start = cornersAt(text_.model, 0);
    for (const double time : {0.0, 370.0, 730.0, 1000.0}) {
        const auto ours = cornersAt(text_.model, time);
        const auto theirs = cornersAt(compiled_.model, time);
        ASSERT_EQ(ours.size(), theirs.size());
        float moved = 0;
        for (std::size_t i = 0; i < ours.size(); ++i) {
            for (std::size_t n = 0; n < ours[i].size(); ++n) EXPECT_NEAR(ours[i][n], theirs[i][n], 1e-5F) << time;
            for (std::size_t n = 5; n < ours[i].size(); ++n)
                moved = std::max(moved, std::abs(ours[i][n] - start[i][n]));
        }
        // It moves.
        if (time == 370) {
            EXPECT_GT(moved, 0.1F);
        }
    }
}

/// Keys of 16 bits are off by a sixteenth, and by a step of a rotation.
TEST_P(JupiterPair, HasTheSameKeys) {
    ASSERT_EQ(text_.model.animations.size(), compiled_.model.animations.size());
    for (std::uint32_t a = 0; a < text_.model.animations.size(); ++a) {
        const abc::Animation& animation = text_.model.animations[a];
        const abc::Animation& other = compiled_.model.animations[a];
        EXPECT_EQ(text_.model.text(animation.name), compiled_.model.text(other.name));
        ASSERT_EQ(animation.keyCount, other.keyCount);
        EXPECT_EQ(animation.interpolationTime, other.interpolationTime);
        for (std::uint32_t k = 0; k < animation.keyCount; ++k) {
            const abc::Keyframe& key = text_.model.keyframes[animation.firstKey + k];
            const abc::Keyframe& second = compiled_.model.keyframes[other.firstKey + k];
            EXPECT_EQ(key.time, second.time);
            EXPECT_EQ(text_.model.text(key.string), compiled_.model.text(second.string));
            for (std::uint32_t n = 0; n < text_.model.nodes.size(); ++n) {
                const bool isPlain = other.storage == abc::KeyStorage::Plain;
                // Positions of vertices stand there instead.
                if (isPlain && compiled_.bytes[compiled_.model.track(other, n)] != std::byte{0}) continue;
                const abc::Local one = abc::storedKey(text_.model, animation, n, k);
                const abc::Local two = abc::storedKey(compiled_.model, other, n, k);
                const abc::Vec3 off = one.translation - two.translation;
                EXPECT_LT(std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}), 0.0625F);
                const abc::Quat turn = two.rotation;
                for (const auto& [x, y] : {std::pair{one.rotation.x, turn.x},
                                           {one.rotation.y, turn.y},
                                           {one.rotation.z, turn.z},
                                           {one.rotation.w, turn.w}}) {
                    EXPECT_NEAR(x, y, 3.1e-5F);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, JupiterPair, ::testing::ValuesIn(pairs()),
                         [](const auto& param) { return abc::testing::testName(param.param.first); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(JupiterPair);

INSTANTIATE_TEST_SUITE_P(, JupiterText, ::testing::ValuesIn(abc::testing::jupiterFiles({".lta", ".ltc"})),
                         [](const auto& param) { return abc::testing::testName(param.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(JupiterText);

}  // namespace
}  // namespace lta::testing
