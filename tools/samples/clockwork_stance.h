// Poses of Clockwork: turns away from the bind pose, legs that follow their feet, arms that reach.
#pragma once

#include <functional>

#include "clockwork.h"

namespace abc::samples::clockwork {

inline constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

/// A turn by degrees. About X: positive leans down and forward; about Y: positive brings the left side forward;
/// about Z: positive brings the left side down.
[[nodiscard]] Quat turn(Vec3 axis, float degrees);

/// From 0 to 1 with no speed at either end.
[[nodiscard]] float ease(float t);

/// From 0 to 1 all at once, a little too far and back: how a spring drives a part.
[[nodiscard]] float spring(float t);

/// A wave of one period a unit of phase, 0 at phase 0 and rising.
[[nodiscard]] float wave(float phase);

[[nodiscard]] float mix(float a, float b, float t);

enum Side : std::int8_t { Left = -1, Right = 1 };

/// Where a foot is: its ankle, how far it points down, how far the toes bend back up, and where it is turned.
struct Foot {
    Vec3 ankle;
    float pitch = 0;
    float toes = 0;
    float yaw = 0;

    /// Turned about the heel, which stays on the floor.
    [[nodiscard]] Foot onHeel(float degrees) const;
    /// Turned about the ball, which stays on the floor with the toes.
    [[nodiscard]] Foot onBall(float degrees) const;
};

/// A foot flat on the floor where the bind pose has it.
[[nodiscard]] Foot standing(Side side);

/// A pose as turns away from the bind pose, joint by joint.
class Stance {
public:
    Vec3 pelvis;
    std::array<Quat, JointCount> turns{};

    void add(Joint joint, Vec3 axis, float degrees) { turns[joint] = turns[joint] * turn(axis, degrees); }

    /// Brings an arm down from the bind pose to the side, swings it forward and bends the elbow forward.
    void arm(Side side, float inward, float forward, float elbow);

    /// Points upper arm and forearm along unit vectors that the chest carries with it.
    void aim(Side side, Vec3 upper, Vec3 forearm);

    /// Bends the arm so that the wrist is at a place of the bind pose that the chest carries with it.
    void reach(Side side, Vec3 wrist, Vec3 elbow);

    /// Points the hand of an arm that was aimed by its fingers and its thumb.
    void hand(Side side, Vec3 fingers, Vec3 thumb);

    /// Goes over to another pose of an arm.
    void blendArm(Side side, const Stance& other, float t);

    /// Bends the leg so that the foot is where it should be. Call when the pelvis is in its place.
    void leg(Side side, const Foot& foot);
};

/// Standing at ease: knees unlocked, arms at the sides. The legs are not yet bent.
[[nodiscard]] Stance atEase();

/// Both feet flat on the floor.
void plant(Stance& stance);

/// Keys at equal distances, the last one at the end.
[[nodiscard]] std::vector<Keyframe> evenly(std::uint32_t length, std::uint32_t count);

/// An animation whose key at each time (milliseconds) is a pose; the last key repeats the first.
[[nodiscard]] Animation sampled(const std::vector<Node>& nodes, std::string name,
                                const std::vector<Keyframe>& keyframes,
                                const std::function<Stance(std::uint32_t)>& poseAt);

}  // namespace abc::samples::clockwork
