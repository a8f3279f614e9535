#include "document.h"

#include <algorithm>

namespace core {

const Section* Document::find(schema::StructId id) const {
    const auto found = std::find_if(sections.begin(), sections.end(), [id](const Section& s) { return s.id == id; });
    return found == sections.end() ? nullptr : &*found;
}

std::optional<Place> Document::place(schema::StructId id) const {
    const Section* section = find(id);
    if (section == nullptr) return std::nullopt;
    return walk().nodeOf(recordOf(*section));
}

void Document::addRest(std::uint32_t start, State state) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    if (start < size) records.add(byteRange(start, size, state));
}

}  // namespace core
