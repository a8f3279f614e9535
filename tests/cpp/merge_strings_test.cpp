// Frame strings of a file, and what a glTF says of them.
#include <gtest/gtest.h>

#include "merge/strings.h"

using merging::mergedStrings;
using merging::SaidStrings;
using merging::Strings;

namespace {

using Changed = std::map<std::uint32_t, std::string>;
using Added = std::map<double, std::string>;

const std::vector<double> kTimes{0, 100, 200, 300};
const std::vector<std::string> kStored{"", "step", "", "hit"};

Strings ofCues(std::vector<merging::Cue> cues, std::vector<double> inserted = {}, double start = 0) {
    SaidStrings said;
    said.cues = std::move(cues);
    return mergedStrings(kTimes, kStored, inserted, said, start);
}

TEST(Strings, ThatAreSaidAsTheyWereAreNoChange) {
    EXPECT_TRUE(ofCues({{0.1, "step"}, {0.3, "hit"}}).empty());
    // Blender rounds to frames.
    EXPECT_TRUE(ofCues({{0.083, "step"}, {0.32, "hit"}}).empty());
    EXPECT_TRUE(mergedStrings(kTimes, kStored, {}, {}, 0).empty());
    // Later by a second, as the keys are.
    EXPECT_TRUE(ofCues({{1.1, "step"}, {1.3, "hit"}}, {}, 1000).empty());
}

TEST(Strings, OfMarkersAreThoseOfTheNearestKeys) {
    EXPECT_EQ(ofCues({{0.1, "jump"}, {0.3, "hit"}}).changed, (Changed{{1, "jump"}}));
    // One that had none, exactly there.
    EXPECT_EQ(ofCues({{0.1, "step"}, {0.2, "new"}, {0.3, "hit"}}).changed, (Changed{{2, "new"}}));
    // One that is gone.
    EXPECT_EQ(ofCues({{0.3, "hit"}}).changed, (Changed{{1, ""}}));
    // One that moved is known by its text only nearby.
    EXPECT_EQ(ofCues({{0.2, "step"}, {0.3, "hit"}}).changed, (Changed{{1, ""}, {2, "step"}}));
}

TEST(Strings, BetweenKeysAreNewKeys) {
    const Strings strings = ofCues({{0.1, "step"}, {0.15, "between"}, {0.3, "hit"}});
    EXPECT_TRUE(strings.changed.empty());
    EXPECT_EQ(strings.added, (Added{{150, "between"}}));
    // A key that comes anyway takes it.
    EXPECT_EQ(ofCues({{0.1, "step"}, {0.15, "between"}, {0.3, "hit"}}, {240, 160}).added, (Added{{160, "between"}}));
    // Two at one time are one string.
    EXPECT_EQ(ofCues({{0.1, "step"}, {0.15, "a"}, {0.15, "b"}, {0.3, "hit"}}).added, (Added{{150, "a;b"}}));
}

TEST(Strings, AtOneKeyAreJoined) {
    const Strings strings = ofCues({{0.1, "step"}, {0.1, "again"}, {0.3, "hit"}});
    EXPECT_EQ(strings.changed, (Changed{{1, "step;again"}}));
    EXPECT_TRUE(strings.added.empty());
}

TEST(Strings, ByKeyAreLookedAtByKey) {
    SaidStrings said;
    said.byKey.emplace();
    for (const char* text : {"", "step", "two", "hit"}) said.byKey->emplace_back(text);
    // The same with times: they are not looked at, because keys may have the same time.
    said.cues.emplace();
    EXPECT_EQ(mergedStrings(kTimes, kStored, {}, said, 0).changed, (Changed{{2, "two"}}));
    // What is no text says nothing.
    (*said.byKey)[2].reset();
    EXPECT_TRUE(mergedStrings(kTimes, kStored, {}, said, 0).empty());
    // Markers that were changed count more, and those that were not count nothing.
    (*said.byKey)[2] = "two";
    said.markers = {{0.1, "step"}, {0.3, "hit"}};
    EXPECT_EQ(mergedStrings(kTimes, kStored, {}, said, 0).changed, (Changed{{2, "two"}}));
    said.markers = {{0.1, "run"}, {0.3, "hit"}};
    EXPECT_EQ(mergedStrings(kTimes, kStored, {}, said, 0).changed, (Changed{{1, "run"}}));
    // A list of other keys.
    said.byKey->pop_back();
    said.cues = said.markers = {{0.1, "step"}, {0.3, "hit"}};
    EXPECT_TRUE(mergedStrings(kTimes, kStored, {}, said, 0).empty());
}

}  // namespace
