#include "one_mesh.h"

#include <algorithm>

#include "numbers.h"
#include "poses.h"

namespace importing {
namespace {

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

bool moves(std::span<const float> delta) {
    return delta[0] != 0 || delta[1] != 0 || delta[2] != 0;
}

}  // namespace

OneMesh::OneMesh(std::span<const DraftMesh> meshes, std::vector<Matrix> binds) : binds_(std::move(binds)) {
    for (const DraftMesh& mesh : meshes) {
        const auto first = static_cast<std::uint32_t>(count_);
        const auto influence = static_cast<std::uint32_t>(node_.size());
        for (const std::uint32_t v : mesh.corners) corners_.push_back(first + v);
        for (std::size_t v = 0; v < vertexCount(mesh); ++v) start_.push_back(influence + mesh.start[v + 1]);
        append(uvs_, mesh.uvs);
        append(normals_, mesh.normals);
        append(node_, mesh.node);
        append(share_, mesh.share);
        append(local_, mesh.local);
        count_ += vertexCount(mesh);
    }
    addMorphs(meshes);
}

/// Small files have millions of them, as targets may share their numbers: counted first, then written.
void OneMesh::addMorphs(std::span<const DraftMesh> meshes) {
    morphStart_.assign(count_ + 1, 0);
    const auto eachTarget = [&](const auto& look) {
        std::size_t first = 0;
        std::uint32_t target = 0;
        for (const DraftMesh& mesh : meshes) {
            for (const std::vector<float>& deltas : mesh.morphs) {
                for (std::size_t v = 0; v < vertexCount(mesh); ++v) {
                    const auto delta = std::span(deltas).subspan(3 * v, 3);
                    if (moves(delta)) look(first + v, target, delta);
                }
                ++target;
            }
            first += vertexCount(mesh);
        }
    };
    eachTarget([&](std::size_t vertex, auto, auto) { ++morphStart_[vertex + 1]; });
    for (std::size_t v = 1; v < morphStart_.size(); ++v) morphStart_[v] += morphStart_[v - 1];
    std::vector<std::uint32_t> next = morphStart_;
    morph_.resize(morphStart_.back());
    delta_.resize(3 * morph_.size());
    eachTarget([&](std::size_t vertex, std::uint32_t target, std::span<const float> delta) {
        const std::size_t at = next[vertex]++;
        morph_[at] = target;
        std::copy(delta.begin(), delta.end(), delta_.begin() + static_cast<std::ptrdiff_t>(3 * at));
    });
}

bool OneMesh::hasOne(std::uint32_t vertex, std::uint32_t node) const {
    for (std::uint32_t i = start_[vertex]; i < start_[vertex + 1]; ++i) {
        if (node_[i] != node) return false;
    }
    return true;
}

bool OneMesh::isRigid(std::uint32_t vertex, std::uint32_t node) const {
    return morphStart_[vertex + 1] == morphStart_[vertex] && hasOne(vertex, node);
}

std::array<double, 3> OneMesh::normal(std::uint32_t vertex, std::span<const Matrix> globals, std::uint32_t node) const {
    const std::size_t at = std::size_t{3} * vertex;
    const std::array<double, 3> own{normals_[at], normals_[at + 1], normals_[at + 2]};
    if (hasOne(vertex, node)) return turnedToNode(binds_[node], own);
    std::array<double, 3> sum{};
    for (std::uint32_t i = start_[vertex]; i < start_[vertex + 1]; ++i) {
        const std::array<double, 3> turned = turnedToNode(binds_[node_[i]], own);
        const Matrix& matrix = globals[node_[i]];
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column)
                sum[row] += double{share_[i]} * matrix[4 * row + column] * turned[column];
        }
    }
    const double length = lengthOf(sum[0], sum[1], sum[2]);
    // Opposite ones have no middle.
    if (!(length > kLeastLength)) return turnedToNode(binds_[node], own);
    return turnedToNode(globals[node], {sum[0] / length, sum[1] / length, sum[2] / length});
}

std::array<double, 3> OneMesh::placeOf(std::uint32_t vertex, std::span<const Matrix> globals,
                                       std::span<const double> weights) const {
    std::array<double, 3> moved{};
    for (std::uint32_t m = morphStart_[vertex]; m < morphStart_[vertex + 1]; ++m) {
        const double weight = weights[morph_[m]];
        for (std::size_t axis = 0; axis < 3; ++axis) moved[axis] += weight * delta_[std::size_t{3} * m + axis];
    }
    const bool isMoved = moved[0] != 0 || moved[1] != 0 || moved[2] != 0;
    std::array<double, 3> sum{};
    for (std::uint32_t i = start_[vertex]; i < start_[vertex + 1]; ++i) {
        const float* from = local_.data() + std::size_t{3} * i;
        std::array<double, 3> at{from[0], from[1], from[2]};
        if (isMoved) {
            // What is added in the bind pose, as the node has it: turned back.
            const std::array<double, 3> turned = turnedToNode(binds_[node_[i]], moved);
            for (std::size_t axis = 0; axis < 3; ++axis) at[axis] += turned[axis];
        }
        const Matrix& m = globals[node_[i]];
        const double share = share_[i];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double* row = m.data() + 4 * axis;
            sum[axis] += share * (row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3]);
        }
    }
    return sum;
}

template <class Number>
void OneMesh::place(std::span<const std::uint32_t> vertices, std::span<const Matrix> globals,
                    std::span<const double> weights, std::span<Number> out) const {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const std::array<double, 3> at = placeOf(vertices[i], globals, weights);
        for (std::size_t axis = 0; axis < 3; ++axis) out[3 * i + axis] = static_cast<Number>(at[axis]);
    }
}

template <class Number>
void OneMesh::placeOnNodes(std::span<const std::uint32_t> vertices, std::span<const Matrix> globals,
                           std::span<const double> weights, std::span<const std::uint8_t> nodeOf,
                           std::span<Number> out) const {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        std::array<double, 3> at = placeOf(vertices[i], globals, weights);
        const Matrix& node = globals[nodeOf[vertices[i]]];
        for (std::size_t axis = 0; axis < 3; ++axis) at[axis] -= node[4 * axis + 3];
        const std::array<double, 3> turned = turnedToNode(node, at);
        for (std::size_t axis = 0; axis < 3; ++axis) out[3 * i + axis] = static_cast<Number>(turned[axis]);
    }
}

template void OneMesh::place(std::span<const std::uint32_t>, std::span<const Matrix>, std::span<const double>,
                             std::span<double>) const;
template void OneMesh::placeOnNodes(std::span<const std::uint32_t>, std::span<const Matrix>, std::span<const double>,
                                    std::span<const std::uint8_t>, std::span<float>) const;
template void OneMesh::placeOnNodes(std::span<const std::uint32_t>, std::span<const Matrix>, std::span<const double>,
                                    std::span<const std::uint8_t>, std::span<double>) const;

}  // namespace importing
