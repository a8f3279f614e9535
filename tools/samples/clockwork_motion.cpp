// What Clockwork does: it stands, walks, waves and blinks. Poses are functions of a phase, sampled at the keys.
#include <algorithm>
#include <cmath>

#include "clockwork_stance.h"
#include "mesh.h"

namespace abc::samples::clockwork {

namespace {

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

Foot step(Vec3 ankle, float phase) {
    constexpr float flat = 0.12F, rise = 0.34F;
    const auto onFloor = [&](float p) {
        const Foot foot{ankle + kZ * (kStride * (0.5F - p / kLiftOff))};
        if (p < flat) return foot.onHeel(kStrike * (1 - ease(p / flat)));
        if (p > rise) return foot.onBall(kPushOff * power((p - rise) / (kLiftOff - rise), 1.7F));
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
