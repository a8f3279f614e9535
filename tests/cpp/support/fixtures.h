// Small models in memory and their bytes, written straight from ABC.md and not from the schema, so that
// reader and tests agree only when both are right.
#pragma once

#include <abc/model.h>

#include <string>

#include "byte_writer.h"

namespace abc::testing {

using File = std::vector<std::byte>;

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

/// One piece with one level; the header counters follow from the rest.
struct SpecV12 {
    std::vector<NodeSpec> nodes;
    std::vector<VertexSpec> vertices;
    std::vector<std::array<std::uint16_t, 3>> faces;
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

struct SpecV6 {
    std::vector<NodeSpec> nodes;
    /// Those of collapses last.
    std::vector<VertexSpec6> vertices;
    std::uint32_t collapses = 0;
    std::vector<std::array<std::uint16_t, 3>> faces;
    std::vector<AnimationSpec> animations;
    /// FlipMat and FixAnimKeyframes; without them the section is left out.
    std::optional<TransformInfo> transformInfo = TransformInfo{0, 0};
};

/// Root with one child, a triangle, an animation of two keys, a weight set, a socket, one binding.
[[nodiscard]] SpecV12 smallV12();
/// Root with one child that deforms a vertex, a quad with one collapse, an animation of two keys.
[[nodiscard]] SpecV6 smallV6();

[[nodiscard]] File write(const SpecV12& spec);
[[nodiscard]] File write(const SpecV6& spec);

/// A file with all that is made of it.
struct Opened {
    explicit Opened(File file) : bytes(std::move(file)), document(parse(bytes)), model(buildModel(document)) {}
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

}  // namespace abc::testing
