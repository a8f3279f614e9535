// What a file itself says of its layout: levels of a piece, heads of animations, TriStrips, the wrapper of an LTB, and
// versions that are named by a text (abc.md §1.3, §2.6, §3.3, §3.7).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/all_fixtures.h"
#include "support/invariants.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

const NamedFile& fixture(std::string_view name) {
    for (const NamedFile& entry : allFixtures()) {
        if (entry.name == name) return entry;
    }
    throw std::invalid_argument("no such fixture: " + std::string(name));
}

/// The messages of one code.
std::vector<std::string> messagesOf(const Opened& file, Code code) {
    std::vector<std::string> messages;
    const Findings findings = validate(file.document, file.model);
    for (const Finding& finding : findings.list()) {
        if (finding.code == code) messages.push_back(finding.message);
    }
    return messages;
}

File cutAt(const File& file, std::uint32_t end) {
    return {file.begin(), file.begin() + end};
}

TEST(Levels, AreOneMoreThanTheDistancesWhateverLodCountSays) {
    File bytes = fixture("v12_full").file;
    patch(bytes, "Header.LODCount", 7U);
    const Opened file(bytes);
    EXPECT_EQ(file.model.pieces.at(0).lodCount, 3U);
    EXPECT_EQ(messagesOf(file, Code::LayoutSettled).size(), 0U);
    EXPECT_EQ(messagesOf(file, Code::HeaderCountMismatch).size(), 1U);
    EXPECT_EQ(messagesOf(file, Code::DataTruncated).size(), 0U);
}

TEST(Levels, AreAsManyAsLodCountSaysWhereOnlyThatFits) {
    const Opened file(fixture("v12_levels_by_header").file);
    EXPECT_EQ(file.model.pieces.at(1).lodCount, 3U);
    const auto settled = messagesOf(file, Code::LayoutSettled);
    ASSERT_EQ(settled.size(), 1U);
    EXPECT_NE(settled[0].find("Header.LODCount"), std::string::npos) << settled[0];
}

TEST(Levels, AreNotCountedByLodCountInAFileThatIsCutOff) {
    // With one level a piece the section would end exactly where this file is cut.
    File bytes = fixture("v12_full").file;
    patch(bytes, "Header.LODCount", 1U);
    patch(bytes, "Pieces.PieceCount", 1U);
    const Opened cut(cutAt(bytes, offsetOf(bytes, "Pieces.Pieces[0].LODs[1]")));
    EXPECT_EQ(messagesOf(cut, Code::LayoutSettled).size(), 0U);
    ASSERT_EQ(messagesOf(cut, Code::DataTruncated).size(), 1U);
}

TEST(Levels, AreThoseOfTheDistancesWhenNeitherFits) {
    File bytes = fixture("v12_full").file;
    patch(bytes, "Header.LODCount", 2U);
    patch(bytes, "Header.LODDistanceCount", std::uint16_t{1});
    const Opened file(bytes);
    EXPECT_EQ(messagesOf(file, Code::LayoutSettled).size(), 0U);
}

TEST(AnimationHeads, AreThoseOfTheVersionAndSaidOnlyWhereTheyAreNot) {
    constexpr int kWordsOf[] = {0, 0, 1, 2};
    for (std::uint32_t version = 9; version <= 12; ++version) {
        for (int words = 0; words <= 2; ++words) {
            const std::string name =
                "v" + std::to_string(version) + "_animations_with_" + std::to_string(words) + "_words";
            const Opened file(fixture(name).file);
            EXPECT_TRUE(file.model.animations.at(1).complete) << name;
            const bool isExpected = words == kWordsOf[version - 9];
            EXPECT_EQ(messagesOf(file, Code::LayoutSettled).size(), isExpected ? 0U : 1U) << name;
        }
    }
}

