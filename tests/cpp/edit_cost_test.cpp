// What changes of models cost: what is refused because it is too large is not made before that.
#include <abc/edit.h>
#include <gtest/gtest.h>

#include "support/edit_steps.h"
#include "support/heap.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;

Operation insertion(std::string path, std::size_t count, const EditValue& value) {
    Operation out = list(Kind::Insert, std::move(path));
    out.values.assign(count, value);
    return out;
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
