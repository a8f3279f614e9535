// Where the walk through two files stands, and what a difference there is about.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compare.h"

namespace core::comparing {

/// A place in the structure with what it is called.
struct Node {
    Place place;
    std::string path;
    /// Where in the path its own name begins.
    std::uint32_t nameAt = 0;
    schema::Role role = schema::Role::None;
    /// The name that the file gives it, in Latin-1; empty when it has none. In the bytes of the file.
    std::string_view label;

    /// `Pieces`, `LODs`, `[3]`
    [[nodiscard]] std::string_view name() const { return std::string_view(path).substr(nameAt); }
    /// What it is known by: its label, or else its name.
    [[nodiscard]] std::string_view title() const {
        return role == schema::Role::Section || label.empty() ? name() : label;
    }
    [[nodiscard]] std::uint32_t size() const { return place.end - place.start; }
};

/// Numbers for texts, which may be as long as the file says: equal texts have one number. 0 is the empty one.
class Texts {
public:
    using Id = std::uint32_t;
    Texts() { static_cast<void>(idOf({})); }
    [[nodiscard]] Id idOf(std::string_view text);
    /// In Latin-1, as it was given.
    [[nodiscard]] std::string_view operator[](Id id) const { return *list_[id]; }

private:
    std::map<std::string, Id, std::less<>> ids_;
    std::vector<const std::string*> list_;
};

/// Where the walk stands.
struct Context {
    Texts::Id section = 0;
    /// UTF-8.
    std::string where;
    /// Role of the innermost element, and the field of it.
    schema::Role role = schema::Role::None;
    Texts::Id field = 0;
    /// The innermost element that has a name.
    schema::Role ownerRole = schema::Role::None;
    Texts::Id owner = 0;
};

/// What is counted.
struct Counted {
    Subject subject = Subject::Element;
    Texts::Id name = 0;
    Texts::Id renamed = 0;
    double farthest = 0;
    std::uint32_t count = 1;
};

/// Elements that are known by their names.
[[nodiscard]] bool isNamed(schema::Role role);
[[nodiscard]] bool isNumeric(schema::Type type);
/// A struct of a few numbers: a vector, a quaternion, a texture coordinate.
[[nodiscard]] bool isTuple(const std::vector<Node>& children);
/// Whether a field of this name only says how much of something else there is, or where that stands.
[[nodiscard]] bool isConsequence(std::string_view field);

/// The context of a field.
[[nodiscard]] Context within(Texts& texts, const Context& context, const Node& node);
/// The context of an element of a list, or of a section. `array` is null for what is in no list.
[[nodiscard]] Context into(Texts& texts, const Context& context, const Node& node, const Node* array);
/// `.Vertices[1].Texcoord` as `where` has it.
[[nodiscard]] std::string shownSuffix(std::string_view suffix);

/// What a difference in a field is about.
[[nodiscard]] Subject subjectOf(const Texts& texts, const Context& context);
[[nodiscard]] Subject subjectOfUnmatched(const Node& node, const Context& context);
/// The name to count under: of a field its own, of what is in a named element that element's.
[[nodiscard]] Texts::Id nameFor(Subject subject, const Context& context);
/// The same for what only one file has: its own, of a key or keyframe its animation's.
[[nodiscard]] Texts::Id nameForUnmatched(Texts& texts, Subject subject, const Node& node, const Context& context);
/// The context to count in: what is said of a named element counts under its role.
[[nodiscard]] Context countedAs(const Context& context, Subject subject);

}  // namespace core::comparing
