#include "chain.h"

#include <algorithm>
#include <cassert>

namespace abc {
namespace {

/// FNV-1a.
std::uint32_t hashOf(std::string_view text) {
    std::uint32_t hash = 2166136261U;
    for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    return hash;
}

/// Counts the sections of each name. They are sorted by the hash of their names, then by their place: 8 bytes a section
/// where a map would take a hundred. Names of one hash are told apart by another sort, so that nobody can choose names
/// that make it slow.
void setOrdinals(Document& document) {
    std::vector<Section>& sections = document.sections;
    std::vector<std::uint64_t> order;
    order.reserve(sections.size());
    const auto name = [&](std::uint64_t key) { return document.text(sections[static_cast<std::uint32_t>(key)].type); };
    for (std::uint32_t i = 0; i < sections.size(); ++i) {
        order.push_back(std::uint64_t{hashOf(document.text(sections[i].type))} << 32U | i);
    }
    // A chain of one name is in order.
    if (!std::is_sorted(order.begin(), order.end())) std::sort(order.begin(), order.end());
    for (auto from = order.begin(); from != order.end();) {
        const auto end = std::find_if(from, order.end(), [&](std::uint64_t key) { return key >> 32U != *from >> 32U; });
        const bool areAlike = std::all_of(from, end, [&](std::uint64_t key) { return name(key) == name(*from); });
        if (!areAlike) {
            std::sort(from, end, [&](std::uint64_t a, std::uint64_t b) {
                const int names = name(a).compare(name(b));
                return names != 0 ? names < 0 : a < b;
            });
        }
        for (auto key = from; key != end; ++key) {
            if (key == from || name(*key) != name(*(key - 1))) continue;
            sections[static_cast<std::uint32_t>(*key)].ordinal =
                sections[static_cast<std::uint32_t>(*(key - 1))].ordinal + 1;
        }
        from = end;
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
    const bool isWrapped = wrapperSize(document.bytes) > 0;
    stop = followChain(whole, 0, [&document, isWrapped](Section section) {
        const auto known =
            document.versionKnown ? document.dialect.sectionId(document.text(section.type)) : std::nullopt;
        const bool isWrapper = isWrapped && document.sections.empty();
        section.id = isWrapper ? schema::Id::LtbHeader : known.value_or(schema::Id::UnknownSection);
        document.addSection(section);
        return true;
    });
    document.chainEnd = stop.end.value_or(ChainEnd::BadHead);
    document.chainFault = stop.offset;
    setOrdinals(document);
}

}  // namespace abc
