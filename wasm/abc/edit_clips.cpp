#include "edit_clips.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "build.h"
#include "clip_keys.h"
#include "core/words.h"
#include "elements.h"
#include "field_reader.h"
#include "given_values.h"
#include "operation_arguments.h"
#include "skeleton_match.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using Kind = Operation::Kind;

namespace {

constexpr std::size_t kLongestText = 0xFFFF;
constexpr std::string_view kUnreadable = "The file ends or is damaged inside this animation.";
constexpr std::string_view kDisorder = "Its key times are not in ascending order. Correct them in the structure first.";

Meant refused(std::string reason) {
    return {{}, std::move(reason)};
}

/// An animation of the file, taken apart.
struct Found {
    Place place;
    Clip clip;
    /// A sentence. Empty: it is there.
    std::string refusal;
};

/// With a key at least. @param as the version in whose form it is
Found clipAt(const Document& document, std::string_view path, const Dialect& as) {
    Found out;
    const auto place = document.walk().resolve(path);
    if (!place || place->kind != Place::Kind::Struct ||
        document.dialect.roleOf(place->type) != schema::Role::Animation) {
        out.refusal = inQuotes(path) + " is not an animation.";
        return out;
    }
    out.place = *place;
    const auto keys = FieldReader(document).list(*place, Meaning::Keyframes);
    if (keys && keys->count == 0) {
        out.refusal = "This animation has no keys.";
        return out;
    }
    auto clip = readClip(document, *place, as);
    if (!clip) {
        out.refusal = kUnreadable;
        return out;
    }
    out.clip = std::move(*clip);
    return out;
}

/// Refuses an animation whose moments cannot be told.
std::string disorderOf(const Clip& clip) {
    const bool isInOrder = std::is_sorted(clip.keys.begin(), clip.keys.end(),
                                          [](const auto& a, const auto& b) { return a.time < b.time; });
    return std::string(isInOrder ? std::string_view() : kDisorder);
}

Operation settingAs(const Operation& meant, std::string path, EditValue value) {
    Operation out;
    out.path = std::move(path);
    out.value = std::move(value);
    out.force = meant.force;
    return out;
}

/// As bytes: its numbers may be any that a file can have.
EditValue valueOf(Vec3 vector) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&vector);
    return {EditValue::Bytes(bytes, bytes + sizeof vector)};
}

/// v6: the list of the half sizes of the collision boxes, where each animation has one.
std::optional<Place> boxesOf(const Document& document) {
    const FieldReader fields(document);
    const auto section = fields.section(Id::AnimDimsSection6);
    const auto boxes = section ? fields.list(*section, "Dimensions") : std::nullopt;
    const auto animations = fields.section(Meaning::Animations);
    const auto list = animations ? fields.list(*animations, Meaning::Animations) : std::nullopt;
    return boxes && list && boxes->count == list->count ? boxes : std::nullopt;
}

/// By animation: its binding among those of the model itself, kNone without one.
std::vector<std::uint32_t> boundTo(const Model& model) {
    const auto nameOf = [&model](const auto& one) { return lowered(model.text(one.name)); };
    std::vector<std::string> animations;
    std::vector<std::string> bindings;
    std::transform(model.animations.begin(), model.animations.end(), std::back_inserter(animations), nameOf);
    const BindingList own = model.bindingLists.empty() ? BindingList{} : model.bindingLists[0];
    const auto first = model.bindings.begin() + static_cast<std::ptrdiff_t>(own.first);
    std::transform(first, first + static_cast<std::ptrdiff_t>(own.count), std::back_inserter(bindings), nameOf);
    return boundByName(animations, bindings);
}

std::string boxPath(std::uint32_t animation) {
    return "AnimDims.Dimensions[" + std::to_string(animation) + "]";
}

