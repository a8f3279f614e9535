// A bounds-checked cursor over one section, driven by the schema: it turns bytes into records.
#pragma once

#include <optional>
#include <string>

#include "records.h"

namespace core {

/// Counts that sections learn from each other.
struct Context {
    std::array<std::uint32_t, static_cast<std::size_t>(schema::Var::Count_)> values{};
    /// Deformation vertices of each node (v6), in node order.
    std::vector<std::uint32_t> deformation;

    [[nodiscard]] std::uint32_t get(schema::Var var) const { return values[static_cast<std::size_t>(var)]; }
    void set(schema::Var var, std::uint32_t value);
};

/// Where and why the reading of a section stopped.
struct Fault {
    enum class Kind : std::uint8_t {
        Truncated,      ///< a field or element reaches over the end
        CountTooLarge,  ///< a count asks for more elements than the bytes that are left can hold
        TreeOpen,       ///< the section ends before all children of all nodes were found
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

/// Where a section lies. Its own bytes are [start, limit); `cut` says that the file ends before it does.
struct SectionSpan {
    std::uint32_t start = 0;
    std::uint32_t limit = 0;
    bool cut = false;
};

class Reader {
public:
    Reader(Bytes bytes, const Dialect& dialect, Context& context, Records& records)
        : bytes_(bytes), dialect_(dialect), context_(context), records_(records) {}

    /// Appends the records of the section, read as the struct `id`: one tree, whose first record it returns.
    /// What lies behind the data or behind a fault is the last child. `ordinal` says how many of its name came
    /// before, `name` is the first part of its paths.
    std::uint32_t section(SectionSpan span, schema::StructId id, std::uint32_t ordinal, std::string name);

    /// Set when the last section could not be read to its end.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
    [[nodiscard]] Reached reached() const { return {position_, !fault_ && position_ == limit_}; }

private:
    using Counters = std::array<std::uint32_t, schema::kMaxFields>;

    [[nodiscard]] std::uint32_t left() const { return limit_ - position_; }
    bool fields(const schema::Struct& type, std::uint32_t self);
    bool plainField(const schema::Field& field, std::uint32_t& value);
    bool array(const schema::Field& field, std::uint16_t index, const Counters& counters, std::uint32_t self);
    bool fixedElements(const Record& like, std::uint64_t size, std::uint32_t count);
    bool inlineElements(const Record& like, std::uint32_t count, bool tree);
    bool containerElements(const Record& like, std::uint32_t count);
    bool containerElement(const Record& like, std::uint32_t index);
    void closeGroup(std::uint32_t self, std::uint32_t count);
    /// Records which field of the Dimensioned or Inline element at the cursor reaches over the end.
    bool failInside(const schema::Struct& type, Dims dimensions, std::uint32_t index);
    [[nodiscard]] Dims dims(const schema::Struct& type, std::uint32_t index) const;
    bool fail(Fault::Kind kind, std::string_view field, std::uint32_t offset, std::uint64_t wanted);

    Bytes bytes_;
    const Dialect& dialect_;
    Context& context_;
    Records& records_;
    std::optional<Fault> fault_;
    std::string path_;
    std::uint32_t position_ = 0;
    std::uint32_t limit_ = 0;
    bool cut_ = false;
};

}  // namespace core
