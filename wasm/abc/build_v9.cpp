// v9 and later: layout → model.
#include "build.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;

namespace {

/// Reads the vertices of one level in runs of equal weight counts, which is how the layout has them.
void buildVertices(const Document& document, const FieldReader& fields, const Place& vertices, Model& model) {
    const Dialect& dialect = document.dialect;
    const std::uint32_t head = offsetIn<schema::kVertex, "Weights">(dialect, Id::Vertex);
    const std::uint32_t tail = dialect.minimumSize(Id::Vertex) - head;
    const std::uint32_t weightSize = dialect.minimumSize(Id::Weight);
    const auto nodeCount = static_cast<std::uint32_t>(model.nodes.size());
    Vec3* location = extend(model.locations, vertices.count);
    Vec3* normal = extend(model.normals, vertices.count);
    std::uint32_t* weightEnd = extend(model.weightStart, vertices.count);
    // Whatever is no head or tail of a vertex is weights.
    const std::uint32_t weightBytes = vertices.end - vertices.start - vertices.count * (head + tail);
    auto weights = static_cast<std::uint32_t>(model.weights.size());
    Weight* weight = extend(model.weights, weightBytes / weightSize);
    fields.eachRun(vertices, [&](const Record& run) {
        const std::uint32_t each = (run.stride() - head - tail) / weightSize;
        std::uint32_t at = run.start;
        for (std::uint32_t v = 0; v < run.count; ++v) {
            at += head;
            for (std::uint32_t w = 0; w < each; ++w, at += weightSize) {
                const auto node = load<std::uint32_t>(document.bytes, at);
                *weight++ = {node < nodeCount ? node : kNone, load<Vec3>(document.bytes, at + 4),
                             load<float>(document.bytes, at + 16)};
            }
            *weightEnd++ = weights += each;
            *location++ = load<Vec3>(document.bytes, at);
            *normal++ = load<Vec3>(document.bytes, at + sizeof(Vec3));
            at += tail;
        }
    });
}

void buildFaces(const Document& document, const Place& faces, Lod& lod, Model& model) {
    const std::uint32_t cornerSize = model.texCoordStride;
    const std::uint32_t indexAt = offsetIn<schema::kFaceVertex, "VertexIndex">(document.dialect, Id::FaceVertex);
    lod.facesOffset = faces.start;
    lod.faceCount = faces.count;
    Corners* face = extend(model.faces, faces.count);
    for (std::uint32_t at = faces.start + indexAt; at < faces.end; at += model.faceSize) {
        const Corners corners{load<std::uint16_t>(document.bytes, at),
                              load<std::uint16_t>(document.bytes, at + cornerSize),
                              load<std::uint16_t>(document.bytes, at + 2 * cornerSize)};
        *face++ = resolved(corners, lod.vertexCount);
    }
}

void buildNodes9(const FieldReader& fields, Model& model) {
    const auto section = fields.section(Id::NodesSection);
    fields.each(section, "Nodes", [&](const Place& place) {
        Node node;
        node.name = fields.text(place, "Name");
        node.index = fields.number<std::uint16_t>(place, "Index");
        node.flags = fields.number<std::uint8_t>(place, "Flags");
        node.bind.m = fields.number<std::array<float, 16>>(place, "Matrix");
        node.childCount = fields.number<std::uint32_t>(place, "ChildCount");
        node.inverseBind = inverse(node.bind);
        model.nodes.push_back(node);
    });
    linkParents(model.nodes);
    for (Node& node : model.nodes) {
        if (node.parent != kNone) {
            node.bindOffset = model.nodes[node.parent].inverseBind.apply(node.bind.translation());
        }
    }
    fields.each(section, "WeightSets", [&](const Place& place) {
        WeightSet set;
        set.name = fields.text(place, "Name");
        if (const auto weights = fields.field(place, "NodeWeights")) {
            set.weights.resize(weights->count);
            if (weights->count > 0) {
                std::memcpy(set.weights.data(), &model.bytes[weights->start], weights->count * sizeof(float));
            }
        }
        model.weightSets.push_back(std::move(set));
    });
}

void buildPieces(const Document& document, const FieldReader& fields, Model& model) {
    model.weightStart.push_back(0);
    // A face is three corners; the texture coordinates are the first field of a corner.
    model.faceSize = document.dialect.minimumSize(Id::Face);
    model.texCoordStride = document.dialect.minimumSize(Id::FaceVertex);
    fields.each(fields.section(Id::PiecesSection), "Pieces", [&](const Place& place) {
        Piece piece;
        piece.name = fields.text(place, "Name");
        piece.materialIndex = fields.number<std::uint16_t>(place, "MaterialIndex");
        piece.specularPower = fields.number<float>(place, "SpecularPower");
        piece.specularScale = fields.number<float>(place, "SpecularScale");
        piece.lodWeight = fields.number<float>(place, "LODWeight");
        piece.extraCount = fields.number<std::uint16_t>(place, "ExtraCount");
        piece.firstLod = static_cast<std::uint32_t>(model.lods.size());
        fields.each(place, "LODs", [&](const Place& level) {
            Lod lod;
            lod.firstFace = static_cast<std::uint32_t>(model.faces.size());
            lod.firstVertex = static_cast<std::uint32_t>(model.locations.size());
            if (const auto vertices = fields.field(level, "Vertices")) {
                lod.vertexCount = vertices->count;
                buildVertices(document, fields, *vertices, model);
            }
            if (const auto faces = fields.field(level, "Faces")) buildFaces(document, *faces, lod, model);
            model.lods.push_back(lod);
            ++piece.lodCount;
        });
        model.pieces.push_back(piece);
    });
}

void buildAnimations9(const Document& document, const FieldReader& fields, Model& model) {
    model.keySize = document.dialect.minimumSize(Id::KeyTransform);
    const std::uint32_t timeAt = offsetIn<schema::kKeyframe, "Time">(document.dialect, Id::Keyframe);
    const std::uint32_t textAt = offsetIn<schema::kKeyframe, "String">(document.dialect, Id::Keyframe);
    const std::uint32_t keysAt = offsetIn<schema::kNodeTransforms, "Transforms">(document.dialect, Id::NodeTransforms);
    fields.each(fields.section(Id::AnimationSection), "Animations", [&](const Place& place) {
        Animation animation;
        animation.extents = fields.vector(place, "Extents");
        animation.name = fields.text(place, "Name");
        animation.unknown = fields.number<std::int32_t>(place, "Unknown", animation.unknown);
        animation.interpolationTime = fields.number(place, "InterpolationTime", animation.interpolationTime);
        animation.firstKey = static_cast<std::uint32_t>(model.keyframes.size());
        if (const auto keys = fields.field(place, "Keyframes")) {
            buildKeyframes(fields, *keys, timeAt, textAt, model);
            animation.keyCount = keys->count;
        }
        const auto tracks = fields.field(place, "NodeTransforms");
        // Without keys a track has no bytes: tracks of such animations could be more than the file has bytes.
        animation.complete = tracks && tracks->count == model.nodes.size() && animation.keyCount > 0;
        if (animation.complete) {
            animation.firstTrack = static_cast<std::uint32_t>(model.tracks.size());
            const std::uint32_t stride = (tracks->end - tracks->start) / tracks->count;
            for (std::uint32_t at = tracks->start; at < tracks->end; at += stride) model.tracks.push_back(at + keysAt);
        }
        model.animations.push_back(animation);
    });
}

void buildSockets(const FieldReader& fields, Model& model) {
    fields.each(fields.section(Id::SocketsSection), "Sockets", [&](const Place& place) {
        Socket socket;
        socket.storedNode = fields.number<std::uint32_t>(place, "NodeIndex");
        socket.node = socket.storedNode < model.nodes.size() ? socket.storedNode : kNone;
        socket.name = fields.text(place, "Name");
        socket.rotation = fields.quaternion(place, "Rotation");
        socket.location = fields.vector(place, "Location");
        model.sockets.push_back(socket);
    });
}

void buildChildModels(const FieldReader& fields, Model& model) {
    fields.each(fields.section(Id::ChildModelsSection), "ChildModels", [&](const Place& place) {
        model.childModels.push_back({fields.text(place, "Name"), fields.number<std::uint32_t>(place, "BuildNumber")});
    });
    fields.each(fields.section(Id::AnimBindingsSection), "Lists", [&](const Place& place) {
        BindingList list;
        list.first = static_cast<std::uint32_t>(model.bindings.size());
        fields.each(place, "AnimBindings", [&](const Place& binding) {
            model.bindings.push_back(
                {fields.text(binding, "Name"), fields.vector(binding, "Extents"), fields.vector(binding, "Origin")});
            ++list.count;
        });
        model.bindingLists.push_back(list);
    });
}

}  // namespace

void buildV9(const Document& document, Model& model) {
    const FieldReader fields(document);
    buildNodes9(fields, model);
    buildPieces(document, fields, model);
    buildAnimations9(document, fields, model);
    buildSockets(fields, model);
    buildChildModels(fields, model);
}

}  // namespace abc
