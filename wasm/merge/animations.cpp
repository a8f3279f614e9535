#include "animations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gltf/cues.h"

namespace merging {
namespace {

/// What rounding adds to how far the export was off.
constexpr double kOffByMore = 1.05;
/// Blending from the animation before, when nothing else is said, milliseconds.
constexpr double kInterpolation = 200;
/// Milliseconds that a file can name.
constexpr double kMostTime = std::numeric_limits<std::uint32_t>::max();
/// What two ways of being alike must differ by to tell them apart.
constexpr double kClear = 0.02;
/// How much of an animation whose keys stand at other times must be alike to be the same.
constexpr double kRetimed = 1 - kClear;
/// So much of the poses of a template is all that it has.
constexpr double kAllOfHoles = 0.98;
/// Pairs of animations with as many keys that are looked at.
constexpr std::size_t kMostPairs = 4096;
constexpr double kHalf = 0.5;
/// The versions whose animations are known as they are written here.
constexpr std::uint32_t kFirstVersion = 6, kLastVersion = 12;

std::vector<Cue> inLatin1(const std::vector<gltf::Cue>& cues) {
    std::vector<Cue> out;
    out.reserve(cues.size());
    for (const auto& [seconds, text] : cues) out.push_back({seconds, gltf::inLatin1(text)});
    return out;
}

}  // namespace

Animations::Animations(Told& told, const std::optional<Indices>& wanted, std::optional<MeshAt> mesh)
    : told_(told), model_(told.model()), mesh_(mesh) {
    out_.sources.assign(model_.animations.size(), -1);
    out_.starts.assign(model_.animations.size(), 0);
    if (mesh_) setTargets();
    if (told_.refusal.empty()) sort(wanted);
}

void Animations::setTargets() {
    Targets targets{told_.numbers.targets(mesh_->node, mesh_->primitive), 0};
    targets_ = targets.deltas.size();
    const double off = gltf::numberIn(told_.glb.description.json, "morphDeviation").value_or(0);
    if (off > 0) targets.off = kOffByMore * off;
    (void)told_.isMade(told_.merge.setTargets(targets));
}

/// Which animation of the glTF is which of the file, by its name there, or else by the times of its keys.
void Animations::sort(const std::optional<Indices>& wanted) {
    const auto& all = told_.glb.animations;
    std::vector<bool> isWanted(all.size(), !wanted);
    for (const std::uint32_t index : wanted.value_or(Indices{})) {
        if (index < all.size()) isWanted[index] = true;
    }
    std::vector<Named> named;
    std::unordered_map<std::string, std::size_t> byName;
    std::unordered_map<std::string, bool> isThere;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        isThere[all[i].name] = true;
        if (!isWanted[i]) continue;
        const auto [place, isNew] = byName.try_emplace(all[i].name, named.size());
        if (isNew) named.push_back({all[i].name, {}});
        named[place->second].animations.push_back(i);
    }
    std::vector<std::string> ofOthers;
    for (const gltf::ExportedAnimation& was : told_.glb.description.animations) {
        const auto place = byName.find(was.key);
        Indices animations = place == byName.end() ? Indices{} : std::exchange(named[place->second].animations, {});
        const bool isTaken = !animations.empty();
        // Those of child models are of other files.
        if (was.child >= 0 && isTaken) ofOthers.push_back(was.key);
        if (was.child >= 0 || was.index >= model_.animations.size()) continue;
        if (isTaken) {
            found_.push_back({was.index, was.key, std::move(animations), &was.times});
        } else if (!isThere.contains(was.key)) {
            // What is not taken is not gone.
            gone_.push_back({was.index, was.key, &was.times});
        }
    }
    if (!ofOthers.empty()) {
        std::string list;
        for (const std::string& name : ofOthers) list += (list.empty() ? "" : ", ") + name;
        out_.notes.push_back(noteOf(kAnimationsOfChildren, {core::grouped(ofOthers.size()), list}));
    }
    std::erase_if(named, [](const Named& each) { return each.animations.empty(); });
    added_ = std::move(named);
    findRenamed();
}

