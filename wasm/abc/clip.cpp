#include "clip.h"

#include <cassert>

#include "field_reader.h"
#include "schema_v6.h"
#include "schema_v9.h"
#include "writer.h"

namespace abc {

using schema::Id;
using schema::Meaning;

namespace {

template <const auto& fields, schema::Name name>
constexpr double kUsual = fields[schema::kIndexOf<fields, name>].usual;

/// Takes an animation apart whose place is known to be whole.
class ClipReader {
public:
    ClipReader(const Document& document, const Place& animation)
        : document_(document), fields_(document), walk_(document.walk()), animation_(animation) {}

    [[nodiscard]] std::optional<Clip> read() {
        const auto keys = fields_.list(animation_, Meaning::Keyframes);
        const auto tracks = fields_.list(animation_, Meaning::Tracks);
        if (!keys || !tracks || tracks->count != nodeCount()) return std::nullopt;
        const bool isV6 = familyOf(document_.dialect) == Family::V6;
        clip_.name = text(animation_, Meaning::AnimationName);
        if (isV6) {
            head6();
        } else {
            head9();
        }
        for (std::uint32_t i = 0; i < keys->count; ++i) keyframe(walk_.element(*keys, i), isV6);
        for (std::uint32_t i = 0; i < tracks->count; ++i) {
            const Place track = walk_.element(*tracks, i);
            if (isV6 ? !track6(track) : !track9(track)) return std::nullopt;
        }
        return std::move(clip_);
    }

private:
    [[nodiscard]] std::uint32_t nodeCount() const {
        const auto section = fields_.section(Meaning::Nodes);
        const auto nodes = section ? fields_.list(*section, Meaning::Nodes) : std::nullopt;
        return nodes ? nodes->count : 0;
    }

    [[nodiscard]] std::string text(const Place& place, FieldName name) const {
        return std::string(document_.text(fields_.text(place, name)));
    }

    void head9() {
        clip_.extents = fields_.vector(animation_, "Extents");
        clip_.unknown =
            fields_.number(animation_, "Unknown", static_cast<std::int32_t>(kUsual<schema::kAnimation, "Unknown">));
        clip_.interpolationTime =
            fields_.number(animation_, "InterpolationTime",
                           static_cast<std::uint32_t>(kUsual<schema::kAnimation, "InterpolationTime">));
    }

    void head6() {
        clip_.length = fields_.number<std::uint32_t>(animation_, "Length");
        clip_.boundsMin = fields_.vector(animation_, "BoundsMin");
        clip_.boundsMax = fields_.vector(animation_, "BoundsMax");
    }

    void keyframe(const Place& place, bool isV6) {
        Clip::Keyframe& key = clip_.keys.emplace_back();
        key.time = fields_.number<std::uint32_t>(place, Meaning::KeyTime);
        key.string = text(place, Meaning::FrameString);
        if (!isV6) return;
        key.boundsMin = fields_.vector(place, "BoundsMin");
        key.boundsMax = fields_.vector(place, "BoundsMax");
    }

    /// A key for each keyframe. False: there are others.
    [[nodiscard]] bool keys(const Place& track, FieldName list, Id type, std::uint32_t translationAt,
                            std::uint32_t rotationAt, Clip::Track& to) {
        const auto stored = fields_.list(track, list);
        if (!stored || stored->count != clip_.keys.size()) return false;
        const std::uint32_t stride = document_.dialect.minimumSize(type);
        to.keys.reserve(stored->count);
        for (std::uint32_t i = 0; i < stored->count; ++i) {
            const std::uint32_t at = stored->start + i * stride;
            to.keys.push_back({load<Vec3>(document_.bytes, at + translationAt),
                               load<Quat>(document_.bytes, at + rotationAt), clip_.keys[i].time, 0});
            if (type == Id::Key6 || !document_.dialect.has(schema::Feature::KeyTimes)) continue;
            to.keys.back().time = load<std::uint32_t>(document_.bytes, at + timeAt_);
            to.keys.back().pointer = load<std::uint32_t>(document_.bytes, at + pointerAt_);
        }
        return true;
    }

    [[nodiscard]] bool track9(const Place& place) {
        Clip::Track& track = clip_.tracks.emplace_back();
        track.unknown =
            fields_.number(place, "Unknown", static_cast<std::int32_t>(kUsual<schema::kNodeTransforms, "Unknown">));
        return keys(place, "Transforms", Id::KeyTransform,
                    offsetIn<schema::kKeyTransform, "Location">(document_.dialect, Id::KeyTransform),
                    offsetIn<schema::kKeyTransform, "Rotation">(document_.dialect, Id::KeyTransform), track);
    }

