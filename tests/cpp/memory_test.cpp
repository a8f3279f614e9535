// What reading takes of the heap: bounded by the size of the file, whatever it says, and small for real files.
#include <gtest/gtest.h>

#include <abc/compose.h>
#include <abc/convert.h>
#include <abc/fix.h>
#include <dtx/texture.h>

#include "support/all_fixtures.h"
#include "support/edits.h"
#include "support/heap.h"
#include "support/hostile.h"
#include "support/invariants.h"
#include "support/real_files.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

constexpr std::size_t kMegabyte = 1U << 20U;
/// For any input, beside a megabyte; and for real files.
constexpr std::size_t kMostPerByte = 16;
constexpr std::size_t kMostPerRealByte = 4;
constexpr std::size_t kMostPerChangedByte = 64;

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
    for (std::size_t i = 0; i < fixture.leaves.size(); i += kEvery) {
        const WrittenLeaf& leaf = fixture.leaves[i];
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

TEST_P(Hostile, IsChangedMendedAndConvertedInBoundedMemory) {
    const File file = GetParam().make(kMegabyte / 8);
    const Examined examined(file);
    // The file is read again after a change, copied, and joined from its parts.
    const std::size_t most = kMostPerChangedByte * file.size() + kMegabyte;
    const auto expectFew = [&](const char* what, auto act, std::size_t times = 1) {
        const HeapMeter heap;
        act();
        EXPECT_LE(heap.peak(), times * most) << what << ": " << perByte(heap.peak(), file) << " times the file";
    };
    const std::vector<ListOf> lists = listsOf(examined.document);
    for (const auto kind : {Operation::Kind::Insert, Operation::Kind::Duplicate, Operation::Kind::Remove}) {
        if (lists.empty()) break;
        Operation operation;
        operation.kind = kind;
        operation.force = true;
        operation.path = lists.front().path + "[0]";
        expectFew("edit", [&] { (void)edit(examined.document, {&operation, 1}); });
    }
    for (const Finding& finding : examined.findings.list()) {
        if (&finding != &examined.findings.list().front() && finding.code == (&finding - 1)->code) continue;
        const auto repair = [&] {
            (void)fixes(examined.document, examined.model, examined.findings, finding.code, std::nullopt);
        };
        // Each operation has the path of its element and values of its own, and elements may have a few bytes.
        expectFew("fixes", repair, 2);
    }
    for (const std::uint32_t version : {9U, 12U}) {
        expectFew("convert", [&] { (void)convert(examined.document, version); });
    }
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

TEST(LyingTexture, DecodesInTheMemoryOfItsTexels) {
    dtx::Texture texture;
    texture.format = dtx::Format::Dxt1;
    texture.faces = {{{64, 64, 0, 2048, 0, 0}, {0x80000000U, 0x80000000U, 0, 0, 0, 0}}};
    const File bytes(2048);
    for (const std::uint32_t level : {0U, 1U}) {
        const HeapMeter heap;
        const std::size_t size = dtx::decode(bytes, texture, 0, level).size();
        EXPECT_EQ(size, level == 0 ? 4 * 64 * 64 : 0);
        EXPECT_LE(heap.peak(), size + 4096);
    }
}

TEST(NewModels, AreWrittenOrRefusedInTheMemoryOfWhatTheyHold) {
    NewModel model;
    model.nodes.resize(60'000);
    model.animations.resize(1);
    model.animations[0].times.resize(60'000);
    const HeapMeter heap;
    const Written written = compose(model);
    EXPECT_NE(written.refusal, "");
    EXPECT_LE(heap.peak(), kMegabyte);
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
