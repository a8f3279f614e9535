// "Clockwork", the sample of v12: a wind-up tin robot, and the base model that it inherits from.
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

/// A binding for each animation of a model, the root moved by `origin`.
[[nodiscard]] std::vector<Binding> bindings(const ModelV12& model, Vec3 origin);

[[nodiscard]] ModelV12 model();

/// Where the model below is to be found, and the count of its builds.
inline constexpr const char* kBaseName = "Models\\clockwork_base.abc";
inline constexpr std::uint32_t kBaseBuild = 7;
/// How much thicker its soles are: what it lends must be lowered by as much.
inline constexpr float kBaseSole = 2;

/// The mesh of a coarser level as one piece, with the soles of the base.
[[nodiscard]] Piece basePiece(const std::vector<Node>& nodes);

/// A model of the same skeleton that Clockwork inherits two more animations from.
[[nodiscard]] ModelV12 baseModel();

}  // namespace abc::samples::clockwork
