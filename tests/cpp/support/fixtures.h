// Small models in memory and their bytes, written straight from abc.md and not from the schema, so that
// reader and tests agree only when both are right.
#pragma once

#include <abc/build.h>

#include <string>

#include "leaf_writer.h"

namespace abc::testing {

struct KeySpec {
    Vec3 translation;
    Quat rotation;
};

struct AnimationSpec {
    std::string name = "move";
    std::vector<std::uint32_t> times = {0, 100};
    /// By node, then by key.
    std::vector<std::vector<KeySpec>> nodes;
    std::string frameString;
    /// v6, by node: packed positions, key after key; and how to unpack them.
    std::vector<std::vector<std::array<std::uint8_t, 3>>> deformation;
    Vec3 scale{1, 1, 1};
    Vec3 offset;
};

struct NodeSpec {
    std::string name;
    std::uint8_t flags = 0;
    std::uint32_t children = 0;
    /// v9+.
    Mat4 bind;
    /// v6.
    std::vector<std::uint16_t> deformed;
};

struct WeightSpec {
    std::uint32_t node = 0;
    Vec3 location;
    float bias = 1;
};

struct VertexSpec {
    Vec3 location;
    Vec3 normal{0, 0, 1};
    std::vector<WeightSpec> weights;
};

struct WeightSetSpec {
    std::string name;
    std::vector<float> weights;
};

using FaceSpec = std::array<std::uint16_t, 3>;

struct LodSpec {
    std::vector<FaceSpec> faces;
    std::vector<VertexSpec> vertices;
};

struct PieceSpec {
    std::string name = "body";
    std::uint16_t materialIndex = 0;
    /// As many in every piece.
    std::vector<LodSpec> lods;
    std::vector<std::uint32_t> extra = {};
};

struct SocketSpec {
    std::string name = "hand";
    std::uint32_t node = 0;
};

struct BindingSpec {
    std::string animation;
    Vec3 origin;
};

/// A model whose animations this one plays, with the bindings to them.
struct ChildModelSpec {
    /// Empty for the model itself, which comes first.
    std::string name;
    std::uint32_t buildNumber = 0;
    std::vector<BindingSpec> bindings;
};

struct HitGroupSpec {
    std::vector<std::array<std::int16_t, 6>> entries;
};

struct SectionSpec {
    std::string type;
    std::string data;
};

/// A file of version 9 or later (abc.md §3); the header counters follow from the rest. What a version does not
/// have is not written.
struct SpecV9 {
    std::uint32_t version = 12;
    std::string command = "ShadowEnable";
    /// Header.LODCount; the pieces have as many levels as they have.
    std::uint32_t lodCount = 1;
    std::vector<float> lodDistances;
    std::vector<PieceSpec> pieces;
    std::vector<NodeSpec> nodes;
    std::vector<WeightSetSpec> weightSets;
    std::vector<ChildModelSpec> childModels = {{}};
    std::vector<AnimationSpec> animations;
    std::vector<SocketSpec> sockets = {{}};

    /// Words between an animation's name and its KeyframeCount, 0 to 2, where they are not those of the version: none
    /// in v9 and v10, one in v11, else two.
    std::optional<int> animationWords;
    /// v108: child transforms carry the 8 further bytes that key transforms do.
    bool wideChildTransforms = false;
    /// An LTB of FileType 4: this file in a wrapper.
    bool wrapped = false;
    /// v108: the data of a HitGroups section, as groups or as bytes that are none; without either there is none.
    std::optional<std::vector<HitGroupSpec>> hitGroups;
    std::string hitGroupBytes;

    /// Section types in file order, where it is not the usual one; further sections among them by their type.
    std::vector<std::string> order;
    std::vector<SectionSpec> furtherSections;
};

/// A file of version 12 with one piece of one level.
struct SpecV12 {
    std::vector<NodeSpec> nodes;
    std::vector<VertexSpec> vertices;
    std::vector<FaceSpec> faces;
    std::vector<WeightSetSpec> weightSets;
    std::vector<AnimationSpec> animations;
    Vec3 origin;
};

struct VertexSpec6 {
    Vec3 position;
    std::array<std::int8_t, 3> normal{0, 0, 127};
    std::uint8_t node = 0;
    std::array<std::uint16_t, 2> replacements{0xCDCD, 0xCDCD};
};

/// The numbers of a TriStrips section; its texture coordinates are as many as NormalVerts.
struct TriStripSpec {
    std::vector<std::uint16_t> a;
    std::vector<std::uint32_t> b;
    std::vector<std::uint16_t> c;
};

struct SpecV6 {
    std::vector<NodeSpec> nodes;
    /// Those of collapses last.
    std::vector<VertexSpec6> vertices;
    std::uint32_t collapses = 0;
    std::vector<FaceSpec> faces;
    std::vector<AnimationSpec> animations;
    bool animDims = true;
    /// FlipMat and FixAnimKeyframes; without them the section is left out.
    std::optional<TransformInfo> transformInfo = TransformInfo{0, 0};
    /// The data of a TriStrips section, as numbers or as bytes that are none; without either there is none.
    std::optional<TriStripSpec> triStrips;
    std::string triStripBytes;
    /// An LTB of FileType 4: this file in a wrapper.
    bool wrapped = false;
    /// Section types in file order, where it is not the usual one.
    std::vector<std::string> order;
};

/// Root with one child, a triangle, an animation of two keys, a weight set, a socket, one binding.
[[nodiscard]] SpecV12 smallV12();
/// Root with one child that deforms a vertex, a quad with one collapse, an animation of two keys.
[[nodiscard]] SpecV6 smallV6();

/// The file of a spec, with every leaf as abc.md and interfaces.md name it.
[[nodiscard]] LeafWriter written(const SpecV9& spec);
[[nodiscard]] LeafWriter written(const SpecV6& spec);

[[nodiscard]] File write(const SpecV9& spec);
[[nodiscard]] File write(const SpecV12& spec);
[[nodiscard]] File write(const SpecV6& spec);

/// A file with all that is made of it.
struct Opened {
    explicit Opened(File file) : bytes(std::move(file)), document(parse(bytes)), model(buildModel(document)) {}
    explicit Opened(const SpecV9& spec) : Opened(write(spec)) {}
    explicit Opened(const SpecV12& spec) : Opened(write(spec)) {}
    explicit Opened(const SpecV6& spec) : Opened(write(spec)) {}
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    File bytes;
    Document document;
    Model model;
};

/// Where the field at a path begins in a file. The path must be there.
[[nodiscard]] std::uint32_t offsetOf(const File& file, std::string_view path);

/// Overwrites the field at a path.
template <class T>
void patch(File& file, std::string_view path, T value) {
    const std::uint32_t offset = offsetOf(file, path);
    std::memcpy(file.data() + offset, &value, sizeof value);
}

/// A small model with another value at a path.
template <class T>
[[nodiscard]] File patchedV12(std::string_view path, T value) {
    File file = write(smallV12());
    patch(file, path, value);
    return file;
}
template <class T>
[[nodiscard]] File patchedV6(std::string_view path, T value) {
    File file = write(smallV6());
    patch(file, path, value);
    return file;
}

/// A small model of a changed spec.
template <class Change>
[[nodiscard]] File changedV12(Change change) {
    SpecV12 spec = smallV12();
    change(spec);
    return write(spec);
}
template <class Change>
[[nodiscard]] File changedV6(Change change) {
    SpecV6 spec = smallV6();
    change(spec);
    return write(spec);
}

}  // namespace abc::testing
