// Sprites of games.
#include <gtest/gtest.h>

#include "support/real_files.h"
#include "support/spr_invariants.h"

namespace spr::testing {
namespace {

class RealSprite : public ::testing::TestWithParam<std::string> {};

TEST_P(RealSprite, IsSoundAndFullyExplained) {
    const auto bytes = abc::testing::readReal(GetParam());
    EXPECT_EQ(core::detect(bytes), core::Format::Spr);
    EXPECT_EQ(checkSprite(bytes), Violation{});
    const File file = parse(bytes);
    EXPECT_TRUE(validate(file).list().empty());
    EXPECT_EQ(file.sprite->frames.size(), file.sprite->frameCount);
    const auto sums = coverage(file.document.records, static_cast<std::uint32_t>(bytes.size()));
    EXPECT_EQ(sums.known, bytes.size());
}

INSTANTIATE_TEST_SUITE_P(Real, RealSprite, ::testing::ValuesIn(abc::testing::realFiles(".spr")),
                         [](const auto& param) { return abc::testing::testName(param.param); });

}  // namespace
}  // namespace spr::testing
