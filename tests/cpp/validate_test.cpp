// Every entry of the catalogue, provoked, with its place.
#include <abc/validate.h>
#include <core/verdict.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <memory>

#include "support/splice.h"

namespace abc::testing {
namespace {

std::vector<Finding> findingsOf(const File& file) {
    const Opened opened(file);
    return validate(opened.document, opened.model).list();
}

std::string placeOf(const Finding& finding) {
    return std::to_string(finding.place().offset) + "+" + std::to_string(finding.place().length) + " " +
           finding.place().path;
}

/// The file has this one finding, at the field of this path.
void expectOnly(const File& file, Code code, std::string_view path, std::uint32_t length, std::uint32_t count = 1) {
    const auto findings = findingsOf(file);
    ASSERT_EQ(findings.size(), 1U) << (findings.empty() ? "none"
                                                        : findings[0].message + " | " + findings.back().message);
    EXPECT_EQ(findings[0].info->name, describe(code).name);
    EXPECT_EQ(placeOf(findings[0]),
              std::to_string(offsetOf(file, path)) + "+" + std::to_string(length) + " " + std::string(path));
    EXPECT_EQ(findings[0].count, count);
    EXPECT_FALSE(findings[0].remedy.empty());
}

/// Among its findings the file has one of this code, there.
void expectAmong(const File& file, Code code, const std::string& place) {
    std::string found;
    for (const Finding& finding : findingsOf(file)) {
        if (finding.code == code) found += (found.empty() ? "" : " and ") + placeOf(finding);
    }
    EXPECT_EQ(found, place);
}

File text(std::string_view content) {
    return ByteWriter().raw(content).bytes();
}

TEST(Validate, FindsNothingInSoundFiles) {
    EXPECT_TRUE(findingsOf(write(smallV12())).empty());
    EXPECT_TRUE(findingsOf(write(smallV6())).empty());
}

/// The triangle, its third vertex held by both nodes, by each at a place in the bind pose; the child is at `child`.
SpecV12 heldTwice(Vec3 child, Vec3 byRoot, Vec3 byChild, float bias = 0.5F) {
    SpecV12 spec = smallV12();
    spec.nodes[1].bind.setTranslation(child);
    spec.vertices[2].weights = {{0, byRoot * bias, bias}, {1, (byChild - child) * (1 - bias), 1 - bias}};
    return spec;
}

std::vector<Finding> bindPositionsOf(const SpecV12& spec) {
    std::vector<Finding> found;
    for (const Finding& finding : findingsOf(write(spec))) {
        if (finding.code == Code::BindPositionsDiffer) found.push_back(finding);
    }
    return found;
}

TEST(Validate, MeasuresHowFarWeightsAreFromOneBindPosition) {
    // Their mean is (0, 10.5, 0): 0.25 × 1.5 from the one and 0.75 × 0.5 from the other.
    const auto findings = bindPositionsOf(heldTwice({0, 10, 0}, {0, 9, 0}, {0, 11, 0}, 0.25F));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].message,
              "1 vertex has weights that imply different bind positions, up to 0.75 units off, in 1 level of a piece.");
    EXPECT_EQ(findings[0].info->severity, Severity::Hint);
    EXPECT_EQ(findings[0].info->engine, Engine::Unaffected);
    EXPECT_EQ(findings[0].info->modelEdit(), Engine::Unaffected);
    EXPECT_TRUE(bindPositionsOf(heldTwice({0, 10, 0}, {0, 10, 0}, {0, 10, 0}, 0.25F)).empty());
}

