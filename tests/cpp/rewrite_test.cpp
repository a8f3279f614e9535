// Writing: sound files come out byte for byte, broken ones are refused with the reason.
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <functional>

#include "support/real_files.h"
#include "support/rewrite.h"

namespace abc::testing {
namespace {

Written rewritten(const File& file) {
    const Document document = parse(file);
    return rewrite(document, validate(document, buildModel(document)));
}

TEST(Write, KeepsOrderUnknownSectionsAndStoredCounters) {
    ByteWriter out;
    out.section("Header").u32(12);
    for (int i = 0; i < 13; ++i) out.u32(77);
    out.string("").f32(0).u32(1).zeros(59).u8(9).f32(5);
    out.section("Foo").raw("anything \xFF at all");
    out.section("Animation").u32(1).vec3(0, 0, 0).string("still").i32(-1).u32(200).u32(0);
    out.section("Foo").raw("again");
    const File file = out.bytes();
    const Written written = rewritten(file);
    EXPECT_EQ(written.refusal, "");
    EXPECT_EQ(written.bytes, file);
}

TEST(Write, RefusesWhatHasAnError) {
    File file = write(smallV12());
    file.resize(file.size() - 1);
    const Written written = rewritten(file);
    EXPECT_TRUE(written.bytes.empty());
    EXPECT_NE(written.refusal.find("AnimBindings"), std::string::npos) << written.refusal;
}

class WrittenModel : public ::testing::TestWithParam<std::string> {};

TEST_P(WrittenModel, ReproducesOrRefuses) {
    const File file = readReal(GetParam());
    const Written written = rewritten(file);
    if (GetParam().find("multipiece") != std::string::npos) {
        EXPECT_NE(written.refusal.find("Geometry.VertexInfo"), std::string::npos) << written.refusal;
        EXPECT_TRUE(written.bytes.empty());
    } else {
        EXPECT_EQ(written.refusal, "");
        EXPECT_TRUE(written.bytes == file);
    }
}

INSTANTIATE_TEST_SUITE_P(Real, WrittenModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

Written headerOf(const std::function<void(Writer&)>& body) {
    const Dialect dialect(*findVersion(6));
    Writer writer(dialect);
    writer.section("Header", schema::Id::HeaderSection6, [&] { body(writer); });
    return writer.finish();
}

TEST(Writer, FramesAndLinksSections) {
    const Dialect dialect(*findVersion(6));
    Writer writer(dialect);
    writer.section("Header", schema::Id::HeaderSection6, [&] {
        writer.string("FileToken", "t");
        writer.string("CommandString", "");
    });
    writer.section("TransformInfo", schema::Id::TransformInfoSection6, [&] {
        writer.i32("FlipMat", 1);
        writer.i32("FixAnimKeyframes", -1);
    });
    const File expected = ByteWriter()
                              .string("Header")
                              .u32(17)
                              .string("t")
                              .string("")
                              .string("TransformInfo")
                              .u32(0xFFFFFFFF)
                              .i32(1)
                              .i32(-1)
                              .bytes();
    EXPECT_EQ(writer.finish().bytes, expected);
}

TEST(Writer, RefusesFieldsOutOfOrderLeftOutOrOfAnotherType) {
    EXPECT_EQ(headerOf([](Writer& w) { w.string("CommandString", ""); }).refusal,
              "Header > 'CommandString' is not the next field");
    EXPECT_EQ(headerOf([](Writer& w) { w.string("FileToken", ""); }).refusal, "Header > 'CommandString' is missing");
    EXPECT_EQ(headerOf([](Writer& w) { w.u32("FileToken", 1); }).refusal, "Header > 'FileToken' has a different type");
    EXPECT_EQ(headerOf([](Writer& w) { w.string("FileToken", std::string(65536, 'x')); }).refusal,
              "Header > 'FileToken' is longer than 65,535 bytes");
    EXPECT_TRUE(headerOf([](Writer& w) { w.u32("FileToken", 1); }).bytes.empty());
}

TEST(Writer, GoesOnSafelyAfterARefusal) {
    const Dialect dialect(*findVersion(6));
    Writer writer(dialect);
    for (int i = 0; i < 3; ++i) {
        // With this name the bytes fill their heap block, so that a write after them traps.
        writer.section("ab", schema::Id::HeaderSection6, [&] { writer.u32("Count", 1); });
    }
    const Written written = writer.finish();
    EXPECT_EQ(written.refusal, "Header > 'Count' is not the next field");
    EXPECT_TRUE(written.bytes.empty());
}

}  // namespace
}  // namespace abc::testing
