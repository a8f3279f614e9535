// The animations of texts in compiled models (ltb.md §5, §8): channels, steps, animated vertices, and what the makers'
// tools make of two animations.
#include "support/compile_invariants.h"
#include "support/compiled_text.h"

namespace compiling::testing {
namespace {

using lta::testing::soundText;
using lta::testing::soundTextWith;

/// Two nodes, and the animations that are given. @param type of compression
std::string movingText(std::string_view animations, std::uint32_t type, std::string_view shapes = "") {
    std::string out =
        R"((lt-model-0 (hierarchy (children ((transform "root" (matrix ((1 0 0 0)(0 1 0 0)(0 0 1 0)(0 0 0 1)))
        (children ((transform "arm" (matrix ((1 0 0 0)(0 1 0 2)(0 0 1 0)(0 0 0 1)))))))))) )";
    out.append(shapes).append(animations);
    return out += "(tools-info ((compile-options ((compression-type " + std::to_string(type) + "))))))";
}

/// An animation of keys 100 ms apart. @param moves lists of animated nodes or vertices
std::string animation(std::string_view name, int keys, std::string_view moves) {
    std::string out = "(animset \"" + std::string(name) + "\" (keyframe (keyframe (times (";
    for (int k = 0; k < keys; ++k) out += std::to_string(100 * k) + ' ';
    out += "))(values (";
    for (int k = 0; k < keys; ++k) out += "\"\" ";
    return out.append("))))(anims (").append(moves) += ")))";
}

std::string keysOf(std::string_view node, std::string_view keys) {
    return "(anim (parent \"" + std::string(node) + "\") (frames (posquat (" + std::string(keys) + "))))";
}

std::string framesOf(std::string_view shape, std::string_view frames) {
    return "(anim (parent \"" + std::string(shape) + "\") (frames (vertex (" + std::string(frames) + "))))";
}

std::string triangle(std::string_view name) {
    const std::string quoted = '"' + std::string(name) + '"';
    return "(shape " + quoted + " (geometry (mesh " + quoted +
           " (vertex ((0 0 0)(1 0 0)(0 1 0))) (normals ((0 0 -1)(0 0 -1)(0 0 -1)))"
           " (uvs ((0 0)(1 0)(0 1)(0.5 0.5))) (tri-fs (0 1 2 0 2 1)) (tex-fs (0 1 2 3 2 1)))))";
}

constexpr const char* kTracks = "Animation.Animations[0].NodeTransforms";

std::string track(std::uint32_t node, std::string_view field) {
    return std::string(kTracks) + '[' + std::to_string(node) + "]." + std::string(field);
}

TEST(CompileKeys, AreStoredOnceWhereAllAreTheSame) {
    const std::string moves = keysOf("root", "((1 2 3)(0 0 0 1)) ((1 2 3)(0 0 1 0)) ((1 2 3)(0 0 1 0))") +
                              keysOf("arm", "((0 2 0)(0 0 0 1)) ((0 2 0)(0 0 0 1)) ((0 3 0)(0 0 0 1))");
    for (const std::uint32_t type : {1U, 2U, 3U}) {
        const CompiledText file(movingText(animation("a", 3, moves), type));
        EXPECT_EQ(file.number(track(0, "LocationCount")), 1U);
        // Of some that are the same, all are stored.
        EXPECT_EQ(file.number(track(0, "RotationCount")), 3U);
        EXPECT_EQ(file.number(track(1, "LocationCount")), 3U);
        EXPECT_EQ(file.number(track(1, "RotationCount")), 1U);
        const std::uint32_t location = type == 2 ? 6 : 12;
        const std::uint32_t rotation = type == 1 ? 16 : 8;
        EXPECT_EQ(file.number("Header.AnimDataSize"), 4 * location + 4 * rotation);
    }
    const CompiledText plain(movingText(animation("a", 3, moves), 0));
    EXPECT_EQ(plain.number("Header.AnimDataSize"), 2U * 3 * 28);
    // All places, then all rotations.
    EXPECT_EQ(plain.floats(track(1, "Locations")), (std::vector<float>{0, 2, 0, 0, 2, 0, 0, 3, 0}));
    EXPECT_EQ(plain.floats(track(0, "Rotations")), (std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}));
}

