// Scenes of glTF of any kind, mostly sound, as numbers.
#pragma once

#include "drafting/drafting.h"
#include "fuzzing.h"

namespace abc::testing {

/// What a scene has; nodes that its parts refer to are those of the last `scene`.
class Maker {
public:
    explicit Maker(Choices& choices) : choices_(choices) {}

    drafting::Scene scene() {
        drafting::Scene out;
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

    drafting::Primitive primitive() {
        drafting::Primitive out;
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
    drafting::Channel channel(std::size_t targets) {
        drafting::Channel out;
        out.node = choices_.index(nodes_);
        out.path = static_cast<drafting::Path>(choices_(4));
        out.interpolation = static_cast<drafting::Interpolation>(choices_(3));
        out.size = out.path == drafting::Path::kRotation ? 4 : out.path == drafting::Path::kWeights ? targets : 3;
        double time = choices_.number();
        for (std::uint32_t i = choices_(4) + 1; i > 0; --i) {
            out.times.push_back(time);
            time += choices_.isOdd() ? choices_.number() : (1 + choices_(50)) / 1000.0;
        }
        const std::size_t each = out.interpolation == drafting::Interpolation::kCubicSpline ? 3 : 1;
        out.values = choices_.numbers(each * out.times.size() * out.size);
        return out;
    }

    std::vector<std::vector<drafting::Channel>> animations() {
        std::vector<std::vector<drafting::Channel>> out(choices_(3));
        for (std::vector<drafting::Channel>& channels : out) {
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

}  // namespace abc::testing
