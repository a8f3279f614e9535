// Archives (rez.md): what is read, what is found, and that no bytes do harm.
#include <gtest/gtest.h>
#include <rez/validate.h>

#include <functional>
#include <set>

#include "support/blocks.h"
#include "support/heap.h"
#include "support/rez_fixtures.h"
#include "support/rez_invariants.h"
#include "support/thorough.h"

namespace rez::testing {
namespace {

using abc::testing::hasError;
using abc::testing::HeapMeter;
using abc::testing::kDay;

TEST(Archive, ListsEachFoldersOwnBeforeThoseBelow) {
    const Bytes bytes = write(twoFolders());
    EXPECT_EQ(core::detect(bytes), core::Format::Rez);
    const File file = parse(bytes);
    ASSERT_TRUE(file.archive);
    EXPECT_EQ(pathsOf(file), (Paths{"README.TXT", "MODELS/HERO.ABC", "MODELS/VILLAIN.ABC", "SKINS/HERO.DTX"}));
    const Entry villain = file.contents().entryOf(file.archive->resources[2]);
    // After the header of 168 bytes, "read me" and "hero".
    EXPECT_EQ(villain.pos, 179U);
    EXPECT_EQ(villain.size, 7U);
    EXPECT_EQ(villain.time, 989448368U);
    EXPECT_TRUE(validate(file).list().empty());
}

TEST(Archive, NamesEveryFieldOfAnEntry) {
    ArchiveSpec spec;
    spec.root.resources = {{"NOTE", "DTX", "abcd", "hello", {7, 8}}};
    const Bytes bytes = write(spec);
    const File file = parse(bytes);
    const core::Walk walk = file.document.walk();
    const std::uint32_t entry = 168 + 4;
    struct Field {
        const char* name;
        std::uint32_t offset, length;
    };
    for (const auto& [name, offset, length] :
         {Field{"Type", 0, 4}, Field{"Pos", 4, 4}, Field{"Size", 8, 4}, Field{"Time", 12, 4}, Field{"Id", 16, 4},
          Field{"Extension", 20, 4}, Field{"KeyCount", 24, 4}, Field{"Name", 28, 5}, Field{"Comment", 33, 6},
          Field{"Keys", 39, 8}, Field{"Keys[1]", 43, 4}}) {
        const auto place = walk.resolve("Directory.Entries[0]." + std::string(name));
        ASSERT_TRUE(place) << name;
        EXPECT_EQ(place->start, entry + offset) << name;
        EXPECT_EQ(place->end - place->start, length) << name;
    }
    const auto first = walk.resolve("Directory.Entries[0]");
    EXPECT_EQ(file.document.text(walk.label(*first)), "NOTE");
    EXPECT_EQ(walk.resolve("Resource")->start, 168U);
    EXPECT_EQ(walk.resolve("Header.FileFormatVersion")->start, 0x7FU);
    EXPECT_EQ(walk.resolve("Header.IsSorted")->end, 168U);
}

TEST(Archive, HasNoFieldsOfResourcesInADirectory) {
    const Bytes bytes = write(twoFolders());
    const File file = parse(bytes);
    const core::Walk walk = file.document.walk();
    // The root is the last of three; README comes first in it.
    const std::string entry = "Directory#3.Entries[1]";
    EXPECT_EQ(file.document.text(walk.label(*walk.resolve(entry))), "MODELS");
    for (const char* field : {"Id", "Extension", "KeyCount", "Comment", "Keys"}) {
        EXPECT_FALSE(walk.resolve(entry + "." + field)) << field;
    }
    EXPECT_EQ(walk.resolve(entry)->end - walk.resolve(entry)->start, 16U + 7U);
}

TEST(Archive, KnowsWhichResourceAByteBelongsTo) {
    const Bytes bytes = write(twoFolders());
    const File file = parse(bytes);
    const Contents contents = file.contents();
    EXPECT_EQ(contents.resourceAt(0), kNone);
    EXPECT_EQ(contents.resourceAt(168), 0U);
    EXPECT_EQ(contents.resourceAt(174), 0U);
    EXPECT_EQ(contents.resourceAt(175), 1U);
    EXPECT_EQ(contents.resourceAt(185), 2U);
    EXPECT_EQ(contents.resourceAt(186), 3U);
    const auto villain = file.document.walk().resolve("Directory.Entries[1].Name");
    EXPECT_EQ(contents.resourceAt(villain->start), 2U);
    // A directory's entry is none of a resource, and neither are the bytes after a directory.
    EXPECT_EQ(contents.resourceAt(file.document.walk().resolve("Directory#3.Entries[1]")->start), kNone);
    EXPECT_EQ(contents.resourceAt(file.document.walk().resolve("Unreferenced")->start), kNone);
}

TEST(Archive, WritesExtensionsBackwards) {
    ArchiveSpec spec;
    spec.root.resources = {{"A", "LTB2", "x"}, {"B", "C", "x"}, {"D", "", "x"}};
    EXPECT_EQ(pathsOf(parse(write(spec))), (Paths{"A.LTB2", "B.C", "D"}));
}

TEST(Archive, IsReadWithoutItsData) {
    ArchiveSpec spec = twoFolders();
    spec.root.resources[0].data = std::string(1U << 20U, 'x');
    const Bytes bytes = write(spec);
    Reader reader(bytes.size());
    std::uint64_t read = 0;
    while (const auto wanted = reader.wanted()) {
        read += wanted->end - wanted->start;
        reader.take(core::Bytes(bytes).subspan(wanted->start, wanted->end - wanted->start));
    }
    EXPECT_LT(read, 400U);
    const File file = reader.finish();
    const auto sums = coverage(file.document.records, static_cast<std::uint32_t>(bytes.size()));
    // Three directories with three bytes after each.
    EXPECT_EQ(sums.unreferenced, 9U);
    EXPECT_EQ(sums.known, bytes.size() - 9);
}

struct Case {
    Code code;
    std::function<void(ArchiveSpec&)> change;
    std::string path;
    std::string message;
};

FolderSpec& models(ArchiveSpec& spec) {
    return spec.root.folders[0];
}

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {Code::RezVersionUnknown, [](ArchiveSpec& spec) { spec.version = 2; }, "Header.FileFormatVersion",
         "FileFormatVersion is 2; only 1 is documented."},
        {Code::RezDirectoryOutside, [](ArchiveSpec& spec) { models(spec).pos = 5000; }, "Directory#2.Entries[1].Pos",
         "The directory “MODELS/” spans bytes 5,000 to 5,071, but the file ends at 385."},
        {Code::RezDirectoryOverlap, [](ArchiveSpec& spec) { models(spec).pos = 160; }, "Directory#2.Entries[1].Pos",
         "The directory “MODELS/” overlaps the header or another directory."},
        {Code::RezDirectoryCycle, [](ArchiveSpec& spec) { models(spec).pos = 301; }, "Directory#2.Entries[1].Pos",
         "The directory “MODELS/” leads back to a directory that contains it."},
        {Code::RezNestedTooDeep, [](ArchiveSpec& spec) { models(spec).name = std::string(1024, 'M'); },
         "Directory#2.Entries[1].Pos",
         "The directory “" + std::string(64, 'M') +
             "…” is nested in more than 64 others, or its path is longer than 1,024 bytes."},
        {Code::RezEntryTypeUnknown, [](ArchiveSpec& spec) { models(spec).resources[1].type = 2; }, "Directory.Unparsed",
         "An entry in the directory “MODELS/” has type 2; only 0 and 1 are known."},
        {Code::RezNameOpen, [](ArchiveSpec& spec) { models(spec).tail = std::string(28, '\0') + "no end"; },
         "Directory.Unparsed", "A name or comment in the directory “MODELS/” does not end with a zero."},
        {Code::RezEntryCut, [](ArchiveSpec& spec) { models(spec).tail = std::string(10, '\0'); }, "Directory.Unparsed",
         "The directory “MODELS/” ends inside an entry: 4 bytes needed for Size, 2 left."},
        {Code::RezDirectoryLeftOver, [](ArchiveSpec& spec) { models(spec).tail = "abc"; }, "Directory.Unreferenced",
         "3 bytes are left over at the end of the directory “MODELS/”."},
        {Code::RezEntryOutside, [](ArchiveSpec& spec) { models(spec).resources[1].pos = 0xFFFFFFF0; },
         "Directory.Entries[1].Pos",
         "“MODELS/VILLAIN.ABC” spans bytes 4,294,967,280 to 4,294,967,287, but the file ends at 385."},
        {Code::RezEntryOverlap, [](ArchiveSpec& spec) { models(spec).resources[1].pos = 176; },
         "Directory.Entries[1].Pos", "The data of “MODELS/VILLAIN.ABC” overlaps “MODELS/HERO.ABC”."},
        {Code::RezEntryShared,
         [](ArchiveSpec& spec) {
             models(spec).resources[1].pos = 175;
             models(spec).resources[1].size = 4;
         },
         "Directory.Entries[1].Pos", "“MODELS/VILLAIN.ABC” uses the same bytes as “MODELS/HERO.ABC”."},
        {Code::RezPathTwice, [](ArchiveSpec& spec) { models(spec).resources[1].name = "Hero"; },
         "Directory.Entries[1].Name", "“MODELS/Hero.ABC” exists more than once."},
        {Code::RezNameOdd, [](ArchiveSpec& spec) { models(spec).resources[1].name = "a\\b"; },
         "Directory.Entries[1].Name",
         "The name “a\\b” is empty, or contains separators, control characters or dots that lead elsewhere."},
        {Code::RezNameLong, [](ArchiveSpec& spec) { spec.largestResourceName = 7; }, "Header.LargestRezNameSize",
         "According to LargestRezNameSize, the longest name of a resource has 7 bytes including its zero, but there is "
         "one with 8."},
    };
    return all;
}

