// What can be wrong with a file, said in one place: code, severity, what a game does, words, remedy.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace abc {

/// error: it cannot be read, or an engine would break. warning: probably a mistake. In the order of
/// SEVERITIES in bindings/findings.cpp.
enum class Severity : std::uint8_t { Error, Warning, Information, Hint };

/// What a game does with such a file, in the order of ENGINES in bindings/findings.cpp. Flawed: it loads, and
/// something is missing, looks or moves wrong. Refused: it does not load it, or it crashes. Unknown: nobody can
/// tell from what was read.
enum class Engine : std::uint8_t { Unknown, Unaffected, Flawed, Refused };

/// In the order of the catalogue (catalogue.cpp).
enum class Code : std::uint8_t {
    // The file as a whole.
    EmptyFile,
    NotAbc,
    FileTooLarge,
    OutOfMemory,
    VersionUnreadable,
    VersionUnknown,
    // Framing.
    SectionOffsetOutOfFile,
    SectionOffsetBackward,
    SectionOffsetSelf,
    SectionOffsetOverlap,
    SectionHeadBad,
    SectionChainOpen,
    SectionUnknown,
    SectionOpaque,
    SectionRepeated,
    SectionMissing,
    SectionTrailingBytes,
    SectionNeedsNodes,
    DataTruncated,
    CountTooLarge,
    NodeTreeOpen,
    LayoutSettled,
    // Counts and indices.
    HeaderCountMismatch,
    CountMismatch,
    IndexOutOfRange,
    // Numbers and strings.
    NumberNotFinite,
    QuaternionNotUnit,
    StringNotAscii,
    StringTooLong,
    // Skeleton.
    NodesMissing,
    NodeIndexOrder,
    NodeMatrixNotAffine,
    NodeMatrixNotRigid,
    NodeNameRepeated,
    WeightSetNodeCount,
    // Mesh.
    MeshMissing,
    VertexUnweighted,
    WeightZero,
    WeightSum,
    WeightLocation,
    FaceDegenerate,
    WindingInward,
    UvRange,
    LodDistanceBackward,
    LodDistanceRepeated,
    CollapseCycle,
    DeformationRepeated,
    // Animations.
    AnimationsMissing,
    AnimationEmpty,
    AnimationInstant,
    AnimationLength,
    AnimationNameRepeated,
    KeyTimeFirst,
    KeyTimeBackward,
    KeyTimeRepeated,
    // Child models and bindings.
    ChildModelSelf,
    ChildModelUnnamed,
    ChildModelRepeated,
    BindingUnknown,
    BindingMissing,
    BindingRepeated,
    // Between a child model and its file (compare_child.h).
    ChildTreeMismatch,
    ChildBuildNumber,
    ChildBindingNames,
    // Textures.
    NotDtx,
    TextureVersionUnknown,
    TextureFormatUnknown,
    TextureFormatOpaque,
    TextureSizeZero,
    TextureSizeLarge,
    TextureSizeUneven,
    TextureMipsNone,
    TextureMipsTooMany,
    TextureCut,
    TexturePaletteMissing,
    TextureCubeNotSquare,
    TextureCommandLeftOver,
    TextureAlphaZero,
    TextureTrailingBytes,
    Count_,
};
inline constexpr Code kFirstTextureCode = Code::NotDtx;

/// An entry of the catalogue. `message`, `effect` (what it means for game, modder or picture) and `remedy`
/// (what to do) have {0}, {1} … for the values of a finding.
struct CodeInfo {
    Code code;
    std::string_view name;
    Severity severity;
    Engine engine;
    std::string_view message;
    std::string_view effect;
    std::string_view remedy;
};

/// Every entry of the models, in the order of Code.
[[nodiscard]] std::span<const CodeInfo> catalogue();
/// Those of the textures, from kFirstTextureCode on. The texture library (dtx/catalogue.cpp) has them and is the only
/// one to find them; a program without it has none.
[[nodiscard]] std::span<const CodeInfo> textureCatalogue();
/// Whether these are the entries of `first` and what follows it.
[[nodiscard]] constexpr bool areInOrder(std::span<const CodeInfo> entries, Code first) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (static_cast<std::size_t>(entries[i].code) != static_cast<std::size_t>(first) + i) return false;
    }
    return true;
}
[[nodiscard]] const CodeInfo& describe(Code code);

/// A range of bytes of the file, and its structure path: empty for the file as a whole.
struct FindingPlace {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::string path;
};

struct Finding {
    Code code;
    /// How often it was found.
    std::uint32_t count = 0;
    /// With the values of the first time.
    std::string message, effect, remedy;
    /// The first places, at least one and at most Findings::kMostPlaces.
    std::vector<FindingPlace> places;

    [[nodiscard]] const FindingPlace& place() const { return places.front(); }
};

/// Collects findings. Repeats of a code in the same group (an animation, a level of a piece …) merge into
/// one with a count, and cost no more than counting once enough places are known.
class Findings {
public:
    static constexpr std::size_t kMost = 1000;
    static constexpr std::size_t kMostPlaces = 8;

    /// Where a finding is, and the values of its words.
    struct Detail {
        FindingPlace place;
        std::vector<std::string> values;
    };

    /// Adds a finding, or a repeat to the one of this code and group. `detail()`, which gives the Detail, is
    /// called only while places are wanted: a million repeats build eight paths.
    template <class MakeDetail>
    void add(Code code, std::uint64_t group, MakeDetail detail) {
        if (Finding* finding = counted(code, group)) place(*finding, detail());
    }
    /// Adds a finding that cannot repeat.
    void add(Code code, FindingPlace place, std::vector<std::string> values = {});

    [[nodiscard]] const std::vector<Finding>& list() const { return list_; }
    /// There were more than kMost.
    [[nodiscard]] bool truncated() const { return truncated_; }

private:
    static constexpr std::size_t kCodes = static_cast<std::size_t>(Code::Count_);
    struct Latest {
        std::uint64_t group = 0;
        std::size_t index = kMost;
    };

    /// Counts one more. The finding when it wants a place, else nullptr.
    [[nodiscard]] Finding* counted(Code code, std::uint64_t group);
    static void place(Finding& finding, Detail detail);

    std::vector<Finding> list_;
    std::array<std::unordered_map<std::uint64_t, std::size_t>, kCodes> groups_;
    /// The group of each code that was added to last: repeats mostly come in a row.
    std::array<Latest, kCodes> latest_{};
    bool truncated_ = false;
};

}  // namespace abc