TEST(Validate, TakesNoRoundingForAnotherBindPosition) {
    // Numbers of 1e6 are off by 0.06, the model is 10 units large.
    EXPECT_TRUE(bindPositionsOf(heldTwice({1e6F, 3e5F, -7e5F}, {0, 10, 0.3F}, {0, 10, 0.3F}, 0.3F)).empty());
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kMost = std::numeric_limits<float>::max();
    for (const float odd : {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity}) {
        EXPECT_TRUE(bindPositionsOf(heldTwice({0, 10, 0}, {0, odd, 0}, {0, 10, 0})).empty()) << odd;
        EXPECT_TRUE(bindPositionsOf(heldTwice({odd, 10, 0}, {0, 10, 0}, {0, 10, 0})).empty()) << odd;
        EXPECT_TRUE(bindPositionsOf(heldTwice({0, 10, 0}, {0, 10, 0}, {0, 10, 0}, odd)).empty()) << odd;
    }
    // Finite, if only just; and biases without a sum move nothing.
    const auto huge = bindPositionsOf(heldTwice({0, 10, 0}, {kMost, 0, 0}, {-kMost, 0, 0}));
    ASSERT_EQ(huge.size(), 1U);
    EXPECT_NE(huge[0].message.find("more than"), std::string::npos) << huge[0].message;
    SpecV12 none = heldTwice({0, 10, 0}, {0, 5, 0}, {0, 11, 0});
    for (WeightSpec& weight : none.vertices[2].weights) weight.bias = 0;
    EXPECT_TRUE(bindPositionsOf(none).empty());
}

TEST(Validate, FindsAnEmptyFile) {
    const auto findings = findingsOf({});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, Code::EmptyFile);
}

TEST(Validate, NamesAFileThatIsNoModel) {
    const auto findings = findingsOf(text("Ogawa\xFF and so on and on"));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, Code::NotAbc);
    EXPECT_NE(findings[0].message.find("Alembic"), std::string::npos);
    EXPECT_EQ(placeOf(findings[0]), "0+16 ");
    EXPECT_EQ(placeOf(findingsOf(text("hello")).at(0)), "0+5 ");
}

TEST(Validate, FindsAFileThatIsTooLarge) {
    // The pages of a fresh mapping cost nothing until they are touched.
    const std::size_t length = kMaxFileSize + 1;
    const std::unique_ptr<std::byte, decltype(&std::free)> memory(static_cast<std::byte*>(std::malloc(length)),
                                                                  &std::free);
    ASSERT_NE(memory, nullptr);
    const Document document = parse({memory.get(), length});
    const auto findings = validate(document, buildModel(document)).list();
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, Code::FileTooLarge);
}

TEST(Validate, FindsAVersionThatIsCutOff) {
    const File file = ByteWriter().section("Header").u16(12).bytes();
    expectAmong(file, Code::VersionUnreadable, "0+14 ");
}

TEST(Validate, FindsAVersionNobodyKnowsAndStillShowsTheChain) {
    File file = write(smallV12());
    patch(file, "Header.Version", 77U);
    const auto findings = findingsOf(file);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, Code::VersionUnknown);
    EXPECT_EQ(placeOf(findings[0]), "12+4 Header");
    EXPECT_EQ(parse(file).sections.size(), 7U);
}

TEST(Validate, FindsAMissingSection) {
    SpecV6 spec = smallV6();
    File file = write(spec);
    // Blanks the name: the section is now an unknown one.
    patch(file, "Nodes.Type", std::array<char, 7>{5, 0, 'x', 'o', 'd', 'e', 's'});
    const auto findings = findingsOf(file);
    std::string names;
    for (const Finding& finding : findings) names += std::string(finding.info->name) + " " + finding.place().path + ";";
    EXPECT_NE(names.find("SECTION_MISSING ;"), std::string::npos) << names;
    EXPECT_NE(names.find("SECTION_UNKNOWN xodes;"), std::string::npos) << names;
    expectAmong(file, Code::SectionNeedsNodes,
                std::to_string(offsetOf(file, "Animation")) + "+" +
                    std::to_string(offsetOf(file, "AnimDims") - offsetOf(file, "Animation")) + " Animation");
}

TEST(Validate, FindsWhereATruncatedFileStops) {
    const File whole = write(smallV12());
    const std::uint32_t at = offsetOf(whole, "Sockets.Sockets[0].Rotation");
    const File file(whole.begin(), whole.begin() + at + 6);
    // The chain goes on past the end, and the socket's four numbers are only half there.
    expectAmong(file, Code::DataTruncated, std::to_string(at) + "+6 Sockets.Sockets[0].Rotation");
    EXPECT_EQ(findingsOf(file).at(0).code, Code::SectionOffsetOutOfFile);
}

