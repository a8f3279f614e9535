// Every fixture cut at every length, and every byte of it changed: whatever comes of that is covered, evaluates, and is
// written as it was or refused. Each byte has one of four values: 0, 0xFF, one up, one down. The whole check (.ci/run)
// sets two of them, and the other two on the next day.
#include <gtest/gtest.h>

#include <iterator>

#include "support/all_fixtures.h"
#include "support/invariants.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

/// Of the animations this many are posed: damage to any of them is as good as to another.
constexpr std::size_t kPosed = 1;

class Sweep : public ::testing::TestWithParam<std::size_t> {
protected:
    const NamedFile& fixture_ = allFixtures()[GetParam()];
};

TEST_P(Sweep, CutAtAnyLengthIsCoveredAndHasAnError) {
    for (std::size_t length = 0; length < fixture_.file.size(); length += kEvery) {
        const File cut(fixture_.file.begin(), fixture_.file.begin() + static_cast<std::ptrdiff_t>(length));
        const Examined file(cut);
        ASSERT_EQ(checkEverything(file, kPosed), Violation{}) << "cut at " << length;
        ASSERT_TRUE(length >= fixture_.countedEnd || hasError(file.findings)) << "cut at " << length;
    }
}

TEST_P(Sweep, WithAnyByteChangedIsCovered) {
    File changed = fixture_.file;
    for (std::size_t i = 0; i < changed.size(); i += kEvery) {
        const auto byte = static_cast<unsigned>(changed[i]);
        const unsigned values[] = {0U, 0xFFU, (byte + 1) & 0xFFU, (byte - 1) & 0xFFU};
        for (std::size_t v = 0; v < std::size(values); ++v) {
            const unsigned value = values[v];
            const bool isTaken = kThorough ? v % 2 == (i + kDay) % 2 : v == i / kEvery % std::size(values);
            if (value == byte || !isTaken) continue;
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
