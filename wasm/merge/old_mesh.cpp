#include "old_mesh.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numbers>
#include <set>

#include "abc/deform.h"
#include "abc/schema_v6.h"
#include "faces.h"
#include "groups.h"
#include "import/numbers.h"
#include "nearest.h"

namespace merging {
namespace {

namespace schema = abc::schema;
using schema::Id;

const std::string kVertices = "Geometry.VertexInfo";
const std::string kFaces = "Geometry.FaceInfo";

/// Radians that 8 bits an axis and Blender's rounding take from a normal.
constexpr double kNormalWorn6 = (1.5 * std::numbers::pi) / 180;
/// A share that counts.
constexpr double kLeastShare = 1e-3;
/// Vertices name nodes in one byte.
constexpr std::uint32_t kMostNodes = 256;
/// Steps of an axis of a normal.
constexpr double kNormalSteps = 127;

struct OldLayout {
    explicit OldLayout(const abc::Dialect& dialect)
        : vertex(dialect.minimumSize(Id::Vertex6)),
          normal(core::offsetIn<schema::kVertex6, "VertexNormal">(dialect, Id::Vertex6)),
          node(core::offsetIn<schema::kVertex6, "TransformationIndex">(dialect, Id::Vertex6)),
          replacements(core::offsetIn<schema::kVertex6, "Replacements">(dialect, Id::Vertex6)),
          face(dialect.minimumSize(Id::Triangle6)),
          texcoord(dialect.minimumSize(Id::TexCoord)),
          indices(core::offsetIn<schema::kTriangle6, "VertexIndex">(dialect, Id::Triangle6)),
          faceNormal(core::offsetIn<schema::kTriangle6, "FaceNormal">(dialect, Id::Triangle6)) {}

    std::size_t vertex, normal, node, replacements;
    std::size_t face, texcoord, indices, faceNormal;
};

Shares strongestFirst(Shares shares) {
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return shares;
}

/// An axis of a normal in 8 bits.
std::uint8_t normalIn8Bits(double value) {
    const double steps = rounded(kNormalSteps * value);
    return static_cast<std::uint8_t>(std::isnan(steps) ? 0 : static_cast<std::int32_t>(steps));
}

/// As the export has texture coordinates.
double clampedUv(double value) {
    return std::isnan(value) ? value : std::min(kMostUv, std::max(kLeastUv, value));
}

template <class T>
void put(ByteList& bytes, std::size_t at, T value) {
    std::memcpy(&bytes[at], &value, sizeof value);
}

class OldMesh {
public:
    OldMesh(const Base& base, const Soup& soup)
        : base_(base),
          soup_(soup),
          layout_(base.patches.document().dialect),
          vertexStarts_(base.patches.startsOf(kVertices)),
          faceStarts_(base.patches.startsOf(kFaces)) {
        const core::Walk walk = base.patches.document().walk();
        const auto normal = walk.resolve("Geometry.NormalVerts");
        normalVertices_ =
            normal ? base.patches.at<std::uint32_t>(normal->start) : static_cast<std::uint32_t>(vertices());
        for (const abc::Triangle& triangle : abc::topology(base.model, 0, 0)) {
            corners_.insert(corners_.end(), triangle.corners.begin(), triangle.corners.end());
            faces_.push_back(triangle.face);
        }
    }

    /// Whether all is there that the model has of it.
    [[nodiscard]] bool isWhole() const {
        const abc::Lod* lod = base_.model.lod(0, 0);
        // A file without a place for triangles can take none.
        if (lod == nullptr)
            return vertices() == 0 && faces() == 0 && base_.patches.document().walk().resolve(kFaces).has_value();
        return vertices() == lod->vertexCount && faces() == lod->faceCount;
    }

