// The schema's own language, which the tables use at compile time.
#include <abc/schema_v9.h>
#include <gtest/gtest.h>

namespace abc::schema {
namespace {

TEST(Schema, ACountedFieldKnowsItsCounter) {
    const auto table = fields({
        field("Flags", Scalar::U8),
        field("Count", Scalar::U16),
        field("Numbers", Scalar::F32).counted("Count", 1),
    });
    EXPECT_EQ(table[2].counter, 1);
    EXPECT_EQ(table[2].count, 1U);
    EXPECT_TRUE(table[2].isRuntimeArray());
    EXPECT_FALSE(table[1].isRuntimeArray());
}

TEST(Schema, FieldsOfOneNameCountForOneArray) {
    // v108 counts weights in a byte, the others in a word: the array follows whichever the version has.
    const auto table = fields({
        field("Count", Scalar::U16).unless(Feature::ByteVertexCounts),
        field("Count", Scalar::U8).when(Feature::ByteVertexCounts),
        field("Weights", Scalar::F32).counted("Count"),
    });
    EXPECT_EQ(table[0].slot, table[1].slot);
    EXPECT_EQ(table[2].counter, table[1].slot);
}

TEST(Schema, ModifiersChangeACopy) {
    auto plain = field("Name", Id::Vector, "what it is", "units");
    const Field six = plain.times(6);
    EXPECT_EQ(six.repeat, Repeat::Times);
    EXPECT_EQ(six.count, 6U);
    EXPECT_EQ(six.doc, "what it is");
    EXPECT_EQ(six.unit, "units");
    EXPECT_EQ(plain.per(Var::NodeCount).var, Var::NodeCount);
    EXPECT_EQ(plain.tree(Var::NodeCount, Var::ChildCount).repeat, Repeat::Tree);
    EXPECT_EQ(plain.sets(Var::ChildCount).setsVar, Var::ChildCount);
    EXPECT_TRUE(plain.label().isLabel);
    EXPECT_EQ(plain.repeat, Repeat::One);
    EXPECT_FALSE(plain.isLabel);
}

TEST(Schema, FindsFieldsByName) {
    EXPECT_EQ((kVertex[kIndexOf<kVertex, "Normal">].name), "Normal");
}

}  // namespace
}  // namespace abc::schema
