// The chain of sections, and where the reading of one stopped (ABC.md §1).
#include "check.h"
#include "schema_common.h"

namespace abc {

using schema::Id;

namespace {

void checkChain(Check& check) {
    const Document& document = check.document;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    if (document.chainEnd == ChainEnd::BadHead) {
        check.findings.add(Code::SectionHeadBad,
                           FindingPlace{document.chainFault, size - document.chainFault, "Unparsed"});
        return;
    }
    const auto index = static_cast<std::uint32_t>(document.sections.size() - 1);
    const Section& last = document.sections[index];
    const FindingPlace place = check.section(index).at(schema::kSectionNextName).found();
    switch (document.chainEnd) {
        case ChainEnd::AtEnd: check.findings.add(Code::SectionChainOpen, place); break;
        case ChainEnd::OutOfFile:
            check.findings.add(Code::SectionOffsetOutOfFile, place, {hex(last.next), grouped(size)});
            break;
        case ChainEnd::Backward:
            check.findings.add(last.next == last.offset ? Code::SectionOffsetSelf : Code::SectionOffsetBackward, place,
                               {hex(last.next)});
            break;
        case ChainEnd::Overlapping: check.findings.add(Code::SectionOffsetOverlap, place, {hex(last.next)}); break;
        case ChainEnd::Last:
        case ChainEnd::BadHead: break;
    }
}

/// What lies behind the data of a section: bytes left over, or of a layout that nobody knows.
void checkRest(Check& check, std::uint32_t index) {
    const Spot spot = check.section(index);
    const Section& section = check.document.sections[index];
    const auto group = static_cast<std::uint64_t>(section.id);
    check.walk.children(spot.place(), spot.found().path, 0, kNone, [&](const Place& rest, const std::string& path) {
        if (rest.state != State::Unreferenced && rest.state != State::Opaque) return;
        const bool leftOver = rest.state == State::Unreferenced;
        if (!leftOver && section.id == Id::UnknownSection) return;
        check.findings.add(leftOver ? Code::SectionTrailingBytes : Code::SectionOpaque, group, [&] {
            const std::uint32_t length = rest.end - rest.start;
            return Findings::Detail{{rest.start, length, path}, {grouped(length)}};
        });
    });
}

void checkSections(Check& check) {
    const Document& document = check.document;
    const auto none = [] { return Values{}; };
    for (std::uint32_t i = 0; i < document.sections.size(); ++i) {
        const auto spot = [&] { return check.section(i); };
        if (document.sections[i].id == Id::UnknownSection && document.versionKnown) {
            check.add(Code::SectionUnknown, 0, spot, none);
        }
        if (document.sections[i].ordinal > 0) check.add(Code::SectionRepeated, 0, spot, none);
        checkRest(check, i);
    }
    // Of a chain that broke, the missing sections are what is behind the break.
    if (!document.versionKnown || document.chainEnd != ChainEnd::Last) return;
    for (const SectionKind& kind : sectionsOf(check.model.family)) {
        const bool optional =
            kind.id == Id::AnimDimsSection6 || kind.id == Id::TransformInfoSection6 || kind.id == Id::TriStripsSection6;
        if (!optional && document.find(kind.id) == nullptr) {
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
            case Fault::Kind::Truncated: break;
        }
        return Code::DataTruncated;
    };
    for (const SectionFault& entry : check.document.faults) {
        const Fault& fault = entry.fault;
        const std::uint32_t length = check.document.sections[entry.section].end - fault.offset;
        const auto group = static_cast<std::uint64_t>(check.document.sections[entry.section].id);
        check.findings.add(codeOf(entry), group, [&] {
            return Findings::Detail{{fault.offset, length, fault.path},
                                    {grouped(fault.wanted), grouped(fault.available)}};
        });
    }
}

}  // namespace

void checkFraming(Check& check) {
    checkChain(check);
    checkSections(check);
    checkFaults(check);
}

}  // namespace abc