TEST(CompileKeys, InSixteenBitsAreCutTowardsZero) {
    const CompiledText file(
        movingText(animation("a", 1, keysOf("root", "((1.99 -1.99 5000)(0.5 -0.5 -0.00000001 2))")), 2));
    const std::int16_t numbers[] = {31, -31, 32767, 16383, -16383, 0, 32767};
    const std::uint32_t location = file.at(track(0, "Locations")).start;
    const std::uint32_t rotation = file.at(track(0, "Rotations")).start;
    for (std::uint32_t i = 0; i < std::size(numbers); ++i) {
        const std::uint32_t at = i < 3 ? location + 2 * i : rotation + 2 * (i - 3);
        EXPECT_EQ(core::load<std::int16_t>(file.document.bytes, at), numbers[i]) << i;
    }
    EXPECT_NE(file.notes().find("rounded toward 0 by up to 0.0525 units."), std::string::npos) << file.notes();
    EXPECT_NE(file.notes().find("- 1 coordinate of a key beyond ±2,047.9 is cut."), std::string::npos);
}

TEST(CompileKeys, ThatAreNoNumbersAreRefusedInEachCompression) {
    for (const std::uint32_t type : {0U, 1U, 2U, 3U}) {
        for (const auto& [keys, field] :
             {std::pair{"((0 1e99 0)(0 0 0 1))", "Locations"}, std::pair{"((0 0 0)(0 -1e99 0 1))", "Rotations"}}) {
            const std::string text = movingText(animation("a", 1, keysOf("root", keys)), type);
            const std::vector<std::byte> bytes = lta::testing::bytesOf(text);
            const Compiled compiled = compile(lta::parse(bytes), {});
            EXPECT_TRUE(compiled.bytes.empty());
            EXPECT_NE(compiled.refusal.find(field), std::string::npos) << compiled.refusal;
            EXPECT_NE(compiled.refusal.find("is not a finite number"), std::string::npos) << compiled.refusal;
        }
    }
}

TEST(CompileKeys, ThatAreMissingAreAsTheLastOne) {
    const std::string moves = keysOf("root", "((1 0 0)(0 0 0 1)) ((2 0 0)(0 0 0 1))");
    const CompiledText file(movingText(animation("a", 3, moves), 1));
    EXPECT_EQ(file.floats(track(0, "Locations")), (std::vector<float>{1, 0, 0, 2, 0, 0, 2, 0, 0}));
    const CompiledText more(movingText(animation("a", 1, moves), 1));
    EXPECT_EQ(more.floats(track(0, "Locations")), (std::vector<float>{1, 0, 0}));
}

TEST(CompileKeys, HaveNoSignOfZero) {
    const CompiledText file(movingText(animation("a", 1, keysOf("root", "((-0.0 0 0)(0 0 -0.000 1))")), 1));
    EXPECT_EQ(file.number(track(0, "Locations")), 0U);
    EXPECT_EQ(core::load<std::uint32_t>(file.document.bytes, file.at(track(0, "Rotations")).start + 8), 0U);
}

TEST(CompileKeys, ComeLaterAndLater) {
    const std::string late = soundTextWith("(times (100 1100 ) )", "(times (100 100 ) )");
    const CompiledText file(late);
    EXPECT_EQ(file.number("Animation.Animations[0].Keyframes[1].Time"), 1U);
    EXPECT_NE(file.notes().find("+ 1 key that is not later than the one before is moved to 1 ms after it, in “turn”."),
              std::string::npos);
    const CompiledText none(soundTextWith("(times (100 1100 ) )", ""));
    EXPECT_TRUE(none.model.animations.empty());
    EXPECT_NE(none.notes().find("- The animation “turn” has no keys, and is omitted."), std::string::npos);
    const CompiledText never(soundTextWith("(times (100 1100 ) )", "(times (0 4e9 ) )"));
    EXPECT_TRUE(never.model.animations.empty());
    EXPECT_NE(never.notes().find("- The animation “turn” has keys later than in three weeks, and is omitted."),
              std::string::npos);
}

