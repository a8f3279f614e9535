// Animations, keys and child models that come, go and move: tracks, boxes and bindings go with them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/words.h"
#include "editor.h"
#include "math.h"
#include "model.h"
#include "schema_v6.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;
using schema::Meaning;

namespace {

constexpr std::uint32_t kMostChildModels = 16;
/// Between the keys that are added behind the last one.
constexpr std::uint32_t kKeyDistance = 100;
/// v6: bytes of a deformed vertex in a key (DeformationFrame6).
constexpr std::uint32_t kDeformedSize = 3;

/// The number behind `start` in a path, and what follows its bracket; nothing when the path is another one.
std::optional<std::pair<std::uint32_t, std::string_view>> indexIn(std::string_view path, std::string_view start) {
    if (!path.starts_with(start)) return std::nullopt;
    path.remove_prefix(start.size());
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
    if (error != std::errc() || end == path.data() + path.size() || *end != ']') return std::nullopt;
    path.remove_prefix(static_cast<std::size_t>(end + 1 - path.data()));
    return std::pair(index, path);
}

double numberOr(const EditValue* value, double otherwise) {
    const auto* number = value == nullptr ? nullptr : std::get_if<double>(&value->value);
    return number == nullptr ? otherwise : *number;
}

/// A text as a file has it: its length, then its bytes.
void appendString(std::vector<std::byte>& out, std::string_view text) {
    append(out, static_cast<std::uint16_t>(text.size()));
    append(out, Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size()));
}

/// A time that a new element is given; the loop has refused what is none.
std::uint32_t timeOf(double time) {
    return time >= 0 && time <= 0xFFFFFFFF ? static_cast<std::uint32_t>(time) : 0;
}

}  // namespace

std::vector<std::uint32_t> ModelEditor::ownBindings() {
    const FieldReader fields(state());
    // The first binding of a name that no animation has yet.
    std::multimap<std::string, std::uint32_t> free;
    std::uint32_t index = 0;
    const auto section = fields.section(Id::AnimBindingsSection);
    const auto lists = section ? fields.field(*section, "Lists") : std::nullopt;
    if (lists) {
        eachOf(state().walk().element(*lists, 0), "AnimBindings", [&](const Place& binding) {
            free.emplace(lowered(state().text(fields.text(binding, "Name"))), index++);
        });
    }
    std::vector<std::uint32_t> out;
    eachOf(fields.section(Id::AnimationSection), "Animations", [&](const Place& animation) {
        const std::string name = lowered(state().text(fields.text(animation, "Name")));
        // `find` may give any of equal ones.
        const auto found = free.lower_bound(name);
        const bool isFound = found != free.end() && found->first == name;
        out.push_back(isFound ? found->second : kNone);
        if (isFound) free.erase(found);
    });
    return out;
}

std::pair<Vec3, Quat> placeOf(const Mat4& local) {
    const bool isFinite =
        std::all_of(local.m.begin(), local.m.end(), [](float number) { return std::isfinite(number); });
    if (!isFinite) return {};
    const Quat rotation = rotationOf(local);
    const bool isRotation = std::isfinite(rotation.x) && std::isfinite(rotation.y) && std::isfinite(rotation.z) &&
                            std::isfinite(rotation.w);
    return {local.translation(), isRotation ? rotation : Quat{}};
}

