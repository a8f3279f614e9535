#include "findings.h"

#include <string>

namespace bindings {
namespace {

constexpr const char* SEVERITIES[] = {"error", "warning", "information", "hint"};
constexpr const char* ENGINES[] = {"unknown", "unaffected", "flawed", "refused"};

void setPlace(val& out, const abc::FindingPlace& place) {
    out.set("offset", place.offset);
    out.set("length", place.length);
    out.set("path", place.path);
}

}  // namespace

val findingsList(const abc::Findings& findings) {
    return arrayOf(findings.list(), [](const abc::Finding& finding) {
        const abc::CodeInfo& info = abc::describe(finding.code);
        val out = val::object();
        out.set("code", std::string(info.name));
        out.set("severity", SEVERITIES[static_cast<std::size_t>(info.severity)]);
        out.set("message", finding.message);
        out.set("effect", finding.effect);
        out.set("remedy", finding.remedy);
        setPlace(out, finding.place());
        out.set("count", finding.count);
        out.set("places", arrayOf(finding.places, [](const abc::FindingPlace& place) {
                    val entry = val::object();
                    setPlace(entry, place);
                    return entry;
                }));
        return out;
    });
}

val catalogue(std::span<const abc::CodeInfo> entries) {
    return arrayOf(entries, [](const abc::CodeInfo& info) {
        val out = val::object();
        out.set("code", std::string(info.name));
        out.set("severity", SEVERITIES[static_cast<std::size_t>(info.severity)]);
        out.set("engine", ENGINES[static_cast<std::size_t>(info.engine)]);
        out.set("message", std::string(info.message));
        out.set("effect", std::string(info.effect));
        out.set("remedy", std::string(info.remedy));
        return out;
    });
}

}  // namespace bindings
