#include "vertices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "import/numbers.h"

namespace drafting {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// What makes a vertex of glTF one of its own.
struct Attributes {
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<std::vector<float>> joints;
    std::vector<std::vector<float>> weights;
    /// Kept morph targets.
    std::vector<std::vector<float>> morphs;

    [[nodiscard]] std::size_t count() const { return positions.size() / 3; }
};

/// With morph targets at these weights.
void shape(std::vector<float>& values, const std::vector<Target>& targets, std::vector<float> Target::*deltas,
           const std::vector<double>& weights) {
    for (std::size_t t = 0; t < targets.size() && t < weights.size(); ++t) {
        const std::vector<float>& own = targets[t].*deltas;
        if (own.empty() || weights[t] == 0 || !std::isfinite(weights[t])) continue;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(values[i] + weights[t] * own[i]);
    }
}

Attributes attributesOf(Primitive& primitive, bool isSkinned, bool keepsMorphs) {
    Attributes out;
    out.positions = std::move(primitive.positions);
    out.normals = std::move(primitive.normals);
    if (isSkinned) {
        out.joints = std::move(primitive.joints);
        out.weights = std::move(primitive.weights);
    }
    if (!keepsMorphs) {
        shape(out.positions, primitive.targets, &Target::positions, primitive.morphWeights);
        shape(out.normals, primitive.targets, &Target::normals, primitive.morphWeights);
        return out;
    }
    for (Target& target : primitive.targets) {
        std::vector<float>& morph = out.morphs.emplace_back(std::move(target.positions));
        if (morph.empty()) morph.resize(out.positions.size());
    }
    return out;
}

/// The triangles of which something is true.
template <class Is>
std::size_t keep(Triangles& triangles, Is is) {
    auto& [corners, indices] = triangles;
    std::size_t kept = 0;
    for (std::size_t t = 0; t < indices.size(); ++t) {
        if (!is(&corners[3 * t])) continue;
        std::copy_n(corners.begin() + static_cast<std::ptrdiff_t>(3 * t), 3,
                    corners.begin() + static_cast<std::ptrdiff_t>(3 * kept));
        indices[kept++] = indices[t];
    }
    const std::size_t left = indices.size() - kept;
    corners.resize(3 * kept);
    indices.resize(kept);
    return left;
}

/// Joins vertices that have all numbers the same, to the bit; those of no triangle are passed over.
class Weld {
public:
    Weld(const Attributes& attributes, const std::vector<std::uint32_t>& corners) : of(attributes.count(), kNone) {
        add(attributes.positions, 3);
        if (!attributes.normals.empty()) add(attributes.normals, 3);
        for (const auto& values : attributes.joints) add(values, 4);
        for (const auto& values : attributes.weights) add(values, 4);
        for (const auto& values : attributes.morphs) add(values, 3);
        table_.assign(std::bit_ceil(std::max<std::size_t>(16, 2 * attributes.count())), kNone);
        for (const std::uint32_t vertex : corners) {
            if (of[vertex] == kNone) of[vertex] = found(vertex);
        }
    }

    /// By vertex of glTF: the vertex of the file.
    std::vector<std::uint32_t> of;
    /// By vertex of the file: the first of glTF that it is.
    std::vector<std::uint32_t> vertices;

private:
    struct Column {
        const float* values;
        std::size_t size;
    };

    void add(const std::vector<float>& values, std::size_t size) { columns_.push_back({values.data(), size}); }

    /// Zero has two signs that mean the same.
    [[nodiscard]] static std::uint32_t bits(float value) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return bits == 0x80000000 ? 0 : bits;
    }

    [[nodiscard]] std::uint32_t found(std::uint32_t vertex) {
        std::uint32_t hash = 2166136261;
        for (const auto& [values, size] : columns_) {
            for (std::size_t i = size * vertex; i < size * (std::size_t{vertex} + 1); ++i) {
                hash = (hash ^ bits(values[i])) * 16777619;
                hash ^= hash >> 15U;
            }
        }
        std::size_t at = hash & (table_.size() - 1);
        while (table_[at] != kNone && !isSame(vertices[table_[at]], vertex)) at = (at + 1) & (table_.size() - 1);
        if (table_[at] == kNone) {
            table_[at] = static_cast<std::uint32_t>(vertices.size());
            vertices.push_back(vertex);
        }
        return table_[at];
    }