/// Which animation that is not there any more has another name: one with keys at the same times, that is the same but
/// for what was changed, or one with the same keys at other times. Where two of them could be meant, none is.
void Animations::findRenamed() {
    const std::vector<Pair> all = pairs(added_);
    std::vector<bool> isFound(gone_.size()), isTaken(added_.size());
    for (const Pair& pair : all) {
        // What the template has of poses may be what a program changes: alone, the times say enough there.
        if (!told_.isTemplate && pair.alike < kHalf) continue;
        const bool isBest = std::all_of(all.begin(), all.end(), [&](const Pair& other) {
            const bool isRival = &other != &pair && (other.missing == pair.missing || other.other == pair.other);
            return !isRival || isBetter(pair, other);
        });
        if (!isBest) continue;
        const auto& [index, name, times] = gone_[pair.missing];
        found_.push_back({index, added_[pair.other].name, added_[pair.other].animations, times});
        isFound[pair.missing] = true;
        isTaken[pair.other] = true;
    }
    const auto without = [](auto& list, const std::vector<bool>& isOut) {
        std::size_t i = 0;
        std::erase_if(list, [&](const auto& /*each*/) { return isOut[i++]; });
    };
    without(gone_, isFound);
    without(added_, isTaken);
}

std::vector<Animations::Pair> Animations::pairs(const std::vector<Named>& others) {
    std::vector<Pair> out;
    std::size_t looked = 0;
    for (std::size_t other = 0; other < others.size() && !gone_.empty(); ++other) {
        if (!play(others[other].animations, nullptr)) break;
        const std::size_t keys = told_.merge.times().size();
        for (std::size_t missing = 0; missing < gone_.size(); ++missing) {
            const auto& [index, name, times] = gone_[missing];
            if (keys == 0 || times->size() != keys || looked >= kMostPairs) continue;
            ++looked;
            const bool isAtTimes = told_.merge.isAt(*times);
            const double alike = told_.merge.likeness(index);
            // Holes say too little without the times, and so does a single key.
            const bool isRetimed = !told_.isTemplate && keys > 1 && alike >= kRetimed;
            if (isAtTimes || isRetimed)
                out.push_back({missing, other, alike, gltf::nameLikeness(name, others[other].name)});
        }
    }
    return out;
}

bool Animations::isBetter(const Pair& pair, const Pair& other) const {
    // Of holes only sides are compared, which say nothing where a program has turned them.
    const double most = std::max(pair.alike, other.alike);
    const double clear = !told_.isTemplate ? kClear : most > kAllOfHoles ? kClear / 4 : 1;
    return std::abs(pair.alike - other.alike) > clear ? pair.alike > other.alike : pair.named > other.named;
}

bool Animations::play(const Indices& animations, const std::vector<double>* known) {
    std::vector<NodeCurve> nodes;
    std::optional<Curve> weights;
    for (const std::uint32_t animation : animations) {
        Curves curves = told_.numbers.curves(animation, std::nullopt);
        std::move(curves.nodes.begin(), curves.nodes.end(), std::back_inserter(nodes));
        for (auto& [node, curve] : curves.weights) {
            // The first that says so counts.
            if (mesh_ && node == mesh_->node && !weights) weights = std::move(curve);
        }
    }
    const auto times = known == nullptr ? std::nullopt : std::optional(*known);
    if (!told_.isMade(told_.merge.play(told_.joints.channelsOf(std::move(nodes)), times))) return false;
    if (!mesh_) return true;
    const gltf::Node& node = told_.glb.nodes[mesh_->node];
    std::vector<double> rest = node.weights.empty() ? told_.glb.meshOf(mesh_->node)->weights : node.weights;
    rest.resize(targets_);
    return told_.isMade(told_.merge.playMorphs(morphCurve(weights.value_or(Curve{}), std::move(rest))));
}

