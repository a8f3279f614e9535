// The chain of sections: what it may hold, and where it can go wrong.
#include <gtest/gtest.h>

#include "support/fixtures.h"
#include "support/invariants.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

std::vector<Finding> findingsOf(const Opened& file) {
    return validate(file.document, file.model).list();
}

/// The one finding of this code, as "offset+length path".
std::string findingOf(const Opened& file, Code code) {
    std::string text;
    for (const Finding& finding : findingsOf(file)) {
        if (finding.code != code) continue;
        if (!text.empty()) text += " and ";
        text += std::to_string(finding.place().offset) + "+" + std::to_string(finding.place().length) + " " +
                finding.place().path;
    }
    return text;
}

void expectCovered(const Opened& file) {
    const auto size = static_cast<std::uint32_t>(file.bytes.size());
    EXPECT_EQ(checkRecords(file.document.records, size), Violation{});
    EXPECT_EQ(checkLeaves(file.document, 0, size), Violation{});
}

/// The file with its sections in another order, relinked.
File reordered(const File& file, const std::vector<std::size_t>& order) {
    const Document document = parse(file);
    File out;
    std::uint32_t link = 0;
    for (const std::size_t i : order) {
        const Section& section = document.sections[i];
        const auto start = static_cast<std::uint32_t>(out.size());
        if (link != 0) std::memcpy(out.data() + link, &start, sizeof start);
        out.insert(out.end(), file.begin() + section.offset, file.begin() + section.end);
        link = start + 2 + section.type.length;
    }
    std::memcpy(out.data() + link, &kLastSection, sizeof kLastSection);
    return out;
}

std::uint32_t nextOffsetOf(const File& file, std::string_view section) {
    return offsetOf(file, std::string(section) + ".NextSectionOffset");
}

TEST(Sections, AreReadInAnyOrder) {
    // Header first, everything else backwards: the animations come before the nodes that they need.
    const Opened file(reordered(write(smallV12()), {0, 6, 5, 4, 3, 2, 1}));
    EXPECT_TRUE(findingsOf(file).empty());
    EXPECT_EQ(file.model.nodes.size(), 2U);
    ASSERT_EQ(file.model.animations.size(), 1U);
    EXPECT_TRUE(file.model.animations[0].complete);
    expectCovered(file);

    const Opened old(reordered(write(smallV6()), {0, 5, 4, 3, 2, 1}));
    EXPECT_TRUE(findingsOf(old).empty());
    EXPECT_TRUE(old.model.animations.at(0).complete);
    expectCovered(old);
}

TEST(Sections, OfUnknownNameAreKeptAsOpaqueData) {
    const File plain = write(smallV12());
    const Opened file(withSection(plain, "Foo", "bar"));
    const auto place = file.document.walk().resolve("Foo.Data");
    ASSERT_TRUE(place);
    EXPECT_EQ(place->start, plain.size() + 9);
    EXPECT_EQ(place->end, plain.size() + 12);
    EXPECT_EQ(place->state, State::Opaque);
    EXPECT_EQ(findingOf(file, Code::SectionUnknown), std::to_string(plain.size()) + "+12 Foo");
    EXPECT_EQ(coverage(file.document.records, static_cast<std::uint32_t>(file.bytes.size())).opaque, 3U);
    expectCovered(file);
}

TEST(Sections, WithNothingInThemHaveNoDataLeaf) {
    const Opened file(withSection(write(smallV12()), "Foo", ""));
    EXPECT_FALSE(file.document.walk().resolve("Foo.Data"));
    expectCovered(file);
}

TEST(Sections, OfARepeatedNameAreNumberedAndTheFirstMakesTheModel) {
    const File plain = write(smallV12());
    const auto pieces = parse(plain).sections[1];
    const std::uint32_t data = pieces.type.offset + pieces.type.length + 4;
    const std::string_view body(reinterpret_cast<const char*>(plain.data()) + data, pieces.end - data);
    const Opened file(withSection(plain, "Pieces", body));
    EXPECT_EQ(file.model.pieces.size(), 1U);
    const auto again = file.document.walk().resolve("Pieces#2.Pieces[0].MaterialIndex");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->start, plain.size() + 12 + 8);
    EXPECT_EQ(findingOf(file, Code::SectionRepeated).substr(0, 3), std::to_string(plain.size()).substr(0, 3));
    expectCovered(file);
}

TEST(Sections, NamedTriStripsAreOpaqueInVersion6) {
    const Opened file(withSection(write(smallV6()), "TriStrips", "strip"));
    const auto place = file.document.walk().resolve("TriStrips.Data");
    ASSERT_TRUE(place);
    EXPECT_EQ(place->end - place->start, 5U);
    EXPECT_EQ(findingOf(file, Code::SectionOpaque), std::to_string(place->start) + "+5 TriStrips.Data");
    expectCovered(file);
}

