// What reading takes of the heap: bounded by the size of the file, whatever it says, and small for real files.
#include <gtest/gtest.h>

#include "support/all_fixtures.h"
#include "support/heap.h"
#include "support/hostile.h"
#include "support/invariants.h"
#include "support/real_files.h"

namespace abc::testing {
namespace {

constexpr std::size_t kMegabyte = 1U << 20U;
/// For any input, beside a megabyte; and for real files.
constexpr std::size_t kMostPerByte = 16;
constexpr std::size_t kMostPerRealByte = 4;

std::size_t heapOfParsing(const File& file) {
    const HeapMeter heap;
    const Document document = parse(file);
    return heap.peak();
}

/// `peak` as a multiple of the file's size.
std::string perByte(std::size_t peak, const File& file) {
    return std::to_string(static_cast<double>(peak) / static_cast<double>(file.size()));
}

class LyingNumbers : public ::testing::TestWithParam<std::size_t> {};

TEST_P(LyingNumbers, CostNoMemory) {
    const NamedFile& fixture = allFixtures()[GetParam()];
    File file = fixture.file;
    for (const WrittenLeaf& leaf : fixture.leaves) {
        // A string begins with its length.
        const bool isString = leaf.type == schema::Scalar::String;
        if (leaf.length > 4 && !isString) continue;
        for (const std::uint32_t lie : {0x7FFFFFFFU, 0xFFFFFFFFU}) {
            std::memcpy(file.data() + leaf.offset, &lie, isString ? 2 : leaf.length);
            const std::string what = leaf.path + " = " + std::to_string(lie);
            const HeapMeter heap;
            const Examined opened(file);
            ASSERT_LE(heap.peak(), kMostPerByte * file.size() + kMegabyte) << what;
            ASSERT_EQ(checkEverything(opened, 1), Violation{}) << what;
        }
        std::memcpy(file.data() + leaf.offset, fixture.file.data() + leaf.offset, leaf.length);
    }
}

INSTANTIATE_TEST_SUITE_P(, LyingNumbers, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

class Hostile : public ::testing::TestWithParam<HostileShape> {};

TEST_P(Hostile, IsParsedInBoundedMemory) {
    const File file = GetParam().make(2 * kMegabyte);
    const std::size_t peak = heapOfParsing(file);
    EXPECT_LE(peak, kMostPerByte * file.size() + kMegabyte) << perByte(peak, file) << " times the file";
    RecordProperty("heapPerByte", perByte(peak, file));
}

TEST_P(Hostile, IsCovered) {
    const File file = GetParam().make(kMegabyte / 8);
    EXPECT_EQ(checkEverything(Examined(file), 1), Violation{});
}

INSTANTIATE_TEST_SUITE_P(, Hostile, ::testing::ValuesIn(hostileShapes()),
                         [](const auto& param) { return param.param.name; });

void expectDeep(const File& file, std::uint32_t nodes) {
    const Document document = parse(file);
    const Model model = buildModel(document);
    ASSERT_EQ(model.nodes.size(), nodes);
    EXPECT_EQ(model.nodes.back().parent, nodes - 2);
    EXPECT_EQ(pose(model, {}).nodes.size(), nodes);
    std::uint32_t leaves = 0;
    document.walk().leaves(static_cast<std::uint32_t>(file.size()) - 64, static_cast<std::uint32_t>(file.size()), true,
                           [&](const Place&, const std::string&) { ++leaves; });
    EXPECT_GT(leaves, 0U);
}

TEST(Depth, OfManyNodesNeedsNoStack) {
    // A call for each, even of only 84 bytes, would take more than the 8 MB that there are.
    constexpr std::uint32_t kNodes = 100'000;
    expectDeep(nestedNodesV12(kNodes), kNodes);
    expectDeep(nestedNodesV6(kNodes), kNodes);
}

class ParsedModel : public ::testing::TestWithParam<std::string> {};

TEST_P(ParsedModel, IsParsedInLittleMemory) {
    const File file = readReal(GetParam());
    const std::size_t parsed = heapOfParsing(file);
    EXPECT_LE(parsed, kMostPerRealByte * file.size()) << perByte(parsed, file) << " times the file";
    const HeapMeter heap;
    const Examined opened(file);
    RecordProperty("heapPerByteParsed", perByte(parsed, file));
    RecordProperty("heapPerByteOpened", perByte(heap.peak(), file));
}

INSTANTIATE_TEST_SUITE_P(Real, ParsedModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
