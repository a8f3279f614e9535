// The schema's own language, which the tables use at compile time: what does not build there throws here.
#include <abc/schema_v9.h>
#include <gtest/gtest.h>

namespace abc::schema {
namespace {

TEST(Schema, ACountedFieldKnowsItsCounter) {
    auto fields = resolved({
        field("Flags", Scalar::U8),
        field("Count", Scalar::U16),
        field("Numbers", Scalar::F32).counted("Count", 1),
    });
    EXPECT_EQ(fields[2].counter, 1);
    EXPECT_EQ(fields[2].count, 1U);
    EXPECT_TRUE(fields[2].isRuntimeArray());
    EXPECT_FALSE(fields[1].isRuntimeArray());
}

TEST(Schema, ACounterIsAnEarlierField) {
    EXPECT_THROW(
        static_cast<void>(resolved({field("Count", Scalar::U16), field("Names", Scalar::U8).counted("Cuont")})),
        std::logic_error);
    EXPECT_THROW(
        static_cast<void>(resolved({field("Names", Scalar::U8).counted("Count"), field("Count", Scalar::U16)})),
        std::logic_error);
}

TEST(Schema, FieldsOfOneNameCountForOneArray) {
    // v108 counts weights in a byte, the others in a word: the array follows whichever the version has.
    auto fields = resolved({
        field("Count", Scalar::U16).when(Feature::WordVertexCounts),
        field("Count", Scalar::U8).when(Feature::ByteVertexCounts),
        field("Weights", Scalar::F32).counted("Count"),
    });
    EXPECT_EQ(fields[0].slot, fields[1].slot);
    EXPECT_EQ(fields[2].counter, fields[1].slot);
}

TEST(Schema, ModifiersChangeACopy) {
    auto plain = field("Name", Id::Vector, "what it is", "units");
    const Field six = plain.times(6);
    EXPECT_EQ(six.repeat, Repeat::Times);
    EXPECT_EQ(six.count, 6U);
    EXPECT_EQ(six.doc, "what it is");
    EXPECT_EQ(six.unit, "units");
    EXPECT_EQ(plain.per(Var::NodeCount).var, Var::NodeCount);
    EXPECT_EQ(plain.tree().repeat, Repeat::Tree);
    EXPECT_EQ(plain.sets(Var::ChildCount).setsVar, Var::ChildCount);
    EXPECT_TRUE(plain.label().isLabel);
    EXPECT_EQ(plain.repeat, Repeat::One);
    EXPECT_FALSE(plain.isLabel);
}

TEST(Schema, FindsFieldsByName) {
    auto vertex = kVertex;
    EXPECT_EQ(vertex[indexOf(vertex, "Normal")].name, "Normal");
    EXPECT_THROW(static_cast<void>(indexOf(vertex, "Nromal")), std::logic_error);
}

}  // namespace
}  // namespace abc::schema
