#include "other_model.h"

#include <algorithm>
#include <set>

#include "pieces.h"

namespace merging {
namespace {

/// How much of what was exported the file has.
class Tally {
public:
    void add(bool isKnown, double weight) {
        all_ += weight;
        if (isKnown) known_ += weight;
    }
    [[nodiscard]] bool isMostlyUnknown() const { return 2 * known_ < all_; }

private:
    double all_ = 0, known_ = 0;
};

/// Faces, vertices and weights of a level.
std::array<std::uint32_t, 3> sizeOf(const abc::Model& model, const abc::Lod& lod) {
    const auto& start = model.weightStart;
    const std::uint32_t weights = start.empty() ? 0 : start[lod.firstVertex + lod.vertexCount] - start[lod.firstVertex];
    return {lod.faceCount, lod.vertexCount, weights};
}

bool haveSizes(const abc::Model& model, const abc::Piece& piece, std::span<const gltf::Json> levels) {
    if (levels.size() != piece.lodCount) return false;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto size = sizeOf(model, model.lods[piece.firstLod + i]);
        const auto isSame = [](const gltf::Json& was, std::uint32_t is) { return gltf::numberOf(&was) == is; };
        const std::span<const gltf::Json> was = gltf::listOf(&levels[i]);
        if (!std::equal(was.begin(), was.end(), size.begin(), size.end(), isSame)) return false;
    }
    return true;
}

/// Whether most vertices of the file are where the glTF has some, or the glTF has lost the mesh.
bool isMeshThere(const Told& told) {
    Faults ignored;
    const auto mesh = oldMeshIn(told, ignored);
    return !mesh || told.merge.meshLikeness(told.mesh(*mesh)) >= 0.5;
}

Tally piecesIn(const Told& told) {
    const auto stored = gltf::listIn(told.glb.description.json, "pieces");
    const abc::Model& model = told.model();
    Tally out;
    std::set<std::uint32_t> seen;
    for (const gltf::ExportedMesh& mesh : told.glb.description.meshes) {
        if (!seen.insert(mesh.piece).second) continue;
        const gltf::Json& was = gltf::elementOf(stored, mesh.piece);
        const std::span<const gltf::Json> levels = gltf::listIn(was, "levels");
        const double faces =
            levels.empty() ? 0 : gltf::numberOf(&gltf::elementOf(gltf::listOf(levels.data()), 0)).value_or(0);
        bool isKnown = false;
        if (mesh.piece < model.pieces.size()) {
            const abc::Piece& is = model.pieces[mesh.piece];
            const std::string* name = gltf::textIn(was, "name");
            isKnown = haveSizes(model, is, levels) ||
                      (told.isV6() ? isMeshThere(told) : name != nullptr && *name == told.text(is.name));
        }
        out.add(isKnown, faces != 0 ? faces : 1);
    }
    return out;
}

Tally animationsIn(const Told& told) {
    const auto own = gltf::listIn(told.glb.description.json, "ownAnimations");
    const abc::Model& model = told.model();
    Tally out;
    for (const gltf::ExportedAnimation& was : told.glb.description.animations) {
        if (was.child >= 0) continue;
        bool isKnown = false;
        if (was.index < model.animations.size()) {
            const abc::Animation& is = model.animations[was.index];
            const std::string* name = gltf::textIn(gltf::elementOf(own, was.index), "name");
            std::set<double> there;
            for (std::uint32_t key = 0; key < is.keyCount; ++key) there.insert(model.keyframes[is.firstKey + key].time);
            isKnown =
                (name != nullptr && *name == told.text(is.name)) ||
                std::all_of(was.times.begin(), was.times.end(), [&](double time) { return there.contains(time); });
        }
        out.add(isKnown, 1);
    }
    return out;
}

}  // namespace

bool isOtherModel(const Told& told) {
    return piecesIn(told).isMostlyUnknown() || animationsIn(told).isMostlyUnknown();
}

}  // namespace merging
