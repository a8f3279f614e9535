// Files of version 9 and later, section by section as abc.md §3 describes them.
#include <algorithm>
#include <set>

#include "fixtures.h"

namespace abc::testing {
namespace {

constexpr std::uint32_t kGlobalOperations = 108;

class FileV9 {
public:
    explicit FileV9(const SpecV9& spec) : spec_(spec) {}

    LeafWriter run() {
        if (spec_.wrapped) out_.ltbHeader();
        for (const std::string& type : order()) section(type);
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is108() const { return spec_.version == kGlobalOperations; }
    /// v13 and v108 have a time and an address after every key transform.
    [[nodiscard]] bool hasWideKeys() const { return spec_.version == 13 || is108(); }
    [[nodiscard]] bool hasHitGroups() const { return is108() && (spec_.hitGroups || !spec_.hitGroupBytes.empty()); }
    [[nodiscard]] int animationWords() const {
        return spec_.animationWords.value_or(spec_.version < 11 ? 0 : spec_.version == 11 ? 1 : 2);
    }

    [[nodiscard]] std::vector<std::string> order() const {
        if (!spec_.order.empty()) return spec_.order;
        std::vector<std::string> types = {"Header",    "Pieces",  "Nodes",       "ChildModels",
                                          "Animation", "Sockets", "AnimBindings"};
        if (hasHitGroups()) types.emplace_back("HitGroups");
        return types;
    }

    void section(const std::string& type) {
        out_.section(type);
        if (type == "Header") return header();
        if (type == "Pieces") return pieces();
        if (type == "Nodes") return nodes();
        if (type == "ChildModels") return childModels();
        if (type == "Animation") return animations();
        if (type == "Sockets") return sockets();
        if (type == "AnimBindings") return bindings();
        if (type == "HitGroups") return hitGroups();
        for (const SectionSpec& further : spec_.furtherSections) {
            if (further.type == type) return out_.bytes("Data", further.data, State::Opaque);
        }
    }

    void header() {
        std::size_t keys = 0;
        std::size_t faces = 0;
        std::size_t vertices = 0;
        std::set<std::string> strings{spec_.command};
        for (const NodeSpec& node : spec_.nodes) strings.insert(node.name);
        for (const ChildModelSpec& child : spec_.childModels) strings.insert(child.name);
        for (const AnimationSpec& animation : spec_.animations) {
            keys += animation.times.size();
            strings.insert(animation.name);
            strings.insert(animation.frameString);
        }
        strings.erase("");
        std::size_t length = 0;
        for (const std::string& text : strings) length += text.size();
        eachLod([&](const LodSpec& lod) {
            faces += lod.faces.size();
            vertices += lod.vertices.size();
        });

        out_.u32("Version", spec_.version);
        out_.count("KeyframeCount", keys);
        out_.count("AnimationCount", spec_.animations.size());
        out_.count("NodeCount", spec_.nodes.size());
        out_.count("PieceCount", spec_.pieces.size());
        out_.count("ChildModelCount", spec_.childModels.size());
        out_.count("FaceCount", faces);
        out_.count("VertexCount", vertices);
        out_.count("WeightCount", weightCount());
        out_.u32("LODCount", spec_.lodCount);
        out_.count("SocketCount", spec_.sockets.size());
        out_.count("WeightSetCount", spec_.weightSets.size());
        out_.count("StringCount", strings.size());
        out_.count("StringLengthTotal", length);
        if (spec_.version == 13) out_.u32("VertAnimDataSize", 0x0BADF00D);
        if (is108()) {
            out_.u32("Unknown108A", 1);
            out_.count("HitGroupCount", spec_.hitGroups ? spec_.hitGroups->size() : 0);
            out_.u32("Unknown108B", 2);
        }
        out_.string("CommandString", spec_.command);
        out_.f32("InternalRadius", 50);
        out_.u16("LODDistanceCount", static_cast<std::uint16_t>(spec_.lodDistances.size()));
        out_.bytes("Padding", std::string(62, '\0'));
        for (std::size_t i = 0; i < spec_.lodDistances.size(); ++i) {
            out_.f32(at("LODDistances", i), spec_.lodDistances[i]);
        }
    }

    template <class Visit>
    void eachLod(Visit visit) const {
        for (const PieceSpec& piece : spec_.pieces) {
            for (const LodSpec& lod : piece.lods) visit(lod);
        }
    }

    [[nodiscard]] std::size_t weightCount() const {
        std::size_t count = 0;
        eachLod([&count](const LodSpec& lod) {
            for (const VertexSpec& vertex : lod.vertices) count += vertex.weights.size();
        });
        return count;
    }

    void pieces() {
        out_.count("WeightCount", weightCount());
        out_.count("PieceCount", spec_.pieces.size());
        for (std::size_t p = 0; p < spec_.pieces.size(); ++p) {
            out_.in(at("Pieces", p), [&] { piece(spec_.pieces[p]); });
        }
    }

    void piece(const PieceSpec& piece) {
        out_.u16("MaterialIndex", piece.materialIndex);
        if (is108()) {
            out_.u16("Unknown108A", 3);
            out_.u32("Unknown108B", 4);
        }
        out_.f32("SpecularPower", 5);
        out_.f32("SpecularScale", 1);
        if (spec_.version >= 10) out_.f32("LODWeight", 1);
        out_.u16("ExtraCount", static_cast<std::uint16_t>(piece.extra.size()));
        for (std::size_t i = 0; i < piece.extra.size(); ++i) out_.u32(at("Extra", i), piece.extra[i]);
        out_.string("Name", piece.name);
        for (std::size_t l = 0; l < piece.lods.size(); ++l) {
            out_.in(at("LODs", l), [&] { lod(piece.lods[l]); });
        }
    }

    void lod(const LodSpec& lod) {
        out_.count("FaceCount", lod.faces.size());
        for (std::size_t f = 0; f < lod.faces.size(); ++f) {
            out_.in(at("Faces", f), [&] {
                for (std::size_t c = 0; c < 3; ++c) {
                    out_.in(at("Vertices", c), [&] {
                        out_.f32("Texcoord.U", 0.25F);
                        out_.f32("Texcoord.V", 0.5F);
                        out_.u16("VertexIndex", lod.faces[f][c]);
                    });
                }
            });
        }
        out_.count("VertexCount", lod.vertices.size());
        for (std::size_t v = 0; v < lod.vertices.size(); ++v) {
            out_.in(at("Vertices", v), [&] { vertex(lod.vertices[v]); });
        }
    }

    void vertex(const VertexSpec& vertex) {
        const std::size_t weights = vertex.weights.size();
        if (is108()) {
            out_.u8("WeightCount", static_cast<std::uint8_t>(weights));
            out_.u8("SubLODVertexIndex", 0xCD);
            out_.u16("Unknown", 6);
        } else {
            out_.u16("WeightCount", static_cast<std::uint16_t>(weights));
            out_.u16("SubLODVertexIndex", 0xCDCD);
        }
        for (std::size_t w = 0; w < weights; ++w) {
            out_.in(at("Weights", w), [&] {
                out_.u32("NodeIndex", vertex.weights[w].node);
                out_.vector("Location", vertex.weights[w].location);
                out_.f32("Bias", vertex.weights[w].bias);
            });
        }
        out_.vector("Location", vertex.location);
        out_.vector("Normal", vertex.normal);
    }

    void nodes() {
        if (is108()) weightSets();
        for (std::size_t n = 0; n < spec_.nodes.size(); ++n) {
            const NodeSpec& node = spec_.nodes[n];
            out_.in(at("Nodes", n), [&] {
                out_.string("Name", node.name);
                out_.u16("Index", static_cast<std::uint16_t>(n));
                out_.u8("Flags", node.flags);
                if (is108()) out_.u32("Unknown108", 7);
                for (std::size_t m = 0; m < 16; ++m) out_.f32(at("Matrix", m), node.bind.m[m]);
                out_.u32("ChildCount", node.children);
            });
        }
        if (!is108()) weightSets();
    }

    void weightSets() {
        out_.count("WeightSetCount", spec_.weightSets.size());
        for (std::size_t i = 0; i < spec_.weightSets.size(); ++i) {
            const WeightSetSpec& set = spec_.weightSets[i];
            out_.in(at("WeightSets", i), [&] {
                out_.string("Name", set.name);
                out_.count("NodeCount", set.weights.size());
                for (std::size_t n = 0; n < set.weights.size(); ++n) out_.f32(at("NodeWeights", n), set.weights[n]);
            });
        }
    }

    void transform(const KeySpec& key, bool wide, std::uint32_t time) {
        out_.vector("Location", key.translation);
        out_.quaternion("Rotation", key.rotation);
        if (!wide) return;
        out_.u32("Time", time);
        out_.u32("Pointer", 0x00C0FFEE);
    }

    void childModels() {
        out_.u16("Count", static_cast<std::uint16_t>(spec_.childModels.size()));
        for (std::size_t i = 0; i < spec_.childModels.size(); ++i) {
            out_.in(at("ChildModels", i), [&] {
                out_.string("Name", spec_.childModels[i].name);
                out_.u32("BuildNumber", spec_.childModels[i].buildNumber);
                for (std::size_t n = 0; n < spec_.nodes.size(); ++n) {
                    out_.in(at("Transforms", n), [&] { transform({}, spec_.wideChildTransforms, 0); });
                }
            });
        }
    }

    void animations() {
        out_.count("Count", spec_.animations.size());
        for (std::size_t a = 0; a < spec_.animations.size(); ++a) {
            out_.in(at("Animations", a), [&] { animation(spec_.animations[a]); });
        }
    }

    void animation(const AnimationSpec& animation) {
        out_.vector("Extents", {16, 32, 16});
        out_.string("Name", animation.name);
        if (animationWords() >= 1) out_.i32("Unknown", -1);
        if (animationWords() >= 2) out_.u32("InterpolationTime", 200);
        out_.count("KeyframeCount", animation.times.size());
        for (std::size_t k = 0; k < animation.times.size(); ++k) {
            out_.in(at("Keyframes", k), [&] {
                out_.u32("Time", animation.times[k]);
                out_.string("String", animation.times[k] == 0 ? animation.frameString : "");
            });
        }
        for (std::size_t n = 0; n < animation.nodes.size(); ++n) {
            out_.in(at("NodeTransforms", n), [&] {
                if (hasWideKeys()) out_.i32("Unknown", -1);
                for (std::size_t k = 0; k < animation.nodes[n].size(); ++k) {
                    out_.in(at("Transforms", k),
                            [&] { transform(animation.nodes[n][k], hasWideKeys(), animation.times[k]); });
                }
            });
        }
    }

    void sockets() {
        out_.count("Count", spec_.sockets.size());
        for (std::size_t i = 0; i < spec_.sockets.size(); ++i) {
            out_.in(at("Sockets", i), [&] {
                out_.u32("NodeIndex", spec_.sockets[i].node);
                out_.string("Name", spec_.sockets[i].name);
                out_.quaternion("Rotation", {});
                out_.vector("Location", {1, 2, 3});
            });
        }
    }

    void bindings() {
        for (std::size_t c = 0; c < spec_.childModels.size(); ++c) {
            const std::vector<BindingSpec>& list = spec_.childModels[c].bindings;
            out_.in(at("Lists", c), [&] {
                out_.count("Count", list.size());
                for (std::size_t i = 0; i < list.size(); ++i) {
                    out_.in(at("AnimBindings", i), [&] {
                        out_.string("Name", list[i].animation);
                        out_.vector("Extents", {16, 32, 16});
                        out_.vector("Origin", list[i].origin);
                    });
                }
            });
        }
    }

    void hitGroups() {
        if (!spec_.hitGroups) return out_.bytes("Data", spec_.hitGroupBytes, State::Opaque);
        out_.count("Count", spec_.hitGroups->size());
        for (std::size_t g = 0; g < spec_.hitGroups->size(); ++g) {
            const auto& entries = (*spec_.hitGroups)[g].entries;
            out_.in(at("HitGroups", g), [&] {
                out_.count("Count", entries.size());
                for (std::size_t e = 0; e < entries.size(); ++e) {
                    out_.in(at("Entries", e), [&] {
                        for (std::size_t i = 0; i < 6; ++i) out_.i16(at("Unknown", i), entries[e][i]);
                    });
                }
                for (std::size_t i = 0; i < 4; ++i) out_.f32(at("UnknownFloats", i), 0.5F);
                for (std::size_t i = 0; i < 4; ++i) out_.i16(at("UnknownShorts", i), -1);
            });
        }
    }

    const SpecV9& spec_;
    LeafWriter out_;
};

/// The small spec in the words of the large one.
SpecV9 general(const SpecV12& spec) {
    SpecV9 out;
    out.pieces = {{.name = "body", .materialIndex = 0, .lods = {{spec.faces, spec.vertices}}}};
    out.nodes = spec.nodes;
    out.weightSets = spec.weightSets;
    out.animations = spec.animations;
    for (const AnimationSpec& animation : spec.animations) {
        out.childModels[0].bindings.push_back({animation.name, spec.origin});
    }
    return out;
}

}  // namespace

LeafWriter written(const SpecV9& spec) {
    return FileV9(spec).run();
}

File write(const SpecV9& spec) {
    return written(spec).file();
}

File write(const SpecV12& spec) {
    return write(general(spec));
}

}  // namespace abc::testing
