// Models as text (lta.md): what is read of them, where it stands, how they are posed, and that no bytes do harm.
#include <gtest/gtest.h>
#include <lta/unpack.h>

#include <cmath>
#include <set>

#include "support/heap.h"
#include "support/lta_fixtures.h"
#include "support/lta_invariants.h"
#include "support/surface.h"
#include "support/thorough.h"
#include "support/work.h"

namespace lta::testing {
namespace {

using abc::Vec3;
using abc::testing::hasError;

struct Opened {
    explicit Opened(Bytes file)
        : bytes(std::move(file)),
          document(parse(bytes)),
          parts(partsOf(document)),
          model(buildModel(document, parts)) {}
    explicit Opened(std::string_view text) : Opened(bytesOf(text)) {}

    [[nodiscard]] core::Findings findings() const { return lta::validate(document, parts, model); }
    [[nodiscard]] std::string text(core::Text text) const { return std::string(model.text(text)); }
    [[nodiscard]] core::Place at(const std::string& path) const {
        const auto place = document.walk().resolve(path);
        EXPECT_TRUE(place) << path;
        return place.value_or(core::Place{});
    }
    /// Where the vertices of a level of the first piece are at a time of the first animation; below 0: in the bind
    /// pose.
    [[nodiscard]] abc::testing::Surface posed(double time, std::uint32_t level = 0) const {
        abc::Layer layer;
        if (time >= 0) {
            layer.source = &model;
            layer.animation = 0;
            layer.timeMs = time;
            layer.rootOrigin = model.bindings.empty() ? Vec3{} : model.bindings[0].origin;
        }
        return abc::testing::deformed(model, abc::pose(model, {&layer, 1}), 0, level);
    }

    Bytes bytes;
    core::Document document;
    Parts parts;
    abc::Model model;
};

void expectAt(Vec3 actual, Vec3 wanted, float tolerance = 1e-6F) {
    EXPECT_NEAR(actual.x, wanted.x, tolerance);
    EXPECT_NEAR(actual.y, wanted.y, tolerance);
    EXPECT_NEAR(actual.z, wanted.z, tolerance);
}

bool hasCode(const core::Findings& findings, Code code) {
    return std::any_of(findings.list().begin(), findings.list().end(),
                       [code](const core::Finding& finding) { return finding.code.as<Code>() == code; });
}

/// Tokens as a text: brackets, words, and texts in single quotes.
std::string tokensOf(std::string_view text) {
    const Bytes bytes = bytesOf(text);
    Lexer lexer(bytes, 0, static_cast<std::uint32_t>(bytes.size()));
    std::string out;
    for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next()) {
        if (!out.empty()) out += ' ';
        switch (token.kind) {
            case Token::Kind::Open: out += '('; break;
            case Token::Kind::Close: out += ')'; break;
            case Token::Kind::Word: out += core::view(bytes, token.text); break;
            default: out.append("'").append(core::view(bytes, token.text)).append("'");
        }
    }
    return out;
}

TEST(LtaText, HasBracketsWordsAndTextsInQuotes) {
    EXPECT_EQ(tokensOf("(a \"b c\"d\t(e)\r\n)"), "( a 'b c' d ( e ) )");
    EXPECT_EQ(tokensOf("a\"b\"\"\""), "a 'b' ''");
    EXPECT_EQ(tokensOf("\"two\nlines \\\" x"), "'two\nlines \\' x");
    EXPECT_EQ(tokensOf("(\"open (x) "), "( 'open (x) '");
    // Only these four are blanks, and there are no comments.
    EXPECT_EQ(tokensOf("a\v;b # c"), "a\v;b # c");
    EXPECT_EQ(tokensOf(" \t\r\n"), "");
}

TEST(LtaText, HasNumbersAsCReadsThem) {
    const std::pair<const char*, double> numbers[] = {{"0", 0},
                                                      {"-1.5", -1.5},
                                                      {"+2", 2},
                                                      {".5", 0.5},
                                                      {"3.", 3},
                                                      {"1e3", 1000},
                                                      {"1.25E-2", 0.0125},
                                                      {"12abc", 12},
                                                      {"abc", 0},
                                                      {"-", 0},
                                                      {"1e", 1},
                                                      {"0.1", 0.1},
                                                      {"1.2.3", 1.2},
                                                      {"", 0},
                                                      {"123456789012345678901", 123456789012345678901.0},
                                                      {"1e-9", 1e-9},
                                                      {"0.000000123", 1.23e-7},
                                                      {"1e400", HUGE_VAL},
                                                      {"-1e400", -HUGE_VAL},
                                                      {"1e-400", 0},
                                                      {"5e-324", 5e-324}};
    for (const auto& [word, value] : numbers) EXPECT_DOUBLE_EQ(numberOf(word), value) << word;
    for (const char* word : {"0", "-1.5", "+2", ".5", "3.", "1e3", "1.25E-2"}) EXPECT_TRUE(isNumber(word)) << word;
    for (const char* word : {"", "-", ".", "abc", "12abc", "1e", "1.2.3", "e5", "--1", "0x10", "inf", "nan"}) {
        EXPECT_FALSE(isNumber(word)) << word;
    }
    EXPECT_EQ(floatOf(1e39), HUGE_VALF);
    EXPECT_EQ(floatOf(-1e39), -HUGE_VALF);
    EXPECT_EQ(wholeOf(2.9), 2U);
    EXPECT_EQ(wholeOf(-1), 0U);
    EXPECT_EQ(wholeOf(1e20), core::kNone);
    EXPECT_EQ(wholeOf(std::nan("")), 0U);
}

std::string unpackedText(const Bytes& bytes) {
    const core::Unpacked out = unpack(bytes);
    return std::string(reinterpret_cast<const char*>(out.bytes.data()), out.bytes.size());
}

TEST(LtaPacking, IsUndoneByteForByte) {
    const Bytes bytes = packed(soundText());
    EXPECT_EQ(core::detect(bytes), core::Format::Ltc);
    EXPECT_EQ(unpackedText(bytes), soundText());
    EXPECT_TRUE(unpack(bytes).isWhole);
    EXPECT_EQ(unpack(bytes).read, bytes.size());
}

/// Bits from the low end of each byte.
Bytes bitsOf(std::string_view bits) {
    Bytes out(4);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (i % 8 == 0) out.emplace_back();
        if (bits[i] == '1') out.back() |= static_cast<std::byte>(1U << i % 8);
    }
    return out;
}

