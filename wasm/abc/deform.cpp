#include "deform.h"

#include <algorithm>
#include <numeric>

#include "lanes.h"

namespace abc {
namespace {

/// How a node moves what it pulls.
struct Joint {
    /// From the node's space.
    Columns node;
    /// From the bind pose; only its rotation is there.
    Columns skin;

    Joint(const Mat4& pose, const Mat4& inverseBind) : node(columnsOf(pose)), skin{} {
        const auto& m = inverseBind.m;
        skin.x = node.rotate({m[0], m[4], m[8]});
        skin.y = node.rotate({m[1], m[5], m[9]});
        skin.z = node.rotate({m[2], m[6], m[10]});
    }
};

/// v9+: premultiplied locations, divided by the sum of the biases (ABC.md §4, "Deforming v9+ vertices").
Surface deformWeighted(const Model& model, const Pose& pose, const Lod& lod) {
    std::vector<Joint> joints;
    joints.reserve(model.nodes.size());
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        joints.emplace_back(pose.nodes[i], model.nodes[i].inverseBind);
    }
    Surface out;
    out.positions.resize(lod.vertexCount);
    out.normals.resize(lod.vertexCount);
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        const Vec3 rest = model.normals[vertex];
        Float4 position{};
        Float4 normal{};
        float bias = 0;
        for (std::uint32_t w = model.weightStart[vertex]; w < model.weightStart[vertex + 1]; ++w) {
            const Weight& weight = model.weights[w];
            if (weight.node == kNone) continue;
            const Joint& joint = joints[weight.node];
            position = position + joint.node.rotate(weight.location) + joint.node.translation * weight.bias;
            normal = normal + joint.skin.rotate(rest) * weight.bias;
            bias += weight.bias;
        }
        // A vertex that nothing pulls stays where it is.
        out.positions[v] = bias > 0 ? xyz(position * (1.0F / bias)) : model.locations[vertex];
        out.normals[v] = normalized(bias > 0 ? xyz(normal) : rest);
    }
    return out;
}

/// Unpacks the deformation vertices of one node at a keyframe.
class Deformation {
public:
    /// Without packed positions for `vertices` vertices, `valid()` is false.
    Deformation(const Model& model, const Pose& pose, std::uint32_t node)
        : pose_(pose), count_(model.nodes[node].deformationCount) {
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

    /// Position in node space of the vertex at `index` of the node's list, between the pose's keys.
    [[nodiscard]] Vec3 position(std::uint32_t index) const {
        const Vec3 before = unpack(pose_.keys.before, index);
        return pose_.keys.before == pose_.keys.after
                   ? before
                   : lerp(before, unpack(pose_.keys.after, index), pose_.keys.fraction);
    }

private:
    static constexpr std::uint32_t kPacked = 3;

    [[nodiscard]] Vec3 unpack(std::uint32_t key, std::uint32_t index) const {
        const std::uint32_t at = frames_ + (key * count_ + index) * kPacked;
        return {static_cast<float>(load<std::uint8_t>(bytes_, at)) * scale_.x + offset_.x,
                static_cast<float>(load<std::uint8_t>(bytes_, at + 1)) * scale_.y + offset_.y,
                static_cast<float>(load<std::uint8_t>(bytes_, at + 2)) * scale_.z + offset_.z};
    }

    const Pose& pose_;
    Bytes bytes_;
    std::uint32_t count_ = 0;
    std::uint32_t frames_ = 0;
    Vec3 scale_, offset_;
    bool valid_ = false;
};

/// Where the vertices of v6 are in the spaces of their nodes: at rest, or where the animation deforms them to.
class NodeSpaceVertices {
public:
    NodeSpaceVertices(const Model& model, const Pose& pose) : model_(model), transition_(pose.transition) {
        deformations_.reserve(model.nodes.size());
        for (std::uint32_t i = 0; i < model.nodes.size(); ++i) deformations_.emplace_back(model, pose, i);
    }

    [[nodiscard]] Vec3 operator[](std::uint32_t vertex) const {
        const std::uint32_t node = model_.vertexNode[vertex];
        const std::uint32_t index = model_.vertexDeformation[vertex];
        if (node == kNone || index == kNone) return model_.locations[vertex];
        const Vec3 position =
            deformations_[node].valid() ? deformations_[node].position(index) : model_.locations[vertex];
        return transition_.isRunning()
                   ? lerp(transition_.vertices[vertex], position, std::max(transition_.fraction, 0.0F))
                   : position;
    }

private:
    const Model& model_;
    const Transition& transition_;
    std::vector<Deformation> deformations_;
};

/// v6: one node a vertex, in that node's space; deformation vertices follow the animation.
Surface deformRigid(const Model& model, const Pose& pose, const Lod& lod) {
    const NodeSpaceVertices locals(model, pose);
    Surface out;
    out.positions.resize(lod.vertexCount);
    out.normals.resize(lod.vertexCount);
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        const std::uint32_t vertex = lod.firstVertex + v;
        const std::uint32_t node = model.vertexNode[vertex];
        if (node == kNone) {
            out.positions[v] = model.locations[vertex];
            out.normals[v] = model.normals[vertex];
            continue;
        }
        out.positions[v] = pose.nodes[node].apply(locals[vertex]);
        out.normals[v] = normalized(pose.nodes[node].rotate(model.normals[vertex]));
    }
    return out;
}

/// v6: which vertex stands in for each after `level` collapses (ABC.md §2, LOD).
std::vector<std::uint32_t> standIns(const Model& model, const Lod& lod, std::uint32_t level) {
    std::vector<std::uint32_t> next(lod.vertexCount);
    std::iota(next.begin(), next.end(), 0U);
    for (std::uint32_t j = 0; j < level && j < model.collapses.size(); ++j) {
        for (const std::uint32_t vertex : model.collapses[j]) {
            if (vertex != kNone) next[vertex] = model.normalVertices + j;
        }
    }
    // Stand-ins always have higher numbers, so one pass from the top resolves whole chains.
    for (std::uint32_t v = lod.vertexCount; v-- > 0;) next[v] = next[next[v]];
    return next;
}

}  // namespace

Surface deform(const Model& model, const Pose& pose, std::uint32_t piece, std::uint32_t level) {
    const Lod* lod = model.lod(piece, level);
    if (lod == nullptr) return {};
    return model.family == Family::V6 ? deformRigid(model, pose, *lod) : deformWeighted(model, pose, *lod);
}

FrozenPose freeze(const Model& model, const Pose& pose) {
    FrozenPose out{pose.locals, {}};
    if (model.family != Family::V6) return out;
    const NodeSpaceVertices locals(model, pose);
    out.vertices.reserve(model.locations.size());
    for (std::uint32_t v = 0; v < model.locations.size(); ++v) out.vertices.push_back(locals[v]);
    return out;
}

std::vector<Triangle> topology(const Model& model, std::uint32_t piece, std::uint32_t level) {
    const Lod* lod = model.lod(piece, level);
    std::vector<Triangle> triangles;
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
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        const Surface surface = deform(model, rest, piece, 0);
        for (const Triangle& triangle : topology(model, piece, 0)) {
            const auto [a, b, c] = triangle.corners;
            const Vec3 outward = surface.normals[a] + surface.normals[b] + surface.normals[c];
            const Vec3 facing =
                cross(surface.positions[b] - surface.positions[a], surface.positions[c] - surface.positions[a]);
            const float side = dot(facing, outward);
            vote.outward += side > 0 ? 1U : 0U;
            vote.inward += side < 0 ? 1U : 0U;
        }
    }
    return vote;
}

}  // namespace abc
