// The box of a model in a pose, and over the poses of an animation.
#pragma once

#include <optional>
#include <span>

#include "core/function_ref.h"
#include "draft.h"

namespace importing {

struct Box {
    std::array<double, 3> min{};
    std::array<double, 3> max{};

    /// Half its size.
    [[nodiscard]] std::array<double, 3> half() const;
    [[nodiscard]] std::array<double, 3> middle() const;
    /// The longest side.
    [[nodiscard]] double size() const;
};

/// Around points, three finite numbers each; nothing without one.
[[nodiscard]] std::optional<Box> boxAround(std::span<const float> points);

/// Around both.
[[nodiscard]] std::optional<Box> unionOf(const std::optional<Box>& one, const std::optional<Box>& other);

/// What moves the vertices of a mesh.
struct Influences {
    std::span<const std::uint32_t> start;
    std::span<const std::uint32_t> node;
    std::span<const float> share;
    std::span<const float> local;
};

/// Meshes whose box is asked for in many poses.
class Boxes {
public:
    /// @param meshes of which what they point to outlives this
    /// @param parents by node: −1 for roots; parents come before their children
    Boxes(std::vector<Influences> meshes, std::vector<std::int32_t> parents);

    /// Gives a pose: `kPose` numbers a node, relative to the parent.
    using PoseAt = core::FunctionRef<std::span<const float>(std::size_t index)>;

    /// Of all vertices over poses; nothing without a vertex, or when a number is not finite. Of very many poses some
    /// are looked at, the last with them.
    [[nodiscard]] std::optional<Box> over(std::size_t poses, PoseAt poseAt);
    [[nodiscard]] std::optional<Box> in(std::span<const float> pose) {
        return over(1, [=](std::size_t) { return pose; });
    }

private:
    /// Vertices of a mesh, one after the other: what they are moved by, and between which places seen from each node
    /// they are.
    struct Run {
        /// Index of `meshes_`.
        std::size_t mesh = 0;
        std::size_t first = 0;
        std::size_t end = 0;
        std::vector<std::uint32_t> nodes;
        /// By node: the least and the greatest of each axis.
        std::vector<std::array<double, 6>> bounds;
        /// Shares are from 0 on and sum to 1: vertices are between the places that their nodes put them. Files may say
        /// anything.
        bool isBetween = true;
    };

    [[nodiscard]] Run runOf(std::size_t index, std::size_t first, std::size_t end) const;
    /// Whether all that is between places seen from a node is within a box.
    [[nodiscard]] bool isWithin(std::uint32_t node, const std::array<double, 6>& bounds, const Box& box) const;
    /// Whether no vertex of a run can make a box larger: all are within the boxes that its nodes move.
    [[nodiscard]] bool isWithin(const Run& run, const Box& box) const;
    /// Makes a box larger by the vertices from the first to before the end of a run.
    void grow(const Run& run, std::size_t end, Box& box) const;

    std::vector<Influences> meshes_;
    std::vector<std::int32_t> parents_;
    std::vector<Run> runs_;
    std::size_t influences_ = 0;
    /// By node: those of all runs.
    std::vector<std::array<double, 6>> bounds_;
    std::vector<Matrix> globals_;
    /// By node: whether it moves nothing out of the box, in the pose that is looked at.
    std::vector<bool> isInside_;
};

}  // namespace importing
