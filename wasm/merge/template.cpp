#include "template.h"

#include <algorithm>
#include <cstring>

#include "abc/deform.h"
#include "abc/schema_v6.h"
#include "faces.h"
#include "keys.h"
#include "stored_level.h"

namespace merging {
namespace {

/// Larger texture coordinates are not in the glTF as they are.
constexpr double kMostTexcoord = 1024;
/// Steps of the length of a rotation that is kept: half of one is within the tolerance.
constexpr double kLengthStep = 1e-4;

struct Range {
    double least = 0;
    double most = 0;
};

class Template {
public:
    Template(const abc::Document& document, const abc::Model& model, const Exported& exported)
        : document_(document),
          exported_(exported),
          model_(model),
          isV6_(model_.family == abc::Family::V6),
          patches_(document),
          base_{model_, patches_, rig_},
          out_(patches_.bytes(0, core::Bytes(document.bytes).size()).begin(),
               patches_.bytes(0, core::Bytes(document.bytes).size()).end()) {}

    ByteList run() {
        if (isV6_) {
            const auto isMesh = [](const Exported::Level& level) { return level.piece == 0 && level.lod == 0; };
            if (std::any_of(exported_.levels.begin(), exported_.levels.end(), isMesh)) clearMesh();
        } else {
            clearLevels();
        }
        findDeformed();
        for (const Exported::Animation& each : exported_.animations) {
            if (each.animation < model_.animations.size()) clearAnimation(each.animation, each.keys);
        }
        return std::move(out_);
    }

private:
    void clear(std::size_t at, std::size_t size) {
        std::fill_n(out_.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{0});
    }
    void clearVector(std::size_t at) { clear(at, sizeof(abc::Vec3)); }

    /// The triangles of a level that no program drops.
    [[nodiscard]] std::vector<abc::Triangle> drawn(std::uint32_t piece, std::uint32_t lod) const {
        std::vector<abc::Triangle> triangles = abc::topology(model_, piece, lod);
        std::vector<std::uint32_t> corners;
        for (const abc::Triangle& each : triangles)
            corners.insert(corners.end(), each.corners.begin(), each.corners.end());
        const std::vector<bool> isDropped = droppedFaces(corners);
        std::vector<abc::Triangle> out;
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            if (!isDropped[i]) out.push_back(triangles[i]);
        }
        return out;
    }

    void clearTexcoord(std::size_t at, Range range) {
        const auto isThere = [&](std::size_t place) {
            const double value = patches_.f32(place);
            return value >= range.least && value <= range.most;
        };
        if (isThere(at) && isThere(at + sizeof(float))) clear(at, 2 * sizeof(float));
    }

    void clearLevels() {
        const abc::Pose pose = abc::pose(model_, {});
        std::vector<std::optional<Affine>> inverse;
        for (std::size_t node = 0; node < model_.nodes.size(); ++node) {
            Affine matrix{};
            std::copy_n(pose.nodes[node].m.begin(), matrix.size(), matrix.begin());
            inverse.push_back(abc::inverse(matrix));
        }
        for (const auto& [piece, lod] : exported_.levels) {
            const StoredLevel stored(base_, piece, lod);
            // A damaged one does not go back.
            if (!stored.isWhole()) continue;
            std::vector<abc::Vec3> positions(stored.vertices());
            std::vector<abc::Vec3> normals(stored.vertices());
            abc::deform(model_, pose, piece, lod, positions, normals);
            std::vector<bool> isUsed(stored.vertices());
            for (const abc::Triangle& triangle : drawn(piece, lod)) {
                for (std::size_t corner = 0; corner < triangle.corners.size(); ++corner) {
                    clearTexcoord(stored.cornerAt(triangle.face, corner), {-kMostTexcoord, kMostTexcoord});
                    isUsed[triangle.corners[corner]] = true;
                }
            }
            for (std::uint32_t vertex = 0; vertex < stored.vertices(); ++vertex) {
                const auto [x, y, z] = positions[vertex];
                // Normals stay: Blender changes them a little.
                if (isUsed[vertex] && follows(stored, vertex, {x, y, z}, inverse)) clearVertex(stored, vertex);
            }
        }
    }

    /// Whether all that is said of where a vertex is follows from its place: Location = Bias × (the place in the space
    /// of the node). One part that is kept tells whether the vertex has moved since, so all go or none.
    [[nodiscard]] bool follows(const StoredLevel& stored, std::uint32_t vertex, const WideVec3& place,
                               std::span<const std::optional<Affine>> inverse) const {
        if (!isNear(stored.locationAt(vertex), place)) return false;
        const std::span<const abc::Weight> weights = stored.weights(vertex);
        for (std::size_t w = 0; w < weights.size(); ++w) {
            const std::uint32_t node = weights[w].node;
            const double bias = weights[w].bias;
            const auto before = weights.first(w);
            const bool isTwice = std::any_of(before.begin(), before.end(),
                                             [node](const abc::Weight& other) { return other.node == node; });
            if (isTwice || node == abc::kNone || !inverse[node] || !(bias > 0)) return false;
            WideVec3 wanted = abc::applied(*inverse[node], place);
            for (double& value : wanted) value *= bias;
            if (!isNear(stored.weightAt(vertex, w) + stored.layout().weightLocation, wanted)) return false;
        }
        return true;
    }

    /// Whether a stored vector is so near that a merge computes it.
    [[nodiscard]] bool isNear(std::size_t at, const WideVec3& wanted) const {
        return apart(patches_.vector(at), wanted) <= kHole;
    }

    void clearVertex(const StoredLevel& stored, std::uint32_t vertex) {
        for (std::size_t w = 0; w < stored.weights(vertex).size(); ++w)
            clearVector(stored.weightAt(vertex, w) + stored.layout().weightLocation);
        clearVector(stored.locationAt(vertex));
    }

