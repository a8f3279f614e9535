#include "splitting.h"

namespace drafting {
namespace {

constexpr std::uint32_t kNotYet = 0xFFFFFFFF;

/// @param list of vectors in `values`
std::vector<float> picked(const std::vector<float>& values, const std::vector<std::uint32_t>& list) {
    std::vector<float> out;
    out.reserve(3 * list.size());
    for (const std::uint32_t i : list) {
        for (std::size_t axis = 0; axis < 3; ++axis) out.push_back(values[std::size_t{3} * i + axis]);
    }
    return out;
}

template <class Number>
std::vector<Number> part(const std::vector<Number>& list, std::size_t first, std::size_t end) {
    return {list.begin() + static_cast<std::ptrdiff_t>(first), list.begin() + static_cast<std::ptrdiff_t>(end)};
}

class Splitter {
public:
    explicit Splitter(const MeshWithSource& made) : made_(made), indices_(importing::vertexCount(made.mesh), kNotYet) {}

    [[nodiscard]] std::vector<MeshWithSource> run(std::size_t most) {
        const std::vector<std::uint32_t>& corners = made_.mesh.corners;
        for (std::size_t t = 0; t < made_.triangles.size(); ++t) {
            std::size_t added = 0;
            for (std::size_t i = 3 * t; i < 3 * t + 3; ++i) added += indices_[corners[i]] == kNotYet ? 1U : 0U;
            if (vertices_.size() + added > most) close(t);
            for (std::size_t i = 3 * t; i < 3 * t + 3; ++i) {
                std::uint32_t& index = indices_[corners[i]];
                if (index != kNotYet) continue;
                index = static_cast<std::uint32_t>(vertices_.size());
                vertices_.push_back(corners[i]);
            }
        }
        close(made_.triangles.size());
        return std::move(parts_);
    }

private:
    void close(std::size_t end) {
        const importing::DraftMesh& mesh = made_.mesh;
        MeshWithSource& out = parts_.emplace_back();
        out.triangles = part(made_.triangles, first_, end);
        out.isMirrored = made_.isMirrored;
        for (std::size_t i = 3 * first_; i < 3 * end; ++i) out.mesh.corners.push_back(indices_[mesh.corners[i]]);
        out.mesh.uvs = part(mesh.uvs, 6 * first_, 6 * end);
        out.mesh.positions = picked(mesh.positions, vertices_);
        out.mesh.normals = picked(mesh.normals, vertices_);
        std::vector<std::uint32_t> influences;
        out.mesh.start.push_back(0);
        for (const std::uint32_t vertex : vertices_) {
            for (std::uint32_t at = mesh.start[vertex]; at < mesh.start[vertex + 1]; ++at) influences.push_back(at);
            out.mesh.start.push_back(static_cast<std::uint32_t>(influences.size()));
        }
        for (const std::uint32_t at : influences) {
            out.mesh.node.push_back(mesh.node[at]);
            out.mesh.share.push_back(mesh.share[at]);
        }
        out.mesh.local = picked(mesh.local, influences);
        for (const std::vector<float>& morph : mesh.morphs) out.mesh.morphs.push_back(picked(morph, vertices_));
        out.mesh.morphWeights = mesh.morphWeights;
        for (const std::uint32_t vertex : vertices_) indices_[vertex] = kNotYet;
        vertices_.clear();
        first_ = end;
    }

    const MeshWithSource& made_;
    /// By vertex of the mesh: its index in the part that is begun.
    std::vector<std::uint32_t> indices_;
    std::vector<std::uint32_t> vertices_;
    /// Triangle.
    std::size_t first_ = 0;
    std::vector<MeshWithSource> parts_;
};

}  // namespace

std::vector<MeshWithSource> split(MeshWithSource made, std::size_t most) {
    if (importing::vertexCount(made.mesh) > most) return Splitter(made).run(most);
    std::vector<MeshWithSource> out;
    out.push_back(std::move(made));
    return out;
}

}  // namespace drafting
