// Resolving the ambiguous parts of a version from the file itself (abc.md §3).
#pragma once

#include "parse.h"

namespace abc {

/// The ambiguity of a section, nullptr when it has none.
[[nodiscard]] inline const Ambiguity* ambiguityOf(const Dialect& dialect, schema::StructId section) {
    for (const Ambiguity& ambiguity : dialect.version().ambiguities) {
        if (ambiguity.section == section) return &ambiguity;
    }
    return nullptr;
}

/// Gives the document the dialect of the first variant that ends exactly where the section does, and tells so when
/// that is not what all sources say. When none does the likeliest stays. `read(dialect)` reads the section that way
/// and returns what it Reached.
/// @param isCut the file ends inside the section, so that where a variant ends says nothing
template <class Read>
void settleVariant(Document& document, std::uint32_t section, const Ambiguity& ambiguity, bool isCut, Read read) {
    const bool sourcesAgree = ambiguity.sources == Ambiguity::Sources::Agree;
    std::optional<std::uint32_t> chosen;
    std::size_t exact = 0;
    for (std::uint32_t i = 0; i < ambiguity.variants.size(); ++i) {
        const Dialect dialect = document.dialect.with(ambiguity, ambiguity.variants[i]);
        // A variant that describes no data fits any data.
        const bool isOpaque = !dialect.describesData(ambiguity.section);
        const bool endsExactly = !isCut && read(dialect).exactly;
        exact += endsExactly ? 1U : 0U;
        if (!chosen && (endsExactly || isOpaque)) chosen = i;
    }
    // Where all fit, the section holds nothing that they would read differently.
    if (!chosen || (sourcesAgree && *chosen == 0) || exact == ambiguity.variants.size()) return;
    document.dialect = document.dialect.with(ambiguity, ambiguity.variants[*chosen]);
    document.variants.push_back({section, &ambiguity, *chosen});
}

}  // namespace abc
