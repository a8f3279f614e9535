// Drafts of any kind, mostly sound: a draft is refused, or it becomes a file without errors that can be posed.
#include "importing.h"

namespace abc::testing {
namespace {

using importing::Draft;
using importing::DraftAnimation;
using importing::DraftMesh;
using importing::DraftNode;
using importing::DraftPiece;

class Maker {
public:
    explicit Maker(Choices& choices) : choices_(choices) {}

    Draft make() {
        Draft out;
        nodes_ = choices_.fitting(1 + choices_(5));
        for (std::size_t n = 0; n < nodes_; ++n) out.nodes.push_back(node(n));
        const std::size_t pieces = choices_(3);
        for (std::size_t p = 0; p < pieces; ++p) out.pieces.push_back(piece());
        const std::size_t animations = choices_(3);
        for (std::size_t a = 0; a < animations; ++a) out.animations.push_back(animation());
        others(out);
        return out;
    }

private:
    Vec3 vector() { return {choices_.number(), choices_.number(), choices_.number()}; }
    Quat rotation() {
        constexpr std::array<Quat, 3> kTurns{Quat{0, 0, 0, 1}, Quat{0, 0.6F, 0, -0.8F}, Quat{0.5F, 0.5F, 0.5F, 0.5F}};
        if (choices_.isOdd()) return {choices_.number(), choices_.number(), choices_.number(), choices_.number()};
        return kTurns[choices_(kTurns.size())];
    }

    DraftNode node(std::size_t index) {
        DraftNode out;
        out.name = choices_.text();
        out.parent = index == 0 ? -1 : static_cast<std::int32_t>(choices_(static_cast<std::uint32_t>(index)));
        if (choices_.isOdd()) out.parent = static_cast<std::int32_t>(choices_(8)) - 2;
        out.flags = choices_.isOdd() ? choices_(1000) : choices_(4);
        out.bind = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        for (std::size_t i = 3; i < out.bind.size(); i += 4) out.bind[i] = choices_.number();
        if (choices_.isOdd()) out.bind[choices_(12)] = choices_.number();
        out.translation = vector();
        out.rotation = rotation();
        return out;
    }

    DraftPiece piece() {
        DraftPiece out;
        out.name = choices_.text();
        out.slot = choices_.isOdd() ? 70'000 : choices_(3);
        out.specularPower = choices_.number();
        out.specularScale = choices_.number();
        out.lodWeight = choices_.number();
        const std::size_t targets = choices_(3);
        targets_ += targets;
        const std::size_t levels = choices_.fitting(1 + choices_(3));
        for (std::size_t l = 0; l < levels; ++l) out.levels.push_back(mesh(choices_.fitting(targets)));
        return out;
    }

    DraftMesh mesh(std::size_t targets) {
        DraftMesh out;
        const std::size_t vertices = 3 + choices_(8);
        out.corners = choices_.indices(std::size_t{3} * choices_(8), vertices);
        out.uvs = choices_.numbers(2 * out.corners.size());
        out.positions = choices_.numbers(kVectorNumbers * vertices);
        out.normals = choices_.numbers(kVectorNumbers * vertices);
        for (std::size_t v = 0; v <= vertices; ++v) {
            out.start.push_back(static_cast<std::uint32_t>(out.node.size()));
            if (v < vertices) influences(out);
        }
        if (choices_.isOdd()) out.start[choices_(static_cast<std::uint32_t>(out.start.size()))] = choices_.index(5);
        out.local = choices_.numbers(kVectorNumbers * out.node.size());
        for (std::size_t t = 0; t < targets; ++t) out.morphs.push_back(choices_.numbers(kVectorNumbers * vertices));
        out.morphWeights = choices_.numbers(targets);
        if (choices_(2) == 1) out.next = choices_.indices(vertices, 3);
        return out;
    }

    void influences(DraftMesh& out) {
        const std::size_t count = choices_.isOdd() ? 0 : 1 + choices_(3);
        for (std::size_t i = 0; i < count; ++i) {
            out.node.push_back(choices_.index(nodes_));
            out.share.push_back(choices_.isOdd() ? choices_.number() : 1 / static_cast<float>(count));
        }
    }

    DraftAnimation animation() {
        DraftAnimation out;
        out.name = choices_(3) == 0 ? "static_model" : choices_.text();
        const std::size_t keys = choices_.fitting(1 + choices_(4));
        std::uint32_t time = 0;
        for (std::size_t k = 0; k < keys; ++k) {
            out.times.push_back(choices_.isOdd() ? choices_.index(3) : time);
            time += 1 + choices_(300);
            out.strings.push_back(choices_.text());
            for (std::size_t n = 0; n < nodes_; ++n) {
                const Vec3 place = vector();
                const Quat turn = rotation();
                out.poses.insert(out.poses.end(), {place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w});
            }
        }
        if (choices_.isOdd()) out.poses.resize(choices_(40));
        if (choices_.isOdd()) out.strings.resize(choices_(4));
        if (choices_(2) == 1) out.morphWeights = choices_.numbers(keys * targets_);
        out.extents = vector();
        out.interpolationTime = choices_(500);
        for (double& number : out.origin) number = choices_.number();
        return out;
    }

    void others(Draft& out) {
        for (std::uint32_t i = choices_(3); i > 0; --i)
            out.sockets.push_back({choices_.text(), choices_.index(nodes_), rotation(), vector()});
        for (std::uint32_t i = choices_(3); i > 0; --i)
            out.weightSets.push_back({choices_.text(), choices_.numbers(nodes_)});
        for (std::uint32_t i = choices_(3); i > 0; --i) {
            out.childModels.push_back({choices_.text(), choices_(9)});
            if (choices_.isOdd()) continue;
            auto& list = out.bindings.emplace_back();
            for (std::uint32_t b = choices_(3); b > 0; --b) list.push_back({choices_.text(), vector(), vector()});
        }
        out.commandString = choices_.text();
        out.internalRadius = choices_.number();
        out.lodDistances = choices_.numbers(choices_(3));
    }

    Choices& choices_;
    std::size_t nodes_ = 0;
    /// Morph targets of all pieces.
    std::size_t targets_ = 0;
};

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const importing::Options options = anyOptions(choices);
    requireImported(Maker(choices).make(), options);
    return 0;
}