std::vector<std::byte> ModelEditor::restTracks(std::span<const std::uint32_t> times) {
    std::vector<std::byte> out;
    const FieldReader fields(state());
    if (isV6()) {
        // Key 0 of the animation that the rest pose is taken from.
        std::optional<Place> rest;
        eachOf(fields.section(Id::AnimationSection6), "Anims", [&](const Place& animation) {
            if (fields.number<std::uint32_t>(animation, "NumKeyframes") == 0) return;
            const bool isStatic = equalIgnoringCase(state().text(fields.text(animation, "AnimName")), "static_model");
            if (!rest || isStatic) rest = animation;
        });
        const std::uint32_t keySize = state().dialect.minimumSize(Id::Key6);
        const auto deformed = context().deformation;
        std::uint32_t node = 0;
        const auto each = [&](Bytes key, Bytes frame, Bytes space) {
            for (std::size_t i = 0; i < times.size(); ++i) append(out, key);
            for (std::size_t i = 0; i < times.size(); ++i) append(out, frame);
            append(out, space);
        };
        if (rest) {
            const auto keys = fields.number<std::uint32_t>(*rest, "NumKeyframes");
            eachOf(rest, "NodeAnims", [&](const Place& track) {
                const std::uint32_t frame = 3 * (*deformed)[node++];
                const std::size_t frames = std::size_t{track.start} + std::size_t{keys} * keySize;
                const std::size_t spaceSize = 2 * sizeof(Vec3);
                const Bytes bytes = state().bytes;
                each(bytes.subspan(track.start, keySize), bytes.subspan(frames, frame),
                     bytes.subspan(track.end - spaceSize, spaceSize));
            });
        } else {
            std::vector<std::byte> key;
            append(key, Vec3{});
            append(key, Quat{});
            for (const std::uint32_t count : *deformed) {
                each(key, std::vector<std::byte>(std::size_t{3} * count), std::vector<std::byte>(2 * sizeof(Vec3)));
            }
        }
        return out;
    }
    const bool hasUnknown = state().dialect.has(schema::Feature::TrackUnknown);
    const bool hasTimes = state().dialect.has(schema::Feature::KeyTimes);
    std::vector<Mat4> binds;
    for (const NodeAt& node : nodes()) {
        Mat4 bind;
        bind.m = fields.number<std::array<float, 16>>(node.place, "Matrix");
        binds.push_back(bind);
        const Mat4 local = node.parent == kNone ? bind : inverse(binds[node.parent]) * bind;
        const auto [location, rotation] = placeOf(local);
        if (hasUnknown) append(out, std::int32_t{-1});
        for (const std::uint32_t time : times) {
            append(out, location);
            append(out, rotation);
            if (!hasTimes) continue;
            append(out, time);
            append(out, std::uint32_t{0});
        }
    }
    return out;
}

std::uint64_t ModelEditor::keySizeOf(std::uint32_t tracks) {
    std::uint64_t size = product(tracks, state().dialect.minimumSize(isV6() ? Id::Key6 : Id::KeyTransform));
    const auto deformed = context().deformation;
    for (std::uint32_t i = 0; deformed && i < std::min<std::size_t>(tracks, deformed->size()); ++i) {
        size += product(kDeformedSize, (*deformed)[i]);
    }
    return size;
}

