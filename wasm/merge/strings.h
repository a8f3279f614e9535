// The frame strings of an animation, and what a glTF says of them. All are in Latin-1.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace merging {

/// Frame strings that are others now.
struct Strings {
    /// By key: texts that are others now, also of keys that are gone.
    std::map<std::uint32_t, std::string> changed;
    /// By milliseconds at which the file has no key: texts of new ones.
    std::map<double, std::string> added;

    [[nodiscard]] bool empty() const { return changed.empty() && added.empty(); }
};

/// A string at a time of the glTF.
struct Cue {
    double seconds = 0;
    std::string text;
};

/// The strings that a glTF has of an animation, in each of their forms that there is.
struct SaidStrings {
    /// Markers, in the order of their times.
    std::optional<std::vector<Cue>> markers;
    /// Those, or else the texts by key with the times that are beside them.
    std::optional<std::vector<Cue>> cues;
    /// One a key when it was exported; nothing for what is no text.
    std::optional<std::vector<std::optional<std::string>>> byKey;
};

/// @param times milliseconds of the keys of the file
/// @param stored their strings
/// @param inserted whole milliseconds of keys that come
/// @param start milliseconds of the glTF at which time 0 is
[[nodiscard]] Strings mergedStrings(std::span<const double> times, std::span<const std::string> stored,
                                    std::span<const double> inserted, const SaidStrings& said, double start);

}  // namespace merging
