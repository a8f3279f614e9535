#include "field_reader.h"

namespace abc {

schema::Id sectionWith(const Dialect& dialect, FieldName field) {
    const auto sections = dialect.version().sections;
    const auto found = std::find_if(sections.begin(), sections.end(),
                                    [&](const SectionKind& kind) { return field.isIn(dialect.describe(kind.id)); });
    assert(found != sections.end());
    return static_cast<schema::Id>(found->id.index());
}

}  // namespace abc