void Animations::merge(std::size_t index) {
    const Found& found = found_[index];
    out_.sources[found.index] = static_cast<std::int32_t>(found.animations.front());
    if (!play(found.animations, found.times)) return;
    out_.starts[found.index] = told_.merge.start();
    const MergedAnimation made = told_.merge.animation(found.index, stringsOf(extrasOf(found.animations)));
    if (!told_.isMade(made.refusal)) return;
    mergeKeys(found, made);
    if (made.keys.isSampled) ++sampled_;
    for (const std::uint32_t node : made.keys.still) {
        const auto known =
            std::find_if(stands_.begin(), stands_.end(), [=](const auto& each) { return each.first == node; });
        if (known == stands_.end()) {
            stands_.push_back({node, {found.name}});
        } else {
            known->second.push_back(found.name);
        }
    }
    moves_.insert(made.keys.moving.begin(), made.keys.moving.end());
    mergeTexts(found);
}

void Animations::mergeKeys(const Found& found, const MergedAnimation& made) {
    const std::string path = pathOf(found.index);
    const std::string name = nameOf(found.index);
    const auto tell = [&](std::size_t count, std::string_view what) {
        if (count > 0) out_.changes.push_back({path, core::filled(what, {core::grouped(count), name})});
    };
    tell(made.keys.moments, "Animation “{1}”: {0|key|keys} changed.");
    tell(made.deformed, "Animation “{1}”: {0|key|keys} with moved deformation vertices.");
    if (!made.written) {
        setStrings(found.index, made.strings);
        if (made.isOther) out_.notes.push_back(noteOf(kKeysNotChanged, {name}));
        return;
    }
    tell(made.keys.removed.size(), "Animation “{1}”: {0|key|keys} removed.");
    tell(made.keys.inserted.size(), "Animation “{1}”: {0|key|keys} added.");
    refined_ += made.refined;
    tell(made.addedForStrings, "Animation “{1}”: {0|key|keys} added for frame strings.");
    const auto string = [&](double time, const std::string& text) {
        out_.changes.push_back({path, core::filled("Frame string at {0} ms of “{1}”: “{2}”.",
                                                   {gltf::digits(time), name, core::utf8FromLatin1(text)})});
    };
    const abc::Animation& animation = model_.animations[found.index];
    for (const auto& [key, text] : made.strings.changed) string(model_.keyframes[animation.firstKey + key].time, text);
    for (const auto& [time, text] : made.strings.added) string(time, text);
    out_.sets.push_back(setting(path, bytesValue(made.written->bytes)));
    if (made.movedStrings.empty()) return;
    std::string list;
    for (const std::string& text : made.movedStrings)
        list += (list.empty() ? "“" : ", “") + core::utf8FromLatin1(text) + "”";
    out_.notes.push_back(noteOf(kStringsMoved, {name, list}));
}

/// Frame strings of an animation whose keys stay.
void Animations::setStrings(std::uint32_t index, const Strings& strings) {
    for (const auto& [key, text] : strings.changed) {
        const std::string path = told_.isV6() ? at(pathOf(index) + ".KeyframeData", key) + ".FrameString"
                                              : at(pathOf(index) + ".Keyframes", key) + ".String";
        out_.texts.push_back(setting(path, textValue(text), true));
        out_.changes.push_back({path, core::filled("Frame string of key {0} of “{1}”: “{2}”.",
                                                   {std::to_string(key), nameOf(index), core::utf8FromLatin1(text)})});
    }
}

void Animations::set(const std::string& path, core::EditValue value, std::string message) {
    out_.texts.push_back(setting(path, std::move(value), true));
    out_.changes.push_back({path, std::move(message)});
}

