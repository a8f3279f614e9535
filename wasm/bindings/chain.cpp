#include "chain.h"

#include "abc/chain.h"
#include "abc/codes.h"
#include "abc/schema_common.h"
#include "core/words.h"
#include "findings.h"

namespace bindings {

val chain(const val& bytes, std::uint32_t start, std::uint32_t fileSize, std::uint32_t offset, std::uint32_t most) {
    const auto held = emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes);
    const abc::Window window{std::as_bytes(std::span(held)), start, fileSize};
    val sections = val::array();
    std::uint32_t count = 0;
    abc::Section last;
    const abc::ChainStop stop = abc::followChain(window, offset, [&](const abc::Section& section) {
        const abc::Text type{section.type.offset - start, section.type.length};
        val entry = val::object();
        const std::string_view name = abc::view(window.bytes, type);
        entry.set("type", abc::utf8FromLatin1(name));
        entry.set("path", abc::sectionPath(name, 0));
        entry.set("offset", section.offset);
        entry.set("size", section.end - section.offset);
        entry.set("next", section.next);
        sections.set(count++, entry);
        last = section;
        return count < most;
    });
    abc::Findings findings(abc::catalogue());
    const std::string field(abc::schema::kSectionNextName);
    abc::findChainEnd(findings, stop, last, {stop.offset, 4, field}, fileSize);
    val out = val::object();
    out.set("sections", sections);
    out.set("next", stop.end ? val::null() : val(stop.offset));
    out.set("findings", findingsList(findings));
    return out;
}

}  // namespace bindings
