#include "level.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <numeric>

#include "abc/deform.h"
#include "core/words.h"
#include "export/bound.h"
#include "faces.h"
#include "groups.h"
#include "import/numbers.h"
#include "nearest.h"
#include "stored_level.h"

namespace merging {
namespace {

/// Radians that Blender's rounding takes from a normal.
constexpr double kNormalWorn = std::numbers::pi / 180;
/// Vertices of a new piece: they are named in 16 bits.
constexpr std::size_t kMostOfPiece = 65'535;
/// Shares of nodes that are the same.
constexpr double kSameShare = 1e-4;

class LevelMerger {
public:
    LevelMerger(const Base& base, const StoredLevel& stored, std::uint32_t piece, std::uint32_t lod, const Soup& soup,
                exporting::Bound bound)
        : base_(base),
          stored_(stored),
          soup_(soup),
          bound_(std::move(bound)),
          writer_(stored.layout(), base.rig),
          isFirst_(lod == 0),
          hasNext_(base.model.vertexCount(piece, lod + 1) > 0) {
        for (const abc::Triangle& triangle : abc::topology(base.model, piece, lod)) {
            corners_.insert(corners_.end(), triangle.corners.begin(), triangle.corners.end());
            faces_.push_back(triangle.face);
        }
        groups_ = groupsOf(soup, corners_, [this](std::uint32_t vertex) {
            return isHole(vertex) ? std::optional<WideVec3>{} : boundPlace(vertex);
        });
    }

    MergedLevel run() {
        std::vector<std::int32_t> triangles;
        for (const std::uint32_t index : soup_.corners()) triangles.push_back(groups_.vertexOf[index]);
        Matched matched = matchFaces(corners_, triangles);
        std::erase_if(matched.added, [this](std::uint32_t triangle) { return soup_.isFlat(triangle); });
        const std::vector<bool> isRemoved = removed(matched);
        for (const auto& [vertex, members] : groups_.members) mergeVertex(vertex, members);
        std::vector<std::int32_t> sources(stored_.faces(), -1);
        for (std::size_t i = 0; i < faces_.size(); ++i) {
            const auto& match = matched.faces[i];
            if (!match) continue;
            mergeFace(faces_[i], *match);
            if (match->turn == 0 && !match->isTurnedOver) sources[faces_[i]] = soup_.index(match->triangle);
        }
        std::vector<std::uint32_t> kept;
        for (std::uint32_t face = 0; face < stored_.faces(); ++face) {
            if (isRemoved[face]) continue;
            kept.push_back(face);
            out_.triangles.push_back(sources[face]);
        }
        for (const std::uint32_t triangle : matched.added) out_.triangles.push_back(soup_.index(triangle));
        out_.removed = stored_.faces() - kept.size();
        out_.added = matched.added.size();
        if (out_.removed + out_.added + rewritten_.size() > 0) writeAnew(kept, isRemoved, matched.added);
        return std::move(out_);
    }

private:
    [[nodiscard]] WideVec3 boundPlace(std::uint32_t vertex) const {
        const float* at = &bound_.positions[3 * std::size_t{vertex}];
        return {at[0], at[1], at[2]};
    }

    /// Faces of the file that are gone. What draws nothing of its own may be dropped by any program, and stays.
    [[nodiscard]] std::vector<bool> removed(const Matched& matched) const {
        std::vector<bool> out(stored_.faces());
        const auto isThere = [](const auto& match) { return match.has_value(); };
        if (std::all_of(matched.faces.begin(), matched.faces.end(), isThere)) return out;
        const std::vector<bool> isDropped = droppedFaces(corners_);
        const bool isAnyThere = std::any_of(matched.faces.begin(), matched.faces.end(), isThere);
        for (std::size_t i = 0; i < faces_.size(); ++i) {
            if (!matched.faces[i] && !(isAnyThere && isDropped[i])) out[faces_[i]] = true;
        }
        return out;
    }