bool ModelEditor::changeAnimations(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    const schema::Struct& animation = state().dialect.describe(list.array.type.id());
    const std::string_view keysName = FieldName(Meaning::Keyframes).in(animation);
    const std::string_view tracksName = FieldName(Meaning::Tracks).in(animation);
    const std::string_view timeName = nameIn(FieldName(Meaning::Keyframes).fieldOf(animation).type, Meaning::KeyTime);
    const std::uint32_t count = list.array.count;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    if (isV6() && shift.sizeAfter(count) == 0 && !force_) {
        return refuse("A model of version 6 without an animation has no rest pose: games and ModelEdit crash.", true);
    }
    std::vector<EditValue> made;
    const std::uint64_t keySize = isNew ? keySizeOf(context().get(schema::Var::NodeCount)) : 0;
    std::uint64_t room = 0;
    for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
        const EditValue* value = i < values.size() ? &values[i] : nullptr;
        EditValue::Fields defaults = {
            {std::string(FieldName(Meaning::AnimationName).in(animation)), {std::string("animation")}}};
        const EditValue* keys = fieldOf(value, keysName);
        std::vector<std::uint32_t> times;
        if (keys == nullptr) {
            times.push_back(0);
            defaults.push_back({std::string(keysName), {EditValue::List{{EditValue::Fields()}}}});
        } else if (const auto* given = std::get_if<EditValue::List>(&keys->value); given != nullptr) {
            for (const EditValue& key : *given) times.push_back(timeOf(numberOr(fieldOf(&key, timeName), 0)));
        }
        if (isV6()) {
            defaults.push_back({"Length", {times.empty() ? 0.0 : static_cast<double>(times.back())}});
        }
        room += product(times.size(), keySize);
        if (!hasRoom(room)) return false;
        const bool isFree = value == nullptr || fieldOf(value, tracksName) == nullptr;
        if (isFree && !std::holds_alternative<EditValue::Bytes>(value == nullptr ? EditValue{}.value : value->value)) {
            defaults.push_back({std::string(tracksName), {restTracks(times)}});
        }
        made.push_back(withDefaults(value, std::move(defaults)));
    }
    auto bytes = newElements(list, shift, made, context());
    if (!bytes || !shiftCounter(list, shift)) return false;
    shiftElements(list.array, shift, std::move(*bytes));
    const FieldReader fields(state());
    if (isV6()) {
        const auto section = fields.section(Id::AnimDimsSection6);
        const auto boxes = section ? fields.list(*section, "Dimensions") : std::nullopt;
        if (boxes && boxes->count == count) {
            shiftElements(*boxes, shift, std::vector<std::byte>(isNew ? shift.count * sizeof(Vec3) : 0));
        }
        return true;
    }
    const auto section = fields.section(Id::AnimBindingsSection);
    const auto lists = section ? fields.field(*section, "Lists") : std::nullopt;
    if (!lists) return true;
    const Place own = state().walk().element(*lists, 0);
    const auto array = fields.list(own, "AnimBindings");
    if (!array) return true;
    const ListAt bindings{{}, own, *array, 0};
    const std::vector<std::uint32_t> bound = ownBindings();
    Shift there = shift;
    switch (shift.kind) {
        case ListChange::Kind::Insert: {
            std::vector<std::byte> added;
            if (shift.copied != kNone) {
                there.copied = bound[shift.copied];
                if (there.copied == kNone) return true;
                there.index = there.copied + 1;
            } else {
                // Where only some have one, nobody misses that of another.
                if (std::find(bound.begin(), bound.end(), kNone) != bound.end()) return true;
                there.index = shift.index == 0 ? 0 : bound[shift.index - 1] + 1;
                for (const EditValue& value : made) {
                    const EditValue* name = fieldOf(&value, "Name");
                    const auto* text = name == nullptr ? nullptr : std::get_if<std::string>(&name->value);
                    if (text == nullptr) return true;
                    appendString(added, *text);
                    const EditValue* extents = fieldOf(&value, "Extents");
                    const auto* given = extents == nullptr ? nullptr : std::get_if<EditValue::Bytes>(&extents->value);
                    if (given != nullptr) {
                        // Of another length the animation does not read, and nothing is done.
                        append(added, Bytes(*given));
                        append(added, Vec3{});
                        continue;
                    }
                    const auto* box = extents == nullptr ? nullptr : std::get_if<EditValue::List>(&extents->value);
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        const char* const coordinates[] = {"X", "Y", "Z"};
                        const EditValue* number =
                            box != nullptr && axis < box->size() ? &(*box)[axis] : fieldOf(extents, coordinates[axis]);
                        append(added, static_cast<float>(numberOr(number, 0)));
                    }
                    append(added, Vec3{});
                }
            }
            if (!shiftCounter(bindings, there)) return false;
            shiftElements(*array, there, std::move(added));
            return true;
        }
        case ListChange::Kind::Remove: {
            std::vector<std::uint32_t> gone;
            for (std::uint32_t i = shift.index; i < shift.index + shift.count; ++i) {
                if (bound[i] != kNone) gone.push_back(bound[i]);
            }
            if (gone.empty()) return true;
            if (!shiftCounter(bindings, {ListChange::Kind::Remove, 0, static_cast<std::uint32_t>(gone.size())}))
                return false;
            for (const std::uint32_t binding : gone) shiftElements(*array, {ListChange::Kind::Remove, binding, 1}, {});
            return true;
        }
        case ListChange::Kind::Move: {
            // Only where the two lists run parallel.
            if (array->count != count) return true;
            for (std::uint32_t i = 0; i < count; ++i) {
                if (bound[i] != i) return true;
            }
            shiftElements(*array, shift, {});
            return true;
        }
    }
    return true;
}