TEST(LtaPacking, RefersToTheRingByPlaceAlsoToWhatItIsWriting) {
    // `(` is the cell 1, `a` the cell 2; then five from cell 2 on, of which the last four are being written.
    const std::string bits = std::string("1") + "00101000" + "1" + "01100001" + "0" + "000000000010" + "0011";
    EXPECT_EQ(unpackedText(bitsOf(bits + "0000000000000")), "(aaaaaa");
    EXPECT_TRUE(unpack(bitsOf(bits + "0000000000000")).isWhole);
    // The longest is 17.
    const std::string most = std::string("1") + "00101000" + "1" + "01100001" + "0" + "000000000010" + "1111";
    EXPECT_EQ(unpackedText(bitsOf(most)).size(), 2 + 17U);
    // A mark of the end, and something after it.
    const core::Unpacked more = unpack(bitsOf(bits + std::string(17, '0') + "1111111111111111"));
    EXPECT_TRUE(more.isWhole);
    EXPECT_LT(more.read, more.packedSize);
    // It breaks off in a literal, in a place, and in a length.
    EXPECT_FALSE(unpack(bitsOf(bits + "1011")).isWhole);
    EXPECT_FALSE(unpack(bitsOf("1001010001" + std::string("0110000100000001"))).isWhole);
    EXPECT_FALSE(unpack(bitsOf("10010100010110000101000000000")).isWhole);
}

TEST(LtaPacking, TakesMemoryInLineWithTheFile) {
    // Nothing but references of 17 bytes in 17 bits: eight bytes for one.
    std::string bits = "1001010001";
    for (int i = 0; i < 40000; ++i) bits += "00000000000011111";
    const Bytes bytes = bitsOf(bits);
    const abc::testing::HeapMeter heap;
    EXPECT_LE(unpack(bytes).bytes.size(), 8 * bytes.size() + 17);
    EXPECT_LE(heap.peak(), 32 * bytes.size());
}

TEST(Lta, OfEachKindIsExplainedWholeAndHasNothingWrong) {
    for (const auto& [name, bytes] : allTexts()) {
        SCOPED_TRACE(name);
        const Opened file(bytes);
        EXPECT_EQ(checkModel(bytes), abc::testing::Violation{});
        const auto size = static_cast<std::uint32_t>(file.document.bytes.size());
        EXPECT_EQ(core::coverage(file.document.records, size).known, size);
        const core::Findings findings = file.findings();
        for (const core::Finding& finding : findings.list()) {
            EXPECT_EQ(finding.info->name, "LTA_PACKED") << finding.message;
        }
        EXPECT_TRUE(file.model.animations[0].complete);
    }
}

TEST(Lta, HasItsPartsAsSections) {
    const Opened file(soundText());
    std::string names;
    for (const core::Section& section : file.document.sections) names += file.text(section.type) + ' ';
    EXPECT_EQ(names, "on-load-cmds hierarchy shape shape tools-info animset ");
    EXPECT_EQ(file.document.format, core::Format::Lta);
}

TEST(Lta, HasAPlaceForEachWordByItsPositionInItsList) {
    const std::string text = soundText();
    const Opened file(text);
    const auto textAt = [&](const std::string& path) {
        const core::Place place = file.at(path);
        return text.substr(place.start, place.end - place.start);
    };
    EXPECT_EQ(textAt("Text.lt-model-0[0][0]"), "lt-model-0");
    const std::string shape = "Text.lt-model-0[0].shape[3]";
    EXPECT_EQ(textAt(shape + "[1]"), "\"body\"");
    EXPECT_EQ(textAt(shape + ".geometry[2].mesh[1].vertex[2][1][1][1]"), "2.0");
    EXPECT_EQ(textAt(shape + ".geometry[2].mesh[1].tri-fs[6][1]"), "(0 1 2 )");
    EXPECT_EQ(file.at(shape + "[1]").type, core::schema::Type(core::schema::Scalar::Quoted));
    EXPECT_EQ(file.at(shape + "[0]").type, core::schema::Type(core::schema::Scalar::Word));
    EXPECT_EQ(file.at(shape + ".render-priority[5][1]").type, core::schema::Type(core::schema::Scalar::Number));
    for (const char* none : {"Text[9]", "Text.shape[0]", "Text.lt-model-0[0][1]", "Text.lt-model-0[1]",
                             "Text.lt-model-0", "Text.lt-model-0[", "Text.lt-model-0[x]", "Text.lt-model-0[0][0][0]"}) {
        EXPECT_FALSE(file.document.walk().resolve(none)) << none;
    }
    // The name of a list is that of its first text.
    const core::Walk walk = file.document.walk();
    EXPECT_EQ(file.text(walk.label(file.at(shape))), "body");
    EXPECT_EQ(file.text(walk.label(file.at(shape + ".geometry[2]"))), "");
    EXPECT_EQ(file.text(walk.label(file.at("Text.lt-model-0[0].animset[6].anims[3][1].anim[1]"))), "arm");
    EXPECT_EQ(walk.childCount(file.at(shape)), 6U);
    EXPECT_EQ(walk.childCount(file.at(shape + ".geometry[2].mesh[1].vertex[2][1][1]")), 3U);
    EXPECT_EQ(walk.childCount(file.at("Text")), 1U);
}

