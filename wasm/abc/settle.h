// Settling what the sources of a version disagree about, from the file itself (ABC.md §3, "Disputed widths").
#pragma once

#include "parse.h"

namespace abc {

/// Tries the layouts of the section's dispute, if it has one, and gives the document the dialect of the first
/// that ends exactly where the section does. `endsExactly(dialect)` reads the section that way.
template <class EndsExactly>
void settle(Document& document, std::uint32_t section, EndsExactly endsExactly) {
    for (const Dispute& dispute : document.dialect.version().disputes) {
        const bool disputed = dispute.section == document.sections[section].id && dispute.by == Dispute::By::Width;
        if (!disputed) continue;
        Settled settled{section, &dispute, 0, false};
        std::size_t fitting = 0;
        for (std::uint32_t i = 0; i < dispute.layouts.size(); ++i) {
            const Dialect dialect = document.dialect.with(dispute, dispute.layouts[i]);
            // What is kept as it is fits whatever there is.
            const bool fits = endsExactly(dialect);
            fitting += fits ? 1U : 0U;
            if (settled.fits || !(fits || !dialect.describesData(dispute.section))) continue;
            settled.layout = i;
            settled.fits = true;
        }
        // Where all fit there is nothing in the section that they would read differently.
        if (fitting == dispute.layouts.size()) return;
        document.dialect = document.dialect.with(dispute, dispute.layouts[settled.layout]);
        document.settled.push_back(settled);
        return;
    }
}

/// v13: finds the header's unknown word, which changes no size, by the counters that match the strings.
void settleHeaderWords(Document& document);

}  // namespace abc
