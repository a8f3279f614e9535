// Two files against each other by their structure: what was added, removed, moved and changed, and which bytes of one
// stand for which of the other. Named elements are paired by name, all others by their bytes and their place. The
// structure is walked only where bytes differ, as deep as the format's types are, for any file; time and memory are
// linear in the size of both files, but for the sorting of elements.
#pragma once

#include <optional>

#include "document.h"

namespace core {

enum class Change : std::uint8_t { Changed, Added, Removed, Moved };
inline constexpr std::string_view kChangeNames[] = {"changed", "added", "removed", "moved"};
static_assert(hasNameOf(kChangeNames, Change::Moved));

/// What of a file a difference is about.
enum class Subject : std::uint8_t {
    Position,
    Normal,
    Weights,
    Vertex,
    Texture,
    Face,
    Keys,
    Keyframe,
    Name,
    Element,
    Field,
    Unreferenced,
};
inline constexpr std::string_view kSubjectNames[] = {"position", "normal",  "weights", "vertex",
                                                     "texture",  "face",    "keys",    "keyframe",
                                                     "name",     "element", "field",   "unreferenced"};
static_assert(hasNameOf(kSubjectNames, Subject::Unreferenced));

/// What a field says, or a vector; nothing of what only holds others.
struct ComparedValue {
    /// A number, those of a vector, or the first kMaxNumbers of a list.
    std::vector<double> numbers;
    /// All of them are f32 in the file.
    bool isFloat = false;
    /// They are one: else a list, of however many.
    bool isOne = false;
    /// UTF-8: a text, or bytes in hexadecimal; cut after kMaxText characters or kMaxHexBytes bytes, with an ellipsis.
    std::optional<std::string> text;

    static constexpr std::size_t kMaxNumbers = 6;
    static constexpr std::size_t kMaxText = 1000;
    static constexpr std::size_t kMaxHexBytes = 64;
};

/// Where a difference is in a file.
struct ComparedPlace {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::string path;
    ComparedValue value;
};

struct Difference {
    Change change = Change::Changed;
    /// Nothing where it is not.
    std::optional<ComparedPlace> left;
    std::optional<ComparedPlace> right;
    /// For people, in UTF-8: from the section inwards, with names where there are, `Body › LODs[0] › Vertices[12]`.
    /// Long names are cut.
    std::string where;
    /// Follows from another difference: a count, or an offset after what grew.
    bool derived = false;
    /// Numbers that differ, of so many. 0: they are no numbers, or not as many on both sides.
    std::uint32_t differing = 0;
    std::uint32_t numbers = 0;
    /// The farthest that a number is from its counterpart; NaN where that is no number.
    double deviation = 0;
};

/// The differences in a section.
struct DifferenceGroup {
    std::string section;
    std::vector<Difference> differences;
    /// Those that are counted and not listed.
    std::uint32_t more = 0;
};

/// Equal differences, counted.
struct Tally {
    Change change = Change::Changed;
    Subject subject = Subject::Field;
    /// Of an element its own; else that of what the differences lie in.
    schema::Role role = schema::Role::None;
    /// Only counts and offsets that follow from something else.
    bool derived = false;
    /// In UTF-8: of the animation, node … that it is or lies in; of a field, its own.
    std::string name;
    /// The new name of what was renamed.
    std::string renamed;
    std::string section;
    std::uint32_t count = 0;
    /// The farthest that a point moved.
    double farthest = 0;
};

enum class RangeKind : std::uint8_t {
    Equal,
    Changed,
    Added,
    Removed,
    Unread,  ///< of a file that is not all here: not compared
};
inline constexpr std::string_view kRangeKindNames[] = {"equal", "changed", "added", "removed", "unread"};
static_assert(hasNameOf(kRangeKindNames, RangeKind::Unread));

/// Bytes of both files that belong together. What was added or removed is empty in the other file.
struct MatchedRange {
    RangeKind kind = RangeKind::Equal;
    std::uint32_t left = 0;
    std::uint32_t leftEnd = 0;
    std::uint32_t right = 0;
    std::uint32_t rightEnd = 0;
};

struct Comparison {
    /// Byte for byte.
    bool same = false;
    /// Some bytes of a file are not here: its sections are compared by name and size.
    bool isPartial = false;
    /// In the order of the files.
    std::vector<DifferenceGroup> groups;
    std::vector<Tally> tallies;
    /// Each covers its file once, from the first byte to the last, in order.
    std::vector<MatchedRange> leftRanges;
    std::vector<MatchedRange> rightRanges;
};

/// Differences that are listed of a section, and in all; others are counted.
inline constexpr std::uint32_t kMaxSectionDifferences = 1000;
inline constexpr std::uint32_t kMaxDifferences = 5000;

[[nodiscard]] Comparison compare(const Document& left, const Document& right);

/// A part of a file at the outermost level.
struct OutlinePart {
    std::string path;
    /// The name that it goes by, in Latin-1; empty when that is its path.
    std::string label;
    schema::Role role = schema::Role::None;
    State state = State::Known;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
};

/// What another reader knows of a file whose bytes are not all here.
struct Outline {
    std::uint32_t size = 0;
    std::uint32_t version = 0;
    std::vector<OutlinePart> parts;
};

/// The same of two outlines: of a part, its name and its size.
[[nodiscard]] Comparison compare(const Outline& left, const Outline& right);

}  // namespace core
