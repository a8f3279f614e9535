// Any bytes: every byte is in one leaf, every leaf can be named and found again, every finding has its place.
#include "fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const std::vector<std::byte> bytes = copied(data, size);
    const Examined file(bytes);
    const auto length = static_cast<std::uint32_t>(size);
    require(checkRecords(file.document.records, length));
    require(checkLeaves(file.document, 0, length));
    require(checkLeavesAtBorders(file.document));
    require(checkEachLeaf(file.document));
    require(checkCoverage(file.document));
    require(checkFindings(file.document, file.findings));
    return 0;
}
