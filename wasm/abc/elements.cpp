#include "elements.h"

#include <algorithm>
#include <vector>

namespace abc {

using schema::Role;

namespace {

/// An element of a list by what its structs are.
struct Step {
    Role role;
    std::uint32_t index;
};

/// Whether corners of triangles are structs: else they are numbers of the triangle.
bool hasCorners(const Dialect& dialect) {
    const auto structs = dialect.version().tables.structs;
    return std::any_of(structs.begin(), structs.end(),
                       [](const schema::Struct& one) { return one.role == Role::Corner; });
}

/// Elements of the model that come before those of a list, and have no place in it.
std::uint32_t before(const Place& place) {
    return place.field != nullptr && place.field->isWithoutFirst ? place.field->count : 0;
}

/// The steps to an element, the outermost first.
std::vector<Step> stepsTo(const Element& element, const Dialect& dialect) {
    std::vector<Step> steps;
    const auto add = [&steps](Role role, std::optional<std::uint32_t> index) {
        if (index) steps.push_back({role, *index});
        return index.has_value();
    };
    const bool isV6 = familyOf(dialect) == Family::V6;
    if (element.face || element.vertex || element.piece) {
        const bool isInside = element.face || element.vertex;
        if (!isV6 && add(Role::Piece, element.piece)) add(Role::Lod, isInside ? element.lod.value_or(0) : element.lod);
        if (add(Role::Face, element.face)) {
            if (!isV6 && hasCorners(dialect)) add(Role::Corner, element.corner);
        } else if (add(Role::Vertex, element.vertex)) {
            add(Role::Weight, element.weight);
        }
    } else if (add(Role::Animation, element.animation)) {
        const bool isMovement = add(Role::NodeTransforms, element.node);
        add(isMovement ? Role::Key : Role::Keyframe, element.keyframe);
    } else if (add(Role::BindingList, element.bindingList)) {
        add(Role::Binding, element.binding);
    } else if (!add(Role::ChildModel, element.childModel) && !add(Role::WeightSet, element.weightSet) &&
               !add(Role::Socket, element.socket)) {
        add(Role::Node, element.node);
    }
    return steps;
}

/// Follows a step from a struct, and adds what it passes to the path.
std::optional<Place> follow(const Walk& walk, const Place& from, Step step, std::string& path) {
    std::optional<Place> found;
    walk.childrenFrom(from, from.start, [&](const Place& field) {
        const bool isList = field.kind == Place::Kind::Array && walk.dialect().roleOf(field.type) == step.role;
        const std::uint32_t first = isList ? before(field) : 0;
        if (!isList || step.index < first || step.index - first >= field.count) return true;
        found = walk.element(field, step.index - first);
        walk.appendName(field, path);
        walk.appendName(*found, path);
        return false;
    });
    return found;
}

}  // namespace

std::string pathOf(const Document& document, const Element& element) {
    const Walk walk = document.walk();
    const std::vector<Step> steps = stepsTo(element, document.dialect);
    std::string path;
    if (steps.empty()) {
        const auto mesh = element.piece == 0U ? document.place(schema::Id::GeometrySection6) : std::nullopt;
        if (mesh) walk.appendName(*mesh, path);
        return path;
    }
    std::optional<Place> place;
    for (const Place& section : document.firstPlaces()) {
        if (place || section.kind != Place::Kind::Struct) continue;
        path.clear();
        walk.appendName(section, path);
        place = follow(walk, section, steps[0], path);
    }
    for (std::size_t i = 1; i < steps.size() && place; ++i) place = follow(walk, *place, steps[i], path);
    return place ? path : std::string();
}

std::string listPath(const Dialect& dialect, Role role) {
    for (const SectionKind& section : dialect.version().sections) {
        if (!dialect.has(section.features)) continue;
        for (const schema::Field& field : dialect.describe(section.id).fields) {
            const bool isList = field.isRuntimeArray() && dialect.has(field) && dialect.roleOf(field.type) == role;
            if (isList) return std::string(section.name) + '.' + std::string(field.name);
        }
    }
    return {};
}

std::string labelPath(const Document& document, std::string_view path) {
    const auto place = document.walk().resolve(path);
    if (!place || place->kind != Place::Kind::Struct) return {};
    for (const schema::Field& field : document.dialect.describe(place->type.id()).fields) {
        if (field.isLabel && document.dialect.has(field)) return std::string(path) + '.' + std::string(field.name);
    }
    return {};
}

Element elementOf(const Document& document, const Place& node, std::string_view path) {
    const Walk walk = document.walk();
    Element element;
    if (path.empty()) return element;
    bool isInside = true;
    walk.ancestors(node.start, [&](const Place& place, const std::string& at) {
        if (!isInside) return;
        // What begins where the node does may lie in it.
        isInside = at != path;
        if (place.kind != Place::Kind::Struct) return;
        switch (walk.dialect().roleOf(place.type)) {
            case Role::None:
            case Role::Section:
            case Role::Deformation: break;
            case Role::Piece: element.piece = place.index; break;
            case Role::Lod: element.lod = place.index; break;
            case Role::Face: element.face = place.index; break;
            case Role::Corner: element.corner = place.index; break;
            case Role::Vertex: element.vertex = place.index; break;
            case Role::Weight: element.weight = place.index; break;
            case Role::Node:
            case Role::NodeTransforms: element.node = place.index; break;
            case Role::WeightSet: element.weightSet = place.index; break;
            case Role::ChildModel: element.childModel = place.index + before(place); break;
            case Role::Animation: element.animation = place.index; break;
            case Role::Keyframe:
            case Role::Key: element.keyframe = place.index; break;
            case Role::Socket: element.socket = place.index; break;
            case Role::BindingList: element.bindingList = place.index; break;
            case Role::Binding: element.binding = place.index; break;
        }
    });
    const bool isMesh = element.face || element.vertex;
    if (isMesh && familyOf(document.dialect) == Family::V6) element.piece = element.lod = 0;
    return element;
}

}  // namespace abc
