// Models from one format into another: what both have stays, what one lacks is told before, and what is written is read
// again without anything found in it.
#include <gtest/gtest.h>
#include <lta/decimal.h>
#include <lta/pack.h>
#include <lta/unpack.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>

#include "convert/text_writer.h"
#include "import/import.h"
#include "support/all_fixtures.h"
#include "support/conversions.h"
#include "support/drafts.h"
#include "support/lta_fixtures.h"
#include "support/ltb_fixtures.h"
#include "support/new_models.h"
#include "support/real_files.h"

namespace converting::testing {
namespace {

constexpr double kShare = 1e-5;

Made converted(const File& file, std::string_view target) {
    const core::Document document = exporting::parseAny(file);
    return convert(document, target);
}

/// The file of a conversion that is not refused.
File made(const File& file, std::string_view target) {
    Made out = converted(file, target);
    EXPECT_EQ(out.refusal, "") << target;
    return std::move(out.bytes);
}

std::string textOf(const File& file) {
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

std::string joined(const std::vector<std::string>& sentences) {
    std::string out;
    for (const std::string& sentence : sentences) out += sentence + "\n";
    return out;
}

/// @param units by which vertices may be off, beside rounding
void expectSame(const File& before, const File& after, double units = 0) {
    const Read one(before);
    const Read two(after);
    EXPECT_EQ(checkSameModel(one.model, two.model, kShare, units), Violation{});
}

/// The number behind these words in what a conversion says; 0 where it does not say them.
double saidBehind(const Made& made, const std::string& words) {
    const std::string notes = joined(made.lost);
    const std::size_t at = notes.find(words);
    return at == std::string::npos ? 0 : std::atof(notes.c_str() + at + words.size());
}

// Numbers, as another reader of decimals takes them.

std::string decimalOf(float number) {
    char digits[lta::kMostDigits];
    return {digits, lta::writeShortest(number, digits)};
}

TEST(ShortestDecimal, IsWhatAPersonWouldWrite) {
    const std::pair<float, const char*> numbers[] = {
        {0.0F, "0"},
        {-0.0F, "-0"},
        {1.0F, "1"},
        {-2.5F, "-2.5"},
        {0.1F, "0.1"},
        {100.0F, "100"},
        {1e9F, "1000000000"},
        {0.001F, "0.001"},
        {16777216.0F, "16777216"},
        {0.33333334F, "0.33333334"},
        {-0.70710677F, "-0.70710677"},
        {1e-7F, "0.0000001"},
        {1.17549435e-38F, "0.000000000000000000000000000000000000011754944"},
        {1e-45F, "0.000000000000000000000000000000000000000000001"},
        {3.4028235e38F, "340282350000000000000000000000000000000"},
    };
    for (const auto& [number, text] : numbers) EXPECT_EQ(decimalOf(number), text);
}

TEST(ShortestDecimal, IsTheSameNumberAgain) {
    std::mt19937 dice(31);
    for (int i = 0; i < 200'000; ++i) {
        const auto bits = static_cast<std::uint32_t>(dice());
        float number = 0;
        std::memcpy(&number, &bits, sizeof number);
        // Half of them as models have them.
        if (i % 2 == 0) number = static_cast<float>(static_cast<std::int32_t>(bits)) * 1e-7F;
        if (!std::isfinite(number)) continue;
        const std::string text = decimalOf(number);
        ASSERT_EQ(std::strtof(text.c_str(), nullptr), number) << text;
        ASSERT_EQ(lta::floatOf(lta::numberOf(text)), number) << text;
        // As many digits as the shortest of the standard library.
        char shortest[32];
        for (int digits = 1; digits <= 9; ++digits) {
            std::snprintf(shortest, sizeof shortest, "%.*g", digits, double{number});
            if (std::strtof(shortest, nullptr) == number) break;
        }
        const auto digitsIn = [](std::string_view from) {
            std::string out;
            for (const char c : from.substr(0, from.find('e'))) {
                if (c >= '0' && c <= '9' && (c != '0' || !out.empty())) out += c;
            }
            while (out.ends_with('0')) out.pop_back();
            return out.size();
        };
        ASSERT_LE(digitsIn(text), digitsIn(shortest)) << text << " " << shortest;
    }
}

// Packing, undone as lta.md §2 says it and not as the reader does it.

std::string unpackedByHand(const File& packed) {
    std::string out;
    std::string ring(4096, '\0');
    std::size_t write = 1;
    std::size_t bit = 32;
    const auto take = [&](int count) {
        unsigned value = 0;
        for (; count > 0; --count, ++bit) {
            const bool isThere = bit / 8 < packed.size();
            value = value * 2 + (isThere ? static_cast<unsigned>(packed[bit / 8]) >> (bit % 8) & 1U : 0U);
        }
        return value;
    };
    const auto add = [&](char c) {
        out += c;
        ring[write] = c;
        write = (write + 1) % ring.size();
    };
    for (;;) {
        if (take(1) == 1) {
            add(static_cast<char>(take(8)));
            continue;
        }
        const unsigned place = take(12);
        if (place == 0) return out;
        const unsigned length = take(4) + 2;
        for (unsigned i = 0; i < length; ++i) add(ring[(place + i) % ring.size()]);
    }
}

TEST(PackedText, IsTheTextAgain) {
    std::string random = "(";
    std::mt19937 dice(7);
    for (int i = 0; i < 30'000; ++i) random += static_cast<char>(dice() % (i < 10'000 ? 2 : 256));
    std::string far = "(" + std::string(4090, ' ');
    for (int i = 0; i < 9000; ++i) far += "abcdefghijklmnopqrstuvwxyz012345678"[i * 7 % 35];
    for (const std::string& text : {std::string("("), std::string("(a)"), lta::testing::soundText(),
                                    std::string("(") + std::string(20'000, 'a'), random, far + far}) {
        const File bytes = lta::testing::bytesOf(text);
        const File packed = lta::pack(bytes);
        EXPECT_EQ(unpackedByHand(packed), text);
        const core::Unpacked unpacked = lta::unpack(packed);
        EXPECT_EQ(unpacked.bytes, bytes);
        EXPECT_TRUE(unpacked.isWhole);
        EXPECT_EQ(unpacked.read, packed.size());
    }
    const File sound = lta::testing::bytesOf(lta::testing::soundText());
    EXPECT_LT(lta::pack(sound).size(), sound.size() / 2);
    const File one = lta::testing::bytesOf("(");
    EXPECT_EQ(core::detect(lta::pack(sound)), core::Format::Ltc);
    EXPECT_EQ(core::detect(lta::pack(one)), core::Format::Ltc);
}

// What a text has, and what is said of it.

using abc::NewModel;

abc::NewNode node(std::string name, std::int32_t parent, abc::Vec3 place = {}) {
    abc::Mat4 bind;
    bind.setTranslation(place);
    return {std::move(name), parent, 0, {bind.m.begin(), bind.m.end()}, {}};
}

/// A triangle that two nodes move, which turn in an animation.
NewModel small() {
    NewModel out;
    out.commandString = "ShadowEnable";
    out.internalRadius = 12.5F;
    out.nodes = {node("root", -1), node("arm", 0, {0, 10, 0})};
    out.nodes[1].flags = 2;
    abc::NewLevel level;
    level.corners = {0, 1, 2};
    level.uvs = {0, 0, 0.5F, 1, 0, 0};
    level.locations = {1, 0, 0, 0, 10, 1, -1, 5, 0.1F};
    level.normals = {0, 0, 1, 0, 0, 1, 0, 0, 1};
    level.weightStart = {0, 1, 2, 4};
    level.weightNode = {0, 1, 0, 1};
    level.weightLocation = {1, 0, 0, 0, 0, 1, -0.25F, 1.25F, 0.025F, -0.75F, -3.75F, 0.075F};
    level.bias = {1, 1, 0.25F, 0.75F};
    out.pieces.push_back({"body", 3, 0, 0, 0, {level}});
    abc::NewAnimation wave;
    wave.name = "wave";
    wave.extents = {10, 20, 10};
    wave.origin = {0, 1.5F, 0};
    wave.interpolationTime = 150;
    wave.times = {0, 400};
    wave.strings = {"", "FOOTSTEP_KEY 1"};
    wave.keys = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 0, 0, 1, 0, 10, 0, 0.6F, 0, 0, 0.8F};
    out.animations.push_back(std::move(wave));
    out.sockets.push_back({"hand", 1, {}, {0, 2, 0}});
    out.weightSets.push_back({"Upper", {0, 1}});
    out.childModels.push_back({"\\BASE.ABC", 7});
    out.bindings.resize(1);
    return out;
}

File written(const NewModel& model) {
    abc::Written out = abc::compose(model);
    EXPECT_EQ(out.refusal, "");
    return std::move(out.bytes);
}

/// A small model that is changed.
template <class Change>
File changed(Change change) {
    NewModel model = small();
    change(model);
    return written(model);
}

/// The text in one line.
std::string flat(const File& text) {
    std::string out;
    for (const char c : textOf(text)) {
        const bool isBlank = c == ' ' || c == '\n' || c == '\t';
        if (isBlank && (out.empty() || out.back() == ' ')) continue;
        out += isBlank ? ' ' : c;
    }
    return out;
}

TEST(FormatText, HasEverythingOfTheModelInTheWordsOfTheFormat) {
    const std::string text = flat(made(written(small()), "lta"));
    for (
        const char* part : {
            R"((anim-bindings ( (anim-binding (name "wave" ) (dims (10 20 10 ) ) (translation (0 1.5 0 ) ) (interp-time 150 ) ) ) ))",
            R"((set-node-flags ( ("root" 0 ) ("arm" 2 ) ) ))",
            R"((set-command-string "ShadowEnable" ))",
            R"((set-global-radius 12.5 ))",
            R"((create-lod-group "body" (lod-dists (0 ) ) (shapes ("body" ) ) ))",
            R"((target "body" ) (influences ("root" "arm" ) ) (weightsets ( (0 1 ) (1 1 ) (0 0.25 1 0.75 ) ) ))",
            R"((socket "hand" (parent "arm" ) (pos (0 2 0 ) ) (quat (0 0 0 1 ) ) (scale (1 1 1 ) ) ))",
            R"((child-model (filename "BASE" ) (save-index 7 ) ))",
            R"((anim-weightset (name "Upper" ) (weights (0 1 ) ) ))",
            R"((transform "arm" (matrix ( (1 0 0 0 ) (0 1 0 10 ) (0 0 1 0 ) (0 0 0 1 ) ) ) ))",
            R"((vertex ( (1 0 0 ) (0 10 1 ) (-1 5 0.1 ) ) ))",
            R"((uvs ( (0 0 ) (0.5 1 ) ) ) (tri-fs (0 1 2 ) ) (tex-fs (0 1 0 ) ))",
            R"((texture-indices (3 ) ) (renderstyle-index 0 ) (render-priority 0 ))",
            R"((tools-info ( (compile-options ((compression-type 3 ) ) ) ))",
            R"((times (0 400 ) ) (values ("" "FOOTSTEP_KEY 1" ) ))",
            R"((anim (parent "arm" ) (frames (posquat ( ((0 10 0 ) (0 0 0 1 ) ) ((0 10 0 ) (0.6 0 0 0.8 ) ) ) ) ) ))",
        }) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
}

/// One sentence that a conversion says, of what is lost or added.
void expectSaid(const File& file, std::string_view target, const std::string& sentence) {
    const Made made = converted(file, target);
    EXPECT_EQ(made.refusal, "");
    EXPECT_NE((joined(made.lost) + joined(made.added)).find(sentence), std::string::npos)
        << sentence << "\n"
        << joined(made.lost) << joined(made.added);
}

TEST(FormatText, SaysWhatItHasNoPlaceFor) {
    EXPECT_EQ(joined(converted(written(small()), "lta").lost), "");
    const std::pair<void (*)(NewModel & model), const char*> losses[] = {
        {[](NewModel& m) { m.pieces[0].specularPower = 2; },
         "LTA has no shine: 1 piece loses SpecularPower and SpecularScale."},
        {[](NewModel& m) { m.pieces[0].lodWeight = 1; }, "LTA has no LODWeight: 1 piece loses it."},
        {[](NewModel& m) {
             m.bindings[0] = {{"a", {}, {0, 1, 0}}, {"b", {}, {}}};
         },
         "LTA has no bindings for the animations of child models: 1 origin is omitted."},
        {[](NewModel& m) {
             m.lodDistances = {100};
             m.pieces[0].levels.push_back(m.pieces[0].levels[0]);
         },
         "LTA has no SubLODVertexIndex: 3 vertices lose it."},
        {[](NewModel& m) { m.nodes[1].name = "ROOT"; },
         "LTA finds nodes by their names, which must differ: 1 node is renamed."},
        {[](NewModel& m) { m.commandString = "a \"b\""; },
         "LTA cannot have quotes in texts: 1 text gets apostrophes in place of them."},
        {[](NewModel& m) { m.nodes[1].name = std::string("a\0b\tc", 5); },
         "LTA cannot have control characters in texts: 1 text gets underscores in place of them."},
        {[](NewModel& m) { m.commandString.assign(1100, 'x'); },
         "LTA has texts of at most 1,023 bytes: 1 text is cut."},
        {[](NewModel& m) { m.sockets[0].name = "a name that is too long"; },
         "LTA has names of sockets of at most 15 bytes: 1 name is cut."},
        {[](NewModel& m) {
             m.childModels.assign(33, {"c", 0});
             m.bindings.resize(33);
         },
         "LTA has at most 31 child models: 2 child models are omitted."},
        {[](NewModel& m) {
             m.pieces[0].levels[0].corners.clear();
             m.pieces[0].levels[0].uvs.clear();
         },
         "LTA has no vertices without triangles: 3 vertices are omitted.\n"
         "LTA has the skin slot of a piece in its first level: 1 piece, whose first level is empty, gets slot 0."},
        {[](NewModel& m) {
             m.animations.push_back(m.animations[0]);
             m.animations[1].extents = {1, 1, 1};
         },
         "LTA has one binding per name of an animation: 1 animation gets box, origin and time of the one before it."},
        {[](NewModel& m) {
             m.animations[0].times = {50, 80};
         },
         "LTA has the first key at 0 ms: 1 animation begins at once."},
        {[](NewModel& m) {
             m.animations[0].strings = {"x", "yy"};
         },
         "LTA has frame strings of at least three characters: 2 strings get blanks at their ends."},
        {[](NewModel& m) { m.pieces[0].levels[0].locations[0] = 3; },
         "LTA has one position per vertex, which is where its nodes hold it: 1 stored position was elsewhere, at most "
         "2 "
         "units away."},
        {[](NewModel& m) { m.pieces[0].levels[0].weightLocation[6] += 1; },
         "LTA has one position per vertex: 1 vertex, of which each node holds another place, moves differently, at "
         "most "
         "1.5 units off."},
        {[](NewModel& m) {
             m.pieces[0].levels[0].weightStart = {0, 0, 2, 4};
         },
         "LTA needs a node for each vertex: 1 vertex without one follows the root."},
        {[](NewModel& m) { m.animations.clear(); }, "LTA needs an animation: one of the bind pose is made."},
        {[](NewModel& m) { m.animations[0].name = ""; }, "LTA needs names of animations: 1 animation gets one."},
        {[](NewModel& m) { m.animations[0].extents.x = 1; },
         "LTA makes ModelEdit ask about each animation whose dims differ in X and Z: 1 animation."},
        {[](NewModel& m) { m.pieces.assign(65, m.pieces[0]); },
         "LTA has more pieces than the game loads: 65, at most 64."},
        {[](NewModel& m) { m.pieces[0].name.assign(32, 'p'); },
         "LTA has names that the tools cut: 1 piece has more than 31 bytes."},
        {[](NewModel& m) {
             m.nodes[1].name = "Root";
             m.nodes[0].flags = 2;
         },
         "LTA has no origins where the root only rotates: 1 animation plays without its own."},
        {[](NewModel& m) {
             m.animations.clear();
             for (int i = 0; i < 254; ++i) m.nodes.push_back(node("n" + std::to_string(i), 0));
             m.weightSets.clear();
         },
         "LTA has more nodes than can move a compiled mesh: 256, at most 255."},
    };
    for (const auto& [change, sentence] : losses) expectSaid(changed(change), "lta", sentence);
    expectSaid(changed([](NewModel& m) { m.animations[0].extents.x = 1; }), "ltc",
               "LTC makes ModelEdit ask about each animation whose dims differ in X and Z: 1 animation.");
}

TEST(FormatText, IsRefusedWhereTheModelCannotBeOne) {
    const File deep = changed([](NewModel& m) {
        m.animations.clear();
        m.weightSets.clear();
        for (int i = 1; i < 66; ++i) m.nodes.push_back(node("n" + std::to_string(i), i));
    });
    EXPECT_EQ(converted(deep, "lta").refusal,
              "LTA nests each node in its parent: at most 65 can follow each other, but the skeleton is deeper.");
    const File almost = changed([](NewModel& m) {
        m.animations.clear();
        m.weightSets.clear();
        for (int i = 1; i < 64; ++i) m.nodes.push_back(node("n" + std::to_string(i), i));
    });
    EXPECT_EQ(Read(made(almost, "lta")).model.nodes.size(), 65U);
    File odd = written(small());
    abc::testing::patch(odd, "Sockets.Sockets[0].Location.X", std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(converted(odd, "ltc").refusal,
              "LTC cannot store numbers that are not finite: there is one among the sockets.");
    File cut = written(small());
    cut.resize(cut.size() - 9);
    EXPECT_EQ(converted(cut, "lta").refusal,
              "The file cannot be read to its end, so it cannot be converted completely.");
    const File text = made(written(small()), "lta");
    EXPECT_EQ(converted(text, "lta").refusal, "The model is already in this format.");
    EXPECT_EQ(converted(text, "13").refusal, "New models can be written only in version 6, 9, 10, 11 or 12.");
    EXPECT_EQ(converted(text, "x").refusal, "There is no format “x” to convert to.");
    EXPECT_EQ(converted(lta::testing::bytesOf("(world)"), "12").refusal, "Only models can be converted.");
    EXPECT_EQ(converted(lta::testing::bytesOf("no model at all"), "12").refusal, "Only models can be converted.");
    File packed = made(written(small()), "ltc");
    // Where the last bits are zeros, it could be the end.
    do {
        packed.pop_back();
    } while (lta::unpack(packed).isWhole);
    EXPECT_EQ(converted(packed, "lta").refusal, "The packed text breaks off, so it cannot be converted completely.");
    EXPECT_EQ(converted(packed, "12").refusal,
              "The file cannot be read to its end, so it cannot be converted completely.");
}

std::string targetsIn(const File& file) {
    std::string out;
    for (const std::string& target : targetsOf(exporting::parseAny(file))) out += target + " ";
    return out;
}

TEST(FormatTargets, AreThoseThatAModelIsNot) {
    const File abc = written(small());
    EXPECT_EQ(targetsIn(abc), "lta ltc ltb ltb24 ltb23 13 11 10 9 6 ");
    EXPECT_EQ(targetsIn(made(abc, "lta")), "ltc ltb ltb24 ltb23 12 11 10 9 6 ");
    EXPECT_EQ(targetsIn(made(abc, "ltc")), "lta ltb ltb24 ltb23 12 11 10 9 6 ");
    // Of its own versions those that it is not.
    EXPECT_EQ(targetsIn(made(abc, "ltb")), "lta ltc ltb24 ltb23 12 11 10 9 6 ");
    EXPECT_EQ(targetsIn(made(abc, "ltb23")), "lta ltc ltb ltb24 12 11 10 9 6 ");
    EXPECT_EQ(targetsIn(lta::testing::bytesOf("nothing")), "");
    const std::vector<std::string> all = allTargets();
    EXPECT_EQ(all, (std::vector<std::string>{"lta", "ltc", "ltb", "ltb24", "ltb23", "13", "12", "11", "10", "9", "6"}));
}

TEST(FormatTargets, ACompiledModelIsMadeByWayOfItsText) {
    const File abc = written(small());
    const Made direct = converted(abc, "ltb");
    ASSERT_EQ(direct.refusal, "");
    EXPECT_EQ(direct.bytes, made(made(abc, "lta"), "ltb"));
    EXPECT_EQ(direct.bytes, made(made(abc, "ltc"), "ltb"));
    const Read read(direct.bytes);
    EXPECT_EQ(read.document.format, core::Format::Ltb);
    const core::Findings findings = read.findings();
    for (const core::Finding& finding : findings.list()) ADD_FAILURE() << finding.message;
    // Rotations in 16 bits.
    EXPECT_NE(joined(direct.lost).find("Rotations of keys are stored in 16 bits"), std::string::npos);
    const File none = lta::testing::bytesOf("(lt-model-0 (shape \"s\"))");
    EXPECT_EQ(converted(none, "ltb").refusal, "An LTB needs a skeleton, and the text has none.");
}

TEST(FormatTargets, ACompiledModelHasTheVersionThatIsAskedFor) {
    const File abc = written(small());
    const std::pair<const char*, std::uint32_t> versions[] = {{"ltb", 25}, {"ltb24", 24}, {"ltb23", 23}};
    for (const auto& [target, version] : versions) {
        const File file = made(abc, target);
        EXPECT_EQ(Read(file).document.version, version);
        // From one version to another, nothing of the model changes.
        for (const auto& [other, number] : versions) {
            if (number == version) {
                EXPECT_EQ(converted(file, other).refusal, "The model is already in this format.");
            } else {
                EXPECT_EQ(made(file, other), made(made(file, "lta"), other)) << target << other;
                EXPECT_EQ(Read(made(file, other)).document.version, number);
            }
        }
    }
    EXPECT_EQ(converted(abc, "ltb22").refusal, "There is no format “ltb22” to convert to.");
}

TEST(FormatText, BecomesAnAbcOfWhichSomeIsLost) {
    const File text = lta::testing::bytesOf(lta::testing::soundText());
    const Made made = converted(text, "12");
    EXPECT_EQ(joined(made.lost),
              "Version 12 has no hit boxes: 1 box is omitted.\n"
              "Version 12 has one skin slot per piece: 1 piece loses its other ones.\n"
              "Version 12 has no scale of sockets: 1 socket loses it.\n");
    EXPECT_EQ(joined(made.added),
              "Version 12 has the origins of the animations of child models in the parent: the lists "
              "of 1 child model are empty.\n");
    const Read read(made.bytes);
    EXPECT_EQ(read.model.text(read.model.childModels[1].name), "base.abc");
    EXPECT_EQ(read.model.pieces[0].materialIndex, 3);
    expectSame(text, made.bytes);
    // In version 9 no transition has a time.
    EXPECT_NE(joined(converted(text, "9").lost).find("Version 9 has no InterpolationTime"), std::string::npos);
}

TEST(FormatText, HasLevelsOfItsOwnInEachPiece) {
    // The second piece has one level; the third begins its second one later.
    std::string text = lta::testing::soundTextWith(
        R"((create-lod-group "body" (lod-dists (0.0 100.0 ) ) (shapes ("body" "body_0" ) ) ))",
        R"((create-lod-group "body" (lod-dists (0 100 100 ) ) (shapes ("body" "body_0" "NULL" ) ) )
           (create-lod-group "one" (lod-dists (0 ) ) (shapes ("one" ) ) )
           (create-lod-group "late" (lod-dists (0 300 ) ) (shapes ("null" "late" ) ) ))");
    const std::string shape = R"((geometry (mesh "" (vertex ((0 0 0)(1 0 0)(0 1 0))) (tri-fs (0 1 2)))))";
    text += "(shape \"one\" " + shape + ")(shape \"late\" " + shape + ")";
    const File file = lta::testing::bytesOf(text);
    const Made made = converted(file, "12");
    EXPECT_NE(joined(made.added)
                  .find("Version 12 has one list of distances for all pieces: 6 levels are repeated where a "
                        "piece has none of its own."),
              std::string::npos)
        << made.refusal << joined(made.added);
    const Read read(made.bytes);
    const auto header = abc::FieldReader(read.document).section(abc::schema::Id::HeaderSection);
    const auto distances = abc::FieldReader(read.document).field(header.value_or(core::Place{}), "LODDistances");
    ASSERT_EQ(distances->count, 3U);
    // By piece and level, how many triangles it has.
    const std::vector<std::vector<std::uint32_t>> faces = {{1, 1, 0, 0}, {1, 1, 1, 1}, {0, 0, 0, 1}};
    for (std::uint32_t p = 0; p < faces.size(); ++p) {
        ASSERT_EQ(read.model.pieces[p].lodCount, faces[p].size());
        for (std::uint32_t l = 0; l < faces[p].size(); ++l) {
            EXPECT_EQ(read.model.lod(p, l)->faceCount, faces[p][l]) << p << " " << l;
        }
    }
}

TEST(FormatText, CutsNamesThatAbcHasNoRoomFor) {
    std::string text = lta::testing::soundText();
    const auto replace = [&text](const std::string& part, const std::string& other) {
        const std::size_t at = text.find(part);
        ASSERT_NE(at, std::string::npos) << part;
        text.replace(at, part.size(), other);
    };
    const std::string set = R"((anim-weightset (name "Upper" ) (weights (0.0 1.0 ) ) ))";
    replace(set, R"((anim-weightset (name "sixteen letters!" ) (weights (0 1)))
                    (anim-weightset (name "sixteen letters?" ) (weights (0 1 2))))");
    replace(R"((socket "hand")", R"((socket "a socket of sixteen")");
    replace(R"((create-lod-group "body")", "(create-lod-group \"" + std::string(40, 'b') + "\"");
    std::string children;
    for (int i = 0; i < 18; ++i) children += "(child-model (filename \"c\"))";
    replace(R"((child-model (filename "base" ) (save-index 7 ) ))", children);
    const Made made = converted(lta::testing::bytesOf(text), "12");
    const std::string lost = joined(made.lost);
    for (const char* sentence : {"Version 12 has names of pieces of at most 31 bytes: 1 name is cut.",
                                 "Version 12 has names of sockets of at most 15 bytes: 1 name is cut.",
                                 "Version 12 has names of weight sets of at most 15 bytes: 2 names are cut.",
                                 "Version 12 has at most 15 child models: 3 child models are omitted.",
                                 "Version 12 needs one number per node in weight sets: 1 set is cut, or filled up with "
                                 "zeros."}) {
        EXPECT_NE(lost.find(sentence), std::string::npos) << sentence << "\n" << lost;
    }
    const Read read(made.bytes);
    EXPECT_EQ(read.model.text(read.model.weightSets[0].name), "sixteen letters");
    EXPECT_EQ(read.model.text(read.model.weightSets[1].name), "sixteen lette_2");
}

TEST(FormatText, SaysWhatOfATextNoAbcHas) {
    const std::pair<const char*, const char*> more[] = {
        {"(add-childmodels ((child-model (filename \"x\") (node-relations (((pos (0 0 0)) (quat (0 0 0 1))))))))",
         "Version 12 has no node relations of child models: 1 list is omitted."},
        {"(set-repl-lod-original (dists (1)))",
         "Version 12 has no levels that tools make while loading: 1 command is omitted."},
    };
    for (const auto& [list, sentence] : more) {
        expectSaid(lta::testing::bytesOf(lta::testing::soundTextWith("(set-global-radius 12.5 )", list)), "12",
                   sentence);
    }
    const std::string text = lta::testing::soundText() +
                             "(tools-info (texture-bindings ((0 \"a.dtx\"))))(shape \"unused\" (geometry (mesh \"\")))"
                             "(animset \"moves\" (keyframe (keyframe (times (0)))) (anims ((anim (parent \"body\") "
                             "(frames (vertex (((0 0 0)))))))))";
    const Made made = converted(lta::testing::bytesOf(text), "12");
    EXPECT_NE(joined(made.lost).find("is written without shapes that no piece uses: 1 shape is omitted."),
              std::string::npos);
    EXPECT_NE(joined(made.lost).find("cannot move vertices one by one: 1 movement of a shape is omitted."),
              std::string::npos);
    std::string open = lta::testing::soundText();
    open.resize(open.size() - 8);
    expectSaid(lta::testing::bytesOf(open), "12",
               "Version 12 is written without what is missing: 3 lists are not closed at the end of the text.");
    const std::string bound = lta::testing::soundTextWith("( (compile-options ( (compression-type 3 ) ) ) )",
                                                          "((texture-bindings ((0 \"a.dtx\"))))");
    expectSaid(lta::testing::bytesOf(bound), "12",
               "Version 12 has no textures for ModelEdit’s view: 1 list is omitted.");
    const std::string styled = lta::testing::soundTextWith("(renderstyle-index 0 ) (render-priority 0 )",
                                                           "(renderstyle-index 2 ) (render-priority 9 )");
    expectSaid(lta::testing::bytesOf(styled), "12", "Version 12 has no render styles: 1 piece loses its own.");
    expectSaid(lta::testing::bytesOf(styled), "12", "Version 12 has no render priorities: 1 piece loses its own.");
}

// Compiled models.

TEST(FormatCompiled, BecomesATextWithVerticesThatAreJoined) {
    ltb::testing::ModelSpec spec = ltb::testing::twoNodes(1);
    ltb::testing::LevelSpec level;
    for (const float u : {0.0F, 0.5F}) {
        for (const float x : {0.0F, 1.0F, 2.0F}) {
            ltb::testing::VertexSpec vertex;
            vertex.position = {x, x * x, 0};
            vertex.uv = {u, x};
            level.vertices.push_back(vertex);
        }
    }
    level.faces = {{0, 1, 2}, {3, 5, 4}};
    level.textureIndex = 2;
    spec.pieces = {{"p", {0}, {level}}};
    spec.boxes = 1;
    const File file = ltb::testing::write(spec);
    const Made made = converted(file, "lta");
    EXPECT_EQ(made.refusal, "");
    EXPECT_EQ(joined(made.added),
              "LTA has texture coordinates at corners: 3 vertices that were there only for them are joined with "
              "others.\n");
    const std::string text = flat(made.bytes);
    EXPECT_NE(text.find("(tri-fs (0 1 2 0 2 1 ) )"), std::string::npos) << text;
    EXPECT_NE(text.find("(uvs ( (0 0 ) (0 1 ) (0 2 ) (0.5 0 ) (0.5 2 ) (0.5 1 ) ) )"), std::string::npos) << text;
    EXPECT_NE(text.find("(texture-indices (2 ) )"), std::string::npos) << text;
    EXPECT_NE(text.find("(compression-type 1 )"), std::string::npos) << text;
    EXPECT_NE(text.find("(add-node-obb-list ( (add-node-obb "), std::string::npos) << text;
}

TEST(FormatCompiled, KeepsVerticesThatAnimationsMove) {
    for (const auto& each : ltb::testing::allModels()) {
        const Read before(each.file);
        const bool isMoved = !before.model.movedVertices.empty();
        const std::string text = flat(made(each.file, "lta"));
        EXPECT_EQ(text.find("(frames (vertex ( (") != std::string::npos, isMoved) << each.name;
        if (!isMoved) continue;
        EXPECT_NE(joined(converted(each.file, "12").lost).find("cannot move vertices one by one"), std::string::npos);
    }
}

// What is invented: fixtures of every format.

struct NamedModel {
    std::string name;
    File file;
};

const std::vector<NamedModel>& invented() {
    static const std::vector<NamedModel> all = [] {
        std::vector<NamedModel> out;
        for (const auto& each : abc::testing::allFixtures()) out.push_back({"abc_" + each.name, each.file});
        for (const auto& each : ltb::testing::allModels()) out.push_back({"ltb_" + each.name, each.file});
        for (const auto& each : lta::testing::allTexts()) out.push_back({"lta_" + each.name, each.file});
        for (const std::uint32_t version : {6U, 9U, 12U}) {
            importing::Import work(abc::testing::tubeDraft(4, 5, 3), {version, {}});
            while (work.step()) {
            }
            out.push_back({"tube_v" + std::to_string(version), work.written().bytes});
        }
        return out;
    }();
    return all;
}

class FormatOfModel : public ::testing::TestWithParam<std::size_t> {
protected:
    const File& file_ = invented()[GetParam()].file;
};

TEST_P(FormatOfModel, IsReadAgain) {
    EXPECT_EQ(checkConversions(file_), Violation{});
}

bool offers(const core::Document& document, std::string_view target) {
    const std::vector<std::string> all = targetsOf(document);
    return std::find(all.begin(), all.end(), target) != all.end();
}

/// From each format into each and back: what both have stays.
void expectStays(const File& file) {
    const core::Document document = exporting::parseAny(file);
    if (!offers(document, "ltc")) return;
    const bool isAbc = document.format == core::Format::Abc;
    const bool isText = document.format == core::Format::Lta;
    const Made packed = converted(file, "ltc");
    if (!packed.refusal.empty()) return;
    const File text = isText ? file : made(file, "lta");
    // Both are one text.
    EXPECT_EQ(made(packed.bytes, "lta"), text);
    const Made abc = converted(text, "12");
    if (!abc.refusal.empty()) {
        // Nothing but what a reader of text has made sense of and no file can hold.
        EXPECT_TRUE(isText) << abc.refusal;
        return;
    }
    const File again = made(abc.bytes, "lta");
    // Pieces have their own levels in text, and all the same number in ABC.
    const bool isEven = joined(abc.added).find("repeated") == std::string::npos;
    const auto& pieces = Read(text).model.pieces;
    const bool isWhole =
        std::none_of(pieces.begin(), pieces.end(), [](const abc::Piece& each) { return each.lodCount == 0; });
    if (isEven && isWhole && joined(abc.lost).empty()) expectSame(text, again);
    // And from then on nothing changes any more.
    EXPECT_EQ(textOf(made(made(again, "12"), "lta")), textOf(again));
    if (!isAbc) return;
    const File before = document.version == 6 ? made(file, "12") : file;
    const Made written = converted(before, "lta");
    const std::string notes = joined(written.lost) + joined(written.added);
    for (const char* changes :
         {"renamed", "apostrophes", "underscores", "is cut", "are cut", "blanks", "at once", "follow",
          "vertex is omitted", "vertices are omitted", "triangle is", "triangles are", "slot 0", "needs"}) {
        if (notes.find(changes) != std::string::npos) return;
    }
    if (isWhole) expectSame(before, abc.bytes, saidBehind(written, "move differently, at most "));
}

TEST_P(FormatOfModel, KeepsWhatBothFormatsHave) {
    expectStays(file_);
}

INSTANTIATE_TEST_SUITE_P(Invented, FormatOfModel, ::testing::Range(std::size_t{0}, invented().size()),
                         [](const auto& param) { return invented()[param.param].name; });

/// The samples, or the files of a corpus.
class FormatOfFile : public ::testing::TestWithParam<std::string> {
protected:
    const File file_ = abc::testing::readReal(GetParam());
};

std::vector<std::string> realModels() {
    std::vector<std::string> out;
    for (const char* extension : {".abc", ".ltb", ".lta", ".ltc"}) {
        for (std::string& path : abc::testing::realFiles(extension)) out.push_back(std::move(path));
    }
    return out;
}

TEST_P(FormatOfFile, IsReadAgain) {
    EXPECT_EQ(checkConversions(file_), Violation{});
}

TEST_P(FormatOfFile, KeepsWhatBothFormatsHave) {
    expectStays(file_);
}

INSTANTIATE_TEST_SUITE_P(Real, FormatOfFile, ::testing::ValuesIn(realModels()),
                         [](const auto& param) { return abc::testing::testName(param.param); });

}  // namespace
}  // namespace converting::testing
