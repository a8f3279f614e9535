// Reading a section by the schema: bytes into records.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "records.h"

namespace core {

/// Counts that sections learn from each other. Cheap to copy.
struct Context {
    std::array<std::uint32_t, schema::kMaxVars> values{};
    /// The count of Scope::Each that the elements of a tree set, and what each of them says, in their order; null
    /// before the tree was read.
    schema::Var eachVar;
    std::shared_ptr<const std::vector<std::uint32_t>> ofEach;

    [[nodiscard]] std::uint32_t get(schema::Var var) const { return values[var.index()]; }
    void set(schema::Var var, std::uint32_t value) { values[var.index()] = value; }
};

/// Where and why the reading of a section stopped.
struct Fault {
    enum class Kind : std::uint8_t {
        Truncated,      ///< a field or element reaches over the end
        CountTooLarge,  ///< a count asks for more elements than the bytes that are left can hold
        TreeOpen,       ///< the section ends before all children of all nodes were found
        ValueUnknown,   ///< of this value it is not known how the rest is laid out
    };
    Kind kind = Kind::Truncated;
    std::uint32_t offset = 0;
    std::uint64_t wanted = 0;
    std::uint64_t available = 0;
    /// Structure path of the field or element.
    std::string path;
};

/// How far a section could be read.
struct Reached {
    std::uint32_t offset = 0;
    /// All of it, and the data ended exactly where the section does.
    bool exactly = false;
};

/// Where a section lies. Its own bytes are [start, limit); `cut` says that the file ends before it does, `open` that it
/// may end before the limit: where its data does.
struct SectionSpan {
    std::uint32_t start = 0;
    std::uint32_t limit = 0;
    bool cut = false;
    bool open = false;
};

/// What the reading of a section gave.
struct SectionResult {
    /// Its first record.
    std::uint32_t record = kNone;
    /// Set when it could not be read to its end.
    std::optional<Fault> fault;
    Reached reached;
    /// The counts that were given, and those of this section.
    Context context;
};

/// Appends the records of a section that is the struct `id`: one tree. What lies after the data or after a fault is
/// the last child of its first record.
/// @param context counts of the sections that this one needs
/// @param ordinal number of sections of this name before it
/// @param name the first part of the paths of faults
[[nodiscard]] SectionResult readSection(Bytes bytes, const Dialect& dialect, const Context& context, Records& records,
                                        SectionSpan span, schema::StructId id, std::uint32_t ordinal, std::string name);

}  // namespace core