/// Names, and what stands in the extras of an animation, which not all programs keep.
void Animations::mergeTexts(const Found& found) {
    const abc::Animation& info = model_.animations[found.index];
    if (told_.glb.description.animation(found.name) == nullptr) rename(found, info);
    const gltf::Json& extras = extrasOf(found.animations);
    mergeExtents(extras, info, found.index);
    const std::string path = pathOf(found.index) + ".InterpolationTime";
    const auto given = gltf::wholeOf(gltf::valueIn(extras, "lta_interp_time"), kMostTime);
    if (given && *given != info.interpolationTime && told_.has(path))
        set(path, numberValue(*given),
            core::filled("Animation “{0}” now blends in {1} ms.", {nameOf(found.index), gltf::digits(*given)}));
}

void Animations::rename(const Found& found, const abc::Animation& info) {
    const std::string before = told_.text(info.name);
    const core::EditValue name = textValue(gltf::inLatin1(found.name));
    set(pathOf(found.index) + (told_.isV6() ? ".AnimName" : ".Name"), name,
        core::filled("Animation “{0}” renamed to “{1}”.", {before, found.name}));
    if (model_.bindingLists.empty()) return;
    const auto [first, count] = model_.bindingLists[0];
    for (std::uint32_t binding = 0; binding < count; ++binding) {
        if (model_.text(model_.bindings[first + binding].name) != model_.text(info.name)) continue;
        return set(at("AnimBindings.Lists[0].AnimBindings", binding) + ".Name", name,
                   core::filled("The binding of “{0}” now belongs to “{1}”.", {before, found.name}));
    }
}

void Animations::mergeExtents(const gltf::Json& extras, const abc::Animation& info, std::uint32_t index) {
    const auto dims = gltf::vectorIn(extras, "lta_dims");
    if (!dims) return;
    const std::array<float, 3> given{static_cast<float>((*dims)[0]), static_cast<float>((*dims)[1]),
                                     static_cast<float>((*dims)[2])};
    if (given == std::array<float, 3>{info.extents.x, info.extents.y, info.extents.z}) return;
    const std::string path = told_.isV6() ? at("AnimDims.Dimensions", index) : pathOf(index) + ".Extents";
    if (!told_.has(path)) return;
    const auto [x, y, z] = *dims;
    set(path, numbersValue(*dims),
        core::filled("Dims of “{0}”: {1}, {2}, {3}.",
                     {nameOf(index), gltf::digits(x), gltf::digits(y), gltf::digits(z)}));
}

void Animations::finish() {
    if (sampled_ > 0) out_.notes.push_back(noteOf(kAnimationsSampled, {core::grouped(sampled_)}));
    noteStill();
    removeGone();
}

