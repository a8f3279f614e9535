// What a model answers by itself.
#include <abc/model.h>
#include <gtest/gtest.h>

#include "support/byte_writer.h"

namespace abc::testing {
namespace {

TEST(Model, IsLeftHandedUnlessAV6FileSaysItWasFlipped) {
    Model model;
    EXPECT_TRUE(model.mirrorZ());
    model.family = Family::V6;
    EXPECT_FALSE(model.mirrorZ()) << "without TransformInfo both of its flags are 1 (abc.md §2)";
    model.v6.transformInfo = TransformInfo{0, 0};
    EXPECT_TRUE(model.mirrorZ());
    model.v6.transformInfo = TransformInfo{1, 0};
    EXPECT_FALSE(model.mirrorZ());
}

TEST(Model, FindsTheBindingOfAnAnimationByChildModelAndName) {
    const auto bytes = ByteWriter().raw("WalkRunwalk").bytes();
    Model model;
    model.bytes = bytes;
    model.bindings = {{{0, 4}, {}, {1, 0, 0}}, {{4, 3}, {}, {2, 0, 0}}, {{7, 4}, {}, {3, 0, 0}}};
    model.bindingLists = {{0, 2}, {2, 1}};
    ASSERT_NE(model.binding(0, "RUN"), nullptr);
    EXPECT_EQ(model.binding(0, "RUN")->origin.x, 2);
    ASSERT_NE(model.binding(1, "Walk"), nullptr);
    EXPECT_EQ(model.binding(1, "Walk")->origin.x, 3) << "each child model has a list of its own";
    EXPECT_EQ(model.binding(1, "Run"), nullptr);
    EXPECT_EQ(model.binding(0, "Wal"), nullptr);
    EXPECT_EQ(model.binding(2, "Walk"), nullptr);
}

}  // namespace
}  // namespace abc::testing
