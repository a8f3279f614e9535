// Texts as compiled models (ltb.md §8): what each part becomes, worked out by hand, and that nothing else happens.
#include <compile/mesh.h>

#include <map>

#include "support/compile_invariants.h"
#include "support/compiled_text.h"
#include "support/surface.h"

namespace compiling::testing {
namespace {

using abc::Vec3;
using lta::testing::soundText;
using lta::testing::soundTextWith;

std::string refusalOf(std::string_view text, Options options = {}) {
    const std::vector<std::byte> bytes = bytesOf(text);
    const Compiled made = compile(lta::parse(bytes), options);
    EXPECT_TRUE(made.bytes.empty());
    return made.refusal;
}

/// The corners of the triangles of a level: by place and texture coordinate in the bind pose, where each is in a pose.
using Places = std::multimap<std::array<float, 15>, std::array<Vec3, 3>>;

Places placesOf(const abc::Model& model, std::uint32_t piece, std::uint32_t level, const abc::Pose& pose) {
    const abc::testing::Surface rest = abc::testing::deformed(model, abc::pose(model, {}), piece, level);
    const abc::testing::Surface posed = abc::testing::deformed(model, pose, piece, level);
    Places out;
    for (const abc::Triangle& triangle : abc::topology(model, piece, level)) {
        std::array<float, 15> key{};
        std::array<Vec3, 3> places;
        for (std::uint32_t c = 0; c < 3; ++c) {
            const Vec3 at = rest.positions[triangle.corners[c]];
            const abc::TexCoord uv = model.texCoord(*model.lod(piece, level), triangle.face, c);
            const std::array<float, 5> corner{at.x, at.y, at.z, uv.u, uv.v};
            std::copy(corner.begin(), corner.end(), key.begin() + 5 * c);
            places[c] = posed.positions[triangle.corners[c]];
        }
        out.emplace(key, places);
    }
    return out;
}

/// In the bind pose, and at some times of each animation.
void expectSamePoses(const CompiledText& file, float tolerance) {
    const abc::Model& text = file.sourceModel;
    ASSERT_EQ(file.model.animations.size(), text.animations.size());
    for (std::uint32_t a = 0; a < text.animations.size(); ++a) {
        for (const double share : {-1.0, 0.0, 0.3, 1.0}) {
            const auto posed = [&](const abc::Model& model) {
                abc::Layer layer;
                if (share >= 0) layer.source = &model;
                layer.animation = a;
                layer.timeMs = share * model.lengthOf(model.animations[a]);
                return abc::pose(model, {&layer, 1});
            };
            for (std::uint32_t p = 0; p < file.model.pieces.size(); ++p) {
                for (std::uint32_t l = 0; l < file.model.pieces[p].lodCount; ++l) {
                    const Places wanted = placesOf(text, p, l, posed(text));
                    const Places found = placesOf(file.model, p, l, posed(file.model));
                    ASSERT_EQ(found.size(), wanted.size());
                    for (auto one = found.begin(), other = wanted.begin(); one != found.end(); ++one, ++other) {
                        EXPECT_EQ(one->first, other->first);
                        for (std::size_t c = 0; c < 3; ++c) {
                            const Vec3 off = one->second[c] - other->second[c];
                            EXPECT_LE(std::sqrt(abc::dot(off, off)), tolerance) << a << " at " << share;
                        }
                    }
                }
            }
        }
    }
}

TEST(Compile, MakesOfATextWhatItSays) {
    const CompiledText file(soundText());
    EXPECT_EQ(file.number<std::uint8_t>("File.FileType"), 1);
    EXPECT_EQ(file.number<std::uint16_t>("File.Version"), 9);
    // Keyframes, animations, nodes, pieces, child models, triangles, vertices, weights, levels, sockets, weight sets.
    const std::uint32_t counters[] = {2, 1, 2, 1, 2, 2, 6, 7, 2, 1, 1};
    for (std::uint32_t i = 0; i < std::size(counters); ++i) {
        EXPECT_EQ(core::load<std::uint32_t>(file.document.bytes, file.at("Header.KeyframeCount").start + 4 * i),
                  counters[i])
            << i;
    }
    // turn, FOOTSTEP_KEY 1, root, arm, ShadowEnable;, base, hand, body, Upper
    EXPECT_EQ(file.number("Header.StringCount"), 9U);
    EXPECT_EQ(file.number("Header.StringLengthTotal"), 4U + 14 + 4 + 3 + 13 + 4 + 4 + 4 + 5);
    // Type 3: the root's channels are constant, and so is the place of the arm, which has two rotations.
    EXPECT_EQ(file.number("Header.AnimDataSize"), 12U + 8 + 12 + 2 * 8);
    EXPECT_EQ(file.number("Header.VertAnimDataSize"), 0U);
    EXPECT_EQ(file.number<float>("Header.InternalRadius"), 12.5F);
    EXPECT_EQ(file.number("Boxes.BoxCount"), 0U);
    EXPECT_EQ(file.floats("Pieces.Pieces[0].LODDistances"), (std::vector<float>{0, 100}));
    EXPECT_EQ(file.number("Pieces.Pieces[0].MinLODOffset"), 0U);
    EXPECT_EQ(file.number("Pieces.Pieces[0].MaxLODOffset"), 1U);
    for (const std::string lod : {"Pieces.Pieces[0].LODs[0].", "Pieces.Pieces[0].LODs[1]."}) {
        EXPECT_EQ(file.number(lod + "TextureCount"), 2U);
        EXPECT_EQ(file.number(lod + "TextureIndices[0]"), 3U);
        EXPECT_EQ(file.number(lod + "TextureIndices[1]"), 4U);
        EXPECT_EQ(file.number(lod + "TextureIndices[2]"), 2U);
    }
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[0].MeshType"), 5U);
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[0].MaxBonesPerFace"), 2U);
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[0].MaxBonesPerVertex"), 2U);
    EXPECT_EQ(file.bytesAt("Pieces.Pieces[0].LODs[0].BoneSets[0].Bones"), (std::vector<unsigned>{0, 1, 255, 255}));
    EXPECT_EQ(file.floats("Pieces.Pieces[0].LODs[0].Vertices[0].Blends"), std::vector<float>{1});
    EXPECT_EQ(file.floats("Pieces.Pieces[0].LODs[0].Vertices[1].Blends"), std::vector<float>{0});
    EXPECT_EQ(file.floats("Pieces.Pieces[0].LODs[0].Vertices[2].Blends"), std::vector<float>{0.5F});
    EXPECT_EQ(file.bytesAt("Pieces.Pieces[0].LODs[0].UsedNodes"), std::vector<unsigned>{1});
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[1].MeshType"), 4U);
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[1].Bone"), 1U);
    EXPECT_EQ(file.model.text(file.model.childModels[1].name), "base.ltb");
    EXPECT_EQ(file.model.nodes[1].flags, 1);
    EXPECT_EQ(file.model.weightSets[0].weights, (std::vector<float>{0, 1}));
    EXPECT_EQ(file.model.sockets[0].node, 1U);
    EXPECT_EQ(file.model.sockets[0].scale.z, 3);
    EXPECT_EQ(file.number("Animation.Animations[0].Compression"), 3U);
    EXPECT_EQ(file.number("Animation.Animations[0].InterpolationTime"), 150U);
    EXPECT_EQ(file.number("Animation.Animations[0].Keyframes[1].Time"), 1000U);
    EXPECT_EQ(file.floats("AnimBindings.Lists[0].AnimBindings[0].Origin"), (std::vector<float>{0, 0, 3}));
    EXPECT_EQ(file.number("AnimBindings.Lists[1].Count"), 0U);
    // 0.70710678 × 32,767 = 23,169.7675
    EXPECT_EQ(file.notes(),
              "- 1 level gets the textures and the render style of another level of the piece.\n"
              "- 1 build number of a child model is omitted.\n"
              "- 1 hit box that is switched off is omitted.\n"
              "- Rotations of keys are stored in 16 bits, rounded toward 0 by up to 23.423 millionths.\n");
    expectSamePoses(file, 1e-4F);
}

TEST(Compile, KeepsEveryPoseWithEachCompressionAndVersion) {
    // Steps of a sixteenth, of 1/32,767 at up to two units from the node, and none.
    const float tolerances[] = {1e-6F, 1e-6F, 0.12F, 1e-4F};
    for (std::uint32_t version = ltb::kFirstVersion; version <= ltb::kLastVersion; ++version) {
        for (std::uint32_t type = 0; type < std::size(tolerances); ++type) {
            SCOPED_TRACE(type);
            const CompiledText file(soundText(), {version, type});
            EXPECT_EQ(file.number("Header.Version"), version);
            EXPECT_EQ(file.number("Animation.Animations[0].Compression"), type);
            expectSamePoses(file, tolerances[type]);
        }
    }
    // What the text says where it says it, and otherwise 2; what is not known becomes that.
    EXPECT_EQ(CompiledText(soundTextWith("(compression-type 3 )", "")).number("Animation.Animations[0].Compression"),
              2U);
    const CompiledText odd(soundTextWith("(compression-type 3 )", "(compression-type 9 )"));
    EXPECT_EQ(odd.number("Animation.Animations[0].Compression"), 2U);
    EXPECT_NE(odd.notes().find("+ The compression type 9 is not known"), std::string::npos) << odd.notes();
}

/// A model of one piece. @param vertices rows of three @param weights rows of pairs of a node and a share
std::string meshText(std::string_view vertices, std::string_view faces, std::string_view weights,
                     std::string_view uvs = "") {
    std::string out = "(lt-model-0 (hierarchy (children (";
    const std::string names[] = {"n0", "n1", "n2", "n3", "n4", "n5"};
    for (const std::string& name : names) {
        out += "(transform \"" + name + "\" (matrix ((1 0 0 0)(0 1 0 0)(0 0 1 0)(0 0 0 1))) (children (";
    }
    for (std::size_t i = 0; i < std::size(names); ++i) out += ")))";
    out += "))) (on-load-cmds ((add-deformer (skel-deformer (target \"m\") (influences (";
    for (const std::string& name : names) out += '"' + name + "\" ";
    out.append(")) (weightsets (").append(weights).append("))))");
    out.append(")) (shape \"m\" (geometry (mesh \"m\" (vertex (").append(vertices).append(")) (tri-fs (");
    out.append(faces).append(")) ").append(uvs).append(")))");
    out += R"((animset "a" (keyframe (keyframe (times (0)) (values ("")))) (anims ((anim (parent "n0") (frames
        (posquat (((0 0 0)(0 0 0 1)))))))))";
    return out += "(tools-info ((compile-options ((compression-type 1))))))";
}

