// The writer's words for structs that are numbers in a row.
#include <abc/writer.h>
#include <gtest/gtest.h>

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

TEST(Writer, RefusesFieldsOutsideSections) {
    const Dialect dialect(*findVersion(12));
    Writer writer(dialect);
    writer.u32("Count", 1);
    EXPECT_EQ(writer.finish().refusal, "'Count' is outside all sections");
}

}  // namespace
}  // namespace abc::testing
