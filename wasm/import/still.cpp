#include "still.h"

#include "boxes.h"

namespace importing {
namespace {

/// Readers of v6 take the rest pose from this animation where there is one, else from the first (abc.md §2).
constexpr const char* kName = "static_model";

}  // namespace

DraftAnimation stillOf(const Draft& draft) {
    DraftAnimation out;
    out.name = kName;
    out.times = {0};
    out.strings = {""};
    std::vector<std::int32_t> parents;
    for (const DraftNode& node : draft.nodes) {
        const auto& [x, y, z] = node.translation;
        const abc::Quat& turn = node.rotation;
        out.poses.insert(out.poses.end(), {x, y, z, turn.x, turn.y, turn.z, turn.w});
        parents.push_back(node.parent);
    }
    std::vector<Influences> meshes;
    for (const DraftPiece& piece : draft.pieces) {
        const DraftMesh& mesh = piece.levels.front();
        meshes.push_back({mesh.start, mesh.node, mesh.share, mesh.local});
    }
    if (const std::optional<Box> box = Boxes(std::move(meshes), std::move(parents)).in(out.poses)) {
        const auto [x, y, z] = box->half();
        out.extents = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    }
    return out;
}

}  // namespace importing
