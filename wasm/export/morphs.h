// Vertices that animations move one by one as morph targets: which frames become targets, and when each has weight 1.
#pragma once

#include "abc/wide_math.h"
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
    /// Vertices of the level that some target moves, growing.
    std::vector<std::uint32_t> vertices;
    /// By target: three numbers for each of `vertices`, what is added to its place in the rest pose. Finite.
    std::vector<std::vector<float>> targets;
    /// Vertices whose normals the targets turn, growing; and by target, three numbers for each of these.
    std::vector<std::uint32_t> turned;
    std::vector<std::vector<float>> normals;
    /// One a clip.
    std::vector<MorphTrack> tracks;
    /// Different deformation frames that the clips have, the rest not counted. As many as `targets` when all are kept.
    std::size_t all = 0;
    /// Greatest distance of a vertex from its place, file units, for frames that are interpolated; 0 when all are kept.
    double deviation = 0;
    /// Keys that were not looked at, because there are too many.
    std::size_t skipped = 0;
};

/// The deformation vertices of v6 in poses, as deltas: how far they are from the rest, turned as the rest pose turns
/// their nodes. What is not finite does not move.
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

/// LTB, LTA: the vertices of a level that animations move one by one, as deltas from the bind pose. One node moves them
/// without its bind pose, which a skin of glTF does not do: the bind pose is in the deltas, also of the normals.
class MovedDeltas {
public:
    /// @param lod of the model, with `moved`; @param bind of the node that moves its vertices
    MovedDeltas(const abc::Model& model, const abc::Lod& lod, const abc::Affine& bind);

    /// Those of the level; where the bind pose turns normals, as many again for these.
    [[nodiscard]] const std::vector<std::uint32_t>& vertices() const { return vertices_; }
    /// Three numbers for each of `vertices`; all 0 where the animation moves none. @param ms milliseconds
    [[nodiscard]] std::vector<float> at(const ClipSource& source, double ms) const;
    /// Takes what a plan has of normals out of its targets.
    void separate(MorphPlan& plan) const;

private:
    const abc::Model& model_;
    const abc::Lod& lod_;
    const abc::MovedVertices& moved_;
    const abc::Affine& bind_;
    std::vector<std::uint32_t> vertices_;
    /// Three numbers a vertex: what is added to its normal. Empty where all are 0.
    std::vector<float> normals_;
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
