#include <set>
#include <stdexcept>

#include "abc_builder.h"
#include "building.h"

namespace abc::samples {

using schema::Id;

namespace {

/// The header's counters, by the formulas of abc.md §3.
struct Counters {
    std::uint32_t keyframes = 0, faces = 0, vertices = 0, weights = 0, strings = 0, stringLength = 0;
};

Counters count(const ModelV12& model) {
    Counters counters;
    std::set<std::string> strings{model.commandString};
    for (const Node& node : model.nodes) strings.insert(node.name);
    for (const ChildModel& child : model.childModels) strings.insert(child.name);
    for (const Animation& animation : model.animations) {
        strings.insert(animation.name);
        for (const Keyframe& key : animation.keyframes) strings.insert(key.string);
        counters.keyframes += countOf(animation.keyframes);
    }
    for (const Piece& piece : model.pieces) {
        for (const Lod& lod : piece.lods) {
            counters.faces += countOf(lod.faces);
            counters.vertices += countOf(lod.vertices);
            for (const Vertex& vertex : lod.vertices) counters.weights += countOf(vertex.weights);
        }
    }
    strings.erase("");
    counters.strings = countOf(strings);
    for (const std::string& string : strings) counters.stringLength += countOf(string);
    return counters;
}

class Builder {
public:
    explicit Builder(const ModelV12& model)
        : model_(model), counters_(count(model)), dialect_(versionOf(model.version)), w_(dialect_) {}

    std::vector<std::byte> run() {
        for (const Id id : model_.sectionOrder) {
            w_.section(dialect_.describe(id).name, id, [&] {
                switch (id) {
                    case Id::HeaderSection: return header();
                    case Id::PiecesSection: return pieces();
                    case Id::NodesSection: return nodes();
                    case Id::ChildModelsSection: return childModels();
                    case Id::AnimationSection: return animations();
                    case Id::SocketsSection: return sockets();
                    case Id::AnimBindingsSection: return bindings();
                    default: throw std::logic_error("not a section of v9 and later");
                }
            });
        }
        return bytesOf(w_.finish());
    }

private:
    void header() {
        w_.u32("Version", model_.version);
        w_.u32("KeyframeCount", counters_.keyframes);
        w_.u32("AnimationCount", countOf(model_.animations));
        w_.u32("NodeCount", countOf(model_.nodes));
        w_.u32("PieceCount", countOf(model_.pieces));
        w_.u32("ChildModelCount", countOf(model_.childModels));
        w_.u32("FaceCount", counters_.faces);
        w_.u32("VertexCount", counters_.vertices);
        w_.u32("WeightCount", counters_.weights);
        w_.u32("LODCount", model_.pieces.empty() ? 1 : countOf(model_.pieces[0].lods));
        w_.u32("SocketCount", countOf(model_.sockets));
        w_.u32("WeightSetCount", countOf(model_.weightSets));
        w_.u32("StringCount", counters_.strings);
        w_.u32("StringLengthTotal", counters_.stringLength);
        w_.string("CommandString", model_.commandString);
        w_.f32("InternalRadius", model_.internalRadius);
        w_.u16("LODDistanceCount", countOf(model_.lodDistances));
        w_.raw("Padding", std::array<std::byte, 62>{});
        for (const float distance : model_.lodDistances) w_.f32("LODDistances", distance);
    }

    void pieces() {
        w_.u32("WeightCount", counters_.weights);
        w_.u32("PieceCount", countOf(model_.pieces));
        for (const Piece& piece : model_.pieces) {
            w_.element("Pieces", [&] {
                w_.u16("MaterialIndex", piece.materialIndex);
                w_.f32("SpecularPower", piece.specularPower);
                w_.f32("SpecularScale", piece.specularScale);
                w_.f32("LODWeight", piece.lodWeight);
                w_.u16("ExtraCount", 0);
                w_.string("Name", piece.name);
                for (const Lod& lod : piece.lods) {
                    w_.element("LODs", [&] { level(lod); });
                }
            });
        }
    }

