#include "fixtures.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace abc::testing {
namespace {

std::uint32_t count(std::size_t size) {
    return static_cast<std::uint32_t>(size);
}

void vector(ByteWriter& out, Vec3 v) {
    out.vec3(v.x, v.y, v.z);
}

void key(ByteWriter& out, const KeySpec& k) {
    vector(out, k.translation);
    out.quat(k.rotation.x, k.rotation.y, k.rotation.z, k.rotation.w);
}

void header(ByteWriter& out, const SpecV12& spec) {
    std::uint32_t keys = 0;
    std::uint32_t weights = 0;
    std::set<std::string> strings{"ShadowEnable"};
    for (const NodeSpec& node : spec.nodes) strings.insert(node.name);
    for (const AnimationSpec& animation : spec.animations) {
        keys += count(animation.times.size());
        strings.insert(animation.name);
        strings.insert(animation.frameString);
    }
    strings.erase("");
    std::uint32_t length = 0;
    for (const std::string& text : strings) length += count(text.size());
    for (const VertexSpec& vertex : spec.vertices) weights += count(vertex.weights.size());

    out.section("Header").u32(12).u32(keys).u32(count(spec.animations.size())).u32(count(spec.nodes.size()));
    out.u32(1).u32(1).u32(count(spec.faces.size())).u32(count(spec.vertices.size())).u32(weights);
    out.u32(1).u32(1).u32(count(spec.weightSets.size())).u32(count(strings.size())).u32(length);
    out.string("ShadowEnable").f32(50).u32(0).zeros(60);
}

void pieces(ByteWriter& out, const SpecV12& spec) {
    std::uint32_t weights = 0;
    for (const VertexSpec& vertex : spec.vertices) weights += count(vertex.weights.size());
    out.section("Pieces").u32(weights).u32(1);
    out.u16(0).f32(5).f32(1).f32(1).u16(0).string("body");
    out.u32(count(spec.faces.size()));
    for (const auto& face : spec.faces) {
        for (const std::uint16_t corner : face) out.f32(0.25F).f32(0.5F).u16(corner);
    }
    out.u32(count(spec.vertices.size()));
    for (const VertexSpec& vertex : spec.vertices) {
        out.u16(static_cast<std::uint16_t>(vertex.weights.size())).u16(0xCDCD);
        for (const WeightSpec& weight : vertex.weights) {
            out.u32(weight.node);
            vector(out, weight.location);
            out.f32(weight.bias);
        }
        vector(out, vertex.location);
        vector(out, vertex.normal);
    }
}

void nodes(ByteWriter& out, const SpecV12& spec) {
    out.section("Nodes");
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) {
        out.string(spec.nodes[i].name).u16(static_cast<std::uint16_t>(i)).u8(spec.nodes[i].flags);
        out.value(spec.nodes[i].bind.m).u32(spec.nodes[i].children);
    }
    out.u32(count(spec.weightSets.size()));
    for (const WeightSetSpec& set : spec.weightSets) {
        out.string(set.name).u32(count(set.weights.size()));
        for (const float weight : set.weights) out.f32(weight);
    }
}

void animations(ByteWriter& out, const SpecV12& spec) {
    out.section("ChildModels").u16(1).string("").u32(0);
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) key(out, {});
    out.section("Animation").u32(count(spec.animations.size()));
    for (const AnimationSpec& animation : spec.animations) {
        out.vec3(16, 32, 16).string(animation.name).i32(-1).u32(200).u32(count(animation.times.size()));
        for (const std::uint32_t time : animation.times) out.u32(time).string(time == 0 ? animation.frameString : "");
        for (const auto& track : animation.nodes) {
            for (const KeySpec& k : track) key(out, k);
        }
    }
    out.section("Sockets").u32(1).u32(0).string("hand").quat(0, 0, 0, 1).vec3(1, 2, 3);
    out.section("AnimBindings").u32(count(spec.animations.size()));
    for (const AnimationSpec& animation : spec.animations) {
        out.string(animation.name).vec3(16, 32, 16);
        vector(out, spec.origin);
    }
}

void geometry(ByteWriter& out, const SpecV6& spec) {
    out.section("Geometry").vec3(-1, -1, -1).vec3(1, 1, 1).u32(spec.collapses);
    for (std::uint32_t i = 0; i <= spec.collapses; ++i) out.u16(static_cast<std::uint16_t>(2 * i));
    out.u32(count(spec.faces.size()));
    for (const auto& face : spec.faces) {
        for (int i = 0; i < 3; ++i) out.f32(0.25F).f32(0.5F);
        for (const std::uint16_t corner : face) out.u16(corner);
        out.u8(0).u8(0).u8(127);
    }
    out.u32(count(spec.vertices.size())).u32(count(spec.vertices.size()) - spec.collapses);
    for (const VertexSpec6& vertex : spec.vertices) {
        vector(out, vertex.position);
        out.value(vertex.normal).u8(vertex.node).value(vertex.replacements);
    }
}