bool ModelEditor::changeKeys(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    const FieldReader fields(state());
    if (!fields.section(Meaning::Nodes)) {
        return refuse("The file has no nodes, so which tracks belong to " + list.path + " cannot be told.");
    }
    const std::string timeName(nameIn(list.array.type, Meaning::KeyTime));
    const Bytes bytes = state().bytes;
    const std::uint32_t count = list.array.count;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    const auto tracks = fields.list(list.parent, Meaning::Tracks);
    if (!tracks) return refuse(list.path + " belongs to tracks that could not be read.");

    // A new key is halfway between its neighbours.
    const auto timeAt = [&](std::uint32_t key) {
        return fields.number<std::uint32_t>(state().walk().element(list.array, key), Meaning::KeyTime);
    };
    std::vector<EditValue> made;
    std::vector<std::uint32_t> times;
    std::uint32_t before = shift.index > 0 && isNew ? timeAt(shift.index - 1) : 0;
    for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
        const EditValue* value = i < values.size() ? &values[i] : nullptr;
        const bool isFirst = shift.index == 0 && i == 0;
        std::uint32_t time = isFirst ? 0 : before + std::min(kKeyDistance, 0xFFFFFFFF - before);
        if (shift.index < count && !isFirst) {
            const std::uint32_t next = timeAt(shift.index);
            time = next > before ? before + (next - before) / (shift.count - i + 1) : before;
        }
        made.push_back(withDefaults(value, {{timeName, {static_cast<double>(time)}}}));
        before = timeOf(numberOr(fieldOf(&made.back(), timeName), 0));
        times.push_back(before);
    }
    if (isNew && !hasRoom(product(shift.count, keySizeOf(tracks->count)))) return false;
    auto keys = newElements(list, shift, made, context());
    if (!keys || !shiftCounter(list, shift)) return false;
    shiftElements(list.array, shift, std::move(*keys));

    const auto run = [&](std::uint32_t start, std::uint32_t stride, std::vector<std::byte> added) {
        const auto at = [&](std::uint32_t key) { return start + key * stride; };
        const auto copied = [&](std::uint32_t key) {
            const Bytes some = bytes.subspan(at(key), std::size_t{shift.count} * stride);
            return std::vector<std::byte>(some.begin(), some.end());
        };
        if (stride == 0) return;
        switch (shift.kind) {
            case ListChange::Kind::Insert:
                splices_.insert(at(shift.index), shift.copied == kNone ? std::move(added) : copied(shift.copied));
                return;
            case ListChange::Kind::Remove: splices_.remove(at(shift.index), at(shift.index + shift.count)); return;
            case ListChange::Kind::Move:
                splices_.insert(at(shift.to < shift.index ? shift.to : shift.to + shift.count), copied(shift.index));
                splices_.remove(at(shift.index), at(shift.index + shift.count));
                return;
        }
    };
    const Dialect& dialect = state().dialect;
    const std::uint32_t keySize = dialect.minimumSize(isV6() ? Id::Key6 : Id::KeyTransform);
    const std::uint32_t keysAt =
        isV6() ? 0 : offsetIn<schema::kNodeTransforms, "Transforms">(dialect, Id::NodeTransforms);
    const bool hasTimes = dialect.has(schema::Feature::KeyTimes);
    const Context counts = context();
    const std::uint32_t nodeCount = counts.get(schema::Var::NodeCount);
    // Without keys before: those of the bind or rest pose, one key a node.
    const std::uint32_t none[] = {0};
    const std::vector<std::byte> rest = isNew && count == 0 ? restTracks(none) : std::vector<std::byte>();
    std::size_t restAt = 0;
    for (std::uint32_t node = 0; node < nodeCount; ++node) {
        const bool hasPlace = node < tracks->count;
        const std::uint32_t start = hasPlace ? state().walk().element(*tracks, node).start : tracks->start;
        const std::uint32_t frame = counts.deformation ? 3 * (*counts.deformation)[node] : 0;
        std::vector<std::byte> added;
        std::vector<std::byte> frames;
        const std::size_t size =
            rest.empty() ? 0 : std::size_t{keysAt} + keySize + frame + (isV6() ? 2 * sizeof(Vec3) : 0);
        for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
            const std::uint32_t source = shift.index > 0 ? shift.index - 1 : 0;
            const Bytes key = count > 0 ? bytes.subspan(start + keysAt + source * keySize, keySize)
                                        : Bytes(rest).subspan(restAt + keysAt, keySize);
            append(added, key);
            if (hasTimes) std::memcpy(added.data() + added.size() - 8, &times[i], sizeof times[i]);
            if (frame == 0) continue;
            append(frames, count > 0 ? bytes.subspan(start + count * keySize + source * frame, frame)
                                     : Bytes(rest).subspan(restAt + keySize, frame));
        }
        restAt += size;
        run(start + keysAt, keySize, std::move(added));
        run(start + keysAt + count * keySize, frame, std::move(frames));
    }
    if (!isV6()) return true;
    // Length repeats the time of the last key.
    const std::uint32_t last = count > 0 ? timeAt(count - 1) : 0;
    if (fields.number<std::uint32_t>(list.parent, "Length") != last || shift.sizeAfter(count) == 0) return true;
    const std::string animation = list.path.substr(0, list.path.rfind('.'));
    then_ = [this, animation] {
        const FieldReader now(state());
        const auto place = state().walk().resolve(animation);
        const auto length = place ? now.field(*place, "Length") : std::nullopt;
        const auto times6 = place ? now.field(*place, "KeyframeData") : std::nullopt;
        if (!length || !times6) return;
        overwrite(length->start,
                  now.number<std::uint32_t>(state().walk().element(*times6, times6->count - 1), "TimeIndex"));
    };
    return true;
}

