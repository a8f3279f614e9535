// Compiled models of the Jupiter engine, real and made, against what an independent reader says of them.
#include <gtest/gtest.h>
#include <ltb/build.h>
#include <ltb/parse.h>
#include <ltb/validate.h>

#include <algorithm>

#include "support/expected_pose.h"
#include "support/ltb_invariants.h"

namespace ltb::testing {
namespace {

using abc::testing::readFile;
using abc::testing::readJson;
using abc::testing::realFolder;
using nlohmann::json;

struct Opened {
    explicit Opened(const std::string& path)
        : bytes(abc::testing::readReal(path)), document(parse(bytes)), model(buildModel(document)) {}

    std::vector<std::byte> bytes;
    core::Document document;
    abc::Model model;
};

/// The compiled models that there are expectations of, by their paths.
std::vector<std::string> models() {
    std::vector<std::string> out;
    for (const std::string& path : abc::testing::realFiles(".ltb")) {
        const auto name = std::filesystem::path(path).filename().string();
        if (std::filesystem::exists(realFolder() / "jupiter/expected" / (name + ".json"))) out.push_back(path);
    }
    return out;
}

json expectedOf(const std::string& path) {
    const auto name = std::filesystem::path(path).filename().string();
    return readJson(realFolder() / "jupiter/expected" / (name + ".json"));
}

class JupiterModel : public ::testing::TestWithParam<std::string> {
protected:
    const Opened file_{GetParam()};
    const json expected_ = expectedOf(GetParam());
};

TEST_P(JupiterModel, HasNoByteThatIsNotExplained) {
    const core::Coverage sums = core::coverage(file_.document.records, static_cast<std::uint32_t>(file_.bytes.size()));
    EXPECT_EQ(sums.known, file_.bytes.size());
    EXPECT_EQ(checkModel(file_.bytes), abc::testing::Violation{});
    const core::Findings findings = ltb::validate(file_.document, file_.model);
    EXPECT_FALSE(abc::testing::hasError(findings)) << findings.list()[0].message;
    // Two of the made ones have counters and streams that the engine's packer does not write.
    const bool isReal = GetParam().find("made_") == std::string::npos;
    EXPECT_TRUE(!isReal || findings.list().empty()) << findings.list()[0].message;
}

/// The scalars, each padding byte alone, as the expectations count them.
TEST_P(JupiterModel, HasTheSameScalarsAtTheSameOffsets) {
    std::uint32_t count = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> leaves;
    const auto size = static_cast<std::uint32_t>(file_.bytes.size());
    file_.document.walk().leaves(0, size, false, [&](const core::Place& leaf, const std::string&) {
        const bool isPadding = leaf.type == core::schema::Type(core::schema::Scalar::Bytes);
        const std::uint32_t parts = isPadding ? leaf.end - leaf.start : 1;
        for (std::uint32_t i = 0; i < parts; ++i) {
            leaves.emplace_back(leaf.start + i, isPadding ? 1 : leaf.end - leaf.start);
        }
        count += parts;
    });
    EXPECT_EQ(count, expected_["leaves"].get<std::uint32_t>());
    const auto find = [&](const json& one) {
        const std::pair wanted{one["offset"].get<std::uint32_t>(), one["length"].get<std::uint32_t>()};
        EXPECT_TRUE(std::binary_search(leaves.begin(), leaves.end(), wanted)) << one.dump();
    };
    for (const json& one : expected_["first"]) find(one);
    for (const json& one : expected_["last"]) find(one);
}

TEST_P(JupiterModel, HasTheSameParts) {
    const json& summary = expected_["summary"];
    const abc::Model& model = file_.model;
    EXPECT_EQ(file_.document.version, summary["version"].get<std::uint32_t>());
    ASSERT_EQ(model.pieces.size(), summary["pieces"].size());
    for (std::uint32_t p = 0; p < model.pieces.size(); ++p) {
        const json& piece = summary["pieces"][p];
        EXPECT_EQ(model.text(model.pieces[p].name), piece["name"].get<std::string>());
        ASSERT_EQ(model.pieces[p].lodCount, piece["lods"].size());
        for (std::uint32_t l = 0; l < model.pieces[p].lodCount; ++l) {
            EXPECT_EQ(model.lod(p, l)->vertexCount, piece["lods"][l]["vertices"].get<std::uint32_t>());
            EXPECT_EQ(model.lod(p, l)->faceCount, piece["lods"][l]["faces"].get<std::uint32_t>());
        }
    }
    ASSERT_EQ(model.nodes.size(), summary["nodes"].size());
    for (std::uint32_t n = 0; n < model.nodes.size(); ++n) {
        const json& node = summary["nodes"][n];
        EXPECT_EQ(model.text(model.nodes[n].name), node["name"].get<std::string>());
        EXPECT_EQ(static_cast<std::int32_t>(model.nodes[n].parent), node["parent"].get<std::int32_t>());
        EXPECT_EQ(model.nodes[n].flags, node["flags"].get<std::uint32_t>());
    }
    ASSERT_EQ(model.childModels.size(), summary["children"].size() + 1);
    for (std::uint32_t c = 1; c < model.childModels.size(); ++c) {
        EXPECT_EQ(model.text(model.childModels[c].name), summary["children"][c - 1].get<std::string>());
    }
    ASSERT_EQ(model.animations.size(), summary["anims"].size());
    for (std::uint32_t a = 0; a < model.animations.size(); ++a) {
        EXPECT_EQ(model.text(model.animations[a].name), summary["anims"][a]["name"].get<std::string>());
        EXPECT_EQ(model.lengthOf(model.animations[a]), summary["anims"][a]["length"].get<std::uint32_t>());
        EXPECT_TRUE(model.animations[a].complete);
    }
    ASSERT_EQ(model.sockets.size(), summary["sockets"].size());
    for (std::uint32_t s = 0; s < model.sockets.size(); ++s) {
        EXPECT_EQ(model.text(model.sockets[s].name), summary["sockets"][s]["name"].get<std::string>());
        abc::testing::expectClose(model.sockets[s].scale, summary["sockets"][s]["scale"], 0, "scale");
    }
    ASSERT_EQ(model.weightSets.size(), summary["weight_sets"].size());
    for (std::uint32_t s = 0; s < model.weightSets.size(); ++s) {
        EXPECT_EQ(model.weightSets[s].weights, summary["weight_sets"][s]["weights"].get<std::vector<float>>());
    }
    ASSERT_EQ(model.bindingLists.size(), summary["bindings"].size());
}

TEST_P(JupiterModel, IsPosedAsExpected) {
    const abc::Model& model = file_.model;
    for (const json& wanted : expected_["poses"]) {
        const std::string what = wanted["anim"].get<std::string>() + " at " + wanted["time"].dump();
        abc::Layer layer;
        if (wanted["anim"] != "bind") {
            layer.source = &model;
            layer.animation = abc::testing::animationOf(model, wanted["anim"].get<std::string>());
            layer.timeMs = wanted["time"].get<double>();
            const auto* binding = model.binding(0, wanted["anim"].get<std::string>());
            if (binding != nullptr) layer.rootOrigin = binding->origin;
        }
        const abc::Pose posed = abc::pose(model, {&layer, 1});
        abc::Vec3 low{1e9F, 1e9F, 1e9F};
        abc::Vec3 high{-1e9F, -1e9F, -1e9F};
        std::vector<abc::testing::Surface> surfaces;
        std::size_t count = 0;
        for (std::uint32_t p = 0; p < model.pieces.size(); ++p) {
            surfaces.push_back(abc::testing::deformed(model, posed, p, 0));
            count += surfaces.back().positions.size();
            for (const abc::Vec3 at : surfaces.back().positions) {
                for (const auto axis : abc::kAxes) {
                    low.*axis = std::min(low.*axis, at.*axis);
                    high.*axis = std::max(high.*axis, at.*axis);
                }
            }
        }
        EXPECT_EQ(count, wanted["count"].get<std::size_t>()) << what;
        const abc::Vec3 across = high - low;
        const float tolerance = 1e-4F * std::sqrt(abc::dot(across, across));
        abc::testing::expectClose(low, wanted["bbox"][0], tolerance, what);
        abc::testing::expectClose(high, wanted["bbox"][1], tolerance, what);
        for (const json& sample : wanted["samples"]) {
            const abc::testing::Surface& surface = surfaces.at(sample[0].get<std::size_t>());
            const auto vertex = sample[1].get<std::size_t>();
            const json place{sample[2], sample[3], sample[4]};
            const json normal{sample[5], sample[6], sample[7]};
            abc::testing::expectClose(surface.positions.at(vertex), place, tolerance, what);
            abc::testing::expectClose(surface.normals.at(vertex), normal, 1e-4F, what);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, JupiterModel, ::testing::ValuesIn(models()),
                         [](const auto& param) { return abc::testing::testName(param.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(JupiterModel);

}  // namespace
}  // namespace ltb::testing
