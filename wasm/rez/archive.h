// A parsed REZ (rez.md): the layout of its bytes, as of any file, and what it holds. It is never read whole: header and
// directories are, by whoever has the bytes; where the rest lies follows from them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/document.h"

namespace rez {

using core::Bytes;
using core::kNone;

/// Offsets in the format have 32 bits.
inline constexpr std::uint64_t kMaxSize = 0xFFFFFFFF;

/// What is read of one archive at most. The largest game at hand has some ten thousand resources.
inline constexpr std::uint64_t kMostDirectoryBytes = std::uint64_t{256} << 20U;
inline constexpr std::uint32_t kMostDirectories = 1U << 20U;
inline constexpr std::uint32_t kMostResources = 1U << 22U;
/// Longest path of a directory with the separators, bytes, and most directories around one: what is nested deeper is
/// not read.
inline constexpr std::uint32_t kLongestPath = 1024;
inline constexpr std::uint32_t kMostNested = 64;

/// Why a directory was not read, or only a part of it.
enum class Unread : std::uint8_t {
    No,
    Outside,   ///< it reaches over the end of the file: what is inside is read
    Cycle,     ///< it is one of those that it is in
    Overlap,   ///< it shares bytes with the header or another directory
    LongPath,  ///< it is nested too deep
    Limit,     ///< too much was read before
};

/// Where reading a directory stopped before its end.
struct Stop {
    enum class Kind : std::uint8_t {
        None,
        Cut,          ///< the fields of an entry reach over the end
        NameOpen,     ///< a name or comment has no end
        TypeUnknown,  ///< an entry is neither a resource nor a directory
        LeftOver,     ///< too few bytes are left for an entry
    };
    Kind kind = Kind::None;
    /// Of the entry.
    std::uint32_t offset = 0;
};

/// A resource or a directory as the directory that it is in has it.
struct Entry {
    std::uint32_t offset = 0;
    std::uint32_t end = 0;
    std::uint32_t type = 0;
    std::uint32_t pos = 0;
    std::uint32_t size = 0;
    std::uint32_t time = 0;
    std::uint32_t id = 0;
    std::uint32_t keyCount = 0;
    /// Of a resource: the offset of its Extension.
    std::uint32_t extension = 0;
    core::Text name;
    core::Text comment;

    [[nodiscard]] std::uint64_t dataEnd() const { return std::uint64_t{pos} + size; }
    /// Of a resource that was read to its end: the bytes of its keys, with which it ends.
    [[nodiscard]] std::uint32_t keyBytes() const { return keyCount * static_cast<std::uint32_t>(sizeof keyCount); }
};

struct Directory {
    /// Index of the directory that it is in; kNone of the root.
    std::uint32_t parent = kNone;
    /// Offset of its entry in that; of the root 0.
    std::uint32_t entry = 0;
    core::Text name;
    /// As stored.
    std::uint32_t pos = 0;
    std::uint32_t size = 0;
    /// Bytes of its path with a separator after it.
    std::uint32_t pathLength = 0;
    /// Directories around it.
    std::uint32_t depth = 0;
    Unread unread = Unread::No;
    Stop stop;
    /// Where its bytes end that were read; `pos` when there are none.
    std::uint32_t end = 0;
    /// Its resources, in a row in `Archive::resources`, and its directories, in a row in `Archive::directories`.
    std::uint32_t firstResource = 0;
    std::uint32_t resourceCount = 0;
    std::uint32_t firstChild = 0;
    std::uint32_t childCount = 0;

