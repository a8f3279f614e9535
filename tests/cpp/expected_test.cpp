// Models against what other implementations say of them: tests/expected, or the expectations of a corpus.
#include <gtest/gtest.h>

#include "abc/deform.h"
#include "abc/validate.h"
#include "support/all_fixtures.h"
#include "support/expected_pose.h"

namespace abc::testing {
namespace {

using nlohmann::json;

/// A model, and what another implementation says of it.
struct Expectation {
    std::string name;
    std::filesystem::path expected;
    float tolerance = 0;
    /// The model: a real file, else the fixture of that name.
    std::filesystem::path path;

    [[nodiscard]] File file() const {
        if (!path.empty()) return readFile(path);
        for (const NamedFile& fixture : allFixtures()) {
            if (fixture.name == name) return fixture.file;
        }
        throw std::runtime_error("no fixture " + name);
    }
};

void PrintTo(const Expectation& expectation, std::ostream* out) {
    *out << expectation.name;
}

class Expected : public ::testing::TestWithParam<Expectation> {
protected:
    json expected_ = readJson(GetParam().expected);
    Opened file_{GetParam().file()};
    Donors donors_{GetParam().path.parent_path()};

    void expectPose(const json& expected);
};

TEST_P(Expected, HasTheFindings) {
    std::vector<std::string> found;
    const Findings findings = validate(file_.document, file_.model);
    for (const Finding& finding : findings.list()) {
        if (finding.info->severity <= Severity::Warning) found.emplace_back(finding.info->name);
    }
    std::sort(found.begin(), found.end());
    // Those of a corpus do not say: its models are sound.
    EXPECT_EQ(found, expected_.value("findings", std::vector<std::string>{}));
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

void Expected::expectPose(const json& expected) {
    const bool isV6 = file_.model.family == Family::V6;
    const float tolerance = GetParam().tolerance;
    const std::string what = expected["anim"].get<std::string>() + " at " + expected["time"].dump();
    const Pose posed = poseOf(file_, donors_.of(file_, expected), expected);
    const std::uint32_t level = isV6 ? 0 : expected["lod"].get<std::uint32_t>();
    std::vector<Surface> pieces;
    for (std::uint32_t p = 0; p < file_.model.pieces.size(); ++p) {
        pieces.push_back(deformed(file_.model, posed, p, level));
    }
    for (const json& sample : expected["samples"]) {
        const std::size_t at = isV6 ? 0 : 1;
        const Surface& surface = pieces.at(isV6 ? 0 : sample[0].get<std::size_t>());
        const auto vertex = sample[at].get<std::size_t>();
        expectClose(surface.positions.at(vertex), {sample[at + 1], sample[at + 2], sample[at + 3]}, tolerance, what);
        expectClose(surface.normals.at(vertex), {sample[at + 4], sample[at + 5], sample[at + 6]}, tolerance, what);
    }
    ASSERT_EQ(posed.nodes.size(), expected["node_translations"].size());
    for (std::size_t i = 0; i < posed.nodes.size(); ++i) {
        expectClose(posed.nodes[i].translation(), expected["node_translations"][i], tolerance, what);
    }
    Vec3 low = pieces.at(0).positions.at(0);
    Vec3 high = low;
    std::size_t count = 0;
    for (const Surface& surface : pieces) {
        // v6 files keep the vertices of the collapsed levels after the model's own.
        const std::size_t vertices = isV6 ? file_.model.v6.normalVertices : surface.positions.size();
        for (std::size_t v = 0; v < vertices; ++v, ++count) {
            const Vec3 p = surface.positions[v];
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
    }
    EXPECT_EQ(count, expected["count"].get<std::size_t>()) << what;
    expectClose(low, expected["bbox"][0], tolerance, what + ", low bounds");
    expectClose(high, expected["bbox"][1], tolerance, what + ", high bounds");
}

TEST_P(Expected, IsPosedAsTheReferenceSays) {
    for (const json& expected : expected_["poses"]) expectPose(expected);
    if (!expected_.contains("other_poses")) return;
    // Those that stop at the end, and layers.
    for (const json& expected : expected_["other_poses"]) expectPose(expected);
}

/// In the checkout: of the samples, of models made for this, of a fixture a version. Their poses have 5 decimals.
std::vector<Expectation> expectationsOfTheCheckout() {
    constexpr float kClose = 1e-4F;
    const std::filesystem::path root = LITHOSCOPE_SOURCE_DIR;
    const std::filesystem::path folder = root / "tests/expected";
    std::vector<Expectation> found;
    const auto add = [&](const std::filesystem::path& in, const std::filesystem::path& models) {
        for (const auto& entry : std::filesystem::directory_iterator(in)) {
            if (entry.path().extension() != ".json") continue;
            const std::filesystem::path model = entry.path().stem();
            found.push_back({model.stem().string(), entry.path(), kClose, models.empty() ? models : models / model});
        }
    };
    add(folder, root / "public/samples");
    add(folder / "made", folder / "made");
    add(folder / "fixtures", {});
    return found;
}

/// In a corpus `GAME/expected/X.ABC.json` is that of `GAME/models/X.ABC`.
std::vector<Expectation> expectationsOfTheCorpus() {
    constexpr float kClose = 1e-3F;
    std::vector<Expectation> found;
    for (const std::string& path : realFiles(".json")) {
        const std::filesystem::path file = path;
        if (file.parent_path().filename() != "expected") continue;
        const std::filesystem::path model = file.parent_path().parent_path() / "models" / file.stem();
        if (!equalIgnoringCase(model.extension().string(), ".abc")) continue;
        found.push_back({model.generic_string(), realFolder() / file, kClose, realFolder() / model});
    }
    return found;
}

std::vector<Expectation> expectations() {
    return isCorpus() ? expectationsOfTheCorpus() : expectationsOfTheCheckout();
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Expected);
INSTANTIATE_TEST_SUITE_P(Real, Expected, ::testing::ValuesIn(expectations()),
                         [](const auto& param) { return testName(param.param.name); });

}  // namespace
}  // namespace abc::testing
