// The model that Clockwork inherits from: a plainer robot of the same build that dances and salutes.
#include <algorithm>
#include <cmath>

#include "clockwork_stance.h"
#include "mesh.h"

namespace abc::samples::clockwork {

namespace {

/// How far something that starts at `from` and takes `length` has come.
float since(float time, float from, float length) {
    return (time - from) / length;
}

/// 1 between two moments, going there and back smoothly in the given times.
float during(float time, float from, float rise, float to, float fall) {
    return ease(since(time, from, rise)) * (1 - ease(since(time, to, fall)));
}

/// A jolt that swings out: 0 before and after, and at first rising.
float swing(float time, float from, float length, float swings) {
    const float t = std::clamp(since(time, from, length), 0.0F, 1.0F);
    return wave(swings * t) * (1 - t) * (1 - t);
}

// The dance, in beats: four hits from side to side, two twists down into the knees, a leap with a whole turn.
constexpr std::uint32_t kBeats = 8;
constexpr float kTwist = 4, kCrouch = 5.4F, kTakeOff = 6.1F, kLanding = 7.0F;

/// Which side the weight is on: −1 left, 1 right. Springs from hit to hit.
float weightAt(float beat) {
    constexpr float hits[] = {0, -1, 1, -1, 1};
    if (beat >= kTwist) return 1 - ease(since(beat, kTwist, 0.5F));
    const auto hit = static_cast<std::size_t>(beat);
    return mix(hits[hit], hits[hit + 1], spring((beat - std::floor(beat)) / 0.55F));
}

/// Both arms out to the sides, the forearm of the loaded side up and the other one hanging.
Stance windmill(float weight) {
    Stance stance;
    for (const Side side : {Left, Right}) {
        const auto s = static_cast<float>(side);
        const float angle = kPi / 2 * (1 - s * weight);
        stance.aim(side, normalized(Vec3{s, -0.12F + 0.14F * s * weight, 0.1F}),
                   normalized(Vec3{0.12F * s, cosine(angle), sine(angle) + 0.12F}));
    }
    return stance;
}

/// Arms thrown up.
Stance cheer() {
    Stance stance;
    for (const Side side : {Left, Right}) {
        const auto s = static_cast<float>(side);
        stance.aim(side, normalized(Vec3{0.86F * s, 0.5F, 0.05F}), normalized(Vec3{0.5F * s, 0.86F, 0.12F}));
    }
    return stance;
}

Stance dance(float beat) {
    const float weight = weightAt(beat);
    const float hitting = during(beat, 0, 0.3F, kTwist, 0.4F);
    const float bounce = hitting * std::abs(sine(kPi * beat));
    const float twisting = during(beat, kTwist, 0.4F, kCrouch, 0.5F);
    const float twist = twisting * wave(beat - kTwist);
    const float crouch = during(beat, kTwist, 1.6F, kTakeOff - 0.25F, 0.35F);
    const float gather = during(beat, kCrouch, 0.5F, kTakeOff - 0.2F, 0.3F);
    const float flight = std::clamp(since(beat, kTakeOff, kLanding - kTakeOff), 0.0F, 1.0F);
    const float height = 4 * flight * (1 - flight);
    const float squash = during(beat, kLanding - 0.12F, 0.25F, kLanding + 0.15F, 0.6F);
    const float turned = 360 * ease(since(beat, kTakeOff - 0.1F, kLanding - kTakeOff + 0.2F));
    const float arms = during(beat, kTakeOff - 0.15F, 0.45F, kLanding + 0.1F, 0.7F);
    const float jolt = beat < kTwist ? swing(beat - std::floor(beat), 0, 1, 2) : 0;
    const float settling = swing(beat, kLanding, 1, 2);

    Stance stance = atEase();
    stance.pelvis = stance.pelvis + Vec3{3.4F * weight,
                                         -0.5F * hitting - 1.6F * bounce - 3.4F * crouch - 3.4F * gather + 17 * height -
                                             6.5F * squash + 0.9F * settling,
                                         -1.5F * gather};
    stance.add(Pelvis, kY, turned - 11 * twist);
    stance.add(Pelvis, kZ, 5 * weight);
    stance.add(Pelvis, kX, 8 * gather + 4 * squash);
    stance.add(Spine, kZ, -6 * weight);
    stance.add(Spine, kY, 15 * twist);
    stance.add(Spine, kX, 9 * gather + 8 * squash - 6 * height);
    stance.add(Chest, kZ, -5.5F * weight);
    stance.add(Chest, kY, 16 * twist + 5 * weight);
    stance.add(Chest, kX, 3 * twisting + 5 * gather + 5 * squash - 4 * height);
    stance.add(Neck, kY, -13 * twist);
    stance.add(Head, kY, 13 * weight - 8 * twist);
    stance.add(Head, kZ, 10 * weight + 5 * twist);
    stance.add(Head, kX, 5 * bounce - 7 * gather - 9 * height - 6 * squash);
    stance.add(Lids, kX, 62 * squash + 34 * twisting - 10 * height);
    stance.add(Antenna, kZ, 24 * jolt * weight + 16 * twist);
    stance.add(Antenna, kX, 20 * gather - 16 * height + 26 * settling);
    stance.add(Key, kZ, 45 * beat + 720 * ease(since(beat, kTakeOff - 0.1F, 1.2F)));

    for (const Side side : {Left, Right}) {
        const auto s = static_cast<float>(side);
        Stance elbows;
        elbows.arm(side, 12, 6 - 30 * s * twist, 88);
        stance.blendArm(side, windmill(weight), hitting);
        stance.blendArm(side, elbows, twisting);
        Stance back;
        back.arm(side, 6, -48, 22);
        stance.blendArm(side, back, gather);
        stance.blendArm(side, cheer(), arms);
        stance.turns[side == Left ? LeftHand : RightHand] = turn(kX, -22 * hitting * jolt) * turn(kZ, 14 * s * arms);

        Foot foot = standing(side);
        // The toes of the free foot tap beside the loaded one.
        const float free = std::max(0.0F, -s * weight) * hitting;
        foot.ankle.x -= 1.6F * s * free;
        foot = foot.onBall(26 * free + 16 * gather);
        if (flight > 0 && flight < 1) {
            // In the air the feet go with the body, apart and pointing down.
            const Vec3 under = standing(side).ankle + Vec3{5.5F * s * height, 3.5F * height, 0};
            const Vec3 around{cosine(turned * kPi / 180) * under.x, under.y, -sine(turned * kPi / 180) * under.x};
            foot = {around + kY * (17 * height), 34 * height, 0, turned};
        }
        stance.leg(side, foot);
    }
    return stance;
}

// The salute, in seconds.
constexpr float kStamp = 0.5F, kHandUp = 0.74F, kHandDown = 1.95F;

Stance salute(float seconds) {
    const float lift = ease(since(seconds, 0.1F, 0.26F)) * (1 - ease(since(seconds, 0.38F, kStamp - 0.38F)));
    const float jolt = swing(seconds, kStamp, 0.7F, 2);
    const float proud = during(seconds, 0.3F, 0.25F, 2.2F, 0.4F);
    const float up = spring(since(seconds, kHandUp, 0.36F)) * (1 - ease(since(seconds, kHandDown, 0.26F)));
    const float wind = during(seconds, kHandUp - 0.2F, 0.2F, kHandUp, 0.1F);
    const float nod = during(seconds, 1.3F, 0.14F, 1.5F, 0.3F);
    const float relief = during(seconds, 2.2F, 0.2F, 2.42F, 0.45F);
    const float snap = swing(seconds, kHandUp + 0.12F, 0.8F, 3) - swing(seconds, kHandDown + 0.16F, 0.7F, 2);

    Stance stance = atEase();
    stance.pelvis = stance.pelvis + Vec3{-3.2F * lift, 0.85F * proud - 1.6F * jolt - 0.9F * relief, 0.4F * proud};
    stance.add(Pelvis, kZ, -3.5F * lift);
    stance.add(Spine, kX, -4 * proud + 3 * relief + 2 * jolt);
    stance.add(Spine, kZ, 3 * lift - 1.5F * up);
    stance.add(Chest, kX, -6 * proud + 3 * relief);
    stance.add(Chest, kZ, -1.2F * snap);
    stance.add(Head, kX, -4 * proud + 11 * nod + 5 * relief + 4 * jolt);
    stance.add(Head, kZ, -2 * snap);
    stance.add(Lids, kX, -8 * proud + 102 * nod + 30 * relief);
    stance.add(Antenna, kX, 24 * jolt + 10 * nod);
    stance.add(Antenna, kZ, 20 * snap);
    // The spring unwinds with the moves and holds its breath in between.
    stance.add(Key, kZ, 180 * ease(since(seconds, 0.05F, 1.0F)) + 180 * ease(since(seconds, kHandDown, 0.8F)));

    Stance attention;
    attention.arm(Left, 21, -3, 5);
    attention.arm(Right, 21, -3, 5);
    for (const Side side : {Left, Right}) stance.blendArm(side, attention, proud);
    Stance low;
    low.arm(Right, 5, 4, 26);
    stance.blendArm(Right, low, wind);
    // Fingers at the brow, palm to the front, the elbow out.
    Stance brow;
    brow.reach(Right, {24, 42.5F, 11}, {1, -0.25F, -0.35F});
    brow.hand(Right, {-0.8F, 0.6F, 0}, {-0.55F, -0.75F, 0.35F});
    stance.blendArm(Right, brow, up);

    stance.leg(Left, standing(Left));
    Foot foot = standing(Right);
    foot.ankle = foot.ankle + Vec3{0, 14, 8} * lift;
    foot.pitch = 14 * lift;
    stance.leg(Right, foot);
    return stance;
}

/// What is authored for the base stands on its soles.
Stance raised(Stance stance) {
    stance.pelvis.y += kBaseSole;
    return stance;
}

Animation dancing(const std::vector<Node>& nodes) {
    constexpr std::uint32_t beat = 400, keysPerBeat = 6;
    std::vector<Keyframe> keys = evenly(kBeats * beat, kBeats * keysPerBeat);
    const auto keyAt = [&](float beats) -> Keyframe& { return keys[static_cast<std::size_t>(beats * keysPerBeat)]; };
    keyAt(0).string = "SOUND_KEY Sounds\\Clockwork\\MusicBox.wav";
    for (const float hit : {0.5F, 2.5F}) keyAt(hit).string = "FOOTSTEP_KEY 1";
    for (const float hit : {1.5F, 3.5F}) keyAt(hit).string = "FOOTSTEP_KEY 2";
    keyAt(kTakeOff).string = "SOUND_KEY Sounds\\Clockwork\\Spring.wav";
    keyAt(kLanding).string = "SOUND_KEY Sounds\\Clockwork\\Clang.wav";
    return sampled(nodes, "Dance", keys,
                   [](std::uint32_t time) { return raised(dance(static_cast<float>(time) / beat)); });
}

Animation saluting(const std::vector<Node>& nodes) {
    std::vector<Keyframe> keys = evenly(3000, 40);
    keys[7].string = "FOOTSTEP_KEY 2";
    keys[13].string = "SOUND_KEY Sounds\\Clockwork\\Salute.wav";
    return sampled(nodes, "Salute", keys,
                   [](std::uint32_t time) { return raised(salute(static_cast<float>(time) / 1000)); });
}

}  // namespace

ModelV12 baseModel() {
    ModelV12 model;
    model.internalRadius = 64;
    model.nodes = skeleton();
    // As in real families of models, only the root is named after the model.
    model.nodes[0].name = "Base";
    model.pieces = {basePiece(model.nodes)};
    model.childModels = {{"", kBaseBuild}};
    model.animations = {dancing(model.nodes), saluting(model.nodes)};
    model.bindings = {bindings(model, {})};
    return model;
}

}  // namespace abc::samples::clockwork
