// Every leaf of two small files, worked out from abc.md and interfaces.md without the schema.
#include <gtest/gtest.h>

#include "support/fixtures.h"

namespace abc::testing {
namespace {

struct ExpectedLeaf {
    std::uint32_t offset;
    std::uint32_t length;
    std::string_view type;
    std::string_view path;
};

constexpr ExpectedLeaf kLeavesV12[] = {
    {0, 8, "string", "Header.Type"},
    {8, 4, "u32", "Header.NextSectionOffset"},
    {12, 4, "u32", "Header.Version"},
    {16, 4, "u32", "Header.KeyframeCount"},
    {20, 4, "u32", "Header.AnimationCount"},
    {24, 4, "u32", "Header.NodeCount"},
    {28, 4, "u32", "Header.PieceCount"},
    {32, 4, "u32", "Header.ChildModelCount"},
    {36, 4, "u32", "Header.FaceCount"},
    {40, 4, "u32", "Header.VertexCount"},
    {44, 4, "u32", "Header.WeightCount"},
    {48, 4, "u32", "Header.LODCount"},
    {52, 4, "u32", "Header.SocketCount"},
    {56, 4, "u32", "Header.WeightSetCount"},
    {60, 4, "u32", "Header.StringCount"},
    {64, 4, "u32", "Header.StringLengthTotal"},
    {68, 14, "string", "Header.CommandString"},
    {82, 4, "f32", "Header.InternalRadius"},
    {86, 2, "u16", "Header.LODDistanceCount"},
    {88, 62, "bytes", "Header.Padding"},
    {150, 8, "string", "Pieces.Type"},
    {158, 4, "u32", "Pieces.NextSectionOffset"},
    {162, 4, "u32", "Pieces.WeightCount"},
    {166, 4, "u32", "Pieces.PieceCount"},
    {170, 2, "u16", "Pieces.Pieces[0].MaterialIndex"},
    {172, 4, "f32", "Pieces.Pieces[0].SpecularPower"},
    {176, 4, "f32", "Pieces.Pieces[0].SpecularScale"},
    {180, 4, "f32", "Pieces.Pieces[0].LODWeight"},
    {184, 2, "u16", "Pieces.Pieces[0].ExtraCount"},
    {186, 6, "string", "Pieces.Pieces[0].Name"},
    {192, 4, "u32", "Pieces.Pieces[0].LODs[0].FaceCount"},
    {196, 4, "f32", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0].Texcoord.U"},
    {200, 4, "f32", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0].Texcoord.V"},
    {204, 2, "u16", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0].VertexIndex"},
    {206, 4, "f32", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].Texcoord.U"},
    {210, 4, "f32", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].Texcoord.V"},
    {214, 2, "u16", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].VertexIndex"},
    {216, 4, "f32", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[2].Texcoord.U"},
    {220, 4, "f32", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[2].Texcoord.V"},
    {224, 2, "u16", "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[2].VertexIndex"},
    {226, 4, "u32", "Pieces.Pieces[0].LODs[0].VertexCount"},
    {230, 2, "u16", "Pieces.Pieces[0].LODs[0].Vertices[0].WeightCount"},
    {232, 2, "u16", "Pieces.Pieces[0].LODs[0].Vertices[0].SubLODVertexIndex"},
    {234, 4, "u32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].NodeIndex"},
    {238, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].Location.X"},
    {242, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].Location.Y"},
    {246, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].Location.Z"},
    {250, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].Bias"},
    {254, 4, "u32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[1].NodeIndex"},
    {258, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[1].Location.X"},
    {262, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[1].Location.Y"},
    {266, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[1].Location.Z"},
    {270, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[1].Bias"},
    {274, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Location.X"},
    {278, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Location.Y"},
    {282, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Location.Z"},
    {286, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Normal.X"},
    {290, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Normal.Y"},
    {294, 4, "f32", "Pieces.Pieces[0].LODs[0].Vertices[0].Normal.Z"},
    {298, 7, "string", "Nodes.Type"},
    {305, 4, "u32", "Nodes.NextSectionOffset"},
    {309, 6, "string", "Nodes.Nodes[0].Name"},
    {315, 2, "u16", "Nodes.Nodes[0].Index"},
    {317, 1, "u8", "Nodes.Nodes[0].Flags"},
    {318, 4, "f32", "Nodes.Nodes[0].Matrix[0]"},
    {322, 4, "f32", "Nodes.Nodes[0].Matrix[1]"},
    {326, 4, "f32", "Nodes.Nodes[0].Matrix[2]"},
    {330, 4, "f32", "Nodes.Nodes[0].Matrix[3]"},
    {334, 4, "f32", "Nodes.Nodes[0].Matrix[4]"},
    {338, 4, "f32", "Nodes.Nodes[0].Matrix[5]"},
    {342, 4, "f32", "Nodes.Nodes[0].Matrix[6]"},
    {346, 4, "f32", "Nodes.Nodes[0].Matrix[7]"},
    {350, 4, "f32", "Nodes.Nodes[0].Matrix[8]"},
    {354, 4, "f32", "Nodes.Nodes[0].Matrix[9]"},
    {358, 4, "f32", "Nodes.Nodes[0].Matrix[10]"},
    {362, 4, "f32", "Nodes.Nodes[0].Matrix[11]"},
    {366, 4, "f32", "Nodes.Nodes[0].Matrix[12]"},
    {370, 4, "f32", "Nodes.Nodes[0].Matrix[13]"},
    {374, 4, "f32", "Nodes.Nodes[0].Matrix[14]"},
    {378, 4, "f32", "Nodes.Nodes[0].Matrix[15]"},
    {382, 4, "u32", "Nodes.Nodes[0].ChildCount"},
    {386, 4, "u32", "Nodes.WeightSetCount"},
    {390, 7, "string", "Nodes.WeightSets[0].Name"},
    {397, 4, "u32", "Nodes.WeightSets[0].NodeCount"},
    {401, 4, "f32", "Nodes.WeightSets[0].NodeWeights[0]"},
    {405, 13, "string", "ChildModels.Type"},
    {418, 4, "u32", "ChildModels.NextSectionOffset"},
    {422, 2, "u16", "ChildModels.Count"},
    {424, 2, "string", "ChildModels.ChildModels[0].Name"},
    {426, 4, "u32", "ChildModels.ChildModels[0].BuildNumber"},
    {430, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Location.X"},
    {434, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Location.Y"},
    {438, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Location.Z"},
    {442, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Rotation.X"},
    {446, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Rotation.Y"},
    {450, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Rotation.Z"},
    {454, 4, "f32", "ChildModels.ChildModels[0].Transforms[0].Rotation.W"},
    {458, 11, "string", "Animation.Type"},
    {469, 4, "u32", "Animation.NextSectionOffset"},
    {473, 4, "u32", "Animation.Count"},
    {477, 4, "f32", "Animation.Animations[0].Extents.X"},
    {481, 4, "f32", "Animation.Animations[0].Extents.Y"},
    {485, 4, "f32", "Animation.Animations[0].Extents.Z"},
    {489, 6, "string", "Animation.Animations[0].Name"},
    {495, 4, "i32", "Animation.Animations[0].Unknown"},
    {499, 4, "u32", "Animation.Animations[0].InterpolationTime"},
    {503, 4, "u32", "Animation.Animations[0].KeyframeCount"},
    {507, 4, "u32", "Animation.Animations[0].Keyframes[0].Time"},
    {511, 6, "string", "Animation.Animations[0].Keyframes[0].String"},
    {517, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Location.X"},
    {521, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Location.Y"},
    {525, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Location.Z"},
    {529, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation.X"},
    {533, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation.Y"},
    {537, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation.Z"},
    {541, 4, "f32", "Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation.W"},
    {545, 9, "string", "Sockets.Type"},
    {554, 4, "u32", "Sockets.NextSectionOffset"},
    {558, 4, "u32", "Sockets.Count"},
    {562, 4, "u32", "Sockets.Sockets[0].NodeIndex"},
    {566, 6, "string", "Sockets.Sockets[0].Name"},
    {572, 4, "f32", "Sockets.Sockets[0].Rotation.X"},
    {576, 4, "f32", "Sockets.Sockets[0].Rotation.Y"},
    {580, 4, "f32", "Sockets.Sockets[0].Rotation.Z"},
    {584, 4, "f32", "Sockets.Sockets[0].Rotation.W"},
    {588, 4, "f32", "Sockets.Sockets[0].Location.X"},
    {592, 4, "f32", "Sockets.Sockets[0].Location.Y"},
    {596, 4, "f32", "Sockets.Sockets[0].Location.Z"},
    {600, 14, "string", "AnimBindings.Type"},
    {614, 4, "u32", "AnimBindings.NextSectionOffset"},
    {618, 4, "u32", "AnimBindings.Lists[0].Count"},
    {622, 6, "string", "AnimBindings.Lists[0].AnimBindings[0].Name"},
    {628, 4, "f32", "AnimBindings.Lists[0].AnimBindings[0].Extents.X"},
    {632, 4, "f32", "AnimBindings.Lists[0].AnimBindings[0].Extents.Y"},
    {636, 4, "f32", "AnimBindings.Lists[0].AnimBindings[0].Extents.Z"},
    {640, 4, "f32", "AnimBindings.Lists[0].AnimBindings[0].Origin.X"},
    {644, 4, "f32", "AnimBindings.Lists[0].AnimBindings[0].Origin.Y"},
    {648, 4, "f32", "AnimBindings.Lists[0].AnimBindings[0].Origin.Z"},
};

constexpr ExpectedLeaf kLeavesV6[] = {
    {0, 8, "string", "Header.Type"},
    {8, 4, "u32", "Header.NextSectionOffset"},
    {12, 30, "string", "Header.FileToken"},
    {42, 2, "string", "Header.CommandString"},
    {44, 10, "string", "Geometry.Type"},
    {54, 4, "u32", "Geometry.NextSectionOffset"},
    {58, 4, "f32", "Geometry.BoundsMin.X"},
    {62, 4, "f32", "Geometry.BoundsMin.Y"},
    {66, 4, "f32", "Geometry.BoundsMin.Z"},
    {70, 4, "f32", "Geometry.BoundsMax.X"},
    {74, 4, "f32", "Geometry.BoundsMax.Y"},
    {78, 4, "f32", "Geometry.BoundsMax.Z"},
    {82, 4, "u32", "Geometry.NumLODs"},
    {86, 2, "u16", "Geometry.VertexStartNum[0]"},
    {88, 4, "u32", "Geometry.NumTris"},
    {92, 4, "f32", "Geometry.FaceInfo[0].TexCoords[0].U"},
    {96, 4, "f32", "Geometry.FaceInfo[0].TexCoords[0].V"},
    {100, 4, "f32", "Geometry.FaceInfo[0].TexCoords[1].U"},
    {104, 4, "f32", "Geometry.FaceInfo[0].TexCoords[1].V"},
    {108, 4, "f32", "Geometry.FaceInfo[0].TexCoords[2].U"},
    {112, 4, "f32", "Geometry.FaceInfo[0].TexCoords[2].V"},
    {116, 2, "u16", "Geometry.FaceInfo[0].VertexIndex[0]"},
    {118, 2, "u16", "Geometry.FaceInfo[0].VertexIndex[1]"},
    {120, 2, "u16", "Geometry.FaceInfo[0].VertexIndex[2]"},
    {122, 1, "i8", "Geometry.FaceInfo[0].FaceNormal.X"},
    {123, 1, "i8", "Geometry.FaceInfo[0].FaceNormal.Y"},
    {124, 1, "i8", "Geometry.FaceInfo[0].FaceNormal.Z"},
    {125, 4, "u32", "Geometry.NumVerts"},
    {129, 4, "u32", "Geometry.NormalVerts"},
    {133, 4, "f32", "Geometry.VertexInfo[0].Position.X"},
    {137, 4, "f32", "Geometry.VertexInfo[0].Position.Y"},
    {141, 4, "f32", "Geometry.VertexInfo[0].Position.Z"},
    {145, 1, "i8", "Geometry.VertexInfo[0].VertexNormal.X"},
    {146, 1, "i8", "Geometry.VertexInfo[0].VertexNormal.Y"},
    {147, 1, "i8", "Geometry.VertexInfo[0].VertexNormal.Z"},
    {148, 1, "u8", "Geometry.VertexInfo[0].TransformationIndex"},
    {149, 2, "u16", "Geometry.VertexInfo[0].Replacements[0]"},
    {151, 2, "u16", "Geometry.VertexInfo[0].Replacements[1]"},
    {153, 7, "string", "Nodes.Type"},
    {160, 4, "u32", "Nodes.NextSectionOffset"},
    {164, 4, "f32", "Nodes.Nodes[0].BoundsMin.X"},
    {168, 4, "f32", "Nodes.Nodes[0].BoundsMin.Y"},
    {172, 4, "f32", "Nodes.Nodes[0].BoundsMin.Z"},
    {176, 4, "f32", "Nodes.Nodes[0].BoundsMax.X"},
    {180, 4, "f32", "Nodes.Nodes[0].BoundsMax.Y"},
    {184, 4, "f32", "Nodes.Nodes[0].BoundsMax.Z"},
    {188, 6, "string", "Nodes.Nodes[0].NodeName"},
    {194, 2, "u16", "Nodes.Nodes[0].TransformationIndex"},
    {196, 1, "u8", "Nodes.Nodes[0].Flags"},
    {197, 4, "u32", "Nodes.Nodes[0].NumMDVerts"},
    {201, 2, "u16", "Nodes.Nodes[0].MDVertList[0]"},
    {203, 4, "u32", "Nodes.Nodes[0].NumChildren"},
    {207, 11, "string", "Animation.Type"},
    {218, 4, "u32", "Animation.NextSectionOffset"},
    {222, 4, "u32", "Animation.NumAnims"},
    {226, 6, "string", "Animation.Anims[0].AnimName"},
    {232, 4, "u32", "Animation.Anims[0].Length"},
    {236, 4, "f32", "Animation.Anims[0].BoundsMin.X"},
    {240, 4, "f32", "Animation.Anims[0].BoundsMin.Y"},
    {244, 4, "f32", "Animation.Anims[0].BoundsMin.Z"},
    {248, 4, "f32", "Animation.Anims[0].BoundsMax.X"},
    {252, 4, "f32", "Animation.Anims[0].BoundsMax.Y"},
    {256, 4, "f32", "Animation.Anims[0].BoundsMax.Z"},
    {260, 4, "u32", "Animation.Anims[0].NumKeyframes"},
    {264, 4, "u32", "Animation.Anims[0].KeyframeData[0].TimeIndex"},
    {268, 4, "f32", "Animation.Anims[0].KeyframeData[0].BoundsMin.X"},
    {272, 4, "f32", "Animation.Anims[0].KeyframeData[0].BoundsMin.Y"},
    {276, 4, "f32", "Animation.Anims[0].KeyframeData[0].BoundsMin.Z"},
    {280, 4, "f32", "Animation.Anims[0].KeyframeData[0].BoundsMax.X"},
    {284, 4, "f32", "Animation.Anims[0].KeyframeData[0].BoundsMax.Y"},
    {288, 4, "f32", "Animation.Anims[0].KeyframeData[0].BoundsMax.Z"},
    {292, 6, "string", "Animation.Anims[0].KeyframeData[0].FrameString"},
    {298, 4, "u32", "Animation.Anims[0].KeyframeData[1].TimeIndex"},
    {302, 4, "f32", "Animation.Anims[0].KeyframeData[1].BoundsMin.X"},
    {306, 4, "f32", "Animation.Anims[0].KeyframeData[1].BoundsMin.Y"},
    {310, 4, "f32", "Animation.Anims[0].KeyframeData[1].BoundsMin.Z"},
    {314, 4, "f32", "Animation.Anims[0].KeyframeData[1].BoundsMax.X"},
    {318, 4, "f32", "Animation.Anims[0].KeyframeData[1].BoundsMax.Y"},
    {322, 4, "f32", "Animation.Anims[0].KeyframeData[1].BoundsMax.Z"},
    {326, 2, "string", "Animation.Anims[0].KeyframeData[1].FrameString"},
    {328, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Translation.X"},
    {332, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Translation.Y"},
    {336, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Translation.Z"},
    {340, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Rotation.X"},
    {344, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Rotation.Y"},
    {348, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Rotation.Z"},
    {352, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[0].Rotation.W"},
    {356, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Translation.X"},
    {360, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Translation.Y"},
    {364, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Translation.Z"},
    {368, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Rotation.X"},
    {372, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Rotation.Y"},
    {376, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Rotation.Z"},
    {380, 4, "f32", "Animation.Anims[0].NodeAnims[0].Keys[1].Rotation.W"},
    {384, 1, "u8", "Animation.Anims[0].NodeAnims[0].Deformation[0][0].X"},
    {385, 1, "u8", "Animation.Anims[0].NodeAnims[0].Deformation[0][0].Y"},
    {386, 1, "u8", "Animation.Anims[0].NodeAnims[0].Deformation[0][0].Z"},
    {387, 1, "u8", "Animation.Anims[0].NodeAnims[0].Deformation[1][0].X"},
    {388, 1, "u8", "Animation.Anims[0].NodeAnims[0].Deformation[1][0].Y"},
    {389, 1, "u8", "Animation.Anims[0].NodeAnims[0].Deformation[1][0].Z"},
    {390, 4, "f32", "Animation.Anims[0].NodeAnims[0].Scale.X"},
    {394, 4, "f32", "Animation.Anims[0].NodeAnims[0].Scale.Y"},
    {398, 4, "f32", "Animation.Anims[0].NodeAnims[0].Scale.Z"},
    {402, 4, "f32", "Animation.Anims[0].NodeAnims[0].Transform.X"},
    {406, 4, "f32", "Animation.Anims[0].NodeAnims[0].Transform.Y"},
    {410, 4, "f32", "Animation.Anims[0].NodeAnims[0].Transform.Z"},
    {414, 10, "string", "AnimDims.Type"},
    {424, 4, "u32", "AnimDims.NextSectionOffset"},
    {428, 4, "f32", "AnimDims.Dimensions[0].X"},
    {432, 4, "f32", "AnimDims.Dimensions[0].Y"},
    {436, 4, "f32", "AnimDims.Dimensions[0].Z"},
    {440, 15, "string", "TransformInfo.Type"},
    {455, 4, "u32", "TransformInfo.NextSectionOffset"},
    {459, 4, "i32", "TransformInfo.FlipMat"},
    {463, 4, "i32", "TransformInfo.FixAnimKeyframes"},
};

/// One of everything.
SpecV12 oneOfEach12() {
    SpecV12 spec = smallV12();
    spec.nodes.resize(1);
    spec.nodes[0].children = 0;
    spec.vertices = {{{1, 2, 3}, {0, 0, 1}, {{0, {0.5F, 1, 1.5F}, 0.5F}, {0, {0.5F, 1, 1.5F}, 0.5F}}}};
    spec.faces = {{0, 0, 0}};
    spec.weightSets = {{"Upper", {1}}};
    spec.animations[0].times = {0};
    spec.animations[0].nodes = {{{{1, 2, 3}, {}}}};
    return spec;
}

SpecV6 oneOfEach6() {
    SpecV6 spec = smallV6();
    spec.nodes.resize(1);
    spec.nodes[0].children = 0;
    spec.nodes[0].deformed = {0};
    spec.vertices.resize(1);
    spec.collapses = 0;
    spec.faces = {{0, 0, 0}};
    spec.animations[0].nodes.resize(1);
    spec.animations[0].deformation = {{{1, 2, 3}, {4, 5, 6}}};
    return spec;
}

void expectLeaves(const File& file, std::span<const ExpectedLeaf> expected) {
    const Document document = parse(file);
    std::size_t i = 0;
    document.walk().leaves(0, static_cast<std::uint32_t>(file.size()), true,
                           [&](const Place& leaf, const std::string& path) {
                               ASSERT_LT(i, expected.size()) << path;
                               EXPECT_EQ(path, expected[i].path);
                               EXPECT_EQ(leaf.start, expected[i].offset) << path;
                               EXPECT_EQ(leaf.end - leaf.start, expected[i].length) << path;
                               EXPECT_EQ(nameOf(schema::kScalarNames, leaf.type.scalar()), expected[i].type) << path;
                               EXPECT_EQ(leaf.state, State::Known) << path;
                               ++i;
                           });
    EXPECT_EQ(i, expected.size());
    EXPECT_EQ(expected.back().offset + expected.back().length, file.size());
}

TEST(Leaves, OfAFileOfVersion12AreWhereTheFormatPutsThem) {
    expectLeaves(write(oneOfEach12()), kLeavesV12);
}

TEST(Leaves, OfAFileOfVersion6AreWhereTheFormatPutsThem) {
    expectLeaves(write(oneOfEach6()), kLeavesV6);
}

}  // namespace
}  // namespace abc::testing
