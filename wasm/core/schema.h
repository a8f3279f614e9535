// The format as data: every struct and field of every version, once. The reader, the structure walk,
// the command line, tooltips and the generated reference all follow these tables, so that the map of
// the bytes cannot drift from what was parsed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace abc::schema {

/// Leaf types, in the order of LEAF_TYPES in types.ts. String has its length before it; Chars are as many as the
/// format says and count up to the first zero.
enum class Scalar : std::uint8_t { U8, I8, U16, I16, U32, I32, F32, String, Bytes, Chars };

/// Text or bytes whose length is that of the field: one leaf, however long.
[[nodiscard]] constexpr bool isRange(Scalar scalar) {
    return scalar == Scalar::Bytes || scalar == Scalar::Chars;
}

/// What an element is in the model, so that nobody has to parse paths. In the order of ROLES in bindings/structure.cpp.
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

/// Every struct of the formats. The tables are in schema_v6.h, schema_v9.h and dtx/schema_dtx.h.
enum class Id : std::uint8_t {
    Vector,
    Quaternion,
    TexCoord,
    UnknownSection,
    // v9 and later
    HeaderSection,
    PiecesSection,
    NodesSection,
    ChildModelsSection,
    AnimationSection,
    SocketsSection,
    AnimBindingsSection,
    Piece,
    Lod,
    Face,
    FaceVertex,
    Vertex,
    Weight,
    Node,
    WeightSet,
    ChildModel,
    Transform,
    Animation,
    Keyframe,
    NodeTransforms,
    KeyTransform,
    Socket,
    BindingList,
    Binding,
    HitGroupsSection,
    HitGroup,
    HitGroupEntry,
    // v6
    HeaderSection6,
    GeometrySection6,
    NodesSection6,
    AnimationSection6,
    AnimDimsSection6,
    TransformInfoSection6,
    TriStripsSection6,
    Triangle6,
    Vertex6,
    PackedNormal6,
    PackedPosition6,
    Node6,
    Animation6,
    Keyframe6,
    NodeAnimation6,
    Key6,
    DeformationFrame6,
    // DTX
    TextureHeader,
    TexturePalette,
    TextureMips,
    TextureFaces,
    TextureAlphaPlanes,
    TextureSections,
    TextureFace,
    TextureMip,
    TextureAlphaPlane,
    TextureSection,
    ColorArgb,
    ColorBgra,
    BlockDxt1,
    BlockDxt3,
    BlockDxt5,
    Count_,
};
inline constexpr std::size_t kIdCount = static_cast<std::size_t>(Id::Count_);
inline constexpr Id kFirstTextureStruct = Id::TextureHeader;

/// A scalar or a struct, in one byte.
class Type {
public:
    constexpr Type(Scalar scalar) : value_(static_cast<std::uint8_t>(scalar)) {}
    constexpr Type(Id id) : value_(static_cast<std::uint8_t>(kStructs + static_cast<std::uint8_t>(id))) {}
    [[nodiscard]] constexpr bool isScalar() const { return value_ < kStructs; }
    [[nodiscard]] constexpr Scalar scalar() const { return static_cast<Scalar>(value_); }
    [[nodiscard]] constexpr Id id() const { return static_cast<Id>(value_ - kStructs); }
    [[nodiscard]] constexpr std::uint8_t code() const { return value_; }
    constexpr bool operator==(const Type&) const = default;

private:
    static constexpr std::uint8_t kStructs = 16;
    std::uint8_t value_;
};

[[nodiscard]] constexpr bool isRange(Type type) {
    return type.isScalar() && isRange(type.scalar());
}

/// Counts that one part of the file sets and another part needs.
enum class Var : std::uint8_t {
    None,
    LodCount,
    NodeCount,
    ChildModelCount,
    AnimationCount,
    KeyframeCount,
    ChildCount,
    /// One value a node, not one for the file (v6).
    DeformationVertexCount,
    /// One value a level of a texture: its pixels, blocks, or bytes of either.
    UnitCount,
    Count_,
};

/// What sets versions apart, and the layouts of disputed parts. A field is there when the version has its
/// feature (ABC.md §3).
enum class Feature : std::uint32_t {
    Always = 0,
    LodWeight = 1U << 0U,               ///< Piece.LODWeight: v10 and later
    AnimationUnknown = 1U << 1U,        ///< Animation.Unknown
    InterpolationTime = 1U << 2U,       ///< Animation.InterpolationTime
    HeaderUnknownFirst = 1U << 3U,      ///< v13: a word before StringCount …
    HeaderUnknownMiddle = 1U << 4U,     ///< … or before StringLengthTotal …
    HeaderUnknownLast = 1U << 5U,       ///< … or behind it
    TrackUnknown = 1U << 6U,            ///< NodeTransforms.Unknown: v13 and later
    KeyUnknowns = 1U << 7U,             ///< 8 more bytes a key: v13 and later
    ChildTransformUnknowns = 1U << 8U,  ///< 8 more bytes a transform of a child model
    WordVertexCounts = 1U << 9U,        ///< WeightCount and SubLODVertexIndex are u16: all but v108
    ByteVertexCounts = 1U << 10U,       ///< they are u8, and a word follows: v108
    WeightSetsLast = 1U << 11U,         ///< weight sets stand behind the nodes: all but v108
    WeightSetsFirst = 1U << 12U,        ///< weight sets stand before the nodes: v108
    Extras108 = 1U << 13U,              ///< fields and sections that only v108 has
    HitGroups = 1U << 14U,              ///< v108: the uncertain layout of HitGroups
    TextureAlphaWords = 1U << 15U,      ///< DTX v−2: what the header says of alpha
    TextureDetails = 1U << 16U,         ///< DTX v−3 and v−5: the long header
    TexturePaletteHead = 1U << 17U,     ///< DTX v−3: 8 bytes before the palette
    PixelsIndexed = 1U << 18U,          ///< DTX: pixels are indices into a palette …
    PixelsBgra = 1U << 19U,             ///< … or colours …
    PixelsDxt1 = 1U << 20U,             ///< … or blocks of 16 …
    PixelsDxt3 = 1U << 21U,
    PixelsDxt5 = 1U << 22U,
    PixelsOpaque = 1U << 23U,  ///< … or of an order that nobody knows
};
using Features = std::uint32_t;

