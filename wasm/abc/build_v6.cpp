// v6: layout → model.
#include <algorithm>

#include "build.h"
#include "schema_v6.h"

namespace abc {

using schema::Id;

namespace {

constexpr std::string_view kGeometryName = "Geometry";

Vec3 unpackNormal(Bytes bytes, std::uint32_t at) {
    return normalized({static_cast<float>(load<std::int8_t>(bytes, at)),
                       static_cast<float>(load<std::int8_t>(bytes, at + 1)),
                       static_cast<float>(load<std::int8_t>(bytes, at + 2))});
}

void buildNodes6(const FieldReader& fields, Model& model) {
    fields.each(fields.section(Id::NodesSection6), "Nodes", [&](const Place& place) {
        Node node;
        node.name = fields.text(place, "NodeName");
        node.index = fields.number<std::uint16_t>(place, "TransformationIndex");
        node.flags = fields.number<std::uint8_t>(place, "Flags");
        node.childCount = fields.number<std::uint32_t>(place, "NumChildren");
        if (const auto list = fields.field(place, "MDVertList")) node.deformationCount = list->count;
        model.nodes.push_back(node);
    });
    linkParents(model.nodes);
}

/// Marks the vertices that nodes deform. A vertex named twice follows the later entry (abc.md §2).
void linkDeformation(const Document& document, const FieldReader& fields, Model& model) {
    std::uint32_t node = 0;
    fields.each(fields.section(Id::NodesSection6), "Nodes", [&](const Place& place) {
        if (const auto list = fields.field(place, "MDVertList")) {
            for (std::uint32_t i = 0; i < list->count; ++i) {
                const auto vertex = load<std::uint16_t>(document.bytes, list->start + 2 * i);
                if (vertex >= model.v6.vertexNode.size()) continue;
                model.v6.vertexNode[vertex] = node;
                model.v6.vertexDeformation[vertex] = i;
            }
        }
        ++node;
    });
}

void buildVertices(const Document& document, const Place& vertices, Model& model) {
    const Dialect& dialect = document.dialect;
    const std::uint32_t normalAt = offsetIn<schema::kVertex6, "VertexNormal">(dialect, Id::Vertex6);
    const std::uint32_t nodeAt = offsetIn<schema::kVertex6, "TransformationIndex">(dialect, Id::Vertex6);
    const std::uint32_t replacementsAt = offsetIn<schema::kVertex6, "Replacements">(dialect, Id::Vertex6);

    std::array<std::uint32_t, 256> nodeOf;
    nodeOf.fill(kNone);
    for (auto i = static_cast<std::uint32_t>(model.nodes.size()); i-- > 0;) {
        if (model.nodes[i].index < nodeOf.size()) nodeOf[model.nodes[i].index] = i;
    }

    const std::uint32_t size = dialect.minimumSize(Id::Vertex6);
    for (std::uint32_t i = 0; i < vertices.count; ++i) {
        const std::uint32_t at = vertices.start + i * size;
        model.locations.push_back(load<Vec3>(document.bytes, at));
        model.normals.push_back(unpackNormal(document.bytes, at + normalAt));
        model.v6.vertexNode.push_back(nodeOf[load<std::uint8_t>(document.bytes, at + nodeAt)]);
        model.v6.vertexDeformation.push_back(kNone);
        if (i < model.v6.normalVertices) continue;
        std::array<std::uint32_t, 2> pair{load<std::uint16_t>(document.bytes, at + replacementsAt),
                                          load<std::uint16_t>(document.bytes, at + replacementsAt + 2)};
        // Only lower vertices can be replaced: this keeps chains of replacements free of cycles.
        for (std::uint32_t& vertex : pair) vertex = vertex < i ? vertex : kNone;
        model.v6.collapses.push_back(pair);
    }
}

void buildGeometry(const Document& document, const FieldReader& fields, Model& model) {
    const auto section = fields.section(Id::GeometrySection6);
    if (!section) return;
    Lod lod;
    if (const auto vertices = fields.field(*section, "VertexInfo")) {
        model.v6.normalVertices = std::min(fields.number<std::uint32_t>(*section, "NormalVerts"), vertices->count);
        lod.vertexCount = vertices->count;
        buildVertices(document, *vertices, model);
    }
    if (const auto faces = fields.field(*section, "FaceInfo")) {
        const std::uint32_t indexAt = offsetIn<schema::kTriangle6, "VertexIndex">(document.dialect, Id::Triangle6);
        // The texture coordinates of the three corners are the first field of a face.
        model.faceSize = document.dialect.minimumSize(Id::Triangle6);
        model.texCoordStride = document.dialect.minimumSize(Id::TexCoord);
        lod.facesOffset = faces->start;
        lod.faceCount = faces->count;
        for (std::uint32_t at = faces->start; at < faces->end; at += model.faceSize) {
            Corners corners{};
            for (std::uint32_t c = 0; c < 3; ++c) {
                corners[c] = load<std::uint16_t>(document.bytes, at + indexAt + 2 * c);
            }
            model.faces.push_back(resolved(corners, lod.vertexCount));
        }
    }
    Piece piece;
    // The one mesh of v6 has no name in the file; it borrows that of its section.
    const Section* geometry = document.find(Id::GeometrySection6);
    piece.name = geometry != nullptr && document.text(geometry->type) == kGeometryName ? geometry->type : Text{};
    piece.lodCount = 1;
    model.lods.push_back(lod);
    model.pieces.push_back(piece);
}

void buildAnimations6(const Document& document, const FieldReader& fields, Model& model) {
    model.keySize = document.dialect.minimumSize(Id::Key6);
    const std::uint32_t timeAt = offsetIn<schema::kKeyframe6, "TimeIndex">(document.dialect, Id::Keyframe6);
    const std::uint32_t textAt = offsetIn<schema::kKeyframe6, "FrameString">(document.dialect, Id::Keyframe6);
    const auto dims = [&] {
        const auto section = fields.section(Id::AnimDimsSection6);
        return section ? fields.field(*section, "Dimensions") : std::nullopt;
    }();
    fields.each(fields.section(Id::AnimationSection6), "Anims", [&](const Place& place) {
        Animation animation;
        const auto index = static_cast<std::uint32_t>(model.animations.size());
        animation.name = fields.text(place, "AnimName");
        if (dims && index < dims->count) {
            animation.extents =
                load<Vec3>(document.bytes, dims->start + index * static_cast<std::uint32_t>(sizeof(Vec3)));
        }
        animation.firstKey = static_cast<std::uint32_t>(model.keyframes.size());
        if (const auto keys = fields.field(place, "KeyframeData")) {
            buildKeyframes(fields, *keys, timeAt, textAt, model);
            animation.keyCount = keys->count;
        }
        animation.firstTrack = static_cast<std::uint32_t>(model.tracks.size());
        fields.each(place, "NodeAnims", [&](const Place& node) { model.tracks.push_back(node.start); });
        animation.complete = animation.keyCount > 0 && model.tracks.size() - animation.firstTrack == model.nodes.size();
        model.animations.push_back(animation);
    });
    model.v6.restAnimation = restAnimationOf(model);
}

}  // namespace

void buildV6(const Document& document, Model& model) {
    const FieldReader fields(document);
    buildNodes6(fields, model);
    buildGeometry(document, fields, model);
    linkDeformation(document, fields, model);
    buildAnimations6(document, fields, model);
    if (const auto section = fields.section(Id::TransformInfoSection6)) {
        // Half a section says nothing reliable: both flags or neither.
        if (fields.field(*section, "FixAnimKeyframes")) {
            model.v6.transformInfo = {fields.number<std::int32_t>(*section, "FlipMat"),
                                      fields.number<std::int32_t>(*section, "FixAnimKeyframes")};
        }
    }
}

}  // namespace abc
