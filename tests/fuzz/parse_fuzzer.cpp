// Any bytes: parsed, walked, checked, posed. The invariants are those of the native tests.
#include <cstdio>
#include <cstdlib>

#include "support/invariants.h"

namespace {

void require(const abc::testing::Violation& violation) {
    if (!violation) return;
    std::fprintf(stderr, "%s\n", violation->c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    // A block of exactly this size traps reading over its end.
    const auto* from = reinterpret_cast<const std::byte*>(data);
    const std::vector<std::byte> bytes(from, from + size);
    const abc::Document document = abc::parse(bytes);
    const auto length = static_cast<std::uint32_t>(size);
    require(checkRecords(document.records, length));
    require(checkLeaves(document, 0, length));
    require(checkLeavesAtBorders(document));
    require(checkCoverage(document));
    const abc::Model model = abc::buildModel(document);
    require(checkFindings(document, abc::validate(document, model)));
    require(checkEvaluation(model, 3));
    return 0;
}