TEST(CompileMesh, PutsTrianglesOfTheSameBonesIntoOneSet) {
    // Triangles of the bones 0 | 0 and 1 | 2 | 1 | 0 and 2: the second set takes the fourth triangle as well.
    const CompiledText file(meshText("(0 0 0)(1 0 0)(0 1 0)(1 1 0)(2 0 0)(2 1 0)", "0 1 2 0 3 3 4 4 4 3 3 3 4 0 1",
                                     "(0 1)(0 1)(0 1)(0 0.25 1 0.75)(2 1)(5 1)"));
    const std::string lod = "Pieces.Pieces[0].LODs[0].";
    EXPECT_EQ(file.number(lod + "MeshType"), 5U);
    EXPECT_EQ(file.number(lod + "BoneSetCount"), 4U);
    const std::vector<unsigned> bones[] = {{0, 255, 255, 255}, {0, 1, 255, 255}, {2, 255, 255, 255}, {0, 2, 255, 255}};
    const std::uint16_t first[] = {0, 3, 5, 6};
    const std::uint16_t count[] = {3, 2, 1, 3};
    const std::uint32_t end[] = {3, 9, 12, 15};
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::string set = lod + "BoneSets[" + std::to_string(i) + "].";
        EXPECT_EQ(file.bytesAt(set + "Bones"), bones[i]) << i;
        EXPECT_EQ(file.number<std::uint16_t>(set + "FirstVertex"), first[i]) << i;
        EXPECT_EQ(file.number<std::uint16_t>(set + "VertexCount"), count[i]) << i;
        EXPECT_EQ(file.number(set + "IndexEnd"), end[i]) << i;
    }
    // The vertices of a set in the order of the text; vertex 5, which no triangle has, is not there.
    EXPECT_EQ(file.number(lod + "VertexCount"), 9U);
    const std::uint16_t corners[] = {0, 1, 2, 3, 4, 4, 4, 4, 4, 5, 5, 5, 8, 6, 7};
    for (std::uint32_t i = 0; i < std::size(corners); ++i) {
        EXPECT_EQ(core::load<std::uint16_t>(file.document.bytes, file.at(lod + "Faces").start + 2 * i), corners[i])
            << i;
    }
    // One blend for two bones: of the first one.
    EXPECT_EQ(file.floats(lod + "Vertices[3].Blends"), std::vector<float>{1});
    EXPECT_EQ(file.floats(lod + "Vertices[4].Blends"), std::vector<float>{0.25F});
    EXPECT_EQ(file.floats(lod + "Vertices[5].Blends"), std::vector<float>{1});
    EXPECT_EQ(file.floats(lod + "Vertices[8].Blends"), std::vector<float>{0});
    // Of the nodes 0, 1, 2 and 5, only 2 and 5 have no child that is used.
    EXPECT_EQ(file.bytesAt(lod + "UsedNodes"), (std::vector<unsigned>{2, 5}));
    expectSamePoses(file, 1e-6F);
}