    [[nodiscard]] bool track6(const Place& place) {
        Clip::Track& track = clip_.tracks.emplace_back();
        track.unknown = static_cast<std::int32_t>(kUsual<schema::kNodeTransforms, "Unknown">);
        if (const auto deformation = fields_.field(place, "Deformation")) {
            const Bytes bytes = document_.bytes.subspan(deformation->start, deformation->end - deformation->start);
            const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
            track.deformation.assign(first, first + bytes.size());
        }
        track.scale = fields_.vector(place, "Scale");
        track.transform = fields_.vector(place, "Transform");
        return keys(place, "Keys", Id::Key6, offsetIn<schema::kKey6, "Translation">(document_.dialect, Id::Key6),
                    offsetIn<schema::kKey6, "Rotation">(document_.dialect, Id::Key6), track);
    }

    const Document& document_;
    FieldReader fields_;
    Walk walk_;
    Place animation_;
    Clip clip_;
    std::uint32_t timeAt_ = offsetIn<schema::kKeyTransform, "Time">(document_.dialect, Id::KeyTransform);
    std::uint32_t pointerAt_ = offsetIn<schema::kKeyTransform, "Pointer">(document_.dialect, Id::KeyTransform);
};

void writeTrack9(const Clip::Track& track, Writer& writer) {
    writer.i32("Unknown", track.unknown);
    for (const Clip::Key& key : track.keys) {
        writer.element("Transforms", [&] {
            writer.vector("Location", key.translation);
            writer.quaternion("Rotation", key.rotation);
            writer.u32("Time", key.time);
            writer.u32("Pointer", key.pointer);
        });
    }
}

void writeTrack6(const Clip::Track& track, Writer& writer) {
    for (const Clip::Key& key : track.keys) {
        writer.element("Keys", [&] {
            writer.vector("Translation", key.translation);
            writer.quaternion("Rotation", key.rotation);
        });
    }
    const std::size_t size = track.frameSize();
    for (std::size_t frame = 0; size > 0 && frame < track.deformation.size(); frame += size) {
        writer.element("Deformation", [&] {
            for (std::size_t at = frame; at < frame + size; at += kPackedNumbers) {
                writer.element("", [&] {
                    writer.u8("X", track.deformation[at]);
                    writer.u8("Y", track.deformation[at + 1]);
                    writer.u8("Z", track.deformation[at + 2]);
                });
            }
        });
    }
    writer.vector("Scale", track.scale);
    writer.vector("Transform", track.transform);
}

void write9(const Clip& clip, Writer& writer) {
    writer.vector("Extents", clip.extents);
    writer.string("Name", clip.name);
    writer.i32("Unknown", clip.unknown);
    writer.u32("InterpolationTime", clip.interpolationTime);
    writer.u32("KeyframeCount", static_cast<std::uint32_t>(clip.keys.size()));
    for (const Clip::Keyframe& key : clip.keys) {
        writer.element("Keyframes", [&] {
            writer.u32("Time", key.time);
            writer.string("String", key.string);
        });
    }
    for (const Clip::Track& track : clip.tracks) {
        writer.element("NodeTransforms", [&] { writeTrack9(track, writer); });
    }
}

void write6(const Clip& clip, Writer& writer) {
    writer.string("AnimName", clip.name);
    writer.u32("Length", clip.length);
    writer.vector("BoundsMin", clip.boundsMin);
    writer.vector("BoundsMax", clip.boundsMax);
    writer.u32("NumKeyframes", static_cast<std::uint32_t>(clip.keys.size()));
    for (const Clip::Keyframe& key : clip.keys) {
        writer.element("KeyframeData", [&] {
            writer.u32("TimeIndex", key.time);
            writer.vector("BoundsMin", key.boundsMin);
            writer.vector("BoundsMax", key.boundsMax);
            writer.string("FrameString", key.string);
        });
    }
    for (const Clip::Track& track : clip.tracks) {
        writer.element("NodeAnims", [&] { writeTrack6(track, writer); });
    }
}

}  // namespace

std::optional<Clip> readClip(const Document& document, const Place& animation) {
    return ClipReader(document, animation).read();
}

std::vector<std::byte> clipBytes(const Clip& clip, const Dialect& dialect) {
    Writer writer(dialect);
    const bool isV6 = familyOf(dialect) == Family::V6;
    writer.structure(isV6 ? Id::Animation6 : Id::Animation, [&] {
        if (isV6) {
            write6(clip, writer);
        } else {
            write9(clip, writer);
        }
    });
    Written written = writer.finish();
    assert(written.refusal.empty());
    return std::move(written.bytes);
}

}  // namespace abc
