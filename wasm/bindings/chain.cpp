#include "chain.h"

#include "abc/chain.h"
#include "abc/codes.h"
#include "abc/schema_common.h"
#include "core/words.h"
#include "findings.h"
#include "from_js.h"

namespace bindings {
namespace {

val part(const val& sections, const val& next, const val& findings) {
    val out = val::object();
    out.set("sections", sections);
    out.set("next", next);
    out.set("findings", findings);
    return out;
}

val partOf(const val& bytes, std::uint32_t start, std::uint32_t fileSize, std::uint32_t offset, std::uint32_t most) {
    const auto held = bytesOf(bytes);
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
    return part(sections, stop.end ? val::null() : val(stop.offset), findingsList(findings));
}

}  // namespace

val chain(const val& bytes, std::uint32_t start, std::uint32_t fileSize, std::uint32_t offset, std::uint32_t most) {
    try {
        return partOf(bytes, start, fileSize, offset, most);
    } catch (const std::bad_alloc&) {
        return part(val::array(), val::null(), outOfMemoryList());
    } catch (const std::exception&) {
        return part(val::array(), val::null(), val::array());
    }
}

}  // namespace bindings