TEST(CompileMesh, GivesEachCornerWithOtherTextureCoordinatesAVertex) {
    // Vertex 0 has its last coordinates, (0.5 0.5): the two corners before it get vertices of their own, although they
    // are alike.
    const std::string uvs = "(uvs ((0 0)(1 0)(0 1)(0.5 0.5))) (tex-fs (0 1 2 0 2 1 3 1 2))";
    const CompiledText file(meshText("(0 0 0)(1 0 0)(0 1 0)", "0 1 2 0 2 1 0 1 2", "(3 1)(3 1)(3 1)", uvs));
    const std::string lod = "Pieces.Pieces[0].LODs[0].";
    EXPECT_EQ(file.number(lod + "MeshType"), 4U);
    EXPECT_EQ(file.number(lod + "Bone"), 3U);
    EXPECT_EQ(file.number(lod + "VertexCount"), 5U);
    EXPECT_EQ(file.floats(lod + "Vertices[0].UV1"), (std::vector<float>{0.5F, 0.5F}));
    EXPECT_EQ(file.floats(lod + "Vertices[3].UV1"), (std::vector<float>{0, 0}));
    EXPECT_EQ(file.floats(lod + "Vertices[4].UV1"), (std::vector<float>{0, 0}));
    EXPECT_EQ(file.number<std::uint16_t>(lod + "Faces[0].Vertices[0]"), 3);
    EXPECT_EQ(file.number<std::uint16_t>(lod + "Faces[1].Vertices[0]"), 4);
    EXPECT_EQ(file.number<std::uint16_t>(lod + "Faces[2].Vertices[0]"), 0);
    expectSamePoses(file, 1e-6F);
}

