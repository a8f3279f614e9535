#include "exporter.h"

#include <algorithm>

#include "any_model.h"

namespace exporting {

Exporter::File::File(ByteList list) : bytes(std::move(list)), document(parseAny(bytes)), model(buildAny(document)) {}

Exporter::Exporter(ByteList bytes, const Settings& settings)
    : file_(std::move(bytes)), settings_(settings), skeleton_(skeletonOf(file_.model, settings.interpretation)) {
    const abc::Layer still;
    abc::pose(file_.model, std::span(&still, 1), {{}, skeleton_.interpretation}, still_);
}

std::vector<abc::Local> Exporter::rest() const {
    std::vector<abc::Local> out;
    for (const auto& [translation, rotation] : skeleton_.rest)
        out.push_back({space().vector(translation), space().rotation(rotation)});
    return out;
}

std::vector<ColumnMatrix> Exporter::inverseBinds() const {
    std::vector<ColumnMatrix> out;
    for (const abc::Affine& matrix : skeleton_.inverseBinds) out.push_back(space().matrix(matrix));
    return out;
}

std::vector<Placed> Exporter::sockets() const {
    std::vector<Placed> out;
    for (const abc::Socket& socket : model().sockets) {
        auto& [local, isThere] = out.emplace_back(Placed{{socket.location, socket.rotation}, true});
        isThere = settle(local) && socket.node != abc::kNone;
        local = {space().vector(local.translation), space().rotation(local.rotation)};
    }
    return out;
}

MeshArrays Exporter::mesh(std::uint32_t piece, std::span<const std::uint32_t> lods) const {
    const bool isV6 = model().family == abc::Family::V6;
    const std::uint32_t lod = isV6 || lods.empty() ? 0 : lods.front();
    const std::size_t count = model().vertexCount(piece, lod);
    if (count == 0) return {};
    std::vector<abc::Vec3> places(count);
    std::vector<abc::Vec3> normals(count);
    abc::deform(model(), still_, piece, lod, places, normals);
    if (isV6) {
        // Each vertex is moved from the space of its node.
        std::vector<std::uint32_t> all(count);
        for (std::uint32_t v = 0; v < count; ++v) all[v] = v;
        abc::inNodeSpace(model(), still_, all, places);
    }
    const std::span flat(reinterpret_cast<const float*>(places.data()), 3 * count);
    Bound bound = isV6 ? boundMesh(model(), flat, skeleton_.binds)
                       : boundLevel(model(), piece, lod, flat, skeleton_.binds, skeleton_.inverseBinds);
    return meshOf(model(), piece, lods, std::move(bound), normals, settings_.mesh);
}

void Exporter::addSource(ByteList bytes) {
    sources_.push_back(std::make_unique<File>(std::move(bytes)));
}

std::string Exporter::refusalOf(const WantedClip& clip) const {
    if (clip.source < -1 || clip.source >= static_cast<std::int64_t>(sources_.size()))
        return "An animation is of a file that does not exist.";
    const abc::Model& source = modelOf(clip.source);
    const bool isThere = clip.animation < source.animations.size() && source.animations[clip.animation].complete;
    if (!isThere || !abc::fits(model(), source)) return "The model cannot play an animation.";
    if (clip.times.empty() || !std::is_sorted(clip.times.begin(), clip.times.end()))
        return "The times of the keys of an animation do not ascend.";
    return {};
}

ClipSource Exporter::sourceOf(const WantedClip& wanted) const {
    ClipSource out{&modelOf(wanted.source), wanted.animation, {}};
    if (wanted.origin) {
        out.origin = *wanted.origin;
    } else if (wanted.source < 0) {
        const abc::Binding* binding = model().binding(0, model().text(model().animations[wanted.animation].name));
        if (binding != nullptr) out.origin = binding->origin;
    }
    return out;
}

Clip Exporter::clip(WantedClip wanted, std::size_t mostAdded) const {
    const ClipSource source = sourceOf(wanted);
    return {model(), source, skeleton_.interpretation, std::move(wanted.times), mostAdded};
}

std::optional<MorphPlan> Exporter::morphs(std::uint32_t piece, std::uint32_t lod, std::span<const WantedClip> clips,
                                          double most) const {
    std::vector<std::vector<double>> times;
    std::vector<ClipSource> sources;
    for (const WantedClip& clip : clips) {
        times.push_back(clip.times);
        sources.push_back(sourceOf(clip));
    }
    if (clips.empty()) return std::nullopt;
    std::optional<MorphPlan> out;
    if (model().family == abc::Family::V6) {
        Deltas deltas(model(), skeleton_.interpretation);
        if (piece != 0 || lod != 0 || deltas.vertices().empty()) return std::nullopt;
        out = planMorphs(deltas.vertices(), times, 3 * model().locations.size(), most,
                         [&](std::size_t clip, double ms) { return deltas.at(sources[clip], ms); });
    } else {
        const abc::Lod* const level = model().lod(piece, lod);
        if (level == nullptr || level->moved == abc::kNone || level->vertexCount == 0) return std::nullopt;
        const MovedDeltas deltas(model(), *level, skeleton_.binds[model().movedVertices[level->moved].bone]);
        out = planMorphs(deltas.vertices(), times, 3 * std::size_t{level->vertexCount}, most,
                         [&](std::size_t clip, double ms) { return deltas.at(sources[clip], ms); });
        if (out) deltas.separate(*out);
    }
    if (!out) return out;
    for (std::vector<std::vector<float>>* const list : {&out->targets, &out->normals}) {
        for (std::vector<float>& target : *list) {
            for (std::size_t at = 0; at < target.size(); at += 3) {
                const auto [x, y, z] = space().vector({target[at], target[at + 1], target[at + 2]});
                target[at] = x;
                target[at + 2] = z;
            }
        }
    }
    return out;
}

}  // namespace exporting
