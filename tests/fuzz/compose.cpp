// New models of any kind: what is written can be read and counts right, and what cannot be written is refused.
#include "fuzzing.h"
#include "support/new_models.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    require(checkComposed(anyNewModel(choices)));
    return 0;
}
