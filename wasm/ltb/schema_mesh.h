// The pieces of an LTB and their levels: render objects as the engine draws them (ltb.md §3).
#pragma once

#include "schema.h"

namespace ltb::schema {

inline constexpr auto kVector = fields({
    field("X", Scalar::F32),
    field("Y", Scalar::F32, "up"),
    field("Z", Scalar::F32, "forward"),
});

inline constexpr auto kQuaternion = fields({
    field("X", Scalar::F32),
    field("Y", Scalar::F32),
    field("Z", Scalar::F32),
    field("W", Scalar::F32, "real part"),
});

inline constexpr auto kTexCoord = fields({
    field("U", Scalar::F32, "from the left edge of the skin; repeats outside 0..1"),
    field("V", Scalar::F32, "from the top edge of the skin; repeats outside 0..1"),
});

inline constexpr auto kPiecesSection = fields({
    field("PieceCount", Scalar::U32, "pieces that follow; 0 in files that only lend their animations"),
    field("Pieces", Id::Piece, "parts of the mesh, each with its own skin slot").counted("PieceCount"),
});

inline constexpr auto kPiece = fields({
    field("Name", Scalar::String, "name of the piece").label().tallied(),
    field("LODCount", Scalar::U32, "levels of detail").sets(Var::LodCount),
    field("LODDistances", Scalar::F32, "distance from which the level is used; 0 for the first", "units")
        .counted("LODCount"),
    field("MinLODOffset", Scalar::U32, "the engine does not use it; 0 in every known file"),
    field("MaxLODOffset", Scalar::U32, "the engine does not use it; LODCount − 1 in every known file"),
    field("LODs", Id::Lod, "levels of detail, finest first").counted("LODCount"),
});

inline constexpr auto kLod = fields({
    field("TextureCount", Scalar::U32, "textures that are used, 1 to 4"),
    field("TextureIndices", Scalar::I32, "skin slots; only the first TextureCount are used")
        .times(kMostBones)
        .names(Refers::SkinSlot),
    field("RenderStyle", Scalar::I32, "slot in the object’s list of render styles"),
    field("RenderPriority", Scalar::U8, "order in which pieces are drawn, judging by its name"),
    field("MeshType", Scalar::U32,
          "4: one node moves all vertices, 5: several nodes, 6: vertices are animated, 7: empty")
        .sets(Var::MeshType),
    field("ObjectSize", Scalar::U32, "bytes between this field and UsedNodeCount", "bytes"),
    field("Object", Scalar::Bytes, "a mesh of an unknown type")
        .counted("ObjectSize")
        .unlessIs("MeshType", Rigid, Skeletal, VertexAnimated, Null),
    field("VertexCount", Scalar::U32, "vertices of each stream").onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("AnimatedCount", Scalar::U32, "vertices that animations move; the others copy one of them")
        .onlyIf("MeshType", VertexAnimated),
    field("FaceCount", Scalar::U32, "triangles").onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("MaxBonesPerFace", Scalar::U32, "most nodes that move one triangle; a vertex stores one blend fewer")
        .sets(Var::MaxBonesPerFace)
        .onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("MaxBonesPerVertex", Scalar::U32, "most nodes that move one vertex")
        .sets(Var::MaxBonesPerVertex)
        .onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("ReIndexedBones", Scalar::U8, "1: the bones of vertices count in the list Bones")
        .onlyIf("MeshType", Skeletal),
    field("StreamFlags0", Scalar::U32, "what the vertices of the first stream consist of; see Vertex")
        .sets(Var::StreamFlags0)
        .onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("StreamFlags1", Scalar::U32, "the same of the second stream; 0: there is none")
        .sets(Var::StreamFlags1)
        .onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("StreamFlags2", Scalar::U32, "the same of the third stream")
        .sets(Var::StreamFlags2)
        .onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("StreamFlags3", Scalar::U32, "the same of the fourth stream")
        .sets(Var::StreamFlags3)
        .onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("MatrixPalette", Scalar::U8, "1: each vertex has its own bones; 0: its bone set has them")
        .sets(Var::MatrixPalette)
        .onlyIf("MeshType", Skeletal),
    field("AnimNode", Scalar::U32, "the node whose tracks move the vertices", "node")
        .names(Refers::Node)
        .onlyIf("MeshType", VertexAnimated),
    field("Bone", Scalar::U32, "the node that moves all vertices", "node")
        .names(Refers::Node)
        .onlyIf("MeshType", Rigid, VertexAnimated),
    field("MinBone", Scalar::U32, "lowest node that is used", "node").names(Refers::Node).unlessIs("MatrixPalette", 0),
    field("MaxBone", Scalar::U32, "highest node that is used", "node").names(Refers::Node).unlessIs("MatrixPalette", 0),
    field("BoneCount", Scalar::U32, "bones that follow").unlessIs("MatrixPalette", 0).unlessIs("ReIndexedBones", 0),
    field("Bones", Scalar::U32, "nodes, by the numbers with which vertices refer to them", "node")
        .names(Refers::Node)
        .counted("BoneCount")
        .unlessIs("MatrixPalette", 0)
        .unlessIs("ReIndexedBones", 0),
    field("Vertices", Id::Vertex, "the first stream")
        .counted("VertexCount")
        .laidOut(Var::Layout0)
        .unlessIs("StreamFlags0", 0),
    field("Stream1", Id::Vertex, "the second stream")
        .counted("VertexCount")
        .laidOut(Var::Layout1)
        .unlessIs("StreamFlags1", 0),
    field("Stream2", Id::Vertex, "the third stream")
        .counted("VertexCount")
        .laidOut(Var::Layout2)
        .unlessIs("StreamFlags2", 0),
    field("Stream3", Id::Vertex, "the fourth stream")
        .counted("VertexCount")
        .laidOut(Var::Layout3)
        .unlessIs("StreamFlags3", 0),
    field("Faces", Id::Face, "triangles").counted("FaceCount").onlyIf("MeshType", Rigid, Skeletal, VertexAnimated),
    field("BoneSetCount", Scalar::U32, "bone sets that follow").onlyIf("MeshType", Skeletal).onlyIf("MatrixPalette", 0),
    field("BoneSets", Id::BoneSet, "runs of vertices and triangles that the same nodes move")
        .counted("BoneSetCount")
        .onlyIf("MeshType", Skeletal)
        .onlyIf("MatrixPalette", 0),
    field("DuplicateCount", Scalar::U32, "copies that follow").onlyIf("MeshType", VertexAnimated),
    field("Duplicates", Id::Duplicate, "vertices that copy the position of an animated one")
        .counted("DuplicateCount")
        .onlyIf("MeshType", VertexAnimated),
    field("UsedNodeCount", Scalar::U8, "nodes that follow"),
    field("UsedNodes", Scalar::U8, "nodes that the mesh needs; the engine determines them itself", "node")
        .names(Refers::Node)
        .counted("UsedNodeCount"),
});

/// A vertex has what the flags of its stream say.
inline constexpr auto kVertex = fields({
    field("Position", Id::Vector, "position in the bind pose, model space", "units").ifBits(PositionPart),
    field("Blends", Scalar::F32, "shares of all its bones but the last, whose share is the remainder to 1")
        .perBits(kBlendShift, kBlendMask),
    field("Bones", Scalar::U8, "the nodes that move it, or their numbers in Bones").perBits(kBonesShift, kBonesMask),
    field("Normal", Id::Vector, "normal in the bind pose").ifBits(NormalPart),
    field("Color", Scalar::U32, "colour, judging by its flag").ifBits(ColorPart),
    field("UV1", Id::TexCoord, "position on the skin").ifBits(Uv1Part),
    field("UV2", Id::TexCoord, "position on the second texture").ifBits(Uv2Part),
    field("UV3", Id::TexCoord, "position on the third texture").ifBits(Uv3Part),
    field("UV4", Id::TexCoord, "position on the fourth texture").ifBits(Uv4Part),
    field("S", Id::Vector, "tangent, for bump mapping").ifBits(BasisPart),
    field("T", Id::Vector, "second tangent").ifBits(BasisPart).when(Feature::BasisPair),
});

inline constexpr auto kFace = fields({
    field("Vertices", Scalar::U16, "the three corners, clockwise from outside", "vertex")
        .times(3)
        .names(Refers::Vertex),
});

inline constexpr auto kBoneSet = fields({
    field("FirstVertex", Scalar::U16, "first vertex of the set", "vertex").names(Refers::Vertex),
    field("VertexCount", Scalar::U16, "vertices of the set"),
    field("Bones", Scalar::U8, "the nodes that move them, ascending; 255: none", "node")
        .times(kMostBones)
        .names(Refers::Node),
    field("IndexEnd", Scalar::U32, "corners of triangles up to the end of the set"),
});

inline constexpr auto kDuplicate = fields({
    field("Source", Scalar::U16, "the animated vertex", "vertex").names(Refers::Vertex),
    field("Target", Scalar::U16, "the vertex that copies its position", "vertex").names(Refers::Vertex),
});

}  // namespace ltb::schema
