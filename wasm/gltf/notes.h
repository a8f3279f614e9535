// What an import tells the user. The words of a library's notes are in its catalogue.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/findings.h"

namespace gltf {

/// An entry of a catalogue: texts with marks as `core::CodeInfo` has them. Error: a game would not take the file.
/// Warning: it is not all of the source, or not exact.
struct NoteInfo {
    std::string_view code;
    core::Severity severity = core::Severity::Warning;
    std::string_view message;
    /// What to do about it; empty for nothing.
    std::string_view help = {};
};

struct Note {
    std::string_view code;
    core::Severity severity = core::Severity::Warning;
    /// In UTF-8, as names of the source are. They may be of any length.
    std::string message, help;
};

/// What differs from the file that a glTF went back into.
struct Change {
    std::string path;
    std::string message;
};

[[nodiscard]] Note noteOf(const NoteInfo& info, const std::vector<std::string>& values = {});

/// Names for a sentence, so many of them; a file may have thousands, of any length.
[[nodiscard]] std::string named(const std::vector<std::string>& names, std::size_t most = 3);

/// A number as JavaScript writes it: with as few digits as name it alone.
[[nodiscard]] std::string digits(double value);
/// With two digits that count.
[[nodiscard]] std::string twoDigits(double value);

}  // namespace gltf
