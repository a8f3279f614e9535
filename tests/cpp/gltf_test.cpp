// What is read of a glTF in words: extras, names, frame strings, numbers in sentences.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gltf/cues.h"
#include "support/plain_latin.h"

namespace abc::testing {
namespace {

using gltf::Cue;
using gltf::cuesIn;
using gltf::cuesOf;
using gltf::digits;
using gltf::ExportedAnimation;
using gltf::firstUnits;
using gltf::inLatin1;
using gltf::Json;
using gltf::LatinNames;
using gltf::named;
using gltf::renamed;
using gltf::twoDigits;

Json text(std::string value) {
    return {std::move(value)};
}
Json number(double value) {
    return {value};
}
Json list(Json::List values) {
    return {std::move(values)};
}
Json record(Json::Record members) {
    return {std::move(members)};
}

std::vector<std::pair<double, std::string>> pairs(const std::vector<Cue>& cues) {
    std::vector<std::pair<double, std::string>> out;
    for (const auto& [seconds, string] : cues) out.emplace_back(seconds, string);
    return out;
}

TEST(Extras, AreWhatTheyOughtToBeOrNothing) {
    const Json extras = record({{"count", number(3)},
                                {"half", number(0.5)},
                                {"name", text("x")},
                                {"is", {true}},
                                {"list", list({number(1), text("2"), number(3)})},
                                {"vector", list({number(1), number(2), number(3)})},
                                {"inside", record({{"deep", number(9)}})}});
    EXPECT_EQ(gltf::numberIn(extras, "count"), 3);
    EXPECT_EQ(gltf::numberIn(extras, "name"), std::nullopt);
    EXPECT_EQ(gltf::numberIn(extras, "none"), std::nullopt);
    EXPECT_EQ(gltf::numberIn(number(1), "count"), std::nullopt);
    EXPECT_EQ(*gltf::textIn(extras, "name"), "x");
    EXPECT_EQ(gltf::textIn(extras, "is"), nullptr);
    EXPECT_EQ(gltf::numberIn(gltf::recordIn(extras, "inside"), "deep"), 9);
    EXPECT_EQ(gltf::numberIn(gltf::recordIn(extras, "list"), "deep"), std::nullopt);
    EXPECT_EQ(gltf::numbersIn(extras, "list"), (std::vector<double>{1, 0, 3}));
    EXPECT_EQ(gltf::vectorIn(extras, "vector"), (std::array<double, 3>{1, 2, 3}));
    EXPECT_EQ(gltf::vectorIn(extras, "list"), std::nullopt);
    EXPECT_EQ(gltf::vectorIn(extras, "name"), std::nullopt);
    EXPECT_EQ(gltf::indexIn(extras, "count"), 3U);
    EXPECT_EQ(gltf::indexIn(extras, "half"), std::nullopt);
    EXPECT_EQ(gltf::wholeOf(gltf::valueIn(extras, "count"), 2), std::nullopt);
    const auto elements = gltf::listIn(extras, "list");
    EXPECT_EQ(gltf::numberOf(&gltf::elementOf(elements, 2)), 3);
    for (const double index : {-1.0, 0.5, 3.0, std::nan("")})
        EXPECT_TRUE(std::holds_alternative<std::monostate>(gltf::elementOf(elements, index).value));
    EXPECT_EQ(gltf::numberIn(record({{"far", number(std::numeric_limits<double>::infinity())}}), "far"), std::nullopt);
}

TEST(Names, InLatin1) {
    EXPECT_EQ(inLatin1("plain"), "plain");
    EXPECT_EQ(inLatin1("\xC3\xA9"), "\xE9");
    EXPECT_EQ(inLatin1("\xC4\x8D\xE2\x82\xAC\xF0\x9F\x98\x80!"),
              "???"
              "!");
    const std::string longest(gltf::kLongestText - 1, 'a');
    EXPECT_EQ(inLatin1(longest + "bc"), longest + "b");
    // Half of a character of two units is one that Latin-1 lacks.
    EXPECT_EQ(inLatin1(longest + "\xF0\x9F\x98\x80"), longest + "?");
    EXPECT_EQ(firstUnits("a\xF0\x9F\x98\x80z", 3), "a\xF0\x9F\x98\x80");
    EXPECT_EQ(firstUnits("a\xF0\x9F\x98\x80z", 2), "a");
    EXPECT_EQ(firstUnits("abc", 9), "abc");
}

TEST(Names, ThatAPersonGave) {
    const std::string exported = "Bip01 Head";
    EXPECT_EQ(renamed("Head", &exported), "Head");
    EXPECT_EQ(renamed("Bip01 Head", &exported), std::nullopt);
    EXPECT_EQ(renamed("Bip01 Head.001", &exported), std::nullopt);
    EXPECT_EQ(renamed("Bip01 Head.01", &exported), "Bip01 Head.01");
    EXPECT_EQ(renamed("Bip01 Head.00x", &exported), "Bip01 Head.00x");
    EXPECT_EQ(renamed("", &exported), std::nullopt);
    EXPECT_EQ(renamed("Head", nullptr), std::nullopt);
    // Blender cuts names at 63 bytes, and characters with them.
    const std::string far(70, 'x');
    EXPECT_EQ(renamed(std::string(63, 'x'), &far), std::nullopt);
    EXPECT_EQ(renamed(std::string(62, 'x') + ".001", &far), std::string(62, 'x') + ".001");
    const std::string umlauts = std::string(62, 'x') + "\xC3\xA4\xC3\xA4";
    EXPECT_EQ(renamed(std::string(62, 'x'), &umlauts), std::nullopt);
    const std::string lost = std::string(60, 'x') + "\xEF\xBF\xBD\xEF\xBF\xBD";
    EXPECT_EQ(renamed(std::string(60, 'x'), &lost), std::nullopt);
}

TEST(Names, ThatBeginAndEndAlike) {
    EXPECT_EQ(gltf::nameLikeness("Walk", "walk"), 1);
    EXPECT_EQ(gltf::nameLikeness("walk_a", "walk_b"), 5.0 / 6);
    EXPECT_EQ(gltf::nameLikeness("run", "walk_run"), 3.0 / 8);
    EXPECT_EQ(gltf::nameLikeness("", ""), 0);
}

TEST(Names, ThatMustDiffer) {
    const PlainLatin latin;
    LatinNames names(latin, 4);
    EXPECT_EQ(names.distinct({"a_", "a\xE2\x82\xAC", "a\xC4\x8D", "same", "same", "longer"}),
              (std::vector<std::string>{"a_", "a_ 2", "a_ 3", "same", "same", "long"}));
    EXPECT_EQ(names.text("ok"), "ok");
    EXPECT_EQ(names.text("\xC3\xA9\xE2\x82\xAC"), "\xE9_");
    EXPECT_EQ(names.text("shorter", 2), "sh");
    EXPECT_EQ(names.text("longer"), "long");
    std::vector<gltf::Note> notes;
    names.note(notes);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].code, "NAMES_CHANGED");
    EXPECT_EQ(notes[0].message,
              "Changed 5 names that models cannot store: a€ → a_ 2, a\xC4\x8D → a_ 3, longer → long and 2 more.");
    std::vector<gltf::Note> none;
    LatinNames(latin).note(none);
    EXPECT_TRUE(none.empty());
}

