// What holds for every text that is compiled, valid or hostile.
#pragma once

#include <compile/compile.h>
#include <ltb/build.h>
#include <ltb/validate.h>

#include "invariants.h"

namespace compiling::testing {

using abc::testing::Violation;

/// There is a file that is read to its end without findings, or a sentence that says why there is none.
[[nodiscard]] inline Violation checkCompiled(const core::Document& text, const Options& options = {}) {
    const Compiled made = compile(text, options);
    if (made.refusal.empty() == made.bytes.empty()) return "there is a file and a refusal, or neither";
    if (!made.refusal.empty()) {
        return made.refusal.ends_with('.') ? Violation() : "a refusal is no sentence: " + made.refusal;
    }
    for (const auto& notes : {made.notes.lost, made.notes.added}) {
        for (const std::string& note : notes) {
            if (!note.ends_with('.')) return "a note is no sentence: " + note;
        }
    }
    const core::Document document = ltb::parse(made.bytes);
    const abc::Model model = ltb::buildModel(document);
    const core::Findings findings = ltb::validate(document, model);
    if (!findings.list().empty()) return findings.list()[0].message;
    if (document.version != options.version) return "the version is another one";
    return {};
}

}  // namespace compiling::testing
