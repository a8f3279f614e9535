#include "structure.h"

#include <algorithm>
#include <exception>

#include "core/query.h"
#include "core/words.h"
#include "findings.h"

namespace bindings {
namespace {

using core::Place;
using core::schema::Scalar;

/// Null when it is text or bytes.
val numberAt(Scalar type, const core::FileBytes& bytes, std::uint32_t offset) {
    switch (type) {
        case Scalar::U8: return val(core::load<std::uint8_t>(bytes, offset));
        case Scalar::I8: return val(core::load<std::int8_t>(bytes, offset));
        case Scalar::U16: return val(core::load<std::uint16_t>(bytes, offset));
        case Scalar::I16: return val(core::load<std::int16_t>(bytes, offset));
        case Scalar::U32: return val(core::load<std::uint32_t>(bytes, offset));
        case Scalar::I32: return val(core::load<std::int32_t>(bytes, offset));
        case Scalar::F32: return val(core::load<float>(bytes, offset));
        case Scalar::String:
        case Scalar::Bytes:
        case Scalar::Chars:
        case Scalar::CString:
        case Scalar::Number:
        case Scalar::Word:
        case Scalar::Quoted:
        case Scalar::Space: break;
    }
    return val::null();
}

/// The columns of `StateRanges` in types.ts.
val ranges(const std::vector<std::uint32_t>& starts, const std::vector<std::uint32_t>& ends,
           const std::vector<std::uint8_t>& states) {
    val out = val::object();
    out.set("start", copied(starts));
    out.set("end", copied(ends));
    out.set("state", copied(states));
    return out;
}

}  // namespace

val StructureFile::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        outOfMemory();
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

void StructureFile::parse() {
    lastSection_.reset();
    try {
        read(bytes_);
    } catch (const std::exception&) {
        outOfMemory();
    }
}

// An empty document, no findings and empty vectors allocate nothing.
// NOLINTNEXTLINE(bugprone-exception-escape)
void StructureFile::outOfMemory() noexcept {
    isOutOfMemory_ = true;
    document_.emplace(core::Bytes(), core::kNoVersion);
    findings_ = {};
    verdict_ = {};
    editorVerdict_ = {};
    clear();
    bytes_ = {};
}

val StructureFile::text(core::Text text) const {
    return val(core::utf8FromLatin1(document_->text(text)));
}

std::string StructureFile::labelOf(const Place& place) const {
    return std::string(document_->text(document_->walk().label(place)));
}

val StructureFile::commonInfo() const {
    val out = val::object();
    out.set("format", enumName(core::kFormatNames, document_->format));
    out.set("size", document_->bytes.size());
    out.set("version", document_->version);
    return out;
}

val StructureFile::infoWithoutModel() const {
    val out = commonInfo();
    out.set("header", val::object());
    out.set("sections", sectionList());
    for (const char* none : {"token", "commandString"}) out.set(none, "");
    for (const char* list : {"pieces", "nodes", "animations", "childModels", "sockets", "weightSets", "bindings"}) {
        out.set(list, val::array());
    }
    val counts = val::object();
    for (const char* count : {"faces", "vertices", "weights", "keyframes"}) counts.set(count, 0);
    out.set("counts", counts);
    out.set("lodCount", 0);
    out.set("transformInfo", val::null());
    val space = val::object();
    space.set("mirrorZ", false);
    space.set("frontSign", 1);
    out.set("space", space);
    out.set("restAnimation", -1);
    out.set("features", featuresObject({}));
    out.set("edits", editsObject({}));
    out.set("conversions", val::array());
    return out;
}

val StructureFile::sectionList() const {
    return arrayOf(document_->sections, [&](const core::Section& section) {
        val entry = val::object();
        entry.set("type", core::utf8FromLatin1(document_->name(section)));
        entry.set("offset", section.offset);
        entry.set("size", section.end - section.offset);
        entry.set("next", section.next);
        return entry;
    });
}

val StructureFile::fieldsOf(const char* path) const {
    val out = val::object();
    const core::Walk walk = document_->walk();
    const auto parent = walk.resolve(path);
    if (!parent) return out;
    walk.children(*parent, {}, 0, core::kNone, [&](const Place& place, const std::string&) {
        if (place.field == nullptr) return;
        const std::string name(place.field->name);
        if (place.kind == Place::Kind::Array) {
            val list = val::array();
            for (std::uint32_t i = 0; i < place.count; ++i)
                list.set(i, core::load<float>(document_->bytes, place.start + 4 * i));
            out.set(name, list);
        } else if (name == "CommandString" && place.type == core::schema::Type(Scalar::String)) {
            out.set(name, text(core::loadText(document_->bytes, place.start)));
        } else if (place.type.isScalar() && !place.field->isHead) {
            const val number = numberAt(place.type.scalar(), document_->bytes, place.start);
            if (!number.isNull()) out.set(name, number);
        }
    });
    return out;
}

val StructureFile::findings() const {
    return isOutOfMemory_ ? outOfMemoryList() : findingsList(findings_);
}

std::uint32_t StructureFile::sectionAt(std::uint32_t offset) const {
    const auto& sections = document_->sections;
    const auto after =
        std::upper_bound(sections.begin(), sections.end(), offset,
                         [](std::uint32_t at, const core::Section& section) { return at < section.offset; });
    if (after == sections.begin() || offset >= (after - 1)->end) return kNoSection;
    return static_cast<std::uint32_t>(after - sections.begin() - 1);
}

val StructureFile::engine() const {
    return verdictObject(verdict_);
}

val StructureFile::modelEdit() const {
    return verdictObject(editorVerdict_);
}

val StructureFile::verdictObject(const core::EngineVerdict& verdict) const {
    val out = val::object();
    out.set("verdict", enumName(core::kVerdictNames, verdict.verdict));
    if (isOutOfMemory_) {
        out.set("reason", core::kOutOfMemory.message.data());
    } else {
        out.set("reason", verdict.reason);
    }
    return out;
}

val StructureFile::coverage() const {
    const core::Coverage sums = core::coverage(document_->records, static_cast<std::uint32_t>(document_->bytes.size()));
    val out = val::object();
    out.set("known", sums.known);
    out.set("opaque", sums.opaque);
    out.set("unreferenced", sums.unreferenced);
    out.set("unparsed", sums.unparsed);
    return out;
}

val StructureFile::notKnown() const {
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> ends;
    std::vector<std::uint8_t> states;
    for (const auto& [start, end, state] : core::notKnown(document_->records)) {
        starts.push_back(start);
        ends.push_back(end);
        states.push_back(static_cast<std::uint8_t>(state));
    }
    return ranges(starts, ends, states);
}

val StructureFile::leaves(std::uint32_t start, std::uint32_t end) const {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> lengths;
    std::vector<std::uint8_t> types;
    std::vector<std::uint8_t> states;
    std::vector<std::uint32_t> sections;
    std::vector<std::uint8_t> parities;
    document_->walk().leaves(start, end, false, [&](const Place& leaf, const std::string&) {
        offsets.push_back(leaf.start);
        lengths.push_back(leaf.end - leaf.start);
        types.push_back(leaf.type.code());
        states.push_back(static_cast<std::uint8_t>(leaf.state));
        sections.push_back(sectionAt(leaf.start));
        parities.push_back(leaf.parity ? 1 : 0);
    });
    val out = val::object();
    out.set("offset", copied(offsets));
    out.set("length", copied(lengths));
    out.set("type", copied(types));
    out.set("state", copied(states));
    out.set("section", copied(sections));
    out.set("parity", copied(parities));
    return out;
}

val StructureFile::paths(std::uint32_t start, std::uint32_t end) const {
    val out = val::array();
    std::size_t i = 0;
    document_->walk().leaves(start, end, true, [&](const Place&, const std::string& path) { out.set(i++, path); });
    return out;
}

val StructureFile::node(const Place& place, const std::string& path, std::string_view name) const {
    const core::Walk walk = document_->walk();
    if (name.starts_with('.')) name.remove_prefix(1);
    const bool isStruct = !place.type.isScalar();
    const auto* description = isStruct ? &walk.dialect().describe(place.type.id()) : nullptr;
    std::string_view doc;
    std::string_view unit;
    core::schema::Refers refers;
    if (place.field != nullptr) {
        doc = place.field->doc;
        unit = place.field->unit;
        if (place.kind == Place::Kind::Leaf) refers = place.field->refers;
    } else if (place.kind == Place::Kind::Leaf && place.state == core::State::Known) {
        doc = walk.dialect().version().contentDoc;
    }
    // An element says what it is; the array says what its elements are for.
    if (description != nullptr && (doc.empty() || place.index != core::kNone)) doc = description->doc;
    const bool isElementOrSingle = place.kind == Place::Kind::Struct;
    val out = val::object();
    out.set("path", path);
    out.set("name", std::string(name));
    out.set("type", description != nullptr ? std::string(description->name)
                                           : enumName(core::schema::kScalarNames, place.type.scalar()));
    out.set("kind", enumName(core::kPlaceKindNames, place.kind));
    out.set("role",
            enumName(core::schema::kRoleNames, isElementOrSingle ? description->role : core::schema::Role::None));
    out.set("index", place.index == core::kNone ? -1 : static_cast<std::int32_t>(place.index));
    out.set("start", place.start);
    out.set("end", place.end);
    out.set("count", walk.childCount(place));
    out.set("hasFixedCount",
            place.kind == Place::Kind::Array && place.field != nullptr && !place.field->isRuntimeArray());
    const std::uint32_t section = sectionAt(place.start);
    out.set("section",
            place.kind == Place::Kind::File || section == kNoSection ? -1 : static_cast<std::int32_t>(section));
    out.set("state", enumName(core::kStateNames, place.state));
    out.set("label", core::utf8FromLatin1(labelOf(place)));
    out.set("doc", std::string(doc));
    out.set("unit", std::string(unit));
    out.set("refers", std::string(walk.dialect().nameOf(refers)));
    return out;
}

std::optional<Place> StructureFile::placeAt(std::string_view path) const {
    const core::Walk walk = document_->walk();
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    if (!lastSection_ || lastSection_->name != name) lastSection_ = {std::string(name), walk.resolve(name)};
    if (!lastSection_->place) return std::nullopt;
    return walk.resolve(*lastSection_->place, path.substr(name.size()));
}

val StructureFile::resolve(const std::string& path) const {
    const auto place = placeAt(path);
    if (!place) return val::null();
    std::string name;
    document_->walk().appendName(*place, name);
    return node(*place, path, name);
}

val StructureFile::children(const std::string& path, std::uint32_t from, std::uint32_t count) const {
    val out = val::array();
    const core::Walk walk = document_->walk();
    const auto place = placeAt(path);
    std::size_t i = 0;
    if (place) {
        // Its name is the end of its path and not spelt anew: one in the file may be 64 KB long, three times that
        // escaped.
        walk.children(*place, path, from, count, [&](const Place& child, const std::string& childPath) {
            out.set(i++, node(child, childPath, std::string_view(childPath).substr(path.size())));
        });
    }
    return out;
}

val StructureFile::ancestors(std::uint32_t offset) const {
    val out = val::array();
    std::size_t i = 0;
    std::size_t parent = 0;
    document_->walk().ancestors(offset, [&](const Place& place, const std::string& path) {
        out.set(i++, node(place, path, std::string_view(path).substr(parent)));
        parent = path.size();
    });
    return out;
}

val StructureFile::elements(const std::string& path) const {
    const core::Walk walk = document_->walk();
    const auto array = placeAt(path);
    if (!array || array->kind != core::Place::Kind::Array) return val::null();
    const core::Elements elements = core::elementsOf(walk, document_->dialect, *array);
    val out = val::object();
    out.set("starts", copied(elements.starts));
    out.set("role", enumName(core::schema::kRoleNames, walk.dialect().roleOf(array->type)));
    out.set("sizeTellsFields", elements.sizeTellsFields);
    return out;
}

val editsObject(const FormatEdits& edits) {
    const auto roles = [](const std::vector<core::schema::Role>& list) {
        return arrayOf(list, [](core::schema::Role role) { return enumName(core::schema::kRoleNames, role); });
    };
    val out = val::object();
    out.set("values", edits.values);
    out.set("elements", edits.elements);
    out.set("whole", edits.whole);
    out.set("lists", roles(edits.lists));
    out.set("copies", roles(edits.copies));
    return out;
}

val featuresObject(abc::Capabilities capabilities) {
    val out = val::object();
    for (std::size_t i = 0; i < std::size(abc::kCapabilityNames); ++i) {
        // Without memory this is answered too: a std::string would take some.
        out.set(abc::kCapabilityNames[i].data(), capabilities.has(static_cast<abc::Capability>(i)));
    }
    return out;
}

val columnNames() {
    const auto list = [](std::span<const std::string_view> names) {
        return arrayOf(names, [](std::string_view name) { return std::string(name); });
    };
    val out = val::object();
    out.set("leafTypes", list(core::schema::kScalarNames));
    out.set("byteStates", list(core::kStateNames));
    return out;
}

val noRanges() {
    return ranges({}, {}, {});
}

val noLeaves() {
    val out = val::object();
    for (const char* column : {"offset", "length"}) out.set(column, copied(std::vector<std::uint32_t>{}));
    for (const char* column : {"type", "state", "parity"}) out.set(column, copied(std::vector<std::uint8_t>{}));
    out.set("section", copied(std::vector<std::uint32_t>{}));
    return out;
}

}  // namespace bindings
