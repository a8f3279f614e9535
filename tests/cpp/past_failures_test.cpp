// Inputs on which something once went wrong, each made by the few lines that matter. They replay with every
// invariant; what else was wrong about one is said and tested where it belongs.
#include <gtest/gtest.h>

#include "support/fixtures.h"
#include "support/hostile.h"
#include "support/invariants.h"

namespace abc::testing {
namespace {

struct PastFailure {
    const char* name;
    /// What went wrong then.
    const char* what;
    File (*make)();
};

const PastFailure kPastFailures[] = {
    {"SectionThatPointsToItself", "the chain was followed for ever",
     [] {
         File file = write(smallV12());
         patch(file, "Nodes.NextSectionOffset", offsetOf(file, "Nodes"));
         return file;
     }},
    {"CutBetweenSections", "a file cut exactly after a section passed for whole",
     [] {
         File file = write(smallV12());
         file.resize(offsetOf(file, "Sockets"));
         return file;
     }},
    {"NoNodesByTheHeader", "the first node of none was read, and its children after it",
     [] { return patchedV12("Header.NodeCount", 0); }},
    {"FieldsBehindAFault", "the walk named fields in bytes that the reader had given up on",
     [] { return patchedV12("Pieces.PieceCount", 2); }},
    {"EmptyElements", "animations without keys have transforms of no bytes, four billion of them",
     [] {
         SpecV12 spec = smallV12();
         spec.animations[0].times.clear();
         spec.animations[0].nodes.clear();
         return write(spec);
     }},
    {"SectionWithoutAName", "its path was the file's, and those of its leaves led nowhere (fuzzing)",
     [] { return ByteWriter().section("Header").u32(12).section("").u32(7).bytes(); }},
    {"SectionNamedAsBytesInNone", "bytes after a broken chain had the path of the section named Unparsed (fuzzing)",
     [] {
         ByteWriter out;
         out.section("Header").u32(12).section("Unparsed").u32(7).section("End");
         const std::size_t cut = out.size() - 3;
         File file = out.bytes();
         file.resize(cut);
         return file;
     }},
    {"RepeatedSectionsBesideManyNodes", "every section without a description copied the counts of all nodes",
     [] {
         for (const HostileShape& shape : hostileShapes()) {
             if (shape.name == std::string_view("NodesAndTinySections")) return shape.make(1U << 16U);
         }
         return File{};
     }},
};

class Past : public ::testing::TestWithParam<PastFailure> {};

TEST_P(Past, FailureIsMended) {
    const File file = GetParam().make();
    ASSERT_FALSE(file.empty());
    const Examined opened(file);
    EXPECT_EQ(checkEverything(opened, 2), Violation{}) << GetParam().what;
    EXPECT_EQ(checkEachLeaf(opened.document), Violation{}) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(, Past, ::testing::ValuesIn(kPastFailures),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace abc::testing
