// Real files and independently made ones against what other programs say of them.
#include <gtest/gtest.h>

#include "abc/deform.h"
#include "abc/validate.h"
#include "support/corpus.h"
#include "support/surface.h"

namespace abc::testing {
namespace {

using nlohmann::json;

constexpr float kTolerance = 1e-3F;

TEST(Corpus, IsThere) {
    if (corpusModels().empty())
        GTEST_SKIP() << "no models in " << corpusFolder() << "; LITHOSCOPE_CORPUS names another folder";
}

void expectClose(Vec3 actual, const json& expected, float tolerance, const std::string& what) {
    EXPECT_NEAR(actual.x, expected[0].get<float>(), tolerance) << what;
    EXPECT_NEAR(actual.y, expected[1].get<float>(), tolerance) << what;
    EXPECT_NEAR(actual.z, expected[2].get<float>(), tolerance) << what;
}

std::uint32_t animationOf(const Model& model, const std::string& name) {
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        if (model.text(model.animations[i].name) == name) return i;
    }
    ADD_FAILURE() << "no animation " << name;
    return kNone;
}

/// A pose as an expectation describes it. `donor` is the file of the animation.
Pose poseOf(const Opened& file, const Opened& donor, const json& expected) {
    const auto name = expected.at("anim").get<std::string>();
    if (name == "bind") return pose(file.model, {});
    Layer layer;
    layer.source = &donor.model;
    layer.animation = animationOf(donor.model, name);
    layer.timeMs = expected.at("time").get<double>();
    layer.loop = true;
    if (const auto origin = expected.find("origin"); origin != expected.end()) {
        layer.rootOrigin = {(*origin)[0].get<float>(), (*origin)[1].get<float>(), (*origin)[2].get<float>()};
    }
    return pose(file.model, {&layer, 1});
}

/// The file whose animation an expectation plays: the one it names as base, else the file itself.
const Opened& donorOf(const Opened& file, const std::string& folder, const json& expected,
                      std::map<std::string, std::unique_ptr<Opened>>& opened) {
    const auto base = expected.find("base");
    if (base == expected.end() || base->is_null()) return file;
    auto& donor = opened[base->get<std::string>()];
    if (!donor) donor = std::make_unique<Opened>(readCorpus(folder + base->get<std::string>()));
    return *donor;
}

class Expected : public ::testing::TestWithParam<std::string> {
protected:
    /// "nolf/expected/X.ABC.json" → "nolf/models/X.ABC".
    static std::string modelOf(std::string path) {
        path.replace(path.find("expected"), 8, "models");
        return path.substr(0, path.size() - 5);
    }

