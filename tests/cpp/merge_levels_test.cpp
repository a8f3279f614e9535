// What a merge makes of a level of a piece (v9+) that the glTF has otherwise.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "abc/deform.h"
#include "merge_given.h"

using abc::testing::bytesAt;
using abc::testing::clear;
using abc::testing::edited;
using abc::testing::floatsAt;
using abc::testing::Given;
using abc::testing::given;
using abc::testing::mark;
using abc::testing::Opened;
using abc::testing::placesAtRest;
using abc::testing::rigid;
using abc::testing::tubeDraft;
using merging::Merge;
using merging::MergedLevel;

namespace {

constexpr std::string_view kLevel = "Pieces.Pieces[0].LODs[0]";

std::string pathOf(std::string_view within) {
    return std::string(kLevel) + "." + std::string(within);
}

/// What a glTF has more often than the file: a vertex with several normals or texture coordinates.
void appendVertex(merging::Mesh& mesh, std::uint32_t from) {
    const auto copy = [from](auto& list, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) list.push_back(list[size * from + i]);
    };
    copy(mesh.positions, 3);
    copy(mesh.normals, 3);
    copy(mesh.uvs, 2);
    copy(mesh.nodes, 4);
    copy(mesh.shares, 4);
    for (std::vector<float>& marks : mesh.marks) copy(marks, 2);
}

std::array<float, 3> placeOf(const merging::Mesh& mesh, std::uint32_t vertex) {
    return {-mesh.positions[3 * vertex], mesh.positions[3 * vertex + 1], -mesh.positions[3 * vertex + 2]};
}

void expectNear(abc::Vec3 is, std::array<float, 3> wanted, double off = 1e-4) {
    EXPECT_NEAR(is.x, wanted[0], off);
    EXPECT_NEAR(is.y, wanted[1], off);
    EXPECT_NEAR(is.z, wanted[2], off);
}

/// The file after a merge of its first level.
merging::ByteList mergedLevel(const Given& is, MergedLevel& level) {
    Merge merge(is.bytes, is.rig, is.settings);
    EXPECT_EQ(merge.refusal(), "");
    level = merge.level(0, 0, is.meshes[0]);
    EXPECT_EQ(level.refusal, "");
    std::vector<merging::SetBytes> sets = merge.operations();
    if (level.operation) sets.push_back(*level.operation);
    return edited(is.bytes, sets);
}

/// Nothing of the level is told to be another.
void expectSame(const MergedLevel& level) {
    EXPECT_FALSE(level.operation);
    EXPECT_EQ(level.moved + level.weighted + level.normals + level.texcoords + level.removed + level.added, 0U);
    EXPECT_EQ(level.weightless, 0U);
}

TEST(MergeLevel, IsTheSameWithCornersInAnotherOrder) {
    Given is = given(12);
    is.rig.swaps = true;
    std::vector<std::uint32_t>& corners = is.meshes[0].corners;
    for (std::size_t i = 0; i < corners.size(); i += 3) std::swap(corners[i + 1], corners[i + 2]);
    MergedLevel level;
    EXPECT_EQ(mergedLevel(is, level), is.bytes);
    expectSame(level);
}

TEST(MergeLevel, IsTheSameWhereTheMeshStandsElsewhere) {
    Given is = given(10);
    // A program has the model at half its size, turned by a right angle about Y, and moved.
    is.rig.unit = 2;
    merging::Mesh& mesh = is.meshes[0];
    mesh.matrix = abc::Affine{0, 0, 1, 3, 0, 1, 0, -4, -1, 0, 0, 5};
    const auto inverted = [](float* at, const std::array<double, 3>& by) {
        const std::array<double, 3> there{-at[0] - by[0], at[1] - by[1], -at[2] - by[2]};
        // The transposed of the rotation, and back to the axes of the glTF.
        const std::array<double, 3> turned{-there[2], there[1], there[0]};
        at[0] = static_cast<float>(-turned[0]);
        at[1] = static_cast<float>(turned[1]);
        at[2] = static_cast<float>(-turned[2]);
    };
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
        for (std::size_t axis = 0; axis < 3; ++axis) mesh.positions[i + axis] /= 2;
        inverted(&mesh.positions[i], {3, -4, 5});
        inverted(&mesh.normals[i], {0, 0, 0});
    }
    MergedLevel level;
    EXPECT_EQ(mergedLevel(is, level), is.bytes);
    expectSame(level);
    // A matrix that squeezes it turns normals the other way than places: those on the side look up no more.
    mesh.matrix = abc::Affine{1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 1, 0};
    mesh.normals = {};
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3)
        mesh.normals.insert(mesh.normals.end(), {0, std::sqrt(0.5F), std::sqrt(0.5F)});
    const Opened after(mergedLevel(is, level));
    EXPECT_EQ(level.normals, is.meshes[0].positions.size() / 3);
    const double length = std::hypot(10.0, 1.0);
    expectNear(after.model.normals[0], {0, static_cast<float>(10 / length), static_cast<float>(-1 / length)});
}