/// Sets the half sizes of the collision box of an animation times a factor without its sign, where the file has them.
std::vector<Operation> scaledBox(const Document& document, const Operation& operation, Found& found, double factor) {
    const auto boxes = boxesOf(document);
    const Clip::Part* const own = partOf(found.clip.parts, "Extents");
    if (!boxes && own == nullptr) return {};
    const Vec3 box = boxes ? load<Vec3>(document.bytes, document.walk().element(*boxes, found.place.index).start)
                           : own->value<Vec3>();
    const std::string path = boxes ? boxPath(found.place.index) : operation.path + ".Extents";
    const double size = std::abs(factor);
    return {settingAs(operation, path, {EditValue::List{{box.x * size}, {box.y * size}, {box.z * size}}})};
}

/// Goes on with another animation of the file.
ClipRefusal joinedWith(const Document& document, const Arguments& arguments, Clip& clip) {
    const auto* other = arguments.find<std::string>("with");
    if (other == nullptr) return arguments.needs("with", "the path of an animation");
    const Found next = clipAt(document, *other, document.dialect);
    if (!next.refusal.empty()) return next.refusal;
    ClipRefusal disorder = disorderOf(next.clip);
    return disorder.empty() ? joined(clip, next.clip, arguments.number("gap", 0)) : disorder;
}

/// One time, or a list of times. One that is no number is NaN, which no change takes.
std::vector<double> timesOf(const Arguments& arguments) {
    const auto* list = arguments.find<EditValue::List>("time");
    if (list == nullptr) return {arguments.number("time")};
    std::vector<double> times;
    times.reserve(list->size());
    for (const EditValue& each : *list) {
        const auto* time = std::get_if<double>(&each.value);
        times.push_back(time == nullptr ? std::numeric_limits<double>::quiet_NaN() : *time);
    }
    return times;
}

ClipRefusal changed(const Document& document, const Operation& operation, Clip& clip) {
    const Arguments arguments(operation);
    // It is about what keys hold, not about moments.
    if (operation.kind == Kind::Scale) return scaled(clip, arguments.number("factor"));
    ClipRefusal disorder = disorderOf(clip);
    if (!disorder.empty()) return disorder;
    switch (operation.kind) {
        case Kind::Trim: return trimmed(clip, arguments.number("from"), arguments.number("to"));
        case Kind::Retime: return retimed(clip, arguments.number("length"));
        case Kind::ScaleTime: return scaledInTime(clip, arguments.number("factor"));
        case Kind::AddKey: return withKeysAt(clip, timesOf(arguments));
        case Kind::Join: return joinedWith(document, arguments, clip);
        default: return reversed(clip);
    }
}

/// A key that goes to another time, past other keys too, with what it holds.
Meant movedKey(const Document& document, const Operation& operation) {
    const FieldReader fields(document);
    const auto key = document.walk().resolve(operation.path);
    const bool isKey = key && key->kind == Place::Kind::Struct && key->index != kNone &&
                       document.dialect.roleOf(key->type) == schema::Role::Keyframe;
    if (!isKey) return refused(inQuotes(operation.path) + " is not a key of an animation.");
    const auto time = wholeTime(Arguments(operation).number("time"));
    if (!time) return refused("Choose a time of 0 ms or later.");
    const std::string list = operation.path.substr(0, operation.path.rfind('['));
    std::uint32_t index = 0, before = 0, latest = 0;
    std::string refusal;
    fields.each(document.walk().resolve(list.substr(0, list.rfind('.'))), Meaning::Keyframes, [&](const Place& place) {
        const auto other = fields.number<std::uint32_t>(place, Meaning::KeyTime);
        const bool isItself = index++ == key->index;
        if (other < latest) refusal = kDisorder;
        if (!isItself && other == *time && refusal.empty())
            refusal = "Key " + std::to_string(index) + " is already at " + std::to_string(other) + " ms.";
        if (!isItself && other < *time) ++before;
        latest = other;
    });
    if (!refusal.empty()) return refused(std::move(refusal));
    Meant out;
    if (before != key->index) {
        Operation moved = settingAs(operation, operation.path, {});
        moved.kind = Kind::Move;
        moved.to = before;
        out.operations.push_back(std::move(moved));
    }
    const std::string_view name = FieldName(Meaning::KeyTime).in(document.dialect.describe(key->type.id()));
    out.operations.push_back(settingAs(operation, list + "[" + std::to_string(before) + "]." + std::string(name),
                                       {static_cast<double>(*time)}));
    return out;
}

