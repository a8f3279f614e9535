#include "edit.h"

#include "core/words.h"
#include "editor.h"
#include "spelling.h"

namespace lta {

using core::grouped;
using core::schema::Scalar;
using core::schema::Type;

/// The word that a list begins with is its name. At the outermost level there is none.
bool TextEditor::decidesShape(const Place& leaf) const {
    return leaf.index == 0 && leaf.type == Type(Scalar::Word);
}

std::string TextEditor::problemOf(const Place& leaf, const std::string& text) const {
    if (text.find('"') != std::string::npos) return kNoQuotes;
    if (decidesShape(leaf) && !isWord(text)) {
        return " is the name of a list, which cannot be empty, or contain blanks or brackets.";
    }
    return {};
}

std::optional<std::vector<std::byte>> TextEditor::spelt(const Place& leaf, const std::string& path,
                                                        const EditValue& value) {
    const auto refused = [&](const std::string& reason, bool canForce = false) {
        refuse(path + reason, canForce);
        return std::nullopt;
    };
    const core::Document& state = current();
    const std::string_view before = core::view(Bytes(state.bytes), {leaf.start, leaf.end - leaf.start});
    if (leaf.type == Type(Scalar::Number)) {
        const auto* const number = std::get_if<double>(&value.value);
        if (number == nullptr) return refused(" must be a number.");
        // A number that stays the same stays as it is written.
        if (*number == numberOf(before)) return asBytes(before);
        const std::string digits = spelledNumber(*number);
        if (digits.empty()) return refused(" must be a finite number that 32 bits can hold.");
        return asBytes(digits);
    }
    const bool isQuoted = leaf.type == Type(Scalar::Quoted);
    if (!isQuoted && leaf.type != Type(Scalar::Word)) return refused(" must be bytes.");
    const auto* const text = std::get_if<std::string>(&value.value);
    if (text == nullptr) return refused(" must be a string.");
    const std::string problem = problemOf(leaf, *text);
    if (!problem.empty()) return refused(problem);
    if (!force_ && text->size() > kLongestWord) {
        return refused(
            " would have " + grouped(text->size()) + " characters; the tools read " + grouped(kLongestWord) + ".",
            true);
    }
    if (!force_) {
        const Named named = namedAt(leaf, path);
        if (isTaken(named, *text)) {
            return refused(" would be the name of two " +
                               std::string(named.kind == Named::Kind::Node ? "nodes" : "shapes") +
                               ", and what refers to one of them by its name would refer to the other.",
                           true);
        }
    }
    return asBytes(isQuoted || !isWord(*text) ? inMarks(*text) : *text);
}

core::Meant TextEditor::meantBy(const core::Document& /*state*/, const Operation& /*operation*/) const {
    return {{}, "A model that is a text cannot be changed this way: convert it to ABC."};
}

core::Edited edit(const core::Document& document, std::span<const Operation> operations) {
    return TextEditor(document).run(operations);
}

}  // namespace lta