TEST(CompileKeys, AreNotMoreThanAFileMayHave) {
    std::string times;
    for (int k = 0; k < 20000; ++k) times += std::to_string(k) + ' ';
    std::string text = "(lt-model-0 (hierarchy (children (";
    for (int n = 0; n < 249; ++n) text += "(transform \"n\")";
    text += ")))(animset \"a\" (keyframe (keyframe (times (" + times + ")))) (anims (" +
            keysOf("n", "((0 0 0)(0 0 0 1))") + "))))";
    const std::vector<std::byte> bytes = bytesOf(text);
    EXPECT_EQ(compile(lta::parse(bytes)).refusal,
              "The animations have 5,000,000 keys of nodes and vertices, more than 4,194,304.");
}

const std::string kFrames =
    framesOf("d_x", R"(((0 0 0)(1 0 0)(0 1 0)) ((0 0 0)(2 0 0)(0 1 0)) ((0 0 0)(3 0 0)(0 1 0)))");

TEST(CompileVertices, AreAnimatedByTheNodeOfTheirName) {
    const std::string moves = keysOf("arm", "((0 2 0)(0 0 0 1)) ((0 3 0)(0 0 0 1)) ((0 4 0)(0 0 0 1))") + kFrames;
    const CompiledText file(movingText(animation("a", 3, moves), 2, triangle("d_x")));
    // The text has no such node: it is the root's last child.
    ASSERT_EQ(file.model.nodes.size(), 3U);
    EXPECT_EQ(file.model.text(file.model.nodes[2].name), "d_x");
    EXPECT_EQ(file.model.nodes[2].parent, 0U);
    EXPECT_NE(file.notes().find("+ 1 node is added below the root, for the meshes of the same names (“d_…”)."),
              std::string::npos);
    const std::string lod = "Pieces.Pieces[0].LODs[0].";
    EXPECT_EQ(file.number(lod + "MeshType"), 6U);
    EXPECT_EQ(file.number(lod + "VertexCount"), 4U);
    EXPECT_EQ(file.number(lod + "AnimatedCount"), 3U);
    EXPECT_EQ(file.number(lod + "MaxBonesPerFace"), 0U);
    EXPECT_EQ(file.number(lod + "AnimNode"), 2U);
    EXPECT_EQ(file.number(lod + "Bone"), 0U);
    EXPECT_EQ(file.number(lod + "DuplicateCount"), 1U);
    EXPECT_EQ(file.number<std::uint16_t>(lod + "Duplicates[0].Source"), 0);
    EXPECT_EQ(file.number<std::uint16_t>(lod + "Duplicates[0].Target"), 3);
    // Nothing is compressed then.
    EXPECT_EQ(file.number("Animation.Animations[0].Compression"), 0U);
    EXPECT_EQ(file.number<std::uint8_t>(track(2, "IsVertexAnimation")), 1);
    EXPECT_EQ(file.number<std::uint8_t>(track(1, "IsVertexAnimation")), 0);
    EXPECT_EQ(file.floats(track(2, "VertexFrames[1].Positions")), (std::vector<float>{0, 0, 0, 2, 0, 0, 0, 1, 0}));
    EXPECT_EQ(file.number("Header.VertAnimDataSize"), 3U * 3 * 12);
    EXPECT_EQ(file.number("Header.AnimDataSize"), 2U * 3 * 28);
    // Half way between the last keys, the second vertex is half way.
    abc::Layer layer;
    layer.source = &file.model;
    layer.animation = 0;
    layer.timeMs = 150;
    std::vector<abc::Vec3> positions(4);
    std::vector<abc::Vec3> normals(4);
    abc::deform(file.model, abc::pose(file.model, {&layer, 1}), 0, 0, positions, normals);
    EXPECT_EQ(positions[1].x, 2.5F);
    EXPECT_EQ(positions[1].y, 0);
}

