// What the parts of validation share: the text, its parts, and where findings go.
#pragma once

#include <string>

#include "codes.h"
#include "core/words.h"
#include "validate.h"

namespace lta {

using core::grouped;
using core::inQuotes;
using Values = std::vector<std::string>;

/// A text that is being validated. The parts below are functions on it, one subject a file.
class Check {
public:
    Check(const core::Document& parsed, const Parts& found, const abc::Model& built)
        : document(parsed), parts(found), model(built), lists(parsed) {}
    Check(const Check&) = delete;
    Check& operator=(const Check&) = delete;

    const core::Document& document;
    const Parts& parts;
    const abc::Model& model;
    const Lists lists;
    core::Findings findings{catalogue()};

    /// Adds a finding about the bytes [start, end); only while places are wanted is `values()` called.
    template <class MakeValues>
    void addAt(Code code, std::uint32_t start, std::uint32_t end, std::uint64_t group, MakeValues values) {
        findings.add(code, group, [&] { return core::Findings::Detail{placeOf(start, end), values()}; });
    }
    /// The same about a list. Without one it is about the whole text.
    template <class MakeValues>
    void add(Code code, std::uint32_t list, MakeValues values) {
        const core::Record& record = lists.at(list == kNone ? Lists::kAll : list);
        addAt(code, record.start, record.end, 0, values);
    }
    void add(Code code, std::uint32_t list) {
        add(code, list, [] { return Values{}; });
    }

    /// A name of the text in quotes, with the place of its word.
    [[nodiscard]] std::string named(Text text) const { return inQuotes(lists.view(Lists::cut(text))); }

private:
    [[nodiscard]] core::FindingPlace placeOf(std::uint32_t start, std::uint32_t end) const {
        return {start, end - start, pathAt(document, start, end)};
    }
};

void checkText(Check& check);
void checkSkeleton(Check& check);
void checkMesh(Check& check);
void checkAnimations(Check& check);

}  // namespace lta
