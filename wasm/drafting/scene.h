// What is read of a glTF, as numbers: the names of things are their indices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "turns.h"

namespace drafting {

/// Numbers of a node relative to its parent: translation, rotation, scale.
inline constexpr std::size_t kLocal = 10;

struct SceneSkin {
    /// Nodes; at least one.
    std::vector<std::uint32_t> joints;
    /// Inverse bind matrices, one a joint. One that is not finite is none.
    std::vector<Matrix> inverse;
    /// The first that has it; −1: none.
    std::int32_t meshNode = -1;
};

struct SceneMesh {
    std::uint32_t node = 0;
    /// −1: the node moves it.
    std::int32_t skin = -1;
};

/// Numbers of glTF. What may be anything is looked at by `refusalOf`.
struct Scene {
    /// By node: −1 for those at the top.
    std::vector<std::int32_t> parents;
    /// All nodes, parents first.
    std::vector<std::uint32_t> order;
    /// `kLocal` numbers a node.
    std::vector<double> rest;
    /// By node: its place in the file that it came from, which siblings are ordered by.
    std::vector<double> places;
    std::vector<SceneSkin> skins;
    /// Of the scene that is shown.
    std::vector<SceneMesh> meshes;
    std::vector<std::uint32_t> sockets;

    [[nodiscard]] std::size_t count() const { return parents.size(); }
};

/// What becomes of the scene.
struct Settings {
    std::uint32_t version = 12;
    /// Units of the file for one of glTF.
    double scale = 1;
    /// Z points up in the scene, else Y.
    bool isUpright = true;
    /// Degrees about the upright axis.
    double turn = 0;
};

/// Makes rotations one long, and puts nodes with a number that is not finite to where the node above is. Which those
/// are.
[[nodiscard]] std::vector<std::uint32_t> settleRest(std::vector<double>& rest);

/// Why parts of a scene do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Scene& scene);

/// Where all nodes are at a moment, in the scene.
struct Placement {
    /// With all scales.
    std::vector<Matrix> matrices;
    /// The products of the rotations alone, and of what negative scales turn; a mirror in X is taken out.
    std::vector<Rotation> rotations;
    /// 1 for a node in a mirror.
    std::vector<std::uint8_t> mirrored;

    explicit Placement(std::size_t count) : matrices(count), rotations(count), mirrored(count) {}
};

/// @param locals as `Scene::rest`
/// @param among the nodes that are asked for, parents first; the others stay as they are
void place(const Scene& scene, std::span<const double> locals, std::span<const std::uint32_t> among, Placement& out);

}  // namespace drafting
