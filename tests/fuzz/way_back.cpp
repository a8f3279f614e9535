// The whole way back: the export of a file, with anything changed in its words, scene and numbers, goes back into the
// file. It is refused with a sentence, or is not of that file, or what comes of it are changes that the editor makes;
// and a file that was whole stays so.
#include "merge/way_back.h"

#include "exported.h"
#include "merging.h"
#include "support/plain_latin.h"
#include "words.h"

namespace abc::testing {
namespace {

using gltf::Json;
using merging::NodeCurve;

Json number(double value) {
    return {value};
}

/// All that an export says. Its numbers are chosen before they are asked for: they may be asked for more than once.
class Source : public merging::Numbers {
public:
    Source(Choices& choices, Exported& from) : choices_(choices), from_(from), model_(from.model()) {
        materials();
        meshes();
        sockets();
        nodes();
        animations();
        describe();
        for (std::uint32_t i = choices_(8); i > 0; --i) changeWords(choices_, glb);
        if (choices_(4) == 3)
            setMember(glb.description.json, gltf::kDescribed[choices_(std::size(gltf::kDescribed))], anyJson(choices_));
        glb.tell();
    }

    [[nodiscard]] merging::Primitive primitive(std::uint32_t node, std::uint32_t /*primitive*/) const override {
        merging::Primitive out = primitives_[static_cast<std::size_t>(glb.nodes[node].mesh)];
        out.node = node;
        return out;
    }
    [[nodiscard]] std::vector<std::vector<float>> targets(std::uint32_t node,
                                                          std::uint32_t /*primitive*/) const override {
        return targets_[static_cast<std::size_t>(glb.nodes[node].mesh)];
    }
    [[nodiscard]] merging::Curves curves(std::uint32_t animation, std::optional<std::uint32_t> only) const override {
        merging::Curves out = curves_[animation];
        std::erase_if(out.nodes, [&](const NodeCurve& curve) { return only && curve.node != *only; });
        return out;
    }
    [[nodiscard]] const gltf::Latin& latin() const override { return latin_; }

    merging::Glb glb;

private:
    void materials() {
        glb.materials.push_back({"skin", {}, {1, 1, 1, 1}, true, false});
        setMember(glb.materials[0].extras, "lt_material", number(0));
    }

    /// A node for each level of each piece; sometimes one is missing, or there is one more.
    void meshes() {
        const bool isV6 = model_.family == Family::V6;
        const std::uint32_t pieces = isV6 ? 1 : static_cast<std::uint32_t>(model_.pieces.size());
        const std::uint32_t levels = isV6 ? 1 : model_.lodCount();
        for (std::uint32_t piece = 0; piece < pieces; ++piece) {
            for (std::uint32_t lod = 0; lod < levels; ++lod) {
                if (choices_(8) == 7) continue;
                mesh(piece, lod, true);
                if (choices_(8) == 7) mesh(piece, lod, false);
            }
        }
    }

    /// @param isTold the extras say which it is
    void mesh(std::uint32_t piece, std::uint32_t lod, bool isTold) {
        const merging::Primitive& made = primitives_.emplace_back(from_.primitive(piece, lod));
        const auto vertices = static_cast<std::uint32_t>(made.mesh.positions.size() / kVectorNumbers);
        auto& targets = targets_.emplace_back();
        for (std::uint32_t i = choices_(3); i > 0; --i) targets.push_back(choices_.numbers(made.mesh.positions.size()));
        gltf::Mesh& mesh = glb.meshes.emplace_back();
        mesh.primitives.push_back({true, static_cast<std::uint32_t>(made.mesh.corners.size() / 3), vertices, 0,
                                   static_cast<std::uint32_t>(targets.size()), false});
        if (isTold) {
            setMember(mesh.extras, "lt_piece", number(piece));
            setMember(mesh.extras, "lt_lod", number(lod));
        }
        const std::uint32_t node = from_.addMesh();
        meshNodes_.push_back(node);
        named_[node] = "mesh " + std::to_string(glb.meshes.size());
        if (isTold) glb.description.meshes.push_back({piece, lod, named_[node]});
    }

    void sockets() {
        for (std::uint32_t socket = 0; socket < model_.sockets.size(); ++socket) {
            if (choices_(8) == 7) continue;
            const std::uint32_t node = from_.addEmpty(from_.anyNode());
            socketNodes_.emplace_back(node, socket);
            named_[node] = "s_" + std::to_string(socket);
        }
    }

