// Pieces of v9 and later: faces, weights, levels of detail (abc.md §3, §4).
#include <limits>

#include "check.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;

namespace {

/// Biases of nearly all real vertices sum to 0.95 … 1 (abc.md §4.12).
constexpr float kSmallestSum = 0.95F - 1e-4F;
constexpr float kLargestSum = 1.0F + 1e-4F;

/// How far a weight may put its vertex from the bind pose, in units and as a share of the vertex's distance.
/// Real ones are off by less than 1e-5 units.
constexpr float kPlaceTolerance = 0.01F;
constexpr float kPlaceToleranceShare = 1e-4F;

/// Coordinates at the edge of a skin are rounded in real files.
constexpr float kTexCoordTolerance = 1.0F / 1024;

class MeshChecker {
public:
    explicit MeshChecker(Check& check)
        : check_(check), model_(check.model), pieces_(check.section(Id::PiecesSection).at("Pieces")) {
        for (const Node& node : model_.nodes) rigid_.push_back(isRigid(node.bind));
    }

    void run() {
        const bool hasNodes = check_.isWhole(Id::NodesSection);
        for (piece_ = 0; piece_ < model_.pieces.size(); ++piece_) {
            for (level_ = 0; level_ < model_.pieces[piece_].lodCount; ++level_) {
                const Lod& lod = *model_.lod(piece_, level_);
                faces(lod);
                if (hasNodes) weights(lod);
            }
        }
    }

private:
    /// Repeats merge within a level of a piece.
    [[nodiscard]] std::uint64_t group() const { return std::uint64_t{1} + model_.pieces[piece_].firstLod + level_; }
    [[nodiscard]] Spot lodSpot() const { return pieces_.at(piece_).at("LODs", level_); }
    [[nodiscard]] Spot faceSpot(std::uint32_t face) const { return lodSpot().at("Faces", face); }
    [[nodiscard]] Spot vertexSpot(std::uint32_t vertex) const { return lodSpot().at("Vertices", vertex); }
    [[nodiscard]] Spot weightSpot(std::uint32_t vertex, std::uint32_t weight) const {
        return vertexSpot(vertex).at("Weights", weight);
    }

    void faces(const Lod& lod) {
        for (std::uint32_t f = 0; f < lod.faceCount; ++f) {
            const auto [a, b, c] = model_.faces[lod.firstFace + f];
            if (a == kNone) {
                corners(lod, f);
            } else if (a == b || b == c || c == a) {
                check_.add(
                    Code::FaceDegenerate, group(), [&] { return faceSpot(f); }, [] { return Values{}; });
            }
        }
        checkTexCoords(check_, lod);
    }

    void corners(const Lod& lod, std::uint32_t face) {
        const std::uint32_t indexAt =
            offsetIn<schema::kFaceVertex, "VertexIndex">(check_.document.dialect, Id::FaceVertex);
        for (std::uint32_t c = 0; c < 3; ++c) {
            const auto index = load<std::uint16_t>(model_.bytes, model_.texCoordOffset(lod, face, c) + indexAt);
            if (index < lod.vertexCount) continue;
            check_.add(
                Code::IndexOutOfRange, group(), [&] { return faceSpot(face).at("Vertices", c).at("VertexIndex"); },
                [&] {
                    return Values{"Vertex", grouped(index), grouped(lod.vertexCount)};
                });
        }
    }

    void weights(const Lod& lod) {
        for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
            const std::uint32_t vertex = lod.firstVertex + v;
            const std::uint32_t first = model_.weightStart[vertex];
            const std::uint32_t end = model_.weightStart[vertex + 1];
            float sum = 0;
            for (std::uint32_t w = first; w < end; ++w) {
                sum += model_.weights[w].bias;
                weight(vertex, v, w - first, model_.weights[w]);
            }
            if (first == end) {
                check_.add(
                    Code::VertexUnweighted, group(), [&] { return vertexSpot(v); }, [] { return Values{}; });
            } else if ((sum < kSmallestSum || sum > kLargestSum) && std::isfinite(sum)) {
                check_.add(
                    Code::WeightSum, group(), [&] { return vertexSpot(v).at("Weights"); },
                    [&] { return Values{decimal(sum)}; });
            }
        }
    }

