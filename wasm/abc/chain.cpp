#include "chain.h"

#include <algorithm>
#include <numeric>

namespace abc {
namespace {

constexpr std::uint32_t kSmallestHead = 6;

/// Follows the chain and calls `visit(section)` for each. Offsets only ever grow, so it ends.
template <class Visit>
void follow(Document& document, Visit visit) {
    const Bytes bytes = document.bytes;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    std::uint32_t offset = 0;
    while (true) {
        const std::uint32_t left = size - offset;
        if (left < kSmallestHead || left - kSmallestHead < load<std::uint16_t>(bytes, offset)) {
            document.chainEnd = ChainEnd::BadHead;
            document.chainFault = offset;
            return;
        }
        Section section;
        section.type = loadText(bytes, offset);
        section.offset = offset;
        const std::uint32_t data = section.data();
        section.next = load<std::uint32_t>(bytes, data - 4);
        const bool goesOn = section.next >= data && section.next < size;
        section.end = goesOn ? section.next : size;
        visit(section);
        if (!goesOn) {
            document.chainFault = data - 4;
            document.chainEnd = section.next == kLastSection ? ChainEnd::Last
                                : section.next == size       ? ChainEnd::AtEnd
                                : section.next > size        ? ChainEnd::OutOfFile
                                : section.next <= offset     ? ChainEnd::Backward
                                                             : ChainEnd::Overlapping;
            return;
        }
        offset = section.next;
    }
}

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

void readChain(Document& document) {
    // Counted first, so that a chain of nothing but heads takes no more memory than it must.
    std::size_t count = 0;
    follow(document, [&count](const Section&) { ++count; });
    document.sections.reserve(count);
    follow(document, [&document](Section& section) {
        if (document.versionKnown) section.id = document.dialect.sectionId(document.text(section.type));
        document.sections.push_back(section);
    });
    setOrdinals(document);
}

}  // namespace abc
