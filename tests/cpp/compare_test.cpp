// Two files against each other: what differs is known by construction, and what holds for any two files.
#include <core/compare.h>
#include <dtx/texture.h>
#include <gtest/gtest.h>
#include <spr/sprite.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <abc/edit.h>

#include "support/dtx_fixtures.h"
#include "support/edit_steps.h"
#include "support/hostile.h"
#include "support/mutate.h"
#include "support/rez_fixtures.h"
#include "support/rez_invariants.h"
#include "support/splice.h"
#include "support/spr_fixtures.h"
#include "support/work.h"

namespace abc::testing {
namespace {

using core::Comparison;
using core::Difference;
using core::MatchedRange;
using core::RangeKind;
using Kind = Operation::Kind;
using Lines = std::vector<std::string>;

Comparison compared(const File& left, const File& right) {
    const Document mine = parse(left);
    const Document other = parse(right);
    return core::compare(mine, other);
}

/// What is listed, without what only follows from something else.
std::vector<Difference> told(const Comparison& comparison) {
    std::vector<Difference> differences;
    for (const auto& group : comparison.groups) {
        EXPECT_EQ(group.more, 0U);
        std::copy_if(group.differences.begin(), group.differences.end(), std::back_inserter(differences),
                     [](const Difference& difference) { return !difference.derived; });
    }
    return differences;
}

/// `changed Nodes › root › Name`
Lines listed(const Comparison& comparison) {
    Lines lines;
    for (const auto& group : comparison.groups) {
        for (const Difference& difference : group.differences) {
            if (difference.derived) continue;
            const std::string change(core::nameOf(core::kChangeNames, difference.change));
            lines.push_back(change + " " + group.section + " › " + difference.where);
        }
    }
    return lines;
}

Difference theOnly(const Comparison& comparison) {
    const std::vector<Difference> all = told(comparison);
    EXPECT_EQ(all.size(), 1U) << ::testing::PrintToString(listed(comparison));
    return all.empty() ? Difference{} : all.front();
}

/// Empty, or how the ranges of a side do not cover its file, or are not what they say.
std::string wrongIn(const std::vector<MatchedRange>& ranges, bool ofLeft, const File& left, const File& right) {
    std::uint32_t at = 0;
    for (const MatchedRange& range : ranges) {
        const std::uint32_t start = ofLeft ? range.left : range.right;
        const std::uint32_t end = ofLeft ? range.leftEnd : range.rightEnd;
        if (start != at || end <= start) return "a gap at " + std::to_string(at);
        at = end;
        if (range.leftEnd > left.size() || range.rightEnd > right.size()) return "outside at " + std::to_string(start);
        if (range.kind != RangeKind::Equal) continue;
        if (!std::equal(left.begin() + range.left, left.begin() + range.leftEnd, right.begin() + range.right,
                        right.begin() + range.rightEnd)) {
            return "not equal at " + std::to_string(start);
        }
    }
    return at == (ofLeft ? left.size() : right.size()) ? "" : "it ends at " + std::to_string(at);
}

/// What holds for any two files. Empty: it does.
std::string wrongWith(const Document& left, const Document& right, const File& mine, const File& other) {
    const Comparison comparison = core::compare(left, right);
    if (comparison.same != (mine == other)) return "same";
    for (const bool ofLeft : {true, false}) {
        const std::string wrong = wrongIn(ofLeft ? comparison.leftRanges : comparison.rightRanges, ofLeft, mine, other);
        if (!wrong.empty()) return (ofLeft ? "left ranges: " : "right ranges: ") + wrong;
    }
    const auto leads = [](const Document& document, const std::optional<core::ComparedPlace>& place) {
        if (!place) return true;
        const auto found = document.walk().resolve(place->path);
        return found && found->start == place->start && found->end == place->end;
    };
    for (const auto& group : comparison.groups) {
        for (const Difference& difference : group.differences) {
            if (!leads(left, difference.left)) return "the left path of " + difference.where;
            if (!leads(right, difference.right)) return "the right path of " + difference.where;
            if (!difference.left && !difference.right) return "nowhere: " + difference.where;
        }
    }
    return "";
}

std::string wrongWith(const File& mine, const File& other) {
    return wrongWith(parse(mine), parse(other), mine, other);
}

TEST(Compare, FindsNothingInTheSameFile) {
    const Comparison comparison = compared(fixture("v12_full"), fixture("v12_full"));
    EXPECT_TRUE(comparison.same);
    EXPECT_TRUE(comparison.groups.empty());
    EXPECT_TRUE(comparison.tallies.empty());
    ASSERT_EQ(comparison.leftRanges.size(), 1U);
    EXPECT_EQ(comparison.leftRanges[0].kind, RangeKind::Equal);
}

TEST(Compare, TakesFilesOfNoBytes) {
    EXPECT_TRUE(compared({}, {}).same);
    const Comparison comparison = compared({}, fixture("v12_full"));
    EXPECT_FALSE(comparison.same);
    EXPECT_TRUE(comparison.leftRanges.empty());
    ASSERT_FALSE(comparison.groups.empty());
    for (const auto& group : comparison.groups) EXPECT_EQ(group.differences.at(0).change, core::Change::Added);
}

TEST(Compare, SaysWhatANumberWasAndIsAndHowFarApart) {
    const File& before = fixture("v12_full");
    const File after = done(before, {set("Header.InternalRadius", {77.5})});
    const Document document = parse(before);
    const auto radius = document.walk().resolve("Header.InternalRadius");
    const auto was = core::load<float>(document.bytes, radius->start);
    const Comparison comparison = compared(before, after);
    EXPECT_EQ(listed(comparison), Lines{"changed Header › InternalRadius"});
    const Difference difference = theOnly(comparison);
    EXPECT_EQ(difference.left->path, "Header.InternalRadius");
    EXPECT_EQ(difference.left->value.numbers, std::vector<double>{was});
    EXPECT_EQ(difference.right->value.numbers, std::vector<double>{77.5});
    EXPECT_TRUE(difference.right->value.isFloat);
    EXPECT_EQ(difference.numbers, 1U);
    EXPECT_EQ(difference.differing, 1U);
    EXPECT_DOUBLE_EQ(difference.deviation, std::abs(77.5 - double{was}));
}

TEST(Compare, KnowsANodeByItsPlaceWhenItsNameIsAnother) {
    const File& before = fixture("v12_full");
    const File after = done(before, {set("Nodes.Nodes[1].Name", {std::string("a much longer name")})});
    const Comparison comparison = compared(before, after);
    EXPECT_EQ(listed(comparison), Lines{"changed Nodes › a much longer name › Name"});
    ASSERT_FALSE(comparison.tallies.empty());
    const auto named = std::find_if(comparison.tallies.begin(), comparison.tallies.end(),
                                    [](const core::Tally& tally) { return tally.subject == core::Subject::Name; });
    ASSERT_NE(named, comparison.tallies.end());
    EXPECT_EQ(named->renamed, "a much longer name");
    EXPECT_EQ(named->role, schema::Role::Node);
    EXPECT_EQ(theOnly(comparison).right->value.text, "a much longer name");
}

TEST(Compare, FindsAnElementPutInTheMiddleOfAListAndNoOther) {
    const File& before = fixture("v12_full");
    const File after =
        done(before, {list(Kind::Duplicate, "Pieces.Pieces[0].LODs[0].Vertices[1]"),
                      set("Pieces.Pieces[0].LODs[0].Vertices[1].Location", {EditValue::List{{5.0}, {6.0}, {7.0}}})});
    const Document mine = parse(before);
    const Document other = parse(after);
    const Comparison there = core::compare(mine, other);
    // The corners of the faces name vertices by number, which are others after the new one.
    EXPECT_EQ(listed(there), (Lines{"changed Pieces › body › LODs[0] › Faces[0] › Vertices[2] › VertexIndex",
                                    "changed Pieces › body › LODs[0] › Faces[1] › Vertices[1] › VertexIndex",
                                    "changed Pieces › body › LODs[0] › Faces[1] › Vertices[2] › VertexIndex",
                                    "added Pieces › body › LODs[0] › Vertices[1]"}));
    const Difference added = told(there).back();
    EXPECT_EQ(added.right->path, "Pieces.Pieces[0].LODs[0].Vertices[1]");
    EXPECT_FALSE(added.left);
    const Difference removed = told(core::compare(other, mine)).back();
    EXPECT_EQ(removed.change, core::Change::Removed);
    EXPECT_EQ(removed.left->path, "Pieces.Pieces[0].LODs[0].Vertices[1]");
}

TEST(Compare, CallsMovedWhatStandsInAnotherOrder) {
    const File two = done(fixture("v12_full"), {list(Kind::Duplicate, "Sockets.Sockets[0]"),
                                                set("Sockets.Sockets[0].Name", {std::string("first")}),
                                                set("Sockets.Sockets[1].Name", {std::string("second")})});
    const File after = done(two, {list(Kind::Move, "Sockets.Sockets[0]", 1)});
    const Comparison comparison = compared(two, after);
    const Difference difference = theOnly(comparison);
    EXPECT_EQ(difference.change, core::Change::Moved);
    EXPECT_NE(difference.left->path, difference.right->path);
}

TEST(Compare, CutsLongNamesInWhatThousandsOfDifferencesRepeat) {
    const File& before = fixture("v12_full");
    File name(60'002, std::byte{'x'});
    name[0] = std::byte{0x60};
    name[1] = std::byte{0xEA};
    const Comparison comparison = compared(before, spliced(before, "Nodes.Nodes[1].Name", name));
    const Difference difference = theOnly(comparison);
    EXPECT_LT(difference.where.size(), 300U);
    EXPECT_LT(difference.right->value.text.value_or("").size(), 1100U);
}

TEST(Compare, ReadsOtherVersionsByWhatHasTheSameName) {
    const Comparison comparison = compared(fixture("v6_full"), fixture("v12_full"));
    EXPECT_FALSE(comparison.same);
    EXPECT_FALSE(comparison.groups.empty());
}

TEST(Compare, SaysWhichNamesOfASpriteChanged) {
    spr::testing::SpriteSpec spec;
    const auto before = spr::testing::write(spec);
    spec.frames[1] = "Sprites\\a9.dtx";
    const auto after = spr::testing::write(spec);
    const auto left = spr::parse(before);
    const auto right = spr::parse(after);
    const Comparison comparison = core::compare(left.document, right.document);
    const Difference difference = theOnly(comparison);
    EXPECT_EQ(difference.left->value.text, "Sprites\\a2.dtx");
    EXPECT_EQ(difference.right->value.text, "Sprites\\a9.dtx");
    EXPECT_TRUE(difference.left->path.starts_with("Sprite.Frames[1]")) << difference.left->path;
}

TEST(Compare, TellsATextureFromAModel) {
    const auto& texture = dtx::testing::allTextures().front().file;
    const auto read = dtx::parse(texture);
    const Document model = parse(fixture("v12_full"));
    EXPECT_EQ(wrongWith(model, read.document, fixture("v12_full"), texture), "");
    EXPECT_EQ(wrongWith(read.document, model, texture, fixture("v12_full")), "");
}

TEST(Compare, TakesWhatIsHereOfAnArchive) {
    const auto read = [](const rez::testing::Bytes& bytes) {
        rez::testing::Violation violation;
        return rez::testing::readSliced(bytes, violation).value();
    };
    rez::testing::ArchiveSpec spec = rez::testing::twoFolders();
    const auto left = read(rez::testing::write(spec));
    spec.root.resources.push_back({.name = "NEW"});
    const auto right = read(rez::testing::write(spec));
    const Comparison comparison = core::compare(left.document, right.document);
    EXPECT_TRUE(comparison.isPartial);
    EXPECT_FALSE(comparison.same);
    EXPECT_FALSE(comparison.groups.empty());
    // Not all of it was looked at, so nobody says that it is the same.
    const Comparison itself = core::compare(left.document, left.document);
    EXPECT_FALSE(itself.same);
    EXPECT_TRUE(itself.groups.empty());
    for (const MatchedRange& range : itself.leftRanges) EXPECT_EQ(range.kind, RangeKind::Unread);
}

TEST(Compare, PairsThePartsOfOutlinesByTheirNamesAndComparesTheirSizes) {
    using core::schema::Role;
    const core::Outline left{100,
                             1,
                             {{"Header", "", Role::Section, core::State::Known, 0, 20},
                              {"Resource", "A.ABC", Role::None, core::State::Known, 20, 50},
                              {"Resource#2", "B.DTX", Role::None, core::State::Known, 50, 100}}};
    // The first is gone, so the second has its path; and there is a new one after it.
    const core::Outline right{110,
                              1,
                              {{"Header", "", Role::Section, core::State::Known, 0, 20},
                               {"Resource", "B.DTX", Role::None, core::State::Known, 20, 75},
                               {"Resource#2", "C.ABC", Role::None, core::State::Known, 75, 110}}};
    const Comparison comparison = core::compare(left, right);
    EXPECT_TRUE(comparison.isPartial);
    EXPECT_FALSE(comparison.same);
    EXPECT_EQ(listed(comparison), (Lines{"removed Resource › The whole section", "changed Resource › The whole section",
                                         "added Resource#2 › The whole section"}));
    const auto sides = [](const std::vector<MatchedRange>& ranges) {
        std::vector<std::array<std::uint32_t, 5>> list;
        list.reserve(ranges.size());
        for (const MatchedRange& range : ranges) {
            list.push_back(
                {static_cast<std::uint32_t>(range.kind), range.left, range.leftEnd, range.right, range.rightEnd});
        }
        return list;
    };
    constexpr auto kUnread = static_cast<std::uint32_t>(RangeKind::Unread);
    constexpr auto kRemoved = static_cast<std::uint32_t>(RangeKind::Removed);
    constexpr auto kAdded = static_cast<std::uint32_t>(RangeKind::Added);
    EXPECT_EQ(sides(comparison.leftRanges),
              (std::vector<std::array<std::uint32_t, 5>>{
                  {kUnread, 0, 20, 0, 20}, {kRemoved, 20, 50, 20, 20}, {kUnread, 50, 100, 20, 75}}));
    EXPECT_EQ(sides(comparison.rightRanges),
              (std::vector<std::array<std::uint32_t, 5>>{
                  {kUnread, 0, 20, 0, 20}, {kUnread, 50, 100, 20, 75}, {kAdded, 100, 100, 75, 110}}));
}

TEST(Compare, TakesOutlinesWhateverTheySay) {
    const core::Outline empty;
    EXPECT_TRUE(core::compare(empty, empty).groups.empty());
    const core::Outline odd{50,
                            2,
                            {{"A", "", core::schema::Role::Section, core::State::Known, 40, 90},
                             {"A", "", core::schema::Role::Section, core::State::Known, 10, 5},
                             {"Unreferenced", "", core::schema::Role::None, core::State::Unreferenced, 0, 30}}};
    for (const auto& [left, right] : {std::pair(odd, empty), std::pair(empty, odd), std::pair(odd, odd)}) {
        const Comparison comparison = core::compare(left, right);
        for (const bool ofLeft : {true, false}) {
            std::uint32_t at = 0;
            for (const MatchedRange& range : ofLeft ? comparison.leftRanges : comparison.rightRanges) {
                EXPECT_EQ(ofLeft ? range.left : range.right, at);
                at = ofLeft ? range.leftEnd : range.rightEnd;
            }
            EXPECT_EQ(at, (ofLeft ? left : right).size);
        }
    }
}

TEST(Compare, ShowsTheNumbersOfABlockOfColours) {
    dtx::testing::TextureSpec spec;
    spec.bpp = 4;
    const auto before = dtx::testing::write(spec);
    const auto left = dtx::parse(before);
    const auto block = left.document.walk().resolve("Mips[0].Pixels[0]");
    ASSERT_TRUE(block);
    auto after = before;
    after[block->start] ^= std::byte{1};
    const auto right = dtx::parse(after);
    const Difference difference = theOnly(core::compare(left.document, right.document));
    EXPECT_FALSE(difference.left->value.numbers.empty());
    EXPECT_EQ(difference.left->value.numbers.size(), difference.numbers);
    EXPECT_EQ(difference.differing, 1U);
    EXPECT_DOUBLE_EQ(difference.deviation, 1);
}

TEST(Compare, BoundsWhatIsListedAndNotWhatIsCounted) {
    dtx::testing::TextureSpec spec;
    spec.width = 64;
    spec.height = 64;
    const auto before = dtx::testing::write(spec);
    auto after = before;
    for (std::size_t at = after.size() / 2; at < after.size(); ++at) after[at] ^= std::byte{1};
    const auto left = dtx::parse(before);
    const auto right = dtx::parse(after);
    const Comparison comparison = core::compare(left.document, right.document);
    for (const auto& group : comparison.groups) EXPECT_LE(group.differences.size(), core::kMaxSectionDifferences);
    EXPECT_EQ(wrongWith(left.document, right.document, before, after), "");
}

/// Whatever the two, each side is covered once, equal means equal, and every path leads where it says.
TEST(Compare, HoldsForAnyTwoFixtures) {
    const auto& all = allFixtures();
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(wrongWith(all[i].file, all[i].file), "") << all[i].name;
        EXPECT_TRUE(compared(all[i].file, all[i].file).groups.empty()) << all[i].name;
        const NamedFile& other = all[(i + 1) % all.size()];
        EXPECT_EQ(wrongWith(all[i].file, other.file), "") << all[i].name << " and " << other.name;
    }
}

TEST(Compare, IsTheSameFromEitherSide) {
    const auto& all = allFixtures();
    const auto count = [](const Comparison& comparison, core::Change change) {
        std::uint64_t sum = 0;
        for (const core::Tally& tally : comparison.tallies) {
            if (tally.change == change) sum += tally.count;
        }
        return sum;
    };
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const Comparison there = compared(all[i].file, all[i + 1].file);
        const Comparison back = compared(all[i + 1].file, all[i].file);
        EXPECT_EQ(there.same, back.same);
        EXPECT_EQ(count(there, core::Change::Added), count(back, core::Change::Removed)) << all[i].name;
        EXPECT_EQ(count(there, core::Change::Removed), count(back, core::Change::Added)) << all[i].name;
        EXPECT_EQ(count(there, core::Change::Moved), count(back, core::Change::Moved)) << all[i].name;
    }
}

TEST(Compare, HoldsForBrokenFiles) {
    Mutator mutator(27);
    for (const NamedFile& sound : allFixtures()) {
        for (int i = 0; i < 20; ++i) {
            const File broken = mutator.mutate(sound.file).file;
            EXPECT_EQ(wrongWith(sound.file, broken), "") << sound.name << ", " << i;
            EXPECT_EQ(wrongWith(broken, sound.file), "") << sound.name << ", " << i;
        }
    }
}

/// A copy of which every `step`th byte from a quarter on is another, and which has some bytes more at the end.
File otherThan(const File& file, std::size_t step) {
    File other = file;
    for (std::size_t at = other.size() / 4; at < other.size(); at += step) other[at] ^= std::byte{1};
    other.resize(other.size() + 40, std::byte{7});
    return other;
}

class CompareLinear : public ::testing::TestWithParam<HostileShape> {};

TEST_P(CompareLinear, InTheSizeOfBothFiles) {
    constexpr std::uint32_t kSmall = 1U << 14U;
    for (const std::size_t step : {13U, 997U}) {
        const auto work = [step](std::uint32_t size) {
            const File file = GetParam().make(size);
            const File other = otherThan(file, step);
            const Document left = parse(file);
            const Document right = parse(other);
            return measured([&] { (void)core::compare(left, right); });
        };
        const Work few = work(kSmall);
        expectLinear("compare, one byte in " + std::to_string(step), few, work(kSmall * kTimes));
    }
    // What has nothing in common with it.
    const auto work = [](std::uint32_t size) {
        const File file = GetParam().make(size);
        const Document left = parse(file);
        const Document right = parse(fixture("v12_full"));
        return measured([&] { (void)core::compare(left, right); });
    };
    const Work few = work(kSmall);
    expectLinear("compare with another", few, work(kSmall * kTimes));
}

INSTANTIATE_TEST_SUITE_P(Hostile, CompareLinear, ::testing::ValuesIn(hostileShapes()),
                         [](const auto& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace abc::testing