    void weight(std::uint32_t vertex, std::uint32_t v, std::uint32_t w, const Weight& weight) {
        if (weight.node == kNone) {
            // A group apart from that of the faces.
            check_.add(
                Code::IndexOutOfRange, model_.lods.size() + group(), [&] { return weightSpot(v, w).at("NodeIndex"); },
                [&] {
                    const auto node = load<std::uint32_t>(model_.bytes, weightSpot(v, w).at("NodeIndex").place().start);
                    return Values{"Node", grouped(node), grouped(model_.nodes.size())};
                });
            return;
        }
        if (weight.bias == 0) {
            check_.add(
                Code::WeightZero, group(), [&] { return weightSpot(v, w).at("Bias"); }, [] { return Values{}; });
        }
        // Lower levels differ in real files; they were made from the first one.
        if (level_ > 0 || !rigid_[weight.node]) return;
        const Vec3 bound = model_.locations[vertex];
        const Vec3 off = weight.location - model_.nodes[weight.node].inverseBind.apply(bound) * weight.bias;
        const float tolerance = kPlaceTolerance + kPlaceToleranceShare * std::sqrt(dot(bound, bound));
        const float square = dot(off, off);
        if (square > tolerance * tolerance && square <= std::numeric_limits<float>::max()) {
            check_.add(
                Code::WeightLocation, group(), [&] { return weightSpot(v, w).at("Location"); },
                [&] { return Values{decimal(std::sqrt(square))}; });
        }
    }

    Check& check_;
    const Model& model_;
    Spot pieces_;
    std::vector<bool> rigid_;
    std::uint32_t piece_ = 0;
    std::uint32_t level_ = 0;
};

void checkLodDistances(Check& check) {
    const Spot distances = check.section(Id::HeaderSection).at("LODDistances");
    if (distances.place().kind != Place::Kind::Array) return;
    const auto value = [&](std::uint32_t i) {
        return load<float>(check.model.bytes, distances.place().start + i * static_cast<std::uint32_t>(sizeof(float)));
    };
    for (std::uint32_t i = 1; i < distances.place().count; ++i) {
        const float before = value(i - 1);
        const float here = value(i);
        if (here <= before) {
            check.add(
                here < before ? Code::LodDistanceBackward : Code::LodDistanceRepeated, 0,
                [&] { return distances.at(i); },
                [&] {
                    return Values{decimal(here), decimal(before)};
                });
        }
    }
}

}  // namespace

void checkTexCoords(Check& check, const Lod& lod) {
    const auto isOutside = [](float value) { return value < -kTexCoordTolerance || value > 1 + kTexCoordTolerance; };
    for (std::uint32_t f = 0; f < lod.faceCount; ++f) {
        // Together first, without a branch each: nearly all are inside.
        bool hasOutside = false;
        for (std::uint32_t c = 0; c < 3; ++c) {
            const auto [u, v] = check.model.texCoord(lod, f, c);
            hasOutside |= isOutside(u) || isOutside(v);
        }
        for (std::uint32_t c = 0; hasOutside && c < 3; ++c) {
            const std::uint32_t at = check.model.texCoordOffset(lod, f, c);
            for (std::uint32_t axis = 0; axis < 2; ++axis) {
                const auto value = load<float>(check.model.bytes, at + 4 * axis);
                if (!isOutside(value) || !std::isfinite(value)) continue;
                check.findings.add(check.isV6() ? Code::UvClamped : Code::UvRange, 0, [&] {
                    return Findings::Detail{check.placeAt(at + 4 * axis, schema::Scalar::F32), {decimal(value)}};
                });
            }
        }
    }
}

void checkMesh(Check& check) {
    checkLodDistances(check);
    if (!check.isWhole(Id::PiecesSection)) return;
    MeshChecker(check).run();
}

}  // namespace abc
