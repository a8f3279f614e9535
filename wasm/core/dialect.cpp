#include "dialect.h"

#include <algorithm>

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;
using schema::StructId;
using schema::Type;

namespace {

/// Whether such a field needs records of its own: its elements differ in size, or in each list are of another one.
bool holdsRecords(const Field& field, Dialect::Shape element) {
    if (field.repeat == Repeat::Recorded) return true;
    const bool differs = field.repeat == Repeat::Counted && element == Dialect::Shape::Dimensioned;
    return field.isRuntimeArray() && (differs || element > Dialect::Shape::Dimensioned);
}

schema::Features likeliest(const Version& version) {
    schema::Features all = version.features;
    for (const Ambiguity& ambiguity : version.ambiguities) all |= ambiguity.variants[0].features;
    return all;
}

}  // namespace

Dialect::Dialect(const Version& version) : Dialect(version, likeliest(version)) {}

Dialect::Dialect(const Version& version, schema::Features features) : version_(&version), features_(features) {
    // Structs nest only a few levels deep, and each is measured from its own fields: no order needed.
    for (std::size_t i = 0; i < version.tables.structs.size(); ++i) facts_[i] = measure(StructId(i));
}

Dialect Dialect::with(const Ambiguity& ambiguity, const Variant& variant) const {
    schema::Features changed = features_;
    for (const Variant& other : ambiguity.variants) changed &= ~other.features;
    return {*version_, changed | variant.features};
}

const schema::Field* Dialect::fieldNamed(const schema::Struct& holder, std::string_view name) const {
    const auto found = std::find_if(holder.fields.begin(), holder.fields.end(),
                                    [&](const schema::Field& field) { return has(field) && field.name == name; });
    return found == holder.fields.end() ? nullptr : &*found;
}

std::optional<StructId> Dialect::sectionId(std::string_view name) const {
    for (const SectionKind& kind : version_->sections) {
        if (kind.name == name && has(kind.features)) return kind.id;
    }
    return std::nullopt;
}

bool Dialect::describesData(StructId section) const {
    const auto fields = describe(section).fields;
    return std::any_of(fields.begin(), fields.end(),
                       [this](const Field& field) { return !field.isHead && has(field); });
}

Dialect::Facts Dialect::measure(StructId id) const {
    const schema::Struct& type = describe(id);
    Facts facts;
    if (type.role == schema::Role::Section) facts.shape = Shape::Container;
    const auto atLeast = [&facts](Shape shape) { facts.shape = std::max(facts.shape, shape); };
    for (const Field& field : type.fields) {
        if (!has(field)) continue;
        const Facts element = field.type.isScalar() ? Facts{schema::scalarSize(field.type.scalar()), Shape::Fixed, 1}
                                                    : measure(field.type.id());
        facts.fieldCount += fieldCount(field, element.fieldCount);
        if (field.isConditional()) {
            atLeast(holdsRecords(field, element.shape) ? Shape::Container : Shape::Inline);
            continue;
        }
        if (field.isOfBits()) {
            atLeast(Shape::Dimensioned);
            continue;
        }
        if (field.repeat == Repeat::One || field.repeat == Repeat::Times) {
            const bool isString = field.type == Type(Scalar::String);
            const bool isTerminated = field.type == Type(Scalar::CString);
            facts.size += isString ? 2U : isTerminated ? 1U : element.size * field.count;
            if (isString || isTerminated) atLeast(Shape::Inline);
        } else if (holdsRecords(field, element.shape)) {
            atLeast(Shape::Container);
        } else {
            atLeast(field.repeat == Repeat::Per ? Shape::Dimensioned : Shape::Inline);
        }
    }
    // The numbers of a vector are one field to a reader.
    if (type.role == schema::Role::None && type.fields[0].type.isScalar()) facts.fieldCount = 1;
    return facts;
}

bool Dialect::sizeTellsAll(schema::StructId id) const {
    int variable = 0;
    for (const Field& field : describe(id).fields) {
        if (!has(field)) continue;
        if (field.isConditional()) return false;
        variable += field.type == Type(Scalar::String) || field.repeat == Repeat::Counted ? 1 : 0;
    }
    return variable < 2 && shape(id) != Shape::Container;
}

std::uint64_t Dialect::elementSize(Type type, Dims dims) const {
    if (type.isScalar()) return schema::scalarSize(type.scalar());
    const StructId id = type.id();
    if (shape(id) == Shape::Fixed) return minimumSize(id);
    if (shape(id) != Shape::Dimensioned) return 0;
    std::uint64_t size = 0;
    for (const Field& field : describe(id).fields) {
        if (!has(field) || isAbsent(field, dims)) continue;
        size += field.repeat == Repeat::Per ? elementSize(field.type, dims) * field.countFor(dimOf(field.var, dims))
                                            : inlineSize(*this, field);
    }
    return size;
}

std::uint32_t Dialect::offsetOf(StructId id, std::size_t field) const {
    std::uint64_t offset = 0;
    const auto fields = describe(id).fields;
    for (std::size_t i = 0; i < field; ++i) {
        assert(!has(fields[i]) || (!fields[i].isRuntimeArray() && fields[i].type != Type(Scalar::String)));
        if (has(fields[i])) offset += inlineSize(*this, fields[i]);
    }
    return static_cast<std::uint32_t>(offset);
}

std::uint64_t inlineSize(const Dialect& dialect, const Field& field) {
    return dialect.elementSize(field.type, {}) * field.count;
}

}  // namespace core
