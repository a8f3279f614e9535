// The deformation vertices of v6 (abc.md §2) as the morph targets of a glTF say them: packed positions in the space of
// a node.
#pragma once

#include "keys.h"
#include "old_mesh.h"

namespace merging {

/// The morph targets of the mesh.
struct Targets {
    /// By target: three numbers a vertex of the mesh, in the axes and lengths of the glTF; empty: it moves nothing.
    std::vector<std::vector<float>> deltas;
    /// How far the export was off because it had not all frames, units.
    double off = 0;
};

/// Weights of the targets while an animation plays.
struct MorphCurve {
    /// Seconds, growing.
    std::vector<float> times;
    /// By key, then by target.
    std::vector<float> values;
    bool isStep = false;
    /// One a target, without keys.
    std::vector<double> rest;
};

/// @param weights by key, then by target; of splines only the values count
/// @param rest one a target
[[nodiscard]] MorphCurve morphCurve(const Curve& weights, std::vector<double> rest);

class MorphPlayer {
public:
    /// @param curve that fits so many targets; it must outlive the player
    /// @param start milliseconds at which time 0 is
    MorphPlayer(const MorphCurve& curve, double start);

    /// At keys, milliseconds; those of a program that sampled are where its samples lead.
    [[nodiscard]] std::vector<std::vector<double>> at(std::span<const double> keys) const;

private:
    [[nodiscard]] std::vector<double> at(double ms) const;

    const MorphCurve& curve_;
    double start_;
    /// Milliseconds of the keys behind `start`.
    std::vector<double> times_;
};

class Deformation {
public:
    /// @param places one a member: where it is at rest, units
    /// @param vertices of the mesh, which are as many as each target has
    Deformation(const Base& base, const Targets& targets, const MergedOldMesh& mesh, std::span<const WideVec3> places);

    [[nodiscard]] std::size_t count() const { return deformed_.size(); }

    /// Patches the packed places of an animation of the file.
    /// @returns keys at which some were others
    [[nodiscard]] std::size_t patch(const Track& track, const MorphPlayer& player) const;

    /// By node: what stands behind the keys of an animation that is written anew.
    /// @param times of its keys, milliseconds
    [[nodiscard]] std::vector<ByteList> frames(std::span<const double> times, const MorphPlayer& player) const;

private:
    /// A deformation vertex that triangles use.
    struct Deformed {
        std::uint32_t node = 0;
        /// In the list of its node.
        std::uint32_t place = 0;
        WideVec3 rest{};
        /// By target: what is added to the place at weight 1, units.
        std::vector<std::array<float, 3>> deltas;
    };
    /// Where a vertex is to be at a key, in the space of its node.
    struct Wanted {
        std::size_t key = 0;
        std::uint32_t place = 0;
        WideVec3 local{};
    };
    /// byte × scale + shift.
    struct Range {
        WideVec3 scale{}, shift{};
    };
    /// Where the frames of a node lie in an animation.
    struct Frames {
        std::size_t start = 0, count = 0, range = 0;
    };

    [[nodiscard]] WideVec3 localOf(const Deformed& vertex, std::span<const double> weights) const;
    [[nodiscard]] static Range rangeOf(std::span<const Wanted> places);
    void patchNode(const std::string& list, std::uint32_t node, const Frames& frames, std::span<const Wanted> wanted,
                   std::vector<bool>& isChanged) const;

    const Base& base_;
    double off_;
    std::vector<Deformed> deformed_;
};

}  // namespace merging
