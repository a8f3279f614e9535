#include "findings.h"

#include <string>

namespace bindings {
namespace {

void setPlace(val& out, const core::FindingPlace& place) {
    out.set("offset", place.offset);
    out.set("length", place.length);
    out.set("path", place.path);
}

}  // namespace

val outOfMemoryList() {
    constexpr const core::CodeInfo& info = core::kOutOfMemory;
    // String literals: to JavaScript without a copy in C++.
    val finding = val::object();
    finding.set("code", info.name.data());
    finding.set("severity", core::nameOf(core::kSeverityNames, info.severity).data());
    finding.set("message", info.message.data());
    finding.set("effect", info.effect.data());
    finding.set("remedy", info.remedy.data());
    finding.set("source", "");
    finding.set("fix", "");
    val place = val::object();
    for (val* entry : {&finding, &place}) {
        entry->set("offset", 0);
        entry->set("length", 0);
        entry->set("path", "");
    }
    finding.set("count", 1);
    val places = val::array();
    places.set(0, place);
    finding.set("places", places);
    val out = val::array();
    out.set(0, finding);
    return out;
}

val findingsList(const core::Findings& findings) {
    return arrayOf(findings.list(), [](const core::Finding& finding) {
        const core::CodeInfo& info = *finding.info;
        val out = val::object();
        out.set("code", std::string(info.name));
        out.set("severity", enumName(core::kSeverityNames, info.severity));
        out.set("message", finding.message);
        out.set("effect", finding.effect);
        out.set("remedy", finding.remedy);
        out.set("source", std::string(info.source));
        out.set("fix", std::string(finding.fix));
        setPlace(out, finding.place());
        out.set("count", finding.count);
        out.set("places", arrayOf(finding.places, [](const core::FindingPlace& place) {
                    val entry = val::object();
                    setPlace(entry, place);
                    return entry;
                }));
        return out;
    });
}

val catalogue(std::span<const core::CodeInfo> entries) {
    return arrayOf(entries, [](const core::CodeInfo& info) {
        val out = val::object();
        out.set("code", std::string(info.name));
        out.set("severity", enumName(core::kSeverityNames, info.severity));
        out.set("engine", enumName(core::kEngineNames, info.engine));
        out.set("modelEdit", enumName(core::kEngineNames, info.modelEdit()));
        out.set("message", std::string(info.message));
        out.set("effect", std::string(info.effect));
        out.set("remedy", std::string(info.remedy));
        out.set("source", std::string(info.source));
        out.set("fix", std::string(info.fix));
        return out;
    });
}

}  // namespace bindings
