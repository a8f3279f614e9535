#include "columns.h"

#include <algorithm>
#include <cassert>

namespace abc {
namespace {

constexpr float kShortLocation = 1.0F / 16;
constexpr float kShortRotation = 1.0F / 32767;
constexpr std::uint32_t kCountSize = 4;

struct ShortVec3 {
    std::int16_t x, y, z;

    [[nodiscard]] Vec3 unpacked() const {
        return {static_cast<float>(x) * kShortLocation, static_cast<float>(y) * kShortLocation,
                static_cast<float>(z) * kShortLocation};
    }
};

struct ShortQuat {
    std::int16_t x, y, z, w;

    [[nodiscard]] Quat unpacked() const {
        return {static_cast<float>(x) * kShortRotation, static_cast<float>(y) * kShortRotation,
                static_cast<float>(z) * kShortRotation, static_cast<float>(w) * kShortRotation};
    }
};

/// The value at a key: the last one where there are fewer. `count` is not 0.
template <class T>
T at(Bytes bytes, std::uint32_t first, std::uint32_t count, std::uint32_t key) {
    return load<T>(bytes, first + std::min(key, count - 1) * static_cast<std::uint32_t>(sizeof(T)));
}

}  // namespace

Local columnKey(const Model& source, const Animation& animation, std::uint32_t node, std::uint32_t key) {
    const Bytes bytes = source.bytes;
    std::uint32_t first = source.track(animation, node);
    Local out;
    if (animation.storage == KeyStorage::Plain) {
        if (bytes[first] != std::byte{0}) return out;
        ++first;
        out.translation = at<Vec3>(bytes, first, animation.keyCount, key);
        first += animation.keyCount * static_cast<std::uint32_t>(sizeof(Vec3));
        out.rotation = at<Quat>(bytes, first, animation.keyCount, key);
        return out;
    }
    const bool isShort = animation.storage == KeyStorage::Short;
    const auto locations = load<std::uint32_t>(bytes, first);
    first += kCountSize;
    if (locations > 0) {
        out.translation =
            isShort ? at<ShortVec3>(bytes, first, locations, key).unpacked() : at<Vec3>(bytes, first, locations, key);
        first += locations * static_cast<std::uint32_t>(isShort ? sizeof(ShortVec3) : sizeof(Vec3));
    }
    const auto rotations = load<std::uint32_t>(bytes, first);
    first += kCountSize;
    if (rotations > 0) {
        const bool isExact = animation.storage == KeyStorage::Exact;
        out.rotation =
            isExact ? at<Quat>(bytes, first, rotations, key) : at<ShortQuat>(bytes, first, rotations, key).unpacked();
    }
    return out;
}

VertexFrames::VertexFrames(const Model& source, std::uint32_t animation, std::uint32_t node) : bytes_(source.bytes) {
    const Animation& from = source.animations[animation];
    const auto tracks = std::span(source.vertexTracks).subspan(from.firstVertexTrack, from.vertexTrackCount);
    const auto found = std::lower_bound(tracks.begin(), tracks.end(), node,
                                        [](const VertexTrack& track, std::uint32_t n) { return track.node < n; });
    if (found == tracks.end() || found->node != node) return;
    frames_ = std::span(source.vertexFrames).subspan(found->firstFrame, found->frameCount);
    areThere_ = true;
}

Vec3 VertexFrames::position(std::uint32_t index, const KeySpan& keys, const Vec3& rest) const {
    assert(areThere());
    const auto stored = [&](std::uint32_t key) {
        if (key >= frames_.size()) return rest;
        const std::uint32_t frame = frames_[key];
        if (index >= load<std::uint32_t>(bytes_, frame)) return rest;
        return load<Vec3>(bytes_, frame + kCountSize + index * static_cast<std::uint32_t>(sizeof(Vec3)));
    };
    const Vec3 before = stored(keys.before);
    return keys.before == keys.after ? before : lerp(before, stored(keys.after), keys.fraction);
}

}  // namespace abc
