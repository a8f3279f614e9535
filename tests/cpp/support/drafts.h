// Drafts for tests of imports.
#pragma once

#include <cmath>

#include "import/draft.h"

namespace abc::testing {

inline constexpr float kDraftRadius = 10;

/// A tube along Y with a bone at each unit of its length, closed at neither end. Each ring is moved by two bones.
[[nodiscard]] inline importing::Draft tubeDraft(std::uint32_t rings, std::uint32_t sides, std::uint32_t keys) {
    importing::Draft out;
    for (std::uint32_t n = 0; n < rings; ++n) {
        const double y = n;
        importing::DraftNode& node = out.nodes.emplace_back();
        node.name = "bone " + std::to_string(n);
        node.parent = static_cast<std::int32_t>(n) - 1;
        node.bind = {1, 0, 0, 0, 0, 1, 0, y, 0, 0, 1, 0};
    }
    importing::DraftMesh mesh;
    mesh.start.push_back(0);
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t side = 0; side < sides; ++side) {
            const double angle = 2 * 3.14159265358979 * side / sides;
            const auto x = static_cast<float>(std::cos(angle));
            const auto z = static_cast<float>(std::sin(angle));
            mesh.positions.insert(mesh.positions.end(), {kDraftRadius * x, static_cast<float>(ring), kDraftRadius * z});
            mesh.normals.insert(mesh.normals.end(), {x, 0, z});
            for (const std::uint32_t node : {ring, ring + 1}) {
                if (node == rings) continue;
                mesh.node.push_back(node);
                mesh.share.push_back(ring + 1 == rings ? 1.0F : node == ring ? 0.75F : 0.25F);
                const float height = static_cast<float>(ring) - static_cast<float>(node);
                mesh.local.insert(mesh.local.end(), {kDraftRadius * x, height, kDraftRadius * z});
            }
            mesh.start.push_back(static_cast<std::uint32_t>(mesh.node.size()));
        }
    }
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
        for (std::uint32_t side = 0; side < sides; ++side) {
            const std::uint32_t a = ring * sides + side;
            const std::uint32_t b = ring * sides + (side + 1) % sides;
            mesh.corners.insert(mesh.corners.end(), {a, a + sides, b + sides, a, b + sides, b});
        }
    }
    mesh.uvs.assign(2 * mesh.corners.size(), 0.5F);
    out.pieces.emplace_back().levels.push_back(std::move(mesh));
    importing::DraftAnimation& animation = out.animations.emplace_back();
    animation.name = "bend";
    for (std::uint32_t k = 0; k < keys; ++k) {
        animation.times.push_back(500 * k);
        animation.strings.emplace_back();
        for (std::uint32_t n = 0; n < rings; ++n) {
            const double angle = 0.2 * std::sin(1.7 * k);
            animation.poses.insert(animation.poses.end(),
                                   {0, n == 0 ? 0.0F : 1.0F, 0, static_cast<float>(std::sin(angle)), 0, 0,
                                    static_cast<float>(std::cos(angle))});
        }
    }
    return out;
}

}  // namespace abc::testing