TEST(Validate, FindsACountThatDoesNotFit) {
    File file = write(smallV12());
    patch(file, "Pieces.Pieces[0].LODs[0].VertexCount", 0xFFFFFFFFU);
    const std::uint32_t at = offsetOf(file, "Pieces.Pieces[0].LODs[0].VertexCount") + 4;
    expectAmong(
        file, Code::CountTooLarge,
        std::to_string(at) + "+" + std::to_string(offsetOf(file, "Nodes") - at) + " Pieces.Pieces[0].LODs[0].Vertices");
}

TEST(Validate, FindsATreeOfNodesThatDoesNotClose) {
    File file = write(smallV12());
    patch(file, "Nodes.Nodes[1].ChildCount", 1000U);
    const std::uint32_t at = offsetOf(file, "Nodes.Nodes[1].ChildCount") + 4;
    expectAmong(file, Code::NodeTreeOpen,
                std::to_string(at) + "+" + std::to_string(offsetOf(file, "ChildModels") - at) + " Nodes.Nodes[1]");
}

TEST(Validate, FindsHeaderCountersThatDiffer) {
    for (const char* name : {"KeyframeCount", "AnimationCount", "PieceCount", "FaceCount", "VertexCount", "WeightCount",
                             "SocketCount", "WeightSetCount", "StringCount", "StringLengthTotal"}) {
        File file = write(smallV12());
        const std::string path = std::string("Header.") + name;
        patch(file, path, 9U);
        expectOnly(file, Code::HeaderCountMismatch, path, 4);
    }
    // Fewer weights than counted; more are WeightsAboveCount.
    File file = write(smallV12());
    patch(file, "Pieces.WeightCount", 9U);
    expectOnly(file, Code::HeaderCountMismatch, "Pieces.WeightCount", 4);
}

TEST(Validate, FindsCountersOfVersion6ThatDiffer) {
    File file = write(smallV6());
    patch(file, "Geometry.NormalVerts", 3U);
    expectOnly(file, Code::CountMismatch, "Geometry.NumLODs", 4);
    file = write(smallV6());
    patch(file, "Geometry.NormalVerts", 6U);
    expectOnly(file, Code::CountMismatch, "Geometry.NormalVerts", 4);
    file = write(smallV6());
    patch(file, "Animation.Anims[0].Length", 99U);
    expectOnly(file, Code::AnimationLength, "Animation.Anims[0].Length", 4);
}

TEST(Validate, FindsIndicesOutOfRange) {
    File file = write(smallV12());
    patch(file, "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].VertexIndex", std::uint16_t{3});
    expectOnly(file, Code::IndexOutOfRange, "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].VertexIndex", 2);
    file = write(smallV12());
    patch(file, "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0].NodeIndex", 2U);
    expectOnly(file, Code::IndexOutOfRange, "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0].NodeIndex", 4);
}

TEST(Validate, FindsIndicesOfVersion6OutOfRange) {
    File file = write(smallV6());
    patch(file, "Geometry.FaceInfo[1].VertexIndex[2]", std::uint16_t{5});
    expectOnly(file, Code::IndexOutOfRange, "Geometry.FaceInfo[1].VertexIndex[2]", 2);
    file = write(smallV6());
    patch(file, "Geometry.VertexInfo[0].TransformationIndex", std::uint8_t{2});
    expectOnly(file, Code::IndexOutOfRange, "Geometry.VertexInfo[0].TransformationIndex", 1);
    file = write(smallV6());
    patch(file, "Nodes.Nodes[1].MDVertList[0]", std::uint16_t{5});
    expectOnly(file, Code::IndexOutOfRange, "Nodes.Nodes[1].MDVertList[0]", 2);
}

TEST(Validate, LeavesLeftoverReplacementsAndLodIndicesAlone) {
    File file = write(smallV12());
    patch(file, "Pieces.Pieces[0].LODs[0].Vertices[0].SubLODVertexIndex", std::uint16_t{0xFFFF});
    EXPECT_TRUE(findingsOf(file).empty());
    file = write(smallV6());
    patch(file, "Geometry.VertexInfo[0].Replacements[0]", std::uint16_t{0xFFFF});
    EXPECT_TRUE(findingsOf(file).empty());
}