void animations(ByteWriter& out, const SpecV6& spec) {
    out.section("Animation").u32(count(spec.animations.size()));
    for (const AnimationSpec& animation : spec.animations) {
        const std::size_t keys = animation.times.size();
        out.string(animation.name).u32(keys == 0 ? 0 : animation.times.back());
        out.vec3(0, 0, 0).vec3(0, 0, 0).u32(count(keys));
        for (const std::uint32_t time : animation.times) {
            out.u32(time).vec3(0, 0, 0).vec3(0, 0, 0).string(time == 0 ? animation.frameString : "");
        }
        for (std::size_t node = 0; node < spec.nodes.size(); ++node) {
            for (std::size_t k = 0; k < keys; ++k) key(out, animation.nodes[node][k]);
            if (node < animation.deformation.size()) {
                for (const auto& packed : animation.deformation[node]) out.value(packed);
            }
            vector(out, animation.scale);
            vector(out, animation.offset);
        }
    }
    out.section("AnimDims");
    for (std::size_t i = 0; i < spec.animations.size(); ++i) out.vec3(16, 32, 16);
    if (spec.transformInfo) {
        out.section("TransformInfo").i32(spec.transformInfo->flipMat).i32(spec.transformInfo->fixAnimKeyframes);
    }
}

constexpr Vec3 kChildOffset{0, 10, 0};

}  // namespace

SpecV12 smallV12() {
    SpecV12 spec;
    NodeSpec child{.name = "arm", .flags = 0, .children = 0, .bind = {}, .deformed = {}};
    child.bind.setTranslation(kChildOffset);
    spec.nodes = {{.name = "root", .flags = 0, .children = 1, .bind = {}, .deformed = {}}, child};
    spec.vertices = {
        {{0, 0, 0}, {0, 0, 1}, {{0, {0, 0, 0}, 1}}},
        {{1, 0, 0}, {0, 0, 1}, {{0, {1, 0, 0}, 1}}},
        {{0, 10, 0}, {0, 0, 1}, {{1, {0, 0, 0}, 1}}},
    };
    spec.faces = {{0, 1, 2}};
    spec.weightSets = {{"Upper", {0, 1}}};
    AnimationSpec move;
    move.frameString = "STEP";
    move.nodes = {{{{0, 0, 0}, {}}, {{2, 0, 0}, {}}}, {{kChildOffset, {}}, {kChildOffset, {}}}};
    spec.animations = {move};
    return spec;
}

SpecV6 smallV6() {
    SpecV6 spec;
    spec.nodes = {{.name = "Root", .flags = 1, .children = 1, .bind = {}, .deformed = {}},
                  {.name = "cloth", .flags = 6, .children = 0, .bind = {}, .deformed = {1}}};
    spec.vertices = {
        {{0, 0, 0}, {0, 0, 127}, 0, {0xCDCD, 0xCDCD}}, {{7, 7, 7}, {0, 0, 127}, 1, {0xCDCD, 0xCDCD}},
        {{2, 2, 0}, {0, 0, 127}, 0, {0xCDCD, 0xCDCD}}, {{0, 2, 0}, {0, 0, 127}, 0, {0xCDCD, 0xCDCD}},
        {{1, 2, 0}, {0, 0, 127}, 0, {2, 3}},
    };
    spec.collapses = 1;
    spec.faces = {{0, 1, 2}, {0, 2, 3}};
    AnimationSpec wave;
    wave.name = "wave";
    wave.frameString = "STEP";
    wave.nodes = {{{{0, 0, 0}, {}}, {{2, 0, 0}, {}}}, {{kChildOffset, {}}, {kChildOffset, {}}}};
    wave.deformation = {{}, {{10, 20, 30}, {30, 20, 10}}};
    wave.scale = {0.5F, 1, 2};
    wave.offset = {100, 0, -10};
    spec.animations = {wave};
    return spec;
}

File write(const SpecV12& spec) {
    ByteWriter out;
    header(out, spec);
    pieces(out, spec);
    nodes(out, spec);
    animations(out, spec);
    return out.bytes();
}

File write(const SpecV6& spec) {
    ByteWriter out;
    out.section("Header").string("MonolithExport Model File v6").string("");
    geometry(out, spec);
    out.section("Nodes");
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) {
        const NodeSpec& node = spec.nodes[i];
        out.vec3(0, 0, 0).vec3(0, 0, 0).string(node.name).u16(static_cast<std::uint16_t>(i)).u8(node.flags);
        out.u32(count(node.deformed.size()));
        for (const std::uint16_t vertex : node.deformed) out.u16(vertex);
        out.u32(node.children);
    }
    animations(out, spec);
    return out.bytes();
}

std::uint32_t offsetOf(const File& file, std::string_view path) {
    const Document document = parse(file);
    const auto place = document.walk().resolve(path);
    if (!place) throw std::invalid_argument("no such path in the fixture: " + std::string(path));
    return place->start;
}

}  // namespace abc::testing
