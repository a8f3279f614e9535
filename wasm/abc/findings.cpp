#include "findings.h"

namespace abc {
namespace {

constexpr CodeInfo kCatalogue[] = {
    {Code::EmptyFile, "EMPTY_FILE", Severity::Error, "The file is empty.", "Copy it again from where it came from."},
    {Code::NotAbc, "NOT_ABC", Severity::Error, "This is not a LithTech ABC model: {0}.", "{1}"},
    {Code::FileTooLarge, "FILE_TOO_LARGE", Severity::Error, "The file has {0} bytes; models up to {1} are read.",
     "No game ships models of this size: check what the file is."},
    {Code::OutOfMemory, "OUT_OF_MEMORY", Severity::Error, "There was not enough memory to read the file.",
     "Close other files or reload the page and try again."},
    {Code::VersionUnreadable, "VERSION_UNREADABLE", Severity::Error, "The file ends before its version.",
     "It is cut off: copy it again from where it came from."},
    {Code::VersionUnknown, "VERSION_UNKNOWN", Severity::Error,
     "Nobody has described ABC version {0}; only the chain of sections is shown.",
     "If a game uses this version, the project would be glad of the file."},
    {Code::SectionOffsetOutOfFile, "SECTION_OFFSET_OUT_OF_FILE", Severity::Error,
     "The next section should be at {0}, but the file has only {1} bytes. It is cut off or the offset is wrong.",
     "Compare the size with the original file, or export the model again."},
    {Code::SectionOffsetBackward, "SECTION_OFFSET_BACKWARD", Severity::Error,
     "The next section should be at {0}, which is not behind this one. A game would read in a circle.",
     "Set it to where the next section starts, or to 0xFFFFFFFF when there is none."},
    {Code::SectionOffsetOverlap, "SECTION_OFFSET_OVERLAP", Severity::Error,
     "The next section should be at {0}, which is inside the head of this one.",
     "Set it to where the next section starts, or to 0xFFFFFFFF when there is none."},
    {Code::SectionHeadBad, "SECTION_HEAD_BAD", Severity::Error,
     "The section before points here, but no section's name and offset fit into the rest of the file.",
     "The file is cut off or the offset before is wrong."},
    {Code::SectionChainOpen, "SECTION_CHAIN_OPEN", Severity::Error,
     "The last section says that another follows, but the file ends there. It is cut off between two sections, or the "
     "offset should be 0xFFFFFFFF.",
     "Compare the size with the original file; in the last section set the offset to 0xFFFFFFFF."},
    {Code::SectionUnknown, "SECTION_UNKNOWN", Severity::Information,
     "No known version has a section of this name; its {0} bytes are kept as they are.", "Nothing to do."},
    {Code::SectionRepeated, "SECTION_REPEATED", Severity::Warning,
     "A section of this name came before; only the first one makes the model.", "Remove one of the two."},
    {Code::SectionMissing, "SECTION_MISSING", Severity::Warning, "There is no {0} section.",
     "Export the model again; a game expects it."},
    {Code::SectionTrailingBytes, "SECTION_TRAILING_BYTES", Severity::Error,
     "{0} bytes are left over behind the section's data: a count before them is too small, or the offset of the next "
     "section is wrong.",
     "Compare the counts of this section with what it holds."},
    {Code::SectionNeedsNodes, "SECTION_NEEDS_NODES", Severity::Error,
     "This section cannot be read without the nodes, and those could not be read.", "Mend the Nodes section first."},
    {Code::DataTruncated, "DATA_TRUNCATED", Severity::Error,
     "Reading stopped here: {0} bytes are wanted and {1} are left.",
     "The file is cut off, or a count before this place is wrong. What came before is shown."},
    {Code::CountTooLarge, "COUNT_TOO_LARGE", Severity::Error,
     "The count asks for {0} bytes, but only {1} are left in the section.",
     "The count is wrong or the exporter wrote another layout. What came before is shown."},
    {Code::NodeTreeOpen, "NODE_TREE_OPEN", Severity::Error,
     "The node tree does not close: the children still owed need {0} bytes and {1} are left.",
     "A child count is too large."},
    {Code::HeaderCountMismatch, "HEADER_COUNT_MISMATCH", Severity::Warning, "{0} says {1}, the file holds {2}.",
     "Games allocate by this counter: correct it, or export the model again."},
    {Code::CountMismatch, "COUNT_MISMATCH", Severity::Warning, "{0} is {1} and should be {2}.",
     "Correct the counter, or export the model again."},
    {Code::IndexOutOfRange, "INDEX_OUT_OF_RANGE", Severity::Error, "{0} {1} does not exist; there are {2}.",
     "A game would read beyond its arrays. What refers to it is left out of the picture."},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < std::size(kCatalogue); ++i) {
        if (static_cast<std::size_t>(kCatalogue[i].code) != i) return false;
    }
    return true;
}
static_assert(std::size(kCatalogue) == static_cast<std::size_t>(Code::Count_) && inOrder(),
              "one entry a code, in order");

/// The text with {0}, {1} … replaced by the values.
std::string fillIn(std::string_view text, std::initializer_list<std::string> values) {
    std::string out(text);
    std::size_t i = 0;
    for (const std::string& value : values) {
        const std::string mark = "{" + std::to_string(i++) + "}";
        const std::size_t at = out.find(mark);
        if (at != std::string::npos) out.replace(at, mark.size(), value);
    }
    return out;
}

}  // namespace

const CodeInfo& describe(Code code) {
    return kCatalogue[static_cast<std::size_t>(code)];
}

void Findings::add(Code code, Place place, std::initializer_list<std::string> values) {
    const auto key = std::pair(code, place.group.empty() ? place.path : place.group);
    if (const auto known = groups_.find(key); known != groups_.end()) {
        ++list_[known->second].count;
        return;
    }
    if (list_.size() == kMost) {
        truncated_ = true;
        return;
    }
    groups_.emplace(key, list_.size());
    list_.push_back({code, place.offset, place.length, std::move(place.path), fillIn(describe(code).message, values),
                     fillIn(describe(code).remedy, values)});
}

}  // namespace abc
