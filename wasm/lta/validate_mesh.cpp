// Shapes, levels and weights: what the tools do not check, and what they write and read past (lta.md §6).
#include <algorithm>
#include <unordered_map>

#include "check.h"

namespace lta {
namespace {

constexpr std::size_t kMostPieces = 64;
constexpr std::size_t kMostTextures = 4;
constexpr std::size_t kMostVertices = 65'535;
constexpr std::string_view kEmptyLevel = "null";

using Shapes = std::unordered_map<std::string_view, std::uint32_t>;

std::uint32_t rowsOf(const Lists& lists, std::uint32_t list) {
    std::uint32_t rows = 0;
    lists.eachRow(list, [&rows](const std::vector<float>&) { ++rows; });
    return rows;
}

std::uint32_t atomsOf(const Lists& lists, std::uint32_t list) {
    std::uint32_t atoms = 0;
    lists.eachAtom(list, [&atoms](const Token&) { ++atoms; });
    return atoms;
}

/// Each number of a list must be below the length of another one.
void checkIndices(Check& check, std::uint32_t list, std::string_view name, std::uint32_t count) {
    check.lists.eachAtom(list, [&](const Token& token) {
        const double number = check.lists.number(token);
        if (number >= 0 && number < count) return;
        check.addAt(Code::IndexOutOfRange, token.start, token.end, list, [&] {
            return Values{std::string(name), check.named(token.text), grouped(count)};
        });
    });
}

void checkShape(Check& check, std::uint32_t shape) {
    const Lists& lists = check.lists;
    const std::uint32_t geometry = lists.child(shape, Id::Geometry);
    if (geometry == kNone) check.add(Code::ShapeGeometry, shape, [] { return Values{"geometry"}; });
    const std::uint32_t textures = atomsOf(lists, lists.child(shape, Id::TextureIndices));
    if (textures > kMostTextures) {
        check.add(Code::TexturesMany, lists.child(shape, Id::TextureIndices), [&] {
            return Values{grouped(textures), grouped(kMostTextures)};
        });
    }
    const std::uint32_t mesh = lists.find(shape, Id::Mesh);
    if (mesh == kNone) return;
    const std::uint32_t vertices = rowsOf(lists, lists.child(mesh, Id::Vertex));
    const std::uint32_t normals = rowsOf(lists, lists.child(mesh, Id::Normals));
    const std::uint32_t coordinates = lists.child(mesh, Id::Uvs);
    const std::uint32_t corners = lists.child(mesh, Id::TexFs);
    if (vertices > kMostVertices) {
        check.add(Code::VertexCount, mesh, [&] { return Values{grouped(vertices), grouped(kMostVertices)}; });
    }
    if (normals > 0 && normals != vertices) {
        check.add(Code::NormalCount, lists.child(mesh, Id::Normals), [&] {
            return Values{grouped(normals), grouped(vertices)};
        });
    }
    if (coordinates != kNone && corners == kNone) check.add(Code::UvsWithoutFaces, coordinates);
    checkIndices(check, lists.child(mesh, Id::TriFs), "tri-fs", vertices);
    if (coordinates != kNone) checkIndices(check, corners, "tex-fs", rowsOf(lists, coordinates));
}

/// The shapes by their names; of several the first one.
Shapes checkShapes(Check& check) {
    Shapes shapes;
    for (const std::uint32_t shape : check.parts.shapes) {
        checkShape(check, shape);
        const Text name = check.lists.text(shape);
        if (shapes.emplace(check.lists.view(name), shape).second) continue;
        check.add(Code::ShapeTwice, shape, [&] { return Values{check.named(name)}; });
    }
    return shapes;
}

void checkDistances(Check& check, std::uint32_t group) {
    std::vector<double> distances;
    const Lists& lists = check.lists;
    lists.eachAtom(lists.find(group, Id::LodDists), [&](const Token& token) {
        const double before = distances.empty() ? 0 : distances.back();
        const double distance = lists.number(token);
        if (distance < before) {
            check.addAt(Code::LevelDistances, token.start, token.end, 0, [&] {
                return Values{grouped(distances.size()), core::decimal(distance), core::decimal(before)};
            });
        }
        distances.push_back(distance);
    });
    const std::uint32_t shapes = atomsOf(lists, lists.find(group, Id::Shapes));
    if (distances.size() != shapes) {
        check.add(Code::LevelsUneven, group, [&] { return Values{grouped(distances.size()), grouped(shapes)}; });
    }
}

void checkPieces(Check& check, const Shapes& shapes) {
    if (check.parts.pieces.size() > kMostPieces) {
        check.add(Code::PieceCount, check.parts.pieces[kMostPieces].list, [&] {
            return Values{grouped(check.parts.pieces.size()), grouped(kMostPieces)};
        });
    }
    if (check.parts.lodGroups == kNone) return;
    for (const Parts::Piece& piece : check.parts.pieces) {
        checkDistances(check, piece.list);
        std::uint32_t level = piece.firstLevel;
        check.lists.eachAtom(check.lists.find(piece.list, Id::Shapes), [&](const Token& token) {
            if (check.parts.levels[level++] != kNone) return;
            const std::string_view name = check.lists.view(Lists::cut(token.text));
            if (core::lowered(name) == kEmptyLevel) return;
            const Code code = shapes.contains(name) ? Code::ShapeUsedTwice : Code::ShapeMissing;
            check.addAt(code, token.start, token.end, 0, [&] { return Values{check.named(token.text)}; });
        });
    }
}

class DeformerCheck {
public:
    DeformerCheck(Check& check, std::uint32_t deformer, std::uint32_t shape)
        : check_(check), lists_(check.lists), deformer_(deformer), shape_(shape) {}

