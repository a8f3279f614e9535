// Every entry of the catalogue of textures, provoked alone: its place, and nothing else with it.
#include <dtx/validate.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "support/dtx_fixtures.h"

namespace dtx::testing {
namespace {

struct Case {
    Code code;
    std::function<void(TextureSpec&)> change;
    std::string path;
    std::uint32_t offset;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {Code::TextureVersionUnknown, [](TextureSpec& spec) { spec.version = -4; }, "Header.Version", 4},
        {Code::TextureFormatUnknown, [](TextureSpec& spec) { spec.bpp = 9; }, "Header.BPP", 26},
        {Code::TextureFormatOpaque, [](TextureSpec& spec) { spec.bpp = 2; }, "Header.BPP", 26},
        {Code::TextureFormatOpaque, [](TextureSpec& spec) { spec.bpp = 8; }, "Header.BPP", 26},
        {Code::TextureFormatOpaque, [](TextureSpec& spec) { spec.bpp = 1; }, "Header.BPP", 26},
        {Code::TextureSizeZero, [](TextureSpec& spec) { spec.width = 0; }, "Header.Width", 8},
        {Code::TextureSizeZero, [](TextureSpec& spec) { spec.height = 0; }, "Header.Height", 10},
        {Code::TextureSizeLarge,
         [](TextureSpec& spec) {
             spec.width = 8192;
             spec.height = 1;
             spec.mips = 1;
         },
         "Header.Width", 8},
        {Code::TextureSizeUneven, [](TextureSpec& spec) { spec.height = 3; }, "Header.Height", 10},
        {Code::TextureMipsNone, [](TextureSpec& spec) { spec.mips = 0; }, "Header.MipmapCount", 12},
        {Code::TextureMipsTooMany,
         [](TextureSpec& spec) {
             spec.pixels = std::string((32 + 8 + 2 + 1) * 4, 'x');
             spec.mips = 5;
         },
         "Header.MipmapCount", 12},
        {Code::TextureMipsAboveEngine,
         [](TextureSpec& spec) {
             spec.width = 256;
             spec.height = 1;
             spec.pixels = std::string(511 * 4, 'x');
             spec.mips = 9;
         },
         "Header.MipmapCount", 12},
        {Code::TextureCut, [](TextureSpec& spec) { spec.pixels = std::string(130, 'x'); }, "Mips.Unparsed", 292},
        {Code::TexturePaletteMissing, [](TextureSpec& spec) { spec.bpp = 7; }, "Header.SectionCount", 14},
        {Code::TextureCubeNotSquare, [](TextureSpec& spec) { spec = cubeMap(spec); }, "Header.Width", 8},
        {Code::TextureCubeMissing,
         [](TextureSpec& spec) {
             spec.height = 8;
             spec.flags = 1024;
         },
         "Header.Flags", 16},
        {Code::TextureCubeLength,
         [](TextureSpec& spec) {
             spec.height = 8;
             spec = cubeMap(spec, noise(5 * 320 - 1, 1));
         },
         "Sections[0].Length", 512},
        {Code::TextureCubeLength,
         [](TextureSpec& spec) {
             spec.height = 8;
             spec = cubeMap(spec, noise(5 * 320 + 1, 1));
         },
         "Sections[0].Length", 512},
        {Code::TextureCommandLeftOver, [](TextureSpec& spec) { spec.command = std::string("a\0b", 3); },
         "Header.Unreferenced", 38},
        {Code::TextureAlphaZero, [](TextureSpec& spec) { spec.pixels = std::string(160, '\0'); }, "Mips", 164},
        {Code::TextureTrailingBytes, [](TextureSpec& spec) { spec.trailing = "xyz"; }, "Unreferenced", 324},
        {Code::SectionOpaque,
         [](TextureSpec& spec) {
             spec.sections = {{"A", "b", "data"}};
         },
         "Sections[0].Data", 356},
    };
    return all;
}

TEST(DtxFindings, EachIsFoundAloneAndInItsPlace) {
    for (const Case& expected : cases()) {
        TextureSpec spec;
        expected.change(spec);
        const Bytes bytes = write(spec);
        const core::Findings findings = validate(parse(bytes));
        const std::string_view name = catalogue()[static_cast<std::size_t>(expected.code)].name;
        SCOPED_TRACE(name);
        ASSERT_EQ(findings.list().size(), 1U);
        const core::Finding& finding = findings.list().front();
        EXPECT_EQ(finding.info->name, name) << finding.message;
        EXPECT_EQ(finding.place().path, expected.path);
        EXPECT_EQ(finding.place().offset, expected.offset);
    }
}

TEST(DtxFindings, EveryPartSaysWhereItIsCutOff) {
    const auto cutAt = [](TextureSpec spec, std::size_t size) {
        Bytes bytes = write(spec);
        bytes.resize(size);
        const core::Findings findings = validate(parse(bytes));
        EXPECT_EQ(findings.list().size(), 1U);
        const core::Finding& finding = findings.list().front();
        EXPECT_EQ(finding.place().offset + finding.place().length, size);
        return finding.place().path + " " + std::to_string(finding.place().offset) + ": " + finding.message;
    };
    TextureSpec spec;
    EXPECT_EQ(cutAt(spec, 30), "Header 30: The header needs 134 bytes; 0 are left.");
    spec.sections = {{"A", "b", "data"}};
    EXPECT_EQ(cutAt(spec, 340), "Sections.Unparsed 324: Section 0 needs 32 bytes; 16 are left.");
    EXPECT_EQ(cutAt(spec, 358), "Sections[0].Unparsed 356: Section 0 needs 4 bytes; 2 are left.");
    TextureSpec cube;
    cube.height = 8;
    EXPECT_EQ(cutAt(cubeMap(cube), 164 + 256 + 60), "Mips.Unparsed 420: Mip 1 needs 64 bytes; 60 are left.");
    // After the head of the section the first mip of −X is whole.
    EXPECT_EQ(cutAt(cubeMap(cube), 164 + 320 + 32 + 300),
              "Sections[0].Unparsed 772: Section 0 needs 1,600 bytes; 300 are left.");
    TextureSpec alpha;
    alpha.version = -3;
    alpha.flags = 2;
    EXPECT_EQ(cutAt(alpha, 600), "Palette.Unparsed 164: The palette needs 1,032 bytes; 436 are left.");
    EXPECT_EQ(cutAt(alpha, 1196 + 40 + 17), "AlphaPlanes.Unparsed 1252: The alpha of mip 1 needs 4 bytes; 1 is left.");
}

TEST(DtxFindings, WhatIsNoTextureIsNotReadAsOne) {
    const auto codeOf = [](std::string_view text) {
        const auto* from = reinterpret_cast<const std::byte*>(text.data());
        const Bytes bytes(from, from + text.size());
        const core::Findings findings = validate(parse(bytes));
        EXPECT_EQ(findings.list().size(), 1U);
        return findings.list().front().code;
    };
    EXPECT_EQ(codeOf(""), Code::EmptyFile);
    EXPECT_EQ(codeOf("DDS |"), Code::NotDtx);
    EXPECT_EQ(codeOf(std::string_view("\6\0Header", 8)), Code::NotDtx);
}

TEST(DtxFindings, NoneOfTheCatalogueIsLeftOut) {
    std::set<Code> missing{};
    for (const core::CodeInfo& info : textureCatalogue()) missing.insert(info.code.as<Code>());
    for (const Case& expected : cases()) missing.erase(expected.code);
    missing.erase(Code::NotDtx);
    EXPECT_TRUE(missing.empty());
}

}  // namespace
}  // namespace dtx::testing
