// Changes to texts: that what they change is what was meant, and nothing else, and that what refers to it follows.
#include <gtest/gtest.h>
#include <lta/build.h>
#include <lta/edit.h>
#include <lta/validate.h>

#include <cmath>

#include "support/edit_steps.h"
#include "support/lta_edits.h"
#include "support/lta_fixtures.h"
#include "support/thorough.h"

namespace lta::testing {
namespace {

using abc::testing::set;
using core::Edited;
using core::EditValue;
using core::Operation;
using Kind = Operation::Kind;
using Fields = EditValue::Fields;
using List = EditValue::List;

/// The path of the list of a name whose first word or text is this one, in the sound text.
struct Sound {
    std::string text = soundText();
    Bytes bytes = bytesOf(text);
    core::Document document = parse(bytes);

    explicit Sound(std::string other = soundText()) : text(std::move(other)) {}

    /// The path of what stands where this part of the text begins, which is there once.
    [[nodiscard]] std::string at(std::string_view part, std::size_t inside = 0) const {
        const std::size_t found = text.find(part);
        EXPECT_NE(found, std::string::npos) << part;
        EXPECT_EQ(text.find(part, found + 1), std::string::npos) << part;
        const auto offset = static_cast<std::uint32_t>(found + inside);
        return pathAt(document, offset, offset + 1);
    }
    [[nodiscard]] Edited edited(const std::vector<Operation>& operations) const {
        Edited out = edit(document, operations);
        EXPECT_EQ(abc::testing::checkEdited(document, out).value_or(""), "");
        return out;
    }
    /// The text after changes, or the reason why not.
    [[nodiscard]] std::string after(const std::vector<Operation>& operations) const {
        const Edited out = edited(operations);
        if (out.refusal) return out.refusal->reason;
        return {reinterpret_cast<const char*>(out.bytes.data()), out.bytes.size()};
    }
    /// This text with parts replaced, each of which is there as often as it is given.
    [[nodiscard]] std::string with(const std::vector<std::pair<std::string, std::string>>& parts) const {
        std::string out = text;
        for (const auto& [before, now] : parts) {
            const std::size_t found = out.find(before);
            EXPECT_NE(found, std::string::npos) << before;
            if (found != std::string::npos) out.replace(found, before.size(), now);
        }
        return out;
    }
};

Operation operation(Kind kind, std::string path) {
    Operation out;
    out.kind = kind;
    out.path = std::move(path);
    return out;
}
Operation removed(std::string path, std::uint32_t count = 1) {
    Operation out = operation(Kind::Remove, std::move(path));
    out.count = count;
    return out;
}
Operation moved(std::string path, std::uint32_t to) {
    Operation out = operation(Kind::Move, std::move(path));
    out.to = to;
    return out;
}
Operation inserted(std::string path, std::vector<EditValue> values) {
    Operation out = operation(Kind::Insert, std::move(path));
    out.values = std::move(values);
    return out;
}

TEST(LtaEdit, ChangesExactlyTheNumber) {
    const Sound sound;
    EXPECT_EQ(sound.after({set(sound.at("12.5 )"), {20.25})}), sound.with({{"12.5 )", "20.25 )"}}));
    EXPECT_EQ(sound.after({set(sound.at("12.5 )"), {-0.0})}), sound.with({{"12.5 )", "-0 )"}}));
    EXPECT_EQ(sound.after({set(sound.at("12.5 )"), {double{0.1F}})}), sound.with({{"12.5 )", "0.1 )"}}));
    EXPECT_EQ(sound.after({set(sound.at("12.5 )"), {16777217.0})}), sound.with({{"12.5 )", "16777217 )"}}));
    EXPECT_EQ(sound.after({set(sound.at("12.5 )"), {1e-7})}), sound.with({{"12.5 )", "0.0000001 )"}}));
}

TEST(LtaEdit, KeepsHowANumberIsWrittenThatStays) {
    const Sound sound;
    const Edited same = sound.edited({set(sound.at("2.0 1.5"), {2.0})});
    EXPECT_FALSE(same.refusal);
    EXPECT_TRUE(same.splices.empty());
}

TEST(LtaEdit, KeepsEachLeafThatIsSetToWhatItIs) {
    const Sound sound;
    std::vector<Operation> operations;
    const auto size = static_cast<std::uint32_t>(sound.bytes.size());
    sound.document.walk().leaves(0, size, true, [&](const core::Place& leaf, const std::string& path) {
        const std::string token = sound.text.substr(leaf.start, leaf.end - leaf.start);
        using core::schema::Scalar;
        if (leaf.type == core::schema::Type(Scalar::Space)) return;
        if (leaf.type == core::schema::Type(Scalar::Number)) {
            operations.push_back(set(path, {std::stod(token)}));
        } else {
            const bool isQuoted = token[0] == '"';
            operations.push_back(set(path, {isQuoted ? token.substr(1, token.size() - 2) : token}));
        }
    });
    ASSERT_GT(operations.size(), 200U);
    const Edited edited = sound.edited(operations);
    ASSERT_FALSE(edited.refusal) << edited.refusal->reason;
    EXPECT_TRUE(edited.splices.empty());
}

TEST(LtaEdit, MakesManyChangesOfOneNumberTheLast) {
    const Sound sound;
    const std::string path = sound.at("12.5 )");
    EXPECT_EQ(sound.after({set(path, {1.0}), set(path, {22.0}), set(path, {333.0})}),
              sound.with({{"12.5 )", "333 )"}}));
}

TEST(LtaEdit, SetsTheElementsOfAList) {
    const Sound sound;
    EXPECT_EQ(sound.after({set(sound.at("(1.5 2.0 1.5 )"), {List{{3.0}, {2.0}, {0.5}}})}),
              sound.with({{"(1.5 2.0 1.5 )", "(3 2.0 0.5 )"}}));
    EXPECT_EQ(sound.after({set(sound.at("(1.5 2.0 1.5 )"), {List{{3.0}, {2.0}}})}),
              sound.at("(1.5 2.0 1.5 )") + " has 3 elements, not 2.");
}

TEST(LtaEdit, WritesTextsAndWords) {
    const Sound sound;
    EXPECT_EQ(sound.after({set(sound.at("\"ShadowEnable;\""), {std::string("A B;")})}),
              sound.with({{"\"ShadowEnable;\"", "\"A B;\""}}));
    EXPECT_EQ(sound.after({set(sound.at("\"ShadowEnable;\""), {std::string()})}),
              sound.with({{"\"ShadowEnable;\"", "\"\""}}));
    EXPECT_EQ(sound.after({set(sound.at("false )"), {std::string("true")})}), sound.with({{"false )", "true )"}}));
    EXPECT_EQ(sound.after({set(sound.at("false )"), {std::string("not so")})}),
              sound.with({{"false )", "\"not so\" )"}}));
    EXPECT_EQ(sound.after({set(sound.at("compression-type"), {std::string("other")})}),
              sound.with({{"compression-type", "other"}}));
}

TEST(LtaEdit, RefusesWhatTheFormatHasNoWayToWrite) {
    const Sound sound;
    const std::string commands = sound.at("\"ShadowEnable;\"");
    EXPECT_EQ(sound.after({set(commands, {std::string("say \"hi\"")})}),
              commands + " cannot contain a quote, which the format cannot store.");
    EXPECT_EQ(sound.after({set(commands, {1.0})}), commands + " must be a string.");
    const std::string radius = sound.at("12.5 )");
    EXPECT_EQ(sound.after({set(radius, {std::string("wide")})}), radius + " must be a number.");
    for (const double wrong : {std::nan(""), HUGE_VAL, 1e39}) {
        EXPECT_EQ(sound.after({set(radius, {wrong})}), radius + " must be a finite number that 32 bits can hold.");
    }
    const std::string name = sound.at("compression-type");
    for (const char* const wrong : {"", "a b", "a(b"}) {
        EXPECT_EQ(sound.after({set(name, {std::string(wrong)})}),
                  name + " is the name of a list, which cannot be empty, or contain blanks or brackets.");
    }
    EXPECT_EQ(sound.after({set("Text.nothing[3]", {1.0})}), "Text has no field “.nothing[3]”.");
    EXPECT_EQ(sound.after({operation(Kind::Reverse, sound.at("(animset"))}),
              "A model that is a text cannot be changed this way: convert it to ABC.");
    EXPECT_EQ(sound.after({operation(Kind::Convert, "")}),
              "A file of this kind cannot be converted to another version.");
}

TEST(LtaEdit, WarnsOfTextsThatTheToolsCut) {
    const Sound sound;
    const std::string commands = sound.at("\"ShadowEnable;\"");
    Operation longer = set(commands, {std::string(1024, 'x')});
    const Edited refused = sound.edited({longer});
    ASSERT_TRUE(refused.refusal);
    EXPECT_EQ(refused.refusal->reason, commands + " would have 1,024 characters; the tools read 1,023.");
    EXPECT_TRUE(refused.refusal->canForce);
    longer.force = true;
    EXPECT_FALSE(sound.edited({longer}).refusal);
}

// What refers to a part by its name follows.

TEST(LtaEdit, RenamesANodeEverywhere) {
    const Sound sound;
    EXPECT_EQ(sound.after({set(sound.at("(transform \"arm\"", 11), {std::string("left arm")})}),
              sound.with({{"(\"arm\" 1 )", "(\"left arm\" 1 )"},
                          {"(\"root\" \"arm\" )", "(\"root\" \"left arm\" )"},
                          {"(influences (\"arm\" ) )", "(influences (\"left arm\" ) )"},
                          {"(socket \"hand\" (parent \"arm\" )", "(socket \"hand\" (parent \"left arm\" )"},
                          {"add-node-obb \"arm\"", "add-node-obb \"left arm\""},
                          {"(transform \"arm\"", "(transform \"left arm\""},
                          {"(anim (parent \"arm\" )", "(anim (parent \"left arm\" )"}}));
}

TEST(LtaEdit, RenamesAShapeInPiecesAndWeights) {
    const Sound sound;
    EXPECT_EQ(sound.after({set(sound.at("(shape \"body_0\"", 7), {std::string("far")})}),
              sound.with({{"(shapes (\"body\" \"body_0\" ) )", "(shapes (\"body\" \"far\" ) )"},
                          {"(target \"body_0\" )", "(target \"far\" )"},
                          {"(shape \"body_0\"", "(shape \"far\""}}));
}

TEST(LtaEdit, RenamesAPieceAnAnimationAndAWeightSet) {
    const Sound sound(soundTextWith("(interp-time 150 )", "(interp-time 150 ) (weight-set \"Upper\")"));
    EXPECT_EQ(sound.after({set(sound.at("(animset \"turn\"", 9), {std::string("spin")})}),
              sound.with({{"(name \"turn\" )", "(name \"spin\" )"}, {"(animset \"turn\"", "(animset \"spin\""}}));
    EXPECT_EQ(sound.after({set(sound.at("(anim-weightset (name \"Upper\"", 22), {std::string("Lower")})}),
              sound.with({{"(weight-set \"Upper\")", "(weight-set \"Lower\")"},
                          {"(anim-weightset (name \"Upper\"", "(anim-weightset (name \"Lower\""}}));
    const Sound old(soundTextWith("(lod-groups",
                                  "(set-repl-lod-original (piece-priorities ((\"body\" 1) (\"x\" 2))))\n(lod-groups"));
    EXPECT_EQ(
        old.after({set(old.at("create-lod-group \"body\"", 17), {std::string("torso")})}),
        old.with({{"((\"body\" 1)", "((\"torso\" 1)"}, {"create-lod-group \"body\"", "create-lod-group \"torso\""}}));
}

TEST(LtaEdit, RenamesANodeWithTheShapeWhoseVerticesItMoves) {
    const Sound sound(soundTextWith("(anim (parent \"arm\" )\n",
                                    "(anim (parent \"body\") (frames (vertex (((0 0 0))))))\n"
                                    "(anim (parent \"arm\" )\n"));
    // No node is named so: the shape alone is renamed, and its frames.
    EXPECT_EQ(sound.after({set(sound.at("(shape \"body\"", 7), {std::string("flag")})}),
              sound.with({{"(shapes (\"body\" ", "(shapes (\"flag\" "},
                          {"(target \"body\" )", "(target \"flag\" )"},
                          {"(shape \"body\"", "(shape \"flag\""},
                          {"(anim (parent \"body\")", "(anim (parent \"flag\")"}}));
}

TEST(LtaEdit, PutsANameInQuotesWhereItNeedsThem) {
    const Sound sound(soundTextWith("(influences (\"arm\" ) )", "(influences (arm) )"));
    const std::string name = sound.at("(transform \"arm\"", 11);
    EXPECT_NE(sound.after({set(name, {std::string("hand")})}).find("(influences (hand) )"), std::string::npos);
    EXPECT_NE(sound.after({set(name, {std::string("a b")})}).find("(influences (\"a b\") )"), std::string::npos);
}

TEST(LtaEdit, RefusesANameThatAnotherNodeHas) {
    const Sound sound;
    const std::string name = sound.at("(transform \"arm\"", 11);
    Operation taken = set(name, {std::string("root")});
    const Edited refused = sound.edited({taken});
    ASSERT_TRUE(refused.refusal);
    EXPECT_EQ(refused.refusal->reason, name +
                                           " would be the name of two nodes, and what refers to one of them by its "
                                           "name would refer to the other.");
    EXPECT_TRUE(refused.refusal->canForce);
    taken.force = true;
    EXPECT_FALSE(sound.edited({taken}).refusal);
    EXPECT_TRUE(sound.edited({set(sound.at("(shape \"body_0\"", 7), {std::string("body")})}).refusal);
}

TEST(LtaEdit, LeavesReferencesToTheOtherOfTwoNodesOfAName) {
    const Sound sound(soundTextWith("(transform \"root\"", "(transform \"arm\""));
    EXPECT_EQ(sound.after({set(sound.at("(transform \"arm\" (matrix", 11), {std::string("leg")})}),
              sound.with({{"(transform \"arm\" (matrix", "(transform \"leg\" (matrix"}}));
}

TEST(LtaEdit, RenamesWhatFindsTheNodeWithoutCase) {
    const Sound sound(soundTextWith("(socket \"hand\" (parent \"arm\" )", "(socket \"hand\" (parent \"ARM\" )"));
    const abc::Model model = buildModel(sound.document);
    EXPECT_EQ(model.sockets[0].node, 1U);
    const std::string after = sound.after({set(sound.at("(transform \"arm\"", 11), {std::string("leg")})});
    EXPECT_NE(after.find("(socket \"hand\" (parent \"leg\" )"), std::string::npos);
    // The first node of the name is another one.
    const Sound two(soundTextWith("(transform \"root\"", "(transform \"ARM\""));
    const std::string rest = two.after({set(two.at("(transform \"arm\"", 11), {std::string("leg")})});
    EXPECT_NE(rest.find("(socket \"hand\" (parent \"arm\" )"), std::string::npos);
    EXPECT_NE(rest.find("(anim (parent \"leg\" )"), std::string::npos);
}

TEST(LtaEdit, RenamesOneAfterTheOther) {
    const Sound sound;
    const std::string arm = sound.at("(transform \"arm\"", 11);
    const std::string root = sound.at("(transform \"root\"", 11);
    const std::string swapped =
        sound.after({set(arm, {std::string("x")}), set(root, {std::string("arm")}), set(arm, {std::string("root")})});
    EXPECT_NE(swapped.find("(influences (\"arm\" \"root\" ) )"), std::string::npos) << swapped;
    EXPECT_NE(swapped.find("(socket \"hand\" (parent \"root\" )"), std::string::npos);
}

TEST(LtaEdit, KeepsAReferenceThatIsSetByItself) {
    const Sound sound;
    const std::string after = sound.after({set(sound.at("(parent \"arm\" ) (pos", 8), {std::string("root")}),
                                           set(sound.at("(transform \"arm\"", 11), {std::string("leg")})});
    EXPECT_NE(after.find("(socket \"hand\" (parent \"root\" )"), std::string::npos);
    EXPECT_NE(after.find("(influences (\"leg\" ) )"), std::string::npos);
}

// Lists.

TEST(LtaEdit, RemovesAnElementWithTheBlankBeforeIt) {
    const Sound sound;
    EXPECT_EQ(sound.after({removed(sound.at("(0.25 0.5 )"))}), sound.with({{" (0.25 0.5 )", ""}}));
    EXPECT_EQ(sound.after({removed(sound.at("(0.0 1.0 ) (0.25"))}), sound.with({{"(0.0 1.0 ) (0.25", "(0.25"}}));
    EXPECT_EQ(sound.after({removed(sound.at("(0.0 1.0 ) (0.25"), 3)}),
              sound.with({{"(0.0 1.0 ) (0.25 0.5 ) (1.0 0.0 ) )", " )"}}));
    const Sound tight("(a b\"c\"d(e)f g)");
    EXPECT_EQ(tight.after({removed("Text[0][2]")}), "(a b d(e)f g)");
    EXPECT_EQ(tight.after({removed("Text[0][4]")}), "(a b\"c\"d f g)");
    EXPECT_EQ(tight.after({removed("Text[0][4]", 3)}), "(a b\"c\"d)");
    EXPECT_EQ(tight.after({removed("Text[0][4]", 0)}), tight.text);
}

TEST(LtaEdit, RepeatsAnElementWithTheBlankBeforeIt) {
    const Sound sound;
    EXPECT_EQ(sound.after({operation(Kind::Duplicate, sound.at("(anim (parent \"arm\""))}).size(),
              sound.text.size() + sound.text.find("\n\t\t\t)\n\t\t)\n\t)\n)") -
                  sound.text.find("\n\t\t\t\t(anim (parent \"arm\""));
    const Sound tight("(a (b) c)(d)");
    EXPECT_EQ(tight.after({operation(Kind::Duplicate, "Text[0][2]")}), "(a (b) c c)(d)");
    EXPECT_EQ(tight.after({operation(Kind::Duplicate, "Text[0]")}), "(a (b) c) (a (b) c)(d)");
    EXPECT_EQ(tight.after({operation(Kind::Duplicate, "Text[1]")}), "(a (b) c)(d) (d)");
}

TEST(LtaEdit, MovesElementsAndLeavesTheBlanks) {
    const Sound text("(a  (b)\n1\t\"c\"d)");
    EXPECT_EQ(text.after({moved("Text[0][1]", 4)}), "(a  1\n\"c\"\td(b))");
    EXPECT_EQ(text.after({moved("Text[0][4]", 1)}), "(a  d\n(b)\t1\"c\")");
    EXPECT_EQ(text.after({moved("Text[0][2]", 2)}), text.text);
    const Edited edited = text.edited({moved("Text[0][1]", 4)});
    ASSERT_EQ(edited.lists.size(), 1U);
    EXPECT_EQ(edited.lists[0].list, "Text[0]");
    EXPECT_EQ(edited.lists[0].to, 4U);
}

TEST(LtaEdit, PutsInNewElements) {
    const Sound text("(a (b) ((1 2) (3 4)))");
    EXPECT_EQ(text.after({inserted("Text[0][1]", {{1.5}, {std::string("x")}})}), "(a 1.5 \"x\" (b) ((1 2) (3 4)))");
    EXPECT_EQ(text.after({inserted("Text[0][2][2]", {{List{{5.0}, {6.0}}}})}), "(a (b) ((1 2) (3 4) (5 6)))");
    EXPECT_EQ(text.after({inserted("Text[0][2][0]", {{List{}}})}), "(a (b) (() (1 2) (3 4)))");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{Fields{{"pos", {List{{List{{0.0}}}}}}}}})}),
              "(a (b) ((1 2) (3 4)) (pos (0)))");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{Fields{{"name", {std::string("n")}}}}})}),
              "(a (b) ((1 2) (3 4)) (name \"n\"))");
    EXPECT_EQ(text.after({inserted("Text[0][2][2]", {})}), "(a (b) ((1 2) (3 4) (3 4)))");
    EXPECT_EQ(text.after({inserted("Text[0][2][0]", {})}), "(a (b) ((1 2) (1 2) (3 4)))");
    EXPECT_EQ(text.after({inserted("Text[0][1][1]", {})}),
              "Text[0][1][1] needs a value: the list has no element like it.");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{bytesOf("word")}})}), "(a (b) ((1 2) (3 4)) word)");
    const Sound empty("(a ())");
    EXPECT_EQ(empty.after({inserted("Text[0][1][0]", {{7.0}})}), "(a (7))");
    EXPECT_EQ(empty.after({inserted("Text[1]", {{List{}}})}), "(a ()) ()");
}

