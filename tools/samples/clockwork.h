// "Clockwork", the sample of v12: a wind-up tin robot.
#pragma once

#include "abc_builder.h"

namespace abc::samples::clockwork {

/// Nodes, depth first.
enum Joint : std::uint32_t {
    Pelvis,
    Spine,
    Chest,
    Key,
    Neck,
    Head,
    Lids,
    Antenna,
    LeftUpperArm,
    LeftForearm,
    LeftHand,
    RightUpperArm,
    RightForearm,
    RightHand,
    LeftThigh,
    LeftShin,
    LeftFoot,
    LeftToe,
    RightThigh,
    RightShin,
    RightFoot,
    RightToe,
    JointCount,
};

/// Height of the sole below the pelvis.
inline constexpr float kFloor = -44;

/// Where a joint is in the bind pose.
[[nodiscard]] Vec3 at(Joint joint);

/// The same joint of the other side of the body.
[[nodiscard]] std::uint32_t otherSide(std::uint32_t joint);

/// The skeleton. All nodes stand upright in the bind pose: key rotations are turns away from it.
[[nodiscard]] std::vector<Node> skeleton();

/// The mesh in three levels of detail.
[[nodiscard]] std::vector<Piece> pieces(const std::vector<Node>& nodes);

[[nodiscard]] std::vector<Animation> animations(const std::vector<Node>& nodes);

[[nodiscard]] ModelV12 model();

}  // namespace abc::samples::clockwork