TEST(MergeLevel, KnowsItsVerticesByTheirMarks) {
    Given is = given(12);
    const Opened before(is.bytes);
    merging::Mesh& mesh = is.meshes[0];
    mark(mesh);
    // Triangles in another order, two gone, one at vertices that are there, and one at a new one and its copy.
    std::rotate(mesh.corners.begin(), mesh.corners.begin() + 9, mesh.corners.end());
    std::rotate(mesh.indices.begin(), mesh.indices.begin() + 3, mesh.indices.end());
    mesh.corners.resize(mesh.corners.size() - 6);
    mesh.indices.resize(mesh.indices.size() - 2);
    const auto fresh = static_cast<std::uint32_t>(mesh.positions.size() / 3);
    appendVertex(mesh, 3);
    mesh.positions[3 * fresh] = 40;
    mesh.marks[1][2 * fresh] = 0.5F;
    appendVertex(mesh, fresh);
    mesh.corners.insert(mesh.corners.end(), {0, 7, 14, 1, 2, fresh, 2, 3, fresh + 1});
    mesh.indices.insert(mesh.indices.end(), {97, 98, 99});
    MergedLevel level;
    const Opened after(mergedLevel(is, level));
    EXPECT_EQ(level.removed, 2U);
    EXPECT_EQ(level.added, 3U);
    EXPECT_EQ(level.moved + level.weighted + level.normals + level.texcoords, 0U);
    ASSERT_EQ(after.model.faces.size(), before.model.faces.size() + 1);
    EXPECT_EQ(std::vector<std::int32_t>(level.triangles.end() - 3, level.triangles.end()),
              (std::vector<std::int32_t>{97, 98, 99}));
    const auto triangles = abc::topology(after.model, 0, 0);
    const auto added = std::span(triangles).last(3);
    EXPECT_EQ(added[0].corners, (std::array<std::uint32_t, 3>{0, 7, 14}));
    EXPECT_EQ(added[1].corners, (std::array<std::uint32_t, 3>{1, 2, fresh}));
    // Both copies are one vertex of the file, which is the last.
    EXPECT_EQ(added[2].corners, (std::array<std::uint32_t, 3>{2, 3, fresh}));
    const std::vector<abc::Vec3> places = placesAtRest(after);
    ASSERT_EQ(places.size(), fresh + 1);
    expectNear(places[fresh], placeOf(mesh, fresh));
}

TEST(MergeLevel, TakesTheWeightsOfTheGltf) {
    Given is = given(11);
    merging::Mesh& mesh = is.meshes[0];
    // Vertex 1 by node 2, which is named twice; vertex 2 by none, which the node of the mesh moves then.
    const auto setShares = [&mesh](std::size_t vertex, std::array<std::int32_t, 4> nodes, std::array<float, 4> shares) {
        std::copy(nodes.begin(), nodes.end(), mesh.nodes.begin() + static_cast<std::ptrdiff_t>(4 * vertex));
        std::copy(shares.begin(), shares.end(), mesh.shares.begin() + static_cast<std::ptrdiff_t>(4 * vertex));
    };
    setShares(1, {2, 2, 0, -1}, {0.2F, 0.2F, 0.1F, 0});
    setShares(2, {-1, -1, -1, -1}, {0, 0, 0, 0});
    mesh.carrier = 3;
    MergedLevel level;
    const Opened after(mergedLevel(is, level));
    EXPECT_EQ(level.weighted, 2U);
    EXPECT_EQ(level.moved + level.normals + level.removed + level.added + level.weightless, 0U);
    const auto weightsOf = [&after](std::size_t vertex) {
        std::vector<std::pair<std::uint32_t, float>> out;
        for (std::uint32_t w = after.model.weightStart[vertex]; w < after.model.weightStart[vertex + 1]; ++w)
            out.emplace_back(after.model.weights[w].node, after.model.weights[w].bias);
        return out;
    };
    // The node that the file had comes first.
    const auto one = weightsOf(1);
    ASSERT_EQ(one.size(), 2U);
    EXPECT_EQ(one[0].first, 0U);
    EXPECT_NEAR(one[0].second, 0.2, 1e-6);
    EXPECT_EQ(one[1].first, 2U);
    EXPECT_NEAR(one[1].second, 0.8, 1e-6);
    EXPECT_EQ(weightsOf(2), (std::vector<std::pair<std::uint32_t, float>>{{3, 1.0F}}));
    // They stand where they stood.
    const std::vector<abc::Vec3> places = placesAtRest(after);
    for (std::uint32_t vertex = 0; vertex < places.size(); ++vertex) expectNear(places[vertex], placeOf(mesh, vertex));

    // Without a node of the mesh, the first one moves it.
    mesh.carrier = -1;
    const Opened again(mergedLevel(is, level));
    EXPECT_EQ(level.weightless, 1U);
    EXPECT_EQ(again.model.weights[again.model.weightStart[2]].node, 0U);
}