    json expected_ = readCorpusJson(GetParam());
    std::string path_ = modelOf(GetParam());
    std::string folder_ = path_.substr(0, path_.rfind('/') + 1);
    Opened file_{readCorpus(path_)};
};

TEST_P(Expected, IsSound) {
    const Findings findings = validate(file_.document, file_.model);
    for (const Finding& finding : findings.list()) {
        EXPECT_GT(finding.info->severity, Severity::Warning) << finding.place().path << ": " << finding.message;
    }
}

TEST_P(Expected, HasTheSectionsAndLeaves) {
    EXPECT_EQ(file_.bytes.size(), expected_["size"].get<std::size_t>());
    EXPECT_EQ(file_.document.version, expected_["version"].get<std::uint32_t>());
    ASSERT_EQ(file_.document.sections.size(), expected_["sections"].size());
    for (std::size_t i = 0; i < file_.document.sections.size(); ++i) {
        const Section& section = file_.document.sections[i];
        const json& same = expected_["sections"][i];
        EXPECT_EQ(file_.document.text(section.type), same["name"].get<std::string>());
        EXPECT_EQ(section.offset, same["offset"].get<std::uint32_t>());
        EXPECT_EQ(section.end - section.offset, same["size"].get<std::uint32_t>());
        EXPECT_EQ(static_cast<std::int32_t>(section.next), same["next"].get<std::int32_t>());
    }
    std::uint32_t leaves = 0;
    file_.document.walk().leaves(0, static_cast<std::uint32_t>(file_.bytes.size()), false,
                                 [&leaves](const Place&, const std::string&) { ++leaves; });
    EXPECT_EQ(leaves, expected_["leaf_fields"].get<std::uint32_t>());
}

TEST_P(Expected, HasTheHeader) {
    // v6 has no counters in its header, and its expectations do not name one.
    if (!expected_.contains("header")) return;
    const Walk walk = file_.document.walk();
    for (const auto& [name, value] : expected_["header"].items()) {
        const auto place = walk.resolve("Header." + name);
        if (name == "Padding" || (value.is_array() && value.empty())) continue;
        ASSERT_TRUE(place) << name;
        if (value.is_number_integer()) {
            EXPECT_EQ(loadUnsigned(file_.bytes, place->start, place->end - place->start), value.get<std::uint32_t>())
                << name;
        } else if (value.is_number()) {
            EXPECT_EQ(load<float>(file_.bytes, place->start), value.get<float>()) << name;
        } else if (value.is_string()) {
            EXPECT_EQ(file_.document.text(loadText(file_.bytes, place->start)), value.get<std::string>()) << name;
        } else {
            ASSERT_EQ(place->count, value.size()) << name;
            for (std::uint32_t i = 0; i < place->count; ++i) {
                EXPECT_EQ(load<float>(file_.bytes, place->start + 4 * i), value[i].get<float>()) << name << i;
            }
        }
    }
}

TEST_P(Expected, HasThePiecesOrNodes) {
    const Model& model = file_.model;
    if (model.family == Family::V9) {
        ASSERT_EQ(model.pieces.size(), expected_["pieces"].size());
        for (std::uint32_t p = 0; p < model.pieces.size(); ++p) {
            const json& same = expected_["pieces"][p];
            EXPECT_EQ(model.text(model.pieces[p].name), same["name"].get<std::string>());
            EXPECT_EQ(model.pieces[p].materialIndex, same["material"].get<std::uint16_t>());
            ASSERT_EQ(model.pieces[p].lodCount, same["lods"].size());
            for (std::uint32_t l = 0; l < model.pieces[p].lodCount; ++l) {
                const Lod& lod = *model.lod(p, l);
                EXPECT_EQ(lod.faceCount, same["lods"][l]["faces"].get<std::uint32_t>());
                EXPECT_EQ(lod.vertexCount, same["lods"][l]["vertices"].get<std::uint32_t>());
                EXPECT_EQ(model.weightStart[lod.firstVertex + lod.vertexCount] - model.weightStart[lod.firstVertex],
                          same["lods"][l]["weights"].get<std::uint32_t>());
            }
        }
        return;
    }
    EXPECT_EQ(model.faces.size(), expected_["faces"].get<std::size_t>());
    EXPECT_EQ(model.locations.size(), expected_["vertices"].get<std::size_t>());
    EXPECT_EQ(model.v6.normalVertices, expected_["normal_vertices"].get<std::uint32_t>());
    EXPECT_EQ(model.v6.collapses.size(), expected_["collapses"].get<std::size_t>());
    ASSERT_EQ(model.nodes.size(), expected_["nodes"].size());
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const json& same = expected_["nodes"][i];
        EXPECT_EQ(model.text(model.nodes[i].name), same[0].get<std::string>());
        EXPECT_EQ(model.nodes[i].flags, same[1].get<std::uint8_t>());
        EXPECT_EQ(static_cast<std::int32_t>(model.nodes[i].parent), same[2].get<std::int32_t>());
        EXPECT_EQ(model.nodes[i].deformationCount, same[3].get<std::uint32_t>());
    }
    for (const auto& [collapses, faces] : expected_["faces_after"].items()) {
        EXPECT_EQ(topology(model, 0, static_cast<std::uint32_t>(std::stoul(collapses))).size(),
                  faces.get<std::size_t>())
            << "after " << collapses << " collapses";
    }
}

TEST_P(Expected, IsPosedAsTheReferenceSays) {
    const bool isV6 = file_.model.family == Family::V6;
    std::map<std::string, std::unique_ptr<Opened>> opened;
    for (const json& expected : expected_["poses"]) {
        const std::string what = expected["anim"].get<std::string>() + " at " + expected["time"].dump();
        const Opened& donor = donorOf(file_, folder_, expected, opened);
        const Pose posed = poseOf(file_, donor, expected);
        const std::uint32_t level = isV6 ? 0 : expected["lod"].get<std::uint32_t>();
        std::vector<Surface> pieces;
        for (std::uint32_t p = 0; p < file_.model.pieces.size(); ++p) {
            pieces.push_back(deformed(file_.model, posed, p, level));
        }
        for (const json& sample : expected["samples"]) {
            const std::size_t at = isV6 ? 0 : 1;
            const Surface& surface = pieces.at(isV6 ? 0 : sample[0].get<std::size_t>());
            const auto vertex = sample[at].get<std::size_t>();
            expectClose(surface.positions.at(vertex), {sample[at + 1], sample[at + 2], sample[at + 3]}, kTolerance,
                        what);
            expectClose(surface.normals.at(vertex), {sample[at + 4], sample[at + 5], sample[at + 6]}, kTolerance, what);
        }
        ASSERT_EQ(posed.nodes.size(), expected["node_translations"].size());
        for (std::size_t i = 0; i < posed.nodes.size(); ++i) {
            expectClose(posed.nodes[i].translation(), expected["node_translations"][i], kTolerance, what);
        }
        Vec3 low = pieces.at(0).positions.at(0);
        Vec3 high = low;
        std::size_t count = 0;
        for (const Surface& surface : pieces) {
            // v6 files keep the vertices of the collapsed levels behind the model's own.
            const std::size_t vertices = isV6 ? file_.model.v6.normalVertices : surface.positions.size();
            for (std::size_t v = 0; v < vertices; ++v, ++count) {
                const Vec3 p = surface.positions[v];
                low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
            }
        }
        EXPECT_EQ(count, expected["count"].get<std::size_t>()) << what;
        expectClose(low, expected["bbox"][0], kTolerance, what + ", low bounds");
        expectClose(high, expected["bbox"][1], kTolerance, what + ", high bounds");
    }
}

