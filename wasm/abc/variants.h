// Resolving the ambiguous parts of a version from the file itself (abc.md §3).
#pragma once

#include "parse.h"

namespace abc {

/// Tries the variants of the section's ambiguity, if it has one, and gives the document the dialect of the first
/// that ends exactly where the section does, else of the one that reads furthest. `read(dialect)` reads the
/// section that way and returns what it Reached.
template <class Read>
void resolveVariant(Document& document, std::uint32_t section, Read read) {
    for (const Ambiguity& ambiguity : document.dialect.version().ambiguities) {
        const bool isOfSection =
            ambiguity.section == document.sections[section].id && ambiguity.by == Ambiguity::By::Width;
        if (!isOfSection) continue;
        ChosenVariant chosen{section, &ambiguity, 0, false};
        std::uint32_t furthest = 0;
        std::size_t exact = 0;
        for (std::uint32_t i = 0; i < ambiguity.variants.size(); ++i) {
            const Dialect dialect = document.dialect.with(ambiguity, ambiguity.variants[i]);
            const Reached reached = read(dialect);
            exact += reached.exactly ? 1U : 0U;
            // A variant that describes no data fits any data.
            const bool fits = reached.exactly || !dialect.describesData(ambiguity.section);
            if (chosen.fits || (!fits && reached.offset <= furthest)) continue;
            furthest = reached.offset;
            chosen.variant = i;
            chosen.fits = fits;
        }
        // Where all fit, the section holds nothing that they would read differently.
        if (exact == ambiguity.variants.size()) return;
        document.dialect = document.dialect.with(ambiguity, ambiguity.variants[chosen.variant]);
        document.variants.push_back(chosen);
        return;
    }
}

/// v13: finds the header's unknown word, which changes no size, by the counters that match the strings.
void resolveHeaderWords(Document& document);

}  // namespace abc