    MergedOldMesh run(std::span<const Soup> more) {
        const Groups groups = groupsOf(soup_, corners_, [this](std::uint32_t vertex) { return placeOf(vertex); });
        std::vector<WideVec3> before;
        for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex)
            before.push_back(base_.patches.vector(vertexStarts_[vertex]));
        isMoved_.resize(vertices());
        isElsewhere_.resize(vertices());
        for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex) holders_.push_back(nodeOf(vertex));
        for (const auto& [vertex, members] : groups.members) {
            out_.members.emplace_back(vertex, members.front());
            mergeVertex(vertex, members);
        }
        moveStandIns(before);
        const std::vector<std::uint32_t> added = mergeFaces(groups);
        out_.added = added.size();
        for (const Soup& each : more) out_.added += each.triangles();
        if (out_.removed == 0 && added.empty() && more.empty()) return std::move(out_);
        out_.anew.emplace().first = normalVertices_;
        for (const std::uint32_t face : kept_) {
            const auto bytes = base_.patches.bytes(faceStarts_[face], faceStarts_[face + 1]);
            out_.anew->faces.insert(out_.anew->faces.end(), bytes.begin(), bytes.end());
        }
        add(soup_, groups, added);
        for (const Soup& each : more) {
            std::vector<std::uint32_t> all;
            for (std::uint32_t triangle = 0; triangle < each.triangles(); ++triangle) all.push_back(triangle);
            add(each, groupsOf(each), all);
        }
        if (vertices() + out_.anew->vertices.size() > kMostVertices) {
            out_.refusal = "The mesh would have more than " + std::to_string(kMostVertices) +
                           " vertices, the most that triangles can refer to.";
        }
        if (!out_.anew->vertices.empty() && normalVertices_ > vertices())
            out_.refusal = "NormalVerts is greater than the number of vertices in the file: none can be added.";
        base_.patches.release(kFaces);
        return std::move(out_);
    }

private:
    [[nodiscard]] std::size_t vertices() const { return vertexStarts_.empty() ? 0 : vertexStarts_.size() - 1; }
    [[nodiscard]] std::size_t faces() const { return faceStarts_.empty() ? 0 : faceStarts_.size() - 1; }
    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t vertex) const { return base_.model.v6.vertexNode[vertex]; }
    [[nodiscard]] bool isDeformed(std::uint32_t vertex) const {
        return base_.model.v6.vertexDeformation[vertex] != abc::kNone;
    }

    /// Where a vertex is at rest; nothing when the file does not say.
    [[nodiscard]] std::optional<WideVec3> placeOf(std::uint32_t vertex) const {
        const std::size_t at = vertexStarts_[vertex];
        const std::uint32_t node = nodeOf(vertex);
        if (node == abc::kNone || isDeformed(vertex) || (base_.isTemplate && base_.patches.areZero(at, 3)))
            return std::nullopt;
        return abc::applied(base_.rig.binds[node], base_.patches.vector(at));
    }

    void mergeVertex(std::uint32_t vertex, std::span<const std::uint32_t> members) {
        const std::size_t at = vertexStarts_[vertex];
        const std::uint32_t index = members.front();
        const Shares shares = strongestFirst(soup_.influences(index));
        if (shares.size() > 1 && shares[1].second > kLeastShare) ++out_.several;
        std::uint32_t holder = nodeOf(vertex);
        if (!shares.empty() && shares[0].first != holder && !isDeformed(vertex)) {
            const std::uint32_t number = base_.model.nodes[shares[0].first].index;
            if (number < kMostNodes) {
                holder = shares[0].first;
                base_.patches.put(at + layout_.node, static_cast<std::uint8_t>(number));
                base_.patches.touch(kVertices, vertex);
                isElsewhere_[vertex] = true;
                ++out_.nodes;
            }
        }
        holders_[vertex] = holder;
        if (holder == abc::kNone) return;
        if (!isDeformed(vertex)) {
            const WideVec3 place = soup_.position(index);
            const WideVec3 local = abc::applied(base_.rig.inverseNow[holder], place);
            const WideVec3 stored = base_.patches.vector(at);
            const bool isHole = base_.isTemplate && stored == WideVec3{};
            const double near = isHole ? kHole : nearPlace(core::hypot(place));
            if (isFinite(stored) && apart(local, stored) > near) {
                base_.patches.write(kVertices, vertex, at, local);
                if (!isHole) {
                    isMoved_[vertex] = true;
                    isElsewhere_[vertex] = true;
                    ++out_.moved;
                }
            }
        }
        mergeNormal(vertex, members, holder);
    }

    void mergeNormal(std::uint32_t vertex, std::span<const std::uint32_t> members, std::uint32_t holder) {
        if (!soup_.hasNormals()) return;
        const std::size_t at = vertexStarts_[vertex] + layout_.normal;
        WideVec3 sum = soup_.sumOfNormals(members);
        const double length = core::hypot(sum);
        WideVec3 stored{};
        for (std::size_t i = 0; i < 3; ++i) stored[i] = base_.patches.at<std::int8_t>(at + i);
        const double size = core::hypot(stored);
        if (!(length > importing::kLeastLength) || size == 0) return;
        for (double& value : sum) value /= length;
        const WideVec3 unit = toNode(holder, sum);
        double cosine = 0;
        for (std::size_t i = 0; i < 3; ++i) cosine += (stored[i] / size) * unit[i];
        if (cosine >= std::cos(kNormalWorn6)) return;
        for (std::size_t i = 0; i < 3; ++i) base_.patches.put(at + i, normalIn8Bits(unit[i]));
        base_.patches.touch(kVertices, vertex);
        if (holder == nodeOf(vertex)) ++out_.normals;
    }

    /// A direction of the model in the space of a node.
    [[nodiscard]] WideVec3 toNode(std::uint32_t node, const WideVec3& direction) const {
        return abc::rotated(abc::conjugate(abc::rotationOf(base_.rig.bindsNow[node])), direction);
    }

    /// What stands in for collapsed edges follows them: it is in the middle of the two vertices.
    void moveStandIns(const std::vector<WideVec3>& before) {
        if (out_.moved == 0) return;
        for (std::uint32_t vertex = normalVertices_; vertex < before.size(); ++vertex) {
            const std::size_t at = vertexStarts_[vertex];
            const std::size_t a = base_.patches.at<std::uint16_t>(at + layout_.replacements);
            const std::size_t b = base_.patches.at<std::uint16_t>(at + layout_.replacements + sizeof(std::uint16_t));
            if (a >= vertex || b >= vertex || !(isMoved_[a] || isMoved_[b])) continue;
            // In a file in which it was elsewhere, it keeps its distance from there.
            const WideVec3 one = base_.patches.vector(vertexStarts_[a]);
            const WideVec3 other = base_.patches.vector(vertexStarts_[b]);
            WideVec3 place = before[vertex];
            for (std::size_t i = 0; i < 3; ++i) place[i] += (one[i] + other[i] - before[a][i] - before[b][i]) / 2;
            base_.patches.write(kVertices, vertex, at, place);
            isMoved_[vertex] = true;
        }
    }

    /// @returns triangles that no face is
    std::vector<std::uint32_t> mergeFaces(const Groups& groups) {
        std::vector<std::int32_t> triangles;
        for (const std::uint32_t index : soup_.corners()) triangles.push_back(groups.vertexOf[index]);
        Matched matched = matchFaces(corners_, triangles);
        std::erase_if(matched.added, [this](std::uint32_t triangle) { return soup_.isFlat(triangle); });
        const std::vector<bool> isDropped = droppedFaces(corners_);
        const bool isAnyThere = std::any_of(matched.faces.begin(), matched.faces.end(),
                                            [](const auto& match) { return match.has_value(); });
        std::vector<bool> isRemoved(faces());
        std::vector<std::int32_t> sources(faces(), -1);
        for (std::size_t i = 0; i < faces_.size(); ++i) {
            const auto& match = matched.faces[i];
            if (!match) {
                // What draws nothing of its own may be dropped by any program, and stays.
                if (!(isAnyThere && isDropped[i])) isRemoved[faces_[i]] = true;
                continue;
            }
            if (match->turn == 0 && !match->isTurnedOver) sources[faces_[i]] = soup_.index(match->triangle);
            mergeFace(faces_[i], *match);
            const std::span<const std::uint32_t> named = std::span(corners_).subspan(3 * i, 3);
            if (std::any_of(named.begin(), named.end(), [this](auto vertex) { return isElsewhere_[vertex]; }))
                mergeFaceNormal(faces_[i], *match, holders_[named.front()]);
        }
        for (std::uint32_t face = 0; face < faces(); ++face) {
            if (isRemoved[face]) {
                ++out_.removed;
                continue;
            }
            kept_.push_back(face);
            out_.triangles.push_back(sources[face]);
        }
        for (const std::uint32_t triangle : matched.added) out_.triangles.push_back(soup_.index(triangle));
        return matched.added;
    }

    void mergeFace(std::uint32_t face, const FaceMatch& match) {
        const std::size_t start = faceStarts_[face];
        bool differs = false;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t index = soup_.corner(match.triangle, match.cornerOf(corner));
            const std::array<double, 2> uv{soup_.u(index), soup_.v(index)};
            const std::size_t at = start + layout_.texcoord * corner;
            if (isSameTexcoord(clampedUv(base_.patches.f32(at)), uv[0]) &&
                isSameTexcoord(clampedUv(base_.patches.f32(at + sizeof(float))), uv[1]))
                continue;
            if (!(base_.isTemplate && base_.patches.areZero(at, 2))) differs = true;
            base_.patches.write(kFaces, face, at, uv);
        }
        if (match.isTurnedOver) {
            turnOver(face);
            differs = true;
        }
        if (differs) ++out_.texcoords;
    }

    /// Of a face that was turned over already.
    void mergeFaceNormal(std::uint32_t face, const FaceMatch& match, std::uint32_t holder) {
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t corner = 0; corner < 3; ++corner)
            corners[corner] = soup_.corner(match.triangle, match.cornerOf(corner));
        if (match.isTurnedOver) std::swap(corners[1], corners[2]);
        const auto normal = faceNormal(soup_, corners, holder);
        if (!normal) return;
        for (std::size_t i = 0; i < normal->size(); ++i)
            base_.patches.put(faceStarts_[face] + layout_.faceNormal + i, (*normal)[i]);
        base_.patches.touch(kFaces, face);
    }

    /// In the space of the node of the first corner; nothing where there is no node or no area. In a mirrored file the
    /// corners run the other way round, and the normal points outward too (abc.md §2.8).
    [[nodiscard]] std::optional<std::array<std::uint8_t, 3>> faceNormal(const Soup& soup,
                                                                        std::span<const std::uint32_t, 3> corners,
                                                                        std::uint32_t holder) const {
        if (holder == abc::kNone) return std::nullopt;
        const WideVec3 at = soup.position(corners[0]);
        WideVec3 a = soup.position(corners[1]);
        WideVec3 b = soup.position(corners[2]);
        for (std::size_t i = 0; i < 3; ++i) {
            a[i] -= at[i];
            b[i] -= at[i];
        }
        const WideVec3 across{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        const double length = core::hypot(across);
        if (!(length > 0 && std::isfinite(length))) return std::nullopt;
        const WideVec3 local = toNode(holder, across);
        std::array<std::uint8_t, 3> out{};
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = normalIn8Bits((base_.model.mirrorZ() ? 1 : -1) * local[i] / length);
        return out;
    }

    void turnOver(std::uint32_t face) {
        const std::size_t start = faceStarts_[face];
        // The second and the third corner.
        base_.patches.swap(start + layout_.texcoord, start + 2 * layout_.texcoord, layout_.texcoord);
        const std::size_t index = start + layout_.indices + sizeof(std::uint16_t);
        base_.patches.swap(index, index + sizeof(std::uint16_t), sizeof(std::uint16_t));
        for (std::size_t at = start + layout_.faceNormal; at < start + layout_.face; ++at) {
            const int value = std::max(-127, -int{base_.patches.at<std::int8_t>(at)});
            base_.patches.put(at, static_cast<std::uint8_t>(value));
        }
        base_.patches.touch(kFaces, face);
    }

    /// New triangles; their new vertices go behind those of the full mesh.
    void add(const Soup& from, const Groups& groups, std::span<const std::uint32_t> triangles) {
        std::map<std::int32_t, HeldVertex> made;
        for (const std::uint32_t triangle : triangles) {
            ByteList bytes(layout_.face);
            std::array<std::uint32_t, 3> corners{};
            std::uint32_t holder = abc::kNone;
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t index = corners[corner] = from.corner(triangle, corner);
                put(bytes, layout_.texcoord * corner, from.u(index));
                put(bytes, layout_.texcoord * corner + sizeof(float), from.v(index));
                const auto known = static_cast<std::uint32_t>(groups.vertexOf[index]);
                HeldVertex vertex{known, groups.vertexOf[index] < 0 ? abc::kNone : holders_[known]};
                if (groups.vertexOf[index] < 0) {
                    const auto [place, isNew] = made.try_emplace(groups.fresh[index]);
                    if (isNew) place->second = newVertex(from, index);
                    vertex = place->second;
                }
                put(bytes, layout_.indices + sizeof(std::uint16_t) * corner, static_cast<std::uint16_t>(vertex.index));
                if (corner == 0) holder = vertex.holder;
            }
            const auto normal = faceNormal(from, corners, holder).value_or(std::array<std::uint8_t, 3>{});
            for (std::size_t i = 0; i < normal.size(); ++i) put(bytes, layout_.faceNormal + i, normal[i]);
            out_.anew->faces.insert(out_.anew->faces.end(), bytes.begin(), bytes.end());
        }
    }

    /// A vertex as it will be: where it stands, and its node.
    struct HeldVertex {
        std::uint32_t index = 0;
        std::uint32_t holder = abc::kNone;
    };

    HeldVertex newVertex(const Soup& from, std::uint32_t index) {
        const std::uint32_t holder = strongestFirst(moved(from.influences(index), out_.weightless)).front().first;
        ByteList bytes(layout_.vertex);
        const WideVec3 place = abc::applied(base_.rig.inverseNow[holder], from.position(index));
        const WideVec3 normal = toNode(holder, from.normalOrUp(index));
        for (std::size_t i = 0; i < 3; ++i) {
            put(bytes, sizeof(float) * i, abc::single(place[i]));
            put(bytes, layout_.normal + i, normalIn8Bits(std::min(1.0, std::max(-1.0, normal[i]))));
        }
        put(bytes, layout_.node, static_cast<std::uint8_t>(base_.model.nodes[holder].index));
        out_.anew->vertices.push_back(std::move(bytes));
        return {static_cast<std::uint32_t>(normalVertices_ + out_.anew->vertices.size() - 1), holder};
    }

    const Base& base_;
    const Soup& soup_;
    OldLayout layout_;
    std::vector<std::uint32_t> vertexStarts_, faceStarts_;
    std::uint32_t normalVertices_ = 0;
    std::vector<std::uint32_t> corners_;
    /// By triangle that is drawn: its face.
    std::vector<std::uint32_t> faces_;
    std::vector<bool> isMoved_;
    /// Moved, or on another node: the normals of its triangles are others.
    std::vector<bool> isElsewhere_;
    /// By vertex: its node, as it will be.
    std::vector<std::uint32_t> holders_;
    std::vector<std::uint32_t> kept_;
    MergedOldMesh out_;
};

}  // namespace

