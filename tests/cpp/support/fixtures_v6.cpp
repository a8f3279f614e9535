// Files of version 6, section by section as abc.md §2 describes them.
#include "fixtures.h"

namespace abc::testing {
namespace {

class FileV6 {
public:
    explicit FileV6(const SpecV6& spec) : spec_(spec) {}

    LeafWriter run() {
        if (spec_.wrapped) out_.ltbHeader();
        for (const std::string& type : order()) section(type);
        return std::move(out_);
    }

private:
    [[nodiscard]] std::vector<std::string> order() const {
        if (!spec_.order.empty()) return spec_.order;
        std::vector<std::string> types = {"Header", "Geometry", "Nodes", "Animation"};
        if (spec_.triStrips || !spec_.triStripBytes.empty()) types.emplace_back("TriStrips");
        if (spec_.animDims) types.emplace_back("AnimDims");
        if (spec_.transformInfo) types.emplace_back("TransformInfo");
        return types;
    }

    void section(const std::string& type) {
        out_.section(type);
        if (type == "Header") {
            out_.string("FileToken", "MonolithExport Model File v6");
            out_.string("CommandString", "");
        }
        if (type == "Geometry") geometry();
        if (type == "Nodes") nodes();
        if (type == "Animation") animations();
        if (type == "TriStrips") triStrips();
        if (type == "AnimDims") {
            for (std::size_t a = 0; a < spec_.animations.size(); ++a) out_.vector(at("Dimensions", a), {16, 32, 16});
        }
        if (type == "TransformInfo") {
            out_.i32("FlipMat", spec_.transformInfo->flipMat);
            out_.i32("FixAnimKeyframes", spec_.transformInfo->fixAnimKeyframes);
        }
    }

    void triStrips() {
        if (!spec_.triStrips) return out_.bytes("Data", spec_.triStripBytes, State::Opaque);
        const auto& [a, b, c] = *spec_.triStrips;
        out_.count("CountA", a.size());
        for (std::size_t i = 0; i < a.size(); ++i) out_.u16(at("A", i), a[i]);
        out_.count("CountB", b.size());
        for (std::size_t i = 0; i < b.size(); ++i) out_.u32(at("B", i), b[i]);
        out_.count("CountC", c.size());
        for (std::size_t i = 0; i < c.size(); ++i) out_.u16(at("C", i), c[i]);
        for (std::size_t i = 0; i < spec_.vertices.size() - spec_.collapses; ++i) {
            out_.f32(at("UVs", i) + ".U", 0.125F);
            out_.f32(at("UVs", i) + ".V", 0.75F);
        }
    }

    void bounds() {
        out_.vector("BoundsMin", {0, 0, 0});
        out_.vector("BoundsMax", {0, 0, 0});
    }

    void geometry() {
        out_.vector("BoundsMin", {-1, -1, -1});
        out_.vector("BoundsMax", {1, 1, 1});
        out_.u32("NumLODs", spec_.collapses);
        for (std::uint32_t i = 0; i <= spec_.collapses; ++i) {
            out_.u16(at("VertexStartNum", i), static_cast<std::uint16_t>(2 * i));
        }
        out_.count("NumTris", spec_.faces.size());
        for (std::size_t f = 0; f < spec_.faces.size(); ++f) {
            out_.in(at("FaceInfo", f), [&] {
                for (std::size_t c = 0; c < 3; ++c) {
                    out_.f32(at("TexCoords", c) + ".U", 0.25F);
                    out_.f32(at("TexCoords", c) + ".V", 0.5F);
                }
                for (std::size_t c = 0; c < 3; ++c) out_.u16(at("VertexIndex", c), spec_.faces[f][c]);
                out_.packed("FaceNormal", std::array<std::int8_t, 3>{0, 0, 127});
            });
        }
        out_.count("NumVerts", spec_.vertices.size());
        out_.count("NormalVerts", spec_.vertices.size() - spec_.collapses);
        for (std::size_t v = 0; v < spec_.vertices.size(); ++v) {
            const VertexSpec6& vertex = spec_.vertices[v];
            out_.in(at("VertexInfo", v), [&] {
                out_.vector("Position", vertex.position);
                out_.packed("VertexNormal", vertex.normal);
                out_.u8("TransformationIndex", vertex.node);
                for (std::size_t i = 0; i < 2; ++i) out_.u16(at("Replacements", i), vertex.replacements[i]);
            });
        }
    }

    void nodes() {
        for (std::size_t n = 0; n < spec_.nodes.size(); ++n) {
            const NodeSpec& node = spec_.nodes[n];
            out_.in(at("Nodes", n), [&] {
                bounds();
                out_.string("NodeName", node.name);
                out_.u16("TransformationIndex", static_cast<std::uint16_t>(n));
                out_.u8("Flags", node.flags);
                out_.count("NumMDVerts", node.deformed.size());
                for (std::size_t i = 0; i < node.deformed.size(); ++i) out_.u16(at("MDVertList", i), node.deformed[i]);
                out_.u32("NumChildren", node.children);
            });
        }
    }

    void animations() {
        out_.count("NumAnims", spec_.animations.size());
        for (std::size_t a = 0; a < spec_.animations.size(); ++a) {
            out_.in(at("Anims", a), [&] { animation(spec_.animations[a]); });
        }
    }

    void animation(const AnimationSpec& animation) {
        out_.string("AnimName", animation.name);
        out_.u32("Length", animation.times.empty() ? 0 : animation.times.back());
        bounds();
        out_.count("NumKeyframes", animation.times.size());
        for (std::size_t k = 0; k < animation.times.size(); ++k) {
            out_.in(at("KeyframeData", k), [&] {
                out_.u32("TimeIndex", animation.times[k]);
                bounds();
                out_.string("FrameString", animation.times[k] == 0 ? animation.frameString : "");
            });
        }
        for (std::size_t n = 0; n < spec_.nodes.size(); ++n) {
            out_.in(at("NodeAnims", n), [&] { nodeAnimation(animation, n); });
        }
    }

    void nodeAnimation(const AnimationSpec& animation, std::size_t node) {
        for (std::size_t k = 0; k < animation.times.size(); ++k) {
            out_.in(at("Keys", k), [&] {
                out_.vector("Translation", animation.nodes.at(node).at(k).translation);
                out_.quaternion("Rotation", animation.nodes.at(node).at(k).rotation);
            });
        }
        const std::size_t deformed = spec_.nodes[node].deformed.size();
        for (std::size_t k = 0; deformed > 0 && k < animation.times.size(); ++k) {
            for (std::size_t v = 0; v < deformed; ++v) {
                out_.packed(at("Deformation", k) + at("", v), animation.deformation.at(node).at(k * deformed + v));
            }
        }
        out_.vector("Scale", animation.scale);
        out_.vector("Transform", animation.offset);
    }

    const SpecV6& spec_;
    LeafWriter out_;
};

}  // namespace

LeafWriter written(const SpecV6& spec) {
    return FileV6(spec).run();
}

File write(const SpecV6& spec) {
    return written(spec).file();
}

}  // namespace abc::testing
