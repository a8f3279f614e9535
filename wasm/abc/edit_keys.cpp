// Keys of an animation, and vertices that animations deform: each track has as many.
#include <algorithm>

#include "core/values.h"
#include "core/words.h"
#include "editor.h"
#include "math.h"
#include "model.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using schema::Var;

namespace {

/// Between the keys that are added after the last one, in milliseconds.
constexpr std::uint32_t kKeyDistance = 100;

void setTime(const Dialect& dialect, std::span<std::byte> key, std::uint32_t time) {
    const auto field = fieldIn(dialect, key, keyTypeIn(dialect), Meaning::KeyTime);
    if (field) std::memcpy(key.data() + field->start, &time, sizeof time);
}

}  // namespace

schema::StructId keyTypeIn(const Dialect& dialect) {
    return fieldWith(dialect, Meaning::Keys).type.id();
}

std::vector<std::byte> ModelEditor::keyAt(Vec3 location, Quat rotation) const {
    std::vector<std::byte> key(state().dialect.minimumSize(keyTypeIn(state().dialect)));
    std::memcpy(key.data(), &location, sizeof location);
    std::memcpy(key.data() + sizeof location, &rotation, sizeof rotation);
    return key;
}

std::vector<ModelEditor::RestKey> ModelEditor::restKeys() const {
    if (isV6()) return restKeys6();
    std::vector<RestKey> out;
    std::vector<Mat4> binds;
    const NodeTree nodes(state());
    const FieldReader fields(state());
    eachOf(Meaning::Nodes, [&](const Place& node) {
        Mat4 bind;
        bind.m = fields.number<std::array<float, 16>>(node, "Matrix");
        const std::uint32_t parent = nodes[static_cast<std::uint32_t>(binds.size())].parent;
        const auto [location, rotation] = placeOf(parent == kNone ? bind : inverse(binds[parent]) * bind);
        binds.push_back(bind);
        out.push_back({keyAt(location, rotation), {}, {}});
    });
    return out;
}

std::vector<ModelEditor::RestKey> ModelEditor::restKeys6() const {
    const Dialect& dialect = state().dialect;
    const std::vector<std::uint32_t>& deformed = *context().ofEach;
    const std::size_t keySize = dialect.minimumSize(Id::Key6);
    const std::size_t packingSize = dialect.minimumSize(Id::NodeAnimation6);
    std::vector<RestKey> out(deformed.size());
    for (std::size_t node = 0; node < deformed.size(); ++node) {
        out[node].key = keyAt({}, {});
        out[node].frame.resize(std::size_t{dialect.minimumSize(Id::PackedPosition6)} * deformed[node]);
        out[node].packing.resize(packingSize);
    }
    const auto list = listIn(FieldReader(state()).section(Id::AnimationSection6), "Anims");
    std::optional<Bytes> rest;
    for (std::uint32_t i = 0; list && i < list->size; ++i) {
        const Bytes animation = elementOf(*list, i);
        if (numberIn<std::uint32_t>(dialect, animation, Id::Animation6, Meaning::KeyframeCount) == 0) continue;
        const std::string_view name = textIn(dialect, animation, Id::Animation6, Meaning::AnimationName);
        if (!rest || equalIgnoringCase(name, "static_model")) rest = animation;
    }
    if (!rest) return out;
    // Its tracks are its last bytes.
    const std::size_t keys = numberIn<std::uint32_t>(dialect, *rest, Id::Animation6, Meaning::KeyframeCount);
    std::size_t at = rest->size();
    for (const RestKey& node : out) at -= keys * (keySize + node.frame.size()) + packingSize;
    const auto read = [&](std::size_t from, std::vector<std::byte>& into) {
        std::copy_n(rest->begin() + static_cast<std::ptrdiff_t>(from), into.size(), into.begin());
    };
    for (RestKey& node : out) {
        read(at, node.key);
        read(at + keys * keySize, node.frame);
        at += keys * (keySize + node.frame.size());
        read(at, node.packing);
        at += packingSize;
    }
    return out;
}

EditValue ModelEditor::stillTrack(const RestKey& rest, std::span<const std::uint32_t> times) const {
    const Dialect& dialect = state().dialect;
    EditValue::Bytes keys;
    EditValue::Bytes frames;
    for (const std::uint32_t time : times) {
        const std::size_t start = keys.size();
        append(keys, Bytes(rest.key));
        setTime(dialect, std::span(keys).subspan(start), time);
        append(frames, Bytes(rest.frame));
    }
    if (!isV6()) return {EditValue::Fields{{"Transforms", {std::move(keys)}}}};
    EditValue::Fields track{{"Keys", {std::move(keys)}}, {"Deformation", {std::move(frames)}}};
    if (!rest.packing.empty()) {
        const auto half = rest.packing.begin() + static_cast<std::ptrdiff_t>(rest.packing.size() / 2);
        track.push_back({"Scale", {EditValue::Bytes(rest.packing.begin(), half)}});
        track.push_back({"Transform", {EditValue::Bytes(half, rest.packing.end())}});
    }
    return {std::move(track)};
}

std::uint64_t ModelEditor::keySize() const {
    const Context& counts = context();
    const Dialect& dialect = state().dialect;
    std::uint64_t size = product(counts.get(Var::NodeCount), dialect.minimumSize(keyTypeIn(dialect)));
    for (std::size_t i = 0; counts.ofEach && i < counts.ofEach->size(); ++i) {
        size += product((*counts.ofEach)[i], dialect.minimumSize(Id::PackedPosition6));
    }
    return size;
}

