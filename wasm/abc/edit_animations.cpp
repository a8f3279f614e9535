// Animations and child models that come, go and move: boxes and bindings go with them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/values.h"
#include "core/words.h"
#include "editor.h"
#include "limits.h"
#include "math.h"
#include "model.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using schema::Var;

namespace {

/// The number after `start` in a path, and what follows its bracket; nothing when the path is another one.
std::optional<std::pair<std::uint32_t, std::string_view>> indexIn(std::string_view path, std::string_view start) {
    if (!path.starts_with(start)) return std::nullopt;
    path.remove_prefix(start.size());
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
    if (error != std::errc() || end == path.data() + path.size() || *end != ']') return std::nullopt;
    path.remove_prefix(static_cast<std::size_t>(end + 1 - path.data()));
    return std::pair(index, path);
}

/// A text as a file has it: its length, then its bytes.
EditValue::Bytes stringBytes(std::string_view text) {
    EditValue::Bytes out;
    appendText(out, text);
    return out;
}

}  // namespace

std::pair<Vec3, Quat> placeOf(const Mat4& local) {
    const bool isFinite =
        std::all_of(local.m.begin(), local.m.end(), [](float number) { return std::isfinite(number); });
    if (!isFinite) return {};
    const Quat rotation = rotationOf(local);
    const bool isRotation = std::isfinite(rotation.x) && std::isfinite(rotation.y) && std::isfinite(rotation.z) &&
                            std::isfinite(rotation.w);
    return {local.translation(), isRotation ? rotation : Quat{}};
}

std::optional<ListAt> ModelEditor::ownBindingList() const {
    const FieldReader fields(state());
    const auto section = fields.section(Id::AnimBindingsSection);
    const auto lists = section ? fields.field(*section, "Lists") : std::nullopt;
    if (!lists) return std::nullopt;
    return listIn(state().walk().element(*lists, 0), "AnimBindings");
}

std::vector<std::uint32_t> ModelEditor::boundTo(const ListAt& animations, const ListAt& bindings) const {
    const auto namesOf = [this](const ListAt& list) {
        std::vector<std::string> out;
        for (std::uint32_t i = 0; i < list.size; ++i)
            out.push_back(lowered(textIn(state().dialect, elementOf(list, i), list.array.type, "Name")));
        return out;
    };
    return boundByName(namesOf(animations), namesOf(bindings));
}

std::optional<std::vector<EditValue>> ModelEditor::namedAnimations(const ListAt& list, const Shift& shift,
                                                                   Values values) {
    const schema::Struct& animation = state().dialect.describe(list.array.type.id());
    const std::string keysName(FieldName(Meaning::Keyframes).in(animation));
    const std::string tracksName(FieldName(Meaning::Tracks).in(animation));
    const std::string_view timeName = nameIn(FieldName(Meaning::Keyframes).fieldOf(animation).type, Meaning::KeyTime);
    const std::uint64_t sizeOfKeys = keySize();
    const std::vector<RestKey> rest = restKeys();
    std::vector<EditValue> made;
    std::uint64_t room = 0;
    for (std::uint32_t i = 0; i < shift.count; ++i) {
        const EditValue* value = valueAt(values, i);
        EditValue::Fields defaults = {
            {std::string(FieldName(Meaning::AnimationName).in(animation)), {std::string("animation")}}};
        const EditValue* keys = fieldOf(value, keysName);
        std::vector<std::uint32_t> times;
        if (keys == nullptr) {
            times.push_back(0);
            defaults.push_back({keysName, {EditValue::List{{EditValue::Fields()}}}});
        } else if (const auto* given = std::get_if<EditValue::List>(&keys->value); given != nullptr) {
            for (const EditValue& key : *given) times.push_back(timeOf(numberOr(fieldOf(&key, timeName), 0)));
        }
        if (FieldName("Length").isIn(animation))
            defaults.push_back({"Length", {times.empty() ? 0.0 : static_cast<double>(times.back())}});
        room += product(times.size(), sizeOfKeys);
        if (!hasRoom(room)) return std::nullopt;
        const bool isOfBytes = value != nullptr && std::holds_alternative<EditValue::Bytes>(value->value);
        if (fieldOf(value, tracksName) == nullptr && !isOfBytes) {
            EditValue::List tracks;
            for (const RestKey& each : rest) tracks.push_back(stillTrack(each, times));
            defaults.push_back({tracksName, {std::move(tracks)}});
        }
        made.push_back(withDefaults(value, std::move(defaults)));
    }
    return made;
}

