// Any bytes: every byte is in one leaf, every leaf can be named and found again, every finding has its place.
#include "fuzzing.h"

namespace {

using abc::testing::Violation;

/// Every leaf decodes: it has the bytes of its type, and its path leads back to it.
Violation checkEachLeaf(const abc::Document& document) {
    // A lookup costs as much as there are sections and fields on the way.
    constexpr int kMostLookedUp = 64;
    const abc::Walk walk = document.walk();
    Violation violation;
    int lookedUp = 0;
    walk.leaves(0, static_cast<std::uint32_t>(document.bytes.size()), true,
                [&](const abc::Place& leaf, const std::string& path) {
                    const abc::schema::Scalar scalar = leaf.type.scalar();
                    const std::uint32_t length = leaf.end - leaf.start;
                    std::uint32_t size = abc::schema::scalarSize(scalar);
                    if (scalar == abc::schema::Scalar::String) {
                        size = 2 + abc::loadText(document.bytes, leaf.start).length;
                    } else if (scalar == abc::schema::Scalar::Bytes) {
                        size = length;
                    }
                    if (length != size) violation = "a leaf of another size than its type: " + path;
                    if (lookedUp++ >= kMostLookedUp) return;
                    const auto found = walk.resolve(path);
                    const bool same = found && found->start == leaf.start && found->end == leaf.end;
                    if (!same) violation = "this path does not lead to its leaf: " + path;
                });
    return violation;
}

}  // namespace

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
