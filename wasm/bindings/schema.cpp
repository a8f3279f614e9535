#include "schema.h"

#include <algorithm>
#include <string>

namespace bindings {
namespace {

namespace schema = core::schema;

val conditionOf(const schema::Condition& condition) {
    const bool isNoneOf = schema::holds(condition.values, schema::kOtherValues);
    val values = val::array();
    std::size_t count = 0;
    for (std::uint32_t value = 0; value < schema::kOtherValues; ++value) {
        if (schema::holds(condition.values, value) != isNoneOf) values.set(count++, value);
    }
    val out = val::object();
    out.set("field", std::string(condition.name));
    out.set("isNoneOf", isNoneOf);
    out.set("values", values);
    return out;
}

val fieldOf(const core::Dialect& dialect, const schema::Field& field) {
    const bool isScalar = field.type.isScalar();
    const bool isTree = field.repeat == schema::Repeat::Tree;
    val out = val::object();
    out.set("name", std::string(field.name));
    out.set("type", isScalar ? enumName(schema::kScalarNames, field.type.scalar()) : std::string());
    out.set("struct", isScalar ? -1 : static_cast<std::int32_t>(field.type.id().index()));
    out.set("doc", std::string(field.doc));
    out.set("unit", std::string(field.unit));
    out.set("refers", std::string(dialect.nameOf(field.refers)));
    out.set("repeat", enumName(schema::kRepeatNames, field.repeat));
    const auto count = static_cast<std::int32_t>(field.count);
    out.set("count", field.isWithoutFirst ? -count : count);
    out.set("counter", std::string(field.counterName));
    out.set("per", std::string(isTree ? "" : dialect.nameOf(field.var)));
    out.set("sets", std::string(dialect.nameOf(field.setsVar)));
    out.set("mask", field.varMask);
    out.set("layout", std::string(dialect.nameOf(field.layout)));
    val conditions = val::array();
    std::size_t set = 0;
    for (const schema::Condition& condition : field.conditions) {
        if (condition.isSet()) conditions.set(set++, conditionOf(condition));
    }
    out.set("onlyIf", conditions);
    return out;
}

/// The structs below `id` that `seen` has not got, and then itself: each stands after what it is made of.
void collect(const core::Dialect& dialect, schema::StructId id, std::vector<schema::StructId>& seen) {
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) return;
    for (const schema::Field& field : dialect.describe(id).fields) {
        if (dialect.has(field) && !field.type.isScalar()) collect(dialect, field.type.id(), seen);
    }
    seen.push_back(id);
}

}  // namespace

val schemaOf(const core::Dialect& dialect, std::span<const SchemaPart> parts) {
    std::vector<schema::StructId> ids;
    for (const SchemaPart& part : parts) collect(dialect, part.id, ids);
    val out = val::object();
    out.set("version", static_cast<std::int32_t>(dialect.version().number));
    out.set("sections", arrayOf(parts, [](const SchemaPart& part) {
                val section = val::object();
                section.set("name", std::string(part.name));
                section.set("struct", static_cast<std::int32_t>(part.id.index()));
                return section;
            }));
    out.set("structs", arrayOf(ids, [&](schema::StructId id) {
                const schema::Struct& type = dialect.describe(id);
                val fields = val::array();
                std::size_t i = 0;
                for (const schema::Field& field : type.fields) {
                    if (dialect.has(field)) fields.set(i++, fieldOf(dialect, field));
                }
                val entry = val::object();
                entry.set("id", static_cast<std::int32_t>(id.index()));
                entry.set("name", std::string(type.name));
                entry.set("role", enumName(schema::kRoleNames, type.role));
                entry.set("doc", std::string(type.doc));
                entry.set("fields", fields);
                return entry;
            }));
    out.set("ambiguities", arrayOf(dialect.version().ambiguities, [](const core::Ambiguity& ambiguity) {
                val entry = val::object();
                entry.set("struct", static_cast<std::int32_t>(ambiguity.section.index()));
                entry.set("subject", std::string(ambiguity.subject));
                entry.set("variants", arrayOf(ambiguity.variants, [](const core::Variant& variant) {
                              return val(std::string(variant.words));
                          }));
                return entry;
            }));
    return out;
}

val schemaOf(const core::Dialect& dialect) {
    std::vector<SchemaPart> sections;
    for (const core::SectionKind& kind : dialect.version().sections) {
        if (dialect.has(kind.features)) sections.push_back({kind.name, kind.id});
    }
    return schemaOf(dialect, sections);
}

}  // namespace bindings
