#include "scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "space.h"

namespace drafting {
namespace {

/// What the signs of a scale are: a mirror in X or none, and half a turn or none before it.
struct Signs {
    bool mirrors = false;
    std::optional<Rotation> turn;
};

Signs signsOf(std::span<const double> scale) {
    const bool x = scale[0] < 0;
    const bool y = scale[1] < 0;
    const bool z = scale[2] < 0;
    Signs out;
    out.mirrors = (x != y) != z;
    // Two axes are turned or none: about the one that stays.
    const std::array<bool, 3> isTurned{x != out.mirrors, y, z};
    if (!isTurned[0] && !isTurned[1] && !isTurned[2]) return out;
    Rotation turn{};
    turn[static_cast<std::size_t>(std::find(isTurned.begin(), isTurned.end(), false) - isTurned.begin())] = 1;
    out.turn = turn;
    return out;
}

bool isBelow(const std::vector<std::uint32_t>& list, std::size_t count) {
    return std::all_of(list.begin(), list.end(), [=](std::uint32_t index) { return index < count; });
}

/// Every node once, behind the one above it.
bool isOrdered(const Scene& scene) {
    if (scene.order.size() != scene.count()) return false;
    std::vector<bool> isKnown(scene.count());
    for (const std::uint32_t node : scene.order) {
        if (node >= scene.count() || isKnown[node]) return false;
        const std::int32_t parent = scene.parents[node];
        if (parent < -1 || (parent >= 0 && (static_cast<std::size_t>(parent) >= scene.count() ||
                                            !isKnown[static_cast<std::size_t>(parent)]))) {
            return false;
        }
        isKnown[node] = true;
    }
    return true;
}

}  // namespace

std::string refusalOf(const Scene& scene) {
    const std::size_t count = scene.count();
    if (scene.rest.size() != kLocal * count || scene.places.size() != count)
        return "The lists of nodes of a scene are not of one length.";
    if (!isOrdered(scene)) return "The nodes of a scene are not trees in the order that is given.";
    const auto isSkin = [=](const SceneSkin& skin) {
        return !skin.joints.empty() && skin.joints.size() == skin.inverse.size() && isBelow(skin.joints, count) &&
               skin.meshNode >= -1 && skin.meshNode < static_cast<std::int64_t>(count);
    };
    if (!std::all_of(scene.skins.begin(), scene.skins.end(), isSkin))
        return "A skin of a scene refers to nodes that do not exist, or lacks a matrix for one.";
    const auto isMesh = [&](const SceneMesh& mesh) {
        return mesh.node < count && mesh.skin >= -1 && mesh.skin < static_cast<std::int64_t>(scene.skins.size());
    };
    if (!std::all_of(scene.meshes.begin(), scene.meshes.end(), isMesh) || !isBelow(scene.sockets, count))
        return "A mesh or socket of a scene refers to nodes or skins that do not exist.";
    return "";
}

std::vector<std::uint32_t> settleRest(std::vector<double>& rest) {
    constexpr std::array<double, kLocal> kHere{0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    std::vector<std::uint32_t> lost;
    for (std::size_t at = 0; at + kLocal <= rest.size(); at += kLocal) {
        const std::span<double> local = std::span(rest).subspan(at, kLocal);
        if (!std::all_of(local.begin(), local.end(), [](double number) { return std::isfinite(number); })) {
            lost.push_back(static_cast<std::uint32_t>(at / kLocal));
            std::copy(kHere.begin(), kHere.end(), local.begin());
        }
        const Rotation unit = abc::unit({local[3], local[4], local[5], local[6]});
        std::copy(unit.begin(), unit.end(), local.begin() + 3);
    }
    return lost;
}

void place(const Scene& scene, std::span<const double> locals, std::span<const std::uint32_t> among, Placement& out) {
    for (const std::uint32_t node : among) {
        const std::span<const double> local = locals.subspan(kLocal * node, kLocal);
        const Rotation rotation{local[3], local[4], local[5], local[6]};
        const Matrix own = matrixOf(rotation, {local[0], local[1], local[2]}, {local[7], local[8], local[9]});
        const Signs signs = signsOf(local.subspan(7, 3));
        if (scene.parents[node] < 0) {
            out.matrices[node] = own;
            out.mirrored[node] = signs.mirrors ? 1 : 0;
            out.rotations[node] = signs.turn ? abc::unit(abc::product(rotation, *signs.turn)) : rotation;
            continue;
        }
        const auto above = static_cast<std::size_t>(scene.parents[node]);
        out.matrices[node] = multiplied(out.matrices[above], own);
        const bool isInMirror = out.mirrored[above] == 1;
        out.mirrored[node] = isInMirror != signs.mirrors ? 1 : 0;
        // In a mirror everything turns the other way.
        const Rotation whole = abc::product(out.rotations[above], isInMirror ? mirroredTurn(rotation) : rotation);
        out.rotations[node] = abc::unit(signs.turn ? abc::product(whole, *signs.turn) : whole);
    }
}

}  // namespace drafting
