// The format as data: every struct and field of every version, once. The reader, the structure walk,
// the command line, tooltips and the generated reference all follow these tables, so that the map of
// the bytes cannot drift from what was parsed.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "names.h"
#include "ordinal.h"

namespace core {
struct TextForm;
}

namespace core::schema {

/// Leaf types. String has its length before it, CString ends with the first zero; Chars are as many as the format says
/// and count up to the first zero. The last four are parts of a text: a number in digits, a word, a text in quotes, and
/// the brackets and blanks between these.
enum class Scalar : std::uint8_t {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F32,
    String,
    Bytes,
    Chars,
    CString,
    Number,
    Word,
    Quoted,
    Space,
};
inline constexpr std::string_view kScalarNames[] = {"u8",      "i8",     "u16",    "i16",    "u32",
                                                    "i32",     "f32",    "string", "bytes",  "chars",
                                                    "cstring", "number", "word",   "quoted", "space"};
static_assert(hasNameOf(kScalarNames, Scalar::Space));

/// Text or bytes whose length is that of the field, or that end where the text says: one leaf, however long.
[[nodiscard]] constexpr bool isRange(Scalar scalar) {
    return scalar == Scalar::Bytes || scalar == Scalar::Chars || scalar >= Scalar::Number;
}

/// What an element is in a model, so that users need not take paths apart.
enum class Role : std::uint8_t {
    None,
    Section,
    Piece,
    Lod,
    Face,
    Corner,
    Vertex,
    Weight,
    Node,
    WeightSet,
    ChildModel,
    Animation,
    Keyframe,
    NodeTransforms,
    Key,
    Deformation,
    Socket,
    BindingList,
    Binding,
};
inline constexpr std::string_view kRoleNames[] = {
    "none",   "section",     "piece",     "lod",         "face",      "corner",   "vertex",
    "weight", "node",        "weightSet", "childModel",  "animation", "keyframe", "nodeTransforms",
    "key",    "deformation", "socket",    "bindingList", "binding"};
static_assert(hasNameOf(kRoleNames, Role::Binding));

/// Number of a struct in the table of its format.
using StructId = Ordinal<struct StructKind>;

/// What a field is, whatever a family of versions calls it: only the format knows. The default says nothing.
using Meaning = Ordinal<struct MeaningKind>;

/// In which space numbers are, so that they follow when the whole is scaled, turned or moved. The default: in none.
using Space = Ordinal<struct SpaceKind>;

/// A scalar or a struct, in one byte.
class Type {
public:
    constexpr Type(Scalar scalar) : value_(static_cast<std::uint8_t>(scalar)) {}
    constexpr Type(StructId id) : value_(static_cast<std::uint8_t>(kStructs + id.index())) {}
    template <class Enum>
    requires kNames<StructKind, Enum>
    constexpr Type(Enum name) : Type(StructId(name)) {}
    [[nodiscard]] constexpr bool isScalar() const { return value_ < kStructs; }
    [[nodiscard]] constexpr Scalar scalar() const { return static_cast<Scalar>(value_); }
    [[nodiscard]] constexpr StructId id() const { return StructId(std::size_t{value_} - kStructs); }
    [[nodiscard]] constexpr std::uint8_t code() const { return value_; }
    constexpr bool operator==(const Type&) const = default;

private:
    static constexpr std::uint8_t kStructs = 16;
    std::uint8_t value_;
};

[[nodiscard]] constexpr bool isRange(Type type) {
    return type.isScalar() && isRange(type.scalar());
}
[[nodiscard]] constexpr bool isInteger(Type type) {
    return type.isScalar() && type.scalar() < Scalar::F32;
}

/// Where a count holds that one part of a file sets and another part needs.
enum class Scope : std::uint8_t {
    File,    ///< from where it is set to the end of the file
    Struct,  ///< in the struct that sets it
    Each,    ///< each element of a tree sets one, for what there is of that element elsewhere in the file
};

struct VarKind;
/// A count that one part of a file sets and another part needs: only the format knows which it is. The default: none.
/// Beside the enum that names them stands `scopeOf`.
class Var {
public:
    constexpr Var() = default;
    template <class Enum>
    requires kNames<VarKind, Enum>
    constexpr Var(Enum name) : value_(static_cast<std::uint8_t>(name)), scope_(scopeOf(name)) {}

