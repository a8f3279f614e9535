// Changes to models: what they change, what follows from them, and that nothing else does.
#include <abc/deform.h>
#include <abc/edit.h>
#include <gtest/gtest.h>

#include <random>

#include <abc/codes.h>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/real_files.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;
using Fields = EditValue::Fields;

std::string refused(const File& file, const std::vector<Operation>& operations) {
    const Document document = parse(file);
    const Edited edited = edit(document, operations);
    EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
    return edited.refusal ? edited.refusal->reason : "";
}

Findings findingsOf(const File& file) {
    return Examined(file).findings;
}

std::uint32_t countOf(const Findings& findings, Code code) {
    std::uint32_t count = 0;
    for (const Finding& finding : findings.list()) count += finding.code == FindingCode(code) ? finding.count : 0;
    return count;
}

template <class T>
T valueAt(const File& file, std::string_view path) {
    return load<T>(Bytes(file), offsetOf(file, path));
}

std::string textAt(const File& file, std::string_view path) {
    return std::string(view(Bytes(file), loadText(Bytes(file), offsetOf(file, path))));
}

class EditedFixture : public ::testing::TestWithParam<std::size_t> {
protected:
    const NamedFile& file = allFixtures()[GetParam()];
};
INSTANTIATE_TEST_SUITE_P(, EditedFixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST_P(EditedFixture, KeepsEachLeafThatIsSetToWhatItIs) {
    const Document document = parse(file.file);
    std::vector<Operation> operations;
    for (const WrittenLeaf& leaf : file.leaves) {
        if (leaf.type == schema::Scalar::Bytes || leaf.state != State::Known) continue;
        EditValue value;
        if (const auto* number = std::get_if<std::int64_t>(&leaf.value)) {
            value.value = static_cast<double>(*number);
        } else if (const auto* real = std::get_if<float>(&leaf.value)) {
            value.value = double{*real};
        } else {
            value.value = std::get<std::string>(leaf.value);
        }
        operations.push_back(set(leaf.path, value));
    }
    const Edited edited = edit(document, operations);
    ASSERT_FALSE(edited.refusal) << edited.refusal->reason << " " << name(operations[edited.refusal->operation]);
    EXPECT_EQ(edited.bytes, file.file);
    EXPECT_TRUE(edited.splices.empty());
}

TEST_P(EditedFixture, ChangesExactlyTheBytesOfANumber) {
    const Document document = parse(file.file);
    std::size_t number = 0;
    for (const WrittenLeaf& leaf : file.leaves) {
        if (leaf.type > schema::Scalar::F32 || leaf.state != State::Known) continue;
        // Another third of the fields of each fixture, of which most have the same.
        if (!kThorough && (number++ + GetParam()) % 3 != 0) continue;
        Operation operation = set(leaf.path, {1.0});
        // As an index it may name nothing.
        operation.force = true;
        const Edited edited = edit(document, {&operation, 1});
        ASSERT_FALSE(edited.refusal) << leaf.path << edited.refusal->reason;
        ASSERT_EQ(edited.bytes.size(), file.file.size()) << leaf.path;
        const bool isAlone = !leaf.path.ends_with("Time") && leaf.path.find("Extents") == std::string::npos &&
                             !leaf.path.ends_with("TimeIndex");
        for (const Splice& splice : edited.splices) {
            if (isAlone) {
                EXPECT_TRUE(splice.start >= leaf.offset && splice.end <= leaf.offset + leaf.length) << leaf.path;
            }
        }
        EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
    }
}

TEST_P(EditedFixture, HoldsAtRandom) {
    std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
    const auto roll = [&](std::uint32_t limit) {
        return limit == 0 ? 0 : static_cast<std::uint32_t>(random() % limit);
    };
    File now = file.file;
    std::uint32_t made = 0;
    for (int i = 0; i < (kThorough ? 120 : 60); ++i) {
        const Examined before(now);
        const Operation operation = anyOperation(before.document, listsOf(before.document), roll);
        const Edited edited = edit(before.document, {&operation, 1});
        ASSERT_EQ(checkEdited(before.document, edited).value_or(""), "") << name(operation);
        if (edited.refusal) continue;
        const Examined after(edited.bytes);
        if (!edited.lists.empty()) {
            ++made;
            EXPECT_EQ(newError(before.findings, after.findings), "") << name(operation);
            EXPECT_EQ(checkTakenBack(before.document, operation, edited).value_or(""), "") << name(operation);
            const auto size = static_cast<std::uint32_t>(edited.bytes.size());
            ASSERT_EQ(checkRecords(after.document.records, size).value_or(""), "") << name(operation);
            if (::testing::Test::HasFailure()) return;
        }
        // What breaks the file is not kept, so that there is something to change; nor is a wrong counter, which a later
        // change could make right.
        const bool isKept =
            newError(before.findings, after.findings).empty() &&
            countOf(after.findings, Code::HeaderCountMismatch) <= countOf(before.findings, Code::HeaderCountMismatch);
        if (isKept) now = edited.bytes;
    }
    EXPECT_GT(made, 0U);
}

void expectSameInOneCall(const File& start, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto roll = [&](std::uint32_t limit) {
        return limit == 0 ? 0 : static_cast<std::uint32_t>(random() % limit);
    };
    File now = start;
    std::vector<Operation> operations;
    for (int i = 0; i < 30; ++i) {
        const Document document = parse(now);
        const Operation operation = anyOperation(document, listsOf(document), roll);
        const Edited edited = edit(document, {&operation, 1});
        if (edited.refusal) continue;
        operations.push_back(operation);
        now = edited.bytes;
    }
    const Document document = parse(start);
    const Edited once = edit(document, operations);
    ASSERT_FALSE(once.refusal) << once.refusal->reason << " " << name(operations[once.refusal->operation]);
    EXPECT_EQ(once.bytes, now);
    EXPECT_EQ(checkEdited(document, once).value_or(""), "");
}

TEST_P(EditedFixture, ComesToTheSameInOneCallAndInSeveral) {
    expectSameInOneCall(file.file, static_cast<std::uint32_t>(GetParam() + 1000));
}

TEST_P(EditedFixture, ComesToTheSameInOneCallAndInSeveralWhenCut) {
    const File cut(file.file.begin(), file.file.end() - static_cast<std::ptrdiff_t>(file.file.size() / 3));
    expectSameInOneCall(cut, static_cast<std::uint32_t>(GetParam() + 2000));
}

TEST(Edit, KeepsWrongCountersWrong) {
    File file = fixture("v12_full");
    patch<std::uint32_t>(file, "Header.NodeCount", 77);
    const File after = done(
        file, {list(Kind::Duplicate, "Pieces.Pieces[0]"), set("Nodes.Nodes[1].Name", {std::string("longer name")})});
    EXPECT_EQ(valueAt<std::uint32_t>(after, "Header.NodeCount"), 77U);
    EXPECT_EQ(valueAt<std::uint32_t>(after, "Header.PieceCount"), 3U);
    EXPECT_EQ(newError(findingsOf(file), findingsOf(after)), "");
    const File set5 =
        done(fixture("v12_full"), {set("Header.StringCount", {5.0}), set("Nodes.Nodes[1].Name", {std::string("x")})});
    EXPECT_EQ(valueAt<std::uint32_t>(set5, "Header.StringCount"), 5U);
}

TEST(Edit, CountsStringsThatAreRenamed) {
    const File& file = fixture("v12_full");
    const auto before = valueAt<std::uint32_t>(file, "Header.StringLengthTotal");
    const File after = done(file, {set("Nodes.Nodes[1].Name", {std::string("forearm")})});
    EXPECT_EQ(valueAt<std::uint32_t>(after, "Header.StringLengthTotal"), before + 4);
    EXPECT_TRUE(findingsOf(after).list().size() == findingsOf(file).list().size());
}

TEST(Edit, RenamesTheBindingWithTheAnimation) {
    const File after = done(fixture("v12_full"), {set("Animation.Animations[1].Name", {std::string("idle")})});
    EXPECT_EQ(textAt(after, "Animation.Animations[1].Name"), "idle");
    EXPECT_EQ(textAt(after, "AnimBindings.Lists[0].AnimBindings[1].Name"), "idle");
    EXPECT_EQ(textAt(after, "AnimBindings.Lists[0].AnimBindings[0].Name"), "walk");
}

/// Where every vertex of every piece is in an animation at a time.
std::vector<Vec3> surfaceOf(const Model& model, std::uint32_t animation, double time) {
    Layer layer;
    layer.source = &model;
    layer.animation = animation;
    layer.timeMs = time;
    const Pose posed = pose(model, {&layer, 1});
    std::vector<Vec3> out;
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        const std::size_t count = model.vertexCount(piece, 0);
        std::vector<Vec3> surface(2 * count);
        deform(model, posed, piece, 0, std::span(surface).first(count), std::span(surface).last(count));
        out.insert(out.end(), surface.begin(), surface.end());
    }
    return out;
}

