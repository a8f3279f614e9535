#include "mesh.h"

#include <algorithm>
#include <map>

namespace compiling {
namespace {

using ltb::schema::MeshType;

/// The bones of a triangle in order, kNone after the last one.
using BoneKey = std::array<std::uint32_t, kMostBones>;

class MeshMaker {
public:
    MeshMaker(const abc::Model& model, const Level& level, bool isAnimated, Pruned& pruned)
        : model_(model), level_(level), lod_(model.lods[level.lod]), isAnimated_(isAnimated), pruned_(pruned) {}

    Mesh run() {
        faces();
        // Without triangles nothing is drawn.
        if (out_.corners.empty()) return {};
        if (!isAnimated_) {
            bones_ = bonesOf(level_, lod_.vertexCount, pruned_);
            limitFaces(out_.corners, bones_);
            measure(level_, bones_, pruned_);
        }
        vertices();
        if (isAnimated_) {
            out_.type = MeshType::VertexAnimated;
            return std::move(out_);
        }
        count();
        const std::uint32_t bone = bones_[0].weights[0].node;
        const bool isRigid = std::all_of(bones_.begin(), bones_.end(), [&](const Bones& one) {
            return std::all_of(one.all().begin(), one.all().end(), [&](const Weight& w) { return w.node == bone; });
        });
        if (isRigid) {
            out_.type = MeshType::Rigid;
            out_.bone = bone;
        } else {
            out_.type = MeshType::Skeletal;
            sets();
        }
        return std::move(out_);
    }

private:
    void faces() {
        for (std::uint32_t f = 0; f < lod_.faceCount; ++f) {
            const abc::Corners& corners = model_.faces[lod_.firstFace + f];
            if (corners[0] == kNone) {
                ++pruned_.faces;
                continue;
            }
            for (std::uint32_t c = 0; c < kCorners; ++c) {
                out_.corners.push_back(corners[c]);
                uvs_.push_back(model_.texCoord(lod_, f, c));
            }
        }
    }

    /// A vertex keeps its last coordinates; each corner with others gets a vertex of its own.
    void vertices() {
        out_.vertices.resize(lod_.vertexCount);
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) out_.vertices[v].vertex = v;
        out_.ownCount = lod_.vertexCount;
        for (std::size_t i = 0; i < out_.corners.size(); ++i) out_.vertices[out_.corners[i]].uv = uvs_[i];
        for (std::size_t i = 0; i < out_.corners.size(); ++i) {
            const std::uint32_t source = out_.corners[i];
            const abc::TexCoord& uv = out_.vertices[source].uv;
            if (uv.u == uvs_[i].u && uv.v == uvs_[i].v) continue;
            const auto copy = static_cast<std::uint32_t>(out_.vertices.size());
            out_.copies.insert(out_.copies.end(), {source, copy});
            out_.corners[i] = copy;
            out_.vertices.push_back({source, uvs_[i], {}});
        }
    }

    [[nodiscard]] const Bones& bonesAt(std::uint32_t vertex) const { return bones_[out_.vertices[vertex].vertex]; }

    /// The bones of a triangle.
    [[nodiscard]] BoneKey keyOf(std::size_t face) const {
        BoneKey out;
        out.fill(kNone);
        std::size_t count = 0;
        for (std::size_t c = 0; c < kCorners; ++c) {
            for (const Weight& weight : bonesAt(out_.corners[kCorners * face + c]).all()) {
                if (std::find(out.begin(), out.begin() + count, weight.node) != out.begin() + count) continue;
                out[count++] = weight.node;
            }
        }
        // kNone is above every node.
        std::sort(out.begin(), out.end());
        return out;
    }

    void count() {
        for (const Bones& bones : bones_) out_.bonesPerVertex = std::max(out_.bonesPerVertex, bones.count);
        for (std::size_t f = 0; f < out_.corners.size() / kCorners; ++f) {
            const BoneKey key = keyOf(f);
            const auto bones = static_cast<std::uint32_t>(std::find(key.begin(), key.end(), kNone) - key.begin());
            out_.bonesPerFace = std::max(out_.bonesPerFace, bones);
        }
    }

