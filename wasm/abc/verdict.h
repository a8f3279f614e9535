// "Will the engine take it?", in one sentence.
#pragma once

#include "core/findings.h"
#include "parse.h"

namespace abc {

/// In the order of VERDICTS in bindings/structure.cpp. Unknown: it is nothing that a game reads, or nobody has
/// described its version.
enum class Verdict : std::uint8_t { Loads, Flawed, Refused, Unknown };

struct EngineVerdict {
    Verdict verdict = Verdict::Unknown;
    /// For people: the worst reason.
    std::string reason;
};

/// What a game will do with the file, from what was found in it.
[[nodiscard]] EngineVerdict engineVerdict(const Document& document, const Findings& findings);

}  // namespace abc
