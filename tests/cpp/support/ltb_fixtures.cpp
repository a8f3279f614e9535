#include "ltb_fixtures.h"

#include <cmath>
#include <set>

#include "byte_writer.h"

namespace ltb::testing {
namespace {

using abc::testing::ByteWriter;

std::uint32_t sizeOf(std::size_t size) {
    return static_cast<std::uint32_t>(size);
}

void floats(ByteWriter& out, const auto& numbers) {
    for (const float number : numbers) out.f32(number);
}

void writeStream(ByteWriter& out, const LevelSpec& level, std::uint32_t flags) {
    for (const VertexSpec& vertex : level.vertices) {
        if ((flags & 1U) != 0) {
            floats(out, vertex.position);
            if (level.type == kSkeletal) floats(out, vertex.blends);
            if (level.hasPalette) {
                for (const std::uint8_t bone : vertex.bones) out.u8(bone);
            }
        }
        if ((flags & 2U) != 0) floats(out, vertex.normal);
        if ((flags & 4U) != 0) out.u32(0xFF00FF00);
        for (std::uint32_t set = 0x10; set <= 0x80; set *= 2) {
            if ((flags & set) != 0) floats(out, vertex.uv);
        }
        if ((flags & 0x100U) != 0) {
            for (std::uint32_t i = 0; i < level.basisVectors; ++i) out.vec3(1, 0, 0);
        }
    }
}

std::vector<std::byte> objectOf(const LevelSpec& level) {
    ByteWriter out;
    if (level.type == kNull) return {};
    if (level.type < kRigid || level.type > kNull) return out.raw(level.opaque).bytes();
    out.u32(sizeOf(level.vertices.size()));
    if (level.type == kVertexAnimated) out.u32(level.animatedCount);
    out.u32(sizeOf(level.faces.size())).u32(level.bonesPerFace).u32(level.bonesPerVertex);
    if (level.type == kSkeletal) out.u8(level.boneList ? 1 : 0);
    for (const std::uint32_t flags : level.flags) out.u32(flags);
    if (level.type == kSkeletal) out.u8(level.hasPalette ? 1 : 0);
    if (level.type == kVertexAnimated) out.u32(level.animNode);
    if (level.type != kSkeletal) out.u32(level.bone);
    if (level.hasPalette) {
        out.u32(0).u32(1);
        if (level.boneList) {
            out.u32(sizeOf(level.boneList->size()));
            for (const std::uint32_t bone : *level.boneList) out.u32(bone);
        }
    }
    for (const std::uint32_t flags : level.flags) writeStream(out, level, flags);
    for (const auto& face : level.faces) {
        for (const std::uint16_t corner : face) out.u16(corner);
    }
    if (level.type == kSkeletal && !level.hasPalette) {
        out.u32(sizeOf(level.sets.size()));
        for (const BoneSetSpec& set : level.sets) {
            out.u16(set.first).u16(set.count);
            for (const std::uint8_t bone : set.bones) out.u8(bone);
            out.u32(set.indexEnd);
        }
    }
    if (level.type == kVertexAnimated) {
        out.u32(sizeOf(level.copies.size()));
        for (const auto& [source, target] : level.copies) out.u16(source).u16(target);
    }
    return out.bytes();
}

void writeLevel(ByteWriter& out, const LevelSpec& level) {
    out.u32(1).u32(level.textureIndex).u32(1).u32(2).u32(3).i32(0).u8(0).u32(level.type);
    const std::vector<std::byte> object = objectOf(level);
    out.u32(sizeOf(object.size()));
    for (const std::byte byte : object) out.value(byte);
    out.u8(1).u8(0);
}

std::int16_t shortOf(float value, float scale) {
    return static_cast<std::int16_t>(value * scale);
}

void writeTrack(ByteWriter& out, const TrackSpec& track, std::uint32_t compression) {
    if (compression == 0) {
        out.u8(track.frames.empty() ? 0 : 1);
        floats(out, track.locations);
        floats(out, track.rotations);
        for (const Numbers& frame : track.frames) {
            out.u32(sizeOf(frame.size() / 3));
            floats(out, frame);
        }
        return;
    }
    out.u32(sizeOf(track.locations.size() / 3));
    for (const float number : track.locations) {
        if (compression == 2) {
            out.value(shortOf(number, 16));
        } else {
            out.f32(number);
        }
    }
    out.u32(sizeOf(track.rotations.size() / 4));
    for (const float number : track.rotations) {
        if (compression == 1) {
            out.f32(number);
        } else {
            out.value(shortOf(number, 32767));
        }
    }
}

struct Counts {
    std::uint32_t keyframes = 0, faces = 0, levels = 0, strings = 0, letters = 0, vertexBytes = 0, keyBytes = 0;
};

Counts countsOf(const ModelSpec& spec) {
    Counts out;
    for (const PieceSpec& piece : spec.pieces) {
        for (const LevelSpec& level : piece.levels) {
            out.faces += level.type == kNull || !level.opaque.empty() ? 0 : sizeOf(level.faces.size());
            ++out.levels;
        }
    }
    for (const AnimationSpec& animation : spec.animations) {
        out.keyframes += sizeOf(animation.times.size());
        for (const TrackSpec& track : animation.tracks) {
            const bool isShort = animation.compression > 1;
            out.keyBytes += sizeOf(track.locations.size()) * (animation.compression == 2 ? 2 : 4);
            out.keyBytes += sizeOf(track.rotations.size()) * (isShort ? 2 : 4);
            for (const Numbers& frame : track.frames) out.vertexBytes += 4 * sizeOf(frame.size());
        }
    }
    return out;
}

void writeHeader(ByteWriter& out, const ModelSpec& spec) {
    const Counts counts = countsOf(spec);
    out.u8(1).u8(0).u16(9).zeros(16);
    out.u32(spec.version);
    out.u32(counts.keyframes).u32(sizeOf(spec.animations.size())).u32(sizeOf(spec.nodes.size()));
    out.u32(sizeOf(spec.pieces.size())).u32(sizeOf(spec.children.size()) + 1).u32(counts.faces);
    // Of the source: vertices, weights.
    out.u32(3).u32(3);
    out.u32(counts.levels).u32(sizeOf(spec.sockets.size())).u32(sizeOf(spec.weightSets.size()));
    out.u32(counts.strings).u32(counts.letters).u32(counts.vertexBytes).u32(counts.keyBytes);
    out.string("ShadowEnable").f32(96);
    out.u32(spec.boxes);
    for (std::uint32_t i = 0; i < spec.boxes; ++i) {
        out.vec3(0, 1, 0).vec3(2, 4, 4).vec3(1, 0, 0).vec3(0, 1, 0).vec3(0, 0, 1).u32(0);
        if (spec.version >= 24) out.f32(3);
    }
}

void writeNodes(ByteWriter& out, const ModelSpec& spec) {
    std::uint16_t index = 0;
    for (const NodeSpec& node : spec.nodes) {
        out.string(node.name).u16(index++).u8(node.flags);
        out.f32(1).f32(0).f32(0).f32(node.place[0]);
        out.f32(0).f32(1).f32(0).f32(node.place[1]);
        out.f32(0).f32(0).f32(1).f32(node.place[2]);
        out.f32(0).f32(0).f32(0).f32(1);
        out.u32(node.children);
    }
    out.u32(sizeOf(spec.weightSets.size()));
    for (const auto& [name, weights] : spec.weightSets) {
        out.string(name).u32(sizeOf(weights.size()));
        floats(out, weights);
    }
}

void writeAnimations(ByteWriter& out, const ModelSpec& spec) {
    out.u32(sizeOf(spec.animations.size()));
    for (const AnimationSpec& animation : spec.animations) {
        out.vec3(10, 20, 10).string(animation.name).u32(animation.compression).u32(150);
        out.u32(sizeOf(animation.times.size()));
        for (std::size_t k = 0; k < animation.times.size(); ++k) {
            out.u32(animation.times[k]).string(k < animation.strings.size() ? animation.strings[k] : "");
        }
        for (const TrackSpec& track : animation.tracks) writeTrack(out, track, animation.compression);
    }
}

void writeAttachments(ByteWriter& out, const ModelSpec& spec) {
    out.u32(sizeOf(spec.sockets.size()));
    for (const std::string& name : spec.sockets) {
        out.u32(sizeOf(spec.nodes.size()) - 1).string(name).quat(0, 0, 0, 1).vec3(0, 1, 0).vec3(2, 2, 2);
    }
    out.u32(sizeOf(spec.animations.size()));
    for (const AnimationSpec& animation : spec.animations) {
        out.string(animation.name).vec3(10, 20, 10);
        floats(out, animation.origin);
    }
    for (std::size_t i = 0; i < spec.children.size(); ++i) out.u32(0);
}

LevelSpec triangle() {
    LevelSpec out;
    out.vertices.resize(3);
    out.vertices[0].position = {0, 0, 0};
    out.vertices[1].position = {0, 2, 0};
    out.vertices[2].position = {1, 2, 0};
    out.vertices[1].uv = {0.25F, 0.5F};
    out.vertices[2].uv = {1, 2};
    out.faces = {{0, 1, 2}};
    return out;
}

ModelSpec with(ModelSpec spec, LevelSpec level) {
    spec.pieces = {{"body", {0}, {std::move(level)}}};
    return spec;
}

}  // namespace

Bytes write(const ModelSpec& spec) {
    ByteWriter out;
    writeHeader(out, spec);
    out.u32(sizeOf(spec.pieces.size()));
    for (const PieceSpec& piece : spec.pieces) {
        out.string(piece.name).u32(sizeOf(piece.levels.size()));
        floats(out, piece.distances);
        out.u32(0).u32(sizeOf(piece.levels.size()) - 1);
        for (const LevelSpec& level : piece.levels) writeLevel(out, level);
    }
    writeNodes(out, spec);
    out.u32(sizeOf(spec.children.size()) + 1);
    for (const std::string& child : spec.children) out.string(child);
    writeAnimations(out, spec);
    writeAttachments(out, spec);
    return out.raw(spec.trailing).bytes();
}

ModelSpec twoNodes(std::uint32_t compression) {
    ModelSpec out;
    out.nodes = {{"root", 1, {0, 0, 0}, 0}, {"arm", 0, {0, 1, 0}, 0}};
    const float half = std::sqrt(0.5F);
    AnimationSpec turn;
    turn.name = "turn";
    turn.compression = compression;
    turn.times = {0, 1000};
    turn.strings = {"", "FOOTSTEP_KEY 1"};
    turn.tracks.resize(2);
    turn.tracks[0] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0, 0, 1}, {}};
    turn.tracks[1] = {{0, 1, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, half, half}, {}};
    if (compression != 0) {
        turn.tracks[0] = {{0, 0, 0}, {}, {}};
        turn.tracks[1].locations = {0, 1, 0};
    }
    out.animations = {turn};
    out.sockets = {"hand"};
    return with(out, triangle());
}

