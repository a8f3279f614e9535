#include "compare_context.h"

#include <algorithm>

#include "words.h"

namespace core::comparing {

using schema::Role;
using schema::Scalar;

namespace {

constexpr std::string_view kSeparator = " › ";

/// Characters of a name within `where`, of which there may be thousands; a name may have 64 KB.
constexpr std::size_t kMaxName = 200;

std::string shown(std::string_view name) {
    return name.size() > kMaxName ? utf8FromLatin1(name.substr(0, kMaxName)) + "…" : utf8FromLatin1(name);
}

std::string joined(const std::string& where, std::string_view name) {
    return where.empty() ? shown(name) : where + std::string(kSeparator) + shown(name);
}

bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

}  // namespace

Texts::Id Texts::idOf(std::string_view text) {
    const auto known = ids_.find(text);
    if (known != ids_.end()) return known->second;
    const auto id = static_cast<Id>(list_.size());
    list_.push_back(&ids_.emplace(text, id).first->first);
    return id;
}

bool isNamed(Role role) {
    switch (role) {
        case Role::Section:
        case Role::Piece:
        case Role::Node:
        case Role::WeightSet:
        case Role::ChildModel:
        case Role::Animation:
        case Role::Socket:
        case Role::Binding: return true;
        default: return false;
    }
}

bool isNumeric(schema::Type type) {
    return type.isScalar() && type.scalar() <= Scalar::F32;
}

bool isTuple(const std::vector<Node>& children) {
    constexpr std::size_t kMaxTuple = 4;
    return children.size() > 1 && children.size() <= kMaxTuple &&
           std::all_of(children.begin(), children.end(), [](const Node& child) {
               return child.place.kind == Place::Kind::Leaf && isNumeric(child.place.type);
           });
}

bool isConsequence(std::string_view field) {
    for (const std::string_view one :
         {"NextSectionOffset", "NormalVerts", "StringLengthTotal", "Index", "TransformationIndex"}) {
        if (field == one) return true;
    }
    if (!std::all_of(field.begin(), field.end(), isWord)) return false;
    return field.ends_with("Count") ||
           (field.size() > 3 && field.starts_with("Num") && field[3] >= 'A' && field[3] <= 'Z');
}

Context within(Texts& texts, const Context& context, const Node& node) {
    Context inner = context;
    // The field of an element is what is counted, however deep in it a value lies.
    if (inner.field == 0 && node.place.index == kNone) inner.field = texts.idOf(node.name());
    inner.where = joined(context.where, node.name());
    return inner;
}

Context into(Texts& texts, const Context& context, const Node& node, const Node* array) {
    Context inner = context;
    if (context.section == 0) {
        inner.section = texts.idOf(node.name());
        inner.where.clear();
        return inner;
    }
    if (!node.label.empty() && (isNamed(node.role) || node.role == Role::NodeTransforms)) {
        // The name of the element stands for that of its list.
        if (array != nullptr && inner.where.ends_with(array->name())) {
            inner.where.resize(inner.where.size() - array->name().size());
            if (inner.where.ends_with(kSeparator)) inner.where.resize(inner.where.size() - kSeparator.size());
        }
        inner.where = joined(inner.where, node.title());
    } else {
        inner.where += shown(node.name());
    }
    inner.field = 0;
    if (node.role != Role::None) inner.role = node.role;
    if (isNamed(node.role)) {
        inner.ownerRole = node.role;
        inner.owner = texts.idOf(node.title());
    }
    return inner;
}

std::string shownSuffix(std::string_view suffix) {
    std::string text;
    for (const char c : suffix) {
        if (c == '.') {
            text += kSeparator;
        } else {
            text += c;
        }
    }
    return text;
}

Subject subjectOf(const Texts& texts, const Context& context) {
    const std::string_view field = texts[context.field];
    switch (context.role) {
        case Role::Vertex:
            if (field == "Location" || field == "Position") return Subject::Position;
            if (field.ends_with("Normal")) return Subject::Normal;
            return field.starts_with("Weight") ? Subject::Weights : Subject::Vertex;
        case Role::Weight: return Subject::Weights;
        case Role::Face:
        case Role::Corner: return lowered(field).starts_with("texcoord") ? Subject::Texture : Subject::Face;
        case Role::Key:
        case Role::NodeTransforms:
        case Role::Deformation: return context.ownerRole == Role::Animation ? Subject::Keys : Subject::Element;
        case Role::Keyframe: return Subject::Keyframe;
        default: break;
    }
    if (context.owner == 0 && context.ownerRole == Role::None) return Subject::Field;
    return field == "Name" || field == "NodeName" || field == "AnimName" ? Subject::Name : Subject::Element;
}

Subject subjectOfUnmatched(const Node& node, const Context& context) {
    if (node.place.state == State::Unreferenced) return Subject::Unreferenced;
    if (context.role == Role::Weight) return Subject::Weights;
    return node.place.index != kNone || node.role != Role::None ? Subject::Element : Subject::Field;
}

Texts::Id nameFor(Subject subject, const Context& context) {
    switch (subject) {
        case Subject::Field: return context.field;
        case Subject::Element:
        case Subject::Keys:
        case Subject::Keyframe: return context.owner;
        default: return 0;
    }
}

Texts::Id nameForUnmatched(Texts& texts, Subject subject, const Node& node, const Context& context) {
    if (subject == Subject::Field) return texts.idOf(node.name());
    // What an animation has for each of its times.
    if (node.role == Role::Keyframe || node.role == Role::Key) return context.owner;
    if (!node.label.empty()) return texts.idOf(node.label);
    return node.place.index == kNone ? texts.idOf(node.name()) : 0;
}

Context countedAs(const Context& context, Subject subject) {
    Context counted = context;
    switch (subject) {
        case Subject::Element:
        case Subject::Name:
        case Subject::Keys:
        case Subject::Keyframe: counted.role = context.ownerRole; break;
        default: break;
    }
    return counted;
}

}  // namespace core::comparing
