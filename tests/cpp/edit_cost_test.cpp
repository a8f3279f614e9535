// What changes of models cost: no more than their own size, however many sections a file has.
#include <abc/edit.h>
#include <gtest/gtest.h>

#include "support/blocks.h"
#include "support/edit_steps.h"
#include "support/heap.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;

Operation insertion(std::string path, std::size_t count, const EditValue& value) {
    Operation out = list(Kind::Insert, std::move(path));
    out.values.assign(count, value);
    return out;
}

std::uint64_t blocksOf(const File& file, const Operation& operation) {
    const Document document = parse(file);
    const std::uint64_t before = blocksRun();
    EXPECT_FALSE(edit(document, {&operation, 1}).refusal);
    return blocksRun() - before;
}

TEST(EditCost, OfNewVerticesDoesNotGrowWithTheSections) {
    File file = fixture("v12_full");
    const auto costOf = [&](std::size_t vertices) {
        return blocksOf(file, insertion("Pieces.Pieces[0].LODs[0].Vertices[0]", vertices, {EditValue::Fields{}}));
    };
    const std::uint64_t few = costOf(400) - costOf(1);
    for (int i = 0; i < 200; ++i) file = withSection(file, "Extra", "data");
    EXPECT_LT(costOf(400) - costOf(1), few + few / 4);
}

TEST(EditCost, OfKeysThatDeformTooMuchIsNotPaidBeforeTheyAreRefused) {
    constexpr std::size_t kDeformed = 60'000, kKeys = 12'000, kMostHeap = std::size_t{256} << 20U;
    const File file = done(fixture("v6_full"), {insertion("Nodes.Nodes[2].MDVertList[0]", kDeformed, {0.0})});
    const Document document = parse(file);
    const Operation keys = insertion("Animation.Anims[0].KeyframeData[1]", kKeys, {EditValue::Fields{}});
    const HeapMeter heap;
    const Edited edited = edit(document, {&keys, 1});
    ASSERT_TRUE(edited.refusal);
    EXPECT_NE(edited.refusal->reason.find("would be larger"), std::string::npos) << edited.refusal->reason;
    EXPECT_LT(heap.total(), kMostHeap);
}

}  // namespace
}  // namespace abc::testing
