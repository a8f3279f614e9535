// Where the numbers of a level of a piece lie (v9+), by the schema.
#pragma once

#include "base.h"

namespace merging {

struct LevelLayout {
    explicit LevelLayout(const abc::Dialect& dialect);

    /// Up to the weights.
    std::size_t head = 0;
    /// Bytes of the number of weights, with which a vertex begins.
    std::size_t countSize = 0;
    std::size_t weight = 0;
    /// In a weight.
    std::size_t weightLocation = 0, weightBias = 0;
    /// Behind the weights.
    std::size_t normal = 0, tail = 0;
    std::size_t corner = 0, face = 0;
    /// In a corner.
    std::size_t vertexIndex = 0;

    [[nodiscard]] std::size_t vertexSize(std::size_t weights) const { return head + weight * weights + tail; }
};

/// A vertex that is written anew.
struct NewVertex {
    /// What a vertex begins with: that of the one that it was, or is near to. Its count of weights is made anew. Empty:
    /// it becomes none at the next level.
    std::span<const std::byte> head;
    /// In the bind pose.
    WideVec3 place{};
    WideVec3 normal{};
    Shares shares{};
    /// What the biases sum to.
    double sum = 1;
};

/// The faces and vertices of a level, put together.
class LevelWriter {
public:
    LevelWriter(const LevelLayout& layout, const Rig& rig) : layout_(layout), rig_(rig) {}

    [[nodiscard]] std::size_t vertices() const { return vertexCount_; }
    [[nodiscard]] bool isEmpty() const { return faceCount_ == 0; }

    /// @returns the bytes of the face, all zero
    [[nodiscard]] std::span<std::byte> face();
    void face(std::span<const std::byte> bytes);
    /// @param made a new face
    void setCorner(std::span<std::byte> made, std::size_t corner, float u, float v, std::uint32_t vertex) const;
    void setVertex(std::span<std::byte> face, std::size_t corner, std::uint32_t vertex) const;

    /// @returns its index
    std::uint32_t vertex(std::span<const std::byte> bytes);
    std::uint32_t vertex(const NewVertex& made) { return vertex(bytesOf(made)); }

    [[nodiscard]] ByteList bytesOf(const NewVertex& vertex) const;
    [[nodiscard]] ByteList done() const;

private:
    const LevelLayout& layout_;
    const Rig& rig_;
    ByteList faces_, vertices_;
    std::uint32_t faceCount_ = 0, vertexCount_ = 0;
};

/// Those that the file has first, in its order, then the strongest.
[[nodiscard]] Shares inOrder(Shares shares, std::span<const std::uint32_t> before);

}  // namespace merging