TEST(Lta, LeavesBracketsAndBlanksToTheList) {
    const std::string text = "(a  (b 1) )\n";
    const Opened file(text);
    std::string leaves;
    file.document.walk().leaves(0, 12, true, [&](const core::Place& leaf, const std::string& path) {
        leaves += std::to_string(leaf.start) + '-' + std::to_string(leaf.end) + ' ' + path + '\n';
    });
    EXPECT_EQ(leaves,
              "0-1 Text[0]\n1-2 Text[0][0]\n2-4 Text[0]\n4-5 Text[0][1]\n5-6 Text[0][1][0]\n6-7 Text[0][1]\n"
              "7-8 Text[0][1][1]\n8-9 Text[0][1]\n9-11 Text[0]\n11-12 Text\n");
    std::string around;
    file.document.walk().ancestors(8, [&](const core::Place&, const std::string& path) { around += path + ' '; });
    EXPECT_EQ(around, "Text Text[0] Text[0][1] ");
    leaves.clear();
    file.document.walk().leaves(6, 8, true, [&](const core::Place&, const std::string& path) { leaves += path + ' '; });
    EXPECT_EQ(leaves, "Text[0][1] Text[0][1][1] ");
}

TEST(Lta, FindsEachElementOfALongListAlsoByItsOffset) {
    std::string text = "(shape \"s\" (geometry (mesh (vertex (";
    for (int i = 0; i < 1000; ++i) text += "(" + std::to_string(i) + " 0 0)";
    text += ")))))";
    const Opened file(text);
    const core::Walk walk = file.document.walk();
    const std::string list = "Text.shape[0].geometry[2].mesh[1].vertex[1][1]";
    EXPECT_EQ(walk.childCount(file.at(list)), 1000U);
    for (const std::uint32_t i : {0U, 1U, 37U, 500U, 998U, 999U}) {
        const std::string path = list + '[' + std::to_string(i) + ']';
        const core::Place row = file.at(path);
        EXPECT_EQ(text.substr(row.start, row.end - row.start), "(" + std::to_string(i) + " 0 0)");
        std::string innermost;
        walk.ancestors(row.start + 1, [&](const core::Place&, const std::string& at) { innermost = at; });
        EXPECT_EQ(innermost, path + "[0]");
    }
    EXPECT_FALSE(walk.resolve(list + "[1000]"));
    std::uint32_t visited = 0;
    walk.children(file.at(list), list, 990, 5, [&](const core::Place& row, const std::string& path) {
        EXPECT_EQ(row.index, 990 + visited);
        EXPECT_EQ(path, list + '[' + std::to_string(990 + visited) + ']');
        ++visited;
    });
    EXPECT_EQ(visited, 5U);
    // A few bytes of records for many of text.
    EXPECT_LT(file.document.records.size() * sizeof(core::Record), text.size());
}

TEST(Lta, IsTheModelThatItDescribes) {
    const Opened file(soundText());
    const abc::Model& model = file.model;
    ASSERT_EQ(model.nodes.size(), 2U);
    EXPECT_EQ(file.text(model.nodes[1].name), "arm");
    EXPECT_EQ(model.nodes[1].parent, 0U);
    EXPECT_EQ(model.nodes[0].childCount, 1U);
    EXPECT_EQ(model.nodes[1].flags, 1);
    expectAt(model.nodes[1].bindOffset, {0, 1, 0});
    ASSERT_EQ(model.pieces.size(), 1U);
    EXPECT_EQ(file.text(model.pieces[0].name), "body");
    EXPECT_EQ(model.pieces[0].materialIndex, 3);
    EXPECT_EQ(model.pieces[0].lodCount, 2U);
    EXPECT_EQ(levelDistances(file.document, file.parts), std::vector<float>{100});
    ASSERT_EQ(model.sockets.size(), 1U);
    EXPECT_EQ(model.sockets[0].node, 1U);
    expectAt(model.sockets[0].location, {0, 2, 0});
    expectAt(model.sockets[0].scale, {1, 2, 3});
    ASSERT_EQ(model.childModels.size(), 2U);
    EXPECT_EQ(file.text(model.childModels[1].name), "base");
    EXPECT_EQ(model.childModels[1].buildNumber, 7U);
    ASSERT_EQ(model.weightSets.size(), 1U);
    EXPECT_EQ(model.weightSets[0].weights, (std::vector<float>{0, 1}));
    ASSERT_EQ(model.animations.size(), 1U);
    EXPECT_EQ(model.animations[0].interpolationTime, 150U);
    expectAt(model.animations[0].extents, {1.5, 2, 1.5});
    // The first key is at 0, whatever the text says.
    EXPECT_EQ(model.keyframes[0].time, 0U);
    EXPECT_EQ(model.keyframes[1].time, 1000U);
    EXPECT_EQ(file.text(model.keyframes[1].string), "FOOTSTEP_KEY 1");
    EXPECT_EQ(model.keyframes[0].string.length, 0U);
    EXPECT_TRUE(capabilitiesOf(file.document).has(abc::Capability::WeightSets));
    const Settings settings = settingsOf(file.document, file.parts);
    EXPECT_EQ(file.text(settings.commandString), "ShadowEnable;");
    EXPECT_EQ(settings.radius, 12.5);
    EXPECT_EQ(settings.compression, 3U);
    EXPECT_FALSE(settings.isWithoutGeometry);
    const Opened bare("(lt-model-0)");
    EXPECT_EQ(settingsOf(bare.document, bare.parts).radius, 96);
    EXPECT_EQ(settingsOf(bare.document, bare.parts).compression, 2U);
}