    [[nodiscard]] bool isHole(std::uint32_t vertex) const {
        if (!base_.isTemplate || vertex >= stored_.vertices()) return false;
        for (std::size_t w = 0; w < stored_.weights(vertex).size(); ++w) {
            if (!base_.patches.areZero(stored_.weightAt(vertex, w) + stored_.layout().weightLocation, 3)) return false;
        }
        return base_.patches.areZero(stored_.locationAt(vertex), 3);
    }

    void mergeVertex(std::uint32_t vertex, std::span<const std::uint32_t> members) {
        const WideVec3 place = soup_.position(members.front());
        const WideVec3 before = boundPlace(vertex);
        const bool hole = isHole(vertex);
        const bool isMoved = !hole && !(apart(place, before) <= nearPlace(core::hypot(place)));
        const std::span<const abc::Weight> weights = stored_.weights(vertex);
        const std::optional<WideVec3> normal = mergeNormal(vertex, members);
        const Shares given = soup_.influences(members.front());
        if (isMoved) ++out_.moved;
        if (!hasShares(vertex, given)) {
            ++out_.weighted;
            rewrite(vertex, given, place, normal.value_or(base_.patches.vector(stored_.normalAt(vertex))));
            return;
        }
        const bool isRebound = std::any_of(weights.begin(), weights.end(), [this](const abc::Weight& weight) {
            return weight.node != abc::kNone && base_.rig.isMoved[weight.node];
        });
        if (hole) {
            fill(vertex, place);
        } else {
            if (isMoved || isRebound) moveWeights(vertex, place, before);
            if (isMoved) {
                WideVec3 location = base_.patches.vector(stored_.locationAt(vertex));
                for (std::size_t i = 0; i < 3; ++i) location[i] = location[i] + place[i] - before[i];
                write(vertex, stored_.locationAt(vertex), location);
            }
        }
        if (normal) write(vertex, stored_.normalAt(vertex), *normal);
    }

    void write(std::uint32_t vertex, std::size_t at, const WideVec3& value) {
        base_.patches.write(stored_.vertexList(), vertex, at, value);
    }

    /// Other weights: those that the file has first, in its order.
    void rewrite(std::uint32_t vertex, const Shares& given, const WideVec3& place, const WideVec3& normal) {
        NewVertex made{head(vertex), place, normal};
        std::vector<std::uint32_t> nodes;
        double sum = 0;
        for (const abc::Weight& weight : stored_.weights(vertex)) {
            nodes.push_back(weight.node);
            sum += weight.bias;
        }
        made.shares = inOrder(moved(given, out_.weightless), nodes);
        made.sum = sum > 0 ? sum : 1;
        rewritten_.emplace(vertex, writer_.bytesOf(made));
    }

    void fill(std::uint32_t vertex, const WideVec3& place) {
        const auto isSeen = [](const WideVec3& value) {
            return std::any_of(value.begin(), value.end(), [](double number) { return std::abs(number) > kHole; });
        };
        const std::span<const abc::Weight> weights = stored_.weights(vertex);
        for (std::size_t w = 0; w < weights.size(); ++w) {
            if (weights[w].node == abc::kNone) continue;
            WideVec3 wanted = abc::applied(base_.rig.inverseNow[weights[w].node], place);
            for (double& value : wanted) value *= double{weights[w].bias};
            if (isSeen(wanted)) write(vertex, stored_.weightAt(vertex, w) + stored_.layout().weightLocation, wanted);
        }
        if (isSeen(place)) write(vertex, stored_.locationAt(vertex), place);
    }

    void moveWeights(std::uint32_t vertex, const WideVec3& place, const WideVec3& before) {
        const std::span<const abc::Weight> weights = stored_.weights(vertex);
        for (std::size_t w = 0; w < weights.size(); ++w) {
            if (weights[w].node == abc::kNone) continue;
            const double bias = weights[w].bias;
            const WideVec3 now = abc::applied(base_.rig.inverseNow[weights[w].node], place);
            const WideVec3 then = abc::applied(base_.rig.inverseBinds[weights[w].node], before);
            const std::size_t at = stored_.weightAt(vertex, w) + stored_.layout().weightLocation;
            WideVec3 location = base_.patches.vector(at);
            for (std::size_t i = 0; i < 3; ++i) location[i] = location[i] + bias * now[i] - bias * then[i];
            write(vertex, at, location);
        }
    }