/// How often a field stands in a row.
enum class Repeat : std::uint8_t {
    One,
    Times,     ///< `count` times
    Counted,   ///< as often as an earlier field of the same struct says, plus `count`
    Per,       ///< as often as `var` says
    Tree,      ///< depth first, until the child counts are used up
    Recorded,  ///< as often as there are records of it: what reads the file knows, and the schema does not
};

/// One field of a struct. Built by `field(…)` and its modifiers, which read as a sentence.
struct Field {
    std::string_view name;
    Type type = Scalar::U8;
    std::string_view doc;
    std::string_view unit;
    Repeat repeat = Repeat::One;
    std::uint32_t count = 1;
    std::string_view counterName;
    /// Slot of the field that counts this one.
    std::uint8_t counter = 0;
    /// Position of the first field of this name: a version has only one of them, whichever it is.
    std::uint8_t slot = 0;
    Var var = Var::None;
    Var setsVar = Var::None;
    Feature feature = Feature::Always;
    bool isLabel = false;

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
    [[nodiscard]] constexpr Field per(Var v) const {
        Field f = *this;
        f.repeat = Repeat::Per;
        f.var = v;
        return f;
    }
    [[nodiscard]] constexpr Field tree() const {
        Field f = *this;
        f.repeat = Repeat::Tree;
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
    [[nodiscard]] constexpr Field when(Feature needed) const {
        Field f = *this;
        f.feature = needed;
        return f;
    }
    [[nodiscard]] constexpr Field label() const {
        Field f = *this;
        f.isLabel = true;
        return f;
    }
    /// An array whose length only the file knows.
    [[nodiscard]] constexpr bool isRuntimeArray() const { return repeat > Repeat::Times; }
};

[[nodiscard]] constexpr Field field(std::string_view name, Type type, std::string_view doc = {},
                                    std::string_view unit = {}) {
    Field f;
    f.name = name;
    f.type = type;
    f.doc = doc;
    f.unit = unit;
    return f;
}

struct Struct {
    Id id = Id::Count_;
    std::string_view name;
    Role role = Role::None;
    std::string_view doc;
    std::span<const Field> fields;
};

/// Finds slots and counters, at compile time: a misspelt name does not build.
template <std::size_t N>
[[nodiscard]] constexpr std::array<Field, N> resolved(const Field (&fields)[N]) {
    std::array<Field, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = fields[i];
        std::size_t slot = 0;
        while (fields[slot].name != fields[i].name) ++slot;
        out[i].slot = static_cast<std::uint8_t>(slot);
        if (fields[i].repeat != Repeat::Counted) continue;
        std::size_t counter = 0;
        while (counter < i && fields[counter].name != fields[i].counterName) ++counter;
        if (counter == i) throw std::logic_error("a counted field names no earlier field");
        out[i].counter = static_cast<std::uint8_t>(counter);
    }
    return out;
}

/// Position of a field by name, at compile time.
template <std::size_t N>
[[nodiscard]] constexpr std::size_t indexOf(const std::array<Field, N>& fields, std::string_view name) {
    for (std::size_t i = 0; i < N; ++i) {
        if (fields[i].name == name) return i;
    }
    throw std::logic_error("no such field");
}

inline constexpr std::size_t kMaxFields = 32;

/// The table entry of a struct. Without the texture library all of textures are described as UnknownSection.
[[nodiscard]] const Struct& describe(Id id);

/// The entries from kFirstTextureStruct on. The texture library (dtx/schema.cpp) has them; a program without it, like
/// the module that every visitor downloads for the models, has none.
[[nodiscard]] std::span<const Struct> textureStructs();

/// Whether these are the entries of `first` and what follows it, and none has too many fields for the reader.
[[nodiscard]] constexpr bool areInOrder(std::span<const Struct> structs, Id first) {
    for (std::size_t i = 0; i < structs.size(); ++i) {
        const bool isNext = static_cast<std::size_t>(structs[i].id) == static_cast<std::size_t>(first) + i;
        if (!isNext || structs[i].fields.size() > kMaxFields) return false;
    }
    return true;
}

/// Whether the file names such a section, by its first field; else the schema does.
[[nodiscard]] bool isNamedByFile(Id section);

/// Name of a leaf type as the command line prints it.
[[nodiscard]] std::string_view scalarName(Scalar scalar);

/// Bytes of a scalar; 0 for String, and for Bytes and Chars the length is their repeat count.
[[nodiscard]] constexpr std::uint32_t scalarSize(Scalar scalar) {
    switch (scalar) {
        case Scalar::U8:
        case Scalar::I8:
        case Scalar::Bytes:
        case Scalar::Chars: return 1;
        case Scalar::U16:
        case Scalar::I16: return 2;
        case Scalar::U32:
        case Scalar::I32:
        case Scalar::F32: return 4;
        case Scalar::String: break;
    }
    return 0;
}

}  // namespace abc::schema
