// What of a glTF is imported: its meshes, skins and sockets, as they are found.
#pragma once

#include "channels.h"
#include "gltf/names.h"
#include "gltf/source.h"
#include "scene.h"
#include "vertices.h"

namespace drafting {

/// A glTF as it was read.
struct Gltf : gltf::Words {
    /// Of an export from here; nothing: from elsewhere.
    std::optional<gltf::Description> description;
    /// All but meshes, sockets, places and the first meshes of skins, which follow from the words. All skins.
    Scene scene;
    /// By node: in the scene that is shown.
    std::vector<std::uint8_t> isShown;
    /// By node: index of the skins; −1: none.
    std::vector<std::int32_t> skinOf;
};

/// Why parts of it do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Gltf& gltf);

/// A mesh in the scene.
struct PlacedMesh {
    std::uint32_t node = 0;
    const gltf::Mesh* mesh = nullptr;
    /// Of the node, or of the mesh where that has none.
    std::string name;
};

struct Contents {
    /// With what the glTF has in it.
    Scene scene;
    /// One for each of the scene's meshes.
    std::vector<PlacedMesh> meshes;
    /// Joints of the skins, each once.
    std::size_t joints = 0;
};

/// @param gltf must outlive it
[[nodiscard]] Contents contentsOf(const Gltf& gltf);

/// The number of weights of a mesh.
[[nodiscard]] std::size_t targetCount(const gltf::Mesh& mesh);

/// Why it is too large to be made into a new model, a sentence; empty: it is not. @param name of the source
[[nodiscard]] std::string whyTooLarge(const std::string& name, const Gltf& gltf, const Contents& contents);

/// Which skin slot each material becomes.
struct Slots {
    /// By material; nothing: no mesh has it.
    std::vector<std::optional<std::uint32_t>> of;
    /// Those that said none: they have those that are free, in their order.
    std::vector<std::uint32_t> given;
    /// That of those that share one.
    std::uint32_t shared = 0;
};

/// @param sharesFlat whether materials without a texture have one slot together
[[nodiscard]] Slots slotsOf(const Gltf& gltf, const Contents& contents, bool sharesFlat);

}  // namespace drafting