/// Where the vertices of all triangles of the first piece are at a time of an animation, corner by corner.
std::vector<float> cornersAt(const abc::Model& model, std::uint32_t animation, double time) {
    abc::Layer layer;
    layer.source = &model;
    layer.animation = animation;
    layer.timeMs = time;
    std::vector<abc::Vec3> positions(model.vertexCount(0, 0));
    std::vector<abc::Vec3> normals(positions.size());
    abc::deform(model, abc::pose(model, {&layer, 1}), 0, 0, positions, normals);
    std::vector<float> out;
    for (const abc::Triangle& triangle : abc::topology(model, 0, 0)) {
        for (const std::uint32_t v : triangle.corners) {
            for (const abc::Vec3 each : {positions[v], normals[v]}) out.insert(out.end(), {each.x, each.y, each.z});
        }
    }
    return out;
}

/// Turned by 90° about Z and moved, so that a mistake in what moves the vertices shows.
const std::string kTurned = keysOf("root", R"(((0 5 0)(0 0 0.70710678 0.70710678)) ((0 6 0)(0 0 0.70710678 0.70710678))
                                              ((0 7 0)(0 0 0.70710678 0.70710678)))");

TEST(CompileVertices, MoveInTheTextAsInTheCompiledModel) {
    const std::string few = framesOf("d_x", "((5 5 5)) ((0 0 0)(2 0 0)(0 1 0)(9 9 9))");
    const std::string later = animation("b", 3, kTurned);
    const std::string texts[] = {
        movingText(animation("a", 3, kTurned + kFrames) + later, 2, triangle("d_x")),
        movingText(animation("a", 3, kTurned + few) + later, 0, triangle("d_x")),
        // In place of a node that the text has, and of another case than the mesh.
        movingText(animation("a", 3, kTurned + framesOf("arm", "((1 0 0)) ((3 0 0)) ((4 1 0))")), 0, triangle("ARM")),
        movingText(animation("a", 3, kTurned + framesOf("d_x", "")), 0, triangle("d_x")),
    };
    for (const std::string& text : texts) {
        const CompiledText file(text);
        ASSERT_EQ(file.sourceModel.animations.size(), file.model.animations.size());
        for (std::uint32_t a = 0; a < file.model.animations.size(); ++a) {
            for (const double time : {0.0, 70.0, 100.0, 130.0, 200.0}) {
                const std::vector<float> ours = cornersAt(file.sourceModel, a, time);
                const std::vector<float> theirs = cornersAt(file.model, a, time);
                ASSERT_EQ(ours.size(), theirs.size());
                for (std::size_t i = 0; i < ours.size(); ++i) {
                    EXPECT_NEAR(ours[i], theirs[i], 2e-3F) << a << ' ' << time << ' ' << i << text;
                }
            }
        }
    }
    // By hand: between the keys at 100 and 200 ms the second vertex is at (2.5, 0, 0), which the root turns to
    // (0, 2.5, 0) and lifts by 6.5.
    const std::vector<float> moved = cornersAt(CompiledText(texts[0]).sourceModel, 0, 150);
    EXPECT_NEAR(moved[6], 0, 1e-5F);
    EXPECT_NEAR(moved[7], 9, 1e-5F);
}

