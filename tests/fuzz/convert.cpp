// Any bytes, as what every format makes of them: what is refused gives a sentence, all else is read again.
#include "fuzzing.h"
#include "support/conversions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    require(converting::testing::checkConversions(copied(data, size)));
    return 0;
}