LevelSpec boneSets() {
    LevelSpec out = triangle();
    out.type = kSkeletal;
    out.bonesPerFace = 2;
    out.bonesPerVertex = 2;
    out.vertices[0].blends = {0.125F};
    out.vertices[1].blends = {0.5F};
    out.vertices[2].blends = {0};
    out.vertices[2].position = {0, 2, 0};
    // The first vertex has a set of its own with one bone: its blend says nothing.
    out.sets = {{0, 1, {0, 0xFF, 0xFF, 0xFF}, 0}, {1, 2, {0, 1, 0xFF, 0xFF}, 3}};
    return out;
}

LevelSpec palette(std::uint32_t bones, bool isReIndexed) {
    LevelSpec out = boneSets();
    out.hasPalette = true;
    out.bonesPerVertex = bones;
    out.sets.clear();
    // In the list the nodes stand the other way round.
    const std::uint8_t root = isReIndexed ? 1 : 0;
    const std::uint8_t arm = isReIndexed ? 0 : 1;
    if (isReIndexed) out.boneList = {1, 0};
    for (VertexSpec& vertex : out.vertices) vertex.bones = {root, arm, arm, arm};
    out.vertices[0].blends = {1};
    for (VertexSpec& vertex : out.vertices) vertex.blends.resize(bones - 1);
    return out;
}