    void clearMesh() {
        namespace schema = abc::schema;
        const std::vector<std::uint32_t> vertices = patches_.startsOf("Geometry.VertexInfo");
        const std::vector<std::uint32_t> faces = patches_.startsOf("Geometry.FaceInfo");
        const abc::Lod* lod = model_.lod(0, 0);
        const auto isWhole = [](std::span<const std::uint32_t> starts, std::uint32_t count) {
            return starts.size() == std::size_t{count} + 1;
        };
        if (lod == nullptr || !isWhole(vertices, lod->vertexCount) || !isWhole(faces, lod->faceCount)) return;
        const std::size_t texcoord = document_.dialect.minimumSize(schema::Id::TexCoord);
        std::vector<bool> isCleared(lod->vertexCount);
        for (const abc::Triangle& triangle : drawn(0, 0)) {
            for (std::size_t corner = 0; corner < triangle.corners.size(); ++corner) {
                // The export clamps them, as the games draw them.
                clearTexcoord(faces[triangle.face] + texcoord * corner, {kLeastUv, kMostUv});
                isCleared[triangle.corners[corner]] = true;
            }
        }
        // What stands in for these must be told from where they were.
        for (const auto& pair : model_.v6.collapses) {
            for (const std::uint32_t vertex : pair) {
                if (vertex < isCleared.size()) isCleared[vertex] = false;
            }
        }
        for (std::uint32_t vertex = 0; vertex < lod->vertexCount; ++vertex) {
            const bool isRigid =
                model_.v6.vertexNode[vertex] != abc::kNone && model_.v6.vertexDeformation[vertex] == abc::kNone;
            if (isCleared[vertex] && isRigid && isFinite(patches_.vector(vertices[vertex])))
                clearVector(vertices[vertex]);
        }
    }

    /// The deformation vertices that triangles use.
    void findDeformed() {
        deformed_.resize(model_.nodes.size());
        if (!isV6_ || !exported_.hasDeformation) return;
        std::set<std::uint32_t> used;
        for (const abc::Triangle& triangle : drawn(0, 0)) used.insert(triangle.corners.begin(), triangle.corners.end());
        for (const std::uint32_t vertex : used) {
            const std::uint32_t node = model_.v6.vertexNode[vertex];
            const std::uint32_t place = model_.v6.vertexDeformation[vertex];
            if (node != abc::kNone && place != abc::kNone) deformed_[node].push_back(place);
        }
    }

    void clearAnimation(std::uint32_t animation, std::span<const std::uint32_t> exported) {
        const Track track(base_, animation);
        const std::uint32_t rest =
            exported_.restAnimation == abc::kNone ? model_.v6.restAnimation : exported_.restAnimation;
        const bool keepsFirst = isV6_ && animation == rest;
        std::vector<std::uint32_t> keys;
        std::copy_if(exported.begin(), exported.end(), std::back_inserter(keys),
                     [&](std::uint32_t key) { return key < track.times().size() && !(keepsFirst && key == 0); });
        for (std::uint32_t node = 0; node < model_.nodes.size(); ++node) {
            if (!track.start(node)) continue;
            clearKeys(track, node, keys);
            clearDeformation(track, node, keys);
        }
    }

    void clearKeys(const Track& track, std::uint32_t node, std::span<const std::uint32_t> keys) {
        std::optional<std::size_t> first;
        for (const std::uint32_t key : keys) {
            const std::size_t at = *track.key(node, key);
            const WideVec3 place = patches_.vector(at);
            const WideQuat rotation = patches_.quaternion(at + track.rotation());
            const double length = core::hypot(rotation);
            // Only these are in the glTF as they are, but for the length of the rotation.
            if (!isFinite(place) || !(std::abs(length - 1) <= kNearUnit)) continue;
            if (hasPlace(model_, node)) {
                clearVector(at);
            } else if (first && isNear(at, patches_.vector(*first))) {
                // Noise in the bytes of the first: repeated bytes compress to nothing.
                std::copy_n(out_.begin() + static_cast<std::ptrdiff_t>(*first), sizeof(abc::Vec3),
                            out_.begin() + static_cast<std::ptrdiff_t>(at));
            } else {
                first = at;
            }
            keepLength(at + track.rotation(), sideOf(rotation) * rounded(length / kLengthStep) * kLengthStep);
        }
    }

    /// Clears a rotation but for its length and side, which glTF has not, in its W.
    void keepLength(std::size_t at, double signedLength) {
        const std::array<float, 4> kept{0, 0, 0, abc::single(signedLength)};
        std::memcpy(&out_[at], kept.data(), sizeof kept);
    }

    void clearDeformation(const Track& track, std::uint32_t node, std::span<const std::uint32_t> keys) {
        if (deformed_[node].empty()) return;
        constexpr std::size_t kPacked = 3;
        const std::size_t frame = kPacked * model_.nodes[node].deformationCount;
        const std::size_t start = *track.key(node, track.times().size());
        if (start + frame * track.times().size() > track.end(node)) return;
        for (const std::uint32_t place : deformed_[node]) {
            for (const std::uint32_t key : keys) clear(start + frame * key + kPacked * place, kPacked);
        }
    }

    const abc::Document& document_;
    const Exported& exported_;
    const abc::Model& model_;
    bool isV6_;
    /// As the file is: nothing is written into it.
    Patches patches_;
    Rig rig_;
    Base base_;
    ByteList out_;
    /// v6, by node: indices in its list of deformation vertices.
    std::vector<std::vector<std::uint32_t>> deformed_;
};

}  // namespace

ByteList templateOf(const abc::Document& document, const abc::Model& model, const Exported& exported) {
    return Template(document, model, exported).run();
}

}  // namespace merging