bool ModelEditor::changeDeformed(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    const std::vector<NodeAt> all = nodes();
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const NodeAt& node) { return node.place.start == list.parent.start; });
    const auto node = static_cast<std::uint32_t>(at - all.begin());
    const std::uint32_t count = list.array.count;
    const FieldReader fields(state());
    const auto geometry = fields.section(Id::GeometrySection6);
    const bool hasVertices = geometry && fields.field(*geometry, "VertexInfo");
    if (shift.kind == ListChange::Kind::Insert && !hasVertices)
        return refuse("There are no vertices that could be deformed.");
    if (!plainList(list, shift, values)) return false;
    const std::uint32_t keySize = state().dialect.minimumSize(Id::Key6);
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    eachOf(fields.section(Id::AnimationSection6), "Anims", [&](const Place& animation) {
        const auto tracks = fields.field(animation, "NodeAnims");
        const auto keys = fields.number<std::uint32_t>(animation, "NumKeyframes");
        if (!tracks || node >= tracks->count) return;
        const std::uint32_t start = state().walk().element(*tracks, node).start + keys * keySize;
        for (std::uint32_t key = 0; key < keys; ++key) {
            Place frame;
            frame.kind = Place::Kind::Array;
            frame.type = Id::PackedPosition6;
            frame.count = count;
            frame.start = start + key * 3 * count;
            frame.end = frame.start + 3 * count;
            shiftElements(frame, shift, std::vector<std::byte>(isNew ? 3 * std::size_t{shift.count} : 0));
        }
    });
    return true;
}

bool ModelEditor::changeChildModels(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    const std::uint32_t count = list.array.count;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    const bool isSelf =
        (shift.index == 0 && count > 0) || (shift.kind == ListChange::Kind::Move && shift.to == 0) || shift.copied == 0;
    if (isSelf) return refuse("The first child model is the model itself: it stays where it is.");
    if (shift.kind == ListChange::Kind::Insert && shift.sizeAfter(count) > kMostChildModels && !force_) {
        return refuse("ModelEdit takes " + grouped(kMostChildModels) + " child models, the model itself included.",
                      true);
    }
    const FieldReader fields(state());
    const auto section = fields.section(Id::AnimBindingsSection);
    const auto lists = section ? fields.list(*section, "Lists") : std::nullopt;
    if (lists && lists->count != count) return refuse("The bindings do not have one list a child model.");
    std::vector<EditValue> made;
    for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
        made.push_back(withDefaults(i < values.size() ? &values[i] : nullptr, {{"Name", {std::string("model.abc")}}}));
    }
    if (!plainList(list, shift, made)) return false;
    if (lists) shiftElements(*lists, shift, std::vector<std::byte>(isNew ? 4 * std::size_t{shift.count} : 0));
    return true;
}

