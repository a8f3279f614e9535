// What a version of the format means for the schema: which fields it has and how large its structs are.
#pragma once

#include "schema.h"

namespace abc {

/// The versions that are built alike: of ABC two, and DTX.
enum class Family : std::uint8_t { V6, V9, Dtx };

/// One of the layouts that a part of a version may have.
struct Layout {
    schema::Features features;
    /// For people: "with Unknown, without InterpolationTime".
    std::string_view words;
};

/// A part of a version whose sources disagree. Each file settles it (ABC.md §3, "Disputed widths").
struct Dispute {
    enum class By : std::uint8_t {
        Width,    ///< the layout that ends exactly where the section does is the right one
        Strings,  ///< that in which the header's string counters match the strings of the file
    };
    schema::Id section;
    By by;
    /// What is disputed, for people.
    std::string_view subject;
    /// The likeliest first: it is taken when the file cannot tell.
    std::span<const Layout> layouts;
};

/// A version of the format: one row here is all that sets it apart (ABC.md §3).
struct Version {
    std::uint32_t number;
    Family family;
    /// Without those of disputed parts.
    schema::Features features;
    std::span<const Dispute> disputes = {};
};

/// The row of a version, or nullptr when nobody has described it.
[[nodiscard]] const Version* findVersion(std::uint32_t number);

/// A section name of a family and the struct that describes its data.
struct SectionKind {
    std::string_view name;
    schema::Id id;
    /// Sound files may lack it.
    bool optional = false;
    /// What a version must have to know this section.
    schema::Feature feature = schema::Feature::Always;
};

/// The sections of a family in the order in which real files have them, which is one in which they can be read:
/// each needs only earlier ones.
[[nodiscard]] std::span<const SectionKind> sectionsOf(Family family);

/// Lengths of the runtime-sized arrays inside an element that are set elsewhere in the file.
struct Dims {
    /// Var::KeyframeCount, NodeCount …: no struct uses two of them.
    std::uint32_t outer = 0;
    /// Var::DeformationVertexCount.
    std::uint32_t inner = 0;
    bool operator==(const Dims&) const = default;
};

[[nodiscard]] constexpr std::uint32_t dimOf(schema::Var var, Dims dims) {
    return var == schema::Var::DeformationVertexCount ? dims.inner : dims.outer;
}

/// The schema as one version reads it, disputes settled one way or another.
class Dialect {
public:
    /// Every disputed part has its likeliest layout.
    explicit Dialect(const Version& version);

    /// The same version with another layout of a disputed part.
    [[nodiscard]] Dialect with(const Dispute& dispute, const Layout& layout) const;

    [[nodiscard]] const Version& version() const { return *version_; }
    [[nodiscard]] bool has(schema::Feature feature) const {
        const auto needed = static_cast<schema::Features>(feature);
        return (features_ & needed) == needed;
    }
    [[nodiscard]] bool has(const schema::Field& field) const { return has(field.feature); }

    /// The struct that describes a section of this name, UnknownSection when the version has none.
    [[nodiscard]] schema::Id sectionId(std::string_view name) const;
    /// False for a section of which only the name is known.
    [[nodiscard]] bool describesData(schema::Id section) const;

    /// How a struct's elements are found.
    enum class Shape : std::uint8_t {
        Fixed,        ///< always the same size
        Dimensioned,  ///< size follows from Dims alone
        Inline,       ///< size is found by reading it: strings, counted arrays of fixed elements
        Container,    ///< holds arrays that get records of their own
    };
    [[nodiscard]] Shape shape(schema::Id id) const { return factsOf(id).shape; }
    /// Bytes of an element; at least that many when the shape is not Fixed.
    [[nodiscard]] std::uint32_t minimumSize(schema::Id id) const { return factsOf(id).size; }

    /// Bytes of one element of a type of shape Fixed or Dimensioned; strings and others give 0.
    [[nodiscard]] std::uint64_t elementSize(schema::Type type, Dims dims) const;

    /// How many times the tint of the bytes changes over one of these; a runtime array inside an element counts as one.
    [[nodiscard]] std::uint32_t tints(schema::Type type) const {
        return type.isScalar() ? 1 : factsOf(type.id()).tints;
    }
    [[nodiscard]] std::uint32_t tints(const schema::Field& field) const { return tints(field, tints(field.type)); }

    /// Offset of a field in its struct, when everything before it has a fixed size.
    [[nodiscard]] std::uint32_t offsetOf(schema::Id id, std::size_t field) const;

private:
    struct Facts {
        std::uint32_t size = 0;
        Shape shape = Shape::Fixed;
        std::uint32_t tints = 0;
    };
    [[nodiscard]] static std::uint32_t tints(const schema::Field& field, std::uint32_t ofElement) {
        const bool isOne = field.isRuntimeArray() || schema::isRange(field.type);
        return isOne ? 1 : field.count * ofElement;
    }
    [[nodiscard]] const Facts& factsOf(schema::Id id) const { return facts_[static_cast<std::size_t>(id)]; }
    Dialect(const Version& version, schema::Features features);
    [[nodiscard]] Facts measure(schema::Id id) const;

    const Version* version_;
    schema::Features features_;
    std::array<Facts, schema::kIdCount> facts_{};
};

/// Bytes of a field that is neither a string nor a runtime array.
[[nodiscard]] std::uint64_t inlineSize(const Dialect& dialect, const schema::Field& field);

}  // namespace abc