TEST(AnimationHeads, AreThoseOfTheVersionInAFileThatIsCutOff) {
    // Of the next animation's head nothing is there; every layout reads so far.
    const File& bytes = fixture("v12_animations_with_0_words").file;
    const Opened cut(cutAt(bytes, offsetOf(bytes, "Animation.Animations[1]")));
    EXPECT_EQ(messagesOf(cut, Code::LayoutSettled).size(), 0U);
}

TEST(TriStrips, AreThreeListsAndTextureCoordinatesOrElseOpaque) {
    const Opened file(fixture("v6_full").file);
    const auto b = file.document.walk().resolve("TriStrips.B[0]");
    ASSERT_TRUE(b);
    EXPECT_EQ(load<std::uint32_t>(file.bytes, b->start), 70000U);
    // As many as NormalVerts, which leaves out the vertex of the collapse.
    EXPECT_TRUE(file.document.walk().resolve("TriStrips.UVs[5].V"));
    EXPECT_FALSE(file.document.walk().resolve("TriStrips.UVs[6].U"));
    EXPECT_EQ(messagesOf(file, Code::SectionOpaque).size(), 0U);

    File longer = fixture("v6_full").file;
    patch(longer, "TriStrips.CountA", 4U);
    const Opened other(longer);
    EXPECT_EQ(messagesOf(other, Code::SectionOpaque).size(), 1U);
    EXPECT_TRUE(other.document.walk().resolve("TriStrips.Data"));
    EXPECT_FALSE(hasError(validate(other.document, other.model)));
}

TEST(TriStrips, AreReadBeforeTheMeshThatTheyNeed) {
    SpecV6 spec = smallV6();
    spec.triStrips = {{1}, {2}, {3}};
    spec.order = {"Header", "TriStrips", "Geometry", "Nodes", "Animation", "AnimDims", "TransformInfo"};
    const Opened file(spec);
    EXPECT_TRUE(file.document.walk().resolve("TriStrips.UVs[3].V"));
}

TEST(TextureCoordinates, AreDrawnInsideTheTextureInVersion6) {
    File bytes = write(smallV6());
    const auto set = [&](const char* path, float value) { patch(bytes, path, value); };
    set("Geometry.FaceInfo[0].TexCoords[0].U", -7.26e16F);
    set("Geometry.FaceInfo[0].TexCoords[0].V", 7.5F);
    set("Geometry.FaceInfo[0].TexCoords[1].U", std::numeric_limits<float>::quiet_NaN());
    set("Geometry.FaceInfo[0].TexCoords[1].V", std::numeric_limits<float>::infinity());
    const Opened file(bytes);
    const Lod& lod = file.model.lods.at(0);
    const TexCoord first = file.model.drawnTexCoord(lod, 0, 0);
    EXPECT_EQ(first.u, 0.0001F);
    EXPECT_EQ(first.v, 0.9999F);
    const TexCoord second = file.model.drawnTexCoord(lod, 0, 1);
    EXPECT_EQ(second.u, 0.0001F);
    EXPECT_EQ(second.v, 0.9999F);
    const TexCoord third = file.model.drawnTexCoord(lod, 0, 2);
    EXPECT_EQ(third.u, 0.25F);
    EXPECT_EQ(third.v, 0.5F);
    // What is shown is what the file says.
    EXPECT_EQ(file.model.texCoord(lod, 0, 0).u, -7.26e16F);
}

TEST(TextureCoordinates, RepeatInLaterVersionsAndAreNumbers) {
    File bytes = write(smallV12());
    const auto set = [&](const char* path, float value) { patch(bytes, path, value); };
    set("Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0].Texcoord.U", -3.5F);
    set("Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0].Texcoord.V", std::numeric_limits<float>::quiet_NaN());
    set("Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].Texcoord.U", -std::numeric_limits<float>::infinity());
    const Opened file(bytes);
    const Lod& lod = file.model.lods.at(0);
    EXPECT_EQ(file.model.drawnTexCoord(lod, 0, 0).u, -3.5F);
    EXPECT_EQ(file.model.drawnTexCoord(lod, 0, 0).v, 0.0F);
    EXPECT_EQ(file.model.drawnTexCoord(lod, 0, 1).u, 0.0F);
}