TEST(ArchiveFindings, EachIsFoundInItsPlace) {
    for (const Case& expected : cases()) {
        ArchiveSpec spec = twoFolders();
        expected.change(spec);
        const Bytes bytes = write(spec);
        const core::Findings findings = validate(parse(bytes));
        SCOPED_TRACE(expected.message);
        ASSERT_EQ(findings.list().size(), 1U);
        const core::Finding& finding = findings.list().front();
        EXPECT_EQ(finding.code.as<Code>(), expected.code);
        EXPECT_EQ(finding.message, expected.message);
        EXPECT_EQ(finding.place().path, expected.path);
        EXPECT_EQ(checkArchive(bytes), Violation{});
    }
}

core::Findings findingsOf(std::string_view text, std::string_view name = {}) {
    const auto* from = reinterpret_cast<const std::byte*>(text.data());
    const Bytes bytes(from, from + text.size());
    return validate(parse(bytes), name);
}

TEST(ArchiveFindings, NoneOfTheCatalogueIsLeftOut) {
    std::set<Code> missing{};
    for (const core::CodeInfo& info : archiveCatalogue()) missing.insert(info.code.as<Code>());
    for (const Case& expected : cases()) missing.erase(expected.code);
    const auto codeOf = [](const core::Findings& findings) { return findings.list().front().code.as<Code>(); };
    EXPECT_EQ(codeOf(findingsOf("")), Code::EmptyFile);
    EXPECT_EQ(codeOf(findingsOf("text")), Code::NotRez);
    EXPECT_EQ(codeOf(findingsOf("text", "HEAT.Rez")), Code::RezEncrypted);
    EXPECT_EQ(codeOf(findingsOf("\r\nRezMgr Version 1")), Code::RezHeaderCut);
    EXPECT_EQ(codeOf(validate(Reader(kMaxSize + 1).finish())), Code::RezTooLarge);
    for (const Code code : {Code::NotRez, Code::RezEncrypted, Code::RezHeaderCut, Code::RezTooLarge}) {
        missing.erase(code);
    }
    // More than 256 MB of directories, or millions of entries.
    missing.erase(Code::RezTooMuch);
    EXPECT_TRUE(missing.empty());
}