    [[nodiscard]] constexpr std::size_t index() const { return value_; }
    [[nodiscard]] constexpr Scope scope() const { return scope_; }
    /// In the format that names it so.
    template <class Enum>
    requires kNames<VarKind, Enum>
    [[nodiscard]] constexpr Enum as() const { return static_cast<Enum>(value_); }
    constexpr auto operator<=>(const Var&) const = default;

private:
    std::uint8_t value_ = 0;
    Scope scope_ = Scope::File;
};
inline constexpr std::size_t kMaxVars = 32;

/// What the value of a field names, so that it can be followed there. How it is found is the format's rule: by offset,
/// index, number or name; a stale value names nothing. The default: nothing.
using Refers = Ordinal<struct RefersKind>;

/// What sets versions apart, as bits that the format names.
using Features = std::uint32_t;

/// How often a field stands in a row.
enum class Repeat : std::uint8_t {
    One,
    Times,     ///< `count` times
    Counted,   ///< as often as an earlier field of the same struct says, plus `count`
    Per,       ///< as often as `var` says, plus `count`
    Tree,      ///< depth first, until the counts of children are used up
    Recorded,  ///< as often as there are records of it: what reads the file knows, and the schema does not
};
inline constexpr std::string_view kRepeatNames[] = {"one", "times", "counted", "per", "tree", "recorded"};
static_assert(hasNameOf(kRepeatNames, Repeat::Recorded));

/// What people read of a field or struct. A program that shows none of it, as the module of the viewer, has none in it.
#ifdef LITHOSCOPE_WITHOUT_WORDS
struct Words {
    constexpr Words() = default;
    constexpr Words(const char* /*words*/) {}
    constexpr Words(std::string_view /*words*/) {}
    constexpr operator std::string_view() const { return {}; }
};
#else
using Words = std::string_view;
#endif

/// Values of a number that lie below 31, as bits; the last bit is for all others.
using ValueSet = std::uint32_t;
inline constexpr std::uint32_t kOtherValues = 31;
[[nodiscard]] constexpr bool holds(ValueSet set, std::uint32_t value) {
    return (set >> std::min(value, kOtherValues) & 1U) != 0;
}
template <class... Values>
[[nodiscard]] constexpr ValueSet setOf(Values... values) {
    return ((ValueSet{1} << static_cast<std::uint32_t>(values)) | ...);
}

/// What an earlier field of the same struct must be for a field to be there.
struct Condition {
    /// Empty: nothing.
    std::string_view name;
    ValueSet values = 0;
    std::uint8_t slot = 0;

    [[nodiscard]] constexpr bool isSet() const { return !name.empty(); }
};

/// One field of a struct. Built by `field(…)` and its modifiers, which read as a sentence.
struct Field {
    std::string_view name;
    Type type = Scalar::U8;
    Words doc;
    Words unit;
    Repeat repeat = Repeat::One;
    std::uint32_t count = 1;
    std::string_view counterName;
    /// Slot of the field that counts this one.
    std::uint8_t counter = 0;
    /// Position of the first field of this name: a version has only one of them, whichever it is.
    std::uint8_t slot = 0;
    Var var;
    Var setsVar;
    /// Of a tree: the count of its elements' children, which they set. `var` is then what the tree itself sets.
    Var childVar;
    /// Of a list that another field counts: it has as many elements as this says in files that are right.
    Var follows;
    Refers refers;
    Meaning meaning;
    /// Of a number that repeats how many elements the lists of this meaning have: all together, or each of them.
    Meaning countedLists;
    bool isOfEach = false;
    Space space;
    /// What a number is where nothing is said: in a new element, and where a version that lacks the field meets one
    /// that has it.
    double usual = 0;
    /// It is there when the version has all of these and none of those. 0 and 0: in every version.
    Features features = 0;
    Features otherFeatures = 0;
    /// All of them must hold; the first is set where any is.
    std::array<Condition, 2> conditions;
    /// Of a list: what its elements consist of, as bits that their fields name.
    Var layout;
    /// Of the layout or else of `var`: the bits that count this field, or of which one must be set for a single one to
    /// be there; none: all.
    std::uint8_t varShift = 0;
    std::uint32_t varMask = 0;
    /// Of a number that decides how the rest is laid out: the values for which that is known.
    ValueSet knownValues = ~ValueSet{0};
    bool isLabel = false;
    bool isHead = false;
    /// A new element of this list is as the one before.
    bool isLikeBefore = false;
    /// A text that the format counts.
    bool isTallied = false;
    /// Of a counted list: the first `count` of those that are counted are not in it.
    bool isWithoutFirst = false;

