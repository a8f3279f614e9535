// The deformation vertices of v6 as morph targets: which frames become targets, and when each has weight 1.
#pragma once

#include "clip.h"
#include "core/function_ref.h"

namespace exporting {

/// When the targets of one animation have weight. Between two times weights are interpolated linearly.
struct MorphTrack {
    /// Milliseconds, each later than the one before; at least one. Times between equal neighbours are left out.
    std::vector<double> times;
    /// By `times`: index of the target whose weight is 1, all others have 0; −1 is the rest, where all have 0.
    std::vector<std::int32_t> targets;
};

struct MorphPlan {
    /// Vertices of piece 0 that some target moves, growing.
    std::vector<std::uint32_t> vertices;
    /// By target: three numbers for each of `vertices`, what is added to its place in the rest pose. Finite.
    std::vector<std::vector<float>> targets;
    /// One a clip.
    std::vector<MorphTrack> tracks;
    /// Different deformation frames that the clips have, the rest not counted. As many as `targets` when all are kept.
    std::size_t all = 0;
    /// Greatest distance of a vertex from its place, file units, for frames that are interpolated; 0 when all are kept.
    double deviation = 0;
    /// Keys that were not looked at, because there are too many.
    std::size_t skipped = 0;
};

/// The deformation vertices of a model in poses, as deltas: how far they are from the rest, turned as the rest pose
/// turns their nodes. What is not finite does not move.
class Deltas {
public:
    /// @param model v6; it must outlive this
    Deltas(const abc::Model& model, const abc::V6Interpretation& interpretation);

    [[nodiscard]] const std::vector<std::uint32_t>& vertices() const { return vertices_; }
    /// Three numbers a vertex. @param ms milliseconds
    [[nodiscard]] std::vector<float> at(const ClipSource& source, double ms);

private:
    const abc::Model& model_;
    abc::PoseOptions options_;
    abc::Pose pose_;
    std::vector<abc::Mat4> nodes_;
    std::vector<std::uint32_t> vertices_;
    std::vector<abc::Vec3> rest_, now_;
};

/// From one place in the space of a node to another, as a pose has the node; 0 when it is not finite.
[[nodiscard]] std::array<float, 3> deltaBetween(const abc::Vec3& rest, const abc::Vec3& now, const abc::Mat4& node);

/// Gives the deltas of a clip at a time, milliseconds.
using DeltasAt = core::FunctionRef<std::vector<float>(std::size_t clip, double ms)>;

/// Which frames become targets. Nothing when all keys show the rest.
/// @param vertices that have deltas
/// @param clips milliseconds of the keys of each, growing
/// @param decoded numbers that are read for a frame
/// @param most targets
[[nodiscard]] std::optional<MorphPlan> planMorphs(std::span<const std::uint32_t> vertices,
                                                  std::span<const std::vector<double>> clips, std::size_t decoded,
                                                  double most, DeltasAt deltasAt);

}  // namespace exporting