TEST(CompileVertices, RestWhereTheTextHasTooFew) {
    const std::string few = framesOf("d_x", "((5 5 5)) ((0 0 0)(2 0 0)(0 1 0)(9 9 9))");
    const CompiledText file(movingText(animation("a", 3, few), 0, triangle("d_x")));
    EXPECT_EQ(file.floats(track(2, "VertexFrames[0].Positions")), (std::vector<float>{5, 5, 5, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(file.floats(track(2, "VertexFrames[1].Positions")), (std::vector<float>{0, 0, 0, 2, 0, 0, 0, 1, 0}));
    EXPECT_EQ(file.floats(track(2, "VertexFrames[2].Positions")), (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_NE(file.notes().find("- 3 keys do not have as many positions as the mesh has vertices"), std::string::npos);
    const CompiledText more(movingText(animation("a", 1, kFrames), 0, triangle("d_x")));
    EXPECT_EQ(more.number("Header.VertAnimDataSize"), 3U * 12);
}

TEST(CompileVertices, OfNoMeshAreNoMovement) {
    // No mesh of the name; a node that is there, and a mesh that belongs to another one.
    const CompiledText file(movingText(animation("a", 1, framesOf("arm", "((0 0 0))")), 3, triangle("other")));
    EXPECT_EQ(file.number("Animation.Animations[0].Compression"), 3U);
    EXPECT_EQ(file.number("Header.VertAnimDataSize"), 0U);
    EXPECT_EQ(file.number("Pieces.Pieces[0].LODs[0].MeshType"), 4U);
    std::string owned = triangle("d_x");
    owned.insert(owned.size() - 1, "(parent \"arm\")");
    EXPECT_EQ(CompiledText(movingText(animation("a", 1, kFrames), 3, owned)).model.nodes.size(), 2U);
}

TEST(CompileVertices, AreJoinedWithTheMovementOfNodesThatFollows) {
    const std::string nodes = animation("walk", 2, keysOf("arm", "((0 2 0)(0 0 0 1)) ((0 4 0)(0 0 1 0))"));
    std::string vertices = animation("walkVA", 3, kFrames);
    vertices.replace(vertices.find("0 100 200"), 9, "0 50 300 ");
    const CompiledText file(movingText(vertices + nodes, 2, triangle("d_x")));
    ASSERT_EQ(file.model.animations.size(), 1U);
    EXPECT_EQ(file.model.text(file.model.animations[0].name), "walk");
    EXPECT_EQ(file.number("Animation.Animations[0].KeyframeCount"), 3U);
    EXPECT_EQ(file.number("Animation.Animations[0].Keyframes[1].Time"), 50U);
    // The arm half way at 50 ms, and at its last key from 100 ms on.
    EXPECT_EQ(file.floats(track(1, "Locations")), (std::vector<float>{0, 2, 0, 0, 3, 0, 0, 4, 0}));
    const std::vector<float> rotations = file.floats(track(1, "Rotations"));
    EXPECT_NEAR(rotations[6], 0.70710678F, 1e-6F);
    EXPECT_EQ(rotations[10], 1);
    // The root, which neither moves, goes where the tools put it.
    EXPECT_EQ(file.floats(track(0, "Locations")), (std::vector<float>{0, -10, 0, 0, -10, 0, 0, -10, 0}));
    EXPECT_NE(file.notes().find("+ 1 node that neither of two joined animations moves gets the position (0, −10, 0)"),
              std::string::npos);
    EXPECT_EQ(file.number<std::uint8_t>(track(2, "IsVertexAnimation")), 1);
}

TEST(CompileVertices, AloneAreKeptWhereNothingElseMoves) {
    const std::string nodes = animation("run", 2, keysOf("arm", "((0 2 0)(0 0 0 1)) ((0 4 0)(0 0 1 0))"));
    const CompiledText file(
        movingText(animation("walkVA", 3, kFrames) + nodes + animation("x", 1, ""), 2, triangle("d_x")));
    ASSERT_EQ(file.model.animations.size(), 1U);
    EXPECT_EQ(file.model.text(file.model.animations[0].name), "run");
    EXPECT_NE(file.notes().find("- The animation “walkVA” moves only vertices"), std::string::npos);
    EXPECT_NE(file.notes().find("- The animation “x” moves nothing, and is omitted."), std::string::npos);
    // As the last one, or with a name that is too short for another one.
    EXPECT_EQ(
        CompiledText(movingText(nodes + animation("runVA", 3, kFrames), 2, triangle("d_x"))).model.animations.size(),
        1U);
    EXPECT_EQ(CompiledText(movingText(animation("V", 3, kFrames) + nodes, 2, triangle("d_x"))).model.animations.size(),
              1U);
    const CompiledText lone(movingText(animation("walkVA", 3, kFrames), 2, triangle("d_x")));
    EXPECT_EQ(lone.model.text(lone.model.animations[0].name), "walkVA");
    EXPECT_EQ(lone.number("Pieces.Pieces[0].LODs[0].MeshType"), 6U);
    EXPECT_EQ(lone.floats(track(1, "Locations")), (std::vector<float>{0, 2, 0, 0, 2, 0, 0, 2, 0}));
}

}  // namespace
}  // namespace compiling::testing
