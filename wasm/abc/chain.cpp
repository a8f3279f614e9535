#include "chain.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace abc {
namespace {

/// Counts the sections of each name. Sorting takes four bytes a section where a map would take a hundred.
void setOrdinals(Document& document) {
    std::vector<Section>& sections = document.sections;
    std::vector<std::uint32_t> order(sections.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto name = [&](std::uint32_t index) { return document.text(sections[index].type); };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const int names = name(a).compare(name(b));
        return names != 0 ? names < 0 : a < b;
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (name(order[i]) == name(order[i - 1])) sections[order[i]].ordinal = sections[order[i - 1]].ordinal + 1;
    }
}

}  // namespace

ChainStop followChain(const Window& window, std::uint32_t offset, FunctionRef<bool(const Section&)> visit) {
    assert(offset <= window.fileSize);
    if (offset == 0 && window.start == 0) {
        // Whether there is a wrapper shows only when so many bytes are there.
        if (window.bytes.size() < std::min(window.fileSize, kWrapperSignature)) return {std::nullopt, offset};
        const std::uint32_t wrapper = wrapperSize(window.bytes);
        if (wrapper > 0) {
            Section section;
            section.type = {2, static_cast<std::uint32_t>(kLtbHeaderName.size())};
            section.next = section.end = offset = wrapper;
            if (!visit(section)) return {std::nullopt, offset};
        }
    }
    while (true) {
        const std::uint32_t left = window.fileSize - offset;
        if (left < kSmallestHead) return {ChainEnd::BadHead, offset};
        if (!window.holds(offset, kSmallestHead)) return {std::nullopt, offset};
        const std::uint32_t typeLength = load<std::uint16_t>(window.bytes, offset - window.start);
        if (left - kSmallestHead < typeLength) return {ChainEnd::BadHead, offset};
        if (!window.holds(offset, kSmallestHead + typeLength)) return {std::nullopt, offset};
        Section section;
        section.type = {offset + 2, typeLength};
        section.offset = offset;
        const std::uint32_t data = section.data();
        section.next = load<std::uint32_t>(window.bytes, data - 4 - window.start);
        const bool goesOn = section.next >= data && section.next < window.fileSize;
        section.end = goesOn ? section.next : window.fileSize;
        const bool wanted = visit(section);
        if (!goesOn) {
            const ChainEnd end = section.next == kLastSection      ? ChainEnd::Last
                                 : section.next == window.fileSize ? ChainEnd::AtEnd
                                 : section.next > window.fileSize  ? ChainEnd::OutOfFile
                                 : section.next <= offset          ? ChainEnd::Backward
                                                                   : ChainEnd::Overlapping;
            return {end, data - 4};
        }
        offset = section.next;
        if (!wanted) return {std::nullopt, offset};
    }
}

void readChain(Document& document) {
    const Window whole{document.bytes, 0, static_cast<std::uint32_t>(document.bytes.size())};
    // Counted first, so that a chain of nothing but heads takes no more memory than it must.
    std::size_t count = 0;
    ChainStop stop = followChain(whole, 0, [&count](const Section&) {
        ++count;
        return true;
    });
    document.sections.reserve(count);
    stop = followChain(whole, 0, [&document](Section section) {
        const auto known =
            document.versionKnown ? document.dialect.sectionId(document.text(section.type)) : std::nullopt;
        section.id = known.value_or(schema::Id::UnknownSection);
        document.sections.push_back(section);
        return true;
    });
    if (wrapperSize(document.bytes) > 0) document.sections.front().id = schema::Id::LtbHeader;
    document.chainEnd = stop.end.value_or(ChainEnd::BadHead);
    document.chainFault = stop.offset;
    setOrdinals(document);
}

}  // namespace abc
