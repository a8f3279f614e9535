// Animations of version 9 and later as version 6 has them: what several nodes move, and what its triangles' node does
// not move, is sampled at keys in the space of that node, in 8 bits an axis (abc.md §2).
#pragma once

#include "compose.h"
#include "deform.h"
#include "one_node.h"

namespace abc {

/// How far off vertices are at most, in units.
struct SampledOff {
    /// At keys, which 8 bits an axis round; between keys beyond that; at rest where the bind pose has a scale.
    float atKeys = 0;
    float between = 0;
    float atRest = 0;
};

class Sampler {
public:
    /// @param mesh its `from` are indices of `model.locations`
    /// @param rest a complete animation of the model whose key 0 is the rest pose; kNone: the bind pose
    /// @param size of the model in units, which tolerances are shares of
    Sampler(const Model& model, const OneNodeMesh& mesh, std::uint32_t rest, float size);

    /// Why there is too much to sample, as the end of a sentence; empty otherwise. Then nothing else may be asked.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    /// One a vertex of the mesh: its place in the space of its node at rest.
    [[nodiscard]] const std::vector<Vec3>& rest() const { return rest_; }
    /// How many vertices of the mesh are moved by others than their node, whether they are sampled or not.
    [[nodiscard]] std::size_t candidates() const { return candidates_; }
    /// By node: the vertices of the mesh that are sampled, growing.
    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& byNode() const { return byNode_; }
    [[nodiscard]] std::size_t count() const { return sampled_.size(); }

    /// An animation of the model, which is complete, with keys added where sampled vertices would leave their way.
    [[nodiscard]] NewAnimation animation(std::uint32_t index);
    /// The bind pose as an animation of one key.
    [[nodiscard]] NewAnimation still();

    // Of the animations until now:

    [[nodiscard]] const SampledOff& off() const { return off_; }
    [[nodiscard]] std::size_t addedKeys() const { return addedKeys_; }

private:
    /// A key of the new animation: one of the model, or between two of them.
    struct Moment {
        std::uint32_t time = 0;
        KeySpan keys;
        std::vector<Vec3> places;
        std::vector<Local> locals;
    };

    [[nodiscard]] bool isRigid(std::uint32_t vertex) const;
    void poseAt(std::uint32_t animation, KeySpan keys);
    /// In the spaces of their nodes, in the pose that is set.
    void place(const std::vector<std::uint32_t>& vertices, std::vector<Vec3>& out);
    [[nodiscard]] std::vector<std::uint32_t> moving(const std::vector<std::uint32_t>& candidates, float tolerance);
    void measureRest();
    void choose(float size);
    void halve(std::uint32_t animation, const Moment& before, const Moment& after, int depth, std::vector<Moment>& out);
    [[nodiscard]] Moment momentAt(std::uint32_t animation, std::uint32_t time, KeySpan keys);
    [[nodiscard]] std::vector<float> keysOf(const std::vector<Moment>& moments) const;
    [[nodiscard]] std::vector<NewDeformation> packed(const std::vector<Moment>& moments);

    const Model& model_;
    const OneNodeMesh& mesh_;
    /// Of the pose that is set.
    Pose pose_;
    std::vector<Mat4> inverse_;
    std::vector<Vec3> rest_;
    std::vector<std::vector<std::uint32_t>> byNode_;
    /// Those of all nodes, node after node.
    std::vector<std::uint32_t> sampled_;
    float tolerance_ = 0;
    std::size_t candidates_ = 0;
    std::size_t room_ = 0;
    std::size_t addedKeys_ = 0;
    SampledOff off_;
    std::string refusal_;
};

}  // namespace abc