/// An animation of another model that comes into this one.
class Adoption {
public:
    Adoption(const Document& document, const Operation& operation)
        : document_(document), operation_(operation), arguments_(operation) {}

    [[nodiscard]] Meant run() {
        const auto* bytes = arguments_.find<EditValue::Bytes>("from");
        if (bytes == nullptr) return refused(arguments_.needs("from", "the bytes of another model"));
        const Document other = parse(*bytes);
        if (!other.versionKnown) return refused(inQuotes("from") + " is not a readable model.");
        const Model model = buildModel(document_);
        const Model source = buildModel(other);
        const auto animation = chosen(source);
        if (!animation) return refused(missing(source));
        const SkeletonMatch match = matchSkeletons(model, source);
        if (!match.difference.empty()) return refused(match.difference);
        Element element;
        element.animation = *animation;
        Found found = clipAt(other, pathOf(other, element), document_.dialect);
        if (!found.refusal.empty()) return refused(std::move(found.refusal));
        const auto index = placeIn(model);
        if (!index) return refused(inQuotes(operation_.path) + " is not a position in the list of animations.");
        Clip clip = std::move(found.clip);
        if (const auto* name = arguments_.find<std::string>("name")) clip.name = *name;
        if (clip.name.size() > kLongestText) return refused("A name can have at most 65,535 characters.");
        takeTracks(clip, match, model.conjugatesKeys() != source.conjugatesKeys());
        const Vec3 box = source.animations[*animation].extents;
        insert(clip, box);
        if (model.family == Family::V9) {
            bind(model, *index, clip.name, box, originOf(source, *animation));
        } else if (boxesOf(document_)) {
            add(boxPath(*index), valueOf(box));
        }
        return std::move(out_);
    }

private:
    /// The animation that is asked for by its index or its name.
    [[nodiscard]] std::optional<std::uint32_t> chosen(const Model& source) const {
        if (const auto* name = arguments_.find<std::string>("animation")) {
            for (std::uint32_t i = 0; i < source.animations.size(); ++i) {
                if (equalIgnoringCase(source.text(source.animations[i].name), *name)) return i;
            }
            return std::nullopt;
        }
        const double index = arguments_.number("animation");
        if (!(index >= 0 && index < static_cast<double>(source.animations.size()) && index == std::floor(index)))
            return std::nullopt;
        return static_cast<std::uint32_t>(index);
    }

    [[nodiscard]] std::string missing(const Model& source) const {
        if (arguments_.find("animation") == nullptr)
            return arguments_.needs("animation", "the index or name of an animation of the other model");
        if (const auto* name = arguments_.find<std::string>("animation"))
            return "The other model has no animation " + inQuotes(*name) + ".";
        return "The other model has " + grouped(source.animations.size()) +
               (source.animations.size() == 1 ? " animation" : " animations") + ", but not the requested one.";
    }

    /// The index that the path ends with.
    [[nodiscard]] std::optional<std::uint32_t> placeIn(const Model& model) const {
        const std::string list = listPath(document_.dialect, schema::Role::Animation);
        for (std::uint32_t i = 0; i <= model.animations.size(); ++i) {
            if (operation_.path == list + "[" + std::to_string(i) + "]") return i;
        }
        return std::nullopt;
    }