std::vector<std::pair<std::uint32_t, float>> sharesOf(const Bones& bones) {
    std::vector<std::pair<std::uint32_t, float>> out;
    for (const Weight& weight : bones.all()) out.emplace_back(weight.node, weight.share);
    return out;
}

Level levelOf(const std::vector<std::vector<Weight>>& rows) {
    Level out;
    out.weightStart.push_back(0);
    for (const auto& row : rows) {
        out.weights.insert(out.weights.end(), row.begin(), row.end());
        out.weightStart.push_back(static_cast<std::uint32_t>(out.weights.size()));
    }
    return out;
}

TEST(CompileWeights, AreThoseThatAFileCanHave) {
    using Shares = std::vector<std::pair<std::uint32_t, float>>;
    const Level level = levelOf({
        {{4, 1}},
        {{1, 0.75F}, {2, 0.21875F}, {3, 0.03125F}},
        // All of them are too small: the last one is kept.
        {{1, 0.03125F}, {2, 0.03125F}},
        // Five: the smallest goes, and what it had is taken from the others once more.
        {{0, 0.25F}, {1, 0.25F}, {2, 0.125F}, {3, 0.1875F}, {4, 0.1875F}},
        {},
    });
    Pruned pruned;
    const std::vector<Bones> bones = bonesOf(level, 5, pruned);
    EXPECT_EQ(sharesOf(bones[0]), (Shares{{4, 1}}));
    EXPECT_EQ(sharesOf(bones[1]), (Shares{{1, 0.765625F}, {2, 0.234375F}}));
    EXPECT_EQ(sharesOf(bones[2]), (Shares{{2, 1}}));
    EXPECT_EQ(sharesOf(bones[3]), (Shares{{0, 0.21875F}, {1, 0.21875F}, {3, 0.15625F}, {4, 0.15625F}}));
    EXPECT_EQ(sharesOf(bones[4]), (Shares{{0, 1}}));
    EXPECT_EQ(pruned.unmoved, 1U);
    measure(level, bones, pruned);
    EXPECT_EQ(pruned.vertices, 3U);
    EXPECT_EQ(pruned.mostMoved, 0.5F);
}

