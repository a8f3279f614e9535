// What kind of file some bytes are (abc.md §1).
#include <core/detect.h>
#include <gtest/gtest.h>

#include "support/fixtures.h"

namespace abc::testing {
namespace {

using namespace std::string_view_literals;

Format formatOf(std::string_view text) {
    return detect(ByteWriter().raw(text).bytes());
}

TEST(Detect, KnowsTheVersionsOfAbc) {
    EXPECT_EQ(detect(write(smallV12())), Format::Abc);
    EXPECT_EQ(parse(write(smallV12())).version, 12U);
    EXPECT_EQ(detect(write(smallV6())), Format::Abc);
    EXPECT_EQ(parse(write(smallV6())).version, 6U);
}

TEST(Detect, TellsTheNumberOfAVersionNobodyKnows) {
    File file = write(smallV12());
    patch(file, "Header.Version", 77U);
    EXPECT_EQ(detect(file), Format::Abc);
    EXPECT_EQ(parse(file).version, 77U);
}

TEST(Detect, KnowsAbcThatEndsBeforeItsVersion) {
    EXPECT_EQ(detect(ByteWriter().section("Header").u16(12).bytes()), Format::Abc);
    EXPECT_EQ(parse(ByteWriter().section("Header").u16(12).bytes()).version, 0U);
}

TEST(Detect, KnowsAlembicInBothContainers) {
    EXPECT_EQ(formatOf("Ogawa\xFF\0\1"sv), Format::Alembic);
    EXPECT_EQ(formatOf("\x89HDF\r\n\x1A\n\0\0"sv), Format::Alembic);
}

TEST(Detect, KnowsMusicNotation) {
    EXPECT_EQ(formatOf("X:1\nT:Tune\nK:C\nCDEF|"sv), Format::Music);
    EXPECT_EQ(formatOf("\xEF\xBB\xBF\r\n X:1\nK:C\n"sv), Format::Music);
    EXPECT_EQ(formatOf("%abc-2.1\nX:1\n"sv), Format::Music);
}

TEST(Detect, KnowsTheOtherFormatsOfLithTech) {
    EXPECT_EQ(detect(ByteWriter().u16(1).u16(9).zeros(30).bytes()), Format::Ltb);
    EXPECT_EQ(detect(ByteWriter().u16(2).u16(9).zeros(30).bytes()), Format::Compiled);
    EXPECT_EQ(detect(ByteWriter().string("LTBHeader").zeros(30).bytes()), Format::Compiled);
    EXPECT_EQ(formatOf("LTBHeader......"sv), Format::Compiled);
    EXPECT_EQ(formatOf("(lt-model-0 (hierarchy))"sv), Format::Lta);
    EXPECT_EQ(detect(ByteWriter().u32(0).i32(-2).zeros(8).bytes()), Format::Dtx);
    EXPECT_EQ(detect(ByteWriter().u32(0).i32(-3).zeros(8).bytes()), Format::Dtx);
    EXPECT_EQ(detect(ByteWriter().u32(0).i32(-5).zeros(8).bytes()), Format::Dtx);
    EXPECT_EQ(formatOf("\r\nRezMgr Version 1 Copyright"sv), Format::Rez);
}

TEST(Detect, KnowsNothingOfTheRest) {
    EXPECT_EQ(formatOf(""sv), Format::Empty);
    EXPECT_EQ(formatOf("H"sv), Format::Unknown);
    EXPECT_EQ(formatOf("just some text, nothing else"sv), Format::Unknown);
    EXPECT_EQ(formatOf("\0\0\0\0\0\0\0\0\0\0"sv), Format::Unknown);
    EXPECT_EQ(formatOf("PK\3\4"sv), Format::Unknown);
    EXPECT_EQ(detect(ByteWriter().string("header").zeros(30).bytes()), Format::Unknown);
}

TEST(Detect, TakesEveryPrefixOfAModelForOneOrForUnknown) {
    const File file = write(smallV12());
    for (std::size_t length = 1; length < 16; ++length) {
        const File cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_EQ(detect(cut), length < 8 ? Format::Unknown : Format::Abc) << length;
    }
}

}  // namespace
}  // namespace abc::testing