std::optional<NewElements> ModelEditor::newBindings(const ListAt& bindings, const Shift& shift, Values made) {
    std::vector<EditValue> values;
    for (const EditValue& animation : made) {
        const EditValue* name = fieldOf(&animation, "Name");
        EditValue::Fields binding{{"Name", {stringBytes(std::get<std::string>(name->value))}}};
        if (const EditValue* extents = fieldOf(&animation, "Extents")) binding.push_back({"Extents", *extents});
        values.push_back({std::move(binding)});
    }
    return newElements(bindings, shift, values, context());
}

bool ModelEditor::insertBindings(ListPlan& plan, const ListAt& bindings, std::span<const std::uint32_t> bound,
                                 Values made) {
    Shift shift = plan.edits[0].shift;
    if (shift.copied != kNone) {
        shift.copied = bound[shift.copied];
        shift.index = shift.copied + 1;
        if (shift.copied != kNone) plan.edits.push_back({bindings, shift, {}});
        return true;
    }
    const bool areNamed = std::all_of(made.begin(), made.end(), [](const EditValue& animation) {
        const EditValue* name = fieldOf(&animation, "Name");
        return name != nullptr && std::holds_alternative<std::string>(name->value);
    });
    // Where some animations have no binding, a new one needs none either.
    if (!areNamed || std::find(bound.begin(), bound.end(), kNone) != bound.end()) return true;
    shift.index = shift.index == 0 ? 0 : bound[shift.index - 1] + 1;
    auto added = newBindings(bindings, shift, made);
    if (!added) return false;
    plan.edits.push_back({bindings, shift, std::move(*added)});
    return true;
}

bool ModelEditor::shiftBindings(ListPlan& plan, Values made) {
    const auto bindings = ownBindingList();
    if (!bindings) return true;
    const ListAt list = plan.edits[0].list;
    const Shift shift = plan.edits[0].shift;
    const std::vector<std::uint32_t> bound = boundTo(list, *bindings);
    switch (shift.kind) {
        case ListChange::Kind::Insert: return insertBindings(plan, *bindings, bound, made);
        case ListChange::Kind::Remove: {
            const auto bindingsOfGone = std::span(bound).subspan(shift.index, shift.count);
            std::vector<std::uint32_t> gone(bindingsOfGone.begin(), bindingsOfGone.end());
            // The last one first, so that each is where it was.
            std::sort(gone.begin(), gone.end(), std::greater<>());
            for (const std::uint32_t binding : gone) {
                if (binding != kNone) plan.edits.push_back({*bindings, {ListChange::Kind::Remove, binding, 1}, {}});
            }
            return true;
        }
        case ListChange::Kind::Move: break;
    }
    // Only where the two lists run parallel.
    std::uint32_t index = 0;
    const bool isParallel =
        bindings->size == list.size &&
        std::all_of(bound.begin(), bound.end(), [&](std::uint32_t each) { return each == index++; });
    if (isParallel) plan.edits.push_back({*bindings, shift, {}});
    return true;
}

ModelEditor::Plan ModelEditor::planOfAnimations(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead()) return std::nullopt;
    if (isV6() && shift.sizeAfter(list.size) == 0 && !force_) {
        return refused("A model of version 6 without an animation has no rest pose: games and ModelEdit crash.", true);
    }
    const auto named = isNew(shift) ? namedAnimations(list, shift, values) : std::vector<EditValue>();
    auto made = named ? newElements(list, shift, *named, context()) : std::nullopt;
    if (!made) return std::nullopt;
    ListPlan plan{{{list, shift, std::move(*made)}}, true};
    const auto fill = [&](const ListAt& boxes) { return usualElements(boxes, shift); };
    if (!shiftParallel(plan, parallelTo(Var::AnimationCount, list.array.count), shift, fill)) return std::nullopt;
    if (!isV6() && !shiftBindings(plan, *named)) return std::nullopt;
    return plan;
}

ModelEditor::Plan ModelEditor::planOfChildModels(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead()) return std::nullopt;
    const bool isSelf = (shift.index == 0 && list.size > 0) ||
                        (shift.kind == ListChange::Kind::Move && shift.to == 0) || shift.copied == 0;
    if (isSelf) return refused("The first child model is the model itself and must stay first.");
    if (shift.kind == ListChange::Kind::Insert && shift.sizeAfter(list.size) > kMostChildModels && !force_) {
        return refused(
            "ModelEdit accepts at most " + grouped(kMostChildModels) + " child models, including the model itself.",
            true);
    }
    const auto bindings = listIn(FieldReader(state()).section(Id::AnimBindingsSection), "Lists");
    if (bindings && bindings->size != list.size) return refused("The bindings do not have one list per child model.");
    std::vector<EditValue> named;
    for (std::uint32_t i = 0; isNew(shift) && i < shift.count; ++i) {
        named.push_back(withDefaults(valueAt(values, i), {{"Name", {std::string("model.abc")}}}));
    }
    Plan plan = plainPlan(list, shift, named);
    if (!plan) return std::nullopt;
    plan->hasConsequences = true;
    const auto fill = [&](const ListAt& each) { return usualElements(each, shift); };
    if (!shiftParallel(*plan, parallelTo(Var::ChildModelCount, list.array.count), shift, fill)) return std::nullopt;
    return plan;
}