    /// Node by node, as this file writes rotations.
    static void takeTracks(Clip& clip, const SkeletonMatch& match, bool isTurned) {
        std::vector<Clip::Parts> tracks;
        for (const std::uint32_t from : match.nodes) {
            tracks.push_back(clip.tracks[from]);
            if (!isTurned) continue;
            Clip::Part& keys = keysOf(tracks.back());
            for (std::size_t at = clip.form.rotation; at < keys.bytes.size(); at += keys.stride)
                keys.set(conjugate(keys.value<Quat>(at)), at);
        }
        clip.tracks = std::move(tracks);
    }

    void add(std::string path, EditValue value) {
        out_.operations.push_back(settingAs(operation_, std::move(path), std::move(value)));
    }

    /// It comes as a neutral one, so that what belongs to its name and box comes too.
    void insert(const Clip& clip, Vec3 box) {
        const Dialect& dialect = document_.dialect;
        const schema::Struct& animation = dialect.describe(fieldWith(dialect, Meaning::Animations).type.id());
        EditValue::Fields head = {{std::string(FieldName(Meaning::AnimationName).in(animation)), {clip.name}}};
        if (FieldName("Extents").isIn(animation)) head.push_back({"Extents", valueOf(box)});
        Operation made = settingAs(operation_, operation_.path, {});
        made.kind = Kind::Insert;
        made.values = {{std::move(head)}};
        out_.operations.push_back(std::move(made));
        add(operation_.path, {clipBytes(clip, document_.dialect)});
    }

    /// The binding, which comes with the animation where all others have one.
    void bind(const Model& model, std::uint32_t index, const std::string& name, Vec3 box, Vec3 origin) {
        const auto place = bindingFor(model, index);
        if (!place) return;
        const std::string path = "AnimBindings.Lists[0].AnimBindings[" + std::to_string(place->index) + "]";
        if (place->comesAlong) {
            add(path + ".Origin", valueOf(origin));
            return;
        }
        Operation made = settingAs(operation_, path, {});
        made.kind = Kind::Insert;
        made.values = {{EditValue::Fields{{"Name", {name}}, {"Extents", valueOf(box)}, {"Origin", valueOf(origin)}}}};
        out_.operations.push_back(std::move(made));
    }

    const Document& document_;
    const Operation& operation_;
    Arguments arguments_;
    Meant out_;
};

}  // namespace

bool hasBoxes(const Document& document) {
    return boxesOf(document).has_value();
}

Vec3 originOf(const Model& model, std::uint32_t animation) {
    const std::uint32_t binding = boundTo(model)[animation];
    return binding == kNone ? Vec3{} : model.bindings[model.bindingLists[0].first + binding].origin;
}

std::optional<BindingPlace> bindingFor(const Model& model, std::uint32_t index) {
    if (model.bindingLists.empty()) return std::nullopt;
    const std::vector<std::uint32_t> bound = boundTo(model);
    if (std::find(bound.begin(), bound.end(), kNone) != bound.end())
        return BindingPlace{model.bindingLists[0].count, false};
    return BindingPlace{index == 0 ? 0 : bound[index - 1] + 1, true};
}

Meant meantByClip(const Document& document, const Operation& operation) {
    if (operation.kind == Kind::Adopt) return Adoption(document, operation).run();
    if (operation.kind == Kind::MoveKey) return movedKey(document, operation);
    Found found = clipAt(document, operation.path, document.dialect);
    if (!found.refusal.empty()) return refused(std::move(found.refusal));
    ClipRefusal refusal = changed(document, operation, found.clip);
    if (!refusal.empty()) return refused(std::move(refusal));
    Meant out;
    out.operations.push_back(settingAs(operation, operation.path, {clipBytes(found.clip, document.dialect)}));
    const Arguments arguments(operation);
    if (operation.kind == Kind::Scale && arguments.number("dims", 0) != 0) {
        for (Operation& each : scaledBox(document, operation, found, arguments.number("factor")))
            out.operations.push_back(std::move(each));
    }
    return out;
}

}  // namespace abc