TEST(MergeLevel, TakesNormalsAndTexcoords) {
    Given is = given(12);
    merging::Mesh& mesh = is.meshes[0];
    const float tenth = std::sqrt(1 - 0.01F);
    std::copy_n(std::array{0.1F, tenth, 0.0F}.begin(), 3, mesh.normals.begin() + 12);
    // Half a degree is what programs round.
    const float half = 0.5F * 3.14159265F / 180;
    const std::array turned{mesh.normals[0] * std::cos(half), std::sin(half), mesh.normals[2] * std::cos(half)};
    std::copy(turned.begin(), turned.end(), mesh.normals.begin());
    mesh.uvs[2 * 5] = 0.25F;
    mesh.uvs[2 * 5 + 1] = 0.75F;
    MergedLevel level;
    const Opened after(mergedLevel(is, level));
    EXPECT_FALSE(level.operation);
    EXPECT_EQ(level.normals, 1U);
    expectNear(after.model.normals[4], {-0.1F, tenth, 0});
    const auto uses = static_cast<std::size_t>(std::count(mesh.corners.begin(), mesh.corners.end(), 5U));
    EXPECT_EQ(level.texcoords, uses);
    for (const abc::Triangle& triangle : abc::topology(after.model, 0, 0)) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::string path = "Faces[" + std::to_string(triangle.face) + "].Vertices[" + std::to_string(corner);
            const bool isOther = triangle.corners[corner] == 5;
            EXPECT_EQ(floatsAt(after, pathOf(path + "].Texcoord")),
                      (std::vector<float>{isOther ? 0.25F : 0.5F, isOther ? 0.75F : 0.5F}));
        }
    }
}

TEST(MergeLevel, TurnsTrianglesOver) {
    Given is = given(12);
    const Opened before(is.bytes);
    merging::Mesh& mesh = is.meshes[0];
    mark(mesh);
    std::swap(mesh.corners[3], mesh.corners[5]);
    MergedLevel level;
    const Opened after(mergedLevel(is, level));
    EXPECT_EQ(level.texcoords, 1U);
    EXPECT_EQ(level.removed + level.added, 0U);
    // Whose back is the front has no triangle that is told to be it.
    EXPECT_EQ(level.triangles[1], -1);
    const auto was = abc::topology(before.model, 0, 0);
    const auto now = abc::topology(after.model, 0, 0);
    EXPECT_EQ(now[1].corners, (std::array{was[1].corners[0], was[1].corners[2], was[1].corners[1]}));
    EXPECT_EQ(now[0].corners, was[0].corners);
}

TEST(MergeLevel, FillsWhatTheExportLeftOut) {
    for (const std::uint32_t version : {9U, 12U}) {
        Given is = given(version);
        const merging::ByteList whole = is.bytes;
        clear(is.bytes, pathOf("Vertices[].Weights[].Location"));
        clear(is.bytes, pathOf("Vertices[].Location"));
        clear(is.bytes, pathOf("Vertices[].Normal"));
        clear(is.bytes, pathOf("Faces[].Vertices[].Texcoord"));
        ASSERT_NE(is.bytes, whole);
        is.settings.isTemplate = true;
        is.settings.fillsNormals = true;
        MergedLevel level;
        const Opened after(mergedLevel(is, level));
        expectSame(level);
        const Opened wanted(whole);
        ASSERT_EQ(after.bytes.size(), whole.size());
        for (std::size_t v = 0; v < wanted.model.locations.size(); ++v) {
            const abc::Vec3 at = wanted.model.locations[v];
            expectNear(after.model.locations[v], {at.x, at.y, at.z});
            const abc::Vec3 normal = wanted.model.normals[v];
            expectNear(after.model.normals[v], {normal.x, normal.y, normal.z});
        }
        const std::vector<abc::Vec3> places = placesAtRest(after);
        for (std::uint32_t v = 0; v < places.size(); ++v) expectNear(places[v], placeOf(is.meshes[0], v));
        const merging::ByteList texcoords = bytesAt(wanted, pathOf("Faces"));
        EXPECT_EQ(bytesAt(after, pathOf("Faces")), texcoords);
        // Without leave, normals stay holes.
        is.settings.fillsNormals = false;
        const Opened bare(mergedLevel(is, level));
        expectNear(bare.model.normals[0], {0, 0, 0}, 0);
    }
}