TEST(Validate, MergesRepeatsAndCountsThem) {
    File file = write(smallV12());
    for (const char* corner : {"0", "1", "2"}) {
        patch(file, "Pieces.Pieces[0].LODs[0].Vertices[" + std::string(corner) + "].Weights[0].NodeIndex", 7U);
    }
    expectOnly(file, Code::IndexOutOfRange, "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].NodeIndex", 4, 3);
}

/// What ModelEdit says of a file, and where the first finding that it refuses is.
std::pair<Verdict, std::string> inModelEdit(const File& file) {
    const Opened opened(file);
    const Findings findings = validate(opened.document, opened.model);
    std::string place;
    for (const Finding& finding : findings.list()) {
        if (place.empty() && finding.info->modelEdit() == Engine::Refused) {
            place = std::string(finding.info->name) + " " + finding.place().path;
        }
    }
    return {editorVerdict(opened.document, findings).verdict, place};
}

// The limits of abc.md §3.11: the longest name that ModelEdit reads, and one byte more.
TEST(ModelEdit, RefusesNamesByTheirPlace) {
    const std::pair<std::string, std::size_t> limits[] = {
        {"Pieces.Pieces[0].Name", 31},
        {"Sockets.Sockets[0].Name", 15},
        {"Nodes.WeightSets[0].Name", 15},
        {"AnimBindings.Lists[0].AnimBindings[0].Name", 4095},
    };
    for (const auto& [path, most] : limits) {
        const auto named = [&path = path](std::size_t length) {
            return spliced(write(smallV12()), path, ByteWriter().string(std::string(length, 'x')).bytes());
        };
        EXPECT_EQ(inModelEdit(named(most)), std::pair(Verdict::Loads, std::string())) << path;
        EXPECT_EQ(inModelEdit(named(most + 1)), std::pair(Verdict::Refused, "NAME_TOO_LONG " + path));
    }
    EXPECT_EQ(inModelEdit(withSection(write(smallV12()), std::string(255, 'x'), "")).first, Verdict::Loads);
    EXPECT_EQ(inModelEdit(withSection(write(smallV12()), std::string(256, 'x'), "")),
              std::pair(Verdict::Refused, "NAME_TOO_LONG " + std::string(256, 'x') + ".Type"));
}

TEST(ModelEdit, DoesNotMindLongNamesInVersion6) {
    const File file =
        spliced(write(smallV6()), "Nodes.Nodes[0].NodeName", ByteWriter().string(std::string(400, 'x')).bytes());
    EXPECT_EQ(inModelEdit(file).first, Verdict::Loads);
}

// Of v9 to v12 the words of a game and of ModelEdit differ only where it is known that they do.
TEST(ModelEdit, IsToldFromTheGame) {
    const auto verdicts = [](const File& file) {
        const Opened opened(file);
        const Findings findings = validate(opened.document, opened.model);
        return std::pair(engineVerdict(opened.document, findings).verdict,
                         editorVerdict(opened.document, findings).verdict);
    };
    EXPECT_EQ(verdicts(write(smallV12())), std::pair(Verdict::Loads, Verdict::Loads));
    File file = write(smallV12());
    patch(file, "Pieces.WeightCount", 2U);
    EXPECT_EQ(verdicts(file), std::pair(Verdict::Flawed, Verdict::Refused));
    file = write(smallV12());
    patch(file, "Sockets.Sockets[0].NodeIndex", 2U);
    EXPECT_EQ(verdicts(file), std::pair(Verdict::Refused, Verdict::Refused));
    file = spliced(write(smallV12()), "Sockets.Sockets[0].Name", ByteWriter().string("sixteen letters!").bytes());
    EXPECT_EQ(verdicts(file), std::pair(Verdict::Unknown, Verdict::Refused));
}

TEST(Findings, AreCappedAndSaySo) {
    Findings findings(catalogue());
    for (std::uint32_t i = 0; i <= Findings::kMost; ++i) {
        findings.add(Code::CountMismatch, {i, 1, "path" + std::to_string(i)}, {"a", "b", "c"});
    }
    EXPECT_EQ(findings.list().size(), Findings::kMost);
    EXPECT_TRUE(findings.truncated());
    EXPECT_EQ(findings.list()[0].message, "a is b but should be c.");
}

}  // namespace
}  // namespace abc::testing
