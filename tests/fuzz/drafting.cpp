// Scenes of any kind, mostly sound: a scene is refused, or a draft comes of it that fits together, and of that a file.
#include "drafting/drafting.h"

#include "importing.h"

namespace abc::testing {
namespace {

using drafting::Channel;
using drafting::Drafting;
using drafting::Path;
using drafting::Primitive;
using drafting::Scene;

class Maker {
public:
    explicit Maker(Choices& choices) : choices_(choices) {}

    Scene scene() {
        Scene out;
        nodes_ = 1 + choices_(5);
        for (std::uint32_t n = 0; n < nodes_; ++n) {
            out.parents.push_back(choices_.isOdd() ? static_cast<std::int32_t>(choices_(9)) - 2
                                                   : static_cast<std::int32_t>(choices_(n + 1)) - 1);
            out.order.push_back(choices_.isOdd() ? choices_(9) : n);
            const std::vector<double> place = choices_.numbers<double>(3);
            out.rest.insert(out.rest.end(), place.begin(), place.end());
            const std::array<double, 4> turn = rotation();
            out.rest.insert(out.rest.end(), turn.begin(), turn.end());
            for (int axis = 0; axis < 3; ++axis) out.rest.push_back(choices_(4) == 0 ? choices_.number() : 1);
            out.places.push_back(choices_(2) == 0 ? 0 : choices_.number());
        }
        for (std::uint32_t i = choices_(3); i > 0; --i) out.skins.push_back(skin());
        for (std::uint32_t i = choices_(3) + 1; i > 0; --i) {
            const std::uint32_t skins = static_cast<std::uint32_t>(out.skins.size());
            out.meshes.push_back({choices_.index(nodes_), static_cast<std::int32_t>(choices_(skins + 1)) - 1});
        }
        out.sockets = choices_.indices(choices_(3), nodes_);
        return out;
    }

    drafting::Settings settings(std::uint32_t version) {
        constexpr std::array kTurns{0.0, 90.0, 180.0, 270.0};
        drafting::Settings out;
        out.version = version;
        out.scale = choices_(2) == 0 ? 1 : choices_.number();
        out.isUpright = choices_(2) == 0;
        out.turn = choices_.isOdd() ? choices_.number() : kTurns[choices_(kTurns.size())];
        return out;
    }

    Primitive primitive() {
        Primitive out;
        const std::size_t vertices = 3 + choices_(6);
        out.mode = static_cast<drafting::Mode>(4 + choices_(3));
        if (choices_(2) == 1) out.indices = choices_.indices(choices_(20), vertices);
        out.positions = choices_.numbers(3 * vertices);
        if (choices_(2) == 1) out.normals = choices_.numbers(3 * vertices);
        if (choices_(2) == 1) out.uvs = choices_.numbers(2 * vertices);
        for (std::uint32_t i = choices_(3); i > 0; --i) {
            std::vector<float>& joints = out.joints.emplace_back(choices_.fitting(4 * vertices));
            for (float& joint : joints) joint = choices_.isOdd() ? choices_.number() : static_cast<float>(choices_(4));
            out.weights.push_back(choices_.numbers(4 * vertices));
        }
        for (std::uint32_t i = choices_(3); i > 0; --i) {
            out.targets.push_back({choices_.numbers(3 * vertices), {}});
            if (choices_(2) == 1) out.targets.back().normals = choices_.numbers(3 * vertices);
            out.morphWeights.push_back(choices_.number());
        }
        return out;
    }

    /// @param targets numbers of a value of morph weights
    Channel channel(std::size_t targets) {
        Channel out;
        out.node = choices_.index(nodes_);
        out.path = static_cast<Path>(choices_(4));
        out.interpolation = static_cast<drafting::Interpolation>(choices_(3));
        out.size = out.path == Path::kRotation ? 4 : out.path == Path::kWeights ? targets : 3;
        double time = choices_.number();
        for (std::uint32_t i = choices_(4) + 1; i > 0; --i) {
            out.times.push_back(time);
            time += choices_.isOdd() ? choices_.number() : (1 + choices_(50)) / 1000.0;
        }
        const std::size_t each = out.interpolation == drafting::Interpolation::kCubicSpline ? 3 : 1;
        out.values = choices_.numbers(each * out.times.size() * out.size);
        return out;
    }

    std::vector<std::vector<Channel>> animations() {
        std::vector<std::vector<Channel>> out(choices_(3));
        for (std::vector<Channel>& channels : out) {
            for (std::uint32_t i = choices_(4); i > 0; --i) channels.push_back(channel(1 + choices_(2)));
        }
        return out;
    }

    std::vector<std::uint32_t> moments() { return choices_.indices(choices_(3), 300); }

private:
    std::array<double, 4> rotation() {
        constexpr std::array<std::array<double, 4>, 3> kTurns{
            std::array{0.0, 0.0, 0.0, 1.0}, std::array{0.0, 0.6, 0.0, -0.8}, std::array{0.5, 0.5, 0.5, 0.5}};
        return kTurns[choices_(kTurns.size())];
    }

    drafting::SceneSkin skin() {
        drafting::SceneSkin out;
        out.joints = choices_.indices(1 + choices_(4), nodes_);
        const std::size_t count = choices_.fitting(out.joints.size());
        for (std::size_t i = 0; i < count; ++i) {
            drafting::Matrix& inverse = out.inverse.emplace_back(abc::kIdentity);
            for (std::uint32_t n = choices_(4); n > 0; --n) inverse[choices_(12)] = choices_.number();
        }
        out.meshNode = static_cast<std::int32_t>(choices_(static_cast<std::uint32_t>(nodes_ + 1))) - 1;
        return out;
    }

    Choices& choices_;
    std::size_t nodes_ = 0;
};

/// The draft of a scene, put together as an import does it (web/from-glb/draft-of.ts).
class Drafted {
public:
    Drafted(Choices& choices, std::uint32_t version)
        // In braces the scene comes first.
        : choices_(choices),
          maker_(choices),
          drafting_{maker_.scene(), maker_.settings(version), maker_.animations()} {}

    void run(const importing::Options& options) {
        if (!drafting_.refusal().empty()) return require(drafting_.refusal().ends_with('.'), "no sentence says why");
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
