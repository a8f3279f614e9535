// A glTF that came from an export of a file, as the way back takes it.
#pragma once

#include "gltf/names.h"
#include "gltf/source.h"
#include "joints.h"

namespace merging {

/// What is known of it before any of its numbers is asked for.
struct Glb : gltf::Words {
    gltf::Description description;
    /// The same nodes as numbers. What of it follows from names and extras is found by `tell`.
    Scene scene;

    /// Which node of the file the extras of a node say it is; NaN: nothing.
    [[nodiscard]] double indexOf(std::uint32_t node) const;
    /// A value of the extras of the material of a primitive; null without.
    [[nodiscard]] const gltf::Json* ofMaterial(const gltf::Primitive& primitive, std::string_view name) const {
        const gltf::Material* material = materialOf(primitive);
        return material == nullptr ? nullptr : gltf::valueIn(material->extras, name);
    }
    void tell();
};

/// Why parts of it do not fit together, a sentence; empty: they do.
[[nodiscard]] std::string refusalOf(const Glb& glb);

/// The curves of an animation.
struct Curves {
    std::vector<NodeCurve> nodes;
    /// Weights of the morph targets of nodes.
    std::vector<std::pair<std::uint32_t, Curve>> weights;
};

/// Its numbers, which are read when they are needed. Nodes, meshes and animations are those that it has.
class Numbers {
public:
    Numbers() = default;
    Numbers(const Numbers&) = delete;
    Numbers& operator=(const Numbers&) = delete;
    virtual ~Numbers() = default;

    /// A primitive that draws triangles.
    [[nodiscard]] virtual Primitive primitive(std::uint32_t node, std::uint32_t primitive) const = 0;
    /// By morph target of a primitive: how far it moves each vertex; empty: it moves nothing.
    [[nodiscard]] virtual std::vector<std::vector<float>> targets(std::uint32_t node,
                                                                  std::uint32_t primitive) const = 0;
    /// @param only of this node; nothing: of all
    [[nodiscard]] virtual Curves curves(std::uint32_t animation, std::optional<std::uint32_t> only) const = 0;
    [[nodiscard]] virtual const gltf::Latin& latin() const = 0;
};

}  // namespace merging
