#include <algorithm>
#include <set>
#include <stdexcept>

#include "abc_builder.h"
#include "building.h"

namespace abc::samples {

using schema::Id;

namespace {

/// The full mesh, then the vertex of each collapse.
std::vector<Vertex6> allVertices(const ModelV6& model) {
    std::vector<Vertex6> vertices = model.vertices;
    for (const auto& [a, b] : model.collapses) {
        const Vertex6& first = vertices.at(a);
        const Vertex6& second = vertices.at(b);
        vertices.push_back(
            {lerp(first.position, second.position, 0.5F), normalized(first.normal + second.normal), first.node});
    }
    return vertices;
}

class Builder {
public:
    explicit Builder(const ModelV6& model) : model_(model), dialect_(versionOf(6)), w_(dialect_) {}

    std::vector<std::byte> run() {
        for (const Id id : model_.sectionOrder) {
            if (id == Id::AnimDimsSection6 && model_.animDims.empty()) continue;
            if (id == Id::TransformInfoSection6 && !model_.transformInfo) continue;
            w_.section(dialect_.describe(id).name, id, [&] {
                switch (id) {
                    case Id::HeaderSection6: return header();
                    case Id::GeometrySection6: return geometry();
                    case Id::NodesSection6: return nodes();
                    case Id::AnimationSection6: return animations();
                    case Id::AnimDimsSection6: return animDims();
                    case Id::TransformInfoSection6: return transformInfo();
                    case Id::TriStripsSection6: return;
                    default: throw std::logic_error("not a section of v6");
                }
            });
        }
        return bytesOf(w_.finish());
    }

private:
    void header() {
        w_.string("FileToken", model_.fileToken);
        w_.string("CommandString", model_.commandString);
    }

    void bounds(Vec3 low, Vec3 high) {
        w_.vector("BoundsMin", low);
        w_.vector("BoundsMax", high);
    }

    void normal(abc::FieldName name, Vec3 value) {
        const auto packed = [](float x) { return static_cast<int>(std::lround(x * 127.0F)); };
        w_.element(name, [&] {
            w_.i8("X", packed(value.x));
            w_.i8("Y", packed(value.y));
            w_.i8("Z", packed(value.z));
        });
    }

    void geometry() {
        const std::vector<Vertex6> vertices = allVertices(model_);
        bounds(model_.boundsMin, model_.boundsMax);
        w_.u32("NumLODs", countOf(model_.collapses));
        std::set<std::uint16_t> used;
        w_.u16("VertexStartNum", 0);
        for (const auto& collapse : model_.collapses) {
            for (const std::uint16_t vertex : collapse) {
                if (vertex < model_.vertices.size()) used.insert(vertex);
            }
            w_.u16("VertexStartNum", countOf(used));
        }
        w_.u32("NumTris", countOf(model_.faces));
        for (const Face6& face : model_.faces) {
            w_.element("FaceInfo", [&] {
                for (const TexCoord& place : face.texCoords) {
                    w_.element("TexCoords", [&] {
                        w_.f32("U", place.u);
                        w_.f32("V", place.v);
                    });
                }
                for (const std::uint16_t vertex : face.vertices) w_.u16("VertexIndex", vertex);
                normal("FaceNormal", face.normal);
            });
        }
        w_.u32("NumVerts", countOf(vertices));
        w_.u32("NormalVerts", countOf(model_.vertices));
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const Vertex6& vertex = vertices[i];
            std::array<std::uint16_t, 2> replacements{};
            if (i >= model_.vertices.size()) replacements = model_.collapses[i - model_.vertices.size()];
            w_.element("VertexInfo", [&] {
                w_.vector("Position", vertex.position);
                normal("VertexNormal", vertex.normal);
                w_.u8("TransformationIndex", vertex.node);
                for (const std::uint16_t replaced : replacements) w_.u16("Replacements", replaced);
            });
        }
    }

    void nodes() {
        const std::vector<std::uint32_t> children = childCounts(model_.nodes);
        for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
            const Node6& node = model_.nodes[i];
            w_.element("Nodes", [&] {
                bounds({}, {});
                w_.string("NodeName", node.name);
                w_.u16("TransformationIndex", static_cast<std::uint32_t>(i));
                w_.u8("Flags", node.flags);
                w_.u32("NumMDVerts", countOf(node.deformationVertices));
                for (const std::uint16_t vertex : node.deformationVertices) w_.u16("MDVertList", vertex);
                w_.u32("NumChildren", children[i]);
            });
        }
    }

    void animations() {
        w_.u32("NumAnims", countOf(model_.animations));
        for (const Animation6& animation : model_.animations) {
            w_.element("Anims", [&] {
                w_.string("AnimName", animation.name);
                w_.u32("Length", animation.keyframes.empty() ? 0 : animation.keyframes.back().time);
                bounds(animation.boundsMin, animation.boundsMax);
                w_.u32("NumKeyframes", countOf(animation.keyframes));
                for (const Keyframe& key : animation.keyframes) {
                    w_.element("KeyframeData", [&] {
                        w_.u32("TimeIndex", key.time);
                        bounds({}, {});
                        w_.string("FrameString", key.string);
                    });
                }
                for (const Track6& node : animation.tracks) {
                    w_.element("NodeAnims", [&] { track(node); });
                }
            });
        }
    }

    void track(const Track6& node) {
        for (const Transform& key : node.keys) {
            w_.element("Keys", [&] {
                w_.vector("Translation", key.location);
                w_.quaternion("Rotation", key.rotation);
            });
        }
        for (const auto& frame : node.deformation) {
            w_.element("Deformation", [&] {
                for (const PackedPosition& position : frame) {
                    w_.element("", [&] {
                        w_.u8("X", position[0]);
                        w_.u8("Y", position[1]);
                        w_.u8("Z", position[2]);
                    });
                }
            });
        }
        w_.vector("Scale", node.scale);
        w_.vector("Transform", node.transform);
    }

    void animDims() {
        for (const Vec3& dimensions : model_.animDims) w_.vector("Dimensions", dimensions);
    }

    void transformInfo() {
        w_.i32("FlipMat", model_.transformInfo->flipMat);
        w_.i32("FixAnimKeyframes", model_.transformInfo->fixAnimKeyframes);
    }

    const ModelV6& model_;
    Dialect dialect_;
    Writer w_;
};

}  // namespace

void Track6::pack(const std::vector<std::vector<Vec3>>& positions) {
    deformation.clear();
    if (positions.empty() || positions[0].empty()) return;
    Vec3 low = positions[0][0];
    Vec3 high = low;
    for (const auto& frame : positions) {
        for (const Vec3& p : frame) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
    }
    transform = low;
    scale = (high - low) * (1.0F / 255.0F);
    const auto packed = [](float value, float from, float step) {
        return static_cast<std::uint8_t>(step > 0 ? std::lround((value - from) / step) : 0);
    };
    for (const auto& frame : positions) {
        auto& bytes = deformation.emplace_back();
        for (const Vec3& p : frame) {
            bytes.push_back({packed(p.x, low.x, scale.x), packed(p.y, low.y, scale.y), packed(p.z, low.z, scale.z)});
        }
    }
}

std::vector<std::byte> build(const ModelV6& model) {
    return Builder(model).run();
}

}  // namespace abc::samples
