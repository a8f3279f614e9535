#include "parse.h"

#include <algorithm>
#include <map>

#include "detect.h"

namespace abc {

using schema::Id;
using schema::Var;

namespace {

/// Stands in for a version that nobody has described: the chain of sections still reads.
constexpr Version kChainOnly{0, Family::V9, 0};

/// Follows the chain of sections. Offsets only ever grow, so it ends.
void readChain(Document& document) {
    const Bytes bytes = document.bytes;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    std::map<std::string_view, std::uint32_t> seen;
    std::uint32_t offset = 0;
    while (true) {
        const std::uint32_t left = size - offset;
        if (left < 6 || left - 6 < load<std::uint16_t>(bytes, offset)) {
            document.chainEnd = ChainEnd::BadHead;
            document.chainFault = offset;
            return;
        }
        Section section;
        section.type = loadText(bytes, offset);
        section.offset = offset;
        const std::uint32_t data = section.type.offset + section.type.length + 4;
        section.next = load<std::uint32_t>(bytes, data - 4);
        section.end = size;
        section.ordinal = seen[document.text(section.type)]++;
        if (document.versionKnown) {
            for (const SectionKind& kind : sectionsOf(document.dialect.version().family)) {
                if (kind.name == document.text(section.type)) section.id = kind.id;
            }
        }
        document.chainFault = data - 4;
        if (section.next == kLastSection) {
            document.chainEnd = ChainEnd::Last;
        } else if (section.next == size) {
            document.chainEnd = ChainEnd::AtEnd;
        } else if (section.next > size) {
            document.chainEnd = ChainEnd::OutOfFile;
        } else if (section.next <= offset) {
            document.chainEnd = ChainEnd::Backward;
        } else if (section.next < data) {
            document.chainEnd = ChainEnd::Overlapping;
        } else {
            section.end = section.next;
            document.sections.push_back(section);
            offset = section.next;
            continue;
        }
        document.sections.push_back(section);
        return;
    }
}

bool needsNodes(Id id) {
    return id == Id::ChildModelsSection || id == Id::AnimationSection || id == Id::AnimationSection6;
}

/// Reads one section into records of its own.
Records readSection(Document& document, Context& context, std::uint32_t index) {
    const Section& section = document.sections[index];
    const bool isLast = index + 1 == document.sections.size();
    const bool cut = isLast && (document.chainEnd == ChainEnd::Last || document.chainEnd == ChainEnd::OutOfFile);
    const std::string name = sectionPath(document.text(section.type), section.ordinal);
    const bool blocked = needsNodes(section.id) && context.get(Var::NodeCount) == kNone;
    Reader reader(document.bytes, document.dialect, context);
    Records records = reader.section({section.offset, section.end, cut}, blocked ? Id::UnknownSection : section.id,
                                     section.ordinal, name);
    if (blocked) {
        document.faults.push_back({index, {Fault::Kind::Truncated, section.offset, 0, 0, name}, true});
    } else if (reader.fault()) {
        document.faults.push_back({index, *reader.fault(), false});
    }
    return records;
}

/// Reads the sections in dependency order and puts their records together in file order.
void readSections(Document& document) {
    const auto kinds = sectionsOf(document.dialect.version().family);
    Context context;
    context.set(Var::NodeCount, kNone);
    std::map<std::uint32_t, Records> first;
    for (const SectionKind& kind : kinds) {
        const Section* section = document.find(kind.id);
        if (section == nullptr) continue;
        const auto index = static_cast<std::uint32_t>(section - document.sections.data());
        first.emplace(index, readSection(document, context, index));
    }
    for (std::uint32_t index = 0; index < document.sections.size(); ++index) {
        if (const auto part = first.find(index); part != first.end()) {
            document.records.append(part->second);
            first.erase(part);
        } else {
            // A second section of a name must not change what the others rely on.
            Context own = context;
            document.records.append(readSection(document, own, index));
        }
    }
}

/// Bytes that belong to no section, as one record.
void addRest(Document& document, std::uint32_t start, State state) {
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    if (start >= size) return;
    Record rest;
    rest.start = start;
    rest.end = size;
    rest.count = size - start;
    rest.state = state;
    document.records.add(rest);
}

}  // namespace

const Section* Document::find(Id id) const {
    const auto found = std::find_if(sections.begin(), sections.end(), [id](const Section& s) { return s.id == id; });
    return found == sections.end() ? nullptr : &*found;
}

Document parse(Bytes bytes) {
    const Detected detected = bytes.size() > kLargestFile ? Detected{} : detect(bytes);
    const Version* version = findVersion(detected.version);
    Document document(bytes, version != nullptr ? *version : kChainOnly);
    document.format = detected.format;
    document.version = detected.version;
    document.versionKnown = version != nullptr;
    if (detected.format != Format::Abc) {
        addRest(document, 0, State::Opaque);
        return document;
    }
    readChain(document);
    readSections(document);
    if (document.chainEnd == ChainEnd::BadHead) addRest(document, document.chainFault, State::Unparsed);
    document.records.shrink();
    std::sort(document.faults.begin(), document.faults.end(),
              [](const SectionFault& a, const SectionFault& b) { return a.fault.offset < b.fault.offset; });
    return document;
}

}  // namespace abc
