// Any bytes as an archive, read by the ranges that it wants: every byte is in one leaf, every finding has its place.
#include "fuzzing.h"
#include "support/rez_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    require(rez::testing::checkArchive(copied(data, size)));
    return 0;
}