    void level(const Lod& lod) {
        w_.u32("FaceCount", countOf(lod.faces));
        for (const Face& face : lod.faces) {
            w_.element("Faces", [&] {
                for (std::size_t corner = 0; corner < 3; ++corner) {
                    w_.element("Vertices", [&] {
                        w_.element("Texcoord", [&] {
                            w_.f32("U", face.texCoords[corner].u);
                            w_.f32("V", face.texCoords[corner].v);
                        });
                        w_.u16("VertexIndex", face.vertices[corner]);
                    });
                }
            });
        }
        w_.u32("VertexCount", countOf(lod.vertices));
        for (const Vertex& vertex : lod.vertices) {
            w_.element("Vertices", [&] {
                w_.u16("WeightCount", countOf(vertex.weights));
                w_.u16("SubLODVertexIndex", vertex.subLod);
                for (const Weight& weight : vertex.weights) {
                    w_.element("Weights", [&] {
                        w_.u32("NodeIndex", weight.node);
                        w_.vector("Location", weight.location);
                        w_.f32("Bias", weight.bias);
                    });
                }
                w_.vector("Location", vertex.location);
                w_.vector("Normal", vertex.normal);
            });
        }
    }

    void nodes() {
        const std::vector<std::uint32_t> children = childCounts(model_.nodes);
        for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
            const Node& node = model_.nodes[i];
            w_.element("Nodes", [&] {
                w_.string("Name", node.name);
                w_.u16("Index", static_cast<std::uint32_t>(i));
                w_.u8("Flags", node.flags);
                for (const float number : node.bind.m) w_.f32("Matrix", number);
                w_.u32("ChildCount", children[i]);
            });
        }
        w_.u32("WeightSetCount", countOf(model_.weightSets));
        for (const WeightSet& set : model_.weightSets) {
            w_.element("WeightSets", [&] {
                w_.string("Name", set.name);
                w_.u32("NodeCount", countOf(set.nodeWeights));
                for (const float weight : set.nodeWeights) w_.f32("NodeWeights", weight);
            });
        }
    }

    void transform(abc::FieldName name, const Transform& value) {
        w_.element(name, [&] {
            w_.vector("Location", value.location);
            w_.quaternion("Rotation", value.rotation);
        });
    }

    void childModels() {
        w_.u16("Count", countOf(model_.childModels));
        for (const ChildModel& child : model_.childModels) {
            w_.element("ChildModels", [&] {
                w_.string("Name", child.name);
                w_.u32("BuildNumber", child.buildNumber);
                for (std::size_t i = 0; i < model_.nodes.size(); ++i) transform("Transforms", {});
            });
        }
    }

    void animations() {
        w_.u32("Count", countOf(model_.animations));
        for (const Animation& animation : model_.animations) {
            w_.element("Animations", [&] {
                w_.vector("Extents", animation.extents);
                w_.string("Name", animation.name);
                w_.i32("Unknown", animation.unknown);
                w_.u32("InterpolationTime", animation.interpolationTime);
                w_.u32("KeyframeCount", countOf(animation.keyframes));
                for (const Keyframe& key : animation.keyframes) {
                    w_.element("Keyframes", [&] {
                        w_.u32("Time", key.time);
                        w_.string("String", key.string);
                    });
                }
                for (const auto& track : animation.tracks) {
                    w_.element("NodeTransforms", [&] {
                        for (const Transform& key : track) transform("Transforms", key);
                    });
                }
            });
        }
    }

    void sockets() {
        w_.u32("Count", countOf(model_.sockets));
        for (const Socket& socket : model_.sockets) {
            w_.element("Sockets", [&] {
                w_.u32("NodeIndex", socket.node);
                w_.string("Name", socket.name);
                w_.quaternion("Rotation", socket.rotation);
                w_.vector("Location", socket.location);
            });
        }
    }

    void bindings() {
        static const std::vector<Binding> none;
        for (std::size_t i = 0; i < model_.childModels.size(); ++i) {
            const auto& list = i < model_.bindings.size() ? model_.bindings[i] : none;
            w_.element("Lists", [&] {
                w_.u32("Count", countOf(list));
                for (const Binding& binding : list) {
                    w_.element("AnimBindings", [&] {
                        w_.string("Name", binding.name);
                        w_.vector("Extents", binding.extents);
                        w_.vector("Origin", binding.origin);
                    });
                }
            });
        }
    }

    const ModelV12& model_;
    Counters counters_;
    Dialect dialect_;
    Writer w_;
};

}  // namespace

Weight bound(const std::vector<Node>& nodes, std::uint32_t node, Vec3 location, float bias) {
    return {node, inverse(nodes[node].bind).apply(location) * bias, bias};
}

std::vector<Transform> bindPose(const std::vector<Node>& nodes) {
    std::vector<Transform> pose;
    for (const Node& node : nodes) {
        const Mat4 local = node.parent == kNoParent ? node.bind : inverse(nodes[node.parent].bind) * node.bind;
        pose.push_back({local.translation(), rotationOf(local)});
    }
    return pose;
}

std::vector<std::byte> build(const ModelV12& model) {
    return Builder(model).run();
}

}  // namespace abc::samples