TEST(LtaEdit, RefusesElementsThatAreNone) {
    const Sound text("(a (b) ((1 2) (3 4)))");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{bytesOf(")(")}})}),
              "Text[0] would not be read as intended after this change.");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{bytesOf("1 2")}})}),
              "Text[0] would not be read as intended after this change.");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{std::string("\"")}})}),
              "Text[0][3] cannot contain a quote, which the format cannot store.");
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{HUGE_VAL}})}),
              "Text[0][3] must be a finite number that 32 bits can hold.");
    for (const Fields& wrong : {Fields{}, Fields{{"a", {1.0}}, {"b", {1.0}}}, Fields{{"a b", {1.0}}}}) {
        EXPECT_EQ(text.after({inserted("Text[0][3]", {{wrong}})}),
                  "Text[0][3] must be an object of one field, which is the name of a list.");
    }
    EXPECT_EQ(text.after({inserted("Text[0][3]", {{List{{List{{HUGE_VAL}}}}}})}),
              "Text[0][3] must be a finite number that 32 bits can hold.");
    EXPECT_EQ(text.after({removed("Text[0][0]")}), "The first element of Text[0] is its name, and stays where it is.");
    EXPECT_EQ(text.after({moved("Text[0][1]", 0)}), "The first element of Text[0] is its name, and stays where it is.");
    EXPECT_EQ(text.after({moved("Text[0][1]", 3)}), "Text[0] has 3 elements; none can be moved to [3].");
    EXPECT_EQ(text.after({removed("Text[0][1]", 3)}), "Text[0] has 3 elements; [3] does not exist there by this name.");
    EXPECT_EQ(text.after({removed("Text[0].b[1]")}), "Text[0] has 3 elements; [1] does not exist there by this name.");
    EXPECT_EQ(text.after({removed("Text")}), "“Text” does not refer to an element of a list.");
    EXPECT_EQ(text.after({removed("Text[x]")}), "“Text[x]” does not refer to an element of a list.");
    EXPECT_EQ(text.after({removed("Text[9][1]")}), "Text has no field “[9][1]”.");
    const Sound open("(a \"b");
    EXPECT_EQ(open.after({inserted("Text[0][2]", {{1.0}})}),
              "Text[0] would not be read as intended after this change.");
}

