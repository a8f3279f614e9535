// Any bytes as a compiled model: every byte is in one leaf, every finding has its place, and every pose is in range.
#include "fuzzing.h"
#include "support/ltb_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const auto bytes = copied(data, size);
    if (core::detect(bytes) == core::Format::Ltb) require(ltb::testing::checkModel(bytes));
    return 0;
}
