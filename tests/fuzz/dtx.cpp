// Any bytes as a texture: every byte is in one leaf, every finding has its place, every level decodes.
#include "fuzzing.h"
#include "support/dtx_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    require(dtx::testing::checkTexture(copied(data, size)));
    return 0;
}
