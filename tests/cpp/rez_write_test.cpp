// Archives out of resources (rez.md §6): where everything lies, what is kept of an old archive, and what no archive
// holds.
#include <gtest/gtest.h>
#include <rez/entry.h>
#include <rez/validate.h>
#include <rez/write.h>

#include "support/rez_fixtures.h"
#include "support/rez_invariants.h"

namespace rez::testing {
namespace {

/// The whole archive: head, data of `sizes` bytes each of the letter of its number, directories.
Bytes assembled(const Layout& layout, const NewArchive& wish) {
    Bytes bytes = layout.head;
    for (const std::uint32_t index : layout.order) {
        bytes.insert(bytes.end(), static_cast<std::size_t>(wish.resources[index].size),
                     static_cast<std::byte>('a' + index));
    }
    bytes.insert(bytes.end(), layout.directories.begin(), layout.directories.end());
    return bytes;
}

Bytes written(const NewArchive& wish, const OldArchive* old = nullptr) {
    const Layout layout = layOut(wish, old);
    EXPECT_EQ(layout.refusal, "");
    return assembled(layout, wish);
}

std::uint32_t numberAt(const Bytes& bytes, std::size_t offset) {
    return core::load<std::uint32_t>(core::Bytes(bytes), offset);
}

std::string textAt(const Bytes& bytes, std::size_t offset, std::size_t length) {
    return std::string(reinterpret_cast<const char*>(bytes.data()) + offset, length);
}

TEST(NewArchive, IsReadAgainWithoutAFinding) {
    NewArchive wish;
    wish.resources = {
        {"skins/hero.dtx", 5, 30}, {"readme", 3, 10}, {"Models/Hero.abc", 7, 20}, {"models/a/0042.lta", 0, 40}};
    const Bytes bytes = written(wish);
    const File file = parse(bytes);
    ASSERT_TRUE(file.archive);
    EXPECT_EQ(pathsOf(file), (Paths{"README", "MODELS/HERO.ABC", "MODELS/A/0042.LTA", "SKINS/HERO.DTX"}));
    EXPECT_TRUE(validate(file, "x.rez").list().empty());
    EXPECT_FALSE(checkArchive(bytes));
    const auto sums = coverage(file.document.records, static_cast<std::uint32_t>(bytes.size()));
    EXPECT_EQ(sums.known, bytes.size());
}

TEST(NewArchive, HasTheBytesOfTheFormat) {
    NewArchive wish;
    wish.resources = {{"m/b.abc", 2, 7}, {"c", 3, 9}};
    const Bytes bytes = written(wish);
    EXPECT_EQ(textAt(bytes, 0, 127),
              "\r\n"
              "RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.           "
              "\r\n"
              "LithTech Resource File                                      "
              "\r\n\x1a");
    // Both files are 5 bytes of data: C comes before M.
    EXPECT_EQ(textAt(bytes, 168, 5), "bbbaa");
    const std::uint32_t dataEnd = 173;
    const std::uint32_t innerSize = 28 + 2 + 1;
    const std::uint32_t rootSize = 16 + 2 + 28 + 2 + 1;
    const std::vector<std::uint32_t> header{1, dataEnd + innerSize, rootSize, 9, dataEnd, 9, 0, 2, 2, 0};
    for (std::size_t i = 0; i < header.size(); ++i) EXPECT_EQ(numberAt(bytes, 127 + 4 * i), header[i]) << i;
    EXPECT_EQ(bytes[167], std::byte{1});
    // B.ABC in M.
    const std::vector<std::uint32_t> inner{0, 171, 2, 7, 10000000};
    for (std::size_t i = 0; i < inner.size(); ++i) EXPECT_EQ(numberAt(bytes, dataEnd + 4 * i), inner[i]) << i;
    using namespace std::string_literals;
    EXPECT_EQ(textAt(bytes, dataEnd + 20, 11), "CBA\0\0\0\0\0B\0\0"s);
    // The root: its folder before its file.
    const std::size_t root = dataEnd + innerSize;
    const std::vector<std::uint32_t> folder{1, dataEnd, innerSize, 7};
    for (std::size_t i = 0; i < folder.size(); ++i) EXPECT_EQ(numberAt(bytes, root + 4 * i), folder[i]) << i;
    EXPECT_EQ(textAt(bytes, root + 16, 2), "M\0"s);
    const std::vector<std::uint32_t> file{0, 168, 3, 9, 10000000, 0, 0};
    for (std::size_t i = 0; i < file.size(); ++i) EXPECT_EQ(numberAt(bytes, root + 18 + 4 * i), file[i]) << i;
    EXPECT_EQ(bytes.size(), root + rootSize);
}

TEST(NewArchive, NumbersFilesAsTheMakersTool) {
    NewArchive wish;
    wish.resources = {{"b.x", 1}, {"a.x", 1}, {"77.x", 1}, {"f/b.x", 1}, {"1234567890.x", 1}};
    const Bytes bytes = written(wish);
    const File file = parse(bytes);
    std::vector<std::pair<std::string, std::uint32_t>> ids;
    for (const Resource& resource : file.archive->resources) {
        ids.emplace_back(file.contents().pathOf(resource), file.contents().entryOf(resource).id);
    }
    EXPECT_EQ(
        ids, (decltype(ids){
                 {"1234567890.X", 10000000}, {"77.X", 77}, {"A.X", 10000001}, {"B.X", 10000002}, {"F/B.X", 10000000}}));
}

TEST(NewArchive, GivesAnEmptyFileNoPlace) {
    NewArchive wish;
    wish.resources = {{"a.txt", 0, 5}, {"b.txt", 1, 5}};
    const Bytes bytes = written(wish);
    const File file = parse(bytes);
    EXPECT_EQ(file.contents().entryOf(file.archive->resources[0]).pos, 0U);
    EXPECT_EQ(file.contents().entryOf(file.archive->resources[1]).pos, 168U);
    EXPECT_TRUE(validate(file, "x.rez").list().empty());
}

TEST(NewArchive, KeepsWhatTheOldOneSays) {
    ArchiveSpec spec = twoFolders();
    spec.root.resources = {{"Note.Old", "dtx", "abcd", "a comment", {7, 8}}, {"Long.Config", "", "x"}};
    const Bytes before = write(spec);
    const File old = parse(before);
    const OldArchive kept{old.document, *old.archive};
    NewArchive wish;
    for (std::uint32_t i = 0; i < old.archive->resources.size(); ++i) {
        const Resource& resource = old.archive->resources[i];
        const Entry entry = old.contents().entryOf(resource);
        wish.resources.push_back({old.contents().pathOf(resource), entry.size, entry.time, i});
    }
    // One goes elsewhere under another name, and one is new.
    wish.resources[2].path = "New/hero2.abc";
    wish.resources.push_back({"models/new.abc", 2, 5});
    const Bytes bytes = written(wish, &kept);
    const File file = parse(bytes);
    EXPECT_EQ(pathsOf(file), (Paths{"Long.Config", "Note.Old.dtx", "MODELS/NEW.ABC", "MODELS/VILLAIN.ABC",
                                    "New/HERO2.ABC", "SKINS/HERO.DTX"}));
    EXPECT_TRUE(validate(file, "x.rez").list().empty());
    const Contents contents = file.contents();
    const Entry note = contents.entryOf(file.archive->resources[1]);
    EXPECT_EQ(file.document.text(note.comment), "a comment");
    EXPECT_EQ(note.keyCount, 2U);
    EXPECT_EQ(numberAt(bytes, note.end - 8), 7U);
    EXPECT_EQ(numberAt(bytes, note.end - 4), 8U);
    // Numbers stay, and new ones come after them.
    EXPECT_EQ(note.id, old.contents().entryOf(old.archive->resources[0]).id);
    EXPECT_EQ(contents.entryOf(file.archive->resources[4]).id, old.contents().entryOf(old.archive->resources[2]).id);
    EXPECT_EQ(contents.entryOf(file.archive->resources[2]).id, contents.entryOf(file.archive->resources[3]).id + 1);
    // LargestKeyAry, LargestDirNameSize, LargestRezNameSize, LargestCommentSize
    EXPECT_EQ(numberAt(bytes, 151), 2U);
    EXPECT_EQ(numberAt(bytes, 155), 7U);
    EXPECT_EQ(numberAt(bytes, 159), 12U);
    EXPECT_EQ(numberAt(bytes, 163), 10U);
    EXPECT_EQ(textAt(bytes, 64, 60), textAt(before, 64, 60));
}

TEST(NewArchive, KeepsPathsThatTheOldOneHasTwice) {
    ArchiveSpec spec;
    spec.root.resources = {{"A", "ABC", "one"}, {"A", "ABC", "three"}};
    const Bytes before = write(spec);
    const File old = parse(before);
    const OldArchive kept{old.document, *old.archive};
    NewArchive wish;
    wish.resources = {{"A.ABC", 3, 1, 0}, {"A.ABC", 5, 1, 1}};
    const File file = parse(written(wish, &kept));
    EXPECT_EQ(file.contents().entryOf(file.archive->resources[0]).size, 3U);
    EXPECT_EQ(file.contents().entryOf(file.archive->resources[1]).size, 5U);
    wish.resources.push_back({"a.abc", 1, 1});
    EXPECT_EQ(layOut(wish, &kept).refusal, "Two files have this path, without the case of letters.");
    EXPECT_EQ(layOut(wish, &kept).refused, 2U);
}

TEST(NewArchive, TakesSpellingAndTitleAsTheyAreWished) {
    NewArchive wish;
    wish.inCapitals = false;
    wish.title = "Mine";
    wish.resources = {{"Models/Hero\xE4.abc", 1}};
    const Bytes bytes = written(wish);
    EXPECT_EQ(pathsOf(parse(bytes)), Paths{"Models/Hero\xE4.ABC"});
    EXPECT_EQ(textAt(bytes, 64, 60), "Mine" + std::string(56, ' '));
}

TEST(NewArchive, OfNothingIsAnEmptyArchive) {
    const Bytes bytes = written({});
    EXPECT_EQ(bytes.size(), 168U);
    const File file = parse(bytes);
    EXPECT_TRUE(file.archive->resources.empty());
    EXPECT_TRUE(validate(file, "x.rez").list().empty());
}

struct Refused {
    NewArchive wish;
    std::string sentence;
    std::uint32_t resource;
};

TEST(NewArchive, RefusesWhatNoArchiveHolds) {
    const auto one = [](std::string path, std::uint64_t size = 1) {
        NewArchive wish;
        wish.resources = {{"ok.abc", 1}, {std::move(path), size}};
        return wish;
    };
    std::string deep;
    for (int i = 0; i < 65; ++i) deep += "a/";
    NewArchive titled;
    titled.title = std::string(61, 'x');
    const std::uint64_t room = 0xFFFFFFFF - 168 - 1;
    const std::string odd = "A name in its path is empty, or has a character that no path can have.";
    const std::string large = "It would be larger than 4 GB, the most that a REZ can hold.";
    for (const auto& [wish, sentence, resource] : std::vector<Refused>{
             {one("a.jpeg2"), "Its type “jpeg2” is longer than the 4 characters that an archive has for it.", 1},
             {one("OK.abc"), "Two files have this path, without the case of letters.", 1},
             {one("a//b"), odd, 1},
             {one("../b"), odd, 1},
             {one("a\\b"), odd, 1},
             {one("a/"), odd, 1},
             {one(deep + "b"), "It lies in more than 64 folders.", 1},
             {one(std::string(1025, 'a')), "Its path is longer than 1024 bytes.", 1},
             {titled, "A title has at most 60 characters.", kNone},
             {one("big.dat", room + 1), large, kNone},
             {one("big.dat", ~std::uint64_t{0}), large, kNone},
             // The data fit, and the directory does not.
             {one("big.dat", room), large, kNone}}) {
        const Layout layout = layOut(wish, nullptr);
        EXPECT_EQ(layout.refusal, sentence);
        EXPECT_EQ(layout.refused, resource) << sentence;
    }
    // To the byte: with both entries of the root, OK.ABC and BIG.DAT.
    const std::uint64_t directory = 28 + 3 + 1 + 28 + 4 + 1;
    const Layout full = layOut(one("big.dat", room - directory), nullptr);
    EXPECT_EQ(full.refusal, "");
    EXPECT_EQ(full.directories.size(), directory);
    EXPECT_EQ(layOut(one("big.dat", room - directory + 1), nullptr).refusal, large);
}

}  // namespace
}  // namespace rez::testing