TEST(CompileWeights, OfATriangleAreAtMostFour) {
    using Shares = std::vector<std::pair<std::uint32_t, float>>;
    const Level level = levelOf({
        {{0, 0.5F}, {1, 0.25F}, {2, 0.25F}},
        {{3, 0.75F}, {2, 0.25F}},
        {{4, 1}},
    });
    Pruned pruned;
    std::vector<Bones> bones = bonesOf(level, 3, pruned);
    const std::uint32_t corners[] = {0, 1, 2};
    limitFaces(corners, bones);
    // Five bones: the least is 1, before 2, which is as small. Its share goes evenly to the others of its vertex.
    EXPECT_EQ(sharesOf(bones[0]), (Shares{{0, 0.625F}, {2, 0.375F}}));
    EXPECT_EQ(sharesOf(bones[1]), (Shares{{3, 0.75F}, {2, 0.25F}}));
    EXPECT_EQ(sharesOf(bones[2]), (Shares{{4, 1}}));
    // A bone that alone moves a vertex stays, however small its share is; a node that a vertex has twice counts once.
    const Level odd = levelOf({
        {{0, 0.5F}, {1, 0.5F}, {1, 0}},
        {{2, 0.25F}, {3, 0.75F}, {5, 0.125F}},
        {{4, -1}},
    });
    bones = bonesOf(odd, 3, pruned);
    bones[2].weights[0].share = -1;
    limitFaces(corners, bones);
    EXPECT_EQ(sharesOf(bones[2]), (Shares{{4, -1}}));
    EXPECT_LE(bones[0].count + bones[1].count, 4U);
}

TEST(CompileMesh, HasNormalsWhereTheTextHasNone) {
    // A large triangle that faces −Z and a small one that faces +Y meet in vertex 0: both count alike.
    const CompiledText file(
        meshText("(0 0 0)(0 9 0)(9 0 0)(0 0 1)(1 0 0)", "0 1 2 0 3 4", "(0 1)(0 1)(0 1)(0 1)(0 1)"));
    const std::string vertices = "Pieces.Pieces[0].LODs[0].Vertices";
    const std::vector<float> shared = file.floats(vertices + "[0].Normal");
    EXPECT_EQ(shared[0], 0);
    EXPECT_NEAR(shared[1], 0.70710678F, 1e-6F);
    EXPECT_NEAR(shared[2], -0.70710678F, 1e-6F);
    EXPECT_EQ(file.floats(vertices + "[1].Normal"), (std::vector<float>{0, 0, -1}));
    EXPECT_EQ(file.floats(vertices + "[3].Normal"), (std::vector<float>{0, 1, 0}));
}

TEST(CompileMesh, LeavesOutWhatCannotBeDrawn) {
    const CompiledText file(meshText("(0 0 0)(1 0 0)(0 1 0)", "0 1 9 2 1 0", "(0 1)"));
    EXPECT_EQ(file.number("Header.FaceCount"), 1U);
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[0].FaceCount"), 1U);
    EXPECT_NE(file.notes().find("- 1 triangle with a vertex that is not there is omitted."), std::string::npos);
    EXPECT_NE(file.notes().find("+ 2 vertices without weights follow the root."), std::string::npos);
    const CompiledText none(meshText("(0 0 0)(1 0 0)(0 1 0)", "", "(0 1)(0 1)(0 1)"));
    EXPECT_EQ(none.number("Pieces.Pieces[0].LODs[0].MeshType"), 7U);
    EXPECT_EQ(none.number("Pieces.Pieces[0].LODs[0].ObjectSize"), 0U);
    EXPECT_NE(none.notes().find("- 3 vertices of levels without triangles are omitted."), std::string::npos);
    const CompiledText bare(soundTextWith("(compression-type 3 )", "(exclude-geom 1 )"));
    EXPECT_EQ(bare.number("Pieces.PieceCount"), 0U);
    EXPECT_EQ(bare.number("Header.PieceCount"), 1U);
    EXPECT_EQ(bare.number("Header.FaceCount"), 2U);
    EXPECT_NE(bare.notes().find("- 1 piece is omitted, as the text says (exclude-geom)."), std::string::npos);
}

