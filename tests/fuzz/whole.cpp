// Whole glTFs of any kind, mostly sound, with anything in their names and extras: one is refused with a sentence, or a
// draft comes of it that fits together, and of that a file.
#include "drafting/whole.h"

#include "importing.h"
#include "scenes.h"
#include "words.h"

namespace abc::testing {
namespace {

using gltf::Json;

constexpr std::array kDescribed{"nodes",         "pieces",      "sockets",    "animations", "ownAnimations",
                                "commandString", "childModels", "weightSets", "bindings",   "header"};

class Source : public drafting::PrimitiveReader {
public:
    explicit Source(Choices& choices) : choices_(choices), maker_(choices) {}

    drafting::Gltf gltf() {
        drafting::Gltf out;
        out.scene = maker_.scene();
        const std::size_t nodes = out.scene.count();
        out.isShown.resize(choices_.fitting(nodes));
        for (std::uint8_t& isShown : out.isShown) isShown = choices_(8) == 7 ? 0 : 1;
        out.materials.resize(choices_(3));
        for (std::uint32_t i = choices_(3) + 1; i > 0; --i) out.meshes.push_back(mesh(out.materials.size()));
        for (std::size_t node = 0; node < nodes; ++node) {
            gltf::Node& made = out.nodes.emplace_back();
            made.name = choices_(2) == 0 ? "node" : anyText(choices_);
            if (choices_(4) == 0) made.mesh = static_cast<std::int32_t>(choices_.index(out.meshes.size()));
            out.skinOf.push_back(
                static_cast<std::int32_t>(choices_(static_cast<std::uint32_t>(out.scene.skins.size()) + 1)) - 1);
        }
        if (!out.nodes.empty()) out.nodes.back().mesh = 0;
        for (auto& channels : channels_ = maker_.animations()) out.animations.push_back({"clip", {}, channels.size()});
        if (choices_(2) == 1) describe(out);
        for (std::uint32_t i = choices_(8); i > 0; --i) changeWords(choices_, out);
        return out;
    }

    [[nodiscard]] std::vector<std::vector<drafting::Channel>> channels() const { return channels_; }
    [[nodiscard]] drafting::Primitive read(std::uint32_t /*node*/, std::uint32_t primitive) const override {
        return primitives_[primitive];
    }

    drafting::WholeSettings settings(std::uint32_t version, std::size_t animations) {
        drafting::WholeSettings out;
        out.name = "any.glb";
        out.model = maker_.settings(version);
        out.centre = choices_(4) == 3;
        out.paletteSkin = choices_(4) == 3;
        if (choices_(4) == 3) out.animations = choices_.indices(choices_(3), animations);
        if (choices_(4) == 3) out.exportScale = choices_.number();
        return out;
    }

private:
    /// Primitives of one place are the same in all meshes, but for what is said of them.
    gltf::Mesh mesh(std::size_t materials) {
        gltf::Mesh out;
        out.name = "mesh";
        for (std::uint32_t i = 0; i <= choices_(3); ++i) {
            if (primitives_.size() <= i) {
                // A reader gives none that is refused.
                drafting::Primitive made = maker_.primitive();
                if (!drafting::refusalOf(made).empty()) made = triangle();
                primitives_.push_back(std::move(made));
            }
            const drafting::Primitive& is = primitives_[i];
            gltf::Primitive& said = out.primitives.emplace_back();
            said.vertices = static_cast<std::uint32_t>(is.positions.size() / 3);
            said.triangles = 1;
            said.targets = static_cast<std::uint32_t>(is.targets.size());
            said.material = static_cast<std::int32_t>(choices_(static_cast<std::uint32_t>(materials) + 1)) - 1;
            said.hasColours = choices_(4) == 3;
        }
        return out;
    }

    static drafting::Primitive triangle() {
        drafting::Primitive out;
        out.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        return out;
    }

