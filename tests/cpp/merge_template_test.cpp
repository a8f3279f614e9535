// What an export keeps of a file, and that a merge makes the file of it again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "abc/pose.h"
#include "merge/template.h"
#include "merge_given.h"
#include "support/all_fixtures.h"

using abc::testing::bytesAt;
using abc::testing::edited;
using abc::testing::floatsAt;
using abc::testing::Given;
using abc::testing::given;
using abc::testing::mark;
using abc::testing::onNode;
using abc::testing::Opened;
using abc::testing::tubeDraft;
using merging::Exported;
using merging::Merge;

namespace {

std::vector<std::uint32_t> upTo(std::size_t count) {
    std::vector<std::uint32_t> out(count);
    std::iota(out.begin(), out.end(), 0U);
    return out;
}

/// All of a file.
Exported all(const Given& is) {
    Exported out;
    for (std::uint32_t lod = 0; lod < is.meshes.size(); ++lod) out.levels.push_back({0, lod});
    out.animations.push_back({0, upTo(is.times.size())});
    out.hasDeformation = true;
    return out;
}

std::size_t zeros(const merging::ByteList& bytes) {
    return static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), std::byte{0}));
}

/// What a merge makes of a template.
merging::ByteList filled(Given is, const merging::ByteList& kept) {
    is.settings.isTemplate = true;
    Merge merge(kept, is.rig, is.settings);
    EXPECT_EQ(merge.refusal(), "");
    if (Opened(kept).model.family == abc::Family::V6) {
        EXPECT_EQ(merge.oldMesh(is.meshes[0], {}).refusal, "");
    } else {
        for (std::uint32_t lod = 0; lod < is.meshes.size(); ++lod)
            EXPECT_EQ(merge.level(0, lod, is.meshes[lod]).refusal, "");
    }
    EXPECT_EQ(merge.play(is.channels, is.times), "");
    EXPECT_EQ(merge.likeness(0), 1);
    EXPECT_EQ(merge.keys(0).moments, 0U);
    return edited(kept, merge.operations());
}

TEST(MergeTemplate, IsFilledByAMerge) {
    for (const std::uint32_t version : {6U, 9U, 10U, 11U, 12U}) {
        const Given is = version == 6 ? given(6, onNode(1, tubeDraft(4, 6, 5)), {0.4}) : given(version);
        const Opened whole(is.bytes);
        const merging::ByteList kept = merging::templateOf(whole.document, whole.model, all(is));
        ASSERT_EQ(kept.size(), is.bytes.size());
        EXPECT_GT(zeros(kept), zeros(is.bytes)) << version;
        const Opened again(filled(is, kept));
        ASSERT_EQ(again.bytes.size(), is.bytes.size());
        const auto expectNear = [](std::span<const abc::Vec3> now, std::span<const abc::Vec3> was) {
            ASSERT_EQ(now.size(), was.size());
            for (std::size_t i = 0; i < was.size(); ++i) {
                EXPECT_NEAR(now[i].x, was[i].x, 1e-4);
                EXPECT_NEAR(now[i].y, was[i].y, 1e-4);
                EXPECT_NEAR(now[i].z, was[i].z, 1e-4);
            }
        };
        expectNear(again.model.locations, whole.model.locations);
        expectNear(again.model.normals, whole.model.normals);
        for (std::size_t i = 0; i < whole.model.weights.size(); ++i) {
            expectNear(std::span(&again.model.weights[i].location, 1), std::span(&whole.model.weights[i].location, 1));
            EXPECT_EQ(again.model.weights[i].bias, whole.model.weights[i].bias);
        }
        for (std::uint32_t node = 0; node < whole.model.nodes.size(); ++node) {
            for (std::uint32_t key = 0; key < is.times.size(); ++key) {
                const auto now = abc::storedKey(again.model, again.model.animations[0], node, key);
                const auto was = abc::storedKey(whole.model, whole.model.animations[0], node, key);
                expectNear(std::span(&now.translation, 1), std::span(&was.translation, 1));
                EXPECT_NEAR(now.rotation.x, was.rotation.x, 1e-4) << version << " " << node << " " << key;
                EXPECT_NEAR(now.rotation.w, was.rotation.w, 1e-4);
            }
        }
    }
}