TEST(CompileLevels, StandWhereTheToolsPutThem) {
    const auto groups = [](std::string_view levels) {
        return soundTextWith(R"((lod-dists (0.0 100.0 ) ) (shapes ("body" "body_0" ) ))", levels);
    };
    // A level goes before those at its distance, and MaxLODOffset is where the last one was appended.
    const CompiledText sorted(
        groups(R"((min-max-offset 1 9) (lod-dists (50 0 50 ) ) (shapes ("body" "body_0" "NULL" ) ))"));
    const std::string piece = "Pieces.Pieces[0].";
    EXPECT_EQ(sorted.floats(piece + "LODDistances"), (std::vector<float>{0, 50, 50}));
    EXPECT_EQ(sorted.number(piece + "LODs[0].MeshType"), 4U);
    EXPECT_EQ(sorted.number(piece + "LODs[1].MeshType"), 7U);
    EXPECT_EQ(sorted.number(piece + "LODs[2].MeshType"), 5U);
    EXPECT_EQ(sorted.number(piece + "MinLODOffset"), 1U);
    EXPECT_EQ(sorted.number(piece + "MaxLODOffset"), 0U);
    // An empty level has the look of the first mesh.
    EXPECT_EQ(sorted.number(piece + "LODs[1].TextureIndices[0]"), 3U);
    const CompiledText missing(groups(R"((lod-dists (-1 0 10 ) ) (shapes ("body" "body_0" "other" "null" ) ))"));
    EXPECT_EQ(missing.model.pieces[0].lodCount, 1U);
    EXPECT_NE(missing.notes().find("- 1 level at a negative distance is omitted."), std::string::npos);
    EXPECT_NE(missing.notes().find("- 2 levels without shapes of their own or without distances are omitted."),
              std::string::npos);
    const CompiledText none(groups("(lod-dists () ) (shapes () )"));
    EXPECT_TRUE(none.model.pieces.empty());
    EXPECT_NE(none.notes().find("- The piece “body” has no levels, and is omitted."), std::string::npos);
    EXPECT_NE(none.notes().find("- 2 shapes in no piece are omitted."), std::string::npos);
    const CompiledText named(
        soundTextWith(R"((create-lod-group "body")", R"((create-lod-group "a name that has more than 31 letters")"));
    EXPECT_EQ(named.model.text(named.model.pieces[0].name), "a name that has more than 31 le");
    EXPECT_NE(named.notes().find("- 1 name of a piece is cut to 31 letters."), std::string::npos);
}

TEST(CompileLooks, AreThoseOfEachDialect) {
    const auto with = [](std::string_view look) {
        return soundTextWith("(texture-indices (3 4 ) ) (renderstyle-index 0 ) (render-priority 0 )", look);
    };
    const auto lookOf = [](const CompiledText& file) {
        const std::string lod = "Pieces.Pieces[0].LODs[0].";
        return std::array{
            static_cast<int>(file.number(lod + "TextureCount")), file.number<std::int32_t>(lod + "TextureIndices[0]"),
            file.number<std::int32_t>(lod + "TextureIndices[1]"), file.number<std::int32_t>(lod + "RenderStyle"),
            static_cast<int>(file.number<std::uint8_t>(lod + "RenderPriority"))};
    };
    EXPECT_EQ(lookOf(CompiledText(with(""))), (std::array{1, 0, 1, 0, 0}));
    EXPECT_EQ(
        lookOf(CompiledText(with("(texture-indices (-3e9 1e99 7 8 9)) (renderstyle-index 2) (render-priority 300)"))),
        (std::array{4, INT32_MIN, INT32_MAX, 2, 255}));
    EXPECT_EQ(lookOf(CompiledText(
                  with("(texture-indices (5 6)) (render-priority -3) (appearance (pc-mat (texture-index 2)))"))),
              (std::array{1, 2, 1, 0, 0}));
    EXPECT_EQ(lookOf(CompiledText(with("(texture-indices (5 6)) (appearance (render-style))"))),
              (std::array{2, 5, 6, 0, 0}));
}

TEST(CompileBoxes, HaveTheirAxesAndARadius) {
    const std::string box = R"((add-node-obb "root" (position (1 2 3 ) ) (orientation (0 0 0.70710678 0.70710678 ) )
        (dimensions (2 4 4 ) ) ) (add-node-obb "arm" (dimensions (1 1 1 ) ) (enabled true ) )
        (add-node-obb "nobody" ) )";
    const std::string part =
        R"((add-node-obb "arm" (position (0 0 0 ) ) (orientation (0 0 0 1 ) ) (dimensions (1 1 1 ) ) (enabled false ) ) )";
    const CompiledText file(soundTextWith(part, box));
    EXPECT_EQ(file.number("Boxes.BoxCount"), 2U);
    EXPECT_EQ(file.floats("Boxes.Boxes[0].Position"), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(file.floats("Boxes.Boxes[0].Size"), (std::vector<float>{2, 4, 4}));
    // A quarter turn to the left about Z: X becomes Y, Y becomes −X.
    const std::vector<float> axes{0, 1, 0, -1, 0, 0, 0, 0, 1};
    const std::vector<float> found = file.floats("Boxes.Boxes[0].Axes");
    for (std::size_t i = 0; i < axes.size(); ++i) EXPECT_NEAR(found[i], axes[i], 1e-6F) << i;
    EXPECT_EQ(file.number<float>("Boxes.Boxes[0].Radius"), 3);
    EXPECT_EQ(file.number("Boxes.Boxes[1].NodeIndex"), 1U);
    EXPECT_NE(file.notes().find("- 1 hit box on a node that is not there is omitted."), std::string::npos);
    const CompiledText old(soundTextWith(part, box), {23, {}});
    EXPECT_FALSE(old.document.walk().resolve("Boxes.Boxes[0].Radius"));
}

