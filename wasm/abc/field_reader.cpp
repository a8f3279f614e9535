#include "field_reader.h"

namespace abc {

namespace {

const schema::Field* firstIn(const Dialect& dialect, schema::StructId holder, FieldName name) {
    for (const schema::Field& field : dialect.describe(holder).fields) {
        if (!dialect.has(field)) continue;
        if (name(field)) return &field;
        const auto* const inner = field.type.isScalar() ? nullptr : firstIn(dialect, field.type.id(), name);
        if (inner != nullptr) return inner;
    }
    return nullptr;
}

}  // namespace

const schema::Field& fieldWith(const Dialect& dialect, FieldName name) {
    const schema::Field* found = nullptr;
    for (const SectionKind& section : dialect.version().sections) {
        if (found == nullptr) found = firstIn(dialect, section.id, name);
    }
    assert(found != nullptr);
    return *found;
}

schema::Id sectionWith(const Dialect& dialect, FieldName field) {
    const auto sections = dialect.version().sections;
    const auto found = std::find_if(sections.begin(), sections.end(),
                                    [&](const SectionKind& kind) { return field.isIn(dialect.describe(kind.id)); });
    assert(found != sections.end());
    return static_cast<schema::Id>(found->id.index());
}

}  // namespace abc
