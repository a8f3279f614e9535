// Findings: what is wrong with a file, by the entries of its format's catalogue.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "names.h"
#include "ordinal.h"

namespace core {

/// Error: the file cannot be read, or an engine would break. Warning: probably a mistake.
enum class Severity : std::uint8_t { Error, Warning, Information, Hint };
inline constexpr std::string_view kSeverityNames[] = {"error", "warning", "information", "hint"};
static_assert(hasNameOf(kSeverityNames, Severity::Hint));

/// The effect on a game, the worse the later. Flawed: it loads the file, and something is missing, looks or moves
/// wrong. Refused: it does not load the file, or it crashes. Unknown: it does not follow from the bytes that were read.
enum class Engine : std::uint8_t { Unknown, Unaffected, Flawed, Refused };
inline constexpr std::string_view kEngineNames[] = {"unknown", "unaffected", "flawed", "refused"};
static_assert(hasNameOf(kEngineNames, Engine::Refused));

/// Number of an entry in the catalogue of its format.
using FindingCode = Ordinal<struct CodeKind>;

/// An entry of the catalogue. `message`, `effect` (what it means for game, modder or picture) and `remedy`
/// (what to do) have {0}, {1} … for the values of a finding. {0|byte is|bytes are} is a value with what follows
/// it: the first words when the value is 1, else the second.
struct CodeInfo {
    FindingCode code;
    std::string_view name;
    Severity severity;
    Engine engine;
    std::string_view message;
    std::string_view effect;
    std::string_view remedy;
    /// Where the rule is written, `abc.md §3.11` of docs/format; empty when it goes without saying.
    std::string_view source = {};
    /// What ModelEdit does, where it is known to be something else.
    std::optional<Engine> editor = std::nullopt;
    /// What mends it without doubt, in the imperative: "Remove the weight". Empty: nothing safe
    /// is.
    std::string_view fix = {};

    /// The effect on ModelEdit.
    [[nodiscard]] constexpr Engine modelEdit() const { return editor.value_or(engine); }
};

/// Whether these are the entries of a catalogue in the order of their codes.
[[nodiscard]] constexpr bool areInOrder(std::span<const CodeInfo> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].code.index() != i) return false;
    }
    return true;
}

/// Entries that every format has; `code` is that of the format's catalogue.
[[nodiscard]] constexpr CodeInfo emptyFile(FindingCode code) {
    return {code,
            "EMPTY_FILE",
            Severity::Error,
            Engine::Refused,
            "The file is empty.",
            "There is nothing to show.",
            "Copy it again from its source."};
}
[[nodiscard]] constexpr CodeInfo fileTooLarge(FindingCode code) {
    return {code,
            "FILE_TOO_LARGE",
            Severity::Error,
            Engine::Refused,
            "The file has {0|byte|bytes}; the limit is {1|byte|bytes}.",
            "It was not read.",
            "No game ships files of this size: check what the file is."};
}
[[nodiscard]] constexpr CodeInfo sectionOpaque(FindingCode code) {
    return {code,
            "SECTION_OPAQUE",
            Severity::Information,
            Engine::Unaffected,
            "The layout of {0|byte|bytes} in this section is unknown.",
            "They are kept unchanged.",
            "Nothing to do."};
}
/// For a program that has no memory for a list of findings. Its texts end with a zero.
inline constexpr CodeInfo kOutOfMemory{{},
                                       "OUT_OF_MEMORY",
                                       Severity::Error,
                                       Engine::Unknown,
                                       "There was not enough memory to read the file.",
                                       "This says nothing about the file: only this program gave up.",
                                       "Close other files or reload the page and try again."};
[[nodiscard]] constexpr CodeInfo outOfMemory(FindingCode code) {
    CodeInfo info = kOutOfMemory;
    info.code = code;
    return info;
}

/// A range of bytes of the file, and its structure path: empty for the file as a whole.
struct FindingPlace {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::string path;
};

struct Finding {
    FindingCode code;
    /// Its entry in the catalogue.
    const CodeInfo* info = nullptr;
    /// How often it was found.
    std::uint32_t count = 0;
    /// With the values of the first time.
    std::string message, effect, remedy;
    /// The first places, at least one and at most Findings::kMostPlaces.
    std::vector<FindingPlace> places;
    /// What mends it, as the catalogue says; empty where nothing safe is offered.
    std::string_view fix = {};

    [[nodiscard]] const FindingPlace& place() const { return places.front(); }
};

/// Collects findings. Repeats of a code in the same group (an animation, a level of a piece …) merge into
/// one with a count, and cost no more than counting once enough places are known.
class Findings {
public:
    static constexpr std::size_t kMost = 1000;
    static constexpr std::size_t kMostPlaces = 8;

    /// Without a catalogue it stays empty.
    Findings() = default;
    explicit Findings(std::span<const CodeInfo> catalogue) : catalogue_(catalogue), codes_(catalogue.size()) {}
    /// Of findings of one code so many places are kept.
    Findings(std::span<const CodeInfo> catalogue, FindingCode code, std::size_t mostPlaces)
        : catalogue_(catalogue), codes_(catalogue.size()), wide_(code), mostPlaces_(mostPlaces) {}

    /// Where a finding is, and the values of its words.
    struct Detail {
        FindingPlace place;
        std::vector<std::string> values;
    };

    /// Adds a finding, or a repeat to the one of this code and group. `detail()`, which gives the Detail, is
    /// called only while places are wanted: a million repeats build eight paths.
    template <class MakeDetail>
    void add(FindingCode code, std::uint64_t group, MakeDetail detail) {
        if (Finding* finding = counted(code, group)) place(*finding, detail());
    }
    /// Adds a finding that cannot repeat.
    void add(FindingCode code, FindingPlace place, std::vector<std::string> values = {});

    [[nodiscard]] const std::vector<Finding>& list() const { return list_; }
    /// There were more than kMost.
    [[nodiscard]] bool truncated() const { return truncated_; }

    /// Of this finding nothing is offered that mends it.
    void withdrawFix(std::size_t finding) { list_[finding].fix = {}; }

private:
    /// What is known of a code: the finding of each group.
    struct Groups {
        std::unordered_map<std::uint64_t, std::size_t> all;
        /// The one that was added to last: repeats mostly come in a row.
        std::uint64_t latest = 0;
        std::size_t latestIndex = kMost;
    };

    /// Counts one more. The finding when it wants a place, else nullptr.
    [[nodiscard]] Finding* counted(FindingCode code, std::uint64_t group);
    static void place(Finding& finding, Detail detail);

    std::span<const CodeInfo> catalogue_;
    std::vector<Finding> list_;
    /// By code.
    std::vector<Groups> codes_;
    bool truncated_ = false;
    std::optional<FindingCode> wide_;
    std::size_t mostPlaces_ = kMostPlaces;
};

}  // namespace core
