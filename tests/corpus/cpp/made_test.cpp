// Models that other tools wrote, against the poses that those tools show.
#include <gtest/gtest.h>

#include "abc/deform.h"
#include "abc/validate.h"
#include "support/expected_pose.h"

namespace abc::testing {
namespace {

using nlohmann::json;

struct Made {
    const char* model;
    const char* json;
    float tolerance;
};

class MadeFile : public ::testing::TestWithParam<Made> {};

TEST_P(MadeFile, IsPosedAsBlenderSays) {
    const Opened file(readReal(std::string("made/") + GetParam().model));
    const json expected = readJson(realFolder() / "made" / (std::string(GetParam().json) + ".json"));
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
INSTANTIATE_TEST_SUITE_P(Blender, MadeFile,
                         ::testing::Values(Made{"arm_v6.abc", "arm__wave", 1e-4F},
                                           Made{"arm_v6.abc", "arm__point", 1e-4F},
                                           Made{"derived_arm_smooth_premult_v12.abc", "arm_smooth__wave", 1e-4F},
                                           Made{"flag_vertanim_v6.abc", "flag_vertanim__flap", 0.06F}),
                         [](const auto& param) { return testName(param.param.json); });

TEST(MadeModel, PlaysItsChildModelOnTheOriginOfTheBinding) {
    const Opened file(readReal("made/v12_parent.abc"));
    const json expected = readJson(realFolder() / "made/v12_parent.json");
    Donors donors(realFolder() / "made");
    for (const json& sample : expected["samples"]) {
        const std::string what = sample["anim"].get<std::string>() + " at " + sample["time"].dump();
        const Pose posed = poseOf(file, donors.of(file, sample), sample);
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

TEST(MadeModel, WithTwoMeshesInOneSaysWhereItBreaks) {
    const Opened file(readReal("made/multipiece_v6.abc"));
    const auto findings = validate(file.document, file.model).list();
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].info->severity, Severity::Error);
    EXPECT_EQ(findings[0].place().path, "Geometry.VertexInfo");
    EXPECT_GT(findings[0].place().offset, 0U);
}

}  // namespace
}  // namespace abc::testing
