// A glTF as it was read: names, extras, and which parts there are. The numbers of meshes and curves are asked for one
// after the other, as all together would be too large.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "json.h"

namespace gltf {

/// Extras that mean something: what an export from here writes, what other tools for these models write, and markers.
inline constexpr std::string_view kExtras[] = {
    "lt_index", "lt_socket", "lt_piece", "lt_lod", "lt_material", "lt_flags",
    // Of LTA and Blender.
    "lta_node_flags", "lta_command_string", "lta_global_radius", "lta_weightsets", "lta_childmodels",
    "lta_texture_index", "lta_specular_power", "lta_specular_scale", "lta_lod_weight", "lta_dims", "lta_interp_time",
    "lta_keyframe_times", "lta_keyframe_strings", "lt_events", "events", "markers", "pose_markers", "timeline_markers"};

/// What is read of the text of an export besides what `Description` has by its name.
inline constexpr std::string_view kDescribed[] = {"nodes",         "pieces",        "sockets",       "animations",
                                                  "ownAnimations", "commandString", "header",        "childModels",
                                                  "weightSets",    "bindings",      "morphDeviation"};

struct Node {
    std::string name;
    Json extras;
    /// −1: none.
    std::int32_t mesh = -1;
    /// Of the morph targets of the mesh; empty: those of the mesh.
    std::vector<double> weights;
};

struct Primitive {
    /// Else points or lines.
    bool drawsTriangles = true;
    /// Triangles that it draws, and vertices that have a place.
    std::uint32_t triangles = 0, vertices = 0;
    /// −1: none.
    std::int32_t material = -1;
    std::uint32_t targets = 0;
    bool hasColours = false;
};

/// A primitive draws it where it has no texture.
struct Material {
    std::string name;
    Json extras;
    /// Red, green, blue, alpha; linear.
    std::array<double, 4> colour{1, 1, 1, 1};
    bool isOpaque = true, hasTexture = false;
};

struct Mesh {
    std::string name;
    Json extras;
    std::vector<double> weights;
    std::vector<Primitive> primitives;
};

struct Animation {
    std::string name;
    Json extras;
    /// How many it has, of any kind.
    std::size_t channels = 0;
};

/// Lists are in the order of the JSON, and indices are of them.
struct Words {
    std::vector<Node> nodes;
    std::vector<Mesh> meshes;
    std::vector<Material> materials;
    std::vector<Animation> animations;

    /// The mesh of a node; null without.
    [[nodiscard]] const Mesh* meshOf(std::size_t node) const {
        const std::int32_t mesh = nodes[node].mesh;
        return mesh < 0 ? nullptr : &meshes[static_cast<std::size_t>(mesh)];
    }
    /// Null without.
    [[nodiscard]] const Material* materialOf(const Primitive& primitive) const {
        return primitive.material < 0 ? nullptr : &materials[static_cast<std::size_t>(primitive.material)];
    }
};

/// Why parts of it do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Words& words);

/// A mesh of an export from here.
struct ExportedMesh {
    std::uint32_t piece = 0, lod = 0;
    /// In the glTF.
    std::string name;
};

/// An animation of an export from here.
struct ExportedAnimation {
    /// In the glTF.
    std::string key;
    /// Which child model has it; −1: the model itself.
    std::int32_t child = -1;
    /// Index and name in the file.
    std::uint32_t index = 0;
    std::string name;
    /// Milliseconds of its keys.
    std::vector<double> times;
};

/// What an export from here says of its file (docs/export.md). Nothing is certain but types.
struct Description {
    std::uint32_t version = 0;
    /// Names in the glTF, in the order of the file.
    std::vector<std::string> joints, sockets;
    std::vector<ExportedMesh> meshes;
    std::vector<ExportedAnimation> animations;
    /// What else is read of it.
    Json json;

    void add(ExportedAnimation animation) {
        byKey_.emplace(animation.key, animations.size());
        animations.push_back(std::move(animation));
    }
    /// Null: of no such name.
    [[nodiscard]] const ExportedAnimation* animation(const std::string& key) const {
        const auto found = byKey_.find(key);
        return found == byKey_.end() ? nullptr : &animations[found->second];
    }

private:
    std::unordered_map<std::string, std::size_t> byKey_;
};

}  // namespace gltf
