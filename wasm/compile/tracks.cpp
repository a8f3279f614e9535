#include "tracks.h"

#include <algorithm>
#include <cmath>

#include "abc/pose.h"

namespace compiling {

using ltb::schema::Compression;

namespace {

constexpr std::size_t kVector = 3;
constexpr std::size_t kQuaternion = 4;
/// A position in 16 bits counts sixteenths, a rotation has its whole there.
constexpr double kPositionSteps = 16;
constexpr double kRotationSteps = 32767;
constexpr double kMostSteps = 32767;
/// Where the tools put nodes that neither of two animations moves.
constexpr abc::Vec3 kDropped{0, -10, 0};

bool operator==(abc::Vec3 a, abc::Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
bool operator==(abc::Quat a, abc::Quat b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/// All keys; one of them where all are the same.
template <class Key>
void shorten(std::vector<Key>& keys) {
    if (std::all_of(keys.begin(), keys.end(), [&](const Key& key) { return key == keys[0]; })) keys.resize(1);
}

std::span<const float> flat(const std::vector<abc::Vec3>& vectors) {
    static_assert(sizeof(abc::Vec3) == kVector * sizeof(float));
    return {&vectors.data()->x, kVector * vectors.size()};
}
std::span<const float> flat(const std::vector<abc::Quat>& quaternions) {
    static_assert(sizeof(abc::Quat) == kQuaternion * sizeof(float));
    return {&quaternions.data()->x, kQuaternion * quaternions.size()};
}

/// Cut towards zero, as the packer does; the product is exact in double.
std::int16_t shortOf(float value, double steps) {
    return static_cast<std::int16_t>(std::clamp(double{value} * steps, -kMostSteps, kMostSteps));
}

}  // namespace

TrackWriter::Keys TrackWriter::keysOf(const Animation& animation, std::uint32_t node) {
    Keys out;
    const std::size_t count = animation.times.size();
    const abc::Animation& stored = model_.animations[animation.keys];
    const auto add = [&out](const abc::Local& key) {
        out.locations.push_back(key.translation);
        out.rotations.push_back(key.rotation);
    };
    const bool isDropped = animation.isSampled && !animation.moves[node];
    if (node >= model_.nodes.size() || isDropped) {
        const Node& self = source_.nodes[node];
        const abc::Mat4 local = self.parent == kNone ? self.bind : inverse(source_.nodes[self.parent].bind) * self.bind;
        rounded_.dropped += isDropped ? 1U : 0U;
        out.locations.assign(count, isDropped ? kDropped : local.translation());
        out.rotations.assign(count, abc::rotationOf(local));
        return out;
    }
    for (std::uint32_t k = 0; k < count; ++k) {
        if (!animation.isSampled) {
            add(storedKey(model_, stored, node, k));
            continue;
        }
        const abc::KeySpan span = abc::keysAt(model_, stored, animation.times[k], false);
        const abc::Local before = storedKey(model_, stored, node, span.before);
        const abc::Local after = storedKey(model_, stored, node, span.after);
        add({lerp(before.translation, after.translation, span.fraction),
             slerp(before.rotation, after.rotation, span.fraction)});
    }
    return out;
}

void TrackWriter::run(const Animation& animation, std::uint32_t compression) {
    for (std::uint32_t node = 0; node < source_.nodes.size(); ++node) {
        writer_.element("NodeTransforms", [&] {
            if (compression == Compression::Plain) {
                plain(animation, node);
            } else {
                relevant(animation, node, compression);
            }
        });
    }
}

void TrackWriter::plain(const Animation& animation, std::uint32_t node) {
    if (!animation.frames.empty() && animation.frames[node] != kNone) return frames(animation, node);
    const Keys keys = keysOf(animation, node);
    writer_.u8("IsVertexAnimation", 0);
    writer_.numbers("Locations", flat(keys.locations));
    writer_.numbers("Rotations", flat(keys.rotations));
    keyBytes_ += flat(keys.locations).size_bytes() + flat(keys.rotations).size_bytes();
}

/// As many positions at each key as the finest mesh has vertices.
void TrackWriter::frames(const Animation& animation, std::uint32_t node) {
    const auto piece = std::find_if(source_.pieces.begin(), source_.pieces.end(), [&](const Piece& one) {
        return abc::equalIgnoringCase(one.name, source_.nodes[node].name);
    });
    const std::uint32_t lod = piece->levels[0].lod;
    std::vector<float> still;
    for (std::uint32_t v = 0; lod != kNone && v < model_.lods[lod].vertexCount; ++v) {
        const abc::Vec3 place = model_.locations[model_.lods[lod].firstVertex + v];
        still.insert(still.end(), {place.x, place.y, place.z});
    }
    writer_.u8("IsVertexAnimation", 1);
    std::size_t written = 0;
    const auto write = [&](const std::vector<float>& positions) {
        writer_.element("VertexFrames", [&] {
            writer_.u32("VertexCount", positions.size() / kVector);
            writer_.numbers<float>("Positions", positions);
        });
        vertexBytes_ += positions.size() * sizeof(float);
        ++written;
    };
    lists_.eachRow(animation.frames[node], [&](std::vector<float> row) {
        if (written == animation.times.size()) return;
        if (row.size() != still.size()) ++rounded_.unevenFrames;
        // What is missing rests.
        row.insert(row.end(), still.begin() + static_cast<std::ptrdiff_t>(std::min(row.size(), still.size())),
                   still.end());
        row.resize(still.size());
        write(row);
    });
    for (; written < animation.times.size(); ++rounded_.unevenFrames) write(still);
}

template <class Number>
void TrackWriter::list(FieldName counter, FieldName name, std::size_t count, std::span<const Number> numbers) {
    writer_.u32(counter, count);
    writer_.numbers(name, numbers);
    keyBytes_ += numbers.size_bytes();
}

void TrackWriter::relevant(const Animation& animation, std::uint32_t node, std::uint32_t compression) {
    Keys keys = keysOf(animation, node);
    shorten(keys.locations);
    shorten(keys.rotations);
    const std::size_t locations = keys.locations.size();
    if (compression == Compression::Short) {
        list<std::int16_t>("LocationCount", "Locations", locations, shortLocations(keys.locations));
    } else {
        list<float>("LocationCount", "Locations", locations, flat(keys.locations));
    }
    const std::size_t rotations = keys.rotations.size();
    if (compression == Compression::Exact) {
        list<float>("RotationCount", "Rotations", rotations, flat(keys.rotations));
    } else {
        list<std::int16_t>("RotationCount", "Rotations", rotations, shortRotations(keys.rotations));
    }
}

std::vector<std::int16_t> TrackWriter::shortLocations(const std::vector<abc::Vec3>& locations) {
    std::vector<std::int16_t> out;
    if (!writer_.areFinite("Locations", flat(locations))) return out;
    for (const float number : flat(locations)) {
        out.push_back(shortOf(number, kPositionSteps));
        const double error = std::abs(double{number} - out.back() / kPositionSteps);
        if (std::abs(double{number} * kPositionSteps) > kMostSteps) {
            ++rounded_.cut;
        } else {
            rounded_.position = std::max(rounded_.position, error);
        }
    }
    return out;
}

std::vector<std::int16_t> TrackWriter::shortRotations(const std::vector<abc::Quat>& rotations) {
    std::vector<std::int16_t> out;
    if (!writer_.areFinite("Rotations", flat(rotations))) return out;
    for (const float number : flat(rotations)) {
        out.push_back(shortOf(number, kRotationSteps));
        const double error = std::abs(double{number} - out.back() / kRotationSteps);
        rounded_.rotation = std::max(rounded_.rotation, error);
    }
    return out;
}

}  // namespace compiling