MergedOldMesh mergeOldMesh(const Base& base, const Soup& soup, std::span<const Soup> more) {
    OldMesh mesh(base, soup);
    if (mesh.isWhole() && base.rig.nodes() > 0) return mesh.run(more);
    MergedOldMesh out;
    out.refusal = "The mesh of the file could not be read.";
    return out;
}

double likenessOf(const Base& base, const Soup& soup) {
    std::vector<WideVec3> given;
    for (const std::uint32_t vertex : soup.used()) given.push_back(soup.position(vertex));
    const std::uint32_t count = base.model.vertexCount(0, 0);
    std::vector<abc::Vec3> places(count);
    std::vector<abc::Vec3> normals(count);
    const abc::Layer still;
    const abc::Pose rest = abc::pose(base.model, std::span(&still, 1), {{}, base.rig.interpretation});
    if (count > 0) abc::deform(base.model, rest, 0, 0, places, normals);
    std::set<std::uint32_t> vertices;
    for (const auto& [corners, face] : abc::topology(base.model, 0, 0)) vertices.insert(corners.begin(), corners.end());
    if (vertices.empty()) return 1;
    if (given.empty()) return 0;
    const Nearest nearest(given);
    const auto isThere = [&](std::uint32_t vertex) {
        const auto [x, y, z] = places[vertex];
        const WideVec3 place{x, y, z};
        return apart(given[nearest(place)], place) <= nearPlace(core::hypot(place));
    };
    const auto there = std::count_if(vertices.begin(), vertices.end(), isThere);
    return static_cast<double>(there) / static_cast<double>(vertices.size());
}

}  // namespace merging
