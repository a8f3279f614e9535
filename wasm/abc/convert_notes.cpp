#include "convert_notes.h"

#include <algorithm>
#include <cmath>

#include "core/words.h"

namespace abc {

void ConversionNotes::loseBytes(const Document& document, std::initializer_list<schema::Id> used) {
    for (const Section& section : document.sections) {
        const bool isUsed = std::any_of(used.begin(), used.end(), [&](schema::Id id) { return section.id == id; });
        if (isUsed && section.ordinal == 0) continue;
        lose(" cannot store the section " + inQuotes(document.text(section.type)) + ": its " +
             counted(section.end - section.offset, "byte is", "bytes are") + " omitted.");
    }
    const Coverage states = coverage(document.records, static_cast<std::uint32_t>(document.bytes.size()));
    if (states.unreferenced == 0) return;
    lose(" cannot store " + counted(states.unreferenced, "byte", "bytes") + " not described by any field.");
}

std::string offWords(double units, double size) {
    constexpr double kPercent = 100;
    const double share = units == 0 ? 0 : units / size;
    std::string out = decimal(units) + " units";
    if (std::isfinite(share)) out += " (" + decimal(kPercent * share) + " % of the size of the model)";
    return out;
}

float longestSide(Vec3 halfSize) {
    return 2 * std::max({halfSize.x, halfSize.y, halfSize.z});
}

}  // namespace abc