TEST(MergeTemplate, KeepsWhatTheGltfHasNot) {
    const Given is = given(12);
    const Opened whole(is.bytes);
    EXPECT_EQ(merging::templateOf(whole.document, whole.model, {}), is.bytes);
    // Of what is not there, nothing is cleared.
    Exported others;
    others.levels = {{0, 1}, {1, 0}, {0xFFFFFFFF, 0xFFFFFFFF}};
    others.animations = {{0, {99}}, {7, {0}}};
    EXPECT_EQ(merging::templateOf(whole.document, whole.model, others), is.bytes);
    // Of one key, only that.
    Exported one;
    one.animations = {{0, {2}}};
    const Opened kept(merging::templateOf(whole.document, whole.model, one));
    for (std::uint32_t key = 0; key < is.times.size(); ++key) {
        const std::string path = "Animation.Animations[0].NodeTransforms[1].Transforms[" + std::to_string(key) + "]";
        EXPECT_EQ(bytesAt(kept, path) == bytesAt(whole, path), key != 2) << key;
    }
    const std::vector<float> rotation =
        floatsAt(kept, "Animation.Animations[0].NodeTransforms[1].Transforms[2].Rotation");
    EXPECT_EQ(std::vector<float>(rotation.begin(), rotation.begin() + 3), (std::vector<float>{0, 0, 0}));
    EXPECT_NEAR(std::abs(rotation[3]), 1, 1e-4);
}

TEST(MergeTemplate, KeepsAVertexThatIsNotWhereItsWeightsSay) {
    const Given is = given(12);
    const std::string vertex = "Pieces.Pieces[0].LODs[0].Vertices[2]";
    merging::ByteList bytes = is.bytes;
    const Opened whole(bytes);
    const auto place = whole.document.walk().resolve(vertex + ".Weights[0].Location.X");
    ASSERT_TRUE(place);
    const float moved = floatsAt(whole, vertex + ".Weights[0].Location.X")[0] + 1e-3F;
    std::memcpy(&bytes[place->start], &moved, sizeof moved);
    const Opened other(bytes);
    const Opened kept(merging::templateOf(other.document, other.model, all(is)));
    EXPECT_EQ(bytesAt(kept, vertex + ".Weights"), bytesAt(other, vertex + ".Weights"));
    EXPECT_EQ(bytesAt(kept, vertex + ".Location"), bytesAt(other, vertex + ".Location"));
    EXPECT_EQ(floatsAt(kept, "Pieces.Pieces[0].LODs[0].Vertices[3].Location"), (std::vector<float>{0, 0, 0}));
}

TEST(MergeTemplate, KeepsTheRestPoseOfVersion6) {
    const Given is = given(6);
    const Opened whole(is.bytes);
    const auto keyAt = [](const Opened& file, int key) {
        return bytesAt(file, "Animation.Anims[0].NodeAnims[1].Keys[" + std::to_string(key) + "]");
    };
    Exported exported = all(is);
    ASSERT_EQ(whole.model.v6.restAnimation, 0U);
    const Opened kept(merging::templateOf(whole.document, whole.model, exported));
    EXPECT_EQ(keyAt(kept, 0), keyAt(whole, 0));
    EXPECT_NE(keyAt(kept, 1), keyAt(whole, 1));
    exported.restAnimation = 5;
    const Opened another(merging::templateOf(whole.document, whole.model, exported));
    EXPECT_NE(keyAt(another, 0), keyAt(whole, 0));
    // Places that animations deform go with the keys, and only where all frames are in the glTF.
    const std::string frames = "Animation.Anims[0].NodeAnims[1].Deformation";
    ASSERT_GT(whole.model.nodes[1].deformationCount, 0U);
    EXPECT_GT(zeros(bytesAt(kept, frames)), zeros(bytesAt(whole, frames)));
    exported.hasDeformation = false;
    EXPECT_EQ(bytesAt(Opened(merging::templateOf(whole.document, whole.model, exported)), frames),
              bytesAt(whole, frames));
}

TEST(MergeTemplate, OfAnyFileIsAsLong) {
    for (const abc::testing::NamedFile& fixture : abc::testing::allFixtures()) {
        Exported exported;
        for (std::uint32_t i = 0; i < 3; ++i) {
            for (std::uint32_t lod = 0; lod < 3; ++lod) exported.levels.push_back({i, lod});
            exported.animations.push_back({i, upTo(9)});
        }
        exported.hasDeformation = true;
        for (std::size_t cut = 0; cut <= fixture.file.size(); cut += 1 + fixture.file.size() / 40) {
            const merging::ByteList bytes(fixture.file.begin(), fixture.file.end() - static_cast<std::ptrdiff_t>(cut));
            const Opened file(bytes);
            EXPECT_EQ(merging::templateOf(file.document, file.model, exported).size(), bytes.size());
        }
    }
}

TEST(MergeMarks, AreKnownAgain) {
    merging::Mesh mesh;
    mesh.positions.resize(3 * 400);
    mark(mesh);
    EXPECT_EQ(merging::marksOf(0, 0, upTo(400)), mesh.marks[1]);
    for (const std::uint32_t vertex : {0U, 1U, 777U, 65'535U}) {
        const std::vector<float> marks = merging::marksOf(5, 2, std::vector<std::uint32_t>{vertex});
        ASSERT_EQ(marks.size(), 2U);
        EXPECT_EQ(merging::markedVertex(5, 2, marks[0], marks[1]), static_cast<std::int32_t>(vertex));
        EXPECT_EQ(merging::markedVertex(5, 1, marks[0], marks[1]), -1);
    }
}

}  // namespace