void expectSame(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].x, b[i].x);
        EXPECT_EQ(a[i].y, b[i].y);
        EXPECT_EQ(a[i].z, b[i].z);
    }
}

TEST(Edit, PosesTheOtherAnimationsAsBefore) {
    for (const char* each : {"v12_full", "v9_full", "v13_full", "v108_full"}) {
        const Opened before(File(fixture(each)));
        const Opened removed(done(before.bytes, {list(Kind::Remove, "Animation.Animations[0]")}));
        ASSERT_EQ(removed.model.animations.size(), 1U) << each;
        expectSame(surfaceOf(before.model, 1, 0), surfaceOf(removed.model, 0, 0));
        const Opened moved(done(before.bytes, {list(Kind::Move, "Animation.Animations[0]", 1)}));
        expectSame(surfaceOf(before.model, 0, 120), surfaceOf(moved.model, 1, 120));
        const Opened twice(done(before.bytes, {list(Kind::Duplicate, "Animation.Animations[0]")}));
        expectSame(surfaceOf(before.model, 0, 120), surfaceOf(twice.model, 1, 120));
    }
}

TEST(Edit, PosesTheMeshAsBeforeWhenNodesMove) {
    for (const char* each : {"v12_full", "v9_full", "v108_full"}) {
        const Opened before(File(fixture(each)));
        const Opened moved(done(before.bytes, {list(Kind::Move, "Nodes.Nodes[1]", 2)}));
        EXPECT_EQ(moved.model.text(moved.model.nodes[2].name), "arm");
        EXPECT_EQ(moved.model.nodes[2].index, 2U);
        EXPECT_EQ(moved.model.sockets[0].node, 2U);
        expectSame(surfaceOf(before.model, 0, 120), surfaceOf(moved.model, 0, 120));
        const Opened grown(done(before.bytes, {list(Kind::Insert, "Nodes.Nodes[1]")}));
        EXPECT_EQ(grown.model.nodes.size(), 4U);
        EXPECT_EQ(grown.model.text(grown.model.nodes[1].name), "node");
        expectSame(surfaceOf(before.model, 0, 120), surfaceOf(grown.model, 0, 120));
    }
}

