#include "clip.h"

#include <algorithm>
#include <cassert>

#include "core/values.h"
#include "field_reader.h"

namespace abc {

using schema::Field;
using schema::Id;
using schema::Meaning;

namespace {

bool is(const Field& field, Meaning meaning) {
    return FieldName(meaning)(field);
}

bool isPerKey(const Field& field) {
    return field.repeat == schema::Repeat::Per && field.var == schema::Var::KeyframeCount;
}

/// Elements of a struct of one size, in the form of another version.
class Recast {
public:
    Recast(const Dialect& from, const Dialect& to, schema::StructId id) : stride_(from.minimumSize(id)) {
        const auto fields = to.describe(id).fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (!to.has(fields[i])) continue;
            Piece& piece = pieces_.emplace_back();
            if (from.has(fields[i])) {
                piece.at = from.offsetOf(id, i);
                piece.size = static_cast<std::uint32_t>(inlineSize(from, fields[i]));
            } else {
                appendUsual(piece.usual, to, fields[i]);
            }
        }
    }

    [[nodiscard]] std::vector<std::byte> of(Bytes elements) const {
        std::vector<std::byte> out;
        for (std::size_t start = 0; start < elements.size(); start += stride_) {
            for (const Piece& piece : pieces_)
                append(out, piece.usual.empty() ? elements.subspan(start + piece.at, piece.size) : Bytes(piece.usual));
        }
        return out;
    }

private:
    struct Piece {
        std::uint32_t at = 0, size = 0;
        /// Of a field that the other version lacks.
        std::vector<std::byte> usual;
    };
    std::uint32_t stride_;
    std::vector<Piece> pieces_;
};

/// Takes an animation apart.
class ClipReader {
public:
    ClipReader(const Document& document, const Dialect& as)
        : document_(document), as_(as), fields_(document), walk_(document.walk()) {}

