// What a texture's bytes are called, and where its pictures lie.
#include <dtx/schema.h>
#include <dtx/validate.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/dtx_fixtures.h"

namespace dtx::testing {
namespace {

/// Path and range of every leaf.
std::vector<std::string> leavesOf(const File& file) {
    std::vector<std::string> out;
    file.document.walk().leaves(
        0, static_cast<std::uint32_t>(file.document.bytes.size()), true,
        [&](const core::Place& leaf, const std::string& path) {
            out.push_back(path + " " + std::to_string(leaf.start) + "+" + std::to_string(leaf.end - leaf.start));
        });
    return out;
}

bool has(const std::vector<std::string>& leaves, const std::string& leaf) {
    return std::find(leaves.begin(), leaves.end(), leaf) != leaves.end();
}

std::vector<std::array<std::uint32_t, 4>> levelsOf(const File& file, std::size_t face) {
    std::vector<std::array<std::uint32_t, 4>> out;
    for (const Level& level : file.texture->faces.at(face)) {
        out.push_back({level.width, level.height, level.offset, level.length});
    }
    return out;
}

using Levels = std::vector<std::array<std::uint32_t, 4>>;

TEST(Dtx, Version5HasItsPixelsBehindALongHeader) {
    TextureSpec spec;
    spec.bpp = 4;
    spec.width = 16;
    spec.height = 8;
    spec.mips = 5;
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    ASSERT_TRUE(file.texture);
    EXPECT_EQ(file.texture->format, Format::Dxt1);
    // Small mips take a block all the same.
    EXPECT_EQ(levelsOf(file, 0),
              (Levels{{16, 8, 164, 64}, {8, 4, 228, 16}, {4, 2, 244, 8}, {2, 1, 252, 8}, {1, 1, 260, 8}}));
    EXPECT_FALSE(file.cut);
    const auto leaves = leavesOf(file);
    EXPECT_TRUE(has(leaves, "Header.Version 4+4"));
    EXPECT_TRUE(has(leaves, "Header.BPP 26+1"));
    EXPECT_TRUE(has(leaves, "Header.DetailTextureAngle 34+2"));
    EXPECT_TRUE(has(leaves, "Header.CommandString 36+128"));
    EXPECT_TRUE(has(leaves, "Mips[0].Pixels[1].Color1 174+2"));
    EXPECT_TRUE(has(leaves, "Mips[4].Pixels[0].Indices 264+4"));
}

TEST(Dtx, Version3HasAPaletteAndPlanesOfAlpha) {
    TextureSpec spec;
    spec.version = -3;
    spec.flags = 2;
    spec.width = 5;
    spec.height = 3;
    spec.mips = 2;
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    ASSERT_TRUE(file.texture);
    EXPECT_EQ(file.texture->format, Format::Palette8);
    EXPECT_EQ(file.texture->palette, 172U);
    EXPECT_EQ(levelsOf(file, 0), (Levels{{5, 3, 1196, 15}, {2, 1, 1211, 2}}));
    EXPECT_EQ(file.texture->faces[0][0].alphaOffset, 1213U);
    EXPECT_EQ(file.texture->faces[0][0].alphaLength, 8U);
    EXPECT_EQ(file.texture->faces[0][1].alphaLength, 1U);
    const auto leaves = leavesOf(file);
    EXPECT_TRUE(has(leaves, "Palette.Unknown 164+8"));
    EXPECT_TRUE(has(leaves, "Palette.Colors[255].B 1195+1"));
    EXPECT_TRUE(has(leaves, "Mips[1].Pixels[1] 1212+1"));
    EXPECT_TRUE(has(leaves, "AlphaPlanes[0].Texels[7] 1220+1"));
    EXPECT_EQ(leaves.back(), "AlphaPlanes[1].Texels[0] 1221+1");
}

TEST(Dtx, Version2HasAShortHeader) {
    TextureSpec spec;
    spec.version = -2;
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    ASSERT_TRUE(file.texture);
    EXPECT_EQ(file.texture->palette, 44U);
    EXPECT_EQ(levelsOf(file, 0), (Levels{{8, 4, 1068, 32}, {4, 2, 1100, 8}}));
    EXPECT_TRUE(has(leavesOf(file), "Header.AlphaAverage 27+1"));
    EXPECT_TRUE(has(leavesOf(file), "Header.Unknown 28+16"));
}

TEST(Dtx, BppZeroIs32BitInVersion5) {
    TextureSpec spec;
    spec.bpp = 0;
    const Bytes bytes = write(spec);
    EXPECT_EQ(parse(bytes).texture->format, Format::Bgra32);
    EXPECT_TRUE(validate(parse(bytes)).list().empty());
}

TEST(Dtx, ACubeMapHasSixFacesWithAllTheirMips) {
    TextureSpec spec;
    spec.flags = 1024;
    spec.width = spec.height = 2;
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    ASSERT_EQ(file.texture->faces.size(), 6U);
    EXPECT_EQ(levelsOf(file, 0), (Levels{{2, 2, 164, 16}, {1, 1, 180, 4}}));
    EXPECT_EQ(levelsOf(file, 5), (Levels{{2, 2, 264, 16}, {1, 1, 280, 4}}));
    EXPECT_TRUE(has(leavesOf(file), "Faces[5].Mips[1].Pixels[0].A 283+1"));
}

TEST(Dtx, TheCommandStringEndsAtItsFirstZero) {
    TextureSpec spec;
    spec.command = std::string("Alpha\0junk", 10);
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    EXPECT_EQ(file.document.text(file.texture->commandString), "Alpha");
    EXPECT_TRUE(has(leavesOf(file), "Header.CommandString 36+6"));
    EXPECT_TRUE(has(leavesOf(file), "Header.Unreferenced 42+122"));
    EXPECT_EQ(coverage(file.document.records, static_cast<std::uint32_t>(bytes.size())).unreferenced, 122U);
}

TEST(Dtx, ACommandStringThatIsNotPrintableIsNone) {
    TextureSpec spec;
    spec.command = "Alp\x01";
    const Bytes bytes = write(spec);
    EXPECT_EQ(parse(bytes).texture->commandString.length, 0U);
}

TEST(Dtx, SectionsAreReadByTheirLength) {
    TextureSpec spec;
    spec.width = spec.height = 1;
    spec.mips = 1;
    spec.sections = {{"TYPE", "name", "abcde"}, {"", "", ""}};
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    const auto leaves = leavesOf(file);
    EXPECT_TRUE(has(leaves, "Sections[0].Type 168+15"));
    EXPECT_TRUE(has(leaves, "Sections[0].Name 183+10"));
    EXPECT_TRUE(has(leaves, "Sections[0].Padding 193+3"));
    EXPECT_TRUE(has(leaves, "Sections[0].Length 196+4"));
    EXPECT_TRUE(has(leaves, "Sections[0].Data 200+5"));
    EXPECT_EQ(leaves.back(), "Sections[1].Length 233+4");
    EXPECT_EQ(coverage(file.document.records, static_cast<std::uint32_t>(bytes.size())).opaque, 5U);
}

TEST(Dtx, ThePaletteOf32PIsInASection) {
    TextureSpec spec;
    spec.bpp = 7;
    spec.width = spec.height = 2;
    spec.mips = 1;
    spec.sections = {{"OTHER", "", "x"}, {"PALETTE32", "", noise(1024, 1)}};
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    EXPECT_EQ(file.texture->format, Format::Palette32);
    EXPECT_EQ(file.texture->palette, 164U + 4 + 33 + 32);
    EXPECT_TRUE(has(leavesOf(file), "Sections[1].Palette[255].A 1256+1"));
    EXPECT_TRUE(file.texture->isDecodable());
}

TEST(Dtx, PixelsInAnUnknownOrderAreOpaque) {
    TextureSpec spec;
    spec.bpp = 2;
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    EXPECT_EQ(levelsOf(file, 0), (Levels{{8, 4, 164, 64}, {4, 2, 228, 16}}));
    EXPECT_TRUE(has(leavesOf(file), "Mips[0].Pixels 164+64"));
    EXPECT_FALSE(file.texture->isDecodable());
    EXPECT_EQ(coverage(file.document.records, static_cast<std::uint32_t>(bytes.size())).opaque, 80U);
}

TEST(Dtx, WhatIsCutOffKeepsTheWholeMips) {
    TextureSpec spec;
    Bytes bytes = write(spec);
    bytes.resize(164 + 128 + 31);
    const File file = parse(bytes);
    EXPECT_EQ(levelsOf(file, 0), (Levels{{8, 4, 164, 128}}));
    ASSERT_TRUE(file.cut);
    EXPECT_EQ(file.cut->offset, 292U);
    EXPECT_EQ(file.cut->wanted, 32U);
    EXPECT_EQ(leavesOf(file).back(), "Mips.Unparsed 292+31");
}

TEST(Dtx, EveryStructHasAnEntryOfItsOwn) {
    for (const schema::Struct& type : schema::kStructs) {
        EXPECT_EQ(&schema::kStructs[type.id.index()], &type);
        EXPECT_FALSE(type.name.empty() || type.doc.empty());
    }
}

}  // namespace
}  // namespace dtx::testing