TEST(Edit, PosesANewAnimationAsTheBindPose) {
    const Opened before(File(fixture("v12_full")));
    const Opened after(
        done(before.bytes, {insert("Animation.Animations[2]", {Fields{{"Name", {std::string("new")}}}})}));
    ASSERT_EQ(after.model.animations.size(), 3U);
    const std::vector<Vec3> made = surfaceOf(after.model, 2, 0);
    std::size_t at = 0;
    for (const Piece& piece : before.model.pieces) {
        const Lod& lod = before.model.lods[piece.firstLod];
        for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
            const Vec3 bind = before.model.locations[lod.firstVertex + v];
            EXPECT_NEAR(made[at + v].x, bind.x, 1e-5);
            EXPECT_NEAR(made[at + v].y, bind.y, 1e-5);
        }
        at += 2 * std::size_t{lod.vertexCount};
    }
    EXPECT_EQ(textAt(after.bytes, "AnimBindings.Lists[0].AnimBindings[2].Name"), "new");
}

TEST(Edit, AddsAndRemovesALevelInEveryPiece) {
    const File& file = fixture("v12_full");
    const Opened after(done(file, {insert("Header.LODDistances[1]", {200.0})}));
    EXPECT_EQ(valueAt<std::uint32_t>(after.bytes, "Header.LODCount"), 4U);
    for (const Piece& piece : after.model.pieces) EXPECT_EQ(piece.lodCount, 4U);
    EXPECT_EQ(done(after.bytes, {list(Kind::Remove, "Header.LODDistances[1]")}), file);
    EXPECT_NE(refused(file, {list(Kind::Remove, "Pieces.Pieces[0].LODs[1]")}).find("LODDistances"), std::string::npos);
}

