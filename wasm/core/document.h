// A file that was read: which kind it is, its sections, a record of every byte, and where reading stopped.
#pragma once

#include <memory>

#include "detect.h"
#include "reader.h"
#include "walk.h"

namespace core {

/// A part of a file at the outermost level, in file order.
struct Section {
    /// The name that the file gives it, empty in a format whose sections have none.
    Text type;
    std::uint32_t offset = 0;
    /// Offset of the next section, as stored.
    std::uint32_t next = 0;
    /// Up to the next section or the end of the file.
    std::uint32_t end = 0;
    /// Number of sections of this name before it.
    std::uint32_t ordinal = 0;
    schema::StructId id;

    /// The end of its head, when the file names it.
    [[nodiscard]] std::uint32_t data() const { return type.offset + type.length + 4; }
};

/// `next` of the last section of a chain.
inline constexpr std::uint32_t kLastSection = 0xFFFFFFFF;

/// How a chain of sections ended.
enum class ChainEnd : std::uint8_t {
    Last,         ///< with a section that says it is the last
    AtEnd,        ///< NextSectionOffset is exactly the size of the file: nothing follows
    OutOfFile,    ///< NextSectionOffset lies past the end of the file
    Backward,     ///< NextSectionOffset points at or before its own section
    Overlapping,  ///< NextSectionOffset points into its own section's head
    BadHead,      ///< the bytes at NextSectionOffset are no section
};

/// A section whose reading stopped, or could not start.
struct SectionFault {
    std::uint32_t section = 0;
    Fault fault;
    /// It needs the nodes, which could not be read.
    bool needsNodes = false;
};

/// The variant of an ambiguous part that fits this file, where that is not what was to be expected.
struct ChosenVariant {
    std::uint32_t section = 0;
    const Ambiguity* ambiguity = nullptr;
    /// Index in the ambiguity's variants.
    std::uint32_t variant = 0;
};

/// The bytes of a file that had them packed.
struct Unpacked {
    std::vector<std::byte> bytes;
    /// Bytes of the packed file, and how many of them were read.
    std::uint32_t packedSize = 0;
    std::uint32_t read = 0;
    /// It says where it ends, or ends there.
    bool isWhole = false;
};

/// A parsed file. The bytes belong to the caller and must outlive it; of those that no field describes, some may not be
/// here.
struct Document {
    Document(const FileBytes& file, const Version& row) : bytes(file), dialect(row) {}

    FileBytes bytes;
    /// Of a packed file: what `bytes` are. Else null.
    std::shared_ptr<const Unpacked> unpacked;
    Format format = Format::Unknown;
    /// As stored; the dialect is that of the nearest thing when no description of the version is known. 0 when it
    /// could not be read, and when the file names its version in a text that is not known.
    std::uint32_t version = 0;
    /// The text by which the file names its version, where it does.
    Text token;
    bool versionKnown = false;
    Dialect dialect;
    /// In file order; `addSection` appends to them.
    std::vector<Section> sections;
    /// Index of the first section of each struct, kNone without one: files may be nothing but sections.
    std::vector<std::uint32_t> firstSections;
    ChainEnd chainEnd = ChainEnd::Last;
    /// The last NextSectionOffset; with BadHead, the offset at which no section stands.
    std::uint32_t chainFault = 0;
    /// In file order. Of sections whose name came before only the first kMaxFaults are kept.
    std::vector<SectionFault> faults;
    static constexpr std::size_t kMaxFaults = 1001;
    std::vector<ChosenVariant> variants;
    Records records;

    /// It refers to this document, which must stay where it is as long as the walk is used.
    [[nodiscard]] Walk walk() const& { return {bytes, records, dialect}; }
    [[nodiscard]] Walk walk() const&& = delete;
    [[nodiscard]] std::string_view text(Text text) const { return view(bytes, text); }
    /// The name of a section, by the file or else by the schema.
    [[nodiscard]] std::string_view name(const Section& section) const {
        return dialect.isNamedByFile(section.id) ? text(section.type) : dialect.describe(section.id).name;
    }
    void addSection(const Section& section);
    /// The first section that is this struct, nullptr when there is none.
    [[nodiscard]] const Section* find(schema::StructId id) const;
    /// The first record of a section. Found and not stored: files may be nothing but sections, whose memory is bounded.
    [[nodiscard]] std::uint32_t recordOf(const Section& section) const {
        return records.firstAfter(kNone, section.offset);
    }
    /// The node of such a section in the structure tree.
    [[nodiscard]] std::optional<Place> place(schema::StructId id) const;
    /// The nodes of the first sections of all structs, in file order: a model is made of these.
    [[nodiscard]] std::vector<Place> firstPlaces() const;
    /// Adds one record for the bytes [start, end of file), which belong to no section.
    void addRest(std::uint32_t start, State state);
};

/// Larger files are not parsed: offsets are 32 bits, and the page shows such files in parts.
inline constexpr std::size_t kMaxFileSize = std::size_t{1} << 30U;

}  // namespace core
