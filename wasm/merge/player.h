// What an animation of a glTF does with the joints, in the space of the file.
#pragma once

#include <map>

#include "base.h"
#include "curves.h"

namespace merging {

/// What moves joints: at most one curve of each kind a node.
struct Channels {
    std::map<std::uint32_t, Curve> translations, rotations;
    /// Seconds: keys of curves that others have taken the place of.
    std::vector<float> moreTimes;
};

class Player {
public:
    /// @param channels curves that fit (`fits`) of nodes that there are
    /// @param start milliseconds of the glTF at which time 0 is
    Player(const Base& base, Channels channels, double start = 0);

    /// The animation with the times that its keys had, as far as it was only moved as a whole: a program may have it
    /// anywhere on its timeline.
    /// @param known milliseconds of the keys of the file, growing
    [[nodiscard]] static Player withKeys(const Base& base, Channels channels, std::span<const double> known);

    /// Milliseconds of all keys behind `start`, growing, each once.
    [[nodiscard]] const std::vector<double>& times() const { return times_; }
    [[nodiscard]] double start() const { return start_; }
    /// `times`, and those that steps and splines need, which are straight lines from key to key else.
    [[nodiscard]] std::vector<double> moments() const;
    /// What no key turns or moves stays as it is in the rest pose.
    [[nodiscard]] Local at(std::uint32_t node, double ms) const;

private:
    void findTimes();
    void addSteps(std::vector<double>& out) const;
    void addOfSplines(std::vector<double>& out) const;
    [[nodiscard]] std::vector<Local> poseOf(std::span<const std::uint32_t> nodes, double ms) const;
    [[nodiscard]] bool isStraight(std::span<const std::uint32_t> nodes, double from, double to) const;

    const Base* base_;
    Channels channels_;
    double start_;
    std::vector<double> times_;
};

}  // namespace merging
