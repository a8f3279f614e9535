#include "deform.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "columns.h"
#include "simd.h"

namespace abc {
namespace {

/// v9+: where a joint pulls a vertex to, times the bias, which is in the fourth lane.
Float4 pulled(const Joint& joint, const Weight& weight) {
    const auto& [x, y, z, translation] = joint.node;
    return float4(x) * weight.location.x + float4(y) * weight.location.y + float4(z) * weight.location.z +
           float4(translation) * weight.bias;
}

/// v9+: premultiplied locations, divided by the sum of the biases (abc.md §4.12).
void deformWeighted(const Model& model, const Pose& pose, const Lod& lod, std::span<Vec3> positions,
                    std::span<Vec3> normals) {
    assert(pose.joints.size() == model.nodes.size());
    const Joint* const joints = pose.joints.data();
    const Weight* weight = model.weights.data() + model.weightStart[lod.firstVertex];
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        const Vec3 rest = model.normals[vertex];
        // Homogeneous: its fourth lane is the sum of the biases.
        Float4 position{};
        Float4 normal{};
        for (const Weight* const end = model.weights.data() + model.weightStart[vertex + 1]; weight < end; ++weight) {
            if (weight->node == kNone) continue;
            const Joint& joint = joints[weight->node];
            const auto& [skinX, skinY, skinZ] = joint.skin;
            position += pulled(joint, *weight);
            normal += (float4(skinX) * rest.x + float4(skinY) * rest.y + float4(skinZ) * rest.z) * weight->bias;
        }
        const float bias = position[3];
        // A vertex without weights stays where it is.
        positions[v] = bias > 0 ? xyz(position * (1.0F / bias)) : model.locations[vertex];
        normals[v] = normalized(bias > 0 ? xyz(normal) : rest);
    }
}

/// LTB, LTA: positions that the animation has, moved by one node without its bind pose (ltb.md §6). False where the
/// animation has none: then they move like any others.
bool deformAnimated(const Model& model, const Pose& pose, const Lod& lod, std::span<Vec3> positions,
                    std::span<Vec3> normals) {
    if (lod.moved == kNone || pose.source == nullptr) return false;
    const MovedVertices& moved = model.movedVertices[lod.moved];
    const VertexFrames frames(*pose.source, pose.animation, moved.animNode);
    if (!frames.areThere()) return false;
    const Mat4& bone = pose.nodes[moved.bone];
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        positions[v] = bone.apply(frames.position(moved.positions[v], pose.keys, model.locations[vertex]));
        normals[v] = normalized(bone.rotate(model.normals[vertex]));
    }
    return true;
}

/// The packed positions of one node's deformation vertices in the animation of a pose.
class Deformation {
public:
    Deformation() = default;
    /// Without packed positions for the node's deformation vertices `valid()` is false.
    Deformation(const Model& model, const Pose& pose, std::uint32_t node) : count_(model.nodes[node].deformationCount) {
        if (pose.source == nullptr || count_ == 0 || pose.source->nodes[node].deformationCount != count_) return;
        const Model& source = *pose.source;
        const Animation& animation = source.animations[pose.animation];
        bytes_ = source.bytes;
        frames_ = source.track(animation, node) + animation.keyCount * source.keySize;
        const std::uint32_t unpacking = frames_ + animation.keyCount * count_ * kPacked;
        scale_ = load<Vec3>(bytes_, unpacking);
        offset_ = load<Vec3>(bytes_, unpacking + static_cast<std::uint32_t>(sizeof(Vec3)));
        valid_ = true;
    }

    [[nodiscard]] bool valid() const { return valid_; }

    /// Position in node space of the vertex at `index` of the node's list, between two keys.
    [[nodiscard]] Vec3 position(std::uint32_t index, const KeySpan& keys) const {
        assert(valid_ && index < count_);
        const Vec3 before = unpack(keys.before, index);
        return keys.before == keys.after ? before : lerp(before, unpack(keys.after, index), keys.fraction);
    }

private:
    static constexpr std::uint32_t kPacked = 3;

    [[nodiscard]] Vec3 unpack(std::uint32_t key, std::uint32_t index) const {
        const std::uint32_t at = frames_ + (key * count_ + index) * kPacked;
        return {static_cast<float>(load<std::uint8_t>(bytes_, at)) * scale_.x + offset_.x,
                static_cast<float>(load<std::uint8_t>(bytes_, at + 1)) * scale_.y + offset_.y,
                static_cast<float>(load<std::uint8_t>(bytes_, at + 2)) * scale_.z + offset_.z};
    }

    Bytes bytes_;
    std::uint32_t count_ = 0;
    std::uint32_t frames_ = 0;
    Vec3 scale_, offset_;
    bool valid_ = false;
};

/// The vertices of v6 in the spaces of their nodes: at rest, or where the animation deforms them to.
class NodeSpaceVertices {
public:
    NodeSpaceVertices(const Model& model, const Pose& pose) : model_(model), pose_(pose) {}

