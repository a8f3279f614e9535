// How Clockwork moves. Poses are functions of a phase, sampled at the keys; the legs follow their feet.
#include <algorithm>
#include <cmath>

#include "clockwork.h"
#include "mesh.h"

namespace abc::samples::clockwork {

namespace {

constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};
constexpr float kDegree = kPi / 180;

/// A turn by degrees. About X: positive leans down and forward; about Y: positive brings the left side forward;
/// about Z: positive brings the left side down.
Quat turn(Vec3 axis, float degrees) {
    const float s = sine(degrees * kDegree / 2);
    return {axis.x * s, axis.y * s, axis.z * s, cosine(degrees * kDegree / 2)};
}

Vec3 rotate(Quat q, Vec3 v) {
    return transform({}, q).apply(v);
}

/// From 0 to 1 with no speed at either end.
float ease(float t) {
    t = std::clamp(t, 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

/// A wave of one period a unit of phase, 0 at phase 0 and rising.
float wave(float phase) {
    return sine(2 * kPi * phase);
}

float mix(float a, float b, float t) {
    return a + (b - a) * t;
}

enum Side : std::int8_t { Left = -1, Right = 1 };

/// Where a foot is: its ankle, how far it points down, and how far the toes bend back up.
struct Foot {
    Vec3 ankle;
    float pitch = 0;
    float toes = 0;
};

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

/// A pose as turns away from the bind pose, joint by joint.
class Stance {
public:
    Vec3 pelvis;
    std::array<Quat, JointCount> turns{};

    void add(Joint joint, Vec3 axis, float degrees) { turns[joint] = turns[joint] * turn(axis, degrees); }

    /// Brings an arm down from the bind pose to the side, swings it forward and bends the elbow forward.
    void arm(Side side, float inward, float forward, float elbow) {
        const auto s = static_cast<float>(side);
        turns[side == Left ? LeftUpperArm : RightUpperArm] = turn(kX, -forward) * turn(kZ, -s * inward);
        turns[side == Left ? LeftForearm : RightForearm] = turn(normalized(Vec3{0.82F, s * 0.57F, 0}), -elbow);
    }

    /// Bends the leg so that the foot is where it should be. Call when the pelvis is in its place.
    void leg(Side side, const Foot& foot) {
        const bool left = side == Left;
        const Joint thigh = left ? LeftThigh : RightThigh, shin = left ? LeftShin : RightShin;
        const Joint ankle = left ? LeftFoot : RightFoot, toe = left ? LeftToe : RightToe;
        const Quat body = turns[Pelvis];
        const Vec3 upper = at(shin) - at(thigh), lower = at(ankle) - at(shin);
        const float a = std::sqrt(dot(upper, upper)), b = std::sqrt(dot(lower, lower));

        const Vec3 hip = pelvis + rotate(body, at(thigh));
        const Vec3 reach = foot.ankle - hip;
        const float length = std::min(std::sqrt(dot(reach, reach)), (a + b) * 0.9995F);
        const Vec3 line = normalized(reach);
        const Vec3 front = rotate(body, kZ);
        const Vec3 out = normalized(front - line * dot(front, line));
        const float along = (a * a + length * length - b * b) / (2 * length);
        const Vec3 bend = line * along + out * std::sqrt(std::max(0.0F, a * a - along * along));
        const Vec3 hinge = cross(out, line);

        const Quat thighTurn = between(normalized(upper), kX, normalized(bend), hinge);
        const Quat shinTurn = between(normalized(lower), kX, normalized(line * length - bend), hinge);
        turns[thigh] = conjugate(body) * thighTurn;
        turns[shin] = conjugate(thighTurn) * shinTurn;
        turns[ankle] = conjugate(shinTurn) * turn(kY, 4 * static_cast<float>(side)) * turn(kX, foot.pitch);
        turns[toe] = turn(kX, -foot.toes);
    }
};

/// A foot flat on the floor where the bind pose has it.
Foot standing(Side side) {
    return {at(side == Left ? LeftFoot : RightFoot), 0, 0};
}

/// Standing at ease: knees unlocked, arms at the sides.
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

/// Breathing, a shift of weight and a look around.
Stance idle(float phase, float blink) {
    Stance stance = atEase();
    const float breath = wave(2 * phase);
    const float shift = wave(phase);
    stance.pelvis = stance.pelvis + Vec3{0.9F * shift, 0.35F * breath - 0.2F, 0};
    stance.add(Pelvis, kZ, 1.0F * shift);
    stance.add(Spine, kZ, -1.6F * shift);
    stance.add(Spine, kX, -0.8F * breath);
    stance.add(Chest, kX, -1.6F * wave(2 * phase - 0.06F));
    stance.add(Neck, kX, 1.4F * wave(2 * phase - 0.12F));
    stance.add(Head, kY, -9 * wave(phase - 0.12F));
    stance.add(Head, kZ, 2.5F * wave(phase - 0.2F));
    for (const Side side : {Left, Right}) {
        const auto s = static_cast<float>(side);
        stance.arm(side, 17 - 1.8F * wave(2 * phase - 0.05F), 2 - 1.5F * wave(2 * phase - 0.1F) + s * shift,
                   14 + 2.5F * wave(2 * phase - 0.15F));
    }
    stance.add(Antenna, kZ, 7 * wave(2 * phase - 0.1F));
    stance.add(Antenna, kX, 4 * wave(2 * phase - 0.25F));
    stance.add(Key, kZ, 360 * phase);
    stance.add(Lids, kX, 94 * blink);
    plant(stance);
    return stance;
}

// The walk. Phase 0 of a leg is when its heel meets the floor; it leaves the floor at kLiftOff.
constexpr float kStride = 27;
constexpr float kLiftOff = 0.6F;
constexpr float kStrike = -20, kPushOff = 44;

/// The ankle of a foot that is turned about a point of its sole which stays on the floor.
Vec3 pivoted(Vec3 ankle, Vec3 pivot, float pitch) {
    return ankle + pivot - rotate(turn(kX, pitch), pivot);
}

Foot step(Vec3 ankle, float phase) {
    constexpr Vec3 heel{0, -7, -6.5F}, ball{0, -7, 8};
    constexpr float flat = 0.12F, rise = 0.34F;
    const auto onFloor = [&](float p) {
        Foot foot{ankle + kZ * (kStride * (0.5F - p / kLiftOff)), 0, 0};
        if (p < flat) {
            foot.pitch = kStrike * (1 - ease(p / flat));
            foot.ankle = pivoted(foot.ankle, heel, foot.pitch);
        } else if (p > rise) {
            foot.pitch = kPushOff * power((p - rise) / (kLiftOff - rise), 1.7F);
            foot.toes = foot.pitch;
            foot.ankle = pivoted(foot.ankle, ball, foot.pitch);
        }
        return foot;
    };
    if (phase <= kLiftOff) return onFloor(phase);

    const float t = (phase - kLiftOff) / (1 - kLiftOff);
    const Foot from = onFloor(kLiftOff), to = onFloor(0);
    // The foot leaves with the floor's speed and swings a little too far, so that it lands with that speed too.
    const float floorSpeed = -kStride / kLiftOff * (1 - kLiftOff);
    const float t2 = t * t, t3 = t2 * t;
    const float z = (2 * t3 - 3 * t2 + 1) * from.ankle.z + (t3 - 2 * t2 + t) * floorSpeed * 0.2F +
                    (3 * t2 - 2 * t3) * to.ankle.z + (t3 - t2) * floorSpeed * 0.6F;
    const float lift = 3.2F * sine(kPi * std::min(1.0F, t * 1.15F));
    const float y = mix(from.ankle.y, to.ankle.y, ease(t * 1.1F)) + std::max(0.0F, lift);
    return {{ankle.x, y, z}, mix(from.pitch, to.pitch, ease(t * 1.15F)), mix(from.toes, 0, ease(t * 2.2F))};
}

Stance walk(float phase) {
    Stance stance = atEase();
    const auto cyclic = [](float p) { return p - std::floor(p); };
    // Lowest just after a heel strikes, highest over the standing leg, towards which the body leans.
    stance.pelvis = {-1.5F * wave(phase - 0.06F), -2.2F - 1.0F * wave(2 * phase + 0.19F), 0.4F * wave(2 * phase)};
    const float stride = wave(phase + 0.25F);
    const float sway = wave(phase - 0.06F);
    stance.add(Pelvis, kY, 7 * stride);
    stance.add(Pelvis, kZ, -2.6F * sway);
    stance.add(Pelvis, kX, 3);
    stance.add(Spine, kZ, 2.4F * sway);
    stance.add(Spine, kY, -7 * stride);
    stance.add(Chest, kY, -7 * wave(phase + 0.23F));
    stance.add(Chest, kZ, 1.8F * wave(phase - 0.1F));
    stance.add(Chest, kX, 1.6F * wave(2 * phase + 0.1F));
    stance.add(Neck, kY, 4 * wave(phase + 0.22F));
    stance.add(Head, kY, 3 * wave(phase + 0.2F));
    stance.add(Head, kX, -2 + 2.2F * wave(2 * phase));
    stance.add(Head, kZ, -2.0F * wave(phase - 0.12F));
    stance.add(Antenna, kX, 13 * wave(2 * phase - 0.12F));
    stance.add(Antenna, kZ, 8 * wave(phase - 0.2F));
    stance.add(Key, kZ, 360 * phase);
    for (const Side side : {Left, Right}) {
        const auto s = static_cast<float>(side);
        // Each arm goes with the leg of the other side; the elbow lags and bends more in front.
        const float swing = s * wave(phase + 0.23F), lag = s * wave(phase + 0.16F);
        stance.arm(side, 15 - 2 * lag, -3 + 27 * swing, 17 + 11 * lag);
        stance.turns[side == Left ? LeftHand : RightHand] = turn(kX, -7 * s * wave(phase + 0.1F));
        Vec3 ankle = standing(side).ankle;
        ankle.x -= s * 1.2F;
        stance.leg(side, step(ankle, cyclic(phase + (side == Left ? 0 : 0.5F))));
    }
    return stance;
}

/// A greeting: the body gathers, the right arm goes up, waves three times and comes down.
Stance greeting(float seconds) {
    Stance stance = atEase();
    const float gather = ease(seconds / 0.3F) * (1 - ease((seconds - 0.25F) / 0.35F));
    const float settle = ease((seconds - 2.35F) / 0.25F) * (1 - ease((seconds - 2.6F) / 0.4F));
    const float up = ease((seconds - 0.28F) / 0.5F) * (1 - ease((seconds - 2.1F) / 0.55F));
    // The head starts a little before the arm.
    const float attention = ease((seconds - 0.1F) / 0.45F) * (1 - ease((seconds - 2.2F) / 0.6F));
    const float beat = (seconds - 0.75F) / 0.46F;
    const float waving = ease((seconds - 0.6F) / 0.25F) * (1 - ease((seconds - 2.0F) / 0.3F));

    stance.pelvis = stance.pelvis + Vec3{-1.7F * up, -1.7F * gather - 0.8F * settle + 0.5F * up, 0};
    stance.add(Pelvis, kZ, 2.0F * up);
    stance.add(Spine, kX, 5 * gather + 2 * settle - 2 * up);
    stance.add(Spine, kZ, 3.5F * up + 0.8F * waving * wave(beat - 0.15F));
    stance.add(Chest, kZ, 4.5F * up + 1.2F * waving * wave(beat - 0.1F));
    stance.add(Chest, kY, 6 * up - 3 * gather);
    stance.add(Head, kX, 5 * gather - 3 * attention);
    stance.add(Head, kZ, -9 * attention - 2.5F * waving * wave(beat - 0.3F));
    stance.add(Head, kY, -6 * attention);
    stance.add(Lids, kX, -8 * attention + 55 * gather);
    stance.add(Antenna, kZ, 16 * waving * wave(beat - 0.35F));
    stance.add(Antenna, kX, 18 * gather - 14 * settle);
    stance.add(Key, kZ, 720 * ease(seconds / 3));

    stance.arm(Left, 17 - 5 * up, 2 - 4 * gather - 5 * up, 14 + 8 * up + 6 * gather);
    stance.arm(Right, 17 - 4 * gather, 2 - 10 * gather, 14);
    const Quat raised = turn(kY, -14) * turn(kZ, 84 + 5 * waving * wave(beat));
    const Quat bent = turn(kZ, 62 + 21 * waving * wave(beat - 0.08F));
    stance.turns[RightUpperArm] = slerp(stance.turns[RightUpperArm], raised, up);
    stance.turns[RightForearm] = slerp(stance.turns[RightForearm], bent, ease(up));
    // The palm turns to whom it greets; the cuff is round and hides the twist.
    const Vec3 wrist = normalized(at(RightHand) - at(RightForearm));
    stance.turns[RightHand] = turn(kZ, up * (4 + 24 * waving * wave(beat - 0.2F))) * turn(wrist, 75 * ease(up));
    plant(stance);
    return stance;
}

/// An animation whose key at each time is a pose.
template <class PoseAt>
Animation sampled(const std::vector<Node>& nodes, std::string name, const std::vector<Keyframe>& keyframes,
                  PoseAt poseAt) {
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

std::vector<Keyframe> evenly(std::uint32_t length, std::uint32_t count) {
    std::vector<Keyframe> keys;
    for (std::uint32_t i = 0; i <= count; ++i) keys.push_back({length * i / count, {}});
    return keys;
}

Animation idleLoop(const std::vector<Node>& nodes) {
    constexpr std::uint32_t length = 4000, blinkStart = 2750;
    std::vector<Keyframe> keys = evenly(length, 16);
    for (const std::uint32_t after : {70U, 140U}) keys.push_back({blinkStart + after, {}});
    std::sort(keys.begin(), keys.end(), [](const Keyframe& a, const Keyframe& b) { return a.time < b.time; });
    return sampled(nodes, "Idle", keys, [&](std::uint32_t time) {
        const float since = (static_cast<float>(time) - blinkStart) / 70;
        const float blink = std::max(0.0F, since < 1 ? since : std::min(1.0F, 2 - (since - 1) * 0.55F));
        return idle(static_cast<float>(time) / length, since < 0 || since > 3.5F ? 0 : std::min(1.0F, blink));
    });
}

Animation walkLoop(const std::vector<Node>& nodes) {
    constexpr std::uint32_t length = 960, count = 16;
    std::vector<Keyframe> keys = evenly(length, count);
    // The left heel strikes at the second key, the right one half a loop later.
    keys[2].string = "FOOTSTEP_KEY 1";
    keys[10].string = "FOOTSTEP_KEY 2";
    return sampled(nodes, "Walk", keys,
                   [&](std::uint32_t time) { return walk(static_cast<float>(time) / length - 2.0F / count); });
}

Animation wavingHello(const std::vector<Node>& nodes) {
    std::vector<Keyframe> keys = evenly(3000, 25);
    keys[3].string = "PLAYSOUND Sounds\\Clockwork\\Hello.wav 600";
    keys[18].string = "PLAYSOUND Sounds\\Clockwork\\Whirr.wav 300";
    return sampled(nodes, "Wave", keys, [&](std::uint32_t time) { return greeting(static_cast<float>(time) / 1000); });
}

/// For laying over another animation through the weight set of the same name.
Animation blink(const std::vector<Node>& nodes) {
    Animation animation = sampled(nodes, "Blink", {{0, {}}, {60, {}}, {110, {}}, {200, {}}},
                                  [&](std::uint32_t time) { return idle(0, time == 60 || time == 110 ? 1.0F : 0.0F); });
    animation.interpolationTime = 0;
    return animation;
}

}  // namespace

std::vector<Animation> animations(const std::vector<Node>& nodes) {
    return {idleLoop(nodes), walkLoop(nodes), wavingHello(nodes), blink(nodes)};
}

}  // namespace abc::samples::clockwork
