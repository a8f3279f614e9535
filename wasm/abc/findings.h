// What can be wrong with a file, said in one place: code, severity, words, remedy.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bytes.h"

namespace abc {

/// error: it cannot be read, or an engine would break. warning: probably a mistake. In the order of
/// SEVERITIES in bindings.cpp.
enum class Severity : std::uint8_t { Error, Warning, Information, Hint };

enum class Code : std::uint8_t {
    EmptyFile,
    NotAbc,
    FileTooLarge,
    OutOfMemory,
    VersionUnreadable,
    VersionUnknown,
    SectionOffsetOutOfFile,
    SectionOffsetBackward,
    SectionOffsetOverlap,
    SectionHeadBad,
    SectionChainOpen,
    SectionUnknown,
    SectionRepeated,
    SectionMissing,
    SectionTrailingBytes,
    SectionNeedsNodes,
    DataTruncated,
    CountTooLarge,
    NodeTreeOpen,
    HeaderCountMismatch,
    CountMismatch,
    IndexOutOfRange,
    Count_,
};

/// An entry of the catalogue. `message` has {0}, {1} … for values.
struct CodeInfo {
    Code code;
    std::string_view name;
    Severity severity;
    std::string_view message;
    std::string_view remedy;
};

[[nodiscard]] const CodeInfo& describe(Code code);

struct Finding {
    Code code;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::string path;
    std::string message;
    std::string remedy;
    /// How often it was found; place and message are those of the first time.
    std::uint32_t count = 1;
};

/// Collects findings. Repeats of a code in the same group merge into one with a count.
class Findings {
public:
    static constexpr std::size_t kMost = 1000;

    struct Place {
        std::uint32_t offset = 0;
        std::uint32_t length = 0;
        std::string path;
        /// Repeats merge within a group; empty: the path is the group.
        std::string group;
    };

    void add(Code code, Place place, std::initializer_list<std::string> values = {});

    [[nodiscard]] const std::vector<Finding>& list() const { return list_; }
    /// There were more than kMost.
    [[nodiscard]] bool truncated() const { return truncated_; }

private:
    std::vector<Finding> list_;
    std::map<std::pair<Code, std::string>, std::size_t> groups_;
    bool truncated_ = false;
};

}  // namespace abc
