// The archive that the engine comes with.
#include <gtest/gtest.h>

#include "support/real_files.h"
#include "support/rez_invariants.h"

namespace rez::testing {
namespace {

class RealArchive : public ::testing::TestWithParam<std::string> {};

TEST_P(RealArchive, IsSoundAndFullyExplained) {
    const auto bytes = abc::testing::readReal(GetParam());
    EXPECT_EQ(checkArchive(bytes), Violation{});
    const File file = parse(bytes);
    ASSERT_TRUE(file.archive);
    EXPECT_TRUE(validate(file).list().empty());
}

INSTANTIATE_TEST_SUITE_P(Real, RealArchive, ::testing::ValuesIn(abc::testing::realFiles(".rez")),
                         [](const auto& param) { return abc::testing::testName(param.param); });

TEST(EngineArchive, HasItsSixteenResources) {
    const auto bytes = abc::testing::readReal("other/ENGINE.REZ");
    const File file = parse(bytes);
    const Paths paths = pathsOf(file);
    ASSERT_EQ(paths.size(), 16U);
    EXPECT_EQ(paths.front(), "CONSOLE/CONSOLE_FONT.DTX");
    EXPECT_EQ(paths.back(), "RENDERSTYLES/RS_SPHEREENVMAP_ADD.LTB");
    const Entry last = file.contents().entryOf(file.archive->resources.back());
    EXPECT_EQ(last.pos, 0x7EFU);
    EXPECT_EQ(last.size, 1727U);
    // After each inner directory its writer left as many bytes as it has.
    const auto sums = coverage(file.document.records, static_cast<std::uint32_t>(bytes.size()));
    EXPECT_EQ(sums.unreferenced, 42U + 792U);
}

}  // namespace
}  // namespace rez::testing
