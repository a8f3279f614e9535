#include "verdict.h"

#include <algorithm>
#include <cassert>

namespace core {

namespace {

Engine engineOf(const Finding& finding) {
    return finding.info->engine;
}

Engine editorOf(const Finding& finding) {
    return finding.info->modelEdit();
}

/// `effectOf(finding)` on a program; `sound` is the reason when there is none.
template <class EffectOf>
EngineVerdict verdict(const Document& document, const Findings& findings, EffectOf effectOf, std::string_view sound) {
    const auto& list = findings.list();
    // Such a file has a finding that says what it is instead, or why it was not read.
    assert(document.versionKnown || !list.empty());
    if (!document.versionKnown) return {Verdict::Unknown, list.front().message};
    const auto worst = std::max_element(list.begin(), list.end(),
                                        [&](const Finding& a, const Finding& b) { return effectOf(a) < effectOf(b); });
    if (worst != list.end() && effectOf(*worst) > Engine::Unaffected) {
        return {effectOf(*worst) == Engine::Refused ? Verdict::Refused : Verdict::Flawed, worst->message};
    }
    const auto unclear = std::find_if(list.begin(), list.end(), [&](const Finding& finding) {
        return effectOf(finding) == Engine::Unknown && finding.info->severity <= Severity::Warning;
    });
    if (unclear != list.end()) return {Verdict::Unknown, unclear->message};
    return {Verdict::Loads, std::string(sound)};
}

}  // namespace

EngineVerdict engineVerdict(const Document& document, const Findings& findings) {
    return verdict(document, findings, engineOf, "No problems for the game.");
}

EngineVerdict editorVerdict(const Document& document, const Findings& findings) {
    return verdict(document, findings, editorOf, "No problems for ModelEdit.");
}

}  // namespace core