const std::vector<NamedModel>& allModels() {
    static const std::vector<NamedModel> all = [] {
        std::vector<NamedModel> out;
        const auto add = [&out](const std::string& name, const ModelSpec& spec) { out.push_back({name, write(spec)}); };
        for (const std::uint32_t compression : {0U, 1U, 2U, 3U}) {
            add("Rigid" + std::to_string(compression), twoNodes(compression));
        }
        for (const std::uint32_t version : {23U, 24U, 25U}) {
            ModelSpec spec = twoNodes(1);
            spec.version = version;
            spec.boxes = 2;
            spec.pieces[0].levels[0].flags[0] = 0x113;
            spec.pieces[0].levels[0].basisVectors = version == 24 ? 1 : 2;
            add("Version" + std::to_string(version), spec);
        }
        ModelSpec sets = with(twoNodes(2), boneSets());
        sets.pieces[0].levels.push_back(boneSets());
        sets.pieces[0].levels.push_back({});
        sets.pieces[0].levels[2].type = kNull;
        sets.pieces[0].distances = {0, 250, 550};
        sets.weightSets = {{"Upper", {0, 1}}, {"Twist", {0, 2}}};
        sets.children = {"base.ltb", "Anims\\Other.LTB"};
        add("BoneSets", sets);
        for (const std::uint32_t bones : {2U, 3U, 4U}) {
            for (const bool isReIndexed : {false, true}) {
                add("Palette" + std::to_string(bones) + (isReIndexed ? "ReIndexed" : ""),
                    with(twoNodes(3), palette(bones, isReIndexed)));
            }
        }
        ModelSpec animated = twoNodes(0);
        LevelSpec& moving = animated.pieces[0].levels[0];
        moving.type = kVertexAnimated;
        moving.bonesPerFace = moving.bonesPerVertex = 0;
        moving.animatedCount = 2;
        moving.animNode = 1;
        moving.copies = {{1, 2}};
        animated.animations[0].origin = {0, 0, 5};
        animated.animations[0].tracks[1] = {{}, {}, {{0, 0, 0, 0, 2, 0}, {4, 0, 0, 0, 6, 0}}};
        add("VertexAnimated", animated);
        ModelSpec donor = twoNodes(2);
        donor.pieces.clear();
        add("WithoutMesh", donor);
        ModelSpec streams = twoNodes(1);
        streams.pieces[0].levels[0].flags = {0x3, 0x10, 0, 0};
        add("TwoStreams", streams);
        return out;
    }();
    return all;
}

}  // namespace ltb::testing