    [[nodiscard]] Vec3 operator[](std::uint32_t vertex) {
        const std::uint32_t node = model_.v6.vertexNode[vertex];
        const std::uint32_t index = model_.v6.vertexDeformation[vertex];
        const Vec3 rest = model_.locations[vertex];
        if (node == kNone || index == kNone) return rest;
        // The vertices of a node mostly follow each other.
        if (node != node_) deformation_ = Deformation(model_, pose_, node_ = node);
        const Vec3 position = deformation_.valid() ? deformation_.position(index, pose_.keys) : rest;
        const Transition& transition = pose_.transition;
        return transition.isRunning() ? lerp(transition.vertices[vertex], position, std::max(transition.fraction, 0.0F))
                                      : position;
    }

private:
    const Model& model_;
    const Pose& pose_;
    std::uint32_t node_ = kNone;
    Deformation deformation_;
};

/// v6: one node a vertex, in that node's space; deformation vertices follow the animation.
void deformRigid(const Model& model, const Pose& pose, const Lod& lod, std::span<Vec3> positions,
                 std::span<Vec3> normals) {
    NodeSpaceVertices locals(model, pose);
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        const std::uint32_t node = model.v6.vertexNode[vertex];
        if (node == kNone) {
            positions[v] = model.locations[vertex];
            normals[v] = model.normals[vertex];
            continue;
        }
        positions[v] = pose.nodes[node].apply(locals[vertex]);
        normals[v] = normalized(pose.nodes[node].rotate(model.normals[vertex]));
    }
}

/// v6: the vertex that stands in for each one after `level` collapses (abc.md §2.10).
std::vector<std::uint32_t> standIns(const Model& model, const Lod& lod, std::uint32_t level) {
    std::vector<std::uint32_t> next(lod.vertexCount);
    std::iota(next.begin(), next.end(), 0U);
    for (std::uint32_t j = 0; j < level && j < model.v6.collapses.size(); ++j) {
        for (const std::uint32_t vertex : model.v6.collapses[j]) {
            if (vertex != kNone) next[vertex] = model.v6.normalVertices + j;
        }
    }
    // Stand-ins always have higher numbers, so one pass from the top resolves whole chains.
    for (std::uint32_t v = lod.vertexCount; v-- > 0;) next[v] = next[next[v]];
    return next;
}

}  // namespace

void deform(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level, std::span<Vec3> positions,
            std::span<Vec3> normals) {
    assert(pose.nodes.size() == model.nodes.size());
    assert(positions.size() == model.vertexCount(piece, level) && normals.size() == positions.size());
    if (positions.empty()) return;
    const Lod& lod = *model.lod(piece, level);
    if (model.family == Family::V6) {
        deformRigid(model, pose, lod, positions, normals);
    } else if (!deformAnimated(model, pose, lod, positions, normals)) {
        deformWeighted(model, pose, lod, positions, normals);
    }
}

void positionsOf(const Model& model, const Pose& pose, std::span<const std::uint32_t> vertices,
                 std::span<Vec3> positions) {
    assert(model.family == Family::V9 && positions.size() == vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const std::uint32_t vertex = vertices[i];
        Float4 sum{};
        for (std::uint32_t w = model.weightStart[vertex]; w < model.weightStart[vertex + 1]; ++w) {
            if (model.weights[w].node != kNone) sum += pulled(pose.joints[model.weights[w].node], model.weights[w]);
        }
        positions[i] = sum[3] > 0 ? xyz(sum * (1.0F / sum[3])) : model.locations[vertex];
    }
}

FrozenPose freeze(const Model& model, const Pose& pose) {
    assert(pose.locals.size() == model.nodes.size());
    FrozenPose out{pose.locals, {}};
    if (model.family != Family::V6) return out;
    NodeSpaceVertices locals(model, pose);
    out.vertices.reserve(model.locations.size());
    for (std::uint32_t v = 0; v < model.locations.size(); ++v) out.vertices.push_back(locals[v]);
    return out;
}

void inNodeSpace(const Model& model, const Pose& pose, std::span<const std::uint32_t> vertices, std::span<Vec3> out) {
    assert(model.family == Family::V6 && out.size() == vertices.size());
    NodeSpaceVertices locals(model, pose);
    for (std::size_t i = 0; i < vertices.size(); ++i) out[i] = locals[vertices[i]];
}

PieceTopology topology(const Model& model, std::uint32_t piece, std::uint32_t level) {
    const Lod* lod = model.lod(piece, level);
    PieceTopology triangles;
    if (lod == nullptr) return triangles;
    const bool collapses = model.family == Family::V6 && level > 0;
    const auto next = collapses ? standIns(model, *lod, level) : std::vector<std::uint32_t>{};
    for (std::uint32_t f = 0; f < lod->faceCount; ++f) {
        Corners corners = model.faces[lod->firstFace + f];
        if (corners[0] == kNone) continue;
        if (collapses) {
            for (std::uint32_t& corner : corners) corner = next[corner];
            if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
        }
        triangles.push_back({corners, f});
    }
    return triangles;
}

WindingVote windingVote(const Model& model) {
    const Pose rest = pose(model, {});
    WindingVote vote;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        positions.resize(model.vertexCount(piece, 0));
        normals.resize(positions.size());
        deform(model, rest, piece, 0, positions, normals);
        for (const Triangle& triangle : topology(model, piece, 0)) {
            const auto [a, b, c] = triangle.corners;
            const Vec3 outward = normals[a] + normals[b] + normals[c];
            const Vec3 facing = cross(positions[b] - positions[a], positions[c] - positions[a]);
            const float side = dot(facing, outward);
            vote.outward += side > 0 ? 1U : 0U;
            vote.inward += side < 0 ? 1U : 0U;
        }
    }
    return vote;
}

}  // namespace abc