TEST(LtaEdit, RemovesAnAnimationWithItsBinding) {
    const Sound sound;
    const Edited edited = sound.edited({removed(sound.at("(animset"))});
    ASSERT_FALSE(edited.refusal) << edited.refusal->reason;
    const Bytes now = edited.bytes;
    const core::Document document = parse(now);
    const Parts parts = partsOf(document);
    EXPECT_TRUE(parts.animations.empty());
    EXPECT_TRUE(parts.bindings.empty());
    ASSERT_EQ(edited.lists.size(), 2U);
    // From the last in the file.
    EXPECT_EQ(edited.lists[0].list, "Text.lt-model-0[0]");
    EXPECT_EQ(edited.lists[1].index, 0U);
}

TEST(LtaEdit, RepeatsAnAnimationWithItsBindingAndRenamesTheCopy) {
    const Sound sound;
    const std::string path = sound.at("(animset");
    const std::string copy = "Text.lt-model-0[0].animset[7]";
    ASSERT_EQ(path, "Text.lt-model-0[0].animset[6]");
    const Edited edited = sound.edited({operation(Kind::Duplicate, path), set(copy + "[1]", {std::string("turn_2")})});
    ASSERT_FALSE(edited.refusal) << edited.refusal->reason;
    const Bytes now = edited.bytes;
    const core::Document document = parse(now);
    const abc::Model model = buildModel(document);
    ASSERT_EQ(model.animations.size(), 2U);
    EXPECT_EQ(model.text(model.animations[0].name), "turn");
    EXPECT_EQ(model.text(model.animations[1].name), "turn_2");
    EXPECT_EQ(model.animations[1].interpolationTime, 150U);
    EXPECT_EQ(model.animations[0].interpolationTime, 150U);
    ASSERT_EQ(model.bindings.size(), 2U);
    EXPECT_EQ(model.text(model.bindings[0].name), "turn");
    EXPECT_EQ(model.text(model.bindings[1].name), "turn_2");
}

