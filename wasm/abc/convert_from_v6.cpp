#include "convert_v6.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "build.h"
#include "compose.h"
#include "convert_notes.h"
#include "core/words.h"
#include "deform.h"

namespace abc {

using schema::Id;

namespace {

/// Share of the model's size that deformed vertices may be off by when they stay at rest; more than this can be seen.
constexpr double kMostOffFrom6 = 1e-3;

/// From the axes of the file to those of version 9 and later, which are left-handed.
class Axes {
public:
    explicit Axes(bool mirrors) : sign_(mirrors ? -1.0F : 1.0F) {}

    [[nodiscard]] Vec3 operator()(Vec3 v) const { return {v.x, v.y, turned(v.z)}; }
    [[nodiscard]] Quat operator()(Quat q) const { return {turned(q.x), turned(q.y), q.z, q.w}; }
    [[nodiscard]] Mat4 operator()(Mat4 matrix) const {
        for (const std::size_t i : {2U, 6U, 8U, 9U, 11U}) matrix.m[i] = turned(matrix.m[i]);
        return matrix;
    }

private:
    /// Never −0, for numbers to look like what they are.
    [[nodiscard]] float turned(float value) const { return value * sign_ + 0.0F; }

    float sign_;
};

/// How far deformed vertices get from where they rest, in the animation in which that is most.
struct Deviation {
    float units = 0;
    std::uint32_t animation = kNone;
    /// Of the mesh that nodes deform.
    std::size_t vertices = 0;
};

Deviation deviationOf(const Model& model, const std::vector<Vec3>& rest) {
    std::vector<std::uint32_t> deformed;
    for (std::uint32_t v = 0; v < rest.size(); ++v) {
        if (model.v6.vertexDeformation[v] != kNone && model.v6.vertexNode[v] != kNone) deformed.push_back(v);
    }
    Deviation out{0, kNone, deformed.size()};
    std::vector<Vec3> now(deformed.size());
    Pose pose;
    pose.source = &model;
    for (pose.animation = 0; pose.animation < model.animations.size(); ++pose.animation) {
        const Animation& animation = model.animations[pose.animation];
        // Between two keys they are on the line from one to the other, so nowhere farther away than at one of them.
        for (std::uint32_t key = 0; animation.complete && key < animation.keyCount; ++key) {
            pose.keys = {key, key, 0};
            inNodeSpace(model, pose, deformed, now);
            for (std::size_t i = 0; i < deformed.size(); ++i) {
                const Vec3 way = now[i] - rest[deformed[i]];
                const float length = std::sqrt(dot(way, way));
                const float units = std::isfinite(length) ? length : std::numeric_limits<float>::infinity();
                if (units <= out.units) continue;
                out.units = units;
                out.animation = pose.animation;
            }
        }
    }
    return out;
}

class FromV6 {
public:
    FromV6(const Document& document, std::uint32_t version)
        : document_(document),
          fields_(document),
          model_(buildModel(document)),
          axes_(!model_.mirrorZ()),
          rest_(pose(model_, {})),
          resting_(freeze(model_, rest_).vertices),
          notes_(version, out_) {
        new_.version = version;
    }

    Converted run() {
        if (const auto header = fields_.section(Id::HeaderSection6))
            new_.commandString = model_.text(fields_.text(*header, "CommandString"));
        notes_.lose(" does not store bounds or triangle normals: those in the file are omitted.");
        if (!model_.mirrorZ()) notes_.add(" is left-handed: Z changes sign, also in rotations.");
        mesh();
        nodes();
        deformation();
        animations();
        notes_.loseBytes(document_, {Id::HeaderSection6, Id::GeometrySection6, Id::NodesSection6, Id::AnimationSection6,
                                     Id::AnimDimsSection6, Id::TransformInfoSection6});
        if (!out_.refusal.empty()) return std::move(out_);
        Written written = compose(new_);
        out_.refusal = std::move(written.refusal);
        const auto size = static_cast<std::uint32_t>(document_.bytes.size());
        if (out_.refusal.empty()) out_.splices.push_back({0, size, std::move(written.bytes)});
        return std::move(out_);
    }

private:
    void mesh() {
        NewPiece piece;
        // All pieces of version 6 have this weight.
        piece.lodWeight = 1;
        NewLevel level;
        level.weightStart.push_back(0);
        if (!model_.lods.empty()) {
            piece.name = model_.text(model_.pieces[0].name);
            triangles(level);
            vertices(level);
        }
        const std::size_t collapses = model_.v6.collapses.size();
        if (collapses > 0) {
            notes_.lose(" has no edge collapses: " + counted(collapses, "level of detail is", "levels of detail are") +
                        " omitted, and the full mesh is kept.");
        }
        piece.levels.push_back(std::move(level));
        new_.pieces.push_back(std::move(piece));
    }

