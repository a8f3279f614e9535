// "Will the game load it?", and ModelEdit, in one sentence each.
#pragma once

#include "document.h"
#include "findings.h"

namespace core {

/// Unknown: games do not read such a file, no description of its version is known, or nobody knows what follows from
/// a finding.
enum class Verdict : std::uint8_t { Loads, Flawed, Refused, Unknown };
inline constexpr std::string_view kVerdictNames[] = {"loads", "flawed", "refused", "unknown"};
static_assert(hasNameOf(kVerdictNames, Verdict::Unknown));

struct EngineVerdict {
    Verdict verdict = Verdict::Unknown;
    /// For people: the worst reason.
    std::string reason;
};

/// What a game will do with the file, from its findings. A file whose version is not known has at least one.
[[nodiscard]] EngineVerdict engineVerdict(const Document& document, const Findings& findings);
/// What ModelEdit will do with it, in the same way.
[[nodiscard]] EngineVerdict editorVerdict(const Document& document, const Findings& findings);

}  // namespace core
