// Levels of detail of a file, made anew of its level 0.
#include "merge/levels_again.h"

#include <gtest/gtest.h>

#include "abc/deform.h"
#include "abc/edit.h"
#include "merge_given.h"

namespace abc::testing {
namespace {

using merging::LevelsAgain;
using merging::LevelZero;

constexpr float kNear = 1e-4F;

Opened edited(const Opened& file, const std::vector<Operation>& operations) {
    Edited made = edit(file.document, operations);
    EXPECT_FALSE(made.refusal) << made.refusal->reason;
    return Opened(made.bytes);
}

void expectNear(const std::vector<float>& a, const std::vector<float>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], kNear) << i;
}

TEST(LevelsAgain, AreMadeOfWhatWasImported) {
    const importing::Draft draft = tubeDraft(4, 6, 3);
    const std::optional<LevelZero> zero = LevelsAgain(given(12, draft).bytes).levelZero();
    ASSERT_TRUE(zero);
    ASSERT_EQ(zero->meshes.size(), 1U);
    const importing::DraftMesh& is = zero->meshes[0];
    const importing::DraftMesh& was = draft.pieces[0].levels[0];
    EXPECT_EQ(is.corners, was.corners);
    EXPECT_EQ(is.uvs, was.uvs);
    EXPECT_EQ(is.start, was.start);
    EXPECT_EQ(is.node, was.node);
    EXPECT_EQ(is.share, was.share);
    expectNear(is.positions, was.positions);
    expectNear(is.normals, was.normals);
    expectNear(is.local, was.local);
    ASSERT_EQ(zero->binds.size(), draft.nodes.size());
    for (std::size_t n = 0; n < zero->binds.size(); ++n) EXPECT_EQ(zero->binds[n], draft.nodes[n].bind) << n;
}

TEST(LevelsAgain, ComeAndGo) {
    const Opened file(given(12).bytes);
    const LevelsAgain again(file.bytes);
    importing::DraftMesh mesh = again.levelZero()->meshes[0];
    mesh.corners.resize(mesh.corners.size() / 2);
    mesh.uvs.resize(mesh.uvs.size() / 2);
    const std::vector<double> both{50, 100};
    const Opened more = edited(file, again.operations({{mesh, mesh}}, both));
    ASSERT_EQ(more.model.pieces[0].lodCount, 3U);
    EXPECT_EQ(more.model.lods[1].faceCount, mesh.corners.size() / 3);
    const std::vector<Vec3> first = placesAtRest(more, 0);
    const std::vector<Vec3> last = placesAtRest(more, 2);
    ASSERT_EQ(first.size(), last.size());
    for (std::size_t v = 0; v < first.size(); ++v) EXPECT_NEAR(first[v].y, last[v].y, kNear);
    EXPECT_EQ(floatsAt(more, "Header.LODDistances"), (std::vector<float>{50, 100}));

    const LevelsAgain fewer(more.bytes);
    const std::vector<double> one{60};
    const std::vector<Operation> operations = fewer.operations({{mesh}}, one);
    ASSERT_EQ(operations.size(), 3U);
    const Opened less = edited(more, operations);
    EXPECT_EQ(less.model.pieces[0].lodCount, 2U);
    EXPECT_EQ(floatsAt(less, "Header.LODDistances"), std::vector<float>{60});
    // A distance that stays is no change.
    EXPECT_EQ(LevelsAgain(less.bytes).operations({{mesh}}, one).size(), 1U);
}

TEST(LevelsAgain, NeedANodeForEachVertex) {
    const Opened file(given(12).bytes);
    Operation set;
    set.path = "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0].NodeIndex";
    set.value.value = 99.0;
    set.force = true;
    EXPECT_FALSE(LevelsAgain(edited(file, {set}).bytes).levelZero());
    set.path = "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0].Bias";
    set.value.value = 0.0;
    EXPECT_FALSE(LevelsAgain(edited(file, {set}).bytes).levelZero());
    Operation removed;
    removed.kind = Operation::Kind::Remove;
    removed.path = "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0]";
    removed.count = 2;
    removed.force = true;
    EXPECT_FALSE(LevelsAgain(edited(file, {removed}).bytes).levelZero());
    EXPECT_FALSE(LevelsAgain(given(6, onNode(1, tubeDraft(4, 6, 3))).bytes).levelZero());
    EXPECT_TRUE(LevelsAgain({}).levelZero()->meshes.empty());
}

}  // namespace
}  // namespace abc::testing