    [[nodiscard]] std::optional<Clip> read(const Place& animation) {
        const auto keys = fields_.list(animation, Meaning::Keyframes);
        const auto tracks = fields_.list(animation, Meaning::Tracks);
        if (!keys || !tracks || tracks->count != nodeCount()) return std::nullopt;
        clip_.name = text(animation, Meaning::AnimationName);
        for (const Field& field : as_.describe(animation.type.id()).fields) {
            const bool isKnown = is(field, Meaning::Keyframes) || is(field, Meaning::Tracks) ||
                                 is(field, Meaning::KeyframeCount) || is(field, Meaning::AnimationName);
            if (as_.has(field) && !isKnown) clip_.parts.push_back(part(animation, field));
        }
        for (std::uint32_t i = 0; i < keys->count; ++i) keyframe(walk_.element(*keys, i));
        for (std::uint32_t i = 0; i < tracks->count; ++i) {
            if (!track(walk_.element(*tracks, i))) return std::nullopt;
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

    /// A field, as usual where the file lacks it.
    [[nodiscard]] Clip::Part part(const Place& holder, const Field& field) const {
        Clip::Part out{&field, {}, 0};
        if (!document_.dialect.has(field)) {
            appendUsual(out.bytes, as_, field);
        } else if (const auto place = fields_.field(holder, FieldName(field))) {
            append(out.bytes, document_.bytes.subspan(place->start, place->end - place->start));
        }
        return out;
    }

    void keyframe(const Place& place) {
        Clip::Keyframe& key = clip_.keys.emplace_back();
        key.time = fields_.number<std::uint32_t>(place, Meaning::KeyTime);
        key.string = text(place, Meaning::FrameString);
        for (const Field& field : as_.describe(place.type.id()).fields) {
            const bool isKnown = is(field, Meaning::KeyTime) || is(field, Meaning::FrameString);
            if (as_.has(field) && !isKnown) append(key.rest, part(place, field).bytes);
        }
    }

    /// False: it has not one element a keyframe.
    [[nodiscard]] bool track(const Place& place) {
        Clip::Parts& parts = clip_.tracks.emplace_back();
        for (const Field& field : as_.describe(place.type.id()).fields) {
            if (!as_.has(field)) continue;
            parts.push_back(part(place, field));
            if (isPerKey(field) && !perKey(parts.back())) return false;
        }
        return true;
    }

    [[nodiscard]] bool perKey(Clip::Part& part) {
        const std::size_t count = clip_.keys.size();
        const schema::Type type = part.field->type;
        const bool isKey = as_.roleOf(type) == schema::Role::Key;
        if (isKey && part.bytes.size() != count * document_.dialect.minimumSize(type.id())) return false;
        if (isKey) part.bytes = recast(type.id()).of(part.bytes);
        if (count == 0 || part.bytes.size() % count != 0) return part.bytes.empty();
        part.stride = static_cast<std::uint32_t>(part.bytes.size() / count);
        // Where the file does not repeat the times, they are those of its keyframes.
        if (isKey && clip_.form.time && !hasTimes_) {
            for (std::size_t i = 0; i < count; ++i) part.set(clip_.keys[i].time, i * part.stride + *clip_.form.time);
        }
        return true;
    }

    /// How keys are written; at the first one their form is found out.
    [[nodiscard]] const Recast& recast(schema::StructId id) {
        if (recast_) return *recast_;
        const auto fields = as_.describe(id).fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const Field& field = fields[i];
            if (field.type == schema::Type(Id::Vector)) clip_.form.translation = as_.offsetOf(id, i);
            if (field.type == schema::Type(Id::Quaternion)) clip_.form.rotation = as_.offsetOf(id, i);
            if (!FieldName("Time")(field) || !as_.has(field)) continue;
            clip_.form.time = as_.offsetOf(id, i);
            hasTimes_ = document_.dialect.has(field);
        }
        return recast_.emplace(document_.dialect, as_, id);
    }

    const Document& document_;
    const Dialect& as_;
    FieldReader fields_;
    Walk walk_;
    Clip clip_;
    std::optional<Recast> recast_;
    bool hasTimes_ = false;
};

void appendKeyframe(std::vector<std::byte>& out, const Clip::Keyframe& key, const Dialect& dialect,
                    schema::StructId id) {
    std::size_t at = 0;
    for (const Field& field : dialect.describe(id).fields) {
        if (!dialect.has(field)) continue;
        if (is(field, Meaning::KeyTime)) {
            append(out, bytesOf(key.time));
        } else if (is(field, Meaning::FrameString)) {
            appendText(out, key.string);
        } else {
            const auto size = static_cast<std::size_t>(inlineSize(dialect, field));
            append(out, Bytes(key.rest).subspan(at, size));
            at += size;
        }
    }
}

}  // namespace

Clip::Part* partOf(Clip::Parts& parts, FieldName field) {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const Clip::Part& part) { return field(*part.field); });
    return found == parts.end() || found->bytes.empty() ? nullptr : &*found;
}

Clip::Part& keysOf(Clip::Parts& track) {
    return *std::find_if(track.begin(), track.end(),
                         [](const Clip::Part& part) { return is(*part.field, Meaning::Keys); });
}

std::optional<Clip> readClip(const Document& document, const Place& animation, const Dialect& as) {
    return ClipReader(document, as).read(animation);
}

std::vector<std::byte> clipBytes(const Clip& clip, const Dialect& dialect) {
    std::vector<std::byte> out;
    const Id id = familyOf(dialect) == Family::V6 ? Id::Animation6 : Id::Animation;
    for (const Field& field : dialect.describe(id).fields) {
        if (!dialect.has(field)) continue;
        if (is(field, Meaning::AnimationName)) {
            appendText(out, clip.name);
        } else if (is(field, Meaning::KeyframeCount)) {
            append(out, bytesOf(static_cast<std::uint32_t>(clip.keys.size())));
        } else if (is(field, Meaning::Keyframes)) {
            for (const Clip::Keyframe& key : clip.keys) appendKeyframe(out, key, dialect, field.type.id());
        } else if (is(field, Meaning::Tracks)) {
            for (const Clip::Parts& track : clip.tracks) {
                for (const Clip::Part& part : track) append(out, part.bytes);
            }
        } else {
            append(out, std::find_if(clip.parts.begin(), clip.parts.end(), [&](const Clip::Part& part) {
                            return part.field == &field;
                        })->bytes);
        }
    }
    return out;
}

}  // namespace abc
