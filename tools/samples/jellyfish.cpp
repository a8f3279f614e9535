#include "jellyfish.h"

#include <algorithm>
#include <cmath>

#include "mesh.h"

namespace abc::samples::jellyfish {

namespace {

constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

constexpr std::uint32_t kRoot = 0, kBell = 1, kCore = 2, kFirstTentacle = 3;
constexpr std::uint32_t kTentacles = 6, kLinks = 4;
constexpr std::uint32_t kNodes = kFirstTentacle + kTentacles * kLinks;
constexpr std::array<float, kLinks> kLengths{12, 11, 11, 12}, kRadii{2, 1.7F, 1.45F, 1.2F};
constexpr std::uint32_t kBellAround = 24, kTentacleAround = 6, kTentacleRings = 6;

Quat turn(Vec3 axis, float radians) {
    const float s = sine(radians / 2);
    return {axis.x * s, axis.y * s, axis.z * s, cosine(radians / 2)};
}

/// A wave of one period a unit of phase, 0 at phase 0 and rising.
float wave(float phase) {
    return sine(2 * kPi * phase);
}

/// What the whole animal does at a moment.
struct Moment {
    /// How far the bell is drawn together at its middle and, a little later, at its rim.
    float squeeze = 0, rimSqueeze = 0;
    Vec3 place;
    float lean = 0, spin = 0;
    /// How far each link of the tentacles is spread, in radians, by tentacle and link.
    std::array<std::array<float, kLinks>, kTentacles> spread{};
};

/// The bell from its top over the rim to the inside, drawn together as the moment says.
Mesh bell(const Moment& moment) {
    constexpr std::size_t rings = 8;
    constexpr float rim = 0.56F * kPi, radius = 23, height = 17, thickness = 2.2F;
    const auto ring = [&](float share, float inset) {
        const float angle = rim * share;
        const float drawn = moment.squeeze + (moment.rimSqueeze - moment.squeeze) * share;
        const float width = (radius - inset) * sine(angle) * (1 - 0.36F * drawn * share * share);
        const float level = (height - inset) * cosine(angle) * (1 + 0.14F * drawn) - 6 * drawn * share * share;
        return Ring{{0, level, 0}, share == 0 ? 0 : width, share == 0 ? 0 : width, 2};
    };
    std::vector<Ring> profile;
    for (std::size_t i = 0; i < rings; ++i) profile.push_back(ring(static_cast<float>(i) / (rings - 1), 0));
    for (const float share : {0.97F, 0.8F, 0.5F, 0.0F}) profile.push_back(ring(share, thickness));

    Mesh mesh;
    // From the top down, so that the rings' way and the outside of the bell agree.
    loft(mesh, profile, kX, kZ, kBellAround, rigid(kBell));
    for (Point& point : mesh.points) {
        // Six lobes: cos 6θ from cos θ.
        const float width = std::sqrt(point.position.x * point.position.x + point.position.z * point.position.z);
        if (width < 1e-3F) continue;
        const float c = point.position.x / width;
        const float c2 = 2 * c * c - 1;
        const float lobe = 4 * c2 * c2 * c2 - 3 * c2;
        const float low = std::clamp((6 - point.position.y) / 12, 0.0F, 1.0F);
        point.position.y -= 2.0F * lobe * low;
    }
    computeNormals(mesh);
    return mesh;
}

Vec3 tentacleRoot(std::uint32_t tentacle) {
    const float angle = 2 * kPi * (static_cast<float>(tentacle) + 0.5F) / kTentacles;
    return {14 * sine(angle), 3, 14 * cosine(angle)};
}

std::uint32_t link(std::uint32_t tentacle, std::uint32_t part) {
    return kFirstTentacle + tentacle * kLinks + part;
}

std::vector<Node6> nodes() {
    std::vector<Node6> list(kNodes);
    list[kRoot] = {"root", kNoParent, Node6::kNull, {}};
    list[kBell] = {"bell", kRoot, Node6::kTris | Node6::kDeformation, {}};
    list[kCore] = {"core", kRoot, Node6::kTris, {}};
    for (std::uint32_t t = 0; t < kTentacles; ++t) {
        for (std::uint32_t part = 0; part < kLinks; ++part) {
            const std::uint32_t parent = part == 0 ? kRoot : link(t, part - 1);
            const std::string name = "tentacle_" + std::to_string(t + 1) + static_cast<char>('a' + part);
            list[link(t, part)] = {name, parent, Node6::kTris, {}};
        }
    }
    return list;
}

/// Adds a part that moves with one node; its points are in that node's space.
void addPart(ModelV6& model, Mesh mesh, std::uint32_t node) {
    computeNormals(mesh);
    const std::size_t start = model.vertices.size();
    for (const Point& point : mesh.points) {
        model.vertices.push_back({snapped(point.position), point.normal, static_cast<std::uint8_t>(node)});
    }
    for (const Face& face : mesh.faces) {
        Face6 written;
        for (std::size_t i = 0; i < 3; ++i) {
            written.vertices[i] = static_cast<std::uint16_t>(face.vertices[i] + start);
            written.texCoords[i] = {snapped(face.texCoords[i].u), snapped(face.texCoords[i].v)};
        }
        const auto at = [&](std::size_t i) { return mesh.points[face.vertices[i]].position; };
        written.normal = normalized(cross(at(1) - at(0), at(2) - at(0)));
        model.faces.push_back(written);
    }
}

Mesh core() {
    Mesh mesh;
    const Skin skin = rigid(kCore);
    capsule(mesh, {0, 10, 0}, {0, 0, 0}, 4.2F, 3, {6, 8}, skin);
    for (int i = 0; i < 4; ++i) {
        const float angle = kPi / 4 * static_cast<float>(2 * i + 1);
        const Vec3 out{sine(angle), 0, cosine(angle)};
        ball(mesh, out * 5.2F + kY * 6.5F, out * 3.4F, cross(kY, out) * 3.4F, kY * 2.6F, {5, 8}, skin);
        // A frilled arm that winds down from the mouth.
        std::vector<Ring> rings;
        constexpr std::size_t count = 12;
        for (std::size_t k = 0; k < count; ++k) {
            const float share = static_cast<float>(k) / (count - 1);
            const float swell = k + 1 == count ? 0 : 1 - 0.6F * share + 0.3F * wave(2.5F * share);
            const Vec3 center = out * (2.2F + 1.6F * wave(1.4F * share)) +
                                cross(kY, out) * (1.5F * wave(1.1F * share)) + kY * (2 - 30 * share);
            rings.push_back({center, 2.2F * swell, 0.9F * swell, 2});
        }
        loft(mesh, rings, out, cross(kY, out), 6, skin);
    }
    return mesh;
}

void addMesh(ModelV6& model) {
    addPart(model, bell({}), kBell);
    for (std::uint32_t v = 0; v < model.vertices.size(); ++v) {
        model.nodes[kBell].deformationVertices.push_back(static_cast<std::uint16_t>(v));
    }
    addPart(model, core(), kCore);

    std::vector<std::uint32_t> starts;
    for (std::uint32_t t = 0; t < kTentacles; ++t) {
        for (std::uint32_t part = 0; part < kLinks; ++part) {
            starts.push_back(static_cast<std::uint32_t>(model.vertices.size()));
            Mesh mesh;
            const float end = part + 1 < kLinks ? kRadii[part + 1] : 0.6F;
            capsule(mesh, {}, {0, -kLengths[part], 0}, kRadii[part], end, {kTentacleRings, kTentacleAround},
                    rigid(link(t, part)));
            addPart(model, std::move(mesh), link(t, part));
        }
    }
    // Neighbours around each ring become one, a few at a time on every link, so that the model thins out evenly.
    for (std::uint32_t pair = 0; pair < kTentacleAround; pair += 2) {
        for (std::uint32_t ring = 0; ring + 2 < kTentacleRings; ++ring) {
            for (const std::uint32_t start : starts) {
                // The first point of a link is its pole.
                const std::uint32_t a = start + 1 + ring * kTentacleAround + pair;
                model.collapses.push_back({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(a + 1)});
            }
        }
    }
}

/// An animation whose key at each time is a moment. The last key of a loop is made equal to its first.
template <class MomentAt>
Animation6 sampled(const ModelV6& model, std::string name, const std::vector<Keyframe>& keyframes, MomentAt momentAt) {
    Animation6 animation;
    animation.name = std::move(name);
    animation.boundsMin = model.boundsMin;
    animation.boundsMax = model.boundsMax;
    animation.keyframes = keyframes;
    animation.tracks.resize(kNodes);
    std::vector<std::vector<Vec3>> bells;
    const auto add = [&](std::uint32_t node, Vec3 place, Quat rotation) {
        animation.tracks[node].keys.push_back({snapped(place), snapped(rotation)});
    };
    for (std::size_t k = 0; k < keyframes.size(); ++k) {
        const bool closes = k > 0 && k + 1 == keyframes.size();
        const Moment moment = momentAt(closes ? 0.0F : static_cast<float>(keyframes[k].time));
        add(kRoot, moment.place, turn(kZ, moment.lean) * turn(kY, moment.spin));
        add(kBell, {}, {});
        add(kCore, {0, -2 * moment.squeeze, 0}, turn(kZ, -0.5F * moment.lean));
        for (std::uint32_t t = 0; t < kTentacles; ++t) {
            const Vec3 root = tentacleRoot(t);
            // Turned so that its Z points outward: negative turns about X then spread it.
            const float angle = 2 * kPi * (static_cast<float>(t) + 0.5F) / kTentacles;
            const Vec3 drawn{root.x * (1 - 0.36F * moment.squeeze), root.y - 2 * moment.squeeze,
                             root.z * (1 - 0.36F * moment.squeeze)};
            add(link(t, 0), drawn, turn(kY, angle) * turn(kX, -moment.spread[t][0]));
            for (std::uint32_t part = 1; part < kLinks; ++part) {
                add(link(t, part), {0, -kLengths[part - 1], 0}, turn(kX, -moment.spread[t][part]));
            }
        }
        std::vector<Vec3> positions;
        for (const Point& point : bell(moment).points) positions.push_back(snapped(point.position));
        bells.push_back(std::move(positions));
    }
    animation.tracks[kBell].pack(bells);
    return animation;
}

std::vector<Keyframe> evenly(std::uint32_t length, std::uint32_t count) {
    std::vector<Keyframe> keys;
    for (std::uint32_t i = 0; i <= count; ++i) keys.push_back({length * i / count, {}});
    return keys;
}

Moment atRest() {
    Moment moment;
    for (auto& tentacle : moment.spread) tentacle = {0.2F, -0.02F, -0.14F, -0.2F};
    return moment;
}

/// Hanging in the water: slow breathing of the bell, tentacles swaying one after another.
Moment drifting(float phase) {
    Moment moment = atRest();
    moment.squeeze = 0.22F - 0.22F * cosine(2 * kPi * phase);
    moment.rimSqueeze = 0.22F - 0.22F * cosine(2 * kPi * (phase - 0.12F));
    moment.place = {1.2F * wave(phase), 1.6F * wave(phase - 0.3F), 0};
    moment.lean = 0.05F * wave(phase + 0.1F);
    for (std::uint32_t t = 0; t < kTentacles; ++t) {
        const float own = phase - static_cast<float>(t) / kTentacles;
        moment.spread[t][0] += 0.12F * wave(own);
        moment.spread[t][1] += 0.2F * wave(own - 0.18F);
        moment.spread[t][2] += 0.26F * wave(own - 0.36F);
        moment.spread[t][3] += 0.3F * wave(own - 0.54F);
    }
    return moment;
}

/// A quick squeeze and a slow opening.
float pulse(float phase) {
    phase -= std::floor(phase);
    constexpr float closing = 0.32F;
    const float t = phase < closing ? phase / closing : 1 - (phase - closing) / (1 - closing);
    return t * t * (3 - 2 * t);
}

/// Swimming upwards: thrust, glide, sink back; the tentacles trail behind.
Moment swimming(float phase) {
    Moment moment = atRest();
    moment.squeeze = pulse(phase);
    moment.rimSqueeze = 1.15F * pulse(phase - 0.07F);
    moment.place = {0, 7 * pulse(phase - 0.16F) - 3.5F, 0};
    moment.lean = 0.035F * wave(phase);
    for (auto& tentacle : moment.spread) {
        tentacle[0] = 0.42F - 0.5F * pulse(phase - 0.03F);
        tentacle[1] = 0.24F - 0.5F * pulse(phase - 0.2F);
        tentacle[2] = 0.18F - 0.5F * pulse(phase - 0.36F);
        tentacle[3] = 0.14F - 0.5F * pulse(phase - 0.52F);
    }
    return moment;
}

}  // namespace

ModelV6 model() {
    ModelV6 model;
    model.commandString = "LODStartDist 200;LODIncrement 40";
    model.boundsMin = {-24, -44, -24};
    model.boundsMax = {24, 26, 24};
    model.nodes = nodes();
    addMesh(model);

    // The pose that editors show first.
    model.animations.push_back(sampled(model, "static_model", {{0, {}}}, [](float) { return atRest(); }));
    constexpr std::uint32_t drift = 4800, swim = 1600;
    model.animations.push_back(
        sampled(model, "drift", evenly(drift, 16), [](float time) { return drifting(time / drift); }));
    std::vector<Keyframe> keys = evenly(swim, 16);
    keys[1].string = "PLAYSOUND Sounds\\Jellyfish\\Pulse.wav 400";
    keys[7].string = "FX_KEY Bubbles";
    model.animations.push_back(sampled(model, "swim", keys, [](float time) { return swimming(time / swim); }));
    model.animDims.assign(model.animations.size(), {20, 34, 20});
    return model;
}

}  // namespace abc::samples::jellyfish
