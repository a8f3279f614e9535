// The byte map covers every file, also after random damage: a thousand mutations of each.
#include <gtest/gtest.h>

#include "support/all_fixtures.h"
#include "support/invariants.h"
#include "support/mutate.h"
#include "support/real_files.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

/// Of each real file. The whole check (.ci/run) makes others each day.
constexpr int kMutations = 1'000;
/// Every mutation's records and the leaves at their borders are checked; the whole walk and the evaluation,
/// which cost as much as the file is large, after so many bytes of files.
constexpr std::size_t kBytesBetweenWholeWalks = 32U << 20U;

void expectCovered(const Document& document, std::uint32_t place) {
    ASSERT_EQ(checkRecords(document.records, static_cast<std::uint32_t>(document.bytes.size())), Violation{});
    ASSERT_EQ(checkCoverage(document), Violation{});
    ASSERT_EQ(checkLeavesAtBorders(document), Violation{});
    ASSERT_EQ(checkLeaves(document, place - std::min(place, 16U), place + 16), Violation{});
}

void expectUsable(const Document& document) {
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    ASSERT_EQ(checkLeaves(document, 0, size), Violation{});
    const Model model = buildModel(document);
    ASSERT_EQ(checkFindings(document, validate(document, model)), Violation{});
    ASSERT_EQ(checkEvaluation(model, 2), Violation{});
}

void expectCoveredWhenMutated(const File& file) {
    Mutator mutator(static_cast<std::uint32_t>(file.size()) + kDay);
    std::size_t bytes = 0;
    for (int i = 0; i < kMutations; ++i) {
        const Mutation mutation = mutator.mutate(file);
        SCOPED_TRACE("mutation " + std::to_string(i) + " at byte " + std::to_string(mutation.place));
        const Document document = parse(mutation.file);
        expectCovered(document, mutation.place);
        bytes += file.size();
        if (bytes >= kBytesBetweenWholeWalks || i % 100 == 0) {
            expectUsable(document);
            if (bytes >= kBytesBetweenWholeWalks) bytes = 0;
        }
        if (::testing::Test::HasFailure()) return;
    }
}

class MutatedFixture : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MutatedFixture, IsCovered) {
    const int kMutationsOfFixtures = kThorough ? 500 : 150;
    const File& file = allFixtures()[GetParam()].file;
    Mutator mutator(7 + kDay);
    for (int i = 0; i < kMutationsOfFixtures; ++i) {
        const Mutation mutation = mutator.mutate(file);
        ASSERT_EQ(checkEverything(Examined(mutation.file), 2), Violation{})
            << "mutation " << i << " at byte " << mutation.place;
    }
}

INSTANTIATE_TEST_SUITE_P(, MutatedFixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

class MappedModel : public ::testing::TestWithParam<std::string> {};

TEST_P(MappedModel, IsCovered) {
    const File file = readReal(GetParam());
    const Document document = parse(file);
    expectCovered(document, 0);
    expectUsable(document);
    const Model model = buildModel(document);
    EXPECT_EQ(checkEvaluation(model, model.animations.size()), Violation{});
}

TEST_P(MappedModel, IsCoveredWhenCutOff) {
    constexpr std::size_t kCuts = 200;
    const File file = readReal(GetParam());
    const std::size_t step = std::max<std::size_t>(1, file.size() / kCuts);
    for (std::size_t length = 0; length < file.size(); length += step) {
        const File cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
        const Document document = parse(cut);
        SCOPED_TRACE("cut at " + std::to_string(length));
        expectCovered(document, 0);
        if (HasFailure()) return;
    }
}

TEST_P(MappedModel, IsCoveredWhenMutated) {
    expectCoveredWhenMutated(readReal(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Real, MappedModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