    [[nodiscard]] bool isSame(std::size_t a, std::size_t b) const {
        return std::all_of(columns_.begin(), columns_.end(), [=](const Column& column) {
            const auto& [values, size] = column;
            for (std::size_t i = 0; i < size; ++i) {
                if (bits(values[size * a + i]) != bits(values[size * b + i])) return false;
            }
            return true;
        });
    }

    std::vector<Column> columns_;
    /// Indices of `vertices`.
    std::vector<std::uint32_t> table_;
};

/// Whether what the vertices are moved by mirrors them once more than the space of the file does.
bool mirrors(std::span<const Mover> movers, const Attributes& attributes, const std::vector<std::uint32_t>& vertices) {
    if (attributes.joints.empty()) return !movers.empty() && determinant(movers[0].local) > 0;
    constexpr std::size_t kMostVoting = 1000;
    double sign = 0;
    // Of the joints that move something, the more have it.
    for (std::size_t v = 0; v < std::min(kMostVoting, vertices.size()); ++v) {
        const std::size_t at = std::size_t{4} * vertices[v];
        const double joint = attributes.joints[0][at];
        const double weight = attributes.weights[0][at];
        if (!(joint >= 0 && joint < static_cast<double>(movers.size())) || !(weight > 0)) continue;
        const double own = determinant(movers[static_cast<std::size_t>(joint)].local);
        sign += (own > 0 ? 1 : own < 0 ? -1 : own) * weight;
    }
    return sign > 0;
}

double row(const Matrix& m, std::size_t at, const Vector& v, double w) {
    return m[at] * v[0] + m[at + 1] * v[1] + m[at + 2] * v[2] + w * m[at + 3];
}

/// Of length 1; upright without a direction.
Vector unit(const Vector& v) {
    const double length = importing::lengthOf(v);
    if (!(length > 0) || !std::isfinite(length)) return {0, 1, 0};
    return {v[0] / length, v[1] / length, v[2] / length};
}

Vector vectorAt(const std::vector<float>& values, std::size_t vertex) {
    return {values[3 * vertex], values[3 * vertex + 1], values[3 * vertex + 2]};
}

void put(const Vector& vector, std::vector<float>& out, std::size_t vertex) {
    for (std::size_t axis = 0; axis < 3; ++axis) out[3 * vertex + axis] = static_cast<float>(vector[axis]);
}

/// Puts vertices to the nodes that move them.
class Placer {
public:
    Placer(const Attributes& from, std::span<const Mover> movers, bool isSkinned, Faults& faults)
        : from_(from), movers_(movers), isSkinned_(isSkinned), faults_(faults) {
        for (const Mover& mover : movers) {
            // What normals are turned by.
            Matrix cofactors = cofactorsOf(mover.bind);
            const double sign = determinant(mover.bind) < 0 ? -1 : 1;
            for (double& number : cofactors) number = sign * number;
            cofactors_.push_back(cofactors);
        }
    }

    void place(const std::vector<std::uint32_t>& vertices, importing::DraftMesh& out) {
        out.positions.resize(3 * vertices.size());
        out.normals.resize(3 * vertices.size());
        out.morphs.assign(from_.morphs.size(), std::vector<float>(3 * vertices.size()));
        out.start.assign(1, 0);
        out.start.reserve(vertices.size() + 1);
        for (std::size_t v = 0; v < vertices.size(); ++v) vertex(vertices[v], v, out);
    }

private:
    struct Part {
        std::size_t mover;
        double weight;
    };
    /// An influence on a vertex while it is gathered: the vertex by its share.
    struct Pull {
        std::uint32_t node;
        double share;
        Vector at;
    };

