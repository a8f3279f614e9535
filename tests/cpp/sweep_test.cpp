// Every fixture cut at every length, and every byte of it set to 0, to 0xFF, one up and one down: whatever
// comes of that is covered, evaluates, and is written as it was or refused.
#include <gtest/gtest.h>

#include "support/all_fixtures.h"
#include "support/invariants.h"

namespace abc::testing {
namespace {

/// Of the animations this many are posed: damage to any of them is as good as to another.
constexpr std::size_t kPosed = 1;

class Sweep : public ::testing::TestWithParam<std::size_t> {
protected:
    const NamedFile& fixture_ = allFixtures()[GetParam()];
};

TEST_P(Sweep, CutAtAnyLengthIsCoveredAndHasAnError) {
    for (std::size_t length = 0; length < fixture_.file.size(); ++length) {
        const File cut(fixture_.file.begin(), fixture_.file.begin() + static_cast<std::ptrdiff_t>(length));
        const Examined file(cut);
        ASSERT_EQ(checkEverything(file, kPosed), Violation{}) << "cut at " << length;
        ASSERT_TRUE(length >= fixture_.countedEnd || hasError(file.findings)) << "cut at " << length;
    }
}

TEST_P(Sweep, WithAnyByteChangedIsCovered) {
    File changed = fixture_.file;
    for (std::size_t i = 0; i < changed.size(); ++i) {
        const auto byte = static_cast<unsigned>(changed[i]);
        for (const unsigned value : {0U, 0xFFU, (byte + 1) & 0xFFU, (byte - 1) & 0xFFU}) {
            if (value == byte) continue;
            changed[i] = static_cast<std::byte>(value);
            ASSERT_EQ(checkEverything(Examined(changed), kPosed), Violation{}) << "byte " << i << " = " << value;
        }
        changed[i] = fixture_.file[i];
    }
}

INSTANTIATE_TEST_SUITE_P(, Sweep, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

}  // namespace
}  // namespace abc::testing
