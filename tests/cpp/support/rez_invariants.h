// What holds for every archive, valid or hostile.
#pragma once

#include <rez/validate.h>

#include "invariants.h"

namespace rez::testing {

using abc::testing::Violation;

/// Reads a file as whoever has no more of it than it asks for: each range is a block of its own, which traps reading
/// over its end. Violation: what was wanted more than once, or lies outside.
[[nodiscard]] inline std::optional<File> readSliced(core::Bytes bytes, Violation& violation) {
    Reader reader(bytes.size());
    std::vector<Wanted> taken;
    std::uint64_t sum = 0;
    while (const auto wanted = reader.wanted()) {
        if (wanted->start >= wanted->end || wanted->end > bytes.size()) violation = "bytes outside the file are wanted";
        sum += wanted->end - wanted->start;
        // Ranges apart from each other cannot be more than the file.
        if (sum > bytes.size()) violation = "bytes are wanted twice";
        if (violation) return std::nullopt;
        const core::Bytes part = bytes.subspan(wanted->start, wanted->end - wanted->start);
        reader.take(std::vector<std::byte>(part.begin(), part.end()));
    }
    return reader.finish();
}

/// Every byte is in one leaf that can be named and found again, findings have their places, and the entries are those
/// of the directories.
[[nodiscard]] inline Violation checkArchive(core::Bytes bytes) {
    using namespace abc::testing;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    Violation violation;
    const std::optional<File> read = readSliced(bytes, violation);
    if (violation) return violation;
    const File& file = *read;
    const core::Findings findings = validate(file, "x.rez");
    if ((violation = checkDocument(file.document, findings))) return violation;
    if (!file.archive) return hasError(findings) ? Violation{} : Violation("nothing was read, and nothing is wrong");
    const Archive& archive = *file.archive;
    if (!archive.isComplete && !hasError(findings)) return "not all was read, and nothing is wrong";
    const Contents contents = file.contents();
    for (std::uint32_t i = 0; i < archive.resources.size(); ++i) {
        const Resource& resource = archive.resources[i];
        const Entry entry = contents.entryOf(resource);
        if (entry.type != 0 || entry.end <= entry.offset) return "a resource is none";
        if (contents.resourceAt(resource.entry) != i) return "a resource is not found by its entry";
        if (contents.resourceAt(entry.end - 1) != i) return "a resource is not found by the end of its entry";
        const bool isAlone = archive.overlaps.empty() && entry.size > 0 && entry.pos < size;
        if (isAlone && contents.resourceAt(entry.pos) != i) return "a resource is not found by its data";
    }
    return {};
}

using Paths = std::vector<std::string>;

/// Of all resources of an archive, in the order in which they are listed.
[[nodiscard]] inline Paths pathsOf(const File& file) {
    Paths paths;
    for (const Resource& resource : file.archive->resources) paths.push_back(file.contents().pathOf(resource));
    return paths;
}

}  // namespace rez::testing