    void vertex(std::size_t source, std::size_t v, importing::DraftMesh& out) {
        influences(source);
        const Vector at = vectorAt(from_.positions, source);
        pulls_.clear();
        Vector position{};
        Vector normal{};
        for (const auto& [index, weight] : parts_) {
            const Mover& mover = movers_[index];
            Pull& pull = pullOf(mover.node);
            pull.share += weight;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                pull.at[axis] += weight * row(mover.local, 4 * axis, at, 1);
                position[axis] += weight * row(mover.bind, 4 * axis, at, 1);
                for (std::size_t m = 0; m < from_.morphs.size(); ++m) {
                    const double delta = row(mover.bind, 4 * axis, vectorAt(from_.morphs[m], source), 0);
                    float& morph = out.morphs[m][3 * v + axis];
                    if (std::isfinite(delta)) morph = static_cast<float>(morph + weight * delta);
                }
                if (!from_.normals.empty())
                    normal[axis] += weight * row(cofactors_[index], 4 * axis, vectorAt(from_.normals, source), 0);
            }
        }
        put(position, out.positions, v);
        put(unit(normal), out.normals, v);
        std::stable_sort(pulls_.begin(), pulls_.end(), [](const Pull& a, const Pull& b) { return a.share > b.share; });
        for (const auto& [node, share, place] : pulls_) {
            const auto stored = static_cast<float>(share);
            // In 32 bits it is nothing.
            if (!(stored > 0)) continue;
            out.node.push_back(node);
            out.share.push_back(stored);
            for (const double number : place) out.local.push_back(static_cast<float>(number / share));
        }
        out.start.push_back(static_cast<std::uint32_t>(out.node.size()));
    }

    [[nodiscard]] Pull& pullOf(std::uint32_t node) {
        const auto known =
            std::find_if(pulls_.begin(), pulls_.end(), [=](const Pull& pull) { return pull.node == node; });
        return known != pulls_.end() ? *known : pulls_.emplace_back(Pull{node, 0, {}});
    }

    /// The joints of a vertex and their weights, which sum to 1.
    void influences(std::size_t vertex) {
        parts_.clear();
        if (!isSkinned_) {
            parts_.push_back({0, 1});
            return;
        }
        const auto count = static_cast<double>(movers_.size());
        double sum = 0;
        bool isJointless = false;
        for (std::size_t set = 0; set < from_.joints.size(); ++set) {
            for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
                const double weight = from_.weights[set][i];
                if (!(weight > 0 && std::isfinite(weight))) continue;
                const double joint = from_.joints[set][i];
                if (joint >= 0 && joint < count) {
                    parts_.push_back({static_cast<std::size_t>(joint), weight});
                    sum += weight;
                } else {
                    isJointless = true;
                }
            }
        }
        if (isJointless) ++faults_.jointless;
        if (parts_.empty()) {
            // What others show too: the first joint that the vertex names.
            if (!isJointless) ++faults_.weightless;
            const double first = from_.joints.empty() ? 0 : from_.joints[0][4 * vertex];
            parts_.push_back({first >= 0 && first < count ? static_cast<std::size_t>(first) : 0, 1});
            return;
        }
        for (Part& part : parts_) part.weight /= sum;
    }

    const Attributes& from_;
    std::span<const Mover> movers_;
    bool isSkinned_;
    Faults& faults_;
    std::vector<Matrix> cofactors_;
    std::vector<Part> parts_;
    std::vector<Pull> pulls_;
};

/// Normals of the triangles around each vertex, by their areas. Front faces as in files.
void smooth(importing::DraftMesh& mesh) {
    std::vector<Vector> sums(importing::vertexCount(mesh));
    for (std::size_t t = 0; t < mesh.corners.size(); t += 3) {
        const std::array<std::size_t, 3> corners{mesh.corners[t], mesh.corners[t + 1], mesh.corners[t + 2]};
        const auto side = [&](std::size_t to, std::size_t axis) {
            return double{mesh.positions[3 * corners[to] + axis]} - double{mesh.positions[3 * corners[0] + axis]};
        };
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t j = (axis + 1) % 3;
            const std::size_t k = (axis + 2) % 3;
            const double part = side(1, j) * side(2, k) - side(1, k) * side(2, j);
            for (const std::size_t vertex : corners) sums[vertex][axis] += part;
        }
    }
    for (std::size_t v = 0; v < sums.size(); ++v) put(unit(sums[v]), mesh.normals, v);
}

