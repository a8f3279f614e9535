#include "models.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "abc_builder.h"

namespace abc::bench {

using samples::ModelV12;

namespace {

constexpr std::uint32_t kNodes = 25;
constexpr std::uint32_t kKeysPerAnimation = 60;
constexpr std::uint32_t kKeysPerString = 16;
/// A piece is a grid with so many vertices a side; that of a character has fewer.
constexpr std::uint16_t kSide = 64;
constexpr std::uint16_t kCharacterSide = 40;

// Bytes of an element, by abc.md §3; a frame string adds a little.
constexpr std::size_t kTransformBytes = 28;
constexpr std::size_t kKeyBytes = 6 + kNodes * kTransformBytes;
constexpr std::size_t kFaceBytes = 30;
constexpr std::size_t kVertexBytes = 28;
constexpr std::size_t kWeightBytes = 20;

/// Fixed by the standard, unlike its distributions.
using Random = std::minstd_rand;

/// A limb of five nodes after the other, from the root; a unit apart.
std::vector<samples::Node> skeleton() {
    std::vector<samples::Node> nodes(kNodes);
    for (std::uint32_t i = 0; i < kNodes; ++i) {
        nodes[i].name = "node_" + std::to_string(i);
        if (i > 0) nodes[i].parent = i % 5 == 1 ? 0 : i - 1;
        nodes[i].bind.setTranslation({static_cast<float>(i), 0, 0});
    }
    return nodes;
}

samples::Animation animation(std::string name) {
    samples::Animation animation;
    animation.name = std::move(name);
    for (std::uint32_t k = 0; k < kKeysPerAnimation; ++k) {
        animation.keyframes.push_back({k * 50, k % kKeysPerString == 0 ? "FOOTSTEP_KEY 1" : ""});
    }
    animation.tracks.resize(kNodes);
    for (auto& track : animation.tracks) {
        for (std::uint32_t k = 0; k < kKeysPerAnimation; ++k) {
            const float sine = static_cast<float>(k) / (2 * kKeysPerAnimation);
            track.push_back({{1, 0, 0}, {sine, 0, 0, std::sqrt(1 - sine * sine)}});
        }
    }
    return animation;
}

samples::Vertex vertex(const std::vector<samples::Node>& nodes, Vec3 location, Random& random,
                       std::size_t mostWeights = 4) {
    samples::Vertex vertex;
    vertex.location = location;
    const auto weights = std::min<std::size_t>(1 + random() % 4, mostWeights);
    for (std::size_t w = 0; w < weights; ++w) {
        const auto node = static_cast<std::uint32_t>(random() % kNodes);
        vertex.weights.push_back(samples::bound(nodes, node, location, 1.0F / static_cast<float>(weights)));
    }
    return vertex;
}

samples::Piece piece(const std::vector<samples::Node>& nodes, std::string name, Random& random,
                     std::uint16_t side = kSide) {
    samples::Lod grid;
    for (std::uint16_t y = 0; y < side; ++y) {
        for (std::uint16_t x = 0; x < side; ++x) {
            grid.vertices.push_back(vertex(nodes, {static_cast<float>(x), static_cast<float>(y), 0}, random));
            if (x == 0 || y == 0) continue;
            const auto corner = static_cast<std::uint16_t>(y * side + x);
            const auto left = static_cast<std::uint16_t>(corner - 1);
            const auto below = static_cast<std::uint16_t>(corner - side);
            const auto opposite = static_cast<std::uint16_t>(below - 1);
            grid.faces.push_back({{opposite, below, corner}, {{{0, 0}, {1, 0}, {1, 1}}}});
            grid.faces.push_back({{opposite, corner, left}, {{{0, 0}, {1, 1}, {0, 1}}}});
        }
    }
    samples::Piece piece;
    piece.name = std::move(name);
    piece.lods.push_back(std::move(grid));
    return piece;
}

std::size_t bytesOf(const samples::Piece& piece) {
    const samples::Lod& lod = piece.lods.front();
    std::size_t sum = lod.faces.size() * kFaceBytes;
    for (const samples::Vertex& vertex : lod.vertices) sum += kVertexBytes + vertex.weights.size() * kWeightBytes;
    return sum;
}

/// As many as are about `size` bytes.
void addAnimations(ModelV12& model, std::size_t size) {
    for (std::size_t i = 0; i < size / (kKeysPerAnimation * kKeyBytes); ++i) {
        model.animations.push_back(animation("animation_" + std::to_string(i)));
    }
}

}  // namespace

std::vector<std::byte> keyframeHeavy(std::size_t size) {
    ModelV12 model;
    model.nodes = skeleton();
    addAnimations(model, size);
    return build(model);
}

std::vector<std::byte> character(std::size_t size) {
    ModelV12 model;
    model.nodes = skeleton();
    Random random;
    model.pieces.push_back(piece(model.nodes, "body", random, kCharacterSide));
    addAnimations(model, size - bytesOf(model.pieces.back()));
    return build(model);
}

std::vector<std::byte> vertexHeavy(std::size_t size) {
    ModelV12 model;
    model.nodes = skeleton();
    Random random;
    for (std::size_t sum = 0; sum < size; sum += bytesOf(model.pieces.back())) {
        model.pieces.push_back(piece(model.nodes, "piece_" + std::to_string(model.pieces.size()), random));
    }
    return build(model);
}

std::vector<std::byte> skinned(std::size_t weights) {
    ModelV12 model;
    model.nodes = skeleton();
    model.animations.push_back(animation("walk"));
    samples::Lod lod;
    Random random;
    for (std::size_t left = weights; left > 0; left -= lod.vertices.back().weights.size()) {
        const auto x = static_cast<float>(lod.vertices.size());
        lod.vertices.push_back(vertex(model.nodes, {x, 0, 0}, random, left));
    }
    model.pieces.emplace_back().lods.push_back(std::move(lod));
    return build(model);
}

}  // namespace abc::bench