    /// The first triangle that is left has the bones of a set, which all later ones join that have no others. So all
    /// triangles of the same bones are in one set.
    void sets() {
        const std::size_t faces = out_.corners.size() / kCorners;
        std::map<BoneKey, std::uint32_t> setOf;
        std::vector<BoneKey> keys(faces);
        for (std::size_t f = 0; f < faces; ++f) {
            keys[f] = keyOf(f);
            setOf.emplace(keys[f], kNone);
        }
        std::vector<BoneKey> bones;
        for (const BoneKey& key : keys) {
            if (setOf[key] != kNone) continue;
            const auto set = static_cast<std::uint32_t>(bones.size());
            bones.push_back(key);
            const auto count = static_cast<std::size_t>(std::find(key.begin(), key.end(), kNone) - key.begin());
            for (std::uint32_t chosen = 1; chosen < 1U << count; ++chosen) {
                BoneKey part;
                part.fill(kNone);
                std::size_t length = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    if ((chosen >> i & 1U) != 0) part[length++] = key[i];
                }
                const auto found = setOf.find(part);
                if (found != setOf.end() && found->second == kNone) found->second = set;
            }
        }
        std::vector<std::vector<std::uint32_t>> members(bones.size());
        for (std::size_t f = 0; f < faces; ++f) members[setOf[keys[f]]].push_back(static_cast<std::uint32_t>(f));
        place(bones, members);
    }

    /// Puts the triangles of each set one after the other, and its vertices in their order; a vertex of several sets
    /// is there once for each.
    void place(const std::vector<BoneKey>& bones, const std::vector<std::vector<std::uint32_t>>& members) {
        std::vector<MeshVertex> vertices;
        std::vector<std::uint32_t> corners;
        std::vector<std::uint32_t> placeOf(out_.vertices.size());
        for (std::size_t s = 0; s < bones.size(); ++s) {
            BoneSet set;
            set.firstVertex = static_cast<std::uint32_t>(vertices.size());
            set.bones.assign(bones[s].begin(), std::find(bones[s].begin(), bones[s].end(), kNone));
            std::vector<std::uint32_t> own;
            for (const std::uint32_t face : members[s]) {
                own.insert(own.end(), &out_.corners[kCorners * face], &out_.corners[kCorners * face] + kCorners);
            }
            std::vector<std::uint32_t> distinct = own;
            std::sort(distinct.begin(), distinct.end());
            distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
            for (const std::uint32_t vertex : distinct) {
                placeOf[vertex] = static_cast<std::uint32_t>(vertices.size());
                MeshVertex placed = out_.vertices[vertex];
                for (std::size_t b = 0; b < placed.blends.size() && b < set.bones.size(); ++b) {
                    placed.blends[b] = bonesAt(vertex).shareOf(set.bones[b]);
                }
                vertices.push_back(placed);
            }
            for (const std::uint32_t vertex : own) corners.push_back(placeOf[vertex]);
            set.vertexCount = static_cast<std::uint32_t>(vertices.size()) - set.firstVertex;
            set.indexEnd = static_cast<std::uint32_t>(corners.size());
            out_.sets.push_back(std::move(set));
        }
        out_.vertices = std::move(vertices);
        out_.corners = std::move(corners);
    }

    const abc::Model& model_;
    const Level& level_;
    const abc::Lod& lod_;
    bool isAnimated_;
    Pruned& pruned_;
    Mesh out_;
    /// Of each corner.
    std::vector<abc::TexCoord> uvs_;
    /// Of each vertex of the text.
    std::vector<Bones> bones_;
};

}  // namespace

Mesh meshOf(const abc::Model& model, const Level& level, bool isAnimated, Pruned& pruned) {
    return MeshMaker(model, level, isAnimated, pruned).run();
}

std::vector<std::uint8_t> usedNodes(const std::vector<Node>& nodes, const Level& level) {
    std::vector<bool> moves(nodes.size());
    for (const Weight& weight : level.weights) moves[weight.node] = true;
    std::vector<bool> hasChild(nodes.size());
    for (std::size_t n = 1; n < nodes.size(); ++n) {
        if (moves[n]) hasChild[nodes[n].parent] = true;
    }
    std::vector<std::uint8_t> out;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (moves[n] && !hasChild[n]) out.push_back(static_cast<std::uint8_t>(n));
    }
    return out;
}

}  // namespace compiling
