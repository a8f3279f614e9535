#include "dialect.h"

#include <algorithm>

namespace abc {

using schema::Feature;
using schema::Field;
using schema::Id;
using schema::Repeat;
using schema::Scalar;
using schema::Type;

namespace {

constexpr schema::Features features(std::initializer_list<Feature> list) {
    schema::Features all = 0;
    for (const Feature feature : list) all |= static_cast<schema::Features>(feature);
    return all;
}

constexpr Version kVersions[] = {
    {6, Family::V6, 0},
    {9, Family::V9, 0},
    {12, Family::V9, features({Feature::LodWeight, Feature::AnimationUnknown, Feature::InterpolationTime})},
};

constexpr SectionKind kSections6[] = {
    {"Header", Id::HeaderSection6},       {"Nodes", Id::NodesSection6},
    {"Animation", Id::AnimationSection6}, {"Geometry", Id::GeometrySection6},
    {"AnimDims", Id::AnimDimsSection6},   {"TransformInfo", Id::TransformInfoSection6},
    {"TriStrips", Id::TriStripsSection6},
};

constexpr SectionKind kSections9[] = {
    {"Header", Id::HeaderSection},
    {"Nodes", Id::NodesSection},
    {"ChildModels", Id::ChildModelsSection},
    {"Animation", Id::AnimationSection},
    {"Pieces", Id::PiecesSection},
    {"Sockets", Id::SocketsSection},
    {"AnimBindings", Id::AnimBindingsSection},
};

}  // namespace

const Version* findVersion(std::uint32_t number) {
    const auto* row = std::find_if(std::begin(kVersions), std::end(kVersions),
                                   [number](const Version& version) { return version.number == number; });
    return row == std::end(kVersions) ? nullptr : row;
}

std::span<const SectionKind> sectionsOf(Family family) {
    return family == Family::V6 ? std::span<const SectionKind>(kSections6) : std::span<const SectionKind>(kSections9);
}

Dialect::Dialect(const Version& version) : version_(&version) {
    // Structs nest only a few levels deep, and each is measured from its own fields: no order needed.
    for (std::size_t i = 0; i < schema::kIdCount; ++i) facts_[i] = measure(static_cast<Id>(i));
}

Dialect::Facts Dialect::measure(Id id) const {
    const schema::Struct& type = schema::describe(id);
    Facts facts;
    if (type.role == schema::Role::Section) facts.shape = Shape::Container;
    const auto atLeast = [&facts](Shape shape) { facts.shape = std::max(facts.shape, shape); };
    for (const Field& field : type.fields) {
        if (!has(field)) continue;
        const Facts element = field.type.isScalar() ? Facts{schema::scalarSize(field.type.scalar()), Shape::Fixed}
                                                    : measure(field.type.id());
        if (field.repeat == Repeat::One || field.repeat == Repeat::Times) {
            const bool isString = field.type == Type(Scalar::String);
            facts.size += isString ? 2U : element.size * field.count;
            if (isString) atLeast(Shape::Inline);
        } else if (field.repeat == Repeat::Per && element.shape <= Shape::Dimensioned) {
            atLeast(Shape::Dimensioned);
        } else {
            atLeast(element.shape <= Shape::Dimensioned ? Shape::Inline : Shape::Container);
        }
    }
    return facts;
}

std::uint64_t Dialect::elementSize(Type type, Dims dims) const {
    if (type.isScalar()) return schema::scalarSize(type.scalar());
    const Id id = type.id();
    if (shape(id) == Shape::Fixed) return minimumSize(id);
    if (shape(id) != Shape::Dimensioned) return 0;
    std::uint64_t size = 0;
    for (const Field& field : schema::describe(id).fields) {
        if (!has(field)) continue;
        size += field.repeat == Repeat::Per ? elementSize(field.type, dims) * dimOf(field.var, dims)
                                            : inlineSize(*this, field);
    }
    return size;
}

std::uint32_t Dialect::offsetOf(Id id, std::size_t field) const {
    std::uint64_t offset = 0;
    const auto fields = schema::describe(id).fields;
    for (std::size_t i = 0; i < field; ++i) {
        if (has(fields[i])) offset += inlineSize(*this, fields[i]);
    }
    return static_cast<std::uint32_t>(offset);
}

std::uint64_t inlineSize(const Dialect& dialect, const Field& field) {
    return dialect.elementSize(field.type, {}) * field.count;
}

}  // namespace abc