TEST(Sections, LongerThanTheirDataLeaveBytesUnreferenced) {
    File bytes = write(smallV12());
    const auto end = parse(bytes).sections[1].end;
    bytes.insert(bytes.begin() + end, 3, std::byte{0xAB});
    // Every link after the insertion moves along.
    std::uint32_t at = 0;
    while (true) {
        std::uint16_t length = 0;
        std::memcpy(&length, bytes.data() + at, 2);
        std::uint32_t next = 0;
        std::memcpy(&next, bytes.data() + at + 2 + length, 4);
        if (next == kLastSection) break;
        if (next >= end) next += 3;
        std::memcpy(bytes.data() + at + 2 + length, &next, 4);
        at = next;
    }
    const Opened file(bytes);
    EXPECT_EQ(findingOf(file, Code::SectionTrailingBytes), std::to_string(end) + "+3 Pieces.Unreferenced");
    EXPECT_EQ(coverage(file.document.records, static_cast<std::uint32_t>(bytes.size())).unreferenced, 3U);
    EXPECT_EQ(file.model.nodes.size(), 2U);
    expectCovered(file);
}

TEST(Sections, WithHostileNamesAreEscapedInPaths) {
    using namespace std::string_view_literals;
    EXPECT_EQ(sectionPath("a.b[0]"sv, 0), "a%2Eb%5B0%5D");
    EXPECT_EQ(sectionPath("\0\xFF%#"sv, 1), "%00%FF%25%23#2");
    const Opened file(withSection(write(smallV12()), "<b>.x[0]#2"sv, "data"));
    const auto place = file.document.walk().resolve("%3Cb%3E%2Ex%5B0%5D%232.Data");
    ASSERT_TRUE(place);
    EXPECT_EQ(place->end - place->start, 4U);
    expectCovered(file);
}

TEST(Sections, OfAnEmptyNameDoNotStopTheWalk) {
    const Opened file(withSection(write(smallV12()), "", "data"));
    EXPECT_EQ(file.document.sections.size(), 8U);
    expectCovered(file);
}

struct BadLink {
    const char* name;
    std::uint32_t next;
    Code code;
};

class SectionChain : public ::testing::TestWithParam<BadLink> {};

TEST_P(SectionChain, ThatGoesWrongEndsWithAFindingAtTheLink) {
    File bytes = write(smallV12());
    const std::uint32_t link = nextOffsetOf(bytes, "Nodes");
    const std::uint32_t nodes = offsetOf(bytes, "Nodes");
    std::uint32_t next = GetParam().next;
    if (GetParam().code != Code::SectionOffsetOutOfFile) next += nodes;
    std::memcpy(bytes.data() + link, &next, 4);
    const Opened file(bytes);
    EXPECT_EQ(findingOf(file, GetParam().code), std::to_string(link) + "+4 Nodes.NextSectionOffset");
    EXPECT_EQ(file.document.sections.size(), 3U);
    EXPECT_EQ(file.model.nodes.size(), 2U) << "what came before the bad link is still there";
    expectCovered(file);
}

INSTANTIATE_TEST_SUITE_P(BadLinks, SectionChain,
                         ::testing::Values(BadLink{"ToItself", 0, Code::SectionOffsetSelf},
                                           BadLink{"Backward", 0U - 100, Code::SectionOffsetBackward},
                                           BadLink{"IntoItsOwnHead", 5, Code::SectionOffsetOverlap},
                                           BadLink{"BehindTheFile", 1U << 20U, Code::SectionOffsetOutOfFile}),
                         [](const auto& param) { return param.param.name; });

TEST(Sections, ThatStartWithNoHeadLeaveTheRestUnparsed) {
    File bytes = write(smallV12());
    const auto place = static_cast<std::uint32_t>(bytes.size()) - 3;
    patch(bytes, "Nodes.NextSectionOffset", place);
    const Opened file(bytes);
    EXPECT_EQ(findingOf(file, Code::SectionHeadBad), std::to_string(place) + "+3 Unparsed");
    expectCovered(file);
}

TEST(Sections, WhoseLastLinkIsTheSizeOfTheFileAreCutOffThere) {
    File bytes = write(smallV12());
    patch(bytes, "AnimBindings.NextSectionOffset", static_cast<std::uint32_t>(bytes.size()));
    const Opened file(bytes);
    const auto findings = findingsOf(file);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, Code::SectionChainOpen);
    EXPECT_EQ(findings[0].place().path, "AnimBindings.NextSectionOffset");
    EXPECT_EQ(findings[0].info->severity, Severity::Error);
    expectCovered(file);
}

}  // namespace
}  // namespace abc::testing
