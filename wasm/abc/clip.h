// An animation taken apart by the schema, and written again: in the form of its own version, or of another one of the
// same family (abc.md §2, §3). Fields that no change knows go along.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "field_name.h"
#include "math.h"
#include "parse.h"

namespace abc {

struct Clip {
    /// The bytes of a field.
    struct Part {
        const schema::Field* field = nullptr;
        std::vector<std::byte> bytes;
        /// Of a list with an element for each keyframe, which all have so many bytes; else 0.
        std::uint32_t stride = 0;

        template <class T>
        [[nodiscard]] T value(std::size_t at = 0) const {
            return load<T>(bytes, at);
        }
        template <class T>
        void set(const T& value, std::size_t at = 0) {
            std::memcpy(bytes.data() + at, &value, sizeof value);
        }
    };
    using Parts = std::vector<Part>;

    struct Keyframe {
        /// Milliseconds.
        std::uint32_t time = 0;
        /// Frame string, in Latin-1.
        std::string string;
        /// Its other fields, one after the other.
        std::vector<std::byte> rest;
    };
    /// Where a key has what, from its first byte on.
    struct KeyForm {
        std::uint32_t translation = 0, rotation = 0;
        /// v13 and v108 repeat the time of the keyframe.
        std::optional<std::uint32_t> time;
    };

    /// In the order of the schema, without name, keyframes and tracks.
    Parts parts;
    std::string name;
    std::vector<Keyframe> keys;
    /// The movement of each node, in the order of the schema.
    std::vector<Parts> tracks;
    KeyForm form;

    /// The time of the last key.
    [[nodiscard]] std::uint32_t lastTime() const { return keys.empty() ? 0 : keys.back().time; }
};

/// The part that is a field; null when the version has none of that name, or a list without elements.
[[nodiscard]] Clip::Part* partOf(Clip::Parts& parts, FieldName field);
/// The keys of a track.
[[nodiscard]] Clip::Part& keysOf(Clip::Parts& track);

/// Reads an animation in the form of a version of the family of its file; what the file lacks is as in a new animation.
/// Nothing when the file ends or breaks inside it. @param animation a struct of the file
[[nodiscard]] std::optional<Clip> readClip(const Document& document, const Place& animation, const Dialect& as);

/// The bytes of the animation in the version that it was read for. Texts have at most 65,535 characters.
[[nodiscard]] std::vector<std::byte> clipBytes(const Clip& clip, const Dialect& dialect);

}  // namespace abc
