// What holds for every draft that becomes a file.
#pragma once

#include "fuzzing.h"
#include "import/import.h"

namespace abc::testing {

inline importing::Options anyOptions(Choices& choices) {
    constexpr std::array kVersions{12U, 6U, 9U, 10U, 11U};
    constexpr std::array kShares{1.0, 0.5, 0.1, 1e-6};
    // Room for few keys: what takes long has no end when there is room for millions.
    constexpr std::array<std::size_t, 4> kBytes{1000, 100'000, 20, 0};
    importing::Options out;
    out.version = choices.isOdd() ? choices(20) : kVersions[choices(kVersions.size())];
    out.v6 = {kShares[choices(kShares.size())], kBytes[choices(kBytes.size())]};
    out.addsStill = choices(2) == 1;
    return out;
}

/// A draft is refused with a sentence, or it becomes a file without errors that can be posed.
inline void requireImported(importing::Draft draft, const importing::Options& options) {
    importing::Import work(std::move(draft), options);
    while (work.step()) require(work.done() >= 0 && work.done() <= 1, "more is done than there is to do");
    const abc::Written& written = work.written();
    require(written.refusal.empty() != written.bytes.empty(), "neither a file nor a reason, or both");
    if (!written.refusal.empty()) return requireSentence(written.refusal);
    const Examined file(written.bytes);
    for (const Finding& finding : file.findings.list()) {
        if (finding.info->severity == Severity::Error)
            require(std::string(finding.info->name) + " " + finding.place().path + ": " + finding.message);
    }
    require(checkEvaluation(file.model, 2));
    require(checkOddRequest(file.model));
}

}  // namespace abc::testing
