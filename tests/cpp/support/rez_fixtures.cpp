#include "rez_fixtures.h"

#include <algorithm>

#include "byte_writer.h"

namespace rez::testing {

using abc::testing::ByteWriter;

namespace {

struct Range {
    std::uint32_t pos = 0;
    std::uint32_t size = 0;
};

/// 0 to the end of the title: 127 bytes.
void writeTitle(ByteWriter& out) {
    std::string type = "RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.";
    type.resize(60, ' ');
    std::string title = "LithTech Resource File";
    title.resize(60, ' ');
    out.raw("\r\n").raw(type).raw("\r\n").raw(title).raw("\r\n").u8(0x1A);
}

class Writer {
public:
    Bytes write(const ArchiveSpec& spec) {
        writeTitle(out_);
        out_.zeros(41);
        std::vector<Range> data;
        writeData(spec.root, data);
        const std::uint32_t end = out_.size();
        auto next = data.begin();
        const Range root = writeFolder(spec.root, next);
        out_.raw(spec.trailing);
        const std::uint32_t numbers[] = {spec.version,
                                         root.pos,
                                         root.size,
                                         989448368,
                                         end,
                                         989448368,
                                         0,
                                         spec.largestDirectoryName.value_or(longestFolder_),
                                         spec.largestResourceName.value_or(longestResource_),
                                         0};
        std::size_t at = 127;
        for (const std::uint32_t number : numbers) {
            out_.poke(at, number);
            at += 4;
        }
        out_.poke(at, std::uint8_t{1});
        return out_.bytes();
    }

private:
    void writeData(const FolderSpec& folder, std::vector<Range>& data) {
        for (const ResourceSpec& resource : folder.resources) {
            data.push_back({out_.size(), static_cast<std::uint32_t>(resource.data.size())});
            out_.raw(resource.data);
        }
        for (const FolderSpec& inner : folder.folders) writeData(inner, data);
    }

    Range writeFolder(const FolderSpec& folder, std::vector<Range>::iterator& next) {
        const auto own = next;
        next += static_cast<std::ptrdiff_t>(folder.resources.size());
        std::vector<Range> inner;
        for (const FolderSpec& child : folder.folders) inner.push_back(writeFolder(child, next));
        const std::uint32_t start = out_.size();
        for (std::size_t i = 0; i < folder.resources.size(); ++i) {
            const ResourceSpec& resource = folder.resources[i];
            const Range range = own[static_cast<std::ptrdiff_t>(i)];
            std::string extension(resource.extension.rbegin(), resource.extension.rend());
            extension.resize(4, '\0');
            out_.u32(resource.type.value_or(0)).u32(resource.pos.value_or(range.pos));
            out_.u32(resource.size.value_or(range.size)).u32(resource.time).u32(id_++).raw(extension);
            out_.u32(static_cast<std::uint32_t>(resource.keys.size()));
            out_.raw(resource.name).u8(0).raw(resource.comment).u8(0);
            for (const std::uint32_t key : resource.keys) out_.u32(key);
            longestResource_ = std::max(longestResource_, static_cast<std::uint32_t>(resource.name.size()) + 1);
        }
        for (std::size_t i = 0; i < inner.size(); ++i) {
            const FolderSpec& child = folder.folders[i];
            out_.u32(1).u32(child.pos.value_or(inner[i].pos)).u32(child.size.value_or(inner[i].size)).u32(989448368);
            out_.raw(child.name).u8(0);
            longestFolder_ = std::max(longestFolder_, static_cast<std::uint32_t>(child.name.size()) + 1);
        }
        out_.raw(folder.tail);
        const Range range{start, out_.size() - start};
        // As the engine's own writer leaves them: bytes after a directory that nothing names.
        out_.zeros(3);
        return range;
    }

    ByteWriter out_;
    std::uint32_t id_ = 10000000;
    std::uint32_t longestFolder_ = 0;
    std::uint32_t longestResource_ = 0;
};

}  // namespace

Bytes write(const ArchiveSpec& spec) {
    return Writer().write(spec);
}

ArchiveSpec twoFolders() {
    ArchiveSpec spec;
    FolderSpec models;
    models.name = "MODELS";
    models.resources = {{"HERO", "ABC", "hero"}, {"VILLAIN", "ABC", "villain"}};
    FolderSpec skins;
    skins.name = "SKINS";
    skins.resources = {{"HERO", "DTX", "skin"}};
    spec.root.folders = {models, skins};
    spec.root.resources = {{"README", "TXT", "read me"}};
    return spec;
}

const std::vector<NamedArchive>& allArchives() {
    static const std::vector<NamedArchive> all = [] {
        ArchiveSpec nested = twoFolders();
        FolderSpec deep;
        deep.name = "DEEP";
        deep.folders = {nested.root.folders[0]};
        deep.resources = {{"NOTE", "", "x", "a comment", {1, 2, 3}}, {"", "X", ""}};
        nested.root.folders.push_back(deep);
        ArchiveSpec odd = twoFolders();
        odd.root.folders[0].name = "..";
        // U+202E, which turns the direction of text, in two parts: the source has no such character.
        odd.root.folders[1].name = std::string("skins\\\xE2") + "\x80\xAE/";
        odd.root.resources[0].name = "\x01\xFF";
        ArchiveSpec twice = twoFolders();
        twice.root.folders[1].name = "models";
        twice.root.folders[1].resources[0].extension = "abc";
        twice.root.folders[1].resources[0].pos = 168;
        twice.root.folders[1].resources[0].size = 400;
        ArchiveSpec stops = twoFolders();
        stops.root.folders[0].tail = std::string(28, '\0') + "no end";
        stops.root.folders[1].tail = "\x07zzz";
        return std::vector<NamedArchive>{
            {"ArchiveOfNothing", write({})},         {"ArchiveOfTwoFolders", write(twoFolders())},
            {"ArchiveNested", write(nested)},        {"ArchiveWithOddNames", write(odd)},
            {"ArchiveWithPathsTwice", write(twice)}, {"ArchiveThatStops", write(stops)}};
    }();
    return all;
}

Bytes writeFlat(std::uint32_t count) {
    ArchiveSpec spec;
    spec.root.resources.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        spec.root.resources[i].name = "R" + std::to_string(i);
        spec.root.resources[i].data = "x";
    }
    return write(spec);
}

}  // namespace rez::testing