    /// The normal of a vertex when it is another one; those of its corners are one in the file.
    [[nodiscard]] std::optional<WideVec3> mergeNormal(std::uint32_t vertex, std::span<const std::uint32_t> members) {
        if (!soup_.hasNormals()) return std::nullopt;
        WideVec3 unit = soup_.sumOfNormals(members);
        const double length = core::hypot(unit);
        if (!(length > importing::kLeastLength)) return std::nullopt;
        for (double& value : unit) value /= length;
        const WideVec3 stored = base_.patches.vector(stored_.normalAt(vertex));
        const double size = core::hypot(stored);
        // The export makes one where the file has none.
        if (!(size > importing::kLeastLength && std::isfinite(size)))
            return size == 0 && base_.fillsNormals ? std::optional(unit) : std::nullopt;
        double cosine = 0;
        for (std::size_t i = 0; i < 3; ++i) cosine += (stored[i] / size) * unit[i];
        if (cosine >= std::cos(kNormalWorn)) return std::nullopt;
        ++out_.normals;
        return unit;
    }

    [[nodiscard]] bool hasShares(std::uint32_t vertex, const Shares& shares) const {
        std::map<std::uint32_t, double> known;
        for (std::uint32_t i = bound_.start[vertex]; i < bound_.start[vertex + 1]; ++i) {
            if (bound_.joints[i] < base_.rig.nodes()) known[bound_.joints[i]] = bound_.shares[i];
        }
        for (const auto& [node, share] : shares) {
            const auto found = known.find(node);
            if (!(std::abs((found == known.end() ? 0 : found->second) - share) <= kSameShare)) return false;
            if (found != known.end()) known.erase(found);
        }
        return std::all_of(known.begin(), known.end(),
                           [](const auto& one) { return std::abs(one.second) <= kSameShare; });
    }

    void mergeFace(std::uint32_t face, const FaceMatch& match) {
        bool differs = false;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t index = soup_.corner(match.triangle, match.cornerOf(corner));
            const std::array<double, 2> uv{soup_.u(index), soup_.v(index)};
            const std::size_t at = stored_.cornerAt(face, corner);
            if (isSameTexcoord(base_.patches.f32(at), uv[0]) &&
                isSameTexcoord(base_.patches.f32(at + sizeof(float)), uv[1]))
                continue;
            if (!(base_.isTemplate && base_.patches.areZero(at, 2))) differs = true;
            base_.patches.write(stored_.faceList(), face, at, uv);
        }
        if (differs) ++out_.texcoords;
        if (!match.isTurnedOver) return;
        base_.patches.swap(stored_.cornerAt(face, 1), stored_.cornerAt(face, 2), stored_.layout().corner);
        base_.patches.touch(stored_.faceList(), face);
        ++out_.texcoords;
    }