TEST(Lta, HasTheTextureCoordinatesOfItsCorners) {
    const Opened file(soundText());
    const abc::Lod& lod = *file.model.lod(0, 0);
    ASSERT_EQ(lod.faceCount, 1U);
    EXPECT_EQ(file.model.faces[lod.firstFace], (abc::Corners{0, 1, 2}));
    const float wanted[3][2] = {{1, 0}, {0.25, 0.5}, {0, 1}};
    for (std::uint32_t c = 0; c < 3; ++c) {
        EXPECT_EQ(file.model.texCoord(lod, 0, c).u, wanted[c][0]);
        EXPECT_EQ(file.model.texCoord(lod, 0, c).v, wanted[c][1]);
    }
    // Without any, all are 0.
    EXPECT_EQ(file.model.texCoord(*file.model.lod(0, 1), 0, 2).v, 0);
}

TEST(Lta, IsPosedByItsKeysAndWeights) {
    const Opened file(soundText());
    expectAt(file.posed(-1).positions[1], {0, 2, 0});
    expectAt(file.posed(-1).positions[2], {1, 1, 0});
    // The binding moves the root by 3 along Z; the arm turns about (0, 1, 0).
    expectAt(file.posed(0).positions[1], {0, 2, 3});
    const float half = std::sqrt(0.5F);
    expectAt(file.posed(500).positions[1], {-half, 1 + half, 3});
    expectAt(file.posed(1000).positions[1], {-1, 1, 3});
    // Half of it stays at (1, 1, 0), half turns to (0, 2, 0).
    expectAt(file.posed(1000).positions[2], {0.5, 1.5, 3});
    expectAt(file.posed(1000).positions[0], {0, 0, 3});
    expectAt(file.posed(1000).normals[0], {0, 0, -1});
    // The level that has no normals has those of its triangle: X × Y of (1, 1) and (0, 2) is along Z.
    expectAt(file.posed(-1, 1).normals[0], {0, 0, 1});
}

TEST(Lta, StandsStillWhereANodeHasNoKeys) {
    const Opened file(soundTextWith("(anim (parent \"arm\" )", "(anim (parent \"leg\" )"));
    expectAt(file.posed(500).positions[1], {0, 2, 3});
    EXPECT_TRUE(file.model.animations[0].complete);
}

TEST(Lta, RepeatsTheLastKeyWhereThereAreTooFew) {
    const Opened file(soundTextWith("( (0 1 0 ) (0 0 0.70710678 0.70710678 ) ) ", ""));
    expectAt(file.posed(1000).positions[1], {0, 2, 3});
}

/// Only the first animation of the compiled model decides which vertices are moved one by one.
TEST(Lta, MovesVerticesOneByOne) {
    // In place of the keys of the arm, which is renamed to the mesh: the root is at (0, 0, 3) at all times.
    std::string text = soundTextWith("(transform \"arm\"", "(transform \"body\"");
    const std::string_view arm = "(anim (parent \"arm\" )";
    const std::size_t at = text.find(arm);
    text.replace(at, text.size() - at,
                 "(anim (parent \"body\") (frames (vertex ( ((0 0 0) (0 4 0) (1 1 0)) ((0 0 0) (0 8 0)) )))) ) ) )");
    const Opened file(text);
    ASSERT_EQ(file.model.movedVertices.size(), 2U);
    EXPECT_FALSE(hasCode(file.findings(), Code::FramesStill));
    expectAt(file.posed(-1).positions[1], {0, 2, 0});
    expectAt(file.posed(0).positions[1], {0, 4, 3});
    expectAt(file.posed(250).positions[1], {0, 5, 3});
    expectAt(file.posed(1000).positions[1], {0, 8, 3});
    // The last key has no third position: it is where it rests.
    expectAt(file.posed(1000).positions[2], {1, 1, 3});
    expectAt(file.posed(1000).normals[0], {0, 0, -1});
    EXPECT_EQ(checkModel(file.bytes), abc::testing::Violation{});
    // With another animation in front of it that moves nodes, the game moves them by no animation.
    const Opened second(text.insert(
        text.find("(animset"),
        "(animset \"stand\" (keyframe (times (0))) (anims ((anim (parent \"root\") (frames (posquat (((0 0 0)(0 "
        "0 0 1)))))))))"));
    EXPECT_TRUE(second.model.movedVertices.empty());
    EXPECT_TRUE(hasCode(second.findings(), Code::FramesStill));
}

TEST(Lta, HasARootOverSeveralAndNodesWithoutAName) {
    const Opened file(R"((hierarchy (children (
        (transform "a" (children ((children ((transform "b"))))))
        (transform "c" (matrix ((1 0 0 4)(0 1 0 5)(0 0 1 6)(0 0 0 1)))))))(animset (keyframe (times (0)))))");
    const abc::Model& model = file.model;
    std::string nodes;
    for (const abc::Node& node : model.nodes) {
        nodes += file.text(node.name) + ' ' + std::to_string(static_cast<std::int32_t>(node.parent)) + ' ';
    }
    EXPECT_EQ(nodes, "root -1 a 0 null 1 b 2 c 0 ");
    EXPECT_EQ(model.nodes[2].flags, 1);
    expectAt(model.nodes[4].bind.translation(), {4, 5, 6});
    EXPECT_EQ(file.text(model.animations[0].name), "base0");
    EXPECT_TRUE(model.animations[0].complete);
}