TEST(LtaEdit, RemovesAPieceWithItsShapesAndTheirWeights) {
    const Sound sound(soundTextWith("(create-lod-group \"body\"",
                                    "(create-lod-group \"other\" (lod-dists (0)) (shapes "
                                    "(NULL)))\n(create-lod-group \"body\""));
    const Edited edited = sound.edited({removed(sound.at("(create-lod-group \"body\""))});
    ASSERT_FALSE(edited.refusal) << edited.refusal->reason;
    const Bytes now = edited.bytes;
    const core::Document document = parse(now);
    const Parts parts = partsOf(document);
    EXPECT_EQ(parts.pieces.size(), 1U);
    EXPECT_TRUE(parts.shapes.empty());
    EXPECT_TRUE(parts.deformers.empty());
    const std::string text(reinterpret_cast<const char*>(now.data()), now.size());
    EXPECT_EQ(text.find("add-deformer"), std::string::npos);
    EXPECT_FALSE(abc::testing::hasError(validate(document, parts, buildModel(document, parts))));
    // Without lod-groups each shape is a piece.
    const Sound exported(
        std::string(reinterpret_cast<const char*>(allTexts()[2].file.data()), allTexts()[2].file.size()));
    const std::string rest = exported.after({removed(exported.at("(shape"))});
    EXPECT_EQ(rest.find("shape"), std::string::npos);
    EXPECT_EQ(rest.find("deformer"), std::string::npos);
    EXPECT_NE(rest.find("anim-binding"), std::string::npos);
}

