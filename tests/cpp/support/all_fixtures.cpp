#include "all_fixtures.h"

#include <numeric>

namespace abc::testing {
namespace {

constexpr Vec3 kArm{0, 10, 0};
constexpr Vec3 kHead{0, 20, 0};

NodeSpec node(std::string name, std::uint32_t children, Vec3 place = {}, std::uint8_t flags = 0) {
    NodeSpec out{.name = std::move(name), .flags = flags, .children = children, .bind = {}, .deformed = {}};
    out.bind.setTranslation(place);
    return out;
}

/// A vertex that the first `weights` nodes of root, arm and head pull alike; a fourth weight is root's again.
VertexSpec vertex(Vec3 location, std::uint32_t weights) {
    constexpr std::array<Vec3, 3> places = {Vec3{}, kArm, kHead};
    VertexSpec out{location, {0, 0, 1}, {}};
    const float bias = 1.0F / static_cast<float>(weights);
    for (std::uint32_t w = 0; w < weights; ++w) {
        const std::uint32_t n = w % 3;
        out.weights.push_back({n, (location - places[n]) * bias, bias});
    }
    return out;
}

AnimationSpec animation(std::string name, std::vector<std::uint32_t> times, std::size_t nodes) {
    constexpr std::array<Vec3, 3> offsets = {Vec3{1, 0, 0}, kArm, kArm};
    AnimationSpec out;
    out.name = std::move(name);
    out.frameString = "FOOTSTEP_KEY 1";
    for (std::size_t n = 0; n < nodes; ++n) {
        out.nodes.emplace_back();
        for (std::size_t k = 0; k < times.size(); ++k) {
            out.nodes[n].push_back({offsets[n] * static_cast<float>(k + 1), {}});
        }
    }
    out.times = std::move(times);
    return out;
}

/// Nothing that could be left out.
SpecV9 bare(std::uint32_t version) {
    SpecV9 spec;
    spec.version = version;
    spec.command = "";
    spec.lodCount = 0;
    spec.nodes = {node("root", 0)};
    spec.sockets = {};
    return spec;
}

/// A skeleton of two nodes that moves, for what is disputed about animations and child models.
SpecV9 moving(std::uint32_t version) {
    SpecV9 spec = bare(version);
    spec.nodes = {node("root", 1), node("arm", 0, kArm)};
    spec.animations = {animation("walk", {0, 100}, 2), animation("wait", {0}, 2)};
    spec.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"walk", {}}, {"wait", {1, 2, 3}}}}};
    return spec;
}

/// Everything there is, at least twice where there may be several.
SpecV9 full(std::uint32_t version) {
    SpecV9 spec;
    spec.version = version;
    spec.lodCount = 3;
    spec.lodDistances = {100, 300};
    const LodSpec fine{{{0, 1, 2}, {0, 2, 3}},
                       {vertex({0, 0, 0}, 1), vertex({1, 0, 0}, 2), vertex({1, 1, 0}, 3), vertex({0, 1, 0}, 4)}};
    const LodSpec coarse{{{0, 1, 2}}, {vertex({0, 0, 0}, 1), vertex({1, 0, 0}, 1), vertex({1, 1, 0}, 1)}};
    const LodSpec faceless{{}, {vertex({2, 0, 0}, 2)}};
    spec.pieces = {{.name = "body", .materialIndex = 0, .lods = {fine, coarse, {}}, .extra = {7, 70000}},
                   {.name = "head", .materialIndex = 1, .lods = {coarse, faceless, {}}}};
    spec.nodes = {node("root", 2), node("arm", 0, kArm), node("head", 0, kHead, 2)};
    spec.weightSets = {{"Upper", {0, 1, 1}}, {"Twitch", {2, 0.5F, 0}}};
    spec.animations = {animation("walk", {0, 100, 250}, 3), animation("wait", {0}, 3)};
    spec.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"walk", {0, 1, 0}}, {"wait", {}}}},
                        {.name = "base.abc", .buildNumber = 7, .bindings = {{"dance", {}}}}};
    spec.sockets = {{"hand", 1}, {"eyes", 2}};
    if (version == 108) spec.hitGroups = {{{{1, 2, 3, 4, 5, 6}, {-1, -2, -3, -4, -5, -6}}}, {{}}};
    return spec;
}

SpecV6 full6() {
    SpecV6 spec;
    spec.nodes = {node("Root", 2, {}, 1), node("cloth", 0, {}, 6), node("flag", 0, {}, 4)};
    spec.nodes[1].deformed = {1, 2};
    spec.nodes[2].deformed = {3};
    const std::array<std::int8_t, 3> up{0, 127, 0};
    spec.vertices = {{{0, 0, 0}, up, 0}, {{7, 7, 7}, up, 1}, {{9, 9, 9}, up, 1},        {{5, 5, 5}, up, 2},
                     {{4, 0, 0}, up, 0}, {{6, 0, 0}, up, 0}, {{5, 0, 0}, up, 0, {4, 5}}};
    spec.collapses = 1;
    spec.faces = {{0, 1, 2}, {0, 2, 3}, {0, 4, 5}};
    spec.animations = {animation("wave", {0, 50, 100}, 3), animation("static_model", {0}, 3)};
    spec.animations[0].deformation = {
        {}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {{9, 9, 9}, {8, 8, 8}, {7, 7, 7}}};
    spec.animations[1].deformation = {{}, {{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}}};
    spec.animations[1].frameString = "";
    spec.transformInfo = TransformInfo{1, 1};
    spec.triStrips = {{0, 1, 2}, {70000}, {2, 3}};
    return spec;
}

