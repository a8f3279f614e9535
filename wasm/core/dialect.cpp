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

constexpr schema::Features kCommon = features({Feature::WordVertexCounts, Feature::WeightSetsLast});
constexpr schema::Features kKeys13 = features({Feature::TrackUnknown, Feature::KeyUnknowns});

constexpr std::string_view kAnimationSubject = "the bytes between the name and the keyframe count of an animation";
constexpr Layout kNeither{0, "neither Unknown nor InterpolationTime"};
constexpr Layout kUnknownOnly{features({Feature::AnimationUnknown}), "Unknown only"};
constexpr Layout kBoth{features({Feature::AnimationUnknown, Feature::InterpolationTime}),
                       "Unknown and InterpolationTime"};
constexpr Layout kAnimation10[] = {kUnknownOnly, kBoth, kNeither};
constexpr Layout kAnimation11[] = {kBoth, kUnknownOnly, kNeither};

constexpr std::string_view kChildSubject = "the size of a child model's transforms";
constexpr Layout kChildTransforms[] = {
    {0, "28 bytes"},
    {features({Feature::ChildTransformUnknowns}), "36 bytes"},
};

/// All are of one size: StringCount and StringLengthTotal are the two words that match the strings of the file.
constexpr Layout kHeaderWords[] = {
    {features({Feature::HeaderUnknownFirst}), "before StringCount"},
    {features({Feature::HeaderUnknownMiddle}), "between StringCount and StringLengthTotal"},
    {features({Feature::HeaderUnknownLast}), "behind StringLengthTotal"},
};

/// No data at all: what stands there is kept as it is.
constexpr Layout kHitGroupLayouts[] = {
    {features({Feature::HitGroups}), "groups of entries, four floats and four shorts"},
    {0, "none that is known"},
};

constexpr Dispute kDisputes10[] = {{Id::AnimationSection, Dispute::By::Width, kAnimationSubject, kAnimation10}};
constexpr Dispute kDisputes11[] = {{Id::AnimationSection, Dispute::By::Width, kAnimationSubject, kAnimation11}};
constexpr Dispute kDisputes13[] = {
    {Id::HeaderSection, Dispute::By::Strings, "the place of the header's unknown word", kHeaderWords},
    {Id::ChildModelsSection, Dispute::By::Width, kChildSubject, kChildTransforms},
};
constexpr Dispute kDisputes108[] = {
    {Id::ChildModelsSection, Dispute::By::Width, kChildSubject, kChildTransforms},
    {Id::HitGroupsSection, Dispute::By::Width, "the content of HitGroups", kHitGroupLayouts},
};

constexpr Version kVersions[] = {
    {6, Family::V6, 0},
    {9, Family::V9, kCommon},
    {10, Family::V9, kCommon | features({Feature::LodWeight}), kDisputes10},
    {11, Family::V9, kCommon | features({Feature::LodWeight}), kDisputes11},
    {12, Family::V9, kCommon | features({Feature::LodWeight}) | kBoth.features},
    {13, Family::V9, kCommon | features({Feature::LodWeight}) | kBoth.features | kKeys13, kDisputes13},
    {108, Family::V9,
     features({Feature::LodWeight, Feature::ByteVertexCounts, Feature::WeightSetsFirst, Feature::Extras108}) |
         kBoth.features | kKeys13,
     kDisputes108},
};

constexpr SectionKind kSections6[] = {
    {"Header", Id::HeaderSection6},
    {"Geometry", Id::GeometrySection6},
    {"Nodes", Id::NodesSection6},
    {"Animation", Id::AnimationSection6},
    {"AnimDims", Id::AnimDimsSection6, true},
    {"TransformInfo", Id::TransformInfoSection6, true},
    {"TriStrips", Id::TriStripsSection6, true},
};

constexpr SectionKind kSections9[] = {
    {"Header", Id::HeaderSection},
    {"Pieces", Id::PiecesSection},
    {"Nodes", Id::NodesSection},
    {"ChildModels", Id::ChildModelsSection},
    {"Animation", Id::AnimationSection},
    {"Sockets", Id::SocketsSection},
    {"AnimBindings", Id::AnimBindingsSection},
    {"HitGroups", Id::HitGroupsSection, true, Feature::Extras108},
};

schema::Features likeliest(const Version& version) {
    schema::Features all = version.features;
    for (const Dispute& dispute : version.disputes) all |= dispute.layouts[0].features;
    return all;
}

}  // namespace

const Version* findVersion(std::uint32_t number) {
    const auto* row = std::find_if(std::begin(kVersions), std::end(kVersions),
                                   [number](const Version& version) { return version.number == number; });
    return row == std::end(kVersions) ? nullptr : row;
}

std::span<const SectionKind> sectionsOf(Family family) {
    return family == Family::V6 ? std::span<const SectionKind>(kSections6) : std::span<const SectionKind>(kSections9);
}

Dialect::Dialect(const Version& version) : Dialect(version, likeliest(version)) {}

Dialect::Dialect(const Version& version, schema::Features features) : version_(&version), features_(features) {
    // Structs nest only a few levels deep, and each is measured from its own fields: no order needed.
    for (std::size_t i = 0; i < schema::kIdCount; ++i) facts_[i] = measure(static_cast<Id>(i));
}

Dialect Dialect::with(const Dispute& dispute, const Layout& layout) const {
    schema::Features changed = features_;
    for (const Layout& other : dispute.layouts) changed &= ~other.features;
    return {*version_, changed | layout.features};
}

Id Dialect::sectionId(std::string_view name) const {
    for (const SectionKind& kind : sectionsOf(version_->family)) {
        if (kind.name == name && has(kind.feature)) return kind.id;
    }
    return Id::UnknownSection;
}

bool Dialect::describesData(Id section) const {
    // The first two fields are those of every section.
    const auto data = schema::describe(section).fields.subspan(2);
    return std::any_of(data.begin(), data.end(), [this](const Field& field) { return has(field); });
}

Dialect::Facts Dialect::measure(Id id) const {
    const schema::Struct& type = schema::describe(id);
    Facts facts;
    if (type.role == schema::Role::Section) facts.shape = Shape::Container;
    const auto atLeast = [&facts](Shape shape) { facts.shape = std::max(facts.shape, shape); };
    for (const Field& field : type.fields) {
        if (!has(field)) continue;
        const Facts element = field.type.isScalar() ? Facts{schema::scalarSize(field.type.scalar()), Shape::Fixed, 1}
                                                    : measure(field.type.id());
        facts.tints += tints(field, element.tints);
        if (field.repeat == Repeat::One || field.repeat == Repeat::Times) {
            const bool isString = field.type == Type(Scalar::String);
            facts.size += isString ? 2U : element.size * field.count;
            if (isString) atLeast(Shape::Inline);
        } else if (field.repeat == Repeat::Recorded) {
            atLeast(Shape::Container);
        } else if (field.repeat == Repeat::Per && element.shape <= Shape::Dimensioned) {
            atLeast(Shape::Dimensioned);
        } else {
            atLeast(element.shape <= Shape::Dimensioned ? Shape::Inline : Shape::Container);
        }
    }
    // The numbers of a vector are one field to the eye.
    if (type.role == schema::Role::None && type.fields[0].type.isScalar()) facts.tints = 1;
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