std::vector<std::string> expectations() {
    auto files = corpusFiles("nolf/expected", ".json");
    for (auto& file : corpusFiles("kiss/expected", ".json")) files.push_back(file);
    return files;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Expected);
INSTANTIATE_TEST_SUITE_P(RealFile, Expected, ::testing::ValuesIn(expectations()),
                         [](const auto& param) { return testName(param.param); });

struct Made {
    const char* model;
    const char* json;
    float tolerance;
};

class MadeFile : public ::testing::Test {
protected:
    void SetUp() override {
        if (corpusFiles("made", ".json").empty()) GTEST_SKIP() << "no corpus at " << corpusFolder();
    }
};

class PosedFile : public MadeFile, public ::testing::WithParamInterface<Made> {};

TEST_P(PosedFile, IsPosedAsBlenderSays) {
    const Opened file(readCorpus(std::string("made/") + GetParam().model));
    const json expected = readCorpusJson(std::string("made/") + GetParam().json + ".json");
    for (const json& record : expected["records"]) {
        const json request{{"anim", expected["anim"]}, {"time", record["time_ms"]}};
        const Surface surface = deformed(file.model, poseOf(file, file, request), 0, 0);
        ASSERT_GE(surface.positions.size(), record["positions"].size());
        for (std::size_t v = 0; v < record["positions"].size(); ++v) {
            expectClose(surface.positions[v], record["positions"][v], GetParam().tolerance,
                        "vertex " + std::to_string(v));
        }
    }
}

// The exporter of the flag truncates to bytes.
INSTANTIATE_TEST_SUITE_P(Blender, PosedFile,
                         ::testing::Values(Made{"arm_v6.abc", "arm__wave", 1e-4F},
                                           Made{"arm_v6.abc", "arm__point", 1e-4F},
                                           Made{"derived_arm_smooth_premult_v12.abc", "arm_smooth__wave", 1e-4F},
                                           Made{"flag_vertanim_v6.abc", "flag_vertanim__flap", 0.06F}),
                         [](const auto& param) { return testName(param.param.json); });

TEST_F(MadeFile, PlaysItsChildModelOnTheOriginOfTheBinding) {
    const Opened file(readCorpus("made/v12_parent.abc"));
    const json expected = readCorpusJson("made/v12_parent.json");
    std::map<std::string, std::unique_ptr<Opened>> opened;
    for (const json& sample : expected["samples"]) {
        const std::string what = sample["anim"].get<std::string>() + " at " + sample["time"].dump();
        const Pose posed = poseOf(file, donorOf(file, "made/", sample, opened), sample);
        for (std::uint32_t p = 0; p < sample["pieces"].size(); ++p) {
            const Surface surface = deformed(file.model, posed, p, sample["lod"].get<std::uint32_t>());
            const json& piece = sample["pieces"][p];
            ASSERT_EQ(surface.positions.size(), piece["positions"].size()) << what;
            for (std::size_t v = 0; v < surface.positions.size(); ++v) {
                expectClose(surface.positions[v], piece["positions"][v], 1e-4F, what);
                expectClose(surface.normals[v], piece["normals"][v], 1e-4F, what);
            }
        }
    }
}

TEST_F(MadeFile, WithTwoMeshesInOneSaysWhereItBreaks) {
    const Opened file(readCorpus("made/multipiece_v6.abc"));
    const auto findings = validate(file.document, file.model).list();
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].info->severity, Severity::Error);
    EXPECT_EQ(findings[0].place().path, "Geometry.VertexInfo");
    EXPECT_GT(findings[0].place().offset, 0U);
}

}  // namespace
}  // namespace abc::testing