    [[nodiscard]] constexpr Field times(std::uint32_t n) const {
        Field f = *this;
        f.repeat = Repeat::Times;
        f.count = n;
        return f;
    }
    [[nodiscard]] constexpr Field counted(std::string_view by, std::uint32_t plus = 0) const {
        Field f = *this;
        f.repeat = Repeat::Counted;
        f.counterName = by;
        f.count = plus;
        return f;
    }
    /// The first `less` of those that are counted are not in the list.
    [[nodiscard]] constexpr Field countedWithout(std::uint32_t less, std::string_view by) const {
        Field f = counted(by, less);
        f.isWithoutFirst = true;
        return f;
    }
    [[nodiscard]] constexpr Field per(Var v, std::uint32_t plus = 0) const {
        Field f = *this;
        f.repeat = Repeat::Per;
        f.var = v;
        f.count = plus;
        return f;
    }
    /// A list whose elements consist of what the bits of `v` say.
    [[nodiscard]] constexpr Field laidOut(Var v) const {
        Field f = *this;
        f.layout = v;
        return f;
    }
    /// As often as some bits of the layout say: those of the mask, after the shift.
    [[nodiscard]] constexpr Field perBits(std::uint8_t shift, std::uint32_t mask) const {
        Field f = per(Var());
        f.varShift = shift;
        f.varMask = mask;
        return f;
    }
    /// A single field that is there when one of these bits of the layout is set.
    [[nodiscard]] constexpr Field ifBits(std::uint32_t mask) const {
        Field f = *this;
        f.varMask = mask;
        return f;
    }
    /// Of other values it is not known how the rest is laid out: reading stops at them.
    template <class... Values>
    [[nodiscard]] constexpr Field among(Values... values) const {
        Field f = *this;
        f.knownValues = setOf(values...);
        return f;
    }
    [[nodiscard]] constexpr Field tree(Var sets, Var children) const {
        Field f = *this;
        f.repeat = Repeat::Tree;
        f.var = sets;
        f.childVar = children;
        return f;
    }
    [[nodiscard]] constexpr Field recorded() const {
        Field f = *this;
        f.repeat = Repeat::Recorded;
        return f;
    }
    [[nodiscard]] constexpr Field sets(Var v) const {
        Field f = *this;
        f.setsVar = v;
        return f;
    }
    [[nodiscard]] constexpr Field follow(Var v) const {
        Field f = *this;
        f.follows = v;
        return f;
    }
    [[nodiscard]] constexpr Field likeBefore() const {
        Field f = *this;
        f.isLikeBefore = true;
        return f;
    }
    [[nodiscard]] constexpr Field names(Refers what) const {
        Field f = *this;
        f.refers = what;
        return f;
    }
    [[nodiscard]] constexpr Field is(Meaning what) const {
        Field f = *this;
        f.meaning = what;
        return f;
    }
    [[nodiscard]] constexpr Field counts(Meaning lists) const {
        Field f = *this;
        f.countedLists = lists;
        return f;
    }
    [[nodiscard]] constexpr Field countsEach(Meaning lists) const {
        Field f = counts(lists);
        f.isOfEach = true;
        return f;
    }
    [[nodiscard]] constexpr Field tallied() const {
        Field f = *this;
        f.isTallied = true;
        return f;
    }
    [[nodiscard]] constexpr Field in(Space what) const {
        Field f = *this;
        f.space = what;
        return f;
    }
    [[nodiscard]] constexpr Field usually(double value) const {
        Field f = *this;
        f.usual = value;
        return f;
    }
    [[nodiscard]] constexpr Field when(Features needed) const {
        Field f = *this;
        f.features = needed;
        return f;
    }
    [[nodiscard]] constexpr Field unless(Features any) const {
        Field f = *this;
        f.otherFeatures = any;
        return f;
    }
    /// It is there when an earlier field of the same struct has one of these values, which are below 31.
    template <class... Values>
    [[nodiscard]] constexpr Field onlyIf(std::string_view earlier, Values... values) const {
        return with({earlier, setOf(values...), 0});
    }
    /// It is there when an earlier field of the same struct has none of these values, which are below 31.
    template <class... Values>
    [[nodiscard]] constexpr Field unlessIs(std::string_view earlier, Values... values) const {
        return with({earlier, ~setOf(values...), 0});
    }
    [[nodiscard]] constexpr Field label() const {
        Field f = *this;
        f.isLabel = true;
        return f;
    }
    /// Opens a section: its name, and where the next one is.
    [[nodiscard]] constexpr Field head() const {
        Field f = *this;
        f.isHead = true;
        return f;
    }
    /// An array whose length only the file knows.
    [[nodiscard]] constexpr bool isRuntimeArray() const { return repeat > Repeat::Times; }
    [[nodiscard]] constexpr bool isConditional() const { return conditions[0].isSet(); }
    /// A single field that some bits of the layout say is there.
    [[nodiscard]] constexpr bool isOfBits() const { return repeat == Repeat::One && varMask != 0; }
    /// Whether its conditions hold. `counters` are the numbers of the same struct, by slot.
    template <class Counters>
    [[nodiscard]] constexpr bool isMet(const Counters& counters) const {
        return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
            return !condition.isSet() || holds(condition.values, counters[condition.slot]);
        });
    }
    /// How many elements it has where it is counted by a number: Counted and Per.
    [[nodiscard]] constexpr std::uint64_t countFor(std::uint32_t number) const {
        const std::uint32_t part = varMask != 0 ? number >> varShift & varMask : number;
        if (isWithoutFirst) return part - std::min(part, count);
        return std::uint64_t{part} + count;
    }