class Collection {
public:
    std::vector<NamedFile> run() {
        versionSix();
        for (const std::uint32_t version : {9U, 10U, 11U, 12U, 13U, 108U}) {
            add("full", full(version));
            add("bare", bare(version));
        }
        parts();
        surprises();
        wrapped();
        hitGroups();
        return std::move(list_);
    }

private:
    template <class Spec>
    void add(const std::string& name, std::uint32_t version, const Spec& spec) {
        LeafWriter out = written(spec);
        NamedFile entry{"v" + std::to_string(version) + "_" + name, version, out.file(), out.leaves(), 0};
        // The last section of a fixture is counted through, but for that of HitGroups: what does not fit is opaque.
        entry.countedEnd = static_cast<std::uint32_t>(entry.file.size());
        for (const WrittenLeaf& leaf : entry.leaves) {
            if (leaf.path == "HitGroups.NextSectionOffset") entry.countedEnd = leaf.offset + leaf.length;
        }
        list_.push_back(std::move(entry));
    }
    void add(const std::string& name, const SpecV9& spec) { add(name, spec.version, spec); }
    void add(const std::string& name, const SpecV6& spec) { add(name, 6, spec); }

    void versionSix() {
        add("full", full6());
        SpecV6 bare;
        bare.nodes = {node("Root", 0)};
        bare.animDims = false;
        bare.transformInfo.reset();
        add("bare", bare);
        SpecV6 rigid = smallV6();
        rigid.nodes[1].deformed.clear();
        rigid.animations[0].deformation.clear();
        add("no_deformation", rigid);
        rigid.animations.clear();
        add("no_animation", rigid);
        SpecV6 mixed = smallV6();
        mixed.order = {"Header", "TransformInfo", "AnimDims", "Animation", "Nodes", "Geometry"};
        add("other_order", mixed);
        SpecV6 strips = smallV6();
        strips.triStripBytes = "strips of triangles";
        add("opaque_strips", strips);
        strips.triStripBytes.clear();
        strips.triStrips.emplace();
        add("no_strips", strips);
    }

    /// What every version has alike, left out or moved, in version 12.
    void parts() {
        SpecV9 spec = full(12);
        spec.pieces = {{.name = "none", .materialIndex = 0, .lods = {}}};
        spec.lodCount = 0;
        spec.lodDistances.clear();
        add("no_levels", spec);
        spec = moving(12);
        spec.animations.clear();
        spec.childModels = {{}};
        add("no_animation", spec);
        spec = moving(12);
        spec.order = {"Header", "AnimBindings", "Sockets", "Animation", "ChildModels", "Nodes", "Pieces"};
        add("other_order", spec);
        spec.order = {"Header", "Extra",       "Pieces",    "Empty",   "Nodes",
                      "Extra",  "ChildModels", "Animation", "Sockets", "AnimBindings"};
        spec.furtherSections = {{"Extra", "nobody knows"}, {"Empty", ""}};
        add("unknown_sections", spec);
    }

    /// What is laid out otherwise than in its version, and shows it.
    void surprises() {
        for (const std::uint32_t version : {9U, 10U, 11U, 12U}) {
            for (const int words : {0, 1, 2}) {
                SpecV9 spec = moving(version);
                spec.animationWords = words;
                add("animations_with_" + std::to_string(words) + "_words", spec);
            }
        }
        SpecV9 wide = moving(108);
        wide.wideChildTransforms = true;
        add("wide_child_transforms", wide);
        SpecV9 levels = full(12);
        levels.lodDistances.clear();
        add("levels_by_header", levels);
    }

    void wrapped() {
        SpecV9 spec = moving(12);
        spec.wrapped = true;
        add("wrapped", spec);
        SpecV6 old = smallV6();
        old.wrapped = true;
        add("wrapped", old);
    }

    void hitGroups() {
        SpecV9 spec = bare(108);
        spec.hitGroups.emplace();
        add("no_groups", spec);
        spec.hitGroups.reset();
        spec.hitGroupBytes = "another layout";
        add("opaque_groups", spec);
    }

    std::vector<NamedFile> list_;
};

}  // namespace

const std::vector<NamedFile>& allFixtures() {
    static const std::vector<NamedFile> all = Collection().run();
    return all;
}

std::vector<std::size_t> fixtureIndices() {
    std::vector<std::size_t> indices(allFixtures().size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
}

}  // namespace abc::testing