    /// As an export from here would be described, or not.
    void describe(drafting::Gltf& out) {
        gltf::Description& made = out.description.emplace();
        made.version = choices_(2) == 0 ? 12 : choices_(16);
        for (const gltf::Node& node : out.nodes) made.joints.push_back(node.name);
        made.sockets.push_back("socket");
        made.meshes.push_back({choices_(3), choices_(3), "mesh"});
        for (const gltf::Animation& animation : out.animations)
            made.add(
                {animation.name, static_cast<std::int32_t>(choices_(3)) - 1, choices_(3), animation.name, {0, 100}});
        for (std::uint32_t i = choices_(5); i > 0; --i)
            setMember(made.json, kDescribed[choices_(kDescribed.size())], anyJson(choices_));
    }

    Choices& choices_;
    Maker maker_;
    std::vector<std::vector<drafting::Channel>> channels_;
    std::vector<drafting::Primitive> primitives_;
};

/// As the page has it before it is written (web/from-glb/draft-of.ts).
importing::Draft draftOf(drafting::Whole& whole) {
    importing::Draft out;
    drafting::WholeDraft& made = whole.result();
    drafting::Drafting& drafting = whole.drafting();
    for (std::size_t n = 0; n < made.nodes.size(); ++n) {
        const auto& [rotation, place] = drafting.binds()[n];
        const float* at = drafting.rest().data() + importing::kPose * n;
        out.nodes.push_back({gltf::inLatin1(made.nodes[n].name),
                             made.nodes[n].parent,
                             made.nodes[n].flags,
                             drafting::matrixOf(rotation, place),
                             {at[0], at[1], at[2]},
                             {at[3], at[4], at[5], at[6]}});
    }
    for (drafting::MadePiece& piece : made.pieces) {
        require(piece.triangles.size() * 3 == piece.levels[0].corners.size(), "not one source a triangle");
        out.pieces.push_back({gltf::inLatin1(piece.name), piece.slot, static_cast<float>(piece.specularPower),
                              static_cast<float>(piece.specularScale), static_cast<float>(piece.lodWeight),
                              std::move(piece.levels)});
    }
    for (drafting::MadeAnimation& animation : made.animations) {
        importing::DraftAnimation& to = out.animations.emplace_back();
        to.name = gltf::inLatin1(animation.name);
        to.times = animation.times;
        to.poses = animation.poses;
        for (const auto& key : animation.morphWeights) {
            for (const auto& weights : key)
                to.morphWeights.insert(to.morphWeights.end(), weights.begin(), weights.end());
        }
        for (const std::string& text : animation.strings) to.strings.push_back(gltf::inLatin1(text));
        const auto& [x, y, z] = animation.extents;
        to.extents = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        to.interpolationTime = animation.interpolationTime;
    }
    for (const drafting::MadeSocket& socket : made.sockets)
        out.sockets.push_back({gltf::inLatin1(socket.name), socket.node, {}, {}});
    for (const auto& [name, weights] : made.weightSets)
        out.weightSets.push_back({gltf::inLatin1(name), std::vector<float>(weights.begin(), weights.end())});
    return out;
}

void draft(Choices& choices, const importing::Options& options) {
    Source source(choices);
    drafting::Gltf gltf = source.gltf();
    if (const std::string refusal = refusalOf(gltf); !refusal.empty()) return requireSentence(refusal);
    const drafting::WholeSettings settings = source.settings(options.version, gltf.animations.size());
    drafting::Whole whole(std::move(gltf), source.channels(), source, settings);
    double before = 0;
    while (whole.refusal().empty() && whole.step()) {
        require(whole.done() >= before && whole.done() <= 1, "less is done than before");
        before = whole.done();
    }
    if (!whole.refusal().empty()) return requireSentence(whole.refusal());
    for (const gltf::Note& note : whole.result().notes) requireSentence(note.message);
    requireImported(draftOf(whole), options);
}

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const importing::Options options = anyOptions(choices);
    draft(choices, options);
    return 0;
}
