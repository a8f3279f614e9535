#include "pieces.h"

#include <algorithm>
#include <numeric>

namespace merging {
namespace {

const std::string kPieceList = "Pieces.Pieces";
/// Bytes of the name of a piece.
constexpr std::size_t kMostName = 31;
constexpr double kMostSlot = 65'535;

/// A value of the node, or else of its mesh.
const gltf::Json* valueOf(const gltf::Node& node, const gltf::Mesh& mesh, std::string_view name) {
    const gltf::Json* own = gltf::valueIn(node.extras, name);
    return own != nullptr ? own : gltf::valueIn(mesh.extras, name);
}

}  // namespace

Pieces::Pieces(Told& told) : told_(told), model_(told.model()), foundAt_(model_.pieces.size()) {
    out_.sources.resize(model_.pieces.size());
    findParts();
}

/// Each level of a piece once: of two meshes that say the same the one of that name, else the first, and the other is
/// new.
void Pieces::findParts() {
    std::set<std::pair<std::uint32_t, double>> seen;
    for (const std::uint32_t node : told_.inOrder()) {
        const gltf::Mesh* mesh = told_.glb.meshOf(node);
        if (mesh == nullptr) continue;
        const gltf::Node& is = told_.glb.nodes[node];
        const auto piece = gltf::wholeOf(valueOf(is, *mesh, "lt_piece"), static_cast<double>(model_.pieces.size()) - 1);
        const auto lod = gltf::numberOf(valueOf(is, *mesh, "lt_lod"));
        for (std::uint32_t primitive = 0; primitive < mesh->primitives.size(); ++primitive) {
            const MeshAt at{node, primitive};
            const auto index = static_cast<std::uint32_t>(piece.value_or(0));
            if (piece && lod && seen.emplace(index, *lod).second) {
                const gltf::Json level{*lod};
                const auto whole = gltf::wholeOf(&level, core::kNone);
                old_.push_back({index, whole ? static_cast<std::uint32_t>(*whole) : core::kNone, at});
            } else if (!piece || !lod || *lod <= 0) {
                // A copy of a lower level is no piece of its own.
                new_.push_back(at);
            }
        }
    }
}

PieceSource Pieces::sourceOf(const MeshAt& at, std::vector<std::int32_t> triangles) {
    return {static_cast<std::int32_t>(at.node), at.primitive, std::move(triangles)};
}

void Pieces::level(std::size_t index) {
    const auto& [piece, lod, place] = old_[index];
    if (!told_.hasTriangles(place, told_.faults)) return;
    levels_.emplace(piece, lod);
    if (!foundAt_[piece]) {
        foundAt_[piece] = out_.found.size();
        out_.found.emplace_back(piece, place);
    } else if (lod == 0) {
        out_.found[*foundAt_[piece]].second = place;
    }
    MergedLevel made = told_.merge.level(piece, lod, told_.mesh(place));
    if (!told_.isMade(made.refusal)) return;
    told_.faults.weightless += made.weightless;
    say(made, old_[index]);
    if (made.operation)
        out_.sets.push_back(setting(made.operation->path, bytesValue(std::move(made.operation->value))));
    if (lod != 0) return;
    isShapeChanged_ = isShapeChanged_ || made.moved + made.removed + made.added > 0;
    out_.sources[piece] = {sourceOf(place, std::move(made.triangles))};
}

void Pieces::say(const MergedLevel& level, const Part& part) {
    const std::string path = at(at(kPieceList, part.piece) + ".LODs", part.lod);
    const std::string name = told_.text(model_.pieces[part.piece].name);
    const std::string of = part.lod == 0 ? core::filled("of “{0}”", {name})
                                         : core::filled("of “{0}”, level {1},", {name, std::to_string(part.lod)});
    const auto tell = [&](std::size_t count, std::string_view message) {
        if (count > 0) out_.changes.push_back({path, core::filled(message, {core::grouped(count), of})});
    };
    tell(level.moved, "{0|vertex|vertices} {1} moved.");
    tell(level.weighted, "{0|vertex|vertices} {1} with different weights.");
    tell(level.normals, "{0|vertex|vertices} {1} with a different normal.");
    tell(level.texcoords, "{0|triangle|triangles} {1} with different texture coordinates or corners.");
    tell(level.removed, "{0|triangle|triangles} {1} removed.");
    tell(level.added, "{0|triangle|triangles} {1} added.");
}

void Pieces::finish() {
    for (std::uint32_t piece = 0; piece < model_.pieces.size(); ++piece) {
        for (std::uint32_t lod = 0; lod < model_.lodCount(); ++lod) {
            if (!levels_.contains({piece, lod})) told_.merge.rebound(piece, lod);
        }
    }
    const auto& exported = told_.glb.description.meshes;
    for (const auto& [piece, place] : out_.found) {
        const bool hadTop = std::any_of(exported.begin(), exported.end(), [which = piece](const auto& mesh) {
            return mesh.piece == which && mesh.lod == 0;
        });
        if (hadTop && !levels_.contains({piece, 0}))
            told_.faults.topless.push_back("“" + told_.text(model_.pieces[piece].name) + "”");
    }
    removeGone();
}

void Pieces::removeGone() {
    std::set<std::uint32_t, std::greater<>> gone;
    for (const gltf::ExportedMesh& mesh : told_.glb.description.meshes) {
        if (mesh.piece < model_.pieces.size()) gone.insert(mesh.piece);
    }
    for (const auto& [piece, place] : out_.found) gone.erase(piece);
    for (const std::uint32_t piece : gone) {
        const std::string path = at(kPieceList, piece);
        out_.lists.push_back(removing(path));
        out_.changes.push_back({path, core::filled("Piece “{0}” removed: it is no longer in the GLB.",
                                                   {told_.text(model_.pieces[piece].name)})});
        out_.sources.erase(out_.sources.begin() + static_cast<std::ptrdiff_t>(piece));
    }
}

void Pieces::add(std::size_t index) {
    const MeshAt& place = new_[index];
    if (!told_.hasTriangles(place, told_.faults)) return;
    NewPiece made = told_.merge.newPiece(told_.mesh(place));
    if (!told_.isMade(made.refusal)) return;
    told_.faults.weightless += made.weightless;
    if (made.levels.empty()) return;
    const gltf::Mesh& mesh = *told_.glb.meshOf(place.node);
    const auto slot = gltf::wholeOf(told_.glb.ofMaterial(mesh.primitives[place.primitive], "lt_material"), kMostSlot);
    const std::string& node = told_.glb.nodes[place.node].name;
    const std::string whole = place.primitive > 0 ? node + " " + std::to_string(place.primitive + 1) : node;
    const std::string name = told_.texts.text(whole, kMostName);
    if (!slot) told_.faults.slotless.push_back(core::utf8FromLatin1(name));
    if (made.levels.size() > 1) told_.faults.split.push_back(core::utf8FromLatin1(name));
    for (std::size_t i = 0; i < made.levels.size(); ++i) {
        const std::string end = i > 0 ? " " + std::to_string(i + 1) : "";
        const std::string own = name.substr(0, kMostName - end.size()) + end;
        const std::string path = at(kPieceList, out_.sources.size());
        const auto number = [&](const char* key, double otherwise) {
            return numberValue(singleIn(mesh.extras, key).value_or(otherwise));
        };
        core::EditValue::Fields fields{{"MaterialIndex", numberValue(slot.value_or(0))},
                                       {"SpecularPower", number("lta_specular_power", 0)},
                                       {"SpecularScale", number("lta_specular_scale", 0)}};
        if (told_.version() >= 10) fields.push_back({"LODWeight", number("lta_lod_weight", 1)});
        fields.push_back({"Name", textValue(own)});
        core::EditValue::List levels(model_.lodCount(), bytesValue(made.levels[i].bytes));
        fields.push_back({"LODs", {std::move(levels)}});
        out_.lists.push_back(inserting(path, {std::move(fields)}));
        const std::string shown = core::utf8FromLatin1(own);
        out_.changes.push_back({path, core::filled("Piece “{0}” added with {1|triangle|triangles}.",
                                                   {shown, core::grouped(made.levels[i].triangles.size())})});
        out_.sources.push_back({sourceOf(place, std::move(made.levels[i].triangles))});
        if (model_.lodCount() > 1)
            out_.notes.push_back(noteOf(kNewPieceLevels, {shown, std::to_string(model_.lodCount())}));
    }
}

MergedPieces Pieces::done() {
    const auto& exported = told_.glb.description.meshes;
    const bool hasLower = std::any_of(exported.begin(), exported.end(), [](const auto& mesh) { return mesh.lod > 0; });
    if (isShapeChanged_ && model_.lodCount() > 1 && !hasLower) out_.notes.push_back(noteOf(kLevelsAsTheyWere));
    return std::move(out_);
}

std::optional<MeshAt> oldMeshIn(const Told& told, Faults& faults) {
    for (const std::uint32_t node : told.inOrder()) {
        const gltf::Mesh* mesh = told.glb.meshOf(node);
        if (mesh == nullptr || gltf::numberIn(mesh->extras, "lt_lod") != 0.0) continue;
        const MeshAt at{node, 0};
        return told.hasTriangles(at, faults) ? std::optional(at) : std::nullopt;
    }
    return std::nullopt;
}

MergedPieces mergeOldMesh(Told& told, std::optional<MeshAt>& mesh) {
    MergedPieces out;
    out.sources.emplace_back();
    mesh = oldMeshIn(told, told.faults);
    if (!mesh) {
        if (!told.glb.description.meshes.empty()) out.notes.push_back(noteOf(kMeshGone));
        return out;
    }
    std::vector<MeshAt> more;
    for (const std::uint32_t node : told.inOrder()) {
        const gltf::Mesh* other = told.glb.meshOf(node);
        if (other == nullptr || gltf::numberIn(other->extras, "lt_lod").value_or(0) != 0) continue;
        for (std::uint32_t primitive = 0; primitive < other->primitives.size(); ++primitive) {
            const MeshAt at{node, primitive};
            const bool isOld = node == mesh->node && primitive == 0;
            if (!isOld && told.hasTriangles(at, told.faults)) more.push_back(at);
        }
    }
    std::vector<Mesh> meshes;
    meshes.reserve(more.size());
    for (const MeshAt& each : more) meshes.push_back(told.mesh(each));
    MergedOldMesh made = told.merge.oldMesh(told.mesh(*mesh), meshes);
    if (!told.isMade(made.refusal)) return out;
    told.faults.weightless += made.weightless;
    const auto tell = [&](std::size_t count, std::string_view message) {
        if (count > 0) out.changes.push_back({"Geometry", core::filled(message, {core::grouped(count)})});
    };
    tell(made.moved, "{0|vertex|vertices} moved.");
    tell(made.normals, "{0|vertex|vertices} with a different normal.");
    tell(made.nodes, "{0|vertex|vertices} on a different node.");
    tell(made.texcoords, "{0|triangle|triangles} with different texture coordinates or corners.");
    tell(made.removed, "{0|triangle|triangles} removed.");
    tell(made.added, "{0|triangle|triangles} added.");
    if (made.several > 0) out.notes.push_back(noteOf(kOneNode, {core::grouped(made.several)}));
    if (made.anew) {
        // New vertices go behind those of the full mesh, and all triangles are set.
        auto& [vertices, first, faces] = *made.anew;
        core::Operation inserted = inserting(at("Geometry.VertexInfo", first), {}, true);
        inserted.values.clear();
        for (ByteList& vertex : vertices) inserted.values.push_back(bytesValue(std::move(vertex)));
        if (!inserted.values.empty()) out.sets.push_back(std::move(inserted));
        out.sets.push_back(setting("Geometry.FaceInfo", bytesValue(std::move(faces))));
    }
    const auto node = [](const MeshAt& at) { return static_cast<std::int32_t>(at.node); };
    out.sources[0].push_back({node(*mesh), mesh->primitive, std::move(made.triangles)});
    for (const MeshAt& each : more) {
        PieceSource& source = out.sources[0].emplace_back(PieceSource{node(each), each.primitive, {}});
        source.triangles.resize(told.glb.meshOf(each.node)->primitives[each.primitive].triangles);
        std::iota(source.triangles.begin(), source.triangles.end(), 0);
    }
    return out;
}

}  // namespace merging
