// What a version of the format means for the schema: which fields it has and how large its structs are.
#pragma once

#include <cassert>
#include <optional>

#include "schema.h"

namespace core {

/// One of the ways in which a part of a version may be laid out.
struct Variant {
    schema::Features features;
    /// For people: "with Unknown, without InterpolationTime".
    std::string_view words;
};

/// A part of a version that may be laid out in several ways. It is settled for each file from the file itself: the
/// right variant is the one that ends exactly where the section does.
struct Ambiguity {
    enum class Sources : std::uint8_t {
        Agree,     ///< on the first variant: another is only tried where that one does not fit
        Disagree,  ///< so that a file tells something new whichever fits
    };
    schema::StructId section;
    Sources sources;
    /// What is ambiguous, for people.
    std::string_view subject;
    /// The likeliest first: it stands when no variant fits.
    std::span<const Variant> variants;
};

/// A section name and the struct that describes its data.
struct SectionKind {
    std::string_view name;
    schema::StructId id;
    /// Sound files may lack it.
    bool optional = false;
    /// What a version must have to know this section; 0: every version has it.
    schema::Features features = 0;
};

/// A version of a format, described by the tables of its format.
struct Version {
    std::uint32_t number;
    const schema::Tables& tables;
    /// In the order in which real files have them, which is one in which they can be read: each needs only earlier
    /// ones. Empty in a format whose sections have no names.
    std::span<const SectionKind> sections;
    /// Without those of ambiguous parts.
    schema::Features features;
    std::span<const Ambiguity> ambiguities = {};
    /// What bytes are called that are known and that no struct describes, such as an archive's entries.
    std::string_view contentName = {};
    /// One line about them.
    std::string_view contentDoc = {};
};

/// The version of a file that no format describes: it has no structs.
inline constexpr schema::Tables kNoTables;
inline constexpr Version kNoVersion{0, kNoTables, {}, 0};

/// Lengths of the runtime-sized arrays inside an element that are set elsewhere in the file.
struct Dims {
    /// Scope::File and Struct: no struct uses two of them.
    std::uint32_t outer = 0;
    /// Scope::Each.
    std::uint32_t inner = 0;
    bool operator==(const Dims&) const = default;
};

[[nodiscard]] constexpr std::uint32_t dimOf(schema::Var var, Dims dims) {
    return var.scope() == schema::Scope::Each ? dims.inner : dims.outer;
}

/// Whether a single field is not there because the bits that say so are 0.
[[nodiscard]] constexpr bool isAbsent(const schema::Field& field, Dims dims) {
    return field.isOfBits() && (dimOf(field.var, dims) & field.varMask) == 0;
}

/// The schema as one version reads it, its ambiguous parts resolved one way or another.
class Dialect {
public:
    /// Every ambiguous part has its likeliest variant.
    explicit Dialect(const Version& version);

    /// The same version with another variant of an ambiguous part.
    [[nodiscard]] Dialect with(const Ambiguity& ambiguity, const Variant& variant) const;

    [[nodiscard]] const Version& version() const { return *version_; }
    [[nodiscard]] bool has(schema::Features needed) const { return (features_ & needed) == needed; }
    [[nodiscard]] bool has(const schema::Field& field) const {
        return has(field.features) && (features_ & field.otherFeatures) == 0;
    }

    /// The table entry of a struct of this format.
    [[nodiscard]] const schema::Struct& describe(schema::StructId id) const {
        assert(id.index() < version_->tables.structs.size());
        return version_->tables.structs[id.index()];
    }
    /// The field of this name that the version has, null for none.
    [[nodiscard]] const schema::Field* fieldNamed(const schema::Struct& holder, std::string_view name) const;
    /// What the format calls a count, and what a field refers to; empty for none.
    [[nodiscard]] std::string_view nameOf(schema::Var var) const { return nameIn(version_->tables.vars, var.index()); }
    [[nodiscard]] std::string_view nameOf(schema::Refers refers) const {
        return nameIn(version_->tables.refers, refers.index());
    }
    [[nodiscard]] schema::Role roleOf(schema::Type type) const {
        return type.isScalar() ? schema::Role::None : describe(type.id()).role;
    }

    /// The struct that describes a section of this name, nothing when the version has none.
    [[nodiscard]] std::optional<schema::StructId> sectionId(std::string_view name) const;
    /// Whether the file names such a section, by its first field; else the schema does.
    [[nodiscard]] bool isNamedByFile(schema::StructId section) const { return describe(section).fields[0].isHead; }
    /// False for a section of which only the head is known.
    [[nodiscard]] bool describesData(schema::StructId section) const;

    /// How a struct's elements are found.
    enum class Shape : std::uint8_t {
        Fixed,        ///< always the same size
        Dimensioned,  ///< size follows from Dims alone
        Inline,       ///< size is found by reading it: strings, counted arrays of fixed elements
        Container,    ///< holds arrays that get records of their own
    };
    [[nodiscard]] Shape shape(schema::StructId id) const { return factsOf(id).shape; }
    /// Whether elements of one record, which are of one size, have all fields in the same places.
    [[nodiscard]] bool sizeTellsAll(schema::StructId id) const;
    /// Bytes of an element; at least that many when the shape is not Fixed.
    [[nodiscard]] std::uint32_t minimumSize(schema::StructId id) const { return factsOf(id).size; }

    /// Bytes of one element of a type of shape Fixed or Dimensioned; strings and others give 0.
    [[nodiscard]] std::uint64_t elementSize(schema::Type type, Dims dims) const;

    /// How many fields one of these is to a reader, of which neighbours have different parity; a runtime array inside
    /// an element counts as one.
    [[nodiscard]] std::uint32_t fieldCount(schema::Type type) const {
        return type.isScalar() ? 1 : factsOf(type.id()).fieldCount;
    }
    [[nodiscard]] std::uint32_t fieldCount(const schema::Field& field) const {
        return fieldCount(field, fieldCount(field.type));
    }

    /// Offset of a field in its struct. Everything before it has a fixed size.
    [[nodiscard]] std::uint32_t offsetOf(schema::StructId id, std::size_t field) const;

private:
    [[nodiscard]] static std::string_view nameIn(std::span<const std::string_view> names, std::size_t index) {
        return index == 0 ? std::string_view() : names[index];
    }
    struct Facts {
        std::uint32_t size = 0;
        Shape shape = Shape::Fixed;
        std::uint32_t fieldCount = 0;
    };
    [[nodiscard]] static std::uint32_t fieldCount(const schema::Field& field, std::uint32_t ofElement) {
        const bool isOne = field.isRuntimeArray() || schema::isRange(field.type);
        return isOne ? 1 : field.count * ofElement;
    }
    [[nodiscard]] const Facts& factsOf(schema::StructId id) const { return facts_[id.index()]; }
    Dialect(const Version& version, schema::Features features);
    [[nodiscard]] Facts measure(schema::StructId id) const;

    const Version* version_;
    schema::Features features_;
    std::array<Facts, schema::kMaxStructs> facts_{};
};

/// Offset of a field by its name in the struct's table: `offsetIn<schema::kVertex, "Weights">(dialect, Id::Vertex)`.
template <const auto& fields, schema::Name name>
[[nodiscard]] std::uint32_t offsetIn(const Dialect& dialect, schema::StructId id) {
    return dialect.offsetOf(id, schema::kIndexOf<fields, name>);
}

/// Bytes of a field that is neither a string nor a runtime array.
[[nodiscard]] std::uint64_t inlineSize(const Dialect& dialect, const schema::Field& field);

}  // namespace core
