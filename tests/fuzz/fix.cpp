// Any bytes: what is offered to mend them can be done, mends something, and brings no error.
#include "fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const std::vector<std::byte> bytes = copied(data, size);
    const Examined file(bytes);
    require(checkRepairs(file.document, file.model, file.findings));
    return 0;
}