TEST(Lta, HasPiecesByLodGroupsAndEachShapeOnce) {
    const auto shape = [](const std::string& name) {
        return "(shape \"" + name + "\" (geometry (mesh (vertex ((0 0 0))) (tri-fs ()))))";
    };
    const std::string shapes = shape("a") + shape("b") + shape("c");
    const Opened grouped(
        "(on-load-cmds ((lod-groups ((create-lod-group \"p\" (lod-dists (0 1 2)) (shapes (\"a\" \"NULL\" "
        "\"b\"))) (create-lod-group \"q\" (lod-dists (0)) (shapes (\"a\")))))))" +
        shapes);
    ASSERT_EQ(grouped.model.pieces.size(), 2U);
    EXPECT_EQ(grouped.model.pieces[0].lodCount, 3U);
    EXPECT_EQ(grouped.model.lod(0, 0)->vertexCount, 1U);
    EXPECT_EQ(grouped.model.lod(0, 1)->vertexCount, 0U);
    EXPECT_EQ(grouped.model.lod(0, 2)->vertexCount, 1U);
    EXPECT_EQ(grouped.model.lod(1, 0)->vertexCount, 0U);
    EXPECT_EQ(levelDistances(grouped.document, grouped.parts), (std::vector<float>{1, 2}));
    // Without groups each is a piece.
    const Opened plain(shapes);
    ASSERT_EQ(plain.model.pieces.size(), 3U);
    EXPECT_EQ(plain.text(plain.model.pieces[2].name), "c");
    EXPECT_TRUE(levelDistances(plain.document, plain.parts).empty());
}

TEST(Lta, ReadsTheLookOfOlderToolsAlone) {
    const Opened file(
        soundTextWith("(texture-indices (3 4 ) )", "(texture-indices (3)) (appearance (pc-mat (texture-index 5)))"));
    EXPECT_EQ(file.model.pieces[0].materialIndex, 5);
}

TEST(LtaElements, AreFoundInTheTextAndBack) {
    const Opened file(soundText());
    const auto textOf = [&](const abc::Element& element) {
        const std::string path = pathOf(file.document, file.parts, element);
        const auto place = path.empty() ? std::nullopt : file.document.walk().resolve(path);
        return place ? soundText().substr(place->start, std::min(place->end - place->start, 24U)) : std::string();
    };
    const auto both = [&](const abc::Element& element, const std::string& start, const abc::Element& back) {
        EXPECT_EQ(textOf(element).substr(0, start.size()), start);
        const auto place = file.document.walk().resolve(pathOf(file.document, file.parts, element));
        ASSERT_TRUE(place);
        EXPECT_EQ(elementOf(file.document, file.parts, *place), back) << start;
    };
    const auto same = [&](const abc::Element& element, const std::string& start) { both(element, start, element); };
    abc::Element one;
    one.node = 1;
    same(one, "(transform \"arm\"");
    one = {};
    one.piece = 0;
    same(one, "(create-lod-group");
    one.lod = 1;
    same(one, "(shape \"body_0\"");
    one.vertex = 1;
    same(one, "(0.0 2.0 0.0 )");
    one.vertex.reset();
    one.face = 0;
    one.corner = 1;
    same(one, "2");
    abc::Element corner = one;
    one.corner.reset();
    corner.corner = 0;
    both(one, "0", corner);
    one = {};
    one.animation = 0;
    same(one, "(animset \"turn\"");
    one.keyframe = 1;
    same(one, "1100");
    one.node = 1;
    same(one, "( (0 1 0 ) (0 0 0.7071");
    one.keyframe.reset();
    same(one, "(anim (parent \"arm\"");
    one = {};
    one.socket = 0;
    same(one, "(socket \"hand\"");
    one = {};
    one.weightSet = 0;
    same(one, "(anim-weightset");
    one = {};
    one.childModel = 1;
    same(one, "(child-model");
    one = {};
    one.bindingList = 0;
    one.binding = 0;
    same(one, "(anim-binding ");
    for (const std::optional<std::uint32_t> none : {std::optional(7U), std::optional(core::kNone)}) {
        for (const auto part :
             {&abc::Element::node, &abc::Element::piece, &abc::Element::animation, &abc::Element::socket,
              &abc::Element::weightSet, &abc::Element::childModel, &abc::Element::binding}) {
            abc::Element missing;
            missing.*part = none;
            EXPECT_EQ(textOf(missing), "");
        }
        for (const auto part : {&abc::Element::lod, &abc::Element::face, &abc::Element::vertex}) {
            abc::Element missing;
            missing.piece = 0;
            missing.*part = none;
            EXPECT_EQ(textOf(missing), "");
        }
        abc::Element missing;
        missing.animation = 0;
        missing.node = none;
        EXPECT_EQ(textOf(missing), "");
        missing.node = 0;
        missing.keyframe = none;
        EXPECT_EQ(textOf(missing), "");
    }
    EXPECT_EQ(textOf({}), "");
}

struct Broken {
    Code code;
    std::string text;
    /// What of the text the finding points at begins with this.
    std::string at;
};

