#include "merge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abc/build.h"
#include "abc/field_reader.h"
#include "core/words.h"

namespace merging {

namespace {

using abc::schema::Meaning;

/// Radians that are the same rotation of a socket.
constexpr double kSameSocketTurn = 5e-4;
constexpr const char* kSockets = "Sockets.Sockets";
constexpr const char* kNodes = "Nodes.Nodes";

/// Milliseconds that no key can have; they need not be finite.
bool isTooLate(double time) {
    return !(time <= std::numeric_limits<std::uint32_t>::max());
}

std::string tooLate(const std::string& name) {
    return "The animation " + core::inQuotes(name) + " has keys later than a file can have them.";
}

/// Tracks of an animation: as many as the header counts where the nodes are missing or come later. All have the same.
std::optional<std::size_t> tracksOf(const abc::Document& document) {
    const abc::FieldReader fields(document);
    const auto section = fields.section(Meaning::Animations);
    const auto animations = section ? fields.field(*section, Meaning::Animations) : std::nullopt;
    if (!animations) return std::nullopt;
    const auto tracks = fields.list(document.walk().element(*animations, 0), Meaning::Tracks);
    return tracks ? std::optional<std::size_t>(tracks->count) : std::nullopt;
}

/// Why nothing can be merged into a file: what is written anew of its animations has a track for each node.
std::string skeletonRefusal(const abc::Document& document, const abc::Model& model) {
    const std::size_t nodes = model.nodes.size();
    const std::size_t tracks = tracksOf(document).value_or(nodes);
    if (tracks == nodes) return {};
    return core::filled("The animations of the file have {0|track|tracks}, but it has {1|node|nodes}.",
                        {core::grouped(tracks), core::grouped(nodes)});
}

}  // namespace

Merge::Merge(ByteList bytes, RigOf rigOf, const Settings& settings)
    : bytes_(std::move(bytes)),
      document_(abc::parse(bytes_)),
      model_(abc::buildModel(document_)),
      patches_(document_),
      rig_(rigOf(model_)),
      base_{model_, patches_, rig_, settings.isTemplate, settings.fillsNormals, settings.conjugates} {
    refusal_ = skeletonRefusal(document_, model_);
    if (!refusal_.empty()) return;
    const std::size_t nodes = model_.nodes.size();
    const bool isEach = rig_.binds.size() == nodes && rig_.bindsNow.size() == nodes &&
                        rig_.inverseBinds.size() == nodes && rig_.inverseNow.size() == nodes;
    const bool isEachOther = rig_.isMoved.size() == nodes && rig_.turns.size() == nodes && rig_.rest.size() == nodes &&
                             rig_.isRenamed.size() == nodes;
    if (!isEach || !isEachOther) refusal_ = "The joints of the glTF are not the nodes of the file.";
}

std::string Merge::refusalOf(const Mesh& mesh, bool ofPieces) const {
    if (!refusal_.empty()) return refusal_;
    if (hasPieces() != ofPieces) return "The file does not have such a mesh.";
    return merging::refusalOf(mesh, rig_.nodes());
}

MergedLevel Merge::level(std::uint32_t piece, std::uint32_t lod, const Mesh& mesh) {
    MergedLevel out;
    out.refusal = refusalOf(mesh, true);
    return out.refusal.empty() ? mergeLevel(base_, piece, lod, Soup(rig_, mesh, piece, lod)) : out;
}

void Merge::rebound(std::uint32_t piece, std::uint32_t lod) {
    const bool isAnyMoved = std::find(rig_.isMoved.begin(), rig_.isMoved.end(), true) != rig_.isMoved.end();
    if (refusal_.empty() && hasPieces() && isAnyMoved) reboundLevel(base_, piece, lod);
}

NewPiece Merge::newPiece(const Mesh& mesh) {
    NewPiece out;
    out.refusal = refusalOf(mesh, true);
    return out.refusal.empty() ? merging::newPiece(base_, Soup(rig_, mesh, 0, 0)) : out;
}

const MergedOldMesh& Merge::oldMesh(const Mesh& mesh, std::span<const Mesh> more) {
    oldMesh_ = {};
    oldPlaces_.clear();
    deformation_.reset();
    oldMesh_.refusal = refusalOf(mesh, false);
    std::vector<Soup> soups;
    for (const Mesh& each : more) {
        if (oldMesh_.refusal.empty()) oldMesh_.refusal = refusalOf(each, false);
        if (oldMesh_.refusal.empty()) soups.emplace_back(rig_, each, 0, 0);
    }
    if (!oldMesh_.refusal.empty()) return oldMesh_;
    const Soup soup(rig_, mesh, 0, 0);
    oldMesh_ = mergeOldMesh(base_, soup, soups);
    oldVertices_ = soup.vertices();
    for (const auto& [vertex, index] : oldMesh_.members) oldPlaces_.push_back(soup.position(index));
    return oldMesh_;
}

double Merge::meshLikeness(const Mesh& mesh) const {
    return refusalOf(mesh, false).empty() ? likenessOf(base_, Soup(rig_, mesh, 0, 0)) : 1;
}

std::string Merge::setTargets(const Targets& targets) {
    for (const std::vector<float>& deltas : targets.deltas) {
        if (!deltas.empty() && deltas.size() != 3 * oldVertices_) return "A morph target is not one of the mesh.";
    }
    targets_ = targets.deltas.size();
    deformation_.emplace(base_, targets, oldMesh_, oldPlaces_);
    morphs_ = {};
    morphs_.rest.resize(targets_);
    return {};
}

std::string Merge::play(std::vector<Channel> channels, const std::optional<std::vector<double>>& known) {
    merged_.reset();
    player_.reset();
    morphs_ = {};
    morphs_.rest.resize(targets_);
    Channels all;
    for (Channel& channel : channels) {
        const auto& [node, isRotation, curve] = channel;
        if (node >= rig_.nodes()) return "A curve moves a node that does not exist.";
        if (!fits(curve, isRotation ? 4 : 3)) return "A curve does not have a value at each of its times.";
        auto& curves = isRotation ? all.rotations : all.translations;
        const auto [place, isNew] = curves.try_emplace(node);
        const std::vector<float>& before = place->second.times;
        all.moreTimes.insert(all.moreTimes.end(), before.begin(), before.end());
        place->second = std::move(channel.curve);
    }
    if (known) {
        player_.emplace(Player::withKeys(base_, std::move(all), *known));
    } else {
        player_.emplace(base_, std::move(all));
    }
    return {};
}

std::string Merge::playMorphs(MorphCurve curve) {
    const bool isGrowing = std::is_sorted(curve.times.begin(), curve.times.end());
    if (curve.rest.size() != targets_ || curve.values.size() != targets_ * curve.times.size() || !isGrowing)
        return "The weights of morph targets are not one a target.";
    morphs_ = std::move(curve);
    return {};
}

bool Merge::isAt(std::span<const double> times) const {
    const auto isSame = [](double a, double b) { return std::abs(a - b) < kSameTime; };
    return std::equal(times.begin(), times.end(), this->times().begin(), this->times().end(), isSame);
}

double Merge::likeness(std::uint32_t animation) const {
    return Merged(base_, animation, *player_).keys.likeness();
}

const MergedKeys& Merge::keys(std::uint32_t animation) {
    merged_ = std::make_unique<Merged>(base_, animation, *player_);
    merged_->merged = merged_->keys.merge();
    return merged_->merged;
}

std::size_t Merge::deform() const {
    return deformation_ ? deformation_->patch(merged_->track, MorphPlayer(morphs_, player_->start())) : 0;
}

FramesOf Merge::framesOf() const {
    if (deformed() == 0) return nullptr;
    return [this](std::span<const double> times) {
        return deformation_->frames(times, MorphPlayer(morphs_, player_->start()));
    };
}

std::optional<WrittenAnimation> Merge::rewrite(const Strings& strings) {
    auto out =
        animationBytes(base_, merged_->animation, merged_->track, merged_->keys, merged_->merged, strings, framesOf());
    // What was patched in it is in its bytes.
    if (out) patches_.release(merged_->track.list().substr(0, merged_->track.list().find("].") + 2));
    return out;
}

ByteList Merge::newAnimation(const NewAnimation& made) const {
    return merging::newAnimation(base_, made, *player_, framesOf());
}

std::vector<std::string> Merge::stringsOf(std::uint32_t animation) const {
    const abc::Animation& own = model_.animations[animation];
    std::vector<std::string> out;
    for (std::uint32_t key = 0; key < own.keyCount; ++key)
        out.emplace_back(model_.text(model_.keyframes[own.firstKey + key].string));
    return out;
}

MergedAnimation Merge::animation(std::uint32_t animation, const SaidStrings& said) {
    MergedAnimation out;
    out.keys = keys(animation);
    out.deformed = deform();
    std::vector<double> given;
    for (const double time : out.keys.inserted) given.push_back(rounded(time));
    const std::vector<std::string> stored = stringsOf(animation);
    const auto stringsAt = [&](double start) {
        return mergedStrings(merged_->track.times(), stored, given, said, start);
    };
    // A program that moved the keys may have left the extras as they were.
    out.strings = stringsAt(0);
    if (!out.strings.empty() && start() != 0) out.strings = stringsAt(start());
    out.isOther = !out.keys.removed.empty() || !given.empty() || !out.strings.added.empty();
    if (!out.isOther) return out;
    const auto& added = out.strings.added;
    if (std::any_of(given.begin(), given.end(), isTooLate) || (!added.empty() && isTooLate(added.rbegin()->first))) {
        out.refusal = tooLate(std::string(model_.text(model_.animations[animation].name)));
        return out;
    }
    out.written = rewrite(out.strings);
    if (!out.written) return out;
    out.refined =
        static_cast<std::size_t>(std::count_if(out.keys.inserted.begin(), out.keys.inserted.end(), [&](double time) {
            return !std::binary_search(times().begin(), times().end(), time);
        }));
    for (const auto& [time, text] : out.strings.added) {
        if (std::find(given.begin(), given.end(), time) == given.end()) ++out.addedForStrings;
    }
    for (const std::uint32_t key : out.written->moved) {
        const auto changed = out.strings.changed.find(key);
        out.movedStrings.push_back(changed != out.strings.changed.end() ? changed->second : stored[key]);
    }
    return out;
}

AddedAnimation Merge::addAnimation(const AnimationHead& head, const SaidStrings& said) {
    AddedAnimation out;
    // The first key is at 0, whatever it was in the program.
    const double first = times().front();
    std::map<double, double> own{{0, first}};
    for (const double time : moments()) own.try_emplace(rounded(time - first), time);
    std::vector<double> rounds;
    for (const auto& [ms, at] : own) {
        rounds.push_back(ms);
        if (!std::binary_search(times().begin(), times().end(), at)) ++out.refined;
    }
    const std::vector<std::string> none(rounds.size());
    const Strings strings = mergedStrings(rounds, none, {}, said, first);
    std::map<double, std::string> texts;
    for (const auto& [key, text] : strings.changed) texts[rounds[key]] = text;
    for (const auto& [ms, text] : strings.added) {
        own[ms] = first + ms;
        texts[ms] = text;
    }
    if (isTooLate(own.rbegin()->first)) {
        out.refusal = tooLate(head.name);
        return out;
    }
    NewAnimation made{head.name, {}, head.interpolationTime, {}, {}, {}};
    for (const auto& [ms, at] : own) {
        made.times.push_back(static_cast<std::uint32_t>(ms));
        made.at.push_back(at);
        made.strings.push_back(texts[ms]);
    }
    made.extents = head.extents ? *head.extents : extentsOf(made.at);
    out.extents = made.extents;
    out.keys = own.size();
    out.bytes = newAnimation(made);
    return out;
}

void Merge::show(Carried vertices) {
    boxes_.reset();
    shown_.push_back(std::move(vertices));
}

WideVec3 Merge::extentsOf(std::span<const double> times) {
    if (!boxes_) {
        std::vector<importing::Influences> meshes;
        for (const Carried& each : shown_) meshes.push_back(each.influences());
        std::vector<std::int32_t> parents;
        for (const abc::Node& node : model_.nodes) parents.push_back(static_cast<std::int32_t>(node.parent));
        boxes_.emplace(std::move(meshes), std::move(parents));
    }
    const std::vector<float> all = poses(times);
    const std::size_t size = importing::kPose * rig_.nodes();
    const auto box = boxes_->over(times.size(), [&](std::size_t i) { return std::span(all).subspan(size * i, size); });
    return box ? box->half() : WideVec3{};
}

std::vector<std::uint32_t> Merge::writeBinds() {
    std::vector<std::uint32_t> out;
    for (std::uint32_t node = 0; node < rig_.nodes() && hasPieces(); ++node) {
        if (!rig_.isMoved[node]) continue;
        const Affine& now = rig_.bindsNow[node];
        bool isWritten = true;
        for (const std::size_t i : {3U, 7U, 11U}) isWritten &= write(kNodes, node, "Matrix", i, std::span(&now[i], 1));
        if (isWritten) out.push_back(node);
    }
    return out;
}

MergedSocket Merge::socket(std::uint32_t socket, const Stand& stand) {
    if (!hasPieces() || socket >= model_.sockets.size() || stand.holder < 0) return {};
    const abc::Socket& known = model_.sockets[socket];
    const abc::Vec3& location = known.location;
    const abc::Quat& rotation = known.rotation;
    if (!abc::isFinite(location) || !abc::isFinite(rotation) || known.node == abc::kNone) return {};
    if (!fieldOf(kSockets, socket, "Location") || !fieldOf(kSockets, socket, "Rotation")) return {};
    MergedSocket out{stand.holder};
    const WideVec3 before{location.x, location.y, location.z};
    const WideQuat turn = abc::unit({rotation.x, rotation.y, rotation.z, rotation.w});
    const double near = nearPlace(core::hypot(before));
    const auto& [place, turned] = stand.local;
    if (!(apart(place, before) <= near)) out.isMoved = write(kSockets, socket, "Location", 0, place);
    if (abc::angleBetween(turn, turned) > kSameSocketTurn)
        out.isTurned = write(kSockets, socket, "Rotation", 0, turned);
    return out;
}

std::optional<core::Place> Merge::fieldOf(const std::string& list, std::uint32_t index, const char* field) const {
    return document_.walk().resolve(list + "[" + std::to_string(index) + "]." + field);
}

bool Merge::write(const std::string& list, std::uint32_t index, const char* field, std::size_t first,
                  std::span<const double> values) {
    const auto place = fieldOf(list, index, field);
    const std::size_t size = sizeof(float) * (first + values.size());
    if (!place || place->end - place->start < size) return false;
    patches_.write(list, index, place->start + sizeof(float) * first, values);
    return true;
}

}  // namespace merging
