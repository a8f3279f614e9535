// What a merge makes of the mesh of a v6 file that the glTF has otherwise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "abc/deform.h"
#include "merge_given.h"

using abc::testing::bytesAt;
using abc::testing::clear;
using abc::testing::edited;
using abc::testing::floatsAt;
using abc::testing::Given;
using abc::testing::given;
using abc::testing::mark;
using abc::testing::onNode;
using abc::testing::Opened;
using abc::testing::placesAtRest;
using abc::testing::tubeDraft;
using merging::Merge;
using merging::MergedOldMesh;

namespace {

/// A tube that nothing deforms, with stand-ins for collapsed edges.
Given rigidTube() {
    return given(6, onNode(1, tubeDraft(4, 6, 5)), {0.4});
}

std::string vertexPath(std::uint32_t vertex, std::string_view field) {
    return "Geometry.VertexInfo[" + std::to_string(vertex) + "]." + std::string(field);
}

/// The file after a merge that keeps its triangles.
merging::ByteList patched(const Given& is, MergedOldMesh& mesh) {
    Merge merge(is.bytes, is.rig, is.settings);
    EXPECT_EQ(merge.refusal(), "");
    mesh = merge.oldMesh(is.meshes[0], {});
    EXPECT_EQ(mesh.refusal, "");
    EXPECT_FALSE(mesh.anew);
    return edited(is.bytes, merge.operations());
}

TEST(MergeOldMesh, MovesVerticesAndWhatStandsInForThem) {
    Given is = rigidTube();
    const Opened before(is.bytes);
    const std::uint32_t normal = before.model.v6.normalVertices;
    ASSERT_FALSE(before.model.v6.collapses.empty());
    // One that the first collapse takes away.
    const auto [a, b] = before.model.v6.collapses.back();
    const std::uint32_t moved = a < normal ? a : b;
    ASSERT_LT(moved, normal);
    is.meshes[0].positions[3 * moved + 1] += 4;
    MergedOldMesh mesh;
    const Opened after(patched(is, mesh));
    EXPECT_EQ(mesh.moved, 1U);
    EXPECT_EQ(mesh.normals + mesh.nodes + mesh.texcoords + mesh.several, 0U);
    std::vector<abc::Vec3> wanted = before.model.locations;
    wanted[moved].y += 4;
    for (std::uint32_t vertex = normal; vertex < wanted.size(); ++vertex) {
        const auto [first, second] = before.model.v6.collapses[vertex - normal];
        const auto by = [&](std::uint32_t of) { return wanted[of].y - before.model.locations[of].y; };
        wanted[vertex].y += (by(first) + by(second)) / 2;
    }
    for (std::uint32_t vertex = 0; vertex < wanted.size(); ++vertex) {
        EXPECT_NEAR(after.model.locations[vertex].x, wanted[vertex].x, 1e-5);
        EXPECT_NEAR(after.model.locations[vertex].y, wanted[vertex].y, 1e-5) << vertex;
        EXPECT_NEAR(after.model.locations[vertex].z, wanted[vertex].z, 1e-5);
    }
}

TEST(MergeOldMesh, IsLikeThatOfTheFileAsFarAsItsVerticesAreThere) {
    Given is = rigidTube();
    const auto likeness = [&] { return Merge(is.bytes, is.rig, is.settings).meshLikeness(is.meshes[0]); };
    EXPECT_EQ(likeness(), 1);
    merging::Mesh& mesh = is.meshes[0];
    // A quarter of the vertices: the lowest of four rings.
    for (std::size_t vertex = 0; vertex < 6; ++vertex) mesh.positions[3 * vertex + 1] -= 0.5F;
    EXPECT_EQ(likeness(), 0.75);
    // What 32 bits take is no distance; whose vertex it is does not matter.
    mesh.positions[3 * 7] += 1e-5F;
    mesh.marks.clear();
    EXPECT_EQ(likeness(), 0.75);
    for (float& number : mesh.positions) number *= 1.01F;
    EXPECT_EQ(likeness(), 0);
    mesh.corners.clear();
    mesh.indices.clear();
    EXPECT_EQ(likeness(), 0);
    // What is refused is not compared.
    mesh.positions.pop_back();
    EXPECT_EQ(likeness(), 1);
}

/// Deformed vertices count as all others.
TEST(MergeOldMesh, OfDeformedVerticesIsLikeThatOfTheFileAtRest) {
    Given is = given(6);
    const Opened file(is.bytes);
    const auto& deformation = file.model.v6.vertexDeformation;
    ASSERT_LT(std::count(deformation.begin(), deformation.end(), abc::kNone), 7);
    const auto likeness = [&] { return Merge(is.bytes, is.rig, is.settings).meshLikeness(is.meshes[0]); };
    EXPECT_EQ(likeness(), 1);
    for (float& number : is.meshes[0].positions) number += 5;
    EXPECT_EQ(likeness(), 0);
}

TEST(MergeOldMesh, TakesNodesNormalsAndTexcoords) {
    Given is = rigidTube();
    const Opened before(is.bytes);
    merging::Mesh& mesh = is.meshes[0];
    const std::uint32_t node = before.model.v6.vertexNode[0] == 2 ? 3 : 2;
    mesh.nodes[0] = static_cast<std::int32_t>(node);
    mesh.nodes[1] = mesh.nodes[4];
    mesh.shares[0] = 0.75F;
    mesh.shares[1] = 0.25F;
    std::copy_n(std::array{0.0F, 1.0F, 0.0F}.begin(), 3, mesh.normals.begin() + 3);
    mesh.uvs[2 * 2] = 0.125F;
    MergedOldMesh merged;
    const Opened after(patched(is, merged));
    EXPECT_EQ(merged.nodes, 1U);
    EXPECT_EQ(merged.several, 1U);
    EXPECT_EQ(merged.normals, 1U);
    EXPECT_EQ(merged.texcoords, static_cast<std::size_t>(std::count(mesh.corners.begin(), mesh.corners.end(), 2U)));
    EXPECT_EQ(after.model.v6.vertexNode[0], node);
    // In the space of the other node it is elsewhere, and in the model where it was.
    const abc::Vec3 is0 = placesAtRest(after)[0];
    EXPECT_NEAR(is0.x, -mesh.positions[0], 1e-4);
    EXPECT_NEAR(is0.y, mesh.positions[1], 1e-4);
    EXPECT_NEAR(is0.z, -mesh.positions[2], 1e-4);
    EXPECT_EQ(bytesAt(after, vertexPath(1, "VertexNormal")),
              (merging::ByteList{std::byte{0}, std::byte{127}, std::byte{0}}));
}

TEST(MergeOldMesh, TurnsTrianglesOver) {
    Given is = rigidTube();
    mark(is.meshes[0]);
    std::swap(is.meshes[0].corners[3], is.meshes[0].corners[4]);
    MergedOldMesh merged;
    const Opened after(patched(is, merged));
    ASSERT_EQ(merged.added + merged.removed, 0U);
    EXPECT_EQ(merged.texcoords, 1U);
    EXPECT_EQ(merged.triangles[1], -1);
    const Opened before(is.bytes);
    const auto [a, b, c] = before.model.faces[1];
    EXPECT_EQ(after.model.faces[1], (abc::Corners{a, c, b}));
    EXPECT_EQ(after.model.faces[0], before.model.faces[0]);
    const merging::ByteList was = bytesAt(before, "Geometry.FaceInfo[1].FaceNormal");
    const merging::ByteList now = bytesAt(after, "Geometry.FaceInfo[1].FaceNormal");
    for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_EQ(std::to_integer<std::int8_t>(now[axis]), -std::to_integer<std::int8_t>(was[axis]));
}

TEST(MergeOldMesh, AddsTrianglesOfOtherMeshes) {
    const Given is = rigidTube();
    const Opened before(is.bytes);
    merging::Mesh more = is.meshes[0];
    for (std::size_t i = 0; i < more.positions.size(); i += 3) more.positions[i + 1] += 50;
    Merge merge(is.bytes, is.rig, is.settings);
    const std::vector<merging::Mesh> others{more};
    const MergedOldMesh& mesh = merge.oldMesh(is.meshes[0], others);
    EXPECT_EQ(mesh.refusal, "");
    EXPECT_EQ(mesh.moved + mesh.removed, 0U);
    EXPECT_EQ(mesh.added, before.model.faces.size());
    ASSERT_TRUE(mesh.anew);
    EXPECT_EQ(mesh.anew->first, before.model.v6.normalVertices);
    EXPECT_EQ(mesh.anew->vertices.size(), before.model.v6.normalVertices);
    const std::size_t size = bytesAt(before, "Geometry.FaceInfo").size();
    ASSERT_EQ(mesh.anew->faces.size(), 2 * size);
    const merging::ByteList stored = bytesAt(before, "Geometry.FaceInfo");
    EXPECT_TRUE(std::equal(stored.begin(), stored.end(), mesh.anew->faces.begin()));
    // The first new vertex: 50 units higher, in the space of its node.
    abc::Vec3 place;
    std::memcpy(&place, mesh.anew->vertices[0].data(), sizeof place);
    const std::uint32_t first = more.corners[0];
    const double height = is.rig.binds[before.model.v6.vertexNode[first]][7];
    EXPECT_NEAR(place.y, double{more.positions[3 * first + 1]} - height, 1e-4);

    merging::Mesh odd = more;
    odd.corners[0] = 1'000'000;
    EXPECT_NE(merge.oldMesh(is.meshes[0], std::vector{more, odd}).refusal, "");
}

TEST(MergeOldMesh, IsRefusedWithMoreVerticesThanTrianglesCanReferTo) {
    const Given is = rigidTube();
    merging::Mesh more = is.meshes[0];
    const std::size_t each = Opened(is.bytes).model.v6.normalVertices;
    std::vector<merging::Mesh> others;
    for (std::size_t count = each; count <= 65'536; count += each) {
        for (std::size_t at = 0; at < more.positions.size(); at += 3) more.positions[at] += 100;
        others.push_back(more);
    }
    Merge merge(is.bytes, is.rig, is.settings);
    const MergedOldMesh& mesh = merge.oldMesh(is.meshes[0], others);
    EXPECT_NE(mesh.refusal.find("65536"), std::string::npos) << mesh.refusal;
}

TEST(MergeOldMesh, FillsWhatTheExportLeftOut) {
    Given is = rigidTube();
    const Opened wanted(is.bytes);
    const std::size_t normal = wanted.model.v6.normalVertices;
    for (std::uint32_t vertex = 0; vertex < normal; ++vertex) clear(is.bytes, vertexPath(vertex, "Position"));
    clear(is.bytes, "Geometry.FaceInfo[].TexCoords");
    is.settings.isTemplate = true;
    MergedOldMesh mesh;
    const Opened after(patched(is, mesh));
    EXPECT_EQ(mesh.moved + mesh.normals + mesh.nodes + mesh.texcoords, 0U);
    for (std::uint32_t vertex = 0; vertex < normal; ++vertex) {
        EXPECT_NEAR(after.model.locations[vertex].x, wanted.model.locations[vertex].x, 1e-5);
        EXPECT_NEAR(after.model.locations[vertex].y, wanted.model.locations[vertex].y, 1e-5);
        EXPECT_NEAR(after.model.locations[vertex].z, wanted.model.locations[vertex].z, 1e-5);
    }
    EXPECT_EQ(bytesAt(after, "Geometry.FaceInfo"), bytesAt(wanted, "Geometry.FaceInfo"));
}

/// The places that an animation deforms, unpacked, in the space of their nodes: by key, then by vertex of a node.
std::vector<double> deformedPlaces(const Opened& file, std::uint32_t node) {
    const std::string path = "Animation.Anims[0].NodeAnims[" + std::to_string(node) + "].";
    const merging::ByteList packed = bytesAt(file, path + "Deformation");
    const std::vector<float> scale = floatsAt(file, path + "Scale");
    const std::vector<float> shift = floatsAt(file, path + "Transform");
    std::vector<double> out;
    for (std::size_t i = 0; i < packed.size(); ++i)
        out.push_back(std::to_integer<int>(packed[i]) * double{scale[i % 3]} + double{shift[i % 3]});
    return out;
}

TEST(MergeDeformation, MovesPlacesByTheirTargets) {
    Given is = given(6);
    const Opened before(is.bytes);
    merging::Mesh& mesh = is.meshes[0];
    // One target that lifts all by a unit; a program has turned the model by half a turn about Y.
    is.rig.undo = abc::Affine{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0};
    merging::Targets targets;
    std::vector<float>& lift = targets.deltas.emplace_back();
    for (std::size_t v = 0; v < mesh.positions.size() / 3; ++v) lift.insert(lift.end(), {0.5F, 1, 0});
    targets.deltas.emplace_back();
    const std::vector<double> times = is.times;
    std::vector<float> seconds;
    for (const double time : times) seconds.push_back(static_cast<float>(time / 1000));
    Merge merge(is.bytes, is.rig, is.settings);
    ASSERT_EQ(merge.oldMesh(mesh, {}).refusal, "");
    ASSERT_EQ(merge.setTargets(targets), "");
    ASSERT_GT(merge.deformed(), 0U);
    ASSERT_EQ(merge.play(is.channels, times), "");
    // The second target moves nothing, whatever its weight is.
    std::vector<float> values;
    for (std::size_t key = 0; key < times.size(); ++key)
        values.insert(values.end(), {0.5F * static_cast<float>(key), 9});
    ASSERT_EQ(merge.playMorphs({seconds, values, false, {0, 0}}), "");
    (void)merge.keys(0);
    EXPECT_GT(merge.deform(), 0U);
    const Opened after(edited(is.bytes, merge.operations()));
    for (std::uint32_t node = 0; node < before.model.nodes.size(); ++node) {
        const std::uint32_t count = before.model.nodes[node].deformationCount;
        if (count == 0) continue;
        const std::vector<double> places = deformedPlaces(after, node);
        ASSERT_EQ(places.size(), std::size_t{3} * count * times.size());
        for (std::uint32_t v = 0; v < mesh.positions.size() / 3; ++v) {
            const std::uint32_t place = before.model.v6.vertexDeformation[v];
            if (place == abc::kNone || before.model.v6.vertexNode[v] != node) continue;
            for (std::size_t key = 0; key < times.size(); ++key) {
                const double weight = double{values[2 * key]};
                const double* at = &places[3 * (count * key + place)];
                // Half of one of 255 steps of what there is: 20 across, and what the target lifts.
                const double off = 0.51 * (20 + 0.5 * static_cast<double>(times.size())) / 255;
                EXPECT_NEAR(at[0], -double{mesh.positions[3 * v]} + 0.5 * weight, off);
                const double height = is.rig.binds[node][7];
                EXPECT_NEAR(at[1], double{mesh.positions[3 * v + 1]} - height + weight, off);
                EXPECT_NEAR(at[2], -double{mesh.positions[3 * v + 2]}, off);
            }
        }
    }
}

}  // namespace