    [[nodiscard]] bool isRead() const { return end > pos; }
};

/// A resource: where its entry is, and in which directory. What it is can be read there.
struct Resource {
    std::uint32_t entry = 0;
    std::uint32_t directory = 0;
};

/// Data of a resource that shares bytes with what was there before: another resource, a directory, or the header.
struct Overlap {
    std::uint32_t resource = 0;
    /// The other resource; kNone: a directory or the header.
    std::uint32_t other = kNone;
    /// Both have the same bytes.
    bool isSame = false;
};

struct Archive {
    /// The root first, the directories of one in a row.
    std::vector<Directory> directories;
    /// Folder by folder from the root on, each folder's own in its order and before those of the folders in it.
    std::vector<Resource> resources;
    std::vector<Overlap> overlaps;
    /// Offset of the first entry that is not listed because there are too many before it.
    std::optional<std::uint32_t> unlisted;
    /// Every directory was read to its end: bytes that nothing names are certainly no resource.
    bool isComplete = true;
};

/// The bytes of header and directories in blocks that stay where they are.
class Store {
public:
    /// Copies bytes of the file.
    const std::byte* keep(std::uint32_t offset, Bytes bytes);
    /// What is here, in file order. Nothing is kept after it.
    [[nodiscard]] std::span<const core::Extent> extents();

private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::byte* next_ = nullptr;
    std::size_t left_ = 0;
    std::vector<core::Extent> extents_;
};

/// The resources and directories of an archive by name and place. Refers to what it is given.
class Contents {
public:
    Contents(const core::Document& document, const Archive& archive) : document_(document), archive_(archive) {}

    /// The entry at an offset of a directory, at which one was read.
    [[nodiscard]] Entry entryOf(std::uint32_t offset, const Directory& directory) const;
    [[nodiscard]] Entry entryOf(const Resource& resource) const {
        return entryOf(resource.entry, archive_.directories[resource.directory]);
    }
    /// Name of a resource with its extension, in Latin-1.
    [[nodiscard]] std::string nameOf(const Entry& entry) const;
    /// Folders down to a directory, each with a `/` after it; '' of the root.
    [[nodiscard]] std::string pathOf(std::uint32_t directory) const;
    /// Path of a resource with `/` between folders, letters as stored.
    [[nodiscard]] std::string pathOf(const Resource& resource) const;
    /// Index of the resource whose data, or whose entry in a directory, holds the byte; kNone when there is none.
    [[nodiscard]] std::uint32_t resourceAt(std::uint32_t offset) const;

private:
    const core::Document& document_;
    const Archive& archive_;
};

struct File {
    /// Its bytes are those of the store.
    core::Document document;
    Store store;
    std::uint64_t fileSize = 0;
    /// Nothing when it is another kind of file, of a version without a description, or ends inside its header.
    std::optional<Archive> archive;

    /// What is in it. It has an archive, and stays where it is as long as this is used.
    [[nodiscard]] Contents contents() const&;
    [[nodiscard]] Contents contents() const&& = delete;
};

inline Contents File::contents() const& {
    return {document, *archive};
}

/// Bytes of a file that are wanted, never empty.
struct Wanted {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
};

/// Reads an archive of which somebody else has the bytes: as long as some are wanted, they are taken. In time and
/// memory linear in the bytes of header and directories, but for sorting. Never fails but for memory (std::bad_alloc).
class Reader {
public:
    /// @param fileSize of a larger file than kMaxSize nothing is wanted
    explicit Reader(std::uint64_t fileSize);

    /// What is to be taken next; nothing when all is here that counts.
    [[nodiscard]] std::optional<Wanted> wanted() const;
    /// @param bytes exactly those that were wanted
    void take(Bytes bytes);
    /// What the file is. It is called once, when nothing is wanted.
    [[nodiscard]] File finish();

private:
    void takeHeader(Bytes bytes);
    void takeDirectory(std::uint32_t index, Bytes bytes);
    /// Adds a directory, and wants its bytes when they may be read.
    void add(Directory directory);
    [[nodiscard]] Unread reasonFor(const Directory& directory) const;
    [[nodiscard]] bool isAncestor(std::uint32_t pos, const Directory& directory) const;
    [[nodiscard]] bool isLater(std::uint32_t a, std::uint32_t b) const;

    std::uint64_t fileSize_;
    bool hasHeader_ = false;
    core::Format format_ = core::Format::Unknown;
    bool isReadable_ = false;
    std::uint32_t version_ = 0;
    Archive archive_;
    Store store_;
    /// Ranges of the header and of directories that are read or wanted: where each begins and ends.
    std::map<std::uint32_t, std::uint32_t> taken_;
    /// Directories whose bytes are wanted, a heap: the first in the file is the next.
    std::vector<std::uint32_t> pending_;
    std::uint64_t directoryBytes_ = 0;
};

/// Reads a file that is all there.
[[nodiscard]] File parse(Bytes bytes);

}  // namespace rez
