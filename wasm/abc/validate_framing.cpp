// The chain of sections, and where the reading of one stopped (abc.md §1).
#include <algorithm>

#include "chain.h"
#include "check.h"
#include "schema_common.h"

namespace abc {

using schema::Id;

namespace {

void checkChain(Check& check) {
    const Document& document = check.document;
    const ChainStop stop{document.chainEnd, document.chainFault};
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    if (document.sections.empty()) {
        findChainEnd(check.findings, stop, {}, {}, size);
        return;
    }
    const auto last = static_cast<std::uint32_t>(document.sections.size() - 1);
    const FindingPlace place = check.section(last).at("NextSectionOffset").found();
    findChainEnd(check.findings, stop, document.sections[last], place, size);
}

/// What lies after the data of a section that was read: bytes left over, or of a layout that nobody knows.
void checkRest(Check& check, std::uint32_t index) {
    const Section& section = check.document.sections[index];
    const Spot spot = check.section(index);
    check.walk.children(spot.place(), spot.found().path, 0, kNone, [&](const Place& rest, const std::string& path) {
        const bool isLeftOver = rest.state == State::Unreferenced;
        if (!isLeftOver && rest.state != State::Opaque) return;
        check.findings.add(isLeftOver ? Code::SectionTrailingBytes : Code::SectionOpaque, section.id.index(), [&] {
            const std::uint32_t length = rest.end - rest.start;
            return Findings::Detail{{rest.start, length, path}, {grouped(length)}};
        });
    });
}

/// A section that nothing reads: its name is none that is looked for, or not letter for letter.
void checkUnknownSection(Check& check, std::uint32_t index) {
    const std::string_view name = check.document.text(check.document.sections[index].type);
    const auto& known = check.document.dialect.version().sections;
    const auto meant = std::find_if(known.begin(), known.end(),
                                    [&](const SectionKind& kind) { return equalIgnoringCase(kind.name, name); });
    const auto spot = [&] { return check.section(index); };
    if (meant == known.end()) {
        check.add(Code::SectionUnknown, 0, spot, [] { return Values{}; });
    } else {
        check.add(Code::SectionNameCase, 0, spot, [&] { return Values{inQuotes(name), inQuotes(meant->name)}; });
    }
}

void checkSections(Check& check) {
    // ModelEdit goes from section to section so many times before it gives up (abc.md §1.2).
    constexpr std::uint32_t kMostHops = 512;
    const Document& document = check.document;
    const auto none = [] { return Values{}; };
    for (std::uint32_t i = 0; i < document.sections.size(); ++i) {
        const auto spot = [&] { return check.section(i); };
        const Section& section = document.sections[i];
        if (section.ordinal > 0) check.add(Code::SectionRepeated, 0, spot, none);
        if (section.id != Id::UnknownSection) {
            if (!check.isFaulty(i)) checkRest(check, i);
            if (i > kMostHops && section.ordinal == 0) {
                check.add(Code::SectionTooFar, 0, spot, [&] { return Values{grouped(i), grouped(kMostHops)}; });
            }
        } else if (document.versionKnown) {
            checkUnknownSection(check, i);
        }
    }
    // Of a chain that broke, the missing sections are what is after the break.
    if (!document.versionKnown || document.chainEnd != ChainEnd::Last) return;
    for (const SectionKind& kind : document.dialect.version().sections) {
        if (!kind.optional && document.find(kind.id) == nullptr) {
            check.findings.add(Code::SectionMissing, FindingPlace{}, {std::string(kind.name)});
        }
    }
}

void checkFaults(Check& check) {
    const auto codeOf = [](const SectionFault& entry) {
        if (entry.needsNodes) return Code::SectionNeedsNodes;
        switch (entry.fault.kind) {
            case Fault::Kind::CountTooLarge: return Code::CountTooLarge;
            case Fault::Kind::TreeOpen: return Code::NodeTreeOpen;
            case Fault::Kind::Truncated:
            case Fault::Kind::ValueUnknown: break;
        }
        return Code::DataTruncated;
    };
    for (const SectionFault& entry : check.document.faults) {
        const Fault& fault = entry.fault;
        const std::uint32_t length = check.document.sections[entry.section].end - fault.offset;
        const auto group = check.document.sections[entry.section].id.index();
        check.findings.add(codeOf(entry), group, [&] {
            return Findings::Detail{{fault.offset, length, fault.path},
                                    {grouped(fault.wanted), grouped(fault.available)}};
        });
    }
}

/// ModelEdit of the games of v9 to v12 reads no other version of LithTech 2 (abc.md §8).
void checkEditor(Check& check) {
    constexpr std::uint32_t kLastVersion = 12;
    const std::uint32_t version = check.document.version;
    if (!check.document.versionKnown || version <= kLastVersion) return;
    check.findings.add(Code::VersionNotInModelEdit, check.section(Id::HeaderSection).at("Version").found(),
                       {std::to_string(version)});
}

/// Where the layout of a section was found out from the file (abc.md §3).
void checkVariants(Check& check) {
    for (const ChosenVariant& chosen : check.document.variants) {
        const Ambiguity& ambiguity = *chosen.ambiguity;
        const Spot section = check.section(chosen.section);
        const Variant& variant = ambiguity.variants[chosen.variant];
        const std::string_view reason = check.document.dialect.describesData(ambiguity.section)
                                            ? "This layout ends exactly where the section does."
                                            : "No known layout ends where the section does.";
        check.findings.add(Code::LayoutSettled, section.found(),
                           {std::string(ambiguity.subject), std::string(variant.words), std::string(reason)});
    }
}

}  // namespace

void findChainEnd(Findings& findings, const ChainStop& stop, const Section& last, const FindingPlace& place,
                  std::uint32_t fileSize) {
    switch (stop.end.value_or(ChainEnd::Last)) {
        case ChainEnd::BadHead:
            findings.add(Code::SectionHeadBad, FindingPlace{stop.offset, fileSize - stop.offset, "Unparsed"});
            break;
        case ChainEnd::AtEnd: findings.add(Code::SectionChainOpen, place); break;
        case ChainEnd::OutOfFile:
            findings.add(Code::SectionOffsetOutOfFile, place, {hex(last.next), grouped(fileSize)});
            break;
        case ChainEnd::Backward:
            findings.add(last.next == last.offset ? Code::SectionOffsetSelf : Code::SectionOffsetBackward, place,
                         {hex(last.next)});
            break;
        case ChainEnd::Overlapping: findings.add(Code::SectionOffsetOverlap, place, {hex(last.next)}); break;
        case ChainEnd::Last: break;
    }
}

void checkFraming(Check& check) {
    checkChain(check);
    checkSections(check);
    checkFaults(check);
    checkVariants(check);
    checkEditor(check);
}

}  // namespace abc
