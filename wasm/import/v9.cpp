#include "v9.h"

#include <algorithm>

#include "levels_next.h"

namespace importing {
namespace {

abc::NewLevel levelOf(DraftMesh mesh) {
    abc::NewLevel out;
    out.corners = std::move(mesh.corners);
    out.uvs = std::move(mesh.uvs);
    out.locations = std::move(mesh.positions);
    out.normals = std::move(mesh.normals);
    out.weightStart = std::move(mesh.start);
    out.weightNode = std::move(mesh.node);
    // Multiplied by the share (abc.md §4.12).
    for (std::size_t i = 0; i < mesh.local.size(); ++i)
        out.weightLocation.push_back(mesh.local[i] * mesh.share[i / abc::kVectorNumbers]);
    out.bias = std::move(mesh.share);
    out.next = std::move(mesh.next);
    return out;
}

abc::NewPiece pieceOf(DraftPiece piece, std::size_t levels) {
    abc::NewPiece out;
    out.name = std::move(piece.name);
    out.materialIndex = piece.slot;
    out.specularPower = piece.specularPower;
    out.specularScale = piece.specularScale;
    out.lodWeight = piece.lodWeight;
    // Levels of other programs do not say what becomes of a vertex.
    for (std::size_t l = 0; l + 1 < piece.levels.size(); ++l) {
        DraftMesh& mesh = piece.levels[l];
        if (mesh.next.empty()) mesh.next = nearestIn(mesh, piece.levels[l + 1]);
    }
    for (DraftMesh& mesh : piece.levels) out.levels.push_back(levelOf(std::move(mesh)));
    // All pieces have as many: one with fewer stays what it is in the distance.
    while (out.levels.size() < levels) out.levels.push_back(out.levels.back());
    return out;
}

abc::NewNode nodeOf(DraftNode node) {
    abc::NewNode out;
    out.name = std::move(node.name);
    out.parent = node.parent;
    out.flags = node.flags;
    for (const double value : node.bind) out.bind.push_back(static_cast<float>(value));
    out.bind.insert(out.bind.end(), {0, 0, 0, 1});
    return out;
}

/// The keys of node 0, then of node 1 …, from poses of all nodes.
std::vector<float> byNode(const std::vector<float>& poses, std::size_t keys, std::size_t nodes) {
    std::vector<float> out;
    out.reserve(poses.size());
    for (std::size_t node = 0; node < nodes; ++node) {
        for (std::size_t key = 0; key < keys; ++key) {
            const auto at = poses.begin() + static_cast<std::ptrdiff_t>(kPose * (key * nodes + node));
            out.insert(out.end(), at, at + kPose);
        }
    }
    return out;
}

abc::NewAnimation animationOf(DraftAnimation animation, std::size_t nodes) {
    abc::NewAnimation out;
    out.name = std::move(animation.name);
    out.extents = animation.extents;
    const auto [x, y, z] = animation.origin;
    out.origin = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    out.interpolationTime = animation.interpolationTime;
    out.keys = byNode(animation.poses, animation.times.size(), nodes);
    out.times = std::move(animation.times);
    out.strings = std::move(animation.strings);
    return out;
}

}  // namespace

abc::NewModel asV9(Draft draft, std::uint32_t version) {
    abc::NewModel out;
    out.version = version;
    out.commandString = std::move(draft.commandString);
    out.internalRadius = draft.internalRadius;
    std::size_t levels = 1;
    for (const DraftPiece& piece : draft.pieces) levels = std::max(levels, piece.levels.size());
    out.lodDistances = std::move(draft.lodDistances);
    out.lodDistances.resize(std::min(out.lodDistances.size(), levels - 1));
    for (DraftPiece& piece : draft.pieces) out.pieces.push_back(pieceOf(std::move(piece), levels));
    for (DraftAnimation& animation : draft.animations)
        out.animations.push_back(animationOf(std::move(animation), draft.nodes.size()));
    for (DraftNode& node : draft.nodes) out.nodes.push_back(nodeOf(std::move(node)));
    out.weightSets = std::move(draft.weightSets);
    out.childModels = std::move(draft.childModels);
    out.sockets = std::move(draft.sockets);
    out.bindings = std::move(draft.bindings);
    return out;
}

}  // namespace importing
