// Small archives in memory and their bytes, written straight from rez.md and not from the schema.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rez::testing {

using Bytes = std::vector<std::byte>;

struct ResourceSpec {
    std::string name = "A";
    /// Up to four letters.
    std::string extension = "ABC";
    std::string data = "data";
    std::string comment = {};
    std::vector<std::uint32_t> keys = {};
    std::uint32_t time = 989448368;
    /// As stored, where that is something else.
    std::optional<std::uint32_t> type = {};
    std::optional<std::uint32_t> pos = {};
    std::optional<std::uint32_t> size = {};
};

struct FolderSpec {
    std::string name;
    std::vector<ResourceSpec> resources;
    std::vector<FolderSpec> folders;
    /// After its entries, within its size.
    std::string tail;
    std::optional<std::uint32_t> pos, size;
};

struct ArchiveSpec {
    FolderSpec root;
    std::uint32_t version = 1;
    std::optional<std::uint32_t> largestDirectoryName, largestResourceName;
    /// After the last directory.
    std::string trailing;
};

/// Header, the data of all resources, then the directories, each after those in it.
[[nodiscard]] Bytes write(const ArchiveSpec& spec);

/// Two folders and a file beside them.
[[nodiscard]] ArchiveSpec twoFolders();

struct NamedArchive {
    std::string name;
    Bytes file;
};

/// Without a file, with some, nested, with keys and comments, with names of odd characters, with each finding.
[[nodiscard]] const std::vector<NamedArchive>& allArchives();

/// One folder with so many resources, of one byte each.
[[nodiscard]] Bytes writeFlat(std::uint32_t count);

}  // namespace rez::testing
