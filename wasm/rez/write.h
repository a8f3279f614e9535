// Archives out of files (rez.md §6): header and directories, written field by field as the schema has them. The data of
// the resources are not here: whoever has them writes them in between.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "archive.h"

namespace rez {

/// A resource to write.
struct NewResource {
    /// In Latin-1, with `/` between folders and its extension.
    std::string path;
    /// Bytes.
    std::uint64_t size = 0;
    /// Seconds since 1970.
    std::uint32_t time = 0;
    /// Index of the resource of the old archive that it was, of which it keeps number, comment and keys; kNone: it is
    /// new.
    std::uint32_t kept = kNone;
};

/// What an archive is to be.
struct NewArchive {
    std::vector<NewResource> resources;
    /// In Latin-1. Nothing: that of the old archive, else the one of the games.
    std::optional<std::string> title;
    /// New names get capital letters, as the makers' tool gives them.
    bool inCapitals = true;
};

/// An archive that resources are kept of.
struct OldArchive {
    const core::Document& document;
    const Archive& archive;
};

/// Where everything lies in the archive, or the reason why there is none.
struct Layout {
    /// The header: the data of the resources follow it without gaps, then the directories.
    std::vector<std::byte> head;
    std::vector<std::byte> directories;
    /// Indices of the resources in the order of their data.
    std::vector<std::uint32_t> order;
    /// A sentence; empty where there is a layout.
    std::string refusal;
    /// The resource that the sentence is about; kNone: all of them.
    std::uint32_t refused = kNone;
};

/**
 * Lays out an archive: resources and directories sorted by name, a directory after those in it, the root last. Times of
 * directories and of the header are those of the newest resource in them, so equal input gives equal bytes.
 * @param old null where nothing is kept
 */
[[nodiscard]] Layout layOut(const NewArchive& wish, const OldArchive* old);

}  // namespace rez
