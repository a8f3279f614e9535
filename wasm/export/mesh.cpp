#include "mesh.h"

#include <algorithm>
#include <cmath>

namespace exporting {
namespace {

/// Influences that most programs read at most.
constexpr std::size_t kUsualInfluences = 8;

/// Vertices of glTF: one for each pair of a vertex and texture coordinates.
class SplitVertices {
public:
    explicit SplitVertices(std::size_t vertices) : last_(vertices, abc::kNone) {}

    std::uint32_t index(std::uint32_t vertex, abc::TexCoord at) {
        for (std::uint32_t i = last_[vertex]; i != abc::kNone; i = before_[i]) {
            if (uvs_[2 * std::size_t{i}] == at.u && uvs_[2 * std::size_t{i} + 1] == at.v) return i;
        }
        const auto out = static_cast<std::uint32_t>(sources_.size());
        sources_.push_back(vertex);
        before_.push_back(last_[vertex]);
        last_[vertex] = out;
        uvs_.insert(uvs_.end(), {at.u, at.v});
        return out;
    }

    [[nodiscard]] std::vector<std::uint32_t>& sources() { return sources_; }
    [[nodiscard]] std::vector<float>& uvs() { return uvs_; }

private:
    std::vector<std::uint32_t> sources_;
    std::vector<float> uvs_;
    /// By vertex of the file: its last vertex in glTF; `before_` links to the others.
    std::vector<std::uint32_t> last_, before_;
};

/// False when the vector has no direction in 32 bits.
bool normalize(float* values) {
    const double length = core::hypot(WideVec3{values[0], values[1], values[2]});
    if (!(length > 1e-30 && length < 1e30)) return false;
    for (std::size_t i = 0; i < 3; ++i) values[i] = abc::single(values[i] / length);
    return true;
}

/// The normal of a triangle, twice as long as its area.
WideVec3 across(const std::vector<float>& points, const std::uint32_t* corners) {
    const auto side = [&](std::size_t to, std::size_t axis) {
        return double{points[3 * std::size_t{corners[to]} + axis]} - points[3 * std::size_t{corners[0]} + axis];
    };
    const WideVec3 u{side(1, 0), side(1, 1), side(1, 2)};
    const WideVec3 v{side(2, 0), side(2, 1), side(2, 2)};
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

class Maker {
public:
    Maker(const abc::Model& model, std::uint32_t piece, Bound bound, const MeshSettings& settings)
        : model_(model), piece_(piece), bound_(std::move(bound)), settings_(settings), split_(bound_.off.size()) {}

    MeshArrays run(std::span<const std::uint32_t> lods, std::span<const abc::Vec3> normals) {
        const std::uint32_t fixed = fixedJoint(model_.nodes.size());
        out_.hasFixed = std::find(bound_.joints.begin(), bound_.joints.end(), fixed) != bound_.joints.end();
        for (const std::uint32_t lod : lods) addLevel(lod);
        out_.sources = std::move(split_.sources());
        out_.uvs = std::move(split_.uvs());
        for (const std::uint32_t vertex : out_.sources) {
            const float* at = &bound_.positions[3 * std::size_t{vertex}];
            out_.positions.insert(out_.positions.end(), at, at + 3);
            const auto& [x, y, z] = normals[vertex];
            out_.normals.insert(out_.normals.end(), {x, y, z});
        }
        completeNormals();
        convert(out_.positions);
        convert(out_.normals);
        addInfluences();
        out_.off = std::move(bound_.off);
        out_.unlike = bound_.unlike;
        return std::move(out_);
    }

private:
    [[nodiscard]] bool isSomewhere(std::uint32_t vertex) const {
        const float* at = &bound_.positions[3 * std::size_t{vertex}];
        return std::isfinite(double{at[0]} + double{at[1]} + double{at[2]});
    }

    void addLevel(std::uint32_t lod) {
        if (lod >= model_.lodCount()) return;
        const abc::Lod* own = model_.lod(piece_, lod);
        MeshLevel level{lod, {}};
        for (const auto& [corners, face] : abc::topology(model_, piece_, lod)) {
            if (!std::all_of(corners.begin(), corners.end(), [&](std::uint32_t v) { return isSomewhere(v); })) {
                ++out_.lost;
                continue;
            }
            for (const std::uint32_t corner : settings_.swaps ? std::array{0U, 2U, 1U} : std::array{0U, 1U, 2U})
                level.indices.push_back(split_.index(corners[corner], model_.drawnTexCoord(*own, face, corner)));
        }
        if (!level.indices.empty()) out_.levels.push_back(std::move(level));
    }

    /// One without a direction becomes the mean of its triangles' normals, weighted by area.
    void completeNormals() {
        std::vector<float>& normals = out_.normals;
        std::vector<bool> isMissing(out_.sources.size());
        bool isAny = false;
        for (std::size_t v = 0; v < isMissing.size(); ++v) {
            if (normalize(&normals[3 * v])) continue;
            isMissing[v] = isAny = true;
            std::fill_n(&normals[3 * v], 3, 0.0F);
        }
        if (!isAny) return;
        // Counter-clockwise in glTF: where the file is mirrored, the cross product in file space points inward.
        const double sign = settings_.space.mirrors ? -1 : 1;
        for (const MeshLevel& level : out_.levels) {
            for (std::size_t t = 0; t < level.indices.size(); t += 3) {
                const std::uint32_t* corners = &level.indices[t];
                if (std::none_of(corners, corners + 3, [&](std::uint32_t v) { return isMissing[v]; })) continue;
                const WideVec3 normal = across(out_.positions, corners);
                for (std::size_t corner = 0; corner < 3; ++corner) {
                    const std::size_t vertex = corners[corner];
                    for (std::size_t i = 0; isMissing[vertex] && i < 3; ++i)
                        normals[3 * vertex + i] = abc::single(normals[3 * vertex + i] + sign * normal[i]);
                }
            }
        }
        for (std::size_t v = 0; v < isMissing.size(); ++v) {
            if (!isMissing[v] || normalize(&normals[3 * v])) continue;
            std::fill_n(&normals[3 * v], 3, 0.0F);
            normals[3 * v + 1] = 1;
        }
    }

    void convert(std::vector<float>& values) const {
        for (std::size_t at = 0; at < values.size(); at += 3) {
            const auto [x, y, z] = settings_.space.vector({values[at], values[at + 1], values[at + 2]});
            values[at] = x;
            values[at + 2] = z;
        }
    }

    void addInfluences() {
        std::size_t most = 0;
        for (const std::uint32_t vertex : out_.sources) {
            const std::size_t count = bound_.start[vertex + 1] - bound_.start[vertex];
            most = std::max(most, count);
            if (count > kUsualInfluences) ++out_.crowded;
        }
        const std::size_t size = 4 * out_.sources.size();
        for (std::size_t first = 0; first < most; first += 4) {
            std::vector<std::uint32_t>& joints = out_.joints.emplace_back(size);
            std::vector<float>& shares = out_.shares.emplace_back(size);
            for (std::size_t i = 0; i < out_.sources.size(); ++i) {
                const std::size_t from = bound_.start[out_.sources[i]] + first;
                const std::size_t end = std::min<std::size_t>(from + 4, bound_.start[out_.sources[i] + 1]);
                for (std::size_t w = from; w < end; ++w) {
                    joints[4 * i + w - from] = bound_.joints[w];
                    shares[4 * i + w - from] = bound_.shares[w];
                }
            }
        }
    }

    const abc::Model& model_;
    std::uint32_t piece_;
    Bound bound_;
    const MeshSettings& settings_;
    SplitVertices split_;
    MeshArrays out_;
};

}  // namespace

MeshArrays meshOf(const abc::Model& model, std::uint32_t piece, std::span<const std::uint32_t> lods, Bound bound,
                  std::span<const abc::Vec3> normals, const MeshSettings& settings) {
    return Maker(model, piece, std::move(bound), settings).run(lods, normals);
}

}  // namespace exporting