TEST(ArchiveFindings, PathsAreTwiceInFoldersOfOneName) {
    ArchiveSpec spec = twoFolders();
    spec.root.folders[1].name = "models";
    spec.root.folders[1].resources[0].extension = "abc";
    const File file = parse(write(spec));
    const core::Findings findings = validate(file);
    ASSERT_EQ(findings.list().size(), 1U);
    EXPECT_EQ(findings.list().front().message, "“models/HERO.abc” exists more than once.");
    // The first is the one that is found.
    EXPECT_EQ(pathsOf(file)[1], "MODELS/HERO.ABC");
}

TEST(ArchiveFindings, DirectoriesThatAreTooLargeAreNotRead) {
    // A header that names 257 MB of directory in a file that has them.
    Bytes head = write({});
    const std::uint32_t size = 257U << 20U;
    const std::uint32_t pos = 200;
    std::memcpy(head.data() + 131, &pos, 4);
    std::memcpy(head.data() + 135, &size, 4);
    Reader reader(std::uint64_t{size} + 1000);
    reader.take(core::Bytes(head).first(168));
    EXPECT_FALSE(reader.wanted());
    const core::Findings findings = validate(reader.finish());
    EXPECT_EQ(findings.list().front().code.as<Code>(), Code::RezTooMuch);
    EXPECT_EQ(findings.list().front().place().path, "Header.RootDirPos");
}

/// The fields of all fixtures: those that are left out have no others.
std::vector<NamedArchive> sweptArchives() {
    std::vector<NamedArchive> swept;
    for (const NamedArchive& archive : allArchives()) {
        const bool isSwept = archive.name == "ArchiveNested" || archive.name == "ArchiveWithPathsTwice" ||
                             archive.name == "ArchiveThatStops";
        if (isSwept) swept.push_back(archive);
    }
    return swept;
}

TEST(ArchiveFixtures, AreCovered) {
    for (const NamedArchive& archive : allArchives())
        EXPECT_EQ(checkArchive(archive.file), Violation{}) << archive.name;
}

/// Every second length and value is tried; the whole check (.ci/run) tries the others on every second day.
constexpr std::size_t kStep = 2;
const std::size_t kFirst = kDay % kStep;

