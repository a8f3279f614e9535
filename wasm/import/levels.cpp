#include "levels.h"

#include <algorithm>
#include <cmath>

#include "boxes.h"
#include "core/records.h"
#include "levels_next.h"
#include "levels_off.h"
#include "levels_turned.h"
#include "numbers.h"

namespace importing {
namespace {

using core::kNone;

/// Of the size of the largest mesh: vertices that are this near are one to the eye.
constexpr double kSamePlace = 1e-5;

/// The longest side of the box around a mesh; 0 without a vertex.
double sizeOf(const DraftMesh& mesh) {
    const std::optional<Box> box = boxAround(mesh.positions);
    return box ? box->size() : 0;
}

/// As a list of texts has them: the two zeros are one, and what is no number is like itself.
bool isSame(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Where the nodes of a vertex are, by their shares.
std::array<double, 3> placeOfNodes(const DraftMesh& mesh, std::size_t v, const std::vector<Matrix>& binds,
                                   double size) {
    std::array<double, 3> out{};
    for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            out[axis] += mesh.share[i] * binds[mesh.node[i]][4 * axis + 3] / size;
    }
    return out;
}

std::vector<float> vectorsAt(const std::vector<std::uint32_t>& list, const std::vector<float>& vectors) {
    std::vector<float> out;
    out.reserve(3 * list.size());
    for (const std::uint32_t at : list) abc::push(out, abc::nthVector(vectors, at));
    return out;
}

/// The mesh of these triangles alone. @param vertices those that it has of the mesh
DraftMesh subset(const DraftMesh& mesh, const Wedges& wedges, std::span<const std::uint32_t> left,
                 std::vector<std::uint32_t>& vertices) {
    // What has become a line is not drawn.
    std::vector<std::uint32_t> drawn;
    for (std::size_t at = 0; at + 2 < left.size(); at += 3) {
        const std::uint32_t a = wedges.vertex[left[at]];
        const std::uint32_t b = wedges.vertex[left[at + 1]];
        const std::uint32_t c = wedges.vertex[left[at + 2]];
        if (a != b && b != c && c != a) drawn.insert(drawn.end(), {left[at], left[at + 1], left[at + 2]});
    }
    std::vector<std::uint32_t> index(vertexCount(mesh), kNone);
    for (const std::uint32_t wedge : drawn) index[wedges.vertex[wedge]] = 0;
    for (std::uint32_t v = 0; v < index.size(); ++v) {
        if (index[v] == kNone) continue;
        index[v] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(v);
    }
    DraftMesh out;
    for (const std::uint32_t wedge : drawn) {
        out.corners.push_back(index[wedges.vertex[wedge]]);
        const std::size_t at = kAttributes * wedge + 3;
        out.uvs.insert(out.uvs.end(), {wedges.attributes[at], wedges.attributes[at + 1]});
    }
    out.positions = vectorsAt(vertices, mesh.positions);
    out.normals = vectorsAt(vertices, mesh.normals);
    out.start.push_back(0);
    for (const std::uint32_t v : vertices) {
        for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
            out.node.push_back(mesh.node[i]);
            out.share.push_back(mesh.share[i]);
            abc::push(out.local, abc::nthVector(mesh.local, i));
        }
        out.start.push_back(static_cast<std::uint32_t>(out.node.size()));
    }
    for (const std::vector<float>& morph : mesh.morphs) out.morphs.push_back(vectorsAt(vertices, morph));
    out.morphWeights = mesh.morphWeights;
    return out;
}

}  // namespace

Wedges wedgesOf(const DraftMesh& mesh, const std::vector<Matrix>& binds) {
    Wedges out;
    std::vector<float> uvs;
    // By vertex the first of its wedges, and by wedge the next one of the same vertex.
    std::vector<std::uint32_t> first(vertexCount(mesh), kNone);
    std::vector<std::uint32_t> next;
    const auto isAt = [&](std::size_t wedge, float s, float t) {
        return isSame(uvs[2 * wedge], s) && isSame(uvs[2 * wedge + 1], t);
    };
    out.corners.reserve(mesh.corners.size());
    for (std::size_t corner = 0; corner < mesh.corners.size(); ++corner) {
        const std::uint32_t v = mesh.corners[corner];
        const float s = mesh.uvs[2 * corner];
        const float t = mesh.uvs[2 * corner + 1];
        std::uint32_t wedge = first[v];
        while (wedge != kNone && !isAt(wedge, s, t)) wedge = next[wedge];
        if (wedge == kNone) {
            wedge = static_cast<std::uint32_t>(out.vertex.size());
            out.vertex.push_back(v);
            uvs.insert(uvs.end(), {s, t});
            next.push_back(first[v]);
            first[v] = wedge;
        }
        out.corners.push_back(wedge);
    }
    out.positions = vectorsAt(out.vertex, mesh.positions);
    const double extent = sizeOf(mesh);
    const double size = extent > 0 ? extent : 1;
    out.attributes.reserve(kAttributes * out.vertex.size());
    for (std::size_t wedge = 0; wedge < out.vertex.size(); ++wedge) {
        const std::size_t v = out.vertex[wedge];
        for (std::size_t axis = 0; axis < 3; ++axis) out.attributes.push_back(mesh.normals[3 * v + axis]);
        for (std::size_t i = 2 * wedge; i < 2 * wedge + 2; ++i)
            out.attributes.push_back(std::isfinite(uvs[i]) ? uvs[i] : 0);
        for (const double number : placeOfNodes(mesh, v, binds, size))
            out.attributes.push_back(static_cast<float>(number));
    }
    return out;
}

