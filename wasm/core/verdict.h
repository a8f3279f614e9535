// "Will the engine take it?", in one sentence.
#pragma once

#include "document.h"
#include "findings.h"

namespace core {

/// Unknown: games do not read such a file, or no description of its version is known.
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

}  // namespace core
