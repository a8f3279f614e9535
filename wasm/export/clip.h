// The keys of an animation as a player of glTF shows them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "abc/pose.h"
#include "space.h"

namespace exporting {

/// An animation that is exported.
struct ClipSource {
    /// The file that has it: its tree of nodes is that of the model, and the animation is complete.
    const abc::Model* model = nullptr;
    std::uint32_t animation = 0;
    /// Added to the root's translation.
    abc::Vec3 origin;
};

/// The channels of all nodes, node after node.
struct Curves {
    /// By node: how many keys it has.
    std::vector<std::uint32_t> counts;
    /// Three or four numbers a key.
    std::vector<float> values;
    /// Seconds of the keys of channels that have some and not all.
    std::vector<float> times;
};

/**
 * Samples poses: at the keys of the file, and between them where a player of glTF would turn a node differently from
 * the engine. That happens where quaternions are not of length 1, which the engine's interpolation does not normalise
 * (abc.md §4.3), and where a node turns by 180°.
 */
class Clip {
public:
    /// @param model, source both must outlive it
    /// @param times milliseconds of the keys, growing, also as 32-bit seconds
    /// @param mostAdded keys that may be added
    Clip(const abc::Model& model, const ClipSource& source, const abc::V6Interpretation& interpretation,
         std::vector<double> times, std::size_t mostAdded);

    /// Does a part of the work. False: all is done.
    [[nodiscard]] bool step();

    // After the last step:

    /// Seconds, growing.
    [[nodiscard]] const std::vector<float>& times() const { return times_; }
    /// Of them, those that were added.
    [[nodiscard]] std::size_t added() const { return mostAdded_ - left_; }
    /// By node: 1 when it is elsewhere than at rest. Those that are only rotated are not.
    [[nodiscard]] std::vector<std::uint8_t> moved(std::span<const abc::Local> rest) const;
    [[nodiscard]] Curves translations(Space space) const;
    [[nodiscard]] Curves rotations(Space space) const;

private:
    using Locals = std::vector<abc::Local>;
    struct Moment {
        float time = 0;
        Locals pose;
    };

    [[nodiscard]] const Locals& poseAt(double ms);
    void addKey(std::size_t key);
    void refine(std::size_t key);
    void between(const Moment& from, const Moment& to, int halvings, std::vector<Moment>& out);
    template <std::size_t N, class Write>
    [[nodiscard]] Curves curves(Write write) const;

    const abc::Model& model_;
    abc::Layer layer_;
    abc::PoseOptions options_;
    abc::Pose pose_;
    std::vector<double> keys_;
    std::size_t mostAdded_, left_;
    std::size_t done_ = 0;
    /// At the keys of the file.
    std::vector<Moment> own_;
    std::vector<float> times_;
    std::vector<Locals> poses_;
};

}  // namespace exporting