    /// Vertices that only triangles had that are gone. Those of a lower level the level above may name.
    [[nodiscard]] std::vector<bool> lost(std::span<const std::uint32_t> kept, const std::vector<bool>& isRemoved,
                                         std::span<const std::uint32_t> added) const {
        // Indices of corners may be any that 16 bits can have.
        std::vector<bool> isUsed(kMostVertices);
        for (const std::uint32_t face : kept) {
            for (std::size_t corner = 0; corner < 3; ++corner) isUsed[stored_.vertexOf(face, corner)] = true;
        }
        for (const std::uint32_t triangle : added) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::int32_t vertex = groups_.vertexOf[soup_.corner(triangle, corner)];
                if (vertex >= 0) isUsed[static_cast<std::size_t>(vertex)] = true;
            }
        }
        std::vector<bool> out(kMostVertices);
        for (std::uint32_t face = 0; isFirst_ && face < stored_.faces(); ++face) {
            for (std::size_t corner = 0; isRemoved[face] && corner < 3; ++corner) {
                const std::uint32_t vertex = stored_.vertexOf(face, corner);
                if (!isUsed[vertex]) out[vertex] = true;
            }
        }
        return out;
    }

    /// The level in the order of the file, what is new behind.
    void writeAnew(std::span<const std::uint32_t> kept, const std::vector<bool>& isRemoved,
                   std::span<const std::uint32_t> added) {
        const std::vector<bool> isLost = lost(kept, isRemoved, added);
        std::vector<std::uint32_t> placeOf(std::max<std::size_t>(kMostVertices, stored_.vertices()));
        std::iota(placeOf.begin(), placeOf.end(), 0U);
        for (std::uint32_t vertex = 0; vertex < stored_.vertices(); ++vertex) {
            if (vertex < isLost.size() && isLost[vertex]) continue;
            const auto found = rewritten_.find(vertex);
            placeOf[vertex] = writer_.vertex(found != rewritten_.end() ? std::span<const std::byte>(found->second)
                                                                       : stored_.vertexBytes(vertex));
        }
        for (const std::uint32_t face : kept) {
            const auto bytes = stored_.faceBytes(face);
            ByteList made(bytes.begin(), bytes.end());
            for (std::size_t corner = 0; corner < 3; ++corner)
                writer_.setVertex(made, corner, placeOf[stored_.vertexOf(face, corner)]);
            writer_.face(made);
        }
        addFaces(added, placeOf);
        if (writer_.vertices() > kMostVertices) {
            out_.refusal = "A level would have " + std::to_string(writer_.vertices()) +
                           " vertices, but triangles can refer to only " + std::to_string(kMostVertices) + ".";
            return;
        }
        out_.operation = SetBytes{stored_.path(), writer_.done()};
        base_.patches.release(stored_.path() + ".");
    }

    void addFaces(std::span<const std::uint32_t> added, const std::vector<std::uint32_t>& placeOf) {
        std::map<std::int32_t, std::uint32_t> made;
        for (const std::uint32_t triangle : added) {
            std::array<std::uint32_t, 3> vertices{};
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t index = soup_.corner(triangle, corner);
                const std::int32_t known = groups_.vertexOf[index];
                if (known >= 0) {
                    vertices[corner] = placeOf[static_cast<std::size_t>(known)];
                    continue;
                }
                const auto [place, isNew] = made.try_emplace(groups_.fresh[index]);
                if (isNew) place->second = newVertex(index);
                vertices[corner] = place->second;
            }
            const std::span<std::byte> face = writer_.face();
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t index = soup_.corner(triangle, corner);
                writer_.setCorner(face, corner, soup_.u(index), soup_.v(index), vertices[corner]);
            }
        }
    }

    std::uint32_t newVertex(std::uint32_t index) {
        NewVertex made{{}, soup_.position(index), soup_.normalOrUp(index)};
        made.shares = inOrder(moved(soup_.influences(index), out_.weightless), {});
        if (hasNext_ && !groups_.members.empty()) made.head = headNear(made.place);
        return writer_.vertex(made);
    }

    [[nodiscard]] std::span<const std::byte> head(std::uint32_t vertex) const {
        return stored_.vertexBytes(vertex).first(stored_.layout().head);
    }

    /// The head of the nearest vertex: it becomes the same one of the next level.
    [[nodiscard]] std::span<const std::byte> headNear(const WideVec3& place) {
        if (!near_) {
            std::vector<WideVec3> places;
            for (const Groups::Member& member : groups_.members) places.push_back(soup_.position(member.of.front()));
            near_.emplace(std::move(places));
        }
        return head(groups_.members[(*near_)(place)].vertex);
    }

    const Base& base_;
    const StoredLevel& stored_;
    const Soup& soup_;
    exporting::Bound bound_;
    LevelWriter writer_;
    bool isFirst_;
    bool hasNext_;
    std::vector<std::uint32_t> corners_;
    /// By triangle that is drawn: its face.
    std::vector<std::uint32_t> faces_;
    Groups groups_;
    std::optional<Nearest> near_;
    /// Vertices that get other weights: their bytes.
    std::map<std::uint32_t, ByteList> rewritten_;
    MergedLevel out_;
};

