// Any bytes: what is written is what was read, to the byte, or there is a finding that says why not.
#include "fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const std::vector<std::byte> bytes = copied(data, size);
    const Examined file(bytes);
    require(checkWritten(file.document, file.findings));
    return 0;
}