std::vector<EditValue> ModelEditor::timedKeys(const ListAt& list, const Shift& shift, Values values) const {
    const std::string timeName(nameIn(list.array.type, Meaning::KeyTime));
    const auto timeAt = [&](std::uint32_t key) {
        return numberIn<std::uint32_t>(state().dialect, elementOf(list, key), list.array.type, Meaning::KeyTime);
    };
    // A new key is halfway between its neighbours.
    std::vector<EditValue> made;
    std::uint32_t before = shift.index > 0 && isNew(shift) ? timeAt(shift.index - 1) : 0;
    for (std::uint32_t i = 0; isNew(shift) && i < shift.count; ++i) {
        const bool isFirst = shift.index == 0 && i == 0;
        std::uint32_t time = isFirst ? 0 : before + std::min(kKeyDistance, 0xFFFFFFFF - before);
        if (shift.index < list.size && !isFirst) {
            const std::uint32_t next = timeAt(shift.index);
            time = next > before ? before + (next - before) / (shift.count - i + 1) : before;
        }
        made.push_back(withDefaults(valueAt(values, i), {{timeName, {static_cast<double>(time)}}}));
        before = timeOf(numberOr(fieldOf(&made.back(), timeName), 0));
    }
    return made;
}

ModelEditor::Plan ModelEditor::planOfKeys(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead()) return std::nullopt;
    const FieldReader fields(state());
    if (!fields.section(Meaning::Nodes)) {
        return refused("The file has no nodes, so it is unknown which tracks belong to " + list.path +
                       " cannot be told.");
    }
    if (!fields.list(list.parent, Meaning::Tracks))
        return refused(list.path + " belongs to tracks that could not be read.");
    const std::vector<EditValue> timed = timedKeys(list, shift, values);
    if (isNew(shift) && !hasRoom(product(shift.count, keySize()))) return std::nullopt;
    auto made = newElements(list, shift, timed, context());
    if (!made) return std::nullopt;
    ListPlan plan{{{list, shift, std::move(*made)}}, true};

    const std::string_view timeName = nameIn(list.array.type, Meaning::KeyTime);
    // Without keys before: those of the bind or rest pose.
    const std::vector<RestKey> rest = isNew(shift) && list.size == 0 ? restKeys() : std::vector<RestKey>();
    const auto fill = [&](const ListAt& track) -> std::optional<NewElements> {
        const bool isKey = track.array.type == schema::Type(keyTypeIn(state().dialect));
        std::optional<NewElements> keys;
        if (rest.empty()) {
            keys = usualElements(track, shift);
        } else {
            const RestKey& still = rest[track.parent.index];
            keys.emplace();
            for (std::uint32_t i = 0; i < shift.count; ++i) keys->add(isKey ? still.key : still.frame);
        }
        std::uint32_t start = 0;
        for (std::uint32_t i = 0; keys && isKey && i < shift.count; start = keys->ends[i++]) {
            const double time = numberOr(fieldOf(&timed[i], timeName), 0);
            setTime(state().dialect, std::span(keys->bytes).subspan(start, keys->ends[i] - start), timeOf(time));
        }
        return keys;
    };
    if (!shiftParallel(plan, parallelTo(Var::KeyframeCount, list.array.count, &list.parent), shift, fill))
        return std::nullopt;
    plan.isAlone = isV6() && (!hasRightLength(list) || shift.sizeAfter(list.size) == 0);
    return plan;
}

bool ModelEditor::hasRightLength(const ListAt& keys) const {
    if (keys.array.count == 0) return false;
    const FieldReader fields(state());
    const Place last = state().walk().element(keys.array, keys.array.count - 1);
    return fields.number<std::uint32_t>(keys.parent, "Length") == fields.number<std::uint32_t>(last, Meaning::KeyTime);
}

void ModelEditor::setLengths() {
    const FieldReader fields(state());
    for (const std::string& path : lengths_) {
        const Place animation = *state().walk().resolve(path);
        const auto keys = fields.field(animation, Meaning::Keyframes);
        const Place last = state().walk().element(*keys, keys->count - 1);
        const auto length = fields.field(animation, "Length");
        overwrite(length->start, length->end - length->start, fields.number<std::uint32_t>(last, Meaning::KeyTime));
    }
}

ModelEditor::Plan ModelEditor::planOfDeformed(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead()) return std::nullopt;
    const FieldReader fields(state());
    const auto geometry = fields.section(Id::GeometrySection6);
    const bool hasVertices = geometry && fields.field(*geometry, Meaning::Vertices);
    if (shift.kind == ListChange::Kind::Insert && !hasVertices) return refused("There are no vertices to deform.");
    Plan plan = plainPlan(list, shift, values);
    if (!plan) return std::nullopt;
    plan->hasConsequences = true;
    const auto fill = [&](const ListAt& frame) { return usualElements(frame, shift); };
    bool isMade = true;
    eachOf(Meaning::Animations, [&](const Place& animation) {
        const auto tracks = fields.field(animation, Meaning::Tracks);
        if (!isMade || !tracks || list.parent.index >= tracks->count) return;
        const Place track = state().walk().element(*tracks, list.parent.index);
        isMade = shiftParallel(*plan, parallelTo(Var::DeformationVertexCount, list.array.count, &track), shift, fill);
    });
    return isMade ? plan : std::nullopt;
}

}  // namespace abc
