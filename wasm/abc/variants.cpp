#include "variants.h"

#include <algorithm>

#include "strings.h"

namespace abc {

using schema::Id;
using schema::Role;

namespace {

/// The strings that the header counts, but for its own command string.
class CountedStrings {
public:
    explicit CountedStrings(const Document& document) : walk_(document.walk()) {
        for (const Id id : {Id::NodesSection, Id::ChildModelsSection, Id::AnimationSection}) {
            if (const auto section = document.place(id)) collect(*section);
        }
    }
    [[nodiscard]] std::vector<Text> take() { return std::move(strings_); }

private:
    void collect(const Place& place) {
        walk_.children(place, {}, 0, kNone, [this](const Place& child, const std::string&) {
            if (child.type.isScalar()) return;
            const Role role = walk_.dialect().roleOf(child.type);
            const bool counts =
                role == Role::Node || role == Role::ChildModel || role == Role::Animation || role == Role::Keyframe;
            if (!counts) return;
            if (child.kind == Place::Kind::Struct) strings_.push_back(walk_.label(child));
            collect(child);
        });
    }

    Walk walk_;
    std::vector<Text> strings_;
};

}  // namespace

void resolveHeaderWords(Document& document) {
    const auto header = document.place(Id::HeaderSection);
    const auto& ambiguities = document.dialect.version().ambiguities;
    const auto ambiguity = std::find_if(ambiguities.begin(), ambiguities.end(),
                                        [](const Ambiguity& entry) { return entry.by == Ambiguity::By::Strings; });
    if (!header || ambiguity == ambiguities.end()) return;
    const auto fieldOf = [&](const Dialect& dialect, std::string_view name) {
        return Walk(document.bytes, document.records, dialect).fieldOf(*header, name);
    };
    const auto command = fieldOf(document.dialect, "CommandString");
    if (!command) return;
    std::vector<Text> strings = CountedStrings(document).take();
    strings.push_back(loadText(document.bytes, command->start));
    const StringTally actual = tally(document.bytes, std::move(strings));

    ChosenVariant chosen{static_cast<std::uint32_t>(document.find(Id::HeaderSection) - document.sections.data()),
                         &*ambiguity, 0, false};
    for (std::uint32_t i = 0; i < ambiguity->variants.size() && !chosen.fits; ++i) {
        const Dialect dialect = document.dialect.with(*ambiguity, ambiguity->variants[i]);
        const auto count = fieldOf(dialect, "StringCount");
        const auto length = fieldOf(dialect, "StringLengthTotal");
        if (!count || !length || load<std::uint32_t>(document.bytes, count->start) != actual.count ||
            load<std::uint32_t>(document.bytes, length->start) != actual.length) {
            continue;
        }
        chosen.variant = i;
        chosen.fits = true;
        document.dialect = dialect;
    }
    document.variants.push_back(chosen);
}

}  // namespace abc