    void nodes() {
        glb.scene = from_.scene();
        for (std::uint32_t node = 0; node < glb.scene.count(); ++node) {
            gltf::Node& made = glb.nodes.emplace_back();
            made.name = named_[node];
            if (node == 0 || node > model_.nodes.size()) continue;
            made.name = core::utf8FromLatin1(model_.text(model_.nodes[node - 1].name));
            setMember(made.extras, "lt_index", number(node - 1));
            glb.description.joints.push_back(made.name);
        }
        for (std::size_t mesh = 0; mesh < meshNodes_.size(); ++mesh)
            glb.nodes[meshNodes_[mesh]].mesh = static_cast<std::int32_t>(mesh);
        for (const auto& [node, socket] : socketNodes_) {
            setMember(glb.nodes[node].extras, "lt_socket", number(socket));
            glb.description.sockets.push_back(named_[node]);
        }
    }

    void animations() {
        const auto count = static_cast<std::uint32_t>(model_.animations.size());
        for (std::uint32_t animation = 0; animation < count; ++animation) {
            if (choices_(8) == 7) continue;
            const std::string name = core::utf8FromLatin1(model_.text(model_.animations[animation].name));
            play(animation, name);
            glb.description.add({name, -1, animation, name, from_.keysOf(animation)});
            if (choices_(8) == 7) play(animation, anyText(choices_));
        }
    }

    void play(std::uint32_t animation, const std::string& name) {
        merging::Curves& made = curves_.emplace_back();
        made.nodes = from_.curves(animation);
        // That of an export has its times, and as many values as its paths have numbers.
        for (std::uint32_t i = choices_(2); i > 0 && !meshNodes_.empty(); --i) {
            const std::size_t mesh = choices_(static_cast<std::uint32_t>(meshNodes_.size()));
            merging::Curve weights = made.nodes.empty() ? merging::Curve{{0}, {}} : made.nodes[0].curve;
            weights.values = choices_.numbers(weights.times.size() * targets_[mesh].size());
            made.weights.emplace_back(meshNodes_[mesh], std::move(weights));
        }
        glb.animations.push_back({name, {}, made.nodes.size() + made.weights.size()});
    }

    void describe() {
        glb.description.version = model_.family == Family::V6 ? 6 : 12;
        Json::List own;
        for (const Animation& animation : model_.animations) {
            Json record;
            setMember(record, "name", {core::utf8FromLatin1(model_.text(animation.name))});
            own.push_back(std::move(record));
        }
        setMember(glb.description.json, "ownAnimations", {std::move(own)});
    }

    Choices& choices_;
    Exported& from_;
    const Model& model_;
    PlainLatin latin_;
    std::vector<merging::Primitive> primitives_;
    std::vector<std::vector<std::vector<float>>> targets_;
    std::vector<merging::Curves> curves_;
    std::vector<std::uint32_t> meshNodes_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> socketNodes_;
    std::unordered_map<std::uint32_t, std::string> named_;
};

void goBack(Choices& choices, const ByteList& bytes) {
    Exported from(choices, bytes);
    const Source source(choices, from);
    if (const std::string refusal = refusalOf(source.glb); !refusal.empty()) return requireSentence(refusal);
    merging::Wanted wanted;
    wanted.settings.isTemplate = choices(4) == 3;
    wanted.settings.fillsNormals = choices(4) == 3;
    wanted.settings.conjugates = from.model().conjugatesKeys();
    wanted.isExported = choices(2) == 0;
    wanted.wantsLevels = choices(4) == 3;
    if (choices(4) == 3) wanted.animations = choices.indices(choices(3), source.glb.animations.size());
    merging::WayBack work(bytes, source.glb, source, wanted);
    if (work.notTheFile()) return require(!work.step(), "what is not of the file is merged");
    double before = 0;
    while (work.step()) {
        require(work.done() >= before && work.done() <= 1, "less is done than before");
        before = work.done();
    }
    if (!work.refusal().empty()) return requireSentence(work.refusal());
    for (const gltf::Note& note : work.result().notes) requireSentence(note.message);
    for (const gltf::Change& change : work.result().changes) requireSentence(change.message);
    if (parse(bytes).faults.empty()) requireEdited(bytes, work.result().operations);
}

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const ByteList bytes = anyFile(choices);
    goBack(choices, bytes);
    return 0;
}