TEST(ArchiveSweep, CutAtAnyLengthIsCovered) {
    for (const NamedArchive& archive : sweptArchives()) {
        SCOPED_TRACE(archive.name);
        EXPECT_EQ(checkArchive(archive.file), Violation{});
        // Before the numbers of the header all lengths are alike.
        constexpr std::size_t kNumbers = 120;
        for (std::size_t length = kFirst; length < archive.file.size(); length += length < kNumbers ? 20 : kStep) {
            const Bytes cut(archive.file.begin(), archive.file.begin() + static_cast<std::ptrdiff_t>(length));
            ASSERT_EQ(checkArchive(cut), Violation{}) << "cut at " << length;
            // The last three bytes are after the root.
            const bool isBroken = length + 3 < archive.file.size();
            ASSERT_TRUE(!isBroken || hasError(validate(parse(cut)))) << "cut at " << length;
        }
    }
}

TEST(ArchiveSweep, AnyWordReplacedByHostileValuesIsCovered) {
    for (const NamedArchive& archive : sweptArchives()) {
        SCOPED_TRACE(archive.name);
        Bytes changed = archive.file;
        const auto size = static_cast<std::uint32_t>(changed.size());
        const File file = parse(archive.file);
        std::vector<std::size_t> words;
        file.document.walk().leaves(0, size, false, [&](const core::Place& leaf, const std::string&) {
            if (leaf.type == core::schema::Type(core::schema::Scalar::U32)) words.push_back(leaf.start);
        });
        std::size_t tried = 0;
        for (const std::size_t i : words) {
            for (const std::uint32_t value :
                 {0U, 1U, 2U, 160U, 168U, size / 2, size - 1, size, 0x7FFFFFFFU, 0xFFFFFFF0U, 0xFFFFFFFFU}) {
                if (tried++ % kStep != kFirst) continue;
                std::memcpy(changed.data() + i, &value, sizeof value);
                ASSERT_EQ(checkArchive(changed), Violation{}) << "word " << i << " = " << value;
            }
            std::copy_n(archive.file.begin() + static_cast<std::ptrdiff_t>(i), 4,
                        changed.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

/// A directory of directories that all lead to one place.
Bytes manyDirectories(std::uint32_t count, std::uint32_t pos, std::uint32_t size) {
    FolderSpec same;
    same.name = "D";
    same.pos = pos;
    same.size = size;
    ArchiveSpec spec;
    spec.root.folders.assign(count, same);
    return write(spec);
}

TEST(ArchiveHostile, DirectoriesThatLeadToOnePlaceAreReadOnce) {
    for (const std::uint32_t pos : {0U, 200U, 400U}) {
        const Bytes bytes = manyDirectories(2000, pos, 100);
        EXPECT_EQ(checkArchive(bytes), Violation{}) << pos;
    }
    const File file = parse(manyDirectories(2000, 200, 100));
    EXPECT_TRUE(hasError(validate(file)));
}

TEST(ArchiveHostile, ManyResourcesTakeLinearTimeAndBoundedMemory) {
    struct Work {
        std::uint64_t blocks = 0;
        std::size_t peak = 0;
    };
    const auto measured = [](std::uint32_t count) {
        const Bytes bytes = writeFlat(count);
        const HeapMeter heap;
        const std::uint64_t before = abc::testing::blocksRun();
        const File file = parse(bytes);
        const core::Findings findings = validate(file);
        EXPECT_EQ(file.archive->resources.size(), count);
        EXPECT_TRUE(findings.list().empty());
        const core::Walk walk = file.document.walk();
        EXPECT_TRUE(walk.resolve("Resource#" + std::to_string(count)));
        EXPECT_TRUE(walk.resolve("Directory.Entries[" + std::to_string(count - 1) + "].Name"));
        return Work{abc::testing::blocksRun() - before, heap.peak()};
    };
    const Work few = measured(10'000);
    const Work many = measured(40'000);
    EXPECT_LT(many.blocks, 6 * few.blocks);
    // A resource is some 40 bytes of directory, two records of 32, its place, and what sorting takes for a while.
    EXPECT_LT(many.peak, std::size_t{40'000} * 200);
}

TEST(ArchiveHostile, DataOfAllOverAllIsCovered) {
    ArchiveSpec spec;
    spec.root.resources.resize(3000);
    for (std::uint32_t i = 0; i < 3000; ++i) {
        ResourceSpec& resource = spec.root.resources[i];
        resource.name = std::to_string(i);
        resource.pos = i * 7919 % 5000;
        resource.size = i % 3 == 0 ? 0xFFFFFFFF : i * 31 % 4000;
    }
    EXPECT_EQ(checkArchive(write(spec)), Violation{});
}

}  // namespace
}  // namespace rez::testing