private:
    [[nodiscard]] constexpr Field with(Condition condition) const {
        Field f = *this;
        f.conditions[f.isConditional() ? 1 : 0] = condition;
        return f;
    }
};

[[nodiscard]] constexpr Field field(std::string_view name, Type type, Words doc = {}, Words unit = {}) {
    Field f;
    f.name = name;
    f.type = type;
    f.doc = doc;
    f.unit = unit;
    return f;
}

struct Struct {
    StructId id;
    std::string_view name;
    Role role = Role::None;
    Words doc;
    std::span<const Field> fields;
};

/// What a format has, by the numbers that its enums name.
struct Tables {
    /// A count that others together make: what it is where they are these, by number.
    using Derive = std::uint32_t (*)(Var var, const std::array<std::uint32_t, kMaxVars>& counts);

    std::span<const Struct> structs;
    /// Names of counts, and of what fields refer to. 0, which is none, has no name.
    std::span<const std::string_view> vars = {};
    std::span<const std::string_view> refers = {};
    /// Null: none is made of others.
    Derive derive = nullptr;
    /// Of a format that is a text (walk.h).
    const TextForm* text = nullptr;
};

/// Position of a field by name. In a constant expression, a name that no field has does not compile.
template <std::size_t N>
[[nodiscard]] constexpr std::size_t indexOf(const std::array<Field, N>& fields, std::string_view name) {
    std::size_t i = 0;
    while (fields[i].name != name) ++i;
    return i;
}

/// The fields of a struct, their slots, counters and conditions found. A counted or conditional field that names no
/// earlier field does not compile.
template <std::size_t N>
[[nodiscard]] consteval std::array<Field, N> fields(const Field (&list)[N]) {
    std::array<Field, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = list[i];
        out[i].slot = static_cast<std::uint8_t>(indexOf(out, list[i].name));
        const auto earlier = [&](std::string_view name) {
            const std::size_t index = indexOf(out, name);
            // Not a constant expression, so that it does not compile.
            if (index >= i) std::abort();
            return static_cast<std::uint8_t>(index);
        };
        if (list[i].repeat == Repeat::Counted) out[i].counter = earlier(list[i].counterName);
        for (Condition& condition : out[i].conditions) {
            if (condition.isSet()) condition.slot = earlier(condition.name);
        }
    }
    return out;
}

/// A field's name as a template argument.
template <std::size_t N>
struct Name {
    char text[N];
    consteval Name(const char (&literal)[N]) { std::copy_n(literal, N, text); }
};

/// Position of a field by name in a struct's table: `kIndexOf<kVertex, "Weights">`.
template <const auto& fields, Name name>
inline constexpr std::size_t kIndexOf = indexOf(fields, name.text);

inline constexpr std::size_t kMaxFields = 40;
inline constexpr std::size_t kMaxStructs = 96;

/// Whether these are the structs of a format in the order of their numbers, none with too many fields for the reader.
[[nodiscard]] constexpr bool areInOrder(std::span<const Struct> structs) {
    for (std::size_t i = 0; i < structs.size(); ++i) {
        if (structs[i].id.index() != i || structs[i].fields.size() > kMaxFields) return false;
    }
    return structs.size() <= kMaxStructs;
}

/// Bytes of a scalar; 0 for String and CString, and 1 for those whose length is that of the field (isRange).
[[nodiscard]] constexpr std::uint32_t scalarSize(Scalar scalar) {
    switch (scalar) {
        case Scalar::U8:
        case Scalar::I8:
        case Scalar::Bytes:
        case Scalar::Chars:
        case Scalar::Number:
        case Scalar::Word:
        case Scalar::Quoted:
        case Scalar::Space: return 1;
        case Scalar::U16:
        case Scalar::I16: return 2;
        case Scalar::U32:
        case Scalar::I32:
        case Scalar::F32: return 4;
        case Scalar::String:
        case Scalar::CString: break;
    }
    return 0;
}

/// A number that stands alone.
[[nodiscard]] constexpr bool isNumber(const Field& field) {
    return field.repeat == Repeat::One && field.type.isScalar() && !isRange(field.type) &&
           scalarSize(field.type.scalar()) > 0;
}

}  // namespace core::schema
