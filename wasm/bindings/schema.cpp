#include "schema.h"

#include <algorithm>
#include <string>

namespace bindings {
namespace {

namespace schema = abc::schema;

constexpr const char* REPEATS[] = {"one", "times", "counted", "per", "tree", "recorded"};
constexpr const char* VARS[] = {"",
                                "lodCount",
                                "nodeCount",
                                "childModelCount",
                                "animationCount",
                                "keyframeCount",
                                "childCount",
                                "deformationVertexCount",
                                "unitCount"};
static_assert(std::size(VARS) == static_cast<std::size_t>(schema::Var::Count_));

val fieldOf(const schema::Field& field) {
    const bool isScalar = field.type.isScalar();
    val out = val::object();
    out.set("name", std::string(field.name));
    out.set("type", isScalar ? std::string(schema::scalarName(field.type.scalar())) : std::string());
    out.set("struct", isScalar ? -1 : static_cast<std::int32_t>(field.type.id()));
    out.set("doc", std::string(field.doc));
    out.set("unit", std::string(field.unit));
    out.set("repeat", REPEATS[static_cast<std::size_t>(field.repeat)]);
    out.set("count", field.count);
    out.set("counter", std::string(field.counterName));
    out.set("per", VARS[static_cast<std::size_t>(field.var)]);
    out.set("sets", VARS[static_cast<std::size_t>(field.setsVar)]);
    return out;
}

/// The structs below `id` that `seen` has not got, and then itself: each stands behind what it is made of.
void collect(const abc::Dialect& dialect, schema::Id id, std::vector<schema::Id>& seen) {
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) return;
    for (const schema::Field& field : schema::describe(id).fields) {
        if (dialect.has(field) && !field.type.isScalar()) collect(dialect, field.type.id(), seen);
    }
    seen.push_back(id);
}

}  // namespace

val schemaOf(const abc::Dialect& dialect, std::span<const SchemaPart> parts) {
    std::vector<schema::Id> ids;
    for (const SchemaPart& part : parts) collect(dialect, part.id, ids);
    val out = val::object();
    out.set("version", static_cast<std::int32_t>(dialect.version().number));
    out.set("sections", arrayOf(parts, [](const SchemaPart& part) {
                val section = val::object();
                section.set("name", std::string(part.name));
                section.set("struct", static_cast<std::int32_t>(part.id));
                return section;
            }));
    out.set("structs", arrayOf(ids, [&](schema::Id id) {
                const schema::Struct& type = schema::describe(id);
                val fields = val::array();
                std::size_t i = 0;
                for (const schema::Field& field : type.fields) {
                    if (dialect.has(field)) fields.set(i++, fieldOf(field));
                }
                val entry = val::object();
                entry.set("id", static_cast<std::int32_t>(id));
                entry.set("name", std::string(type.name));
                entry.set("doc", std::string(type.doc));
                entry.set("fields", fields);
                return entry;
            }));
    return out;
}

val schemaOf(const abc::Dialect& dialect) {
    std::vector<SchemaPart> sections;
    for (const abc::SectionKind& kind : abc::sectionsOf(dialect.version().family)) {
        if (dialect.has(kind.feature)) sections.push_back({kind.name, kind.id});
    }
    return schemaOf(dialect, sections);
}

}  // namespace bindings