/// A tube with a lower level of three rings.
importing::Draft withLevels() {
    importing::Draft out = tubeDraft(4, 6, 5);
    out.pieces[0].levels.push_back(tubeDraft(3, 6, 5).pieces[0].levels[0]);
    out.lodDistances = {100};
    return out;
}

TEST(MergeLevel, FollowsNodesThatStandElsewhere) {
    Given is = given(12, rigid(withLevels()));
    ASSERT_EQ(is.meshes.size(), 2U);
    // Node 1 is 3 units further up in the bind pose of the glTF, and its vertices stay.
    is.rig.bindsNow[1][7] += 3;
    is.rig.inverseNow[1][7] -= 3;
    is.rig.isMoved[1] = true;
    Merge merge(is.bytes, is.rig, is.settings);
    const MergedLevel level = merge.level(0, 0, is.meshes[0]);
    expectSame(level);
    merge.rebound(0, 1);
    const Opened before(is.bytes);
    const Opened after(edited(is.bytes, merge.operations()));
    for (std::uint32_t lod = 0; lod < 2; ++lod) {
        const std::size_t first = after.model.lod(0, lod)->firstVertex;
        for (std::size_t v = first; v < first + after.model.vertexCount(0, lod); ++v) {
            const abc::Weight& was = before.model.weights[before.model.weightStart[v]];
            const abc::Weight& now = after.model.weights[after.model.weightStart[v]];
            expectNear(now.location, {was.location.x, was.location.y - (was.node == 1 ? 3.0F : 0.0F), was.location.z});
        }
    }
    // A node that nothing moves is where it was, from its parent; what is below the one that moved is nearer to it.
    ASSERT_EQ(merge.play({}, std::nullopt), "");
    const std::vector<float> poses = merge.poses(std::array{0.0});
    EXPECT_NEAR(poses[1], 0, 1e-6);
    EXPECT_NEAR(poses[7 + 1], 1 + 3, 1e-6);
    EXPECT_NEAR(poses[14 + 1], 1 - 3, 1e-6);
    EXPECT_NEAR(poses[21 + 1], 1, 1e-6);
}

TEST(MergeLevel, GivesNewVerticesTheNextLevelOfTheNearest) {
    Given is = given(12, withLevels());
    merging::Mesh& mesh = is.meshes[0];
    mark(mesh);
    const auto fresh = static_cast<std::uint32_t>(mesh.positions.size() / 3);
    appendVertex(mesh, 8);
    mesh.positions[3 * fresh + 1] += 0.1F;
    mesh.marks[1][2 * fresh] = 0.5F;
    mesh.corners.insert(mesh.corners.end(), {8, 9, fresh});
    mesh.indices.push_back(99);
    MergedLevel level;
    const Opened after(mergedLevel(is, level));
    EXPECT_EQ(level.added, 1U);
    const auto nextOf = [&after](std::uint32_t vertex) {
        return bytesAt(after, pathOf("Vertices[" + std::to_string(vertex) + "].SubLODVertexIndex"));
    };
    EXPECT_EQ(nextOf(fresh), nextOf(8));
    EXPECT_NE(nextOf(fresh), nextOf(9));
}

/// Triangles that share no vertex.
void addLoose(merging::Mesh& mesh, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const auto fresh = static_cast<std::uint32_t>(mesh.positions.size() / 3);
            appendVertex(mesh, corner);
            mesh.positions[3 * fresh] += 1 + static_cast<float>(i);
            mesh.corners.push_back(fresh);
        }
        mesh.indices.push_back(static_cast<std::int32_t>(1000 + i));
    }
}

TEST(MergeLevel, IsRefusedWithMoreVerticesThanTrianglesCanReferTo) {
    Given is = given(12, rigid(tubeDraft(4, 6, 2)));
    const std::size_t before = is.meshes[0].indices.size();
    addLoose(is.meshes[0], 21'846);
    Merge merge(is.bytes, is.rig, is.settings);
    const MergedLevel level = merge.level(0, 0, is.meshes[0]);
    EXPECT_NE(level.refusal.find("65536"), std::string::npos) << level.refusal;
    EXPECT_FALSE(level.operation);
    // As a new piece it becomes two.
    const merging::NewPiece piece = merge.newPiece(is.meshes[0]);
    ASSERT_EQ(piece.levels.size(), 2U);
    EXPECT_EQ(piece.levels[0].triangles.size() + piece.levels[1].triangles.size(), before + 21'846);
    const Opened after(edited(is.bytes, {{std::string(kLevel), piece.levels[0].bytes}}));
    EXPECT_LT(after.model.vertexCount(0, 0), 65'536U);
    EXPECT_EQ(after.model.faces.size(), piece.levels[0].triangles.size());
}

}  // namespace
