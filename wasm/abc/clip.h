// An animation taken apart, and written again in the form of a version (abc.md §2, §3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math.h"
#include "parse.h"

namespace abc {

/// What no version writes is as it is in a new animation, so that it can be written in any version of its family.
struct Clip {
    struct Keyframe {
        /// Milliseconds.
        std::uint32_t time = 0;
        /// Frame string, in Latin-1.
        std::string string;
        /// v6.
        Vec3 boundsMin, boundsMax;
    };
    struct Key {
        Vec3 translation;
        Quat rotation;
        /// v13 and v108 repeat the time of the keyframe here; in other versions it is that.
        std::uint32_t time = 0;
        /// The same versions: it means nothing.
        std::uint32_t pointer = 0;
    };
    /// The movement of one node: a key for each keyframe.
    struct Track {
        std::int32_t unknown = 0;
        std::vector<Key> keys;
        /// v6: packed positions of the deformation vertices, keyframe after keyframe; `scale` and `transform` unpack
        /// them.
        std::vector<std::uint8_t> deformation;
        Vec3 scale, transform;

        /// Bytes of the deformation at one keyframe.
        [[nodiscard]] std::size_t frameSize() const { return keys.empty() ? 0 : deformation.size() / keys.size(); }
    };

    std::string name;
    /// v9+; v6 has them in a section of their own.
    Vec3 extents;
    std::int32_t unknown = 0;
    /// Milliseconds.
    std::uint32_t interpolationTime = 0;
    /// v6: as stored, which may be wrong.
    std::uint32_t length = 0;
    /// v6.
    Vec3 boundsMin, boundsMax;
    std::vector<Keyframe> keys;
    /// By node.
    std::vector<Track> tracks;

    /// The time of the last key.
    [[nodiscard]] std::uint32_t lastTime() const { return keys.empty() ? 0 : keys.back().time; }
};

/// Numbers of a packed position.
inline constexpr std::size_t kPackedNumbers = 3;

/// Nothing when the file ends or breaks inside it. @param animation a struct of the file
[[nodiscard]] std::optional<Clip> readClip(const Document& document, const Place& animation);

/// The bytes of the animation in a version of its family. Texts have at most 65,535 characters.
[[nodiscard]] std::vector<std::byte> clipBytes(const Clip& clip, const Dialect& dialect);

}  // namespace abc