bool ModelEditor::isAsked(std::uint32_t start, std::uint32_t end) const {
    return splices_.overlaps(start, end) && !followed_.contains(start);
}

void ModelEditor::setAlso(std::uint32_t start, std::uint32_t end, Bytes bytes) {
    if (isAsked(start, end)) return;
    std::vector<std::byte> copy(bytes.begin(), bytes.end());
    if (splices_.replace(start, end, copy) || splices_.overlaps(start, end)) return;
    splices_.add(start, end, std::move(copy));
    followed_.insert(start);
}

void ModelEditor::setWith(const Place& leaf, const std::string& path, Bytes bytes) {
    if (followedOf_ != generation()) {
        followed_.clear();
        followedOf_ = generation();
    }
    followed_.erase(leaf.start);
    const FieldName list(Meaning::Animations);
    const schema::Struct& section = state().dialect.describe(sectionWith(state().dialect, list));
    const std::string start = std::string(section.name) + "." + std::string(list.in(section)) + "[";
    const auto at = indexIn(path, start);
    if (!at) return;
    const auto& [index, rest] = *at;
    if (FieldName(Meaning::KeyTime)(*leaf.field)) {
        const auto animation = state().walk().resolve(start + std::to_string(index) + "]");
        const auto key = animation ? indexIn(rest, "." + std::string(nameIn(animation->type, Meaning::Keyframes)) + "[")
                                   : std::nullopt;
        if (key) setKeyTimes(*animation, key->first, leaf, bytes);
    } else if (FieldName(Meaning::AnimationName)(*leaf.field) || rest.starts_with(".Extents.")) {
        setBinding(index, leaf, FieldName(Meaning::AnimationName)(*leaf.field), bytes);
    }
}

void ModelEditor::setKeyTimes(const Place& animation, std::uint32_t key, const Place& leaf, Bytes bytes) {
    const FieldReader fields(state());
    const auto before = load<std::uint32_t>(state().bytes, leaf.start);
    // v13: each key of a track has the time of its keyframe; v6: Length has that of the last one.
    const auto keys = fields.field(animation, Meaning::Keyframes);
    for (const ListAt& track : parallelTo(Var::KeyframeCount, keys->count, &animation)) {
        if (!FieldName(Meaning::KeyTime).isIn(state().dialect.describe(track.array.type.id()))) continue;
        const auto time = fields.field(state().walk().element(track.array, key), Meaning::KeyTime);
        if (time && load<std::uint32_t>(state().bytes, time->start) == before) setAlso(time->start, time->end, bytes);
    }
    const bool hasLength = FieldName("Length").isIn(state().dialect.describe(animation.type.id()));
    const auto length = hasLength && key + 1 == keys->count ? fields.field(animation, "Length") : std::nullopt;
    if (length && load<std::uint32_t>(state().bytes, length->start) == before)
        setAlso(length->start, length->end, bytes);
}

void ModelEditor::setBinding(std::uint32_t animation, const Place& leaf, bool isName, Bytes bytes) {
    const FieldReader fields(state());
    const auto bindings = ownBindingList();
    const auto animations = listIn(fields.section(Meaning::Animations), Meaning::Animations);
    if (!bindings || !animations) return;
    if (ownBindingsOf_ != generation()) ownBindings_ = boundTo(*animations, *bindings);
    ownBindingsOf_ = generation();
    if (animation >= ownBindings_.size() || ownBindings_[animation] == kNone) return;
    const Place binding = state().walk().element(bindings->array, ownBindings_[animation]);
    if (isName) {
        if (const auto name = fields.field(binding, "Name")) setAlso(name->start, name->end, bytes);
        return;
    }
    // Where the two boxes were one, they stay one.
    const auto box = fields.field(binding, "Extents");
    const auto own = fields.field(state().walk().element(animations->array, animation), "Extents");
    if (!box || !own) return;
    for (std::uint32_t at = box->start; at < box->end; at += sizeof(float)) {
        if (isAsked(at, at + std::uint32_t{sizeof(float)})) return;
    }
    const std::uint32_t axis = leaf.start - own->start;
    if (std::memcmp(state().bytes.at(box->start, sizeof(Vec3)), state().bytes.at(own->start, sizeof(Vec3)),
                    sizeof(Vec3)) == 0)
        setAlso(box->start + axis, box->start + axis + std::uint32_t{sizeof(float)}, bytes);
}

}  // namespace abc
