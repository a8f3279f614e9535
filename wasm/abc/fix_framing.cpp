// Repairs of the chain of sections, and of counts that the file has twice (abc.md §1, §3).
#include <algorithm>
#include <unordered_map>

#include "convert.h"
#include "core/values.h"
#include "fix_parts.h"
#include "schema_common.h"

namespace abc {

using schema::Id;

namespace {

/// Longer names of sections are taken for no names.
constexpr std::uint32_t kLongestName = 64;

Splice linkSplice(const Section& section, std::uint32_t next) {
    return {section.data() - 4, section.data(), bytesOf(next)};
}

bool isFaulty(const Document& document, std::uint32_t section) {
    return std::any_of(document.faults.begin(), document.faults.end(),
                       [section](const SectionFault& fault) { return fault.section == section; });
}

/// The name of a section whose head may stand at an offset; nothing when there can be none.
std::optional<std::string_view> headAt(const Document& document, std::uint32_t offset) {
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    if (size - offset < 6) return std::nullopt;
    const auto length = load<std::uint16_t>(document.bytes, offset);
    if (length == 0 || length > kLongestName || size - offset - 6 < length) return std::nullopt;
    const std::string_view name = view(document.bytes, {offset + 2, length});
    const bool isName = std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
    const std::uint32_t data = offset + 6 + length;
    const auto next = load<std::uint32_t>(document.bytes, data - 4);
    const bool isLinked = next == kLastSection || (next >= data && next < size);
    return isName && isLinked ? std::optional(name) : std::nullopt;
}

/// A section of a known name that the chain does not have stands there.
bool isLostSection(const Document& document, std::uint32_t offset) {
    const auto name = headAt(document, offset);
    const auto id = name ? document.dialect.sectionId(*name) : std::nullopt;
    return id && document.find(*id) == nullptr;
}

/// The sections that a sound file has are all there.
bool hasAllSections(const Document& document) {
    const auto kinds = document.dialect.version().sections;
    return std::all_of(kinds.begin(), kinds.end(),
                       [&](const SectionKind& kind) { return kind.optional || document.find(kind.id) != nullptr; });
}

/// What the offset in the last section of a chain should be: it is where the section's own data ends.
std::optional<std::uint32_t> nextOf(const Document& document) {
    const auto last = static_cast<std::uint32_t>(document.sections.size() - 1);
    // The section is read up to the end of the file, wherever it says that it ends.
    const std::vector<std::byte> bytes = spliced(document.bytes, {linkSplice(document.sections[last], kLastSection)});
    const Document open = parse(bytes);
    if (open.sections.size() != document.sections.size()) return std::nullopt;
    const auto end = dataEnd(open, last);
    if (!end) return std::nullopt;
    if (*end == bytes.size()) return hasAllSections(open) ? std::optional(kLastSection) : std::nullopt;
    return isLostSection(open, *end) ? end : std::nullopt;
}

/// Whether what is left over at the end of a section is surely no part of the model. Numbers of the header may be
/// distances; bytes that a list would read as one more element may be one; where something else is found in the
/// section, its beginning may have been read from the wrong place; and the count may be that of another section, which
/// is not read to its end then.
bool isWaste(Mending& file, const Section& section, const FindingPlace& place) {
    const Document& document = file.document();
    if (!document.faults.empty() || document.chainEnd != ChainEnd::Last || headAt(document, place.offset)) return false;
    if (section.id == Id::HeaderSection || file.hasCountFinding() || file.hasOtherFinding(section)) return false;
    if (!file.isReadWholeBut(&section)) return false;
    return !mayBeElements(file, static_cast<std::uint32_t>(&section - document.sections.data()));
}

/// The list of a section that a count stands before, null for none.
const schema::Field* countedList(const Dialect& dialect, schema::StructId section) {
    const auto fields = dialect.describe(section).fields;
    const auto list = std::find_if(fields.begin(), fields.end(), [&](const schema::Field& field) {
        return dialect.has(field) && field.repeat == schema::Repeat::Counted && !field.type.isScalar();
    });
    return list == fields.end() ? nullptr : &*list;
}

/// The number of the header that repeats how many elements a list has.
std::optional<Place> repeatedCount(const Check& check, const schema::Field& list) {
    const auto header = check.document.place(Id::HeaderSection);
    if (!header) return std::nullopt;
    const auto fields = check.document.dialect.describe(Id::HeaderSection).fields;
    const auto counter = std::find_if(fields.begin(), fields.end(), [&](const schema::Field& field) {
        return !field.isOfEach && field.countedLists == list.meaning;
    });
    if (counter == fields.end()) return std::nullopt;
    return check.extract.field(*header, FieldName(*counter));
}

/// The count of a section's list as the header says it, where that mends a finding of the code.
Operations countFromHeader(Mending& file, const Section& section, Code code) {
    const Check& check = file.check;
    const auto* const list = countedList(check.document.dialect, section.id);
    if (list == nullptr || list->meaning == core::schema::Meaning() || section.ordinal > 0) return {};
    const auto count =
        check.extract.field(*check.document.place(section.id),
                            FieldName(check.document.dialect.describe(section.id).fields[list->counter]));
    const auto stored = repeatedCount(check, *list);
    if (!count || !stored) return {};
    const std::uint32_t size = count->end - count->start;
    const auto right = load<std::uint32_t>(check.document.bytes, stored->start);
    const bool fits = size == sizeof right || right <= 0xFFFF;
    if (!fits || loadUnsigned(check.document.bytes, count->start, size) == right) return {};
    std::vector<std::byte> bytes = bytesOf(right);
    bytes.resize(size);
    if (!file.mends({{count->start, count->end, bytes}}, code)) return {};
    return {replacing(count->start, count->end, std::move(bytes))};
}

/// The section of a place. One without a length is where the reading stopped, maybe at the end of the section.
const Section& sectionAt(const Document& document, const FindingPlace& place) {
    const std::uint32_t offset = place.length == 0 && place.offset > 0 ? place.offset - 1 : place.offset;
    const auto behind = std::upper_bound(document.sections.begin(), document.sections.end(), offset,
                                         [](std::uint32_t at, const Section& section) { return at < section.offset; });
    return *(behind - 1);
}

/// Dimensions of a v6 file that are fewer than its animations get those of a box that was never set (abc.md §4).
Operations padDims(Mending& file, const Section& section) {
    constexpr Vec3 kNeverSet{128, 16, 16};
    constexpr std::uint32_t kSize = sizeof(Vec3);
    const std::uint32_t there = section.end - section.data();
    const std::size_t wanted = file.model().animations.size() * kSize;
    const bool isWhole = file.check.isWhole(Id::AnimationSection6) && there % kSize == 0;
    if (section.id != Id::AnimDimsSection6 || !isWhole || there >= wanted) return {};
    std::vector<std::byte> bytes;
    const std::vector<std::byte> one = bytesOf(kNeverSet);
    while (there + bytes.size() < wanted) bytes.insert(bytes.end(), one.begin(), one.end());
    return {replacing(section.end, section.end, std::move(bytes))};
}

}  // namespace

std::optional<std::uint32_t> dataEnd(const Document& document, std::uint32_t index) {
    const Section& section = document.sections[index];
    if (isFaulty(document, index) || section.id == Id::UnknownSection || !document.dialect.describesData(section.id)) {
        return std::nullopt;
    }
    std::uint32_t end = section.end;
    const Walk walk = document.walk();
    walk.children(walk.sections()[index], {}, 0, kNone, [&](const Place& child, const std::string&) {
        if (child.field == nullptr) end = child.start;
    });
    return end;
}

std::optional<std::vector<Splice>> linksOf(Mending& file) {
    // A file may have several wrong offsets, one after the other.
    constexpr int kMostLinks = 16;
    const Document& document = file.document();
    if (document.sections.empty() || !document.versionKnown || document.chainEnd == ChainEnd::Last) return std::nullopt;
    if (!file.takeTrial()) return std::nullopt;
    std::vector<Splice> links;
    std::vector<std::byte> bytes = spliced(document.bytes, {});
    for (int i = 0; i < kMostLinks; ++i) {
        const Document now = parse(bytes);
        if (now.chainEnd == ChainEnd::Last) return links;
        if (i > 0 && !file.takeTrial()) return std::nullopt;
        const auto next = nextOf(now);
        if (!next) return std::nullopt;
        links.push_back(linkSplice(now.sections.back(), *next));
        bytes = spliced(bytes, {links.back()});
    }
    return std::nullopt;
}

Operations mendChain(Mending& file, Code code) {
    const auto& links = file.chain();
    if (!links || !file.mends(*links, code)) return {};
    Operations out;
    for (const Splice& link : *links) out.push_back(replacing(link.start, link.end, link.bytes));
    return out;
}

Operations mendSectionNames(Mending& file, const FoundPlaces& places) {
    const Document& document = file.document();
    std::vector<Splice> splices;
    std::vector<schema::StructId> named;
    for (const FindingPlace& place : places) {
        const Section& section = sectionAt(document, place);
        const std::string_view name = document.text(section.type);
        for (const SectionKind& kind : document.dialect.version().sections) {
            const bool isNew =
                document.find(kind.id) == nullptr && std::find(named.begin(), named.end(), kind.id) == named.end();
            if (!equalIgnoringCase(kind.name, name) || !isNew) continue;
            const auto bytes = std::as_bytes(std::span(kind.name));
            splices.push_back(
                {section.type.offset, section.type.offset + section.type.length, {bytes.begin(), bytes.end()}});
            named.push_back(kind.id);
        }
    }
    if (splices.empty() || !file.mends(splices, Code::SectionNameCase)) return {};
    Operations out;
    for (Splice& splice : splices) out.push_back(replacing(splice.start, splice.end, std::move(splice.bytes)));
    return out;
}

Operations mendRepeatedSections(Mending& file, const FoundPlaces& places) {
    const Document& document = file.document();
    const auto& sections = document.sections;
    if (document.chainEnd != ChainEnd::Last) return {};
    const auto contentOf = [&](const Section& section) {
        return view(document.bytes, {section.data(), section.end - section.data()});
    };
    std::unordered_map<std::string_view, const Section*> firsts;
    for (const Section& section : sections) firsts.try_emplace(document.text(section.type), &section);
    Operations out;
    std::size_t last = sections.size() - 1;
    for (std::size_t i = places.size(); i-- > 0;) {
        const FindingPlace& place = places[i];
        const auto index = static_cast<std::size_t>(&sectionAt(document, place) - sections.data());
        const Section& section = sections[index];
        // One that differs may be the one that was meant.
        if (section.ordinal == 0 || contentOf(*firsts.at(document.text(section.type))) != contentOf(section)) continue;
        const bool isBefore = !out.empty() && out.back().start == section.end && out.back().bytes.empty();
        if (index == last) --last;
        if (isBefore) {
            out.back().start = section.offset;
        } else {
            out.push_back(replacing(section.offset, section.end, {}));
        }
    }
    // Those at the end are one removal, and what is before them becomes the last.
    const bool isEndRemoved = last + 1 < sections.size();
    if (isEndRemoved) out.insert(out.begin(), replacing(sections[last].data() - 4, kLastSection));
    return out.size() <= kMostReadings ? out : Operations();
}

Operations mendTrailingBytes(Mending& file, const FoundPlaces& places) {
    const Document& document = file.document();
    Operations out;
    for (std::size_t i = places.size(); i-- > 0;) {
        const FindingPlace& place = places[i];
        const Section& section = sectionAt(document, place);
        if (file.isSpent()) return {};
        if (isLostSection(document, place.offset)) {
            // The offset leads past it, or says that nothing follows.
            const Splice link = linkSplice(section, place.offset);
            if (file.mends({link}, Code::SectionTrailingBytes))
                out.push_back(replacing(link.start, link.end, link.bytes));
            continue;
        }
        Operations counts = countFromHeader(file, section, Code::SectionTrailingBytes);
        if (counts.empty()) {
            counts = countOfElements(file, static_cast<std::uint32_t>(&section - document.sections.data()));
        }
        if (!counts.empty()) {
            out.push_back(std::move(counts.front()));
        } else if (isWaste(file, section, place)) {
            Operation operation;
            operation.kind = Operation::Kind::Remove;
            operation.path = place.path;
            out.push_back(std::move(operation));
        }
    }
    return out;
}

Operations mendCounts(Mending& file, Code code, const FoundPlaces& places) {
    const Document& document = file.document();
    if (document.chainEnd != ChainEnd::Last) return {};
    Operations out;
    for (std::size_t i = places.size(); i-- > 0;) {
        const FindingPlace& place = places[i];
        const Section& section = sectionAt(document, place);
        Operations counts = countFromHeader(file, section, code);
        if (file.isSpent()) return {};
        if (counts.empty()) counts = padDims(file, section);
        out.insert(out.end(), counts.begin(), counts.end());
    }
    return out;
}

Operations mendCounters(Mending& file, const FoundPlaces& places) {
    const Check& check = file.check;
    // What a section held that is missing, or was not read to its end, is not known.
    if (!hasAllSections(file.document()) || !file.document().faults.empty()) return {};
    if (file.has(Code::SectionTrailingBytes)) return {};
    Operations out;
    for (const FindingPlace& place : places) {
        const std::vector<Counter>& counters = file.counters();
        const auto counter = std::find_if(counters.begin(), counters.end(), [&](const Counter& one) {
            return place.path == check.section(one.section).at(FieldName(*one.field)).found().path;
        });
        if (counter != counters.end()) out.push_back(setting(place.path, static_cast<double>(counter->actual)));
    }
    return out;
}

Operations mendVertexCount(Mending& file, const FoundPlaces& places) {
    const Check& check = file.check;
    if (!check.isV6()) return {};
    // The list of collapses and that of vertices end where the section does, so their lengths are right.
    const Spot geometry = check.section(Id::GeometrySection6);
    const auto number = [&](FieldName name) { return check.extract.number<std::uint32_t>(geometry.place(), name); };
    const std::uint32_t collapses = number("NumLODs");
    const std::uint32_t all = number("NumVerts");
    const Section& section = sectionAt(check.document, places.front());
    const auto index = static_cast<std::uint32_t>(&section - check.document.sections.data());
    if (dataEnd(check.document, index) != section.end || collapses > all) return {};
    const std::uint32_t normal = all - collapses;
    const Spot field = geometry.at("NormalVerts");
    const Splice splice{field.place().start, field.place().end, bytesOf(normal)};
    // A triangle may use a vertex that is one of the full mesh by the wrong number alone.
    if (!file.mends({splice}, Code::CountMismatch, Code::IndexOutOfRange)) return {};
    return {setting(field.found().path, normal)};
}

}  // namespace abc
