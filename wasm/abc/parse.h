// Bytes in, a file out: what it is, its sections, its layout, and where reading stopped.
#pragma once

#include "core/reader.h"
#include "core/walk.h"

namespace abc {

/// What kind of file the bytes are, in the order of FORMATS in bindings/structure.cpp (ABC.md §1).
enum class Format : std::uint8_t { Abc, Empty, Alembic, Music, Ltb, Lta, Dtx, Rez, Unknown };

/// A section of the chain, in file order.
struct Section {
    Text type;
    std::uint32_t offset = 0;
    /// NextSectionOffset as stored.
    std::uint32_t next = 0;
    /// Up to the next section or the end of the file.
    std::uint32_t end = 0;
    /// How many sections of this name came before.
    std::uint32_t ordinal = 0;
    schema::Id id = schema::Id::UnknownSection;

    /// Where its head ends.
    [[nodiscard]] std::uint32_t data() const { return type.offset + type.length + 4; }
};

inline constexpr std::uint32_t kLastSection = 0xFFFFFFFF;

/// How the chain of sections ended.
enum class ChainEnd : std::uint8_t {
    Last,         ///< with a section that says it is the last
    AtEnd,        ///< NextSectionOffset is exactly the size of the file: nothing follows
    OutOfFile,    ///< NextSectionOffset lies behind the end of the file
    Backward,     ///< NextSectionOffset points at or before its own section
    Overlapping,  ///< NextSectionOffset points into its own section's head
    BadHead,      ///< what stands at NextSectionOffset is no section
};

/// A section whose reading stopped, or could not start.
struct SectionFault {
    std::uint32_t section = 0;
    Fault fault;
    /// It needs the nodes, which could not be read.
    bool needsNodes = false;
};

/// A disputed part of the version, as this file settled it.
struct Settled {
    std::uint32_t section = 0;
    const Dispute* dispute = nullptr;
    /// Index in the dispute's layouts.
    std::uint32_t layout = 0;
    /// False when no layout fits, so that the one that reads furthest stands.
    bool fits = false;
};

/// A parsed file. The bytes belong to the caller and must outlive it.
struct Document {
    Document(Bytes file, const Version& row) : bytes(file), dialect(row) {}

    Bytes bytes;
    Format format = Format::Unknown;
    /// As stored; the dialect is that of the nearest thing when nobody has described the version.
    std::uint32_t version = 0;
    bool versionKnown = false;
    Dialect dialect;
    std::vector<Section> sections;
    ChainEnd chainEnd = ChainEnd::Last;
    /// The last NextSectionOffset; with BadHead, where no section stands.
    std::uint32_t chainFault = 0;
    /// In file order. Of sections whose name came before only the first kMostFaults are kept.
    std::vector<SectionFault> faults;
    static constexpr std::size_t kMostFaults = 1001;
    std::vector<Settled> settled;
    Records records;

    [[nodiscard]] Walk walk() const { return {bytes, records, dialect}; }
    [[nodiscard]] std::string_view text(Text text) const { return view(bytes, text); }
    /// By what name the file or the schema calls it.
    [[nodiscard]] std::string_view name(const Section& section) const {
        return schema::isNamedByFile(section.id) ? text(section.type) : schema::describe(section.id).name;
    }
    /// The first section that is this struct, nullptr when there is none.
    [[nodiscard]] const Section* find(schema::Id id) const;
    /// Makes what follows from `start` on a record: bytes that belong to no section.
    void addRest(std::uint32_t start, State state);
    /// Its place.
    [[nodiscard]] std::optional<Place> place(schema::Id id) const;
};

/// Files above this size are not parsed: offsets are 32 bits and a page loads them partially.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 30U;

/// Parses any bytes, in time linear in their number. Never fails but for memory (std::bad_alloc).
[[nodiscard]] Document parse(Bytes bytes);

}  // namespace abc
