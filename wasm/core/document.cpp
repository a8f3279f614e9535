#include "document.h"

#include <algorithm>

namespace core {

void Document::addSection(const Section& section) {
    const std::size_t kind = section.id.index();
    if (kind >= firstSections.size()) firstSections.resize(kind + 1, kNone);
    if (firstSections[kind] == kNone) firstSections[kind] = static_cast<std::uint32_t>(sections.size());
    sections.push_back(section);
}

const Section* Document::find(schema::StructId id) const {
    const std::uint32_t first = id.index() < firstSections.size() ? firstSections[id.index()] : kNone;
    return first == kNone ? nullptr : &sections[first];
}

std::optional<Place> Document::place(schema::StructId id) const {
    const Section* section = find(id);
    if (section == nullptr) return std::nullopt;
    return walk().nodeOf(recordOf(*section));
}

std::vector<Place> Document::firstPlaces() const {
    std::vector<std::uint32_t> indices = firstSections;
    std::sort(indices.begin(), indices.end());
    std::vector<Place> places;
    for (const std::uint32_t index : indices) {
        if (index != kNone) places.push_back(walk().nodeOf(recordOf(sections[index])));
    }
    return places;
}

void Document::addRest(std::uint32_t start, State state) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    if (start < size) records.add(byteRange(start, size, state));
}

}  // namespace core