std::vector<Broken> brokenTexts() {
    const auto with = soundTextWith;
    const std::string longWord(1024, 'x');
    return {
        {Code::ListOpen, soundText().substr(0, soundText().size() - 2), "("},
        {Code::ListSurplus, soundText() + ")", ")"},
        {Code::QuoteOpen, soundText() + "\"", "\""},
        {Code::WordLong, with("ShadowEnable;", longWord), "\"xxx"},
        {Code::NoHierarchy,
         "(hierarchy (children ()))(tools-info ())(animset \"a\" (keyframe (times (0))) (anims ((anim (parent "
         "\"n\")))))",
         "(hierarchy"},
        {Code::NodeTwice, with("(transform \"arm\"", "(transform \"arm\" (children ((transform \"arm\"))) "),
         "(transform \"arm\""},
        {Code::NodeUnknown, with("(\"arm\" 1 )", "(\"leg\" 1 )"), "\"leg\""},
        {Code::NodeUnknown, with("(add-node-obb \"arm\"", "(add-node-obb \"leg\""), "(add-node-obb \"leg\""},
        {Code::NodeUnknown, with("(socket \"hand\" (parent \"arm\"", "(socket \"hand\" (parent \"leg\""),
         "(parent \"leg\""},
        {Code::ShapeGeometry, with("(tools-info", "(shape \"x\")(add-deformer)(tools-info"), "(shape \"x\""},
        {Code::ShapeMissing, with("(\"body\" \"body_0\" )", "(\"body\" \"BODY_0\" )"), "\"BODY_0\""},
        {Code::ShapeUsedTwice, with("(\"body\" \"body_0\" )", "(\"body\" \"body\" )"), "\"body\""},
        {Code::LevelsUneven, with("(lod-dists (0.0 100.0 ) )", "(lod-dists (0.0 ) )"), "(create-lod-group"},
        {Code::LevelDistances, with("(lod-dists (0.0 100.0 ) )", "(lod-dists (200 100.0 ) )"), "100.0"},
        {Code::TexturesMany, with("(texture-indices (3 4 ) )", "(texture-indices (3 4 5 6 7 ) )"), "(texture-indices"},
        {Code::UvsWithoutFaces, with("(tex-fs (2 1 0 ) )", ""), "(uvs"},
        {Code::IndexOutOfRange, with("(tri-fs (0 2 1 ) )", "(tri-fs (0 2 3 ) )"), "3"},
        {Code::IndexOutOfRange, with("(tex-fs (2 1 0 ) )", "(tex-fs (2 1 -1 ) )"), "-1"},
        {Code::NormalCount, with("(normals ( (0 0 -1 ) ", "(normals ( "), "(normals"},
        {Code::DeformerPart, with("(influences (\"arm\" ) )", ""), "(skel-deformer"},
        {Code::DeformerPart, with("(weightsets ( (0 1.0 ) (0 1.0 ) (0 1.0 ) ) )", ""), "(skel-deformer"},
        {Code::DeformerRows, with("(weightsets ( (0 1.0 ) (0 1.0 ) (0 1.0 ) ) )", "(weightsets ( (0 1.0 ) () ) )"),
         "(weightsets"},
        {Code::InfluenceIndex,
         with("(weightsets ( (0 1.0 ) (0 1.0 ) (0 1.0 ) ) )", "(weightsets ( (0 1.0 ) (1 1.0 ) (0 1.0 ) ) )"),
         "(weightsets"},
        {Code::SocketPart, with(" (pos (0.0 2.0 0.0 ) )", ""), "(socket"},
        {Code::SocketName, with("\"hand\"", "\"a-name-of-16-byte\""), "(socket"},
        {Code::WeightSetCount, with("(weights (0.0 1.0 ) )", "(weights (0.0 ) )"), "(anim-weightset"},
        {Code::BindingUnquoted, with("(name \"turn\" )", "(name turn )"), "(anim-binding"},
        {Code::AnimationEmpty, with("(tools-info", "(animset \"empty\" (keyframe (times (0))) (anims ()))(tools-info"),
         "(animset \"empty\""},
        {Code::KeyTimes, with("(times (100 1100 ) )", "(times (100 50 ) )"), "50"},
        {Code::StringLost, with("(values (\"\" \"FOOTSTEP_KEY 1\" ) )", "(values (\"\" \"ab\" ) )"), "\"ab\""},
        {Code::NotFinite, with("12.5", "1e999"), "1e999"},
        {Code::ToolsInfo, with("(tools-info", "(tools"), "(lt-model-0"},
        {Code::FramesStill,
         // No node has the name of the shape.
         with("(anim (parent \"root\" ) (frames (posquat ( ( (0 0 0 ) (0 0 0 1 ) ) ( (0 0 0 ) (0 0 0 1 ) ) ) ) ) )",
              "(anim (parent \"body\" ) (frames (vertex ( ((0 0 0)) ) ) ) )"),
         "(anim (parent \"body\""},
        {Code::FramesApart,
         with("(tools-info",
              "(animset \"turnVA\" (keyframe (times (0))) (anims ((anim (parent \"body\") (frames (vertex ())))))"
              ")(tools-info"),
         "(animset \"turnVA\""},
        {Code::FramesShape,
         with("(anim (parent \"root\" ) (frames (posquat ( ( (0 0 0 ) (0 0 0 1 ) ) ( (0 0 0 ) (0 0 0 1 ) ) ) ) ) )",
              "(anim (parent \"leg\" ) (frames (vertex ( ((0 0 0)) ) ) ) )"),
         "(anim (parent \"leg\""},
    };
}

