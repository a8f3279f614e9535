// New models of any kind: what is written can be read and counts right, and what cannot be written is refused. The
// input is what is rolled, byte by byte.
#include "fuzzing.h"
#include "support/new_models.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    std::size_t at = 0;
    const auto roll = [&](std::uint32_t limit) {
        // At the end all is 0, so that every input makes a small model.
        const std::uint32_t byte = at < size ? data[at++] : 0;
        const std::uint32_t wide = limit > 256 && at < size ? byte << 8U | data[at++] : byte;
        return limit == 0 ? 0U : wide % limit;
    };
    require(checkComposed(anyNewModel(roll)));
    return 0;
}