TEST(Wrapper, OfAnLtbHoldsAnAbcWhoseOffsetsCountFromByte0) {
    const Opened file(fixture("v12_wrapped").file);
    EXPECT_EQ(file.document.format, Format::Abc);
    EXPECT_EQ(file.document.version, 12U);
    const auto sections = file.document.sections;
    ASSERT_EQ(sections.size(), 8U);
    EXPECT_EQ(file.document.text(sections[0].type), "LTBHeader");
    EXPECT_EQ(sections[0].end, 35U);
    EXPECT_EQ(sections[1].offset, 35U);
    const auto next = file.document.walk().resolve("Header.NextSectionOffset");
    ASSERT_TRUE(next);
    EXPECT_EQ(load<std::uint32_t>(file.bytes, next->start), sections[2].offset);
    EXPECT_EQ(offsetOf(file.bytes, "LTBHeader.FileType"), 15U);
    EXPECT_FALSE(hasError(validate(file.document, file.model)));
    EXPECT_EQ(file.model.animations.size(), 2U);
}

TEST(Wrapper, SaysWhichLtbIsNoAbc) {
    File bytes = fixture("v12_wrapped").file;
    patch(bytes, "LTBHeader.FileType", std::uint16_t{1});
    const Opened other(bytes);
    EXPECT_EQ(other.document.format, Format::Compiled);
    const auto said = messagesOf(other, Code::NotAbc);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_NE(said[0].find("FileType 1"), std::string::npos) << said[0];
    // After a wrapper as after nothing: what does not begin with a Header is no ABC.
    const Opened cut(cutAt(fixture("v12_wrapped").file, 42));
    EXPECT_EQ(cut.document.format, Format::Compiled);
    EXPECT_EQ(Opened(cutAt(fixture("v12_wrapped").file, 43)).document.format, Format::Abc);
}

TEST(Wrapper, OfAVersionThatNobodyKnowsKeepsItsChain) {
    File bytes = fixture("v12_wrapped").file;
    patch(bytes, "Header.Version", 77U);
    const Opened file(bytes);
    EXPECT_EQ(file.document.version, 77U);
    EXPECT_EQ(file.document.sections.size(), 8U);
    EXPECT_EQ(validate(file.document, file.model).list().at(0).place().offset, 47U);
    EXPECT_EQ(checkEverything(Examined(file.bytes), 1), Violation{});
}

TEST(Token, OfAnotherNumberNamesTheVersionByItsText) {
    File bytes = write(smallV6());
    const std::uint32_t at = offsetOf(bytes, "Header.FileToken");
    bytes.at(at + 2 + 27) = std::byte{'5'};
    const Opened file(bytes);
    EXPECT_EQ(file.document.version, 0U);
    EXPECT_EQ(file.document.text(file.document.token), "MonolithExport Model File v5");
    const Findings findings = validate(file.document, file.model);
    EXPECT_EQ(findings.list().at(0).code, Code::VersionUnknown);
    EXPECT_NE(findings.list().at(0).message.find("“Model File v5”"), std::string::npos);
    EXPECT_EQ(findings.list().at(0).message.find("1867317276"), std::string::npos);
    EXPECT_EQ(findings.list().at(0).place().length, 30U);
}

TEST(Token, IsNoTextWhereTheFileEndsInIt) {
    File bytes = write(smallV6());
    bytes.resize(offsetOf(bytes, "Header.FileToken") + 12);
    const Opened file(bytes);
    EXPECT_EQ(file.document.token.length, 0U);
    EXPECT_EQ(file.document.version, 0U) << "its first bytes are no number";
    EXPECT_EQ(messagesOf(file, Code::VersionUnreadable).size(), 1U);
}

}  // namespace
}  // namespace abc::testing