TEST(LtaFindings, AreWhatIsWrongAndWhere) {
    for (const Broken& broken : brokenTexts()) {
        SCOPED_TRACE(broken.text.substr(0, 80));
        const Opened file(broken.text);
        EXPECT_EQ(checkModel(file.bytes), abc::testing::Violation{});
        const core::Findings findings = file.findings();
        bool isFound = false;
        for (const core::Finding& finding : findings.list()) {
            if (finding.code.as<Code>() != broken.code) continue;
            isFound = true;
            EXPECT_EQ(broken.text.substr(finding.place().offset, broken.at.size()), broken.at) << finding.message;
            const auto place = file.document.walk().resolve(finding.place().path);
            ASSERT_TRUE(place) << finding.place().path;
            EXPECT_LE(place->start, finding.place().offset);
            EXPECT_GE(place->end, finding.place().offset + finding.place().length);
        }
        EXPECT_TRUE(isFound) << catalogue()[static_cast<std::size_t>(broken.code)].name;
    }
}

/// The name of each finding of a text.
std::set<std::string_view> namesOf(const Opened& file) {
    std::set<std::string_view> names;
    const core::Findings findings = file.findings();
    for (const core::Finding& finding : findings.list()) names.insert(finding.info->name);
    return names;
}

std::string manyOf(const std::string& part, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

TEST(LtaFindings, SayWhatIsTooMuch) {
    const auto names = [](const std::string& text) { return namesOf(Opened(text)); };
    const auto hierarchy = [](std::size_t nodes) {
        return "(hierarchy (children (" + manyOf("(transform)", nodes) + ")))";
    };
    // With the root above them.
    EXPECT_FALSE(names(hierarchy(254)).contains("LTA_NODE_COUNT"));
    EXPECT_TRUE(names(hierarchy(255)).contains("LTA_NODE_COUNT"));
    EXPECT_TRUE(names(hierarchy(kMostNodes + 1)).contains("LTA_NODES_MANY"));
    const auto children = [](std::size_t count) {
        return "(on-load-cmds ((add-childmodels (" + manyOf("(child-model)", count) + "))))";
    };
    EXPECT_FALSE(names(children(31)).contains("LTA_CHILD_MODEL_COUNT"));
    EXPECT_TRUE(names(children(32)).contains("LTA_CHILD_MODEL_COUNT"));
    const auto vertices = [](std::size_t count) {
        return "(shape (geometry (mesh (vertex (" + manyOf("()", count) + ")))))";
    };
    EXPECT_FALSE(names(vertices(65535)).contains("LTA_VERTEX_COUNT"));
    EXPECT_TRUE(names(vertices(65536)).contains("LTA_VERTEX_COUNT"));
    EXPECT_TRUE(names(manyOf("(shape)", 65)).contains("LTA_PIECE_COUNT"));
    EXPECT_TRUE(names("(anims)").contains("LTA_ANIMATIONS_NONE"));
    EXPECT_TRUE(names("(animset \"a\")").contains("LTA_KEYFRAMES_NONE"));
    EXPECT_TRUE(names("(shape \"s\")(shape \"s\")").contains("LTA_SHAPE_TWICE"));
    EXPECT_TRUE(names("(shape \"s\")").contains("LTA_DEFORMER_MISSING"));
    EXPECT_TRUE(names("(on-load-cmds (add-deformer (skel-deformer (target \"s\"))))").contains("LTA_DEFORMER_TARGET"));
}

TEST(LtaHostile, StopsWhereThereAreMoreListsThanMemoryIsGivenFor) {
    const std::string text = "(lt-model-0 (a b) (on-load-cmds " + manyOf("(mesh)", 1'100'000) + ") tail)";
    const Bytes bytes = bytesOf(text);
    const Opened file(bytes);
    const auto size = static_cast<std::uint32_t>(bytes.size());
    EXPECT_EQ(abc::testing::checkRecords(file.document.records, size), abc::testing::Violation{});
    EXPECT_EQ(abc::testing::checkLeavesAtBorders(file.document), abc::testing::Violation{});
    EXPECT_GT(core::coverage(file.document.records, size).unparsed, 0U);
    EXPECT_TRUE(namesOf(file).contains("LTA_TOO_MANY_LISTS"));
    EXPECT_TRUE(file.document.walk().resolve("Text.Unparsed"));
}

TEST(LtaFindings, SayWhichListsTheToolsRefuse) {
    for (const char* kind : {"world", "renderstyle"}) {
        const Opened file("(" + std::string(kind) + " (header))");
        EXPECT_FALSE(file.document.versionKnown);
        const core::Findings findings = file.findings();
        EXPECT_EQ(findings.list().at(0).info->name, "LTA_OTHER_KIND");
        EXPECT_EQ(findings.list().at(0).place().offset, 1U);
        EXPECT_TRUE(file.model.nodes.empty());
    }
}

TEST(LtaFindings, SayHowMuchOfAPackedTextIsThere) {
    Bytes cut = packed(soundText());
    cut.resize(cut.size() / 2);
    cut.back() |= std::byte{0x80};
    EXPECT_EQ(checkModel(cut), abc::testing::Violation{});
    const Opened file(cut);
    const std::set<std::string_view> names = namesOf(file);
    EXPECT_TRUE(names.contains("LTA_PACKED"));
    EXPECT_TRUE(names.contains("LTA_PACKED_CUT"));
    Bytes more = packed(soundText());
    more.resize(more.size() + 1);
    more.resize(more.size() + 100, std::byte{1});
    const Opened longer(more);
    const core::Findings others = longer.findings();
    EXPECT_EQ(others.list().at(1).message, "100 bytes follow the packed text.");
}

TEST(LtaSweep, NestsAsDeepAsItLikes) {
    for (const std::size_t depth : {199U, 200U, 201U, 2000U, 100000U}) {
        const std::string text = std::string(depth, '(') + "x" + std::string(depth, ')');
        const Bytes bytes = bytesOf(text);
        ASSERT_EQ(checkModel(bytes, 1), abc::testing::Violation{}) << depth;
        const Opened file(bytes);
        const auto size = static_cast<std::uint32_t>(bytes.size());
        EXPECT_EQ(core::coverage(file.document.records, size).opaque > 0, depth > 200) << depth;
        // All of it opens, and none closes.
        ASSERT_EQ(checkModel(bytesOf(std::string(depth, '(')), 1), abc::testing::Violation{}) << depth;
    }
}

TEST(LtaSweep, CutAtAnyLengthIsCovered) {
    for (const auto& [name, bytes] : allTexts()) {
        for (std::size_t length = 1; length < bytes.size(); length += abc::testing::kEvery) {
            const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
            ASSERT_EQ(checkModel(cut, 1), abc::testing::Violation{}) << name << " cut at " << length;
        }
    }
}

TEST(LtaSweep, WithAnyByteChangedIsCovered) {
    for (const auto& [name, original] : allTexts()) {
        Bytes bytes = original;
        for (std::size_t at = 0; at < bytes.size(); at += abc::testing::kEvery) {
            constexpr std::string_view kOthers = "()\" 9\xFF";
            bytes[at] = static_cast<std::byte>(kOthers[at / abc::testing::kEvery % kOthers.size()]);
            ASSERT_EQ(checkModel(bytes, 1), abc::testing::Violation{}) << name << " changed at " << at;
            bytes[at] = original[at];
        }
    }
}

/// Texts that repeat something so many times.
std::vector<std::pair<std::string, std::string>> repeated(int times) {
    const auto many = [times](const std::string& part) {
        std::string out;
        for (int i = 0; i < times; ++i) out += part;
        return out;
    };
    const std::string hierarchy = "(hierarchy (children (" + many("(transform \"n\")") + ")))";
    const std::string shape = "(shape \"s\" (geometry (mesh (vertex ((0 0 0))) (tri-fs (0 0 0)))))";
    return {
        {"words", "(" + many("a ") + ")"},
        {"lists", many("(a)")},
        {"known lists", many("(mesh)")},
        {"brackets", many(")")},
        {"texts", many("\"\"")},
        {"rows", "(shape \"s\" (geometry (mesh (vertex (" + many("(1 2 3)") + ")))))"},
        {"triangles", "(shape \"s\" (geometry (mesh (vertex ((0 0 0))) (tri-fs (" + many("0 0 0 ") + ")))))"},
        {"nodes", hierarchy},
        {"nodes in nodes", "(hierarchy (children (" + many("(transform \"n\" (children (") + ")))"},
        {"shapes", many(shape)},
        {"levels of one shape",
         shape + "(on-load-cmds ((lod-groups ((create-lod-group \"p\" (shapes (" + many("\"s\" ") + ")))))))"},
        {"deformers",
         shape + "(on-load-cmds (" +
             many("(add-deformer (skel-deformer (target \"s\") (influences (\"n\")) (weightsets ((0 1)))))") + "))"},
        {"animations", "(hierarchy (children ((transform \"n\"))))" + many("(animset \"a\" (keyframe (times (0))))")},
        {"animations of many nodes", hierarchy + "(animset \"a\" (keyframe (times (0))) (anims (" +
                                         many("(anim (parent \"n\") (frames (posquat (((0 0 0)(0 0 0 1))))))") + ")))"},
        {"keys", "(hierarchy (children ((transform \"n\"))))(animset \"a\" (keyframe (times (" + many("1 ") +
                     "))) (anims ((anim (parent \"n\") (frames (posquat (" + many("((0 0 0)(0 0 0 1))") + ")))))))"},
        {"bindings",
         "(on-load-cmds ((anim-bindings (" + many("(anim-binding (name \"a\"))") + "))))" + many("(animset \"a\")")},
        {"weights",
         shape + "(on-load-cmds ((add-deformer (skel-deformer (target \"s\") (influences (\"n\")) (weightsets ((" +
             many("0 1 ") + ")))))))"},
    };
}

TEST(LtaHostile, CostsTimeAndMemoryInLineWithItsSize) {
    constexpr int kFew = 600;
    const auto few = repeated(kFew);
    const auto many = repeated(kFew * static_cast<int>(abc::testing::kTimes));
    const auto cost = [](const std::string& text) {
        const Bytes bytes = bytesOf(text);
        return abc::testing::measured([&bytes] {
            const Opened file(bytes);
            (void)file.findings();
        });
    };
    for (std::size_t i = 0; i < few.size(); ++i) {
        ASSERT_EQ(checkModel(bytesOf(few[i].second), 1), abc::testing::Violation{}) << few[i].first;
        abc::testing::expectLinear(few[i].first, cost(few[i].second), cost(many[i].second), many[i].second.size());
    }
}

TEST(LtaHostile, DoesNotMultiplyNodesByAnimations) {
    std::string text = "(hierarchy (children (";
    for (int i = 0; i < 3000; ++i) text += "(transform \"n\")";
    text += ")))";
    for (int i = 0; i < 3000; ++i) text += "(animset \"a\" (keyframe (times (0))))";
    const Bytes bytes = bytesOf(text);
    const Opened file(bytes);
    EXPECT_TRUE(file.model.animations.front().complete);
    EXPECT_FALSE(file.model.animations.back().complete);
    EXPECT_LE(file.model.tracks.size(), kMostTracks);
    const core::Findings findings = file.findings();
    bool isSaid = false;
    for (const core::Finding& finding : findings.list()) isSaid = isSaid || finding.info->name == "LTA_TRACKS_MANY";
    EXPECT_TRUE(isSaid);
}

}  // namespace
}  // namespace lta::testing