    /// The corners stay in their order: version 6 has it the other way round where it is mirrored.
    void triangles(NewLevel& level) {
        const Lod& lod = model_.lods[0];
        std::size_t clamped = 0;
        const PieceTopology drawn = topology(model_, 0, 0);
        level.corners.reserve(3 * drawn.size());
        level.uvs.reserve(6 * drawn.size());
        for (const Triangle& triangle : drawn) {
            for (std::uint32_t c = 0; c < 3; ++c) {
                level.corners.push_back(triangle.corners[c]);
                const TexCoord stored = model_.texCoord(lod, triangle.face, c);
                const TexCoord shown = model_.drawnTexCoord(lod, triangle.face, c);
                level.uvs.insert(level.uvs.end(), {shown.u, shown.v});
                const bool isInside = stored.u >= 0 && stored.u <= 1 && stored.v >= 0 && stored.v <= 1;
                clamped += isInside ? 0U : 1U;
            }
        }
        const std::size_t left = lod.faceCount - drawn.size();
        if (left > 0) {
            notes_.lose(" is written without triangles of nonexistent vertices: " +
                        counted(left, "triangle is", "triangles are") + " omitted.");
        }
        if (clamped > 0) {
            notes_.lose(" repeats skins: " + counted(clamped, "corner", "corners") +
                        " with texture coordinates outside 0 … 1 " +
                        (clamped == 1 ? "is clamped to" : "are clamped to") +
                        " the edge of the skin, as version 6 draws them.");
        }
    }

    /// Of the full mesh; stand-ins of collapses too where a triangle of it has them.
    [[nodiscard]] std::uint32_t vertexCount(const NewLevel& level) const {
        const auto last = std::max_element(level.corners.begin(), level.corners.end());
        return std::max(model_.v6.normalVertices, last == level.corners.end() ? 0 : *last + 1);
    }

    void vertices(NewLevel& level) {
        const std::uint32_t count = vertexCount(level);
        Vec3 low, high;
        float square = 0;
        for (std::uint32_t v = 0; v < count; ++v) {
            const std::uint32_t node = model_.v6.vertexNode[v];
            const bool isMoved = node != kNone;
            const Mat4 matrix = isMoved ? rest_.nodes[node] : Mat4{};
            const Vec3 at = axes_(matrix.apply(resting_[v]));
            push(level.locations, at);
            push(level.normals, axes_(normalized(matrix.rotate(model_.normals[v]))));
            // A vertex of no node stays where it is, in both families.
            if (isMoved) {
                level.weightNode.push_back(node);
                level.bias.push_back(1);
                push(level.weightLocation, axes_(resting_[v]));
            }
            level.weightStart.push_back(static_cast<std::uint32_t>(level.weightNode.size()));
            if (v == 0) low = high = at;
            low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
            high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
            square = std::max(square, dot(at, at));
        }
        halfSize_ = (high - low) * 0.5F;
        new_.internalRadius = std::sqrt(square);
        notes_.add(" needs InternalRadius: it is set to " + decimal(double{new_.internalRadius}) +
                   " units, the distance of the farthest vertex at rest.");
    }