/// The vertices as the export has them.
exporting::Bound boundOf(const Base& base, std::uint32_t piece, std::uint32_t lod) {
    const std::size_t vertices = base.model.vertexCount(piece, lod);
    std::vector<abc::Vec3> positions(vertices);
    std::vector<abc::Vec3> normals(vertices);
    abc::deform(base.model, abc::pose(base.model, {}), piece, lod, positions, normals);
    std::vector<float> posed;
    posed.reserve(3 * vertices);
    for (const auto& [x, y, z] : positions) posed.insert(posed.end(), {x, y, z});
    return exporting::boundLevel(base.model, piece, lod, posed, base.rig.binds, base.rig.inverseBinds);
}

}  // namespace

MergedLevel mergeLevel(const Base& base, std::uint32_t piece, std::uint32_t lod, const Soup& soup) {
    const StoredLevel stored(base, piece, lod);
    MergedLevel out;
    if (stored.isWhole()) {
        out = LevelMerger(base, stored, piece, lod, soup, boundOf(base, piece, lod)).run();
    } else {
        out.refusal = "The level " + levelPath(piece, lod) + " of the file could not be read.";
    }
    return out;
}

void reboundLevel(const Base& base, std::uint32_t piece, std::uint32_t lod) {
    const StoredLevel stored(base, piece, lod);
    if (!stored.isWhole()) return;
    for (std::uint32_t vertex = 0; vertex < stored.vertices(); ++vertex) {
        const std::span<const abc::Weight> weights = stored.weights(vertex);
        for (std::size_t w = 0; w < weights.size(); ++w) {
            const std::uint32_t node = weights[w].node;
            if (node == abc::kNone || !base.rig.isMoved[node]) continue;
            const std::size_t at = stored.weightAt(vertex, w) + stored.layout().weightLocation;
            WideVec3 location = base.patches.vector(at);
            for (std::size_t i = 0; i < 3; ++i) {
                const double by = base.rig.inverseNow[node][4 * i + 3] - base.rig.inverseBinds[node][4 * i + 3];
                location[i] += double{weights[w].bias} * by;
            }
            base.patches.write(stored.vertexList(), vertex, at, location);
        }
    }
}

NewPiece newPiece(const Base& base, const Soup& soup) {
    NewPiece out;
    const LevelLayout layout(base.patches.document().dialect);
    const std::vector<std::int32_t> fresh = groupsOf(soup).fresh;
    std::optional<LevelWriter> writer;
    std::vector<std::int32_t> triangles;
    std::map<std::int32_t, std::uint32_t> made;
    const auto close = [&] {
        if (writer) out.levels.push_back({writer->done(), std::move(triangles)});
        writer.reset();
        triangles.clear();
        made.clear();
    };
    for (std::size_t triangle = 0; triangle < soup.triangles(); ++triangle) {
        if (soup.isFlat(triangle)) continue;
        std::set<std::int32_t> more;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::int32_t group = fresh[soup.corner(triangle, corner)];
            if (!made.contains(group)) more.insert(group);
        }
        if (made.size() + more.size() > kMostOfPiece) close();
        if (!writer) writer.emplace(layout, base.rig);
        const std::span<std::byte> face = writer->face();
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t index = soup.corner(triangle, corner);
            const auto [place, isNew] = made.try_emplace(fresh[index]);
            if (isNew) {
                NewVertex vertex{{}, soup.position(index), soup.normalOrUp(index)};
                vertex.shares = inOrder(moved(soup.influences(index), out.weightless), {});
                place->second = writer->vertex(vertex);
            }
            writer->setCorner(face, corner, soup.u(index), soup.v(index), place->second);
        }
        triangles.push_back(soup.index(triangle));
    }
    close();
    return out;
}

}  // namespace merging
