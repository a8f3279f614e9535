// The keys of one animation and the poses at them: where channels have theirs, a millisecond before steps, and where
// the way from key to key would not be that of glTF.
#pragma once

#include <unordered_map>

#include "channels.h"
#include "skeleton.h"

namespace drafting {

/// Milliseconds that a key can name.
inline constexpr double kLatest = 0xFFFFFFFF;

/// A piece as animations see it: level 0.
struct Shown {
    const importing::DraftMesh* mesh = nullptr;
    /// Weights of the morph targets when nothing plays. The mesh may be empty and have them.
    const std::vector<float>* morphWeights = nullptr;
    /// Of glTF, that has it.
    std::uint32_t node = 0;
};

/// What moves, and what is moved by it; the same for all animations.
struct Moved {
    const Scene& scene;
    const Skeleton& skeleton;
    const FileSpace& space;
    const Placement& rest;
    const std::vector<Shown>& pieces;
    /// By node of the file, of what it carries: the farthest from it, units. 0 where it carries nothing.
    const std::vector<double>& reach;
    /// Units: the longest side of the model.
    double size;
    std::uint32_t version;
};

/// What is computed once for all animations, and room for what is computed again and again.
class Ground {
public:
    explicit Ground(const Moved& given);

    /// A scale at rest, and what undoes it.
    struct Scale {
        Matrix rest{};
        std::optional<Matrix> back;
    };

    Moved moved;
    /// By node of the file; of one that was made it has no `back`.
    std::vector<Scale> scales;
    /// A node above others has a scale that is not the same in all directions.
    bool isUneven = false;
    /// Of all nodes, at rest where the animation moves nothing.
    std::vector<double> locals;
    Placement placement;
    /// Of a pose between two, and of the one that it is held against.
    std::array<std::vector<Matrix>, 2> matrices;
    std::vector<float> between;
};

/// What an animation is made of.
struct Source {
    /// All that have no refusal; they outlive what is made of them.
    std::span<const Channel> channels;
    /// Milliseconds that must be keys, at most `kLatest`.
    std::vector<std::uint32_t> also;
    /// Keys.
    std::size_t most = 0;
};

class Sampler {
public:
    Sampler(Ground& ground, const Source& source);

    /// Milliseconds.
    [[nodiscard]] double length() const { return length_; }

    /// Does a part of the work. False: all is done.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const;

    // After the last step:

    /// There are more keys than there may be, and nothing else may be asked.
    [[nodiscard]] bool hasTooMany() const { return hasTooMany_; }
    [[nodiscard]] const std::vector<double>& times() const { return moments_; }
    [[nodiscard]] std::size_t count() const { return moments_.size(); }
    /// `importing::kPose` numbers a node.
    [[nodiscard]] std::vector<float>& pose(std::size_t key) { return poses_[keys_[key]]; }
    /// The poses of all keys, one after the other.
    [[nodiscard]] std::vector<float> poses() const;
    /// Whether morph targets are animated.
    [[nodiscard]] bool isMorphed() const { return isMorphed_; }
    /// Weights of the morph targets of each piece; empty where none is animated.
    [[nodiscard]] std::vector<std::vector<float>> morphs(std::size_t key) const;
    /// Keys that the source has none for.
    [[nodiscard]] std::size_t added() const { return moments_.size() - asked_; }
    /// By node of the file: how far the scale moves what it carries from where it is held, units.
    [[nodiscard]] const std::vector<double>& off() const { return off_; }

private:
    enum class Stage { kCorners, kKeys, kDone };

    void ask(const std::vector<std::uint32_t>& also);
    /// Sorts the times, each once.
    void settleTimes();
    void corner(std::size_t i);
    /// Adds the key that is next, or looks whether one is needed before it.
    void advance();
    void push(double ms, std::size_t pose);
    void keepSides();

    [[nodiscard]] double ideal(double ms) const { return start_ + ms / 1000; }
    [[nodiscard]] const double* keyAt(double ms) const;
    [[nodiscard]] Moment momentAt(double ms) const;
    /// Until the next is asked for.
    [[nodiscard]] const Placement& placementAt(double ms);
    /// Of a whole millisecond, made once: its index in `poses_`.
    [[nodiscard]] std::size_t poseAt(double ms);
    void measure(const Placement& placement);

    struct Key {
        double ms = 0;
        /// Index in `poses_`.
        std::size_t pose = 0;
    };
    [[nodiscard]] bool isFar(const Key& from, const Key& to);
    [[nodiscard]] const std::vector<float>& way(std::size_t a, std::size_t b, double share);
    [[nodiscard]] double distance(const std::vector<float>& a, const std::vector<float>& b);
    [[nodiscard]] double morphDistance(double from, double to, double share);
    [[nodiscard]] std::vector<std::vector<float>> morphsAt(double ms) const;
    [[nodiscard]] double reachOf(std::size_t piece, std::size_t target);

    Ground& ground_;
    /// Those that count in the version.
    std::vector<const Channel*> channels_;
    std::size_t most_;
    double start_;
    double length_;
    /// Moving and turning from key to key does not make the ways of the source.
    bool isCurved_ = false;
    bool stretches_;
    bool isMorphed_ = false;
    bool hasMorphSplines_ = false;
    Stage stage_ = Stage::kCorners;
    bool hasTooMany_ = false;
    /// By millisecond: the seconds of the key that is moved there.
    std::unordered_map<std::uint64_t, double> seconds_;
    std::vector<double> times_;
    std::vector<double> corners_;
    /// Of `times_`.
    std::size_t next_ = 0;
    std::size_t asked_ = 0;
    std::unordered_map<std::uint64_t, std::size_t> known_;
    std::vector<std::vector<float>> poses_;
    /// The key before which keys may be needed; ends of what is still to be looked at, the nearest behind: each is in
    /// the middle of the one before.
    Key from_;
    std::vector<Key> ends_;
    std::vector<double> moments_;
    /// By key: index in `poses_`.
    std::vector<std::size_t> keys_;
    std::vector<double> off_;
    /// By piece and target.
    std::vector<std::vector<std::optional<double>>> reaches_;
};

}  // namespace drafting