    void nodes() {
        std::size_t flagged = 0;
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            const Node& node = model_.nodes[n];
            const Mat4 bind = axes_(rest_.nodes[n]);
            // Their bits of the flags mean other things there: 2 would fix a node to its parent.
            flagged += node.flags != 0 ? 1U : 0U;
            NewNode& made = new_.nodes.emplace_back();
            made.name = model_.text(node.name);
            made.parent = node.parent == kNone ? -1 : static_cast<std::int32_t>(node.parent);
            made.bind.assign(bind.m.begin(), bind.m.end());
        }
        if (flagged > 0)
            notes_.lose(" uses Flags differently: " +
                        counted(flagged, "node loses its flags.", "nodes lose their flags."));
        if (model_.v6.restAnimation == kNone) return;
        notes_.add(" needs a bind pose: it is key 0 of the animation " +
                   inQuotes(model_.text(model_.animations[model_.v6.restAnimation].name)) + ".");
    }

    void deformation() {
        const Deviation deviation = deviationOf(model_, resting_);
        if (deviation.vertices == 0) return;
        const float size = longestSide(halfSize_);
        const double share = deviation.units == 0 ? 0 : double{deviation.units} / double{size};
        const std::string most = offWords(double{deviation.units}, double{size});
        const std::string those = counted(deviation.vertices, "deformed vertex", "deformed vertices");
        // Not a number too.
        if (!(share <= kMostOffFrom6)) {
            return notes_.refuse(" cannot deform vertices: the model has " + those + ", and the animation " +
                                 inQuotes(model_.text(model_.animations[deviation.animation].name)) + " moves one by " +
                                 most + ".");
        }
        notes_.lose(" cannot deform vertices: " + those + (deviation.vertices == 1 ? " stays" : " stay") +
                    " at rest, at most " + most + " from their animated positions.");
    }

    void animations() {
        const bool hasDims = fields_.section(Id::AnimDimsSection6).has_value();
        const std::size_t count = model_.animations.size();
        for (std::uint32_t a = 0; a < count; ++a) animation(a, hasDims);
        if (count == 0) return;
        if (!hasDims) {
            notes_.add(" needs Extents: " + counted(count, "animation gets", "animations get") +
                       " half the size of the mesh at rest.");
        }
        if (Dialect(*findVersion(new_.version)).has(schema::Feature::InterpolationTime)) {
            notes_.add(" needs InterpolationTime: " + counted(count, "animation gets ", "animations get ") +
                       std::to_string(NewAnimation{}.interpolationTime) + " ms.");
        }
    }

    void animation(std::uint32_t index, bool hasDims) {
        const Animation& from = model_.animations[index];
        NewAnimation& to = new_.animations.emplace_back();
        to.name = model_.text(from.name);
        to.extents = hasDims ? from.extents : halfSize_;
        for (std::uint32_t k = 0; k < from.keyCount; ++k) {
            const Keyframe& key = model_.keyframes[from.firstKey + k];
            to.times.push_back(key.time);
            to.strings.emplace_back(model_.text(key.string));
        }
        // compose refuses one without keys.
        if (!from.complete) return;
        to.keys.reserve(kKeyNumbers * from.keyCount * model_.nodes.size());
        for (std::uint32_t n = 0; n < model_.nodes.size(); ++n) {
            for (std::uint32_t k = 0; k < from.keyCount; ++k) {
                const Local local = storedKey(model_, from, n, k);
                push(to.keys, axes_(local.translation));
                push(to.keys, axes_(model_.conjugatesKeys() ? conjugate(local.rotation) : local.rotation));
            }
        }
    }

    const Document& document_;
    const FieldReader fields_;
    const Model model_;
    const Axes axes_;
    const Pose rest_;
    /// The vertices in the spaces of their nodes, deformed as at rest.
    const std::vector<Vec3> resting_;
    /// Of the mesh at rest.
    Vec3 halfSize_;
    NewModel new_;
    Converted out_;
    ConversionNotes notes_;
};

}  // namespace

Converted convertFromV6(const Document& document, std::uint32_t version) {
    return FromV6(document, version).run();
}

}  // namespace abc