std::vector<std::vector<std::uint8_t>> sharedPlaces(const std::vector<DraftMesh>& meshes) {
    double size = 0;
    for (const DraftMesh& mesh : meshes) size = std::max(size, sizeOf(mesh));
    const double step = kSamePlace * size > 0 ? kSamePlace * size : 1;
    struct Vertex {
        std::array<double, 3> place;
        std::size_t mesh;
        std::size_t index;
    };
    std::vector<Vertex> all;
    std::vector<std::vector<std::uint8_t>> out;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const std::size_t count = vertexCount(meshes[m]);
        out.emplace_back(count);
        for (std::size_t v = 0; v < count; ++v) {
            Vertex& vertex = all.emplace_back(Vertex{{}, m, v});
            for (std::size_t axis = 0; axis < 3; ++axis)
                vertex.place[axis] = rounded(meshes[m].positions[3 * v + axis] / step);
        }
    }
    std::sort(all.begin(), all.end(), [](const Vertex& a, const Vertex& b) { return a.place < b.place; });
    for (auto from = all.begin(); from != all.end();) {
        const auto end =
            std::find_if(from, all.end(), [&](const Vertex& vertex) { return vertex.place != from->place; });
        const bool isShared = std::any_of(from, end, [&](const Vertex& vertex) { return vertex.mesh != from->mesh; });
        for (; from != end; ++from) out[from->mesh][from->index] = isShared ? 1 : 0;
    }
    return out;
}

Levels::Levels(std::vector<DraftMesh> meshes, std::vector<Matrix> binds)
    : meshes_(std::move(meshes)), binds_(std::move(binds)), shared_(sharedPlaces(meshes_)) {}

void Levels::begin(std::size_t mesh) {
    first_ = &meshes_[mesh];
    last_ = *first_;
    locked_ = shared_[mesh];
    wedges_ = wedgesOf(last_, binds_);
}

std::vector<std::uint32_t> Levels::verticesAt(std::span<const std::uint32_t> wedges) const {
    std::vector<std::uint32_t> out;
    out.reserve(wedges.size());
    for (const std::uint32_t wedge : wedges) out.push_back(wedges_.vertex[wedge]);
    return out;
}

std::vector<std::uint8_t> Levels::byWedge(const std::vector<std::uint8_t>& vertices) const {
    std::vector<std::uint8_t> out;
    if (vertices.empty()) return out;
    out.reserve(wedges_.vertex.size());
    for (const std::uint32_t v : wedges_.vertex) out.push_back(vertices[v]);
    return out;
}

std::vector<std::uint8_t> Levels::aroundTurned(std::span<const std::uint32_t> from,
                                               std::span<const std::uint32_t> left) const {
    DraftMesh surface;
    surface.corners = verticesAt(from);
    surface.positions = last_.positions;
    surface.normals = last_.normals;
    return byWedge(importing::aroundTurned(surface, verticesAt(left)));
}

MadeLevel Levels::keep(std::span<const std::uint32_t> left) {
    MadeLevel out;
    std::vector<std::uint32_t> vertices;
    out.mesh = subset(last_, wedges_, left, vertices);
    out.off = offBy(*first_, out.mesh);
    out.next = becomes(last_, vertices);
    std::vector<std::uint8_t> locked;
    locked.reserve(vertices.size());
    for (const std::uint32_t v : vertices) locked.push_back(locked_[v]);
    locked_ = std::move(locked);
    last_ = out.mesh;
    wedges_ = wedgesOf(last_, binds_);
    return out;
}

}  // namespace importing