    void run() {
        const std::uint32_t names = lists_.child(deformer_, Id::Influences);
        const std::uint32_t weights = lists_.child(deformer_, Id::VertexWeights);
        if (names == kNone) return missing("influences");
        if (weights == kNone) return missing("weightsets");
        const std::uint32_t influences = atomsOf(lists_, names);
        std::uint32_t rows = 0;
        lists_.eachRow(weights, [&](const std::vector<float>& row) {
            ++rows;
            for (std::size_t i = 0; i < row.size(); i += 2) {
                if (row[i] >= 0 && row[i] < static_cast<float>(influences)) continue;
                check_.add(Code::InfluenceIndex, weights, [&] {
                    return Values{core::decimal(double{row[i]}), grouped(influences)};
                });
            }
        });
        if (shape_ == kNone) return;
        const std::uint32_t vertices = rowsOf(lists_, lists_.child(lists_.find(shape_, Id::Mesh), Id::Vertex));
        if (rows >= vertices) return;
        check_.add(Code::DeformerRows, weights, [&] { return Values{grouped(rows), grouped(vertices)}; });
    }

private:
    void missing(const char* part) {
        check_.add(Code::DeformerPart, deformer_, [part] { return Values{part}; });
    }

    Check& check_;
    const Lists& lists_;
    std::uint32_t deformer_;
    std::uint32_t shape_;
};

void checkDeformers(Check& check, const Shapes& shapes) {
    std::unordered_map<std::string_view, bool> isMoved;
    for (const std::uint32_t deformer : check.parts.deformers) {
        const Text name = check.lists.text(check.lists.child(deformer, Id::Target));
        const auto shape = shapes.find(check.lists.view(name));
        // Of several for a shape the last one counts, and only that is compared with it.
        const bool isFirst = isMoved.emplace(check.lists.view(name), true).second;
        DeformerCheck(check, deformer, shape == shapes.end() || !isFirst ? kNone : shape->second).run();
        if (shape != shapes.end()) continue;
        check.add(Code::DeformerTarget, deformer, [&] { return Values{check.named(name)}; });
    }
    for (const std::uint32_t shape : check.parts.shapes) {
        const Text name = check.lists.text(shape);
        if (isMoved.contains(check.lists.view(name))) continue;
        check.add(Code::DeformerMissing, shape, [&] { return Values{check.named(name)}; });
    }
}

}  // namespace

void checkMesh(Check& check) {
    const Shapes shapes = checkShapes(check);
    checkPieces(check, shapes);
    checkDeformers(check, shapes);
}

}  // namespace lta
