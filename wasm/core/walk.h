// The structure of a file as a tree of places, computed on demand from records and schema. The hex
// panel, the structure tree, the command line, tests and fuzzers all use this one walk.
#pragma once

#include <optional>
#include <string>

#include "fields.h"
#include "function_ref.h"
#include "records.h"

namespace core {

/// A node of the structure tree.
struct Place {
    enum class Kind : std::uint8_t { File, Struct, Array, Leaf };
    Kind kind = Kind::File;
    State state = State::Known;
    /// Of a leaf, a struct, or an array's elements.
    schema::Type type = schema::Scalar::Bytes;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    /// Of an array: its elements. Of Padding and other byte ranges: 1.
    std::uint32_t count = 1;
    /// Index in the array that holds it, kNone if none does.
    std::uint32_t index = kNone;
    /// The record of a section, array or container element; kNone when the schema alone describes it.
    std::uint32_t record = kNone;
    Dims dims;
    /// The schema's field, null for sections and byte ranges.
    const schema::Field* field = nullptr;
    /// Alternates from field to field, whatever range is asked for; after elements of odd shape two neighbours
    /// may be alike.
    bool parity = false;
};

inline constexpr std::string_view kPlaceKindNames[] = {"file", "struct", "array", "leaf"};
static_assert(hasNameOf(kPlaceKindNames, Place::Kind::Leaf));

class Walk;

/// How the places of a text are found. Its structs are lists in brackets, whose names are those of the structs; the
/// leaves are what stands in them, each by its index; brackets and blanks are no places.
struct TextForm {
    using Step = FunctionRef<bool(const Place&)>;
    /// Calls `visit` for the elements of a list that end after `from`, until it returns false.
    void (*children)(const FileBytes& bytes, const Records& records, const Place& list, std::uint32_t from, Step visit);
    std::uint32_t (*childCount)(const FileBytes& bytes, const Records& records, const Place& list);
    /// The element of a list at the start of a path, which is then without it; nothing when there is none.
    std::optional<Place> (*resolve)(const FileBytes& bytes, const Records& records, const Walk& walk, const Place& list,
                                    std::string_view& path);
    Text (*label)(const FileBytes& bytes, const Place& list);
    /// What lists are whose names are not known: they have none in a path.
    schema::StructId unnamed;
};

/// Refers to the records and the dialect that it is given, which must outlive it and stay where they are.
class Walk {
public:
    Walk(const FileBytes& bytes, const Records& records, const Dialect& dialect)
        : bytes_(bytes), records_(records), dialect_(dialect) {}

    using Visitor = FunctionRef<void(const Place&, const std::string& path)>;

    [[nodiscard]] const Dialect& dialect() const { return dialect_; }
    [[nodiscard]] Place file() const;

    /// Visits the leaves that touch [start, end), in file order. Costs what it visits. In a text, the brackets and
    /// blanks between the elements of a list are leaves too, and have its path.
    void leaves(std::uint32_t start, std::uint32_t end, bool withPaths, const Visitor& visit) const;

    /// Visits the children [from, from + count) of a place whose path is `path`.
    void children(const Place& place, std::string path, std::uint32_t from, std::uint32_t count,
                  const Visitor& visit) const;

    /// Returns whether to go on.
    using Step = FunctionRef<bool(const Place&)>;

    /// Calls `visit` for the children that end after `from`, until it returns false.
    void childrenFrom(const Place& place, std::uint32_t from, Step visit) const;

    /// How many children a place has.
    [[nodiscard]] std::uint32_t childCount(const Place& place) const;

    /// Visits the places around a byte from the section down to the leaf, or in a text to the list whose bracket it is.
    void ancestors(std::uint32_t offset, const Visitor& visit) const;

    /// The place at a path, nothing when there is none. The empty path is the file.
    [[nodiscard]] std::optional<Place> resolve(std::string_view path) const { return resolve(file(), path); }
    /// The same below a place other than the file: the rest of the path begins with `.` or `[`.
    [[nodiscard]] std::optional<Place> resolve(Place place, std::string_view path) const;

    /// The name the file gives a struct (a piece's Name …), empty when it has none.
    [[nodiscard]] Text label(const Place& place) const;

    /// The part of a path that names this place below its parent: `Pieces`, `.LODs`, `[3]`.
    void appendName(const Place& place, std::string& path) const;

    /// Place of a field of a struct, nothing when it is absent or not read.
    [[nodiscard]] std::optional<Place> fieldOf(const Place& place, std::string_view name) const;

    /// The array that a field of a struct is, also when it is empty: then it has no place in the tree, and the two ends
    /// are where its first element would be. Nothing when there is no such array, or it was not read.
    [[nodiscard]] std::optional<Place> arrayOf(const Place& place, std::string_view name) const;

    /// The element of an array. `index` is below its count.
    [[nodiscard]] Place element(const Place& array, std::uint32_t index) const;

    /// The node of a section, an array or bytes that no field describes, by its record.
    [[nodiscard]] Place nodeOf(std::uint32_t index) const;

    /// The top-level records as places, in file order.
    [[nodiscard]] std::vector<Place> sections() const;

private:
    /// Calls `visit` for the fields of a struct that end after `from`; it stops when that returns false.
    /// @param withEmpty also for arrays without elements
    void fields(const Place& place, std::uint32_t from, Step visit, bool withEmpty = false) const;
    /// Calls `visit` for the leaves that touch [start, end); `path`, which may be null, is that of the leaf then.
    void descend(const Place& place, std::uint32_t start, std::uint32_t end, std::string* path,
                 FunctionRef<void(const Place&)> visit) const;
    /// Of a format that is a text; else null.
    [[nodiscard]] const TextForm* text() const { return dialect_.version().tables.text; }
    /// Whether a child goes by a name, which is a part of a path without its dot.
    [[nodiscard]] bool isNamed(const Place& child, std::string_view name) const;
    /// The record of an array among the fields of a container, kNone when it has no elements.
    [[nodiscard]] std::uint32_t recordOf(const Place& place, const FieldAt& array) const;
    /// The record of what lies in a section or element after its fields (not read, left over, opaque), kNone
    /// without one.
    [[nodiscard]] std::uint32_t restOf(const Place& section) const;
    [[nodiscard]] std::uint32_t elementAt(const Place& array, std::uint32_t offset) const;
    [[nodiscard]] std::uint32_t nextRoot(std::uint32_t record) const;
    /// The name of a child of the file or of a section that is no field of it, before its number.
    [[nodiscard]] std::string plainName(const Place& place) const;

    FileBytes bytes_;
    const Records& records_;
    const Dialect& dialect_;
};

/// A section's type as the first part of a path: Pieces, Pieces#2; what is no plain character is %XX, no name is %.
[[nodiscard]] std::string sectionPath(std::string_view type, std::uint32_t ordinal);

}  // namespace core
