#include "verdict.h"

#include <algorithm>
#include <cassert>

namespace core {

EngineVerdict engineVerdict(const Document& document, const Findings& findings) {
    const auto& list = findings.list();
    // Such a file has a finding that says what it is instead, or why it was not read.
    assert(document.versionKnown || !list.empty());
    if (!document.versionKnown) return {Verdict::Unknown, list.front().message};
    const auto engineOf = [](const Finding& finding) { return finding.info->engine; };
    const auto worst = std::max_element(list.begin(), list.end(),
                                        [&](const Finding& a, const Finding& b) { return engineOf(a) < engineOf(b); });
    if (worst == list.end() || engineOf(*worst) <= Engine::Unaffected) {
        return {Verdict::Loads, "Nothing was found that would trouble a game."};
    }
    return {engineOf(*worst) == Engine::Refused ? Verdict::Refused : Verdict::Flawed, worst->message};
}

}  // namespace core
