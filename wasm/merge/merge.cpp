#include "merge.h"

#include <algorithm>

#include "abc/build.h"

namespace merging {

Merge::Merge(ByteList bytes, Rig rig, const Settings& settings)
    : bytes_(std::move(bytes)),
      document_(abc::parse(bytes_)),
      model_(abc::buildModel(document_)),
      patches_(document_),
      rig_(std::move(rig)),
      base_{model_, patches_, rig_, settings.isTemplate, settings.fillsNormals},
      keySettings_(settings.keys) {
    const std::size_t nodes = model_.nodes.size();
    const bool isEach = rig_.binds.size() == nodes && rig_.bindsNow.size() == nodes &&
                        rig_.inverseBinds.size() == nodes && rig_.inverseNow.size() == nodes;
    const bool isEachOther = rig_.isMoved.size() == nodes && rig_.turns.size() == nodes && rig_.rest.size() == nodes &&
                             keySettings_.isRenamed.size() == nodes;
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
    if (refusal_.empty() && hasPieces()) reboundLevel(base_, piece, lod);
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

double Merge::likeness(std::uint32_t animation) const {
    return Merged(base_, keySettings_, animation, *player_).keys.likeness();
}

const MergedKeys& Merge::keys(std::uint32_t animation) {
    merged_ = std::make_unique<Merged>(base_, keySettings_, animation, *player_);
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
    return merging::newAnimation(base_, made, *player_, keySettings_.conjugates, framesOf());
}

bool Merge::write(const std::string& list, std::uint32_t index, std::size_t offset, std::span<const double> values) {
    const std::size_t size = values.size() * sizeof(float);
    if (offset > bytes_.size() || size > bytes_.size() - offset) return false;
    patches_.write(list, index, offset, values);
    return true;
}

}  // namespace merging
