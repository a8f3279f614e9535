// Any bytes as a model in text, packed or not: every byte is in one leaf, every finding has its place, and every pose
// is in range.
#include "fuzzing.h"
#include "support/lta_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const auto bytes = copied(data, size);
    const core::Format format = core::detect(bytes);
    if (format == core::Format::Lta || format == core::Format::Ltc) require(lta::testing::checkModel(bytes));
    return 0;
}
