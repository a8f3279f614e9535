// Names of a glTF as a file can have them. Texts of a glTF are in UTF-8; their lengths are counted as JavaScript counts
// them, in units of UTF-16.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "notes.h"

namespace gltf {

/// So many units of a text at most; a character that takes two and has room for one is left out.
[[nodiscard]] std::string firstUnits(std::string_view text, std::size_t most);

/// A text in Latin-1; other characters are question marks. As many characters as a file can have.
[[nodiscard]] std::string inLatin1(std::string_view text);

/// A name without the number that Blender puts after that of a copy: “Body” of “Body.001”.
[[nodiscard]] std::string_view withoutCopyNumber(std::string_view name);

/// What a person made of the name of something that was exported as `exported`; nothing: it is that name, or what
/// Blender makes of it.
[[nodiscard]] std::optional<std::string> renamed(const std::string& name, const std::string* exported);

/// How much two names begin and end alike, 0 to 1.
[[nodiscard]] double nameLikeness(std::string_view a, std::string_view b);

/// Names that differ, and which of them are others than in the source.
class DistinctNames {
public:
    /// With a number after it where another has it, which `note` says.
    [[nodiscard]] std::string unique(const std::string& name);
    /// For one of several that have one name in the source: that they get numbers needs no note.
    [[nodiscard]] std::string numbered(const std::string& name);

    /// @param one, several what they are names of
    void note(std::vector<Note>& notes, std::string_view one, std::string_view several) const;

private:
    std::unordered_set<std::string> taken_;
    /// By name: its last number, so that 100,000 nodes with the same name need no search each.
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<std::string> changed_;
};

/// Which text in Latin-1 is the nearest: that takes Unicode's tables, which JavaScript has.
class Latin {
public:
    Latin() = default;
    Latin(const Latin&) = delete;
    Latin& operator=(const Latin&) = delete;
    virtual ~Latin() = default;

    /// In UTF-8, of at most so many characters: letters lose accents that Latin-1 lacks, other characters become `_`.
    [[nodiscard]] virtual std::string nearest(const std::string& text, std::size_t longest) const = 0;
};

/// Bytes of a text that a file can have.
inline constexpr std::size_t kLongestText = 65'535;

/// Names that became others because files have Latin-1.
class LatinNames {
public:
    explicit LatinNames(const Latin& latin, std::size_t longest = kLongestText) : latin_(latin), longest_(longest) {}

    /// In Latin-1.
    [[nodiscard]] std::string text(const std::string& text) { return this->text(text, longest_); }
    [[nodiscard]] std::string text(const std::string& text, std::size_t longest);
    /// Names that must differ: one that became the same as another gets a number. Those that always were the same stay.
    [[nodiscard]] std::vector<std::string> distinct(const std::vector<std::string>& names);

    void note(std::vector<Note>& notes) const;

private:
    void add(const std::string& from, const std::string& to);

    const Latin& latin_;
    std::size_t longest_;
    /// In UTF-8, in the order in which they were found.
    std::vector<std::pair<std::string, std::string>> changed_;
    std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace gltf