TEST(Edit, RefusesWhatWouldLeaveTheFileWorse) {
    const File& file = fixture("v12_full");
    const std::pair<Operation, const char*> wrong[] = {
        {list(Kind::Remove, "Nodes.Nodes[0]"), "root node"},
        {list(Kind::Remove, "Nodes.Nodes[1]"), "weights refer to the node"},
        {list(Kind::Remove, "Pieces.Pieces[0].LODs[0].Vertices[0]"), "triangle corners"},
        {list(Kind::Move, "Nodes.Nodes[1]", 0), "to index 1, 2"},
        {list(Kind::Remove, "ChildModels.ChildModels[0]"), "model itself"},
        {list(Kind::Remove, "Nodes.Nodes[7]"), "3 elements"},
        {list(Kind::Insert, "Nodes.Nothing[0]"), "no field"},
        {list(Kind::Insert, "Animation.Animations[0].NodeTransforms[0]"), "one element per node"},
        {set("Sockets.Sockets[0].Name", {std::string(16, 'x')}), "15"},
        {set("Nodes.Nodes[0].Name", {std::string(70000, 'x')}), "65,535"},
        {set("Pieces.Pieces[0].MaterialIndex", {65536.0}), "65,535"},
        {set("Pieces.Pieces[0].MaterialIndex", {std::string("a")}), "whole number"},
        {set("Pieces.Pieces[0]", {Fields{{"Nothing", {1.0}}}}), "no field"},
        {insert("Sockets.Sockets[0]", {std::vector<std::byte>(3)}), "cannot be read"},
        {insert("Sockets.Sockets[0]", {Fields{{"Naem", {1.0}}}}), "no field"},
    };
    for (const auto& [operation, words] : wrong) {
        EXPECT_NE(refused(file, {operation}).find(words), std::string::npos)
            << name(operation) << ": " << refused(file, {operation});
    }
    Operation forced = set("Sockets.Sockets[0].Name", {std::string(16, 'x')});
    forced.force = true;
    EXPECT_EQ(textAt(done(file, {forced}), "Sockets.Sockets[0].Name"), std::string(16, 'x'));
}

TEST(Edit, TakesStructsAndListsAsAWhole) {
    const File& file = fixture("v12_full");
    const File after = done(
        file, {
                  set("Sockets.Sockets[0]",
                      {Fields{{"Name", {std::string("left")}}, {"Location", {EditValue::List{{1.0}, {2.0}, {3.0}}}}}}),
                  set("Header.LODDistances", {EditValue::List{{10.0}, {20.0}}}),
                  set("Sockets.Sockets",
                      {EditValue::List{
                          {Fields{}}, {Fields{}}, {Fields{{"NodeIndex", {1.0}}, {"Name", {std::string("new")}}}}}}),
              });
    EXPECT_EQ(textAt(after, "Sockets.Sockets[0].Name"), "left");
    EXPECT_EQ(valueAt<float>(after, "Sockets.Sockets[0].Location.Y"), 2);
    EXPECT_EQ(valueAt<float>(after, "Header.LODDistances[1]"), 20);
    EXPECT_EQ(textAt(after, "Sockets.Sockets[2].Name"), "new");
    EXPECT_EQ(valueAt<float>(after, "Sockets.Sockets[2].Rotation.W"), 1);
    EXPECT_EQ(valueAt<std::uint32_t>(after, "Header.SocketCount"), 3U);
    EXPECT_EQ(newError(findingsOf(file), findingsOf(after)), "");
}

TEST(Edit, KeepsTheBoxesOfV6BesideItsAnimations) {
    const File& file = fixture("v6_full");
    const File after =
        done(file, {list(Kind::Duplicate, "Animation.Anims[0]"), list(Kind::Move, "Animation.Anims[0]", 2),
                    list(Kind::Insert, "Animation.Anims[0].KeyframeData[1]")});
    EXPECT_EQ(newError(findingsOf(file), findingsOf(after)), "");
    const Document document = parse(after);
    EXPECT_EQ(document.walk().resolve("AnimDims.Dimensions")->count, 3U);
    EXPECT_NE(refused(file, {list(Kind::Remove, "Animation.Anims[0]", 2)}).find("rest pose"), std::string::npos);
}

class EditedModel : public ::testing::TestWithParam<std::string> {};

/// Those that a change and its inverse are quick in.
std::vector<std::string> smallModels() {
    std::vector<std::string> models = realFiles(".abc");
    std::erase_if(models, [](const std::string& path) {
        return std::filesystem::file_size(realFolder() / path) > (kThorough ? 500'000U : 200'000U);
    });
    return models;
}

TEST_P(EditedModel, HoldsAtRandom) {
    const File file = readReal(GetParam());
    std::mt19937 random(1);
    const auto roll = [&](std::uint32_t limit) {
        return limit == 0 ? 0 : static_cast<std::uint32_t>(random() % limit);
    };
    const Examined before(file);
    const std::vector<ListOf> lists = listsOf(before.document);
    for (int i = 0; i < (kThorough ? 12 : 6); ++i) {
        const Operation operation = anyOperation(before.document, lists, roll);
        const Edited edited = edit(before.document, {&operation, 1});
        ASSERT_EQ(checkEdited(before.document, edited).value_or(""), "") << name(operation);
        if (edited.refusal || edited.lists.empty()) continue;
        EXPECT_EQ(newError(before.findings, findingsOf(edited.bytes)), "") << name(operation);
        EXPECT_EQ(checkTakenBack(before.document, operation, edited).value_or(""), "") << name(operation);
    }
}

INSTANTIATE_TEST_SUITE_P(Real, EditedModel, ::testing::ValuesIn(smallModels()),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
