// Any bytes: whatever could be read poses, deforms and collapses, at odd times and with odd layers too.
#include "fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const std::vector<std::byte> bytes = copied(data, size);
    const abc::Document document = abc::parse(bytes);
    const abc::Model model = abc::buildModel(document);
    require(checkEvaluation(model, 3));
    require(checkOddRequest(model));
    return 0;
}
