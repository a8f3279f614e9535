// v9 and later: layout → model.
#include "build.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;

namespace {

/// Reads the vertices of one level in runs of equal weight counts, which is how the layout has them.
void buildVertices(const Document& document, const Extract& extract, const Place& vertices, Model& model) {
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
    extract.eachRun(vertices, [&](const Record& run) {
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
    const std::uint32_t faceSize = document.dialect.minimumSize(Id::Face);
    const std::uint32_t cornerSize = document.dialect.minimumSize(Id::FaceVertex);
    const std::uint32_t indexAt = offsetIn<schema::kFaceVertex, "VertexIndex">(document.dialect, Id::FaceVertex);
    lod.facesOffset = faces.start;
    lod.faceCount = faces.count;
    Corners* face = extend(model.faces, faces.count);
    for (std::uint32_t at = faces.start + indexAt; at < faces.end; at += faceSize) {
        const Corners corners{load<std::uint16_t>(document.bytes, at),
                              load<std::uint16_t>(document.bytes, at + cornerSize),
                              load<std::uint16_t>(document.bytes, at + 2 * cornerSize)};
        *face++ = resolved(corners, lod.vertexCount);
    }
}

void buildNodes(const Extract& extract, Model& model) {
    const auto section = extract.section(Id::NodesSection);
    extract.each(section, "Nodes", [&](const Place& place) {
        Node node;
        node.name = extract.text(place, "Name");
        node.index = extract.number<std::uint16_t>(place, "Index");
        node.flags = extract.number<std::uint8_t>(place, "Flags");
        node.bind.m = extract.number<std::array<float, 16>>(place, "Matrix");
        node.childCount = extract.number<std::uint32_t>(place, "ChildCount");
        node.inverseBind = inverse(node.bind);
        model.nodes.push_back(node);
    });
    linkParents(model.nodes);
    for (Node& node : model.nodes) {
        if (node.parent != kNone) {
            node.bindOffset = model.nodes[node.parent].inverseBind.apply(node.bind.translation());
        }
    }
    extract.each(section, "WeightSets", [&](const Place& place) {
        WeightSet set;
        set.name = extract.text(place, "Name");
        if (const auto weights = extract.array(place, "NodeWeights")) {
            set.weights.resize(weights->count);
            if (weights->count > 0) {
                std::memcpy(set.weights.data(), &model.bytes[weights->start], weights->count * sizeof(float));
            }
        }
        model.weightSets.push_back(std::move(set));
    });
}

void buildPieces(const Document& document, const Extract& extract, Model& model) {
    model.weightStart.push_back(0);
    extract.each(extract.section(Id::PiecesSection), "Pieces", [&](const Place& place) {
        Piece piece;
        piece.name = extract.text(place, "Name");
        piece.materialIndex = extract.number<std::uint16_t>(place, "MaterialIndex");
        piece.specularPower = extract.number<float>(place, "SpecularPower");
        piece.specularScale = extract.number<float>(place, "SpecularScale");
        piece.lodWeight = extract.number<float>(place, "LODWeight");
        piece.unknown = extract.number<std::uint16_t>(place, "Unknown");
        piece.firstLod = static_cast<std::uint32_t>(model.lods.size());
        extract.each(place, "LODs", [&](const Place& level) {
            Lod lod;
            lod.firstFace = static_cast<std::uint32_t>(model.faces.size());
            lod.firstVertex = static_cast<std::uint32_t>(model.locations.size());
            if (const auto vertices = extract.array(level, "Vertices")) {
                lod.vertexCount = vertices->count;
                buildVertices(document, extract, *vertices, model);
            }
            if (const auto faces = extract.array(level, "Faces")) buildFaces(document, *faces, lod, model);
            model.lods.push_back(lod);
            ++piece.lodCount;
        });
        model.pieces.push_back(piece);
    });
}

void buildAnimations(const Document& document, const Extract& extract, Model& model) {
    model.keySize = document.dialect.minimumSize(Id::KeyTransform);
    const std::uint32_t timeAt = offsetIn<schema::kKeyframe, "Time">(document.dialect, Id::Keyframe);
    const std::uint32_t textAt = offsetIn<schema::kKeyframe, "String">(document.dialect, Id::Keyframe);
    extract.each(extract.section(Id::AnimationSection), "Animations", [&](const Place& place) {
        Animation animation;
        animation.extents = extract.vector(place, "Extents");
        animation.name = extract.text(place, "Name");
        animation.unknown = extract.number<std::int32_t>(place, "Unknown", animation.unknown);
        animation.interpolationTime = extract.number(place, "InterpolationTime", animation.interpolationTime);
        animation.firstKey = static_cast<std::uint32_t>(model.keyframes.size());
        if (const auto keys = extract.array(place, "Keyframes")) {
            buildKeyframes(extract, *keys, timeAt, textAt, model);
            animation.keyCount = keys->count;
        }
        const auto tracks = extract.array(place, "NodeTransforms");
        if (tracks && tracks->count == model.nodes.size()) {
            animation.firstTrack =
                tracks->start + offsetIn<schema::kNodeTransforms, "Transforms">(document.dialect, Id::NodeTransforms);
            animation.trackStride = (tracks->end - tracks->start) / tracks->count;
            animation.complete = animation.keyCount > 0;
        }
        model.animations.push_back(animation);
    });
}

void buildSockets(const Extract& extract, Model& model) {
    extract.each(extract.section(Id::SocketsSection), "Sockets", [&](const Place& place) {
        Socket socket;
        socket.storedNode = extract.number<std::uint32_t>(place, "NodeIndex");
        socket.node = socket.storedNode < model.nodes.size() ? socket.storedNode : kNone;
        socket.name = extract.text(place, "Name");
        socket.rotation = extract.quaternion(place, "Rotation");
        socket.location = extract.vector(place, "Location");
        model.sockets.push_back(socket);
    });
}

void buildChildModels(const Extract& extract, Model& model) {
    extract.each(extract.section(Id::ChildModelsSection), "ChildModels", [&](const Place& place) {
        model.childModels.push_back({extract.text(place, "Name"), extract.number<std::uint32_t>(place, "BuildNumber")});
    });
    extract.each(extract.section(Id::AnimBindingsSection), "Lists", [&](const Place& place) {
        BindingList list;
        list.first = static_cast<std::uint32_t>(model.bindings.size());
        extract.each(place, "AnimBindings", [&](const Place& binding) {
            model.bindings.push_back(
                {extract.text(binding, "Name"), extract.vector(binding, "Extents"), extract.vector(binding, "Origin")});
            ++list.count;
        });
        model.bindingLists.push_back(list);
    });
}

}  // namespace

void buildV9(const Document& document, Model& model) {
    const Extract extract(document);
    buildNodes(extract, model);
    buildPieces(document, extract, model);
    buildAnimations(document, extract, model);
    buildSockets(extract, model);
    buildChildModels(extract, model);
}

}  // namespace abc