TEST(Sentences, HaveNamesThatAreCut) {
    EXPECT_EQ(named({"a", "b"}), "a, b");
    EXPECT_EQ(named({"a", "b", "c", "d", "e"}), "a, b, c and 2 more");
    EXPECT_EQ(named({std::string(50, 'x')}), std::string(40, 'x') + "…");
}

TEST(Sentences, HaveNumbersAsJavaScriptWritesThem) {
    EXPECT_EQ(digits(0), "0");
    EXPECT_EQ(digits(-12), "-12");
    EXPECT_EQ(digits(120), "120");
    EXPECT_EQ(digits(0.1), "0.1");
    EXPECT_EQ(digits(double{0.1F}), "0.10000000149011612");
    EXPECT_EQ(digits(1234.5), "1234.5");
    EXPECT_EQ(digits(0.000001), "0.000001");
    EXPECT_EQ(digits(0.00000012), "1.2e-7");
    EXPECT_EQ(digits(1e-7), "1e-7");
    EXPECT_EQ(digits(1e20), "100000000000000000000");
    EXPECT_EQ(digits(-1.5e21), "-1.5e+21");
    EXPECT_EQ(digits(std::nan("")), "NaN");
    EXPECT_EQ(digits(std::numeric_limits<double>::infinity()), "Infinity");
    EXPECT_EQ(digits(-std::numeric_limits<double>::infinity()), "-Infinity");
    EXPECT_EQ(twoDigits(0.0031415), "0.0031");
    EXPECT_EQ(twoDigits(1.999), "2");
    EXPECT_EQ(twoDigits(1234), "1200");
}

TEST(FrameStrings, OfMarkersInTheOrderOfTheirTimes) {
    const Json markers =
        list({record({{"time", number(2)}, {"name", text("late")}}),
              record({{"ms", number(500)}, {"text", text("early")}}), record({{"time", number(1)}}),
              record({{"text", text("never")}}), record({{"time", number(-1)}, {"value", text("before")}}),
              record({{"time", number(1)}, {"string", text("")}}), number(5)});
    for (const char* key : {"lt_events", "pose_markers"}) {
        const auto cues = cuesIn(record({{key, markers}}));
        ASSERT_TRUE(cues);
        EXPECT_EQ(pairs(*cues), (std::vector<std::pair<double, std::string>>{{0.5, "early"}, {2, "late"}}));
    }
    EXPECT_EQ(cuesIn(record({{"events", number(1)}})), std::nullopt);
}

TEST(FrameStrings, OfKeys) {
    const Json extras = record({{"lta_keyframe_times", list({number(0), number(500)})},
                                {"lta_keyframe_strings", list({number(1), text("step"), text("more")})}});
    EXPECT_EQ(pairs(*cuesIn(extras)), (std::vector<std::pair<double, std::string>>{{0.5, "step"}}));
    EXPECT_EQ(cuesIn(extras, false), std::nullopt);
    EXPECT_EQ(pairs(cuesOf(extras, nullptr, {})).size(), 1U);
}

TEST(FrameStrings, OfAnExport) {
    const ExportedAnimation known{"walk", -1, 0, "walk", {0, 250}};
    const Json json = record(
        {{"strings", list({record({{"key", number(1)}, {"text", text("hit")}}),
                           record({{"key", number(2)}, {"text", text("out")}}),
                           record({{"key", number(0.5)}, {"text", text("half")}}), record({{"key", number(0)}})})}});
    EXPECT_EQ(pairs(cuesOf({}, &known, json)), (std::vector<std::pair<double, std::string>>{{0.25, "hit"}}));
    EXPECT_TRUE(cuesOf({}, nullptr, json).empty());
}

}  // namespace
}  // namespace abc::testing