TEST(LtaEdit, RefusesToRemoveWhatBelongsToAPartAndIsInAnotherOne) {
    // The weights of the shape are in the shape of the other level.
    const Sound sound(
        "(lt-model-0 (on-load-cmds ((lod-groups ((create-lod-group \"p\" (lod-dists (0 1)) (shapes (\"a\" \"b\")))))"
        "(shape \"b\" (geometry (mesh \"b\")) (skel-deformer (target \"a\"))))) (shape \"a\"))");
    EXPECT_EQ(sound.after({removed(sound.at("(create-lod-group"))}), "Two parts of this change affect the same bytes.");
}

TEST(LtaEdit, ReplacesBytesAndListsAsBytes) {
    const Sound sound;
    EXPECT_EQ(sound.after({set(sound.at("12.5 )"), {bytesOf("1e1")})}), sound.with({{"12.5 )", "1e1 )"}}));
    EXPECT_EQ(sound.after({set(sound.at("(1.5 2.0 1.5 )"), {bytesOf("(1 2 3)")})}),
              sound.with({{"(1.5 2.0 1.5 )", "(1 2 3)"}}));
    const std::string path = sound.at("(1.5 2.0 1.5 )");
    EXPECT_EQ(sound.after({set(path, {bytesOf("1 2 3")})}), "The 5 bytes given cannot be read as " + path + ".");
}

TEST(LtaEdit, LeadsFromAnyTextToWhatTheSplicesSay) {
    for (const NamedText& text : allTexts()) {
        const core::Document document = parse(text.file);
        std::uint32_t dice = 7;
        const auto roll = [&dice](std::uint32_t limit) {
            dice = dice * 1664525U + 1013904223U;
            return limit == 0 ? 0 : (dice >> 8U) % limit;
        };
        const int steps = abc::testing::kThorough ? 400 : 60;
        for (int i = 0; i < steps; ++i) {
            const Operation operation = anyTextOperation(document, roll);
            const Edited edited = edit(document, {&operation, 1});
            EXPECT_EQ(abc::testing::checkEdited(document, edited).value_or(""), "") << text.name << " " << i;
        }
    }
}

}  // namespace
}  // namespace lta::testing