/// The corners of triangles and their texture coordinates, in the order of the file.
void putCorners(const Triangles& triangles, const std::vector<std::uint32_t>& of, const std::vector<float>& uvs,
                MeshWithSource& out) {
    const std::array<std::size_t, 3> order =
        out.isMirrored ? std::array<std::size_t, 3>{0, 1, 2} : std::array<std::size_t, 3>{0, 2, 1};
    out.mesh.corners.reserve(triangles.corners.size());
    out.mesh.uvs.assign(2 * triangles.corners.size(), 0);
    for (std::size_t t = 0; t < triangles.indices.size(); ++t) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::size_t vertex = triangles.corners[3 * t + order[i]];
            out.mesh.corners.push_back(of[vertex]);
            for (std::size_t axis = 0; axis < 2 && !uvs.empty(); ++axis) {
                const float value = uvs[2 * vertex + axis];
                out.mesh.uvs[6 * t + 2 * i + axis] = std::isfinite(value) ? value : 0;
            }
        }
    }
}

}  // namespace

std::string refusalOf(const Primitive& primitive) {
    const std::size_t count = primitive.count();
    const auto has = [=](const std::vector<float>& list, std::size_t size) { return list.size() == size * count; };
    const auto isSet = [=](const std::vector<float>& set) { return has(set, 4); };
    const auto areDeltas = [=](const std::vector<float>& list) { return list.empty() || has(list, 3); };
    const bool isWhole =
        has(primitive.positions, 3) && areDeltas(primitive.normals) &&
        (primitive.uvs.empty() || has(primitive.uvs, 2)) && primitive.joints.size() == primitive.weights.size() &&
        std::all_of(primitive.joints.begin(), primitive.joints.end(), isSet) &&
        std::all_of(primitive.weights.begin(), primitive.weights.end(), isSet) &&
        std::all_of(primitive.targets.begin(), primitive.targets.end(),
                    [&](const Target& target) { return areDeltas(target.positions) && areDeltas(target.normals); });
    return isWhole ? "" : "The lists of a primitive are not of one length.";
}

std::optional<MeshWithSource> meshOf(Primitive primitive, std::span<const Mover> movers, bool isSkinned,
                                     bool keepsMorphs, Faults& faults) {
    const std::size_t count = primitive.count();
    Triangles triangles =
        trianglesOf(primitive.mode, primitive.indices ? &*primitive.indices : nullptr, count, faults.lost);
    if (count == 0) return std::nullopt;
    const std::vector<float> uvs = std::move(primitive.uvs);
    const Attributes attributes = attributesOf(primitive, isSkinned, keepsMorphs);
    const auto isSomewhere = [&](std::uint32_t vertex) {
        const auto [x, y, z] = vectorAt(attributes.positions, vertex);
        return std::isfinite(x + y + z);
    };
    faults.lost +=
        keep(triangles, [&](const std::uint32_t* corners) { return std::all_of(corners, corners + 3, isSomewhere); });
    std::optional<Weld> welded(std::in_place, attributes, triangles.corners);
    const std::size_t flat = keep(triangles, [&](const std::uint32_t* corners) {
        const std::uint32_t a = welded->of[corners[0]];
        const std::uint32_t b = welded->of[corners[1]];
        const std::uint32_t c = welded->of[corners[2]];
        return a != b && b != c && a != c;
    });
    faults.flat += flat;
    if (triangles.indices.empty()) return std::nullopt;
    // Vertices of what is not drawn are not in the file.
    if (flat > 0) welded.emplace(attributes, triangles.corners);
    MeshWithSource out;
    out.isMirrored = mirrors(movers, attributes, welded->vertices);
    putCorners(triangles, welded->of, uvs, out);
    out.triangles = std::move(triangles.indices);
    Placer(attributes, movers, isSkinned, faults).place(welded->vertices, out.mesh);
    if (attributes.normals.empty()) smooth(out.mesh);
    for (std::size_t t = 0; t < attributes.morphs.size(); ++t) {
        const double weight = t < primitive.morphWeights.size() ? primitive.morphWeights[t] : 0;
        out.mesh.morphWeights.push_back(static_cast<float>(weight));
    }
    return out;
}

}  // namespace drafting
