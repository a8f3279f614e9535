#include "clockwork_stance.h"

#include <algorithm>
#include <cmath>

#include "mesh.h"

namespace abc::samples::clockwork {

namespace {

constexpr float kDegree = kPi / 180;

struct Arm {
    Joint upper, forearm, hand;
};

Arm armOf(Side side) {
    return side == Left ? Arm{LeftUpperArm, LeftForearm, LeftHand} : Arm{RightUpperArm, RightForearm, RightHand};
}

Vec3 rotate(Quat q, Vec3 v) {
    return transform({}, q).apply(v);
}

/// The ankle of a foot that is turned about a point of its sole which stays on the floor.
Vec3 pivoted(Vec3 ankle, Vec3 pivot, float pitch) {
    return ankle + pivot - rotate(turn(kX, pitch), pivot);
}

/// The rotation that takes one direction and hinge to another.
Quat between(Vec3 direction, Vec3 hinge, Vec3 newDirection, Vec3 newHinge) {
    const auto frame = [](Vec3 along, Vec3 side) {
        const Vec3 x = normalized(side - along * dot(side, along));
        const Vec3 z = cross(x, along);
        Mat4 m;
        m.m = {x.x, along.x, z.x, 0, x.y, along.y, z.y, 0, x.z, along.z, z.z, 0, 0, 0, 0, 1};
        return rotationOf(m);
    };
    return frame(newDirection, newHinge) * conjugate(frame(direction, hinge));
}

/// Two bones that reach for a place, and the plane in which they bend.
struct Limb {
    Vec3 upper, lower;
    Vec3 hinge;
};

/// Bones of length a and b; the joint between them goes towards a direction.
Limb bent(Vec3 reach, float a, float b, Vec3 towards) {
    const float length = std::min(std::sqrt(dot(reach, reach)), (a + b) * 0.9995F);
    const Vec3 line = normalized(reach);
    const Vec3 out = normalized(towards - line * dot(towards, line));
    const float along = (a * a + length * length - b * b) / (2 * length);
    const Vec3 upper = line * along + out * std::sqrt(std::max(0.0F, a * a - along * along));
    return {normalized(upper), normalized(line * length - upper), cross(out, line)};
}

float lengthOf(Vec3 v) {
    return std::sqrt(dot(v, v));
}

}  // namespace

Quat turn(Vec3 axis, float degrees) {
    const float s = sine(degrees * kDegree / 2);
    return {axis.x * s, axis.y * s, axis.z * s, cosine(degrees * kDegree / 2)};
}

float ease(float t) {
    t = std::clamp(t, 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

float spring(float t) {
    t = std::clamp(t, 0.0F, 1.0F) - 1;
    return 1 + t * t * (2.3F * t + 1.3F);
}

float wave(float phase) {
    return sine(2 * kPi * phase);
}

float mix(float a, float b, float t) {
    return a + (b - a) * t;
}

Foot Foot::onHeel(float degrees) const {
    return {pivoted(ankle, {0, -7, -6.5F}, degrees), degrees, toes, yaw};
}

Foot Foot::onBall(float degrees) const {
    return {pivoted(ankle, {0, -7, 8}, degrees), degrees, degrees, yaw};
}

Foot standing(Side side) {
    return {at(side == Left ? LeftFoot : RightFoot)};
}

void Stance::arm(Side side, float inward, float forward, float elbow) {
    const auto s = static_cast<float>(side);
    const Arm joints = armOf(side);
    turns[joints.upper] = turn(kX, -forward) * turn(kZ, -s * inward);
    turns[joints.forearm] = turn(normalized(Vec3{0.82F, s * 0.57F, 0}), -elbow);
}

void Stance::aim(Side side, Vec3 upper, Vec3 forearm) {
    const Arm joints = armOf(side);
    // The hinge of the elbow in the bind pose: it bends forward.
    const Vec3 hinge = normalized(Vec3{-0.82F, -0.57F * static_cast<float>(side), 0});
    const Vec3 newHinge = normalized(cross(upper, forearm));
    const Quat upperTurn = between(normalized(at(joints.forearm) - at(joints.upper)), hinge, upper, newHinge);
    const Quat forearmTurn = between(normalized(at(joints.hand) - at(joints.forearm)), hinge, forearm, newHinge);
    turns[joints.upper] = upperTurn;
    turns[joints.forearm] = conjugate(upperTurn) * forearmTurn;
}

void Stance::reach(Side side, Vec3 wrist, Vec3 elbow) {
    const Arm joints = armOf(side);
    const Vec3 upper = at(joints.forearm) - at(joints.upper), forearm = at(joints.hand) - at(joints.forearm);
    const Limb limb = bent(wrist - at(joints.upper), lengthOf(upper), lengthOf(forearm), elbow);
    aim(side, limb.upper, limb.lower);
}

void Stance::hand(Side side, Vec3 fingers, Vec3 thumb) {
    const Arm joints = armOf(side);
    const Vec3 forearm = normalized(at(joints.hand) - at(joints.forearm));
    const Quat arm = turns[joints.upper] * turns[joints.forearm];
    turns[joints.hand] = conjugate(arm) * between(forearm, kZ, normalized(fingers), normalized(thumb));
}

void Stance::blendArm(Side side, const Stance& other, float t) {
    const Arm joints = armOf(side);
    for (const Joint joint : {joints.upper, joints.forearm, joints.hand}) {
        turns[joint] = slerp(turns[joint], other.turns[joint], t);
    }
}

void Stance::leg(Side side, const Foot& foot) {
    const bool left = side == Left;
    const Joint thigh = left ? LeftThigh : RightThigh, shin = left ? LeftShin : RightShin;
    const Joint ankle = left ? LeftFoot : RightFoot, toe = left ? LeftToe : RightToe;
    const Quat body = turns[Pelvis];
    const Vec3 upper = at(shin) - at(thigh), lower = at(ankle) - at(shin);

    const Vec3 hip = pelvis + rotate(body, at(thigh));
    const Limb limb = bent(foot.ankle - hip, lengthOf(upper), lengthOf(lower), rotate(body, kZ));
    const Quat thighTurn = between(normalized(upper), kX, limb.upper, limb.hinge);
    const Quat shinTurn = between(normalized(lower), kX, limb.lower, limb.hinge);
    turns[thigh] = conjugate(body) * thighTurn;
    turns[shin] = conjugate(thighTurn) * shinTurn;
    turns[ankle] = conjugate(shinTurn) * turn(kY, foot.yaw + 4 * static_cast<float>(side)) * turn(kX, foot.pitch);
    turns[toe] = turn(kX, -foot.toes);
}

Stance atEase() {
    Stance stance;
    stance.pelvis = {0, -1.1F, 0};
    stance.arm(Left, 17, 2, 14);
    stance.arm(Right, 17, 2, 14);
    return stance;
}

void plant(Stance& stance) {
    for (const Side side : {Left, Right}) stance.leg(side, standing(side));
}

std::vector<Keyframe> evenly(std::uint32_t length, std::uint32_t count) {
    std::vector<Keyframe> keys;
    for (std::uint32_t i = 0; i <= count; ++i) keys.push_back({length * i / count, {}});
    return keys;
}

Animation sampled(const std::vector<Node>& nodes, std::string name, const std::vector<Keyframe>& keyframes,
                  const std::function<Stance(std::uint32_t)>& poseAt) {
    Animation animation;
    animation.name = std::move(name);
    animation.extents = {18, 53, 18};
    animation.keyframes = keyframes;
    animation.tracks.resize(nodes.size());
    const std::vector<Transform> bind = bindPose(nodes);
    for (const Keyframe& key : keyframes) {
        const Stance stance = poseAt(key.time);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Vec3 location = i == Pelvis ? stance.pelvis : bind[i].location;
            animation.tracks[i].push_back({snapped(location), snapped(stance.turns[i])});
        }
    }
    // A loop ends exactly as it began, turns of the key included.
    for (auto& track : animation.tracks) track.back() = track.front();
    return animation;
}

}  // namespace abc::samples::clockwork
