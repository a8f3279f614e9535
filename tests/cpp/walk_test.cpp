// One walk for all: leaves, paths, ancestors and ranges agree with each other.
#include <gtest/gtest.h>

#include <random>

#include "support/fixtures.h"

namespace abc::testing {
namespace {

struct Leaf {
    std::uint32_t start;
    std::uint32_t end;
    bool parity;
    std::string path;
    bool operator==(const Leaf&) const = default;
};

std::vector<Leaf> leavesOf(const Document& document, std::uint32_t start, std::uint32_t end) {
    std::vector<Leaf> leaves;
    document.walk().leaves(start, end, true, [&](const Place& place, const std::string& path) {
        leaves.push_back({place.start, place.end, place.parity, path});
    });
    return leaves;
}

class WalkOf : public ::testing::TestWithParam<bool> {
protected:
    WalkOf()
        : file_(GetParam() ? write(smallV12()) : write(smallV6())),
          size_(static_cast<std::uint32_t>(file_.bytes.size())) {}

    Opened file_;
    std::uint32_t size_;
};

TEST_P(WalkOf, ResolvesThePathOfEveryLeafToThatLeaf) {
    const Walk walk = file_.document.walk();
    for (const Leaf& leaf : leavesOf(file_.document, 0, size_)) {
        const auto place = walk.resolve(leaf.path);
        ASSERT_TRUE(place) << leaf.path;
        EXPECT_EQ(place->kind, Place::Kind::Leaf) << leaf.path;
        EXPECT_EQ(place->start, leaf.start) << leaf.path;
        EXPECT_EQ(place->end, leaf.end) << leaf.path;
        EXPECT_EQ(place->parity, leaf.parity) << leaf.path;
    }
}

TEST_P(WalkOf, FindsAroundEveryByteTheLeafThatHoldsIt) {
    const Walk walk = file_.document.walk();
    for (const Leaf& leaf : leavesOf(file_.document, 0, size_)) {
        for (std::uint32_t byte = leaf.start; byte < leaf.end; ++byte) {
            std::string path;
            std::uint32_t start = 0;
            std::uint32_t end = size_;
            walk.ancestors(byte, [&](const Place& place, const std::string& at) {
                EXPECT_GE(place.start, start) << at;
                EXPECT_LE(place.end, end) << at;
                start = place.start;
                end = place.end;
                path = at;
            });
            EXPECT_EQ(path, leaf.path) << "byte " << byte;
        }
    }
}

TEST_P(WalkOf, GivesForAnyRangeTheSliceOfTheWhole) {
    const auto all = leavesOf(file_.document, 0, size_);
    std::mt19937 random(1);
    std::uniform_int_distribution<std::uint32_t> anywhere(0, size_);
    for (int i = 0; i < 500; ++i) {
        std::uint32_t start = anywhere(random);
        std::uint32_t end = anywhere(random);
        if (start > end) std::swap(start, end);
        std::vector<Leaf> expected;
        for (const Leaf& leaf : all) {
            if (leaf.end > start && leaf.start < end) expected.push_back(leaf);
        }
        EXPECT_EQ(leavesOf(file_.document, start, end), expected) << start << " to " << end;
    }
}

/// The path without its last part, `.X` or `[3]`.
std::string ownerOf(const std::string& path) {
    return path.substr(0, path.find_last_of(".["));
}

bool isComponent(const std::string& path) {
    const auto dot = path.rfind('.');
    return dot + 2 == path.size() && std::string_view("XYZWUV").find(path.back()) != std::string_view::npos;
}

TEST_P(WalkOf, ChangesTheTintFromFieldToFieldButNotWithinAVector) {
    const auto all = leavesOf(file_.document, 0, size_);
    for (std::size_t i = 1; i < all.size(); ++i) {
        const std::string& before = all[i - 1].path;
        const std::string& after = all[i].path;
        // After an array whose length only the file knows two neighbours may be alike.
        if (ownerOf(before) != ownerOf(after)) continue;
        EXPECT_EQ(all[i].parity != all[i - 1].parity, !isComponent(after)) << before << " → " << after;
    }
}

TEST_P(WalkOf, ListsAsManyChildrenAsItCounts) {
    const Walk walk = file_.document.walk();
    std::vector<std::pair<Place, std::string>> open{{walk.file(), ""}};
    while (!open.empty()) {
        const auto [place, path] = open.back();
        open.pop_back();
        std::uint32_t count = 0;
        std::uint32_t end = place.start;
        walk.children(place, path, 0, kNone, [&](const Place& child, const std::string& at) {
            EXPECT_EQ(child.start, end) << at;
            end = child.end;
            ++count;
            open.emplace_back(child, at);
        });
        EXPECT_EQ(count, walk.childCount(place)) << path;
        EXPECT_EQ(end, count > 0 ? place.end : place.start) << path;
    }
}

INSTANTIATE_TEST_SUITE_P(Versions, WalkOf, ::testing::Bool(),
                         [](const auto& param) { return param.param ? "V12" : "V6"; });

TEST(Walk, ResolvesNothingForPathsThatAreNotThere) {
    const Opened file(smallV12());
    const Walk walk = file.document.walk();
    EXPECT_EQ(walk.resolve("")->kind, Place::Kind::File);
    for (const char* path :
         {"Nope", "Pieces.Nope", "Pieces.Pieces[1]", "Pieces.Pieces[]", "Pieces.Pieces[0", "Pieces.Pieces[-1]", ".",
          "[0]", "Pieces..Pieces", "Pieces.Pieces[4294967296]", "Pieces.Pieces[0]x", "Pieces#2", "Header.Version.X"}) {
        EXPECT_FALSE(walk.resolve(path)) << path;
    }
}

TEST(Walk, NamesElementsByTheirOwnName) {
    const Opened file(smallV12());
    const Walk walk = file.document.walk();
    EXPECT_EQ(file.document.text(walk.label(*walk.resolve("Nodes.Nodes[1]"))), "arm");
    EXPECT_EQ(file.document.text(walk.label(*walk.resolve("Animation.Animations[0].Keyframes[0]"))), "STEP");
    EXPECT_EQ(walk.label(*walk.resolve("Pieces.Pieces[0].LODs[0]")).length, 0U);
}

}  // namespace
}  // namespace abc::testing
