// Scenes of any kind, mostly sound: a scene is refused, or a draft comes of it that fits together, and of that a file.
#include "drafting/drafting.h"

#include "importing.h"
#include "scenes.h"

namespace abc::testing {
namespace {

using drafting::Channel;
using drafting::Drafting;
using drafting::Primitive;

/// The draft of a scene, put together as an import does it (web/from-glb/draft-of.ts).
class Drafted {
public:
    Drafted(Choices& choices, std::uint32_t version)
        // In braces the scene comes first.
        : choices_(choices),
          maker_(choices),
          drafting_{maker_.scene(), maker_.settings(version), maker_.animations()} {}

    void run(const importing::Options& options) {
        if (!drafting_.refusal().empty()) return requireSentence(drafting_.refusal());
        for (std::uint32_t mesh = 0; mesh < drafting_.scene().meshes.size(); ++mesh) {
            primitives_.push_back(maker_.primitive());
            const Primitive& primitive = primitives_.back();
            drafting_.look(mesh, primitive.positions,
                           primitive.joints.empty() ? std::vector<float>() : primitive.joints[0],
                           primitive.weights.empty() ? std::vector<float>() : primitive.weights[0], choices_(3));
        }
        require(drafting_.height() >= 0, "the scene is lower than nothing");
        addMeshes();
        if (choices_(4) == 3 && drafting_.centre()) addMeshes();
        require(!(drafting_.size() < 0), "the model is smaller than nothing");
        for (const std::vector<Channel>& channels : drafting_.animations()) animate(channels);
        putNodes();
        requireImported(std::move(draft_), options);
    }

private:
    void addMeshes() {
        draft_.pieces.clear();
        std::vector<drafting::PieceOf> pieces;
        std::uint32_t made = 0;
        for (std::uint32_t mesh = 0; mesh < primitives_.size(); ++mesh) {
            if (!drafting::refusalOf(primitives_[mesh]).empty()) continue;
            for (drafting::MeshWithSource& part : drafting_.add(mesh, primitives_[mesh])) {
                require(part.triangles.size() * 3 == part.mesh.corners.size(), "not one source a triangle");
                importing::DraftPiece& piece = draft_.pieces.emplace_back();
                piece.name = "piece " + std::to_string(made);
                piece.levels.push_back(std::move(part.mesh));
                pieces.push_back({static_cast<std::int32_t>(made), made, drafting_.scene().meshes[mesh].node});
                ++made;
            }
        }
        require(drafting_.refusalOf(pieces).empty(), "pieces of its meshes are refused");
        drafting_.settle(pieces);
    }

    void animate(const std::vector<Channel>& channels) {
        drafting::Wanted wanted;
        wanted.source.channels = channels;
        wanted.source.also = maker_.moments();
        wanted.source.most = kMostKeys;
        for (double& number : wanted.origin) number = choices_.number();
        wanted.hasBox = choices_(2) == 0;
        drafting::Making making(drafting_, wanted);
        while (making.step()) require(making.done() >= 0 && making.done() <= 1, "more is done than there is to do");
        if (making.hasTooMany()) return;
        drafting::Sampler& sampler = making.sampler();
        require(sampler.count() <= kMostKeys, "more keys than there may be");
        importing::DraftAnimation& out = draft_.animations.emplace_back();
        out.name = "animation " + std::to_string(draft_.animations.size());
        for (std::size_t key = 0; key < sampler.count(); ++key) {
            require(key == 0 || sampler.times()[key] > sampler.times()[key - 1],
                    "a key is not later than the one before");
            out.times.push_back(static_cast<std::uint32_t>(sampler.times()[key]));
            out.strings.emplace_back();
            if (!sampler.isMorphed()) continue;
            for (const std::vector<float>& own : sampler.morphs(key))
                out.morphWeights.insert(out.morphWeights.end(), own.begin(), own.end());
        }
        out.poses = sampler.poses();
        const drafting::Vector extents = making.extents();
        out.extents = {static_cast<float>(extents[0]), static_cast<float>(extents[1]), static_cast<float>(extents[2])};
    }

    void putNodes() {
        const drafting::Skeleton& skeleton = drafting_.skeleton();
        const std::vector<float>& rest = drafting_.rest();
        for (std::size_t n = 0; n < skeleton.sources.size(); ++n) {
            importing::DraftNode& node = draft_.nodes.emplace_back();
            node.name = "node " + std::to_string(n);
            node.parent = skeleton.parents[n];
            const drafting::Stand& bind = drafting_.binds()[n];
            node.bind = drafting::matrixOf(bind.rotation, bind.place);
            const float* at = rest.data() + importing::kPose * n;
            node.translation = {at[0], at[1], at[2]};
            node.rotation = {at[3], at[4], at[5], at[6]};
        }
        require(drafting_.sockets().size() == drafting_.scene().sockets.size(), "not one place a socket");
        draft_.internalRadius = static_cast<float>(drafting_.radius());
    }

    static constexpr std::size_t kMostKeys = 100;

    Choices& choices_;
    Maker maker_;
    Drafting drafting_;
    std::vector<Primitive> primitives_;
    importing::Draft draft_;
};

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const importing::Options options = anyOptions(choices);
    Drafted(choices, options.version).run(options);
    return 0;
}
