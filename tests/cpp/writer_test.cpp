// The writer's words for structs that are numbers in a row.
#include <abc/writer.h>
#include <gtest/gtest.h>

#include <bit>

#include "support/byte_writer.h"

namespace abc::testing {
namespace {

TEST(Writer, WritesVectorsAndQuaternionsInTheOrderOfTheFile) {
    const Dialect dialect(*findVersion(12));
    Writer writer(dialect);
    writer.section("Sockets", schema::Id::SocketsSection, [&] {
        writer.u32("Count", 1);
        writer.element("Sockets", [&] {
            writer.u32("NodeIndex", 7);
            writer.string("Name", "hand");
            writer.quaternion("Rotation", {1, 2, 3, 4});
            writer.vector("Location", {5, 6, 7});
        });
    });
    const auto expected =
        ByteWriter().section("Sockets").u32(1).u32(7).string("hand").quat(1, 2, 3, 4).vec3(5, 6, 7).bytes();
    EXPECT_EQ(writer.finish().bytes, expected);
}

TEST(Writer, WritesNarrowIntegersInTheirWidth) {
    const Dialect dialect(*findVersion(12));
    Writer writer(dialect);
    writer.section("Nodes", schema::Id::NodesSection, [&] {
        writer.element("Nodes", [&] {
            writer.string("Name", "n");
            writer.u16("Index", 0x1234);
            writer.u8("Flags", 0xFE);
            for (int i = 0; i < 16; ++i) writer.f32("Matrix", 0);
            writer.u32("ChildCount", 0);
        });
        writer.u32("WeightSetCount", 0);
    });
    const auto expected =
        ByteWriter().section("Nodes").string("n").u16(0x1234).u8(0xFE).zeros(64).u32(0).u32(0).bytes();
    EXPECT_EQ(writer.finish().bytes, expected);
}

TEST(Writer, WritesListsOfFloatsInOne) {
    const Dialect dialect(*findVersion(12));
    const auto written = [&](std::span<const float> matrix, std::span<const float> keys) {
        Writer writer(dialect);
        writer.section("Nodes", schema::Id::NodesSection, [&] {
            writer.element("Nodes", [&] {
                writer.string("Name", "n");
                writer.u16("Index", 0);
                writer.u8("Flags", 0);
                writer.floats("Matrix", matrix);
                writer.u32("ChildCount", 0);
            });
            writer.u32("WeightSetCount", 1);
            writer.element("WeightSets", [&] {
                writer.string("Name", "s");
                writer.u32("NodeCount", 2);
                writer.floats("NodeWeights", keys);
            });
        });
        return writer.finish();
    };
    std::vector<float> matrix(16);
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(i);
    const std::vector<float> weights{1, 0.5F};
    ByteWriter expected;
    expected.section("Nodes").string("n").u16(0).u8(0);
    for (const float number : matrix) expected.f32(number);
    expected.u32(0).u32(1).string("s").u32(2).f32(1).f32(0.5F);
    EXPECT_EQ(written(matrix, weights).bytes, expected.bytes());
    matrix.pop_back();
    EXPECT_EQ(written(matrix, weights).refusal, "Nodes > Node > 'ChildCount' is not the next field");
    matrix.resize(17);
    EXPECT_EQ(written(matrix, weights).refusal, "Nodes > Node > 'Matrix' has a different length");
}

TEST(Writer, WritesRowsThatAreAsTheSchemaSays) {
    using schema::Scalar;
    const Dialect dialect(*findVersion(12));
    const auto written = [&](std::span<const Writer::Leaf> leaves, std::size_t bytes) {
        Writer writer(dialect);
        writer.section("Sockets", schema::Id::SocketsSection, [&] {
            writer.u32("Count", 1);
            writer.element("Sockets", [&] {
                writer.u32("NodeIndex", 7);
                writer.string("Name", "hand");
                writer.rows("Rotation", leaves, std::vector<std::byte>(bytes, std::byte{1}));
                writer.vector("Location", {5, 6, 7});
            });
        });
        return writer.finish();
    };
    const std::vector<Writer::Leaf> whole{
        {"X", Scalar::F32}, {"Y", Scalar::F32}, {"Z", Scalar::F32}, {"W", Scalar::F32}};
    const float ones = std::bit_cast<float>(0x01010101U);
    const auto expected =
        ByteWriter().section("Sockets").u32(1).u32(7).string("hand").quat(ones, ones, ones, ones).vec3(5, 6, 7).bytes();
    EXPECT_EQ(written(whole, 16).bytes, expected);
    const std::string refusal = "Sockets > Socket > 'Rotation' ";
    EXPECT_EQ(written(whole, 12).refusal, refusal + "has a different length");
    EXPECT_EQ(written(whole, 32).refusal, refusal + "has a different length");
    for (const std::vector<Writer::Leaf>& other :
         {std::vector<Writer::Leaf>(whole.begin(), whole.begin() + 3), std::vector<Writer::Leaf>{{"X", Scalar::F32}},
          std::vector<Writer::Leaf>{whole[0], whole[1], whole[2], {"W", Scalar::U32}}})
        EXPECT_EQ(written(other, 16).refusal, refusal + "is made of something else");
}

TEST(Writer, TakesFloatsForNothingElse) {
    const Dialect dialect(*findVersion(12));
    Writer writer(dialect);
    writer.section("Sockets", schema::Id::SocketsSection, [&] {
        writer.u32("Count", 1);
        writer.floats("Sockets", std::vector<float>(9));
    });
    EXPECT_EQ(writer.finish().refusal, "Sockets > 'Sockets' is made of something else");
}

TEST(Writer, RefusesFieldsOutsideSections) {
    const Dialect dialect(*findVersion(12));
    Writer writer(dialect);
    writer.u32("Count", 1);
    EXPECT_EQ(writer.finish().refusal, "'Count' is outside all sections");
}

}  // namespace
}  // namespace abc::testing
