// Drafts as files, with what the user is told: texts that files cannot have, what a version lacks, what programs
// refuse.
#include "import/new_file.h"

#include <gtest/gtest.h>

#include "abc/build.h"
#include "import/limits.h"
#include "support/drafts.h"
#include "support/fixtures.h"
#include "support/plain_latin.h"

namespace abc::testing {
namespace {

using importing::Draft;
using importing::NewFile;

struct Made {
    std::vector<std::byte> bytes;
    std::vector<gltf::Note> notes;

    [[nodiscard]] std::vector<std::string> told() const { return toldIn(notes); }
    static std::vector<std::string> toldIn(const std::vector<gltf::Note>& notes) {
        std::vector<std::string> out;
        for (const gltf::Note& note : notes)
            out.push_back(std::string(core::nameOf(core::kSeverityNames, note.severity)) + " " +
                          std::string(note.code));
        return out;
    }
    [[nodiscard]] std::string message(std::string_view code) const {
        for (const gltf::Note& note : notes) {
            if (note.code == code) return note.message;
        }
        return {};
    }
};

Made made(Draft draft, std::uint32_t version, const importing::V6Options& v6 = {}) {
    NewFile work(std::move(draft), {version, v6, false}, PlainLatin());
    while (work.step()) {
        EXPECT_GE(work.done(), 0);
        EXPECT_LE(work.done(), 1);
    }
    EXPECT_EQ(work.written().refusal, "");
    return {work.written().bytes, work.notes()};
}

using Texts = std::vector<std::string>;

Draft simple() {
    return tubeDraft(4, 6, 3);
}

TEST(NewFile, StoresTextsInLatin1) {
    Draft draft = simple();
    draft.nodes[0].name = "Arm \xC3\xA9";
    draft.nodes[1].name = "\xE2\x82\xAC";
    draft.nodes[2].name = "\xE2\x82\xAD";
    draft.pieces[0].name = "Hand \xE2\x82\xAC";
    draft.commandString = "ok";
    draft.animations[0].strings[1] = "step \xE2\x82\xAC";
    const Made file = made(draft, 12);
    EXPECT_EQ(file.told(), Texts{"warning NAMES_CHANGED"});
    EXPECT_EQ(file.message("NAMES_CHANGED"),
              "Changed 4 names that models cannot store: \xE2\x82\xAC → _, \xE2\x82\xAD → _ 2, Hand \xE2\x82\xAC → "
              "Hand _ and 1 "
              "more.");
    const Opened is(file.bytes);
    const auto name = [&](core::Text text) { return std::string(is.model.text(text)); };
    EXPECT_EQ(name(is.model.nodes[0].name), "Arm \xE9");
    EXPECT_EQ(name(is.model.nodes[1].name), "_");
    EXPECT_EQ(name(is.model.nodes[2].name), "_ 2");
    EXPECT_EQ(name(is.model.pieces[0].name), "Hand _");
    EXPECT_EQ(name(is.model.keyframes[1].string), "step _");
}

TEST(NewFile, OfVersion6HasShorterTexts) {
    Draft draft = simple();
    draft.animations[0].name.assign(600, 'a');
    const Opened is(made(draft, 6).bytes);
    EXPECT_EQ(is.model.text(is.model.animations[0].name), std::string(500, 'a'));
}

TEST(NewFile, GetsAnAnimation) {
    Draft draft = simple();
    draft.animations.clear();
    for (const std::uint32_t version : {6U, 12U}) {
        const Made file = made(draft, version);
        EXPECT_EQ(file.told().back(), "information ANIMATION_MADE");
        EXPECT_EQ(Opened(file.bytes).model.animations.size(), 1U);
    }
    draft.childModels.push_back({"child.abc", 0});
    draft.bindings.emplace_back();
    const Made lent = made(draft, 12);
    EXPECT_EQ(lent.told(), Texts{"information NO_ANIMATION"});
    EXPECT_TRUE(Opened(lent.bytes).model.animations.empty());
    // Version 6 has no child models.
    EXPECT_EQ(made(draft, 6).told().back(), "information ANIMATION_MADE");
}

TEST(NewFile, OfVersion6TellsWhatItLacks) {
    Draft draft = simple();
    draft.pieces.push_back(draft.pieces[0]);
    draft.pieces.push_back(draft.pieces[0]);
    draft.pieces[0].levels.push_back(draft.pieces[0].levels[0]);
    draft.sockets.push_back({"hand", 1, {0, 0, 0, 1}, {0, 0, 0}});
    draft.weightSets.push_back({"upper", {1, 1, 0, 0}});
    draft.weightSets.push_back({"lower", {0, 0, 1, 1}});
    Made file = made(draft, 6);
    EXPECT_EQ(file.message("PIECES_MERGED"), "3 pieces merged into one: v6 has one mesh with one skin.");
    EXPECT_EQ(file.message("NOT_IN_V6"), "Skipped, because v6 does not have them: 1 socket, 2 weight sets.");
    EXPECT_EQ(file.message("LEVELS_LEFT_OUT").substr(0, 57),
              "1 level of detail of the source was skipped: v6 derives i");
    EXPECT_EQ(file.told()[0], "information PIECES_MERGED");
    draft.pieces[1].slot = 1;
    file = made(draft, 6);
    EXPECT_EQ(file.told()[0], "warning PIECES_MERGED");
    EXPECT_EQ(file.message("PIECES_MERGED"), "3 pieces with 2 skins merged into one: v6 has one mesh with one skin.");
}

TEST(NewFile, OfVersion6TellsWhatBecameOfIt) {
    Draft draft = simple();
    draft.pieces[0].levels[0].uvs[0] = 1.5F;
    const Made file = made(draft, 6);
    EXPECT_NE(file.message("DEFORMED"), "");
    EXPECT_EQ(file.message("UVS_CLAMPED").substr(0, 25), "1 triangle reaches beyond");
    // No room: each vertex follows one node, and is visibly off.
    const Made rigid = made(draft, 6, {1, 0});
    EXPECT_EQ(rigid.message("DEFORMED"), "");
    EXPECT_NE(rigid.message("MADE_RIGID"), "");
    EXPECT_EQ(rigid.told()[0].substr(0, 8), "warning ");
    // Above 256 nodes.
    const Made large = made(tubeDraft(260, 3, 1), 6);
    EXPECT_EQ(large.message("NODES_LEFT_OUT").substr(0, 36), "Skipped 4 nodes after the first 256:");
}

TEST(Limits, AreThoseOfGamesAndModelEdit) {
    const auto told = [](const Draft& draft) { return Made::toldIn(importing::limitsOf(draft)); };
    Draft draft = simple();
    EXPECT_EQ(told(draft), Texts{});
    draft.pieces[0].name.assign(31, 'n');
    EXPECT_EQ(told(draft), Texts{});
    draft.pieces[0].name += 'n';
    EXPECT_EQ(told(draft), Texts{"error NAMES_LONG"});
    draft.pieces[0].name = "n";
    draft.sockets.push_back({std::string(16, 's'), 0, {0, 0, 0, 1}, {0, 0, 0}});
    EXPECT_EQ(told(draft), Texts{"error NAMES_LONG"});
    EXPECT_EQ(importing::limitsOf(draft)[0].message,
              "1 socket with a name of more than 15 bytes, for which ModelEdit refuses the file: ssssssssssssssss.");
    draft.sockets.clear();
    draft.commandString.assign(4096, 'c');
    EXPECT_EQ(told(draft), Texts{"error NAMES_LONG"});
    draft.commandString.clear();
    draft.pieces[0].slot = 2;
    EXPECT_EQ(told(draft), Texts{"warning SLOTS_MANY"});
    draft.pieces[0].slot = 1;
    draft.childModels.assign(15, {"c", 1});
    EXPECT_EQ(told(draft), Texts{});
    draft.childModels.push_back({"c", 1});
    EXPECT_EQ(told(draft), Texts{"error CHILD_MODELS_MANY"});
    draft.childModels.clear();
    draft.pieces[0].levels[0].start[1] += 4;
    EXPECT_EQ(told(draft), Texts{"information WEIGHTS_MANY"});
    draft = simple();
    draft.nodes.resize(65'536, draft.nodes[0]);
    EXPECT_EQ(told(draft), Texts{"error NODES_MANY"});
}

TEST(Limits, OfAFileAreTheSame) {
    Draft draft = simple();
    draft.pieces[0].slot = 3;
    draft.pieces[0].name.assign(40, 'n');
    draft.childModels.assign(15, {"c", 1});
    draft.bindings.resize(15);
    const Opened is(made(draft, 12).bytes);
    EXPECT_EQ(Made::toldIn(importing::limitsOf(is.model)), (Texts{"error NAMES_LONG", "warning SLOTS_MANY"}));
    EXPECT_TRUE(importing::limitsOf(Opened(made(draft, 6).bytes).model).empty());
}

}  // namespace
}  // namespace abc::testing
