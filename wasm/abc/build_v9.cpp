// v9 and later: layout → model.
#include "build.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;

namespace {

/// Reads the vertices of one level in runs of equal weight counts, which is how the layout has them.
class VertexReader {
public:
    VertexReader(const Document& document, Model& model)
        : document_(document),
          model_(model),
          head_(document.dialect.offsetOf(Id::Vertex, schema::indexOf(schema::kVertex, "Weights"))),
          tail_(document.dialect.minimumSize(Id::Vertex) - head_),
          weightSize_(document.dialect.minimumSize(Id::Weight)) {}

    void read(const Place& vertices) {
        const Records& records = document_.records;
        if (!records[vertices.record].group) {
            run(records[vertices.record]);
            return;
        }
        for (std::uint32_t i = vertices.record + 1; i < records.size() && records.parent(i) == vertices.record; ++i) {
            run(records[i]);
        }
    }

private:
    void run(const Record& record) {
        const std::uint32_t stride = record.stride();
        const std::uint32_t weights = (stride - head_ - tail_) / weightSize_;
        for (std::uint32_t at = record.start; at < record.end; at += stride) {
            for (std::uint32_t w = 0; w < weights; ++w) weight(at + head_ + w * weightSize_);
            model_.weightStart.push_back(static_cast<std::uint32_t>(model_.weights.size()));
            const std::uint32_t location = at + head_ + weights * weightSize_;
            model_.locations.push_back(load<Vec3>(document_.bytes, location));
            model_.normals.push_back(load<Vec3>(document_.bytes, location + sizeof(Vec3)));
        }
    }

    void weight(std::uint32_t at) {
        const auto node = load<std::uint32_t>(document_.bytes, at);
        model_.weights.push_back({node < model_.nodes.size() ? node : kNone, load<Vec3>(document_.bytes, at + 4),
                                  load<float>(document_.bytes, at + 16)});
    }

    const Document& document_;
    Model& model_;
    std::uint32_t head_, tail_, weightSize_;
};

void buildFaces(const Document& document, const Place& faces, Lod& lod, Model& model) {
    const std::uint32_t faceSize = document.dialect.minimumSize(Id::Face);
    const std::uint32_t cornerSize = document.dialect.minimumSize(Id::FaceVertex);
    const std::uint32_t indexOffset =
        document.dialect.offsetOf(Id::FaceVertex, schema::indexOf(schema::kFaceVertex, "VertexIndex"));
    lod.facesOffset = faces.start;
    lod.faceCount = faces.count;
    for (std::uint32_t at = faces.start; at < faces.end; at += faceSize) {
        Corners corners{};
        for (std::uint32_t c = 0; c < 3; ++c) {
            corners[c] = load<std::uint16_t>(document.bytes, at + c * cornerSize + indexOffset);
        }
        model.faces.push_back(resolved(corners, lod.vertexCount));
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
            set.offset = weights->start;
            set.count = weights->count;
        }
        model.weightSets.push_back(set);
    });
}

void buildPieces(const Document& document, const Extract& extract, Model& model) {
    VertexReader vertexReader(document, model);
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
                vertexReader.read(*vertices);
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
    extract.each(extract.section(Id::AnimationSection), "Animations", [&](const Place& place) {
        Animation animation;
        animation.extents = extract.vector(place, "Extents");
        animation.name = extract.text(place, "Name");
        animation.unknown = extract.number<std::int32_t>(place, "Unknown", animation.unknown);
        animation.interpolationTime = extract.number(place, "InterpolationTime", animation.interpolationTime);
        animation.firstKey = static_cast<std::uint32_t>(model.keyframes.size());
        extract.each(place, "Keyframes", [&](const Place& key) {
            model.keyframes.push_back({extract.number<std::uint32_t>(key, "Time"), extract.text(key, "String")});
            ++animation.keyCount;
        });
        const auto tracks = extract.array(place, "NodeTransforms");
        if (tracks && tracks->count == model.nodes.size()) {
            const std::uint32_t keys =
                document.dialect.offsetOf(Id::NodeTransforms, schema::indexOf(schema::kNodeTransforms, "Transforms"));
            animation.firstTrack = tracks->start + keys;
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