TEST(CompileParts, ThatDoNotFitAreOmittedOrMoved) {
    const CompiledText file(soundTextWith(R"((parent "arm" ) (pos)", R"((parent "nobody" ) (pos)"));
    EXPECT_EQ(file.model.sockets[0].node, 0U);
    EXPECT_NE(file.notes().find("+ 1 socket on a node that is not there is put onto the root."), std::string::npos);
    const CompiledText sets(soundTextWith("(weights (0.0 1.0 ) )", "(weights (0.0 ) )"));
    EXPECT_TRUE(sets.model.weightSets.empty());
    EXPECT_EQ(sets.number("Header.WeightSetCount"), 0U);
    EXPECT_NE(sets.notes().find("- The weight set “Upper” has 1 weight for 2 nodes, and is omitted."),
              std::string::npos);
    const CompiledText children(soundTextWith(R"((child-model (filename "base" ) (save-index 7 ) ))", R"(
        (child-model (filename "a.lta" ) (node-relations (((pos (0 0 0)))))) (child-model (filename "b.abc" ) )
        (child-model (filename ".ltb" ) ) (child-model (save-index 0 ) ))"));
    ASSERT_EQ(children.model.childModels.size(), 4U);
    EXPECT_EQ(children.model.text(children.model.childModels[1].name), "a.ltb");
    EXPECT_EQ(children.model.text(children.model.childModels[2].name), "b.ltb");
    EXPECT_EQ(children.model.text(children.model.childModels[3].name), ".ltb.ltb");
    EXPECT_NE(children.notes().find("- 1 child model without a file is omitted."), std::string::npos);
    EXPECT_NE(children.notes().find("- 1 child model loses where its nodes are in ModelEdit."), std::string::npos);
    const CompiledText tools(soundTextWith("(compile-options (", R"((texture-bindings ((0 "a") (1 "b")))
        (compile-options ()"));
    EXPECT_NE(tools.notes().find("- 2 textures of skin slots are omitted: a game sets them."), std::string::npos);
    const CompiledText preview(soundTextWith("(interp-time 150 )", R"((interp-time 150 ) (weight-set "Upper"))"));
    EXPECT_NE(preview.notes().find("- 1 weight set of an animation’s preview is omitted."), std::string::npos);
}

/// Weights refer to the last node of a name, everything else to the first one, whatever its case.
TEST(CompileNames, AreFoundAsTheToolsFindThem) {
    const std::string text = R"((lt-model-0 (hierarchy (children ((transform "Root" (children
        ((transform "joint") (transform "joint" (children ((transform "end"))))))))))
      (shape "m" (geometry (mesh "m" (vertex ((0 0 0)(1 0 0)(0 1 0))) (tri-fs (0 1 2)))))
      (on-load-cmds (add-deformer (skel-deformer (target "m") (influences ("joint" "ROOT")) (weightsets ((0 1) (1 1) (0 1)))))
        (set-node-flags (("JOINT" 2) ("end" 1)))
        (add-node-obb-list ((add-node-obb "Joint" (dimensions (1 1 1)))))
        (add-sockets ((socket "s" (parent "joint")) (socket "t" (parent "root"))))
        (anim-bindings ((anim-binding (name "A") (interp-time 1)) (anim-binding (name "a") (dims (1 2 3)) (interp-time 7))
          (anim-binding (name b) (dims (4 5 6))))))
      (animset "a" (keyframe (keyframe (times (0)))) (anims ((anim (parent "Root")))))
      (animset "A" (keyframe (keyframe (times (0)))) (anims ((anim (parent "Root")))))
      (animset "b" (keyframe (keyframe (times (0)))) (anims ((anim (parent "Root"))))))
)";
    const CompiledText file(text);
    EXPECT_EQ(file.bytesAt("Pieces.Pieces[0].LODs[0].BoneSets[0].Bones"), (std::vector<unsigned>{0, 2, 255, 255}));
    EXPECT_EQ(file.model.nodes[1].flags, 2);
    EXPECT_EQ(file.model.nodes[2].flags, 0);
    EXPECT_EQ(file.model.nodes[3].flags, 1);
    EXPECT_EQ(file.number("Boxes.Boxes[0].NodeIndex"), 1U);
    EXPECT_EQ(file.model.sockets[0].node, 1U);
    EXPECT_EQ(file.model.sockets[1].node, 0U);
    // Of two bindings the last one is for the first animation of its name; one without quotes is for none.
    EXPECT_EQ(file.floats("Animation.Animations[0].Extents"), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(file.number("Animation.Animations[0].InterpolationTime"), 7U);
    for (const std::string animation : {"Animation.Animations[1].", "Animation.Animations[2]."}) {
        EXPECT_EQ(file.floats(animation + "Extents"), (std::vector<float>{128, 16, 16}));
        EXPECT_EQ(file.number(animation + "InterpolationTime"), 200U);
    }
    EXPECT_NE(file.notes().find("- 1 binding whose name is not in quotes is omitted."), std::string::npos);
}

