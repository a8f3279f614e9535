// Settling what the sources of a version disagree about, from the file itself (ABC.md §3, "Disputed widths").
#pragma once

#include "parse.h"

namespace abc {

/// Tries the layouts of the section's dispute, if it has one, and gives the document the dialect of the first
/// that ends exactly where the section does, else of the one that reads furthest. `read(dialect)` reads the
/// section that way and returns what it Reached.
template <class Read>
void settle(Document& document, std::uint32_t section, Read read) {
    for (const Dispute& dispute : document.dialect.version().disputes) {
        const bool disputed = dispute.section == document.sections[section].id && dispute.by == Dispute::By::Width;
        if (!disputed) continue;
        Settled settled{section, &dispute, 0, false};
        std::uint32_t furthest = 0;
        std::size_t exact = 0;
        for (std::uint32_t i = 0; i < dispute.layouts.size(); ++i) {
            const Dialect dialect = document.dialect.with(dispute, dispute.layouts[i]);
            const Reached reached = read(dialect);
            exact += reached.exactly ? 1U : 0U;
            // What is kept as it is fits whatever there is.
            const bool fits = reached.exactly || !dialect.describesData(dispute.section);
            if (settled.fits || (!fits && reached.offset <= furthest)) continue;
            furthest = reached.offset;
            settled.layout = i;
            settled.fits = fits;
        }
        // Where all fit there is nothing in the section that they would read differently.
        if (exact == dispute.layouts.size()) return;
        document.dialect = document.dialect.with(dispute, dispute.layouts[settled.layout]);
        document.settled.push_back(settled);
        return;
    }
}

/// v13: finds the header's unknown word, which changes no size, by the counters that match the strings.
void settleHeaderWords(Document& document);

}  // namespace abc
