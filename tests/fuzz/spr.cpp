// Any bytes as a sprite: every byte is in one leaf, every finding has its place.
#include "fuzzing.h"
#include "support/spr_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    require(spr::testing::checkSprite(copied(data, size)));
    return 0;
}