TEST(CompileRefusal, SaysWhatTheEngineWouldNotLoad) {
    EXPECT_EQ(refusalOf(soundText(), {22, {}}), "LTB has no version 22.");
    EXPECT_EQ(refusalOf(soundText(), {26, {}}), "LTB has no version 26.");
    EXPECT_EQ(refusalOf("(world (header))"), "The text is not a model.");
    EXPECT_EQ(refusalOf("(lt-model-0 (shape \"s\"))"), "An LTB needs a skeleton, and the text has none.");
    std::string nodes = "(lt-model-0 (hierarchy (children (";
    for (int i = 0; i < 255; ++i) nodes += "(transform \"n\")";
    EXPECT_EQ(refusalOf(nodes + ")))"), "An LTB can have 255 nodes, and the text has 256.");
    std::string meshes = "(lt-model-0 (hierarchy (children (";
    for (int i = 0; i < 254; ++i) meshes += "(transform \"n\")";
    EXPECT_EQ(refusalOf(meshes + "))) (shape \"d_1\"))"), "An LTB can have 255 nodes, and this one would have 256.");
    std::string pieces = "(lt-model-0 (hierarchy (children ((transform \"n\"))))";
    for (int i = 0; i < 65; ++i) pieces += "(shape \"s\")";
    EXPECT_EQ(refusalOf(pieces), "An LTB can have 64 pieces, and the text has 65.");
    std::string children = "(child-model (filename \"base\" ) (save-index 7 ) )";
    for (int i = 0; i < 31; ++i) children += "(child-model (filename \"x\"))";
    EXPECT_EQ(refusalOf(soundTextWith("(child-model (filename \"base\" ) (save-index 7 ) )", children)),
              "An LTB can have 31 child models, and the text has 32.");
    EXPECT_EQ(refusalOf(soundTextWith("(0.0 2.0 0.0 ) ) (quat", "(0.0 1e99 0.0 ) ) (quat")),
              "The model cannot be written: Sockets > Socket > 'Location' is not a finite number.");
    // Each corner has coordinates of its own.
    std::string uvs = "(uvs (";
    std::string faces;
    std::string corners = "(tex-fs (";
    for (int i = 0; i < 21846; ++i) {
        for (int c = 0; c < 3; ++c) {
            uvs += "(" + std::to_string(3 * i + c) + " 0)";
            corners += std::to_string(3 * i + c) + " ";
        }
        faces += "0 1 2 ";
    }
    EXPECT_EQ(
        refusalOf(meshText("(0 0 0)(1 0 0)(0 1 0)", faces, "(0 1)(0 1)(0 1)", uvs + ")) " + corners + "))")),
        "A level of “m” needs 65,538 vertices, since corners with other texture coordinates or nodes need their own; "
        "an LTB can have 65,535.");
}

TEST(CompileDamage, GivesAFileWithoutFindingsOrASentence) {
    const std::string sound = soundText();
    for (std::size_t i = 0; i < sound.size(); i += 3) {
        const std::vector<std::byte> cut = bytesOf(std::string_view(sound).substr(0, i));
        ASSERT_EQ(checkCompiled(lta::parse(cut)), Violation()) << i;
    }
    for (std::size_t i = 0; i < sound.size(); ++i) {
        std::string damaged = sound;
        damaged[i] = "()\"9-"[i % 5];
        const std::vector<std::byte> bytes = bytesOf(damaged);
        ASSERT_EQ(checkCompiled(lta::parse(bytes)), Violation()) << damaged[i] << " at " << i;
    }
    for (const lta::testing::NamedText& text : lta::testing::allTexts()) {
        ASSERT_EQ(checkCompiled(lta::parse(text.file)), Violation()) << text.name;
    }
}

}  // namespace
}  // namespace compiling::testing