/// From the last one on. A description may have one by two names: it goes once, and only where neither is there.
void Animations::removeGone() {
    std::set<std::uint32_t, std::greater<>> gone;
    for (const Missing& missing : gone_) gone.insert(missing.index);
    for (const Found& found : found_) gone.erase(found.index);
    for (const std::uint32_t index : gone) {
        const std::string path = pathOf(index);
        // New ones come after that: for a moment there may be none.
        out_.lists.push_back(removing(path, told_.isV6()));
        out_.changes.push_back(
            {path, core::filled("Animation “{0}” removed: it is no longer in the GLB.", {nameOf(index)})});
        out_.sources.erase(out_.sources.begin() + static_cast<std::ptrdiff_t>(index));
        out_.starts.erase(out_.starts.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

/// Games crash on a model of version 6 without an animation. All of them are missing where a program did not export
/// any.
void Animations::keepOne() {
    if (!told_.isV6() || !out_.sources.empty() || out_.lists.empty()) return;
    out_.lists.pop_back();
    out_.changes.pop_back();
    out_.sources.push_back(-1);
    out_.starts.push_back(0);
    out_.notes.push_back(noteOf(kAnimationsGone, {nameOf(0)}));
}

void Animations::noteStill() {
    for (const auto& [node, names] : stands_) {
        // Without the file, one that moves nowhere may never have done so.
        if (told_.isTemplate && !moves_.contains(node)) continue;
        std::string list;
        for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
        const std::string& joint = told_.glb.nodes[told_.joints.list()[node]].name;
        const std::string_view keys = told_.isTemplate ? kKeysLost : kKeysKept;
        out_.notes.push_back(noteOf(kRenamedStill, {joint, list, std::string(keys)}));
    }
}

/// Vertices that the boxes of new animations are around: all that the glTF shows.
void Animations::show() {
    if (std::exchange(isShown_, true)) return;
    Faults ignored;
    for (std::uint32_t node = 0; node < told_.glb.nodes.size(); ++node) {
        const gltf::Mesh* mesh = told_.glb.meshOf(node);
        for (std::uint32_t primitive = 0; mesh != nullptr && primitive < mesh->primitives.size(); ++primitive) {
            if (!told_.hasTriangles({node, primitive}, ignored)) continue;
            if (auto carried = told_.joints.carried(told_.numbers.primitive(node, primitive)))
                told_.merge.show(std::move(*carried));
        }
    }
}

void Animations::add(std::size_t index) {
    const auto& [name, animations] = added_[index];
    if (!play(animations, nullptr)) return;
    // Of another object, or of nothing that the file has.
    if (told_.merge.times().empty()) return;
    if (told_.version() < kFirstVersion || told_.version() > kLastVersion) {
        out_.notes.push_back(noteOf(kAnimationNotAdded, {name, std::to_string(told_.version())}));
        return;
    }
    const gltf::Json& extras = extrasOf(animations);
    const auto given = gltf::wholeOf(gltf::valueIn(extras, "lta_interp_time"), kMostTime);
    AnimationHead head{gltf::inLatin1(name), std::nullopt, static_cast<std::uint32_t>(given.value_or(kInterpolation))};
    if (const auto dims = gltf::vectorIn(extras, "lta_dims"))
        head.extents = WideVec3{(*dims)[0], (*dims)[1], (*dims)[2]};
    const double start = told_.merge.times().front();
    if (!head.extents) show();
    AddedAnimation made = told_.merge.addAnimation(head, stringsOf(extras));
    if (!told_.isMade(made.refusal)) return;
    refined_ += made.refined;
    const std::string path = pathOf(out_.sources.size());
    core::EditValue::Fields fields;
    fields.push_back({told_.isV6() ? "AnimName" : "Name", textValue(head.name)});
    if (!told_.isV6()) fields.push_back({"Extents", numbersValue(made.extents)});
    out_.lists.push_back(inserting(path, {std::move(fields)}, true));
    out_.lists.push_back(setting(path, bytesValue(std::move(made.bytes))));
    if (told_.isV6() && told_.has("AnimDims"))
        out_.lists.push_back(setting(at("AnimDims.Dimensions", out_.sources.size()), numbersValue(made.extents)));
    out_.changes.push_back(
        {path, core::filled("Animation “{0}” added with {1|key|keys}.", {name, core::grouped(made.keys)})});
    out_.sources.push_back(static_cast<std::int32_t>(animations.front()));
    out_.starts.push_back(start);
}

MergedAnimations Animations::done() {
    keepOne();
    if (refined_ > 0) out_.notes.push_back(noteOf(kKeysAdded, {core::grouped(refined_)}));
    return std::move(out_);
}

std::string Animations::pathOf(std::size_t index) const {
    return at(told_.isV6() ? "Animation.Anims" : "Animation.Animations", index);
}

SaidStrings Animations::stringsOf(const gltf::Json& extras) {
    SaidStrings out;
    if (const auto markers = gltf::cuesIn(extras, false)) out.markers = inLatin1(*markers);
    if (const auto cues = gltf::cuesIn(extras)) out.cues = inLatin1(*cues);
    const gltf::Json* list = gltf::valueIn(extras, "lta_keyframe_strings");
    if (list == nullptr || !std::holds_alternative<gltf::Json::List>(list->value)) return out;
    out.byKey.emplace();
    for (const gltf::Json& text : gltf::listOf(list)) {
        const std::string* is = gltf::textOf(&text);
        out.byKey->push_back(is == nullptr ? std::nullopt : std::optional(gltf::inLatin1(*is)));
    }
    return out;
}

}  // namespace merging