void ModelEditor::setWith(const Place& leaf, const std::string& path, Bytes bytes) {
    if (followedOf_ != generation()) {
        followed_.clear();
        followedOf_ = generation();
    }
    followed_.erase(leaf.start);
    // What an operation of this call set there stays.
    const auto isAsked = [&](std::uint32_t start, std::uint32_t end) {
        return splices_.overlaps(start, end) && !followed_.contains(start);
    };
    const auto add = [&](std::uint32_t start, std::uint32_t end) {
        if (isAsked(start, end)) return;
        std::vector<std::byte> copy(bytes.begin(), bytes.end());
        if (splices_.replace(start, end, copy)) return;
        if (splices_.overlaps(start, end)) return;
        splices_.add(start, end, std::move(copy));
        followed_.insert(start);
    };
    const FieldReader fields(state());
    const std::string_view field = leaf.field->name;
    if (const auto animation = indexIn(path, "Animation.Animations[")) {
        const auto [index, rest] = *animation;
        if (field == "Time" && state().dialect.has(schema::Feature::KeyTimes)) {
            // v13: each key of a track has the time of its keyframe.
            const auto key = indexIn(rest, ".Keyframes[");
            const auto tracks =
                key ? state().walk().resolve("Animation.Animations[" + std::to_string(index) + "].NodeTransforms")
                    : std::nullopt;
            const auto before = load<std::uint32_t>(state().bytes, leaf.start);
            for (std::uint32_t node = 0; tracks && node < tracks->count; ++node) {
                const std::uint32_t at =
                    state().walk().element(*tracks, node).start +
                    offsetIn<schema::kNodeTransforms, "Transforms">(state().dialect, Id::NodeTransforms) +
                    key->first * state().dialect.minimumSize(Id::KeyTransform) +
                    offsetIn<schema::kKeyTransform, "Time">(state().dialect, Id::KeyTransform);
                if (load<std::uint32_t>(state().bytes, at) == before) add(at, at + 4);
            }
            return;
        }
        const bool isName = rest == ".Name";
        if (!isName && !rest.starts_with(".Extents.")) return;
        if (ownBindingsOf_ != generation()) {
            ownBindings_ = ownBindings();
            ownBindingsOf_ = generation();
        }
        if (index >= ownBindings_.size() || ownBindings_[index] == kNone) return;
        const std::string path0 = "AnimBindings.Lists[0].AnimBindings[" + std::to_string(ownBindings_[index]) + "]";
        const auto binding = state().walk().resolve(path0);
        if (!binding) return;
        if (isName) {
            if (const auto name = fields.field(*binding, "Name")) add(name->start, name->end);
            return;
        }
        // Where the two boxes were one, they stay one.
        const auto box = fields.field(*binding, "Extents");
        const std::uint32_t axis = field == "X" ? 0 : field == "Y" ? 4 : 8;
        const std::uint32_t own = leaf.start - axis;
        for (std::uint32_t at = 0; box && at < sizeof(Vec3); at += 4) {
            if (isAsked(box->start + at, box->start + at + 4)) return;
        }
        if (box && std::memcmp(state().bytes.at(box->start, sizeof(Vec3)), state().bytes.at(own, sizeof(Vec3)),
                               sizeof(Vec3)) == 0) {
            add(box->start + axis, box->start + axis + 4);
        }
    } else if (const auto old = field == "TimeIndex" ? indexIn(path, "Animation.Anims[") : std::nullopt) {
        const auto place = state().walk().resolve("Animation.Anims[" + std::to_string(old->first) + "]");
        const auto length = place ? fields.field(*place, "Length") : std::nullopt;
        const auto keys = place ? fields.field(*place, "KeyframeData") : std::nullopt;
        if (!length || !keys || state().walk().element(*keys, keys->count - 1).start != leaf.start) return;
        if (load<std::uint32_t>(state().bytes, length->start) == load<std::uint32_t>(state().bytes, leaf.start)) {
            add(length->start, length->end);
        }
    }
}

}  // namespace abc
