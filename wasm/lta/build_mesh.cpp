// The meshes of an LTA: shapes, and which nodes move their vertices (lta.md §3, §4).
#include "builder.h"

namespace lta {

using core::kNone;

namespace {

constexpr std::size_t kCorners = 3;

abc::Vec3 rowVector(const std::vector<float>& row) {
    const auto at = [&row](std::size_t i) { return i < row.size() ? row[i] : 0; };
    return {at(0), at(1), at(2)};
}

/// A normal for each vertex out of the triangles around it, as the tools make them where the text has none: large and
/// small triangles count alike.
std::vector<abc::Vec3> normalsOf(const abc::Model& model, const abc::Lod& lod) {
    std::vector<abc::Vec3> out(lod.vertexCount);
    for (std::uint32_t f = 0; f < lod.faceCount; ++f) {
        const abc::Corners& corners = model.faces[lod.firstFace + f];
        if (corners[0] == kNone) continue;
        const auto place = [&](std::size_t c) { return model.locations[lod.firstVertex + corners[c]]; };
        const abc::Vec3 normal = normalized(cross(place(1) - place(0), place(2) - place(0)));
        for (const std::uint32_t corner : corners) out[corner] = out[corner] + normal;
    }
    for (abc::Vec3& normal : out) normal = normalized(normal);
    return out;
}

}  // namespace

void Builder::pieces() {
    constexpr std::uint32_t kTexCoord = 8;
    model_.texCoordStride = kTexCoord;
    model_.faceSize = kTexCoord * kCorners;
    model_.weightStart.push_back(0);
    for (const std::uint32_t deformer : parts_.deformers) {
        deformers_[lists_.view(lists_.text(lists_.child(deformer, Id::Target)))] = deformer;
    }
    movedPieces_ = movedPieces(lists_, parts_);
    std::vector<std::uint32_t> animNodes(parts_.pieces.size(), kNone);
    for (const MovedPiece& moved : movedPieces_) animNodes[moved.piece] = moved.node;
    for (std::size_t p = 0; p < parts_.pieces.size(); ++p) {
        const Parts::Piece& part = parts_.pieces[p];
        abc::Piece piece;
        piece.name = lists_.text(part.list);
        piece.firstLod = static_cast<std::uint32_t>(model_.lods.size());
        piece.lodCount = part.levelCount;
        const std::uint32_t first = part.levelCount > 0 ? parts_.levels[part.firstLevel] : kNone;
        if (first != kNone) {
            // With `appearance` nothing else is read.
            const std::uint32_t look = lists_.child(first, Id::Appearance);
            const std::uint32_t slot =
                look == kNone ? lists_.find(first, Id::TextureIndices) : lists_.find(look, Id::TextureIndex);
            piece.materialIndex = static_cast<std::uint16_t>(wholeOf(lists_.number(slot, 0)));
        }
        for (std::uint32_t i = 0; i < part.levelCount; ++i) {
            level(parts_.levels[part.firstLevel + i], animNodes[p]);
        }
        model_.pieces.push_back(piece);
    }
}

void Builder::level(std::uint32_t shape, std::uint32_t node) {
    abc::Lod lod;
    lod.firstFace = static_cast<std::uint32_t>(model_.faces.size());
    lod.firstVertex = static_cast<std::uint32_t>(model_.locations.size());
    const std::uint32_t mesh = lists_.find(shape, Id::Mesh);
    lists_.eachRow(lists_.child(mesh, Id::Vertex),
                   [&](const std::vector<float>& row) { model_.locations.push_back(rowVector(row)); });
    lod.vertexCount = static_cast<std::uint32_t>(model_.locations.size()) - lod.firstVertex;
    faces(mesh, lod);
    normals(mesh, lod);
    if (node == kNone) {
        weights(shape, lod);
    } else {
        moved(node, lod);
    }
    model_.lods.push_back(lod);
}

/// As in a compiled model: where no animation moves its vertices, the root does.
void Builder::moved(std::uint32_t node, abc::Lod& lod) {
    constexpr std::uint32_t kRoot = 0;
    abc::MovedVertices made{node, kRoot, {}};
    for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
        made.positions.push_back(v);
        const abc::Vec3 place = model_.nodes[kRoot].inverseBind.apply(model_.locations[lod.firstVertex + v]);
        model_.weights.push_back({kRoot, place, 1});
        model_.weightStart.push_back(static_cast<std::uint32_t>(model_.weights.size()));
    }
    lod.moved = static_cast<std::uint32_t>(model_.movedVertices.size());
    model_.movedVertices.push_back(std::move(made));
}

void Builder::faces(std::uint32_t mesh, abc::Lod& lod) {
    std::vector<abc::TexCoord> uvs;
    lists_.eachRow(lists_.child(mesh, Id::Uvs), [&](const std::vector<float>& row) {
        const abc::Vec3 uv = rowVector(row);
        uvs.push_back({uv.x, uv.y});
    });
    std::vector<std::uint32_t> coordinates;
    lists_.eachAtom(lists_.child(mesh, Id::TexFs),
                    [&](const Token& token) { coordinates.push_back(wholeOf(lists_.number(token))); });
    lod.facesOffset = static_cast<std::uint32_t>(bytes_.size());
    abc::Corners corners{};
    std::size_t corner = 0;
    lists_.eachAtom(lists_.child(mesh, Id::TriFs), [&](const Token& token) {
        corners[corner % kCorners] = wholeOf(lists_.number(token));
        if (++corner % kCorners != 0 || !hasRoom(model_.faceSize)) return;
        model_.faces.push_back(abc::resolved(corners, lod.vertexCount));
        for (std::size_t c = corner - kCorners; c < corner; ++c) {
            const std::uint32_t uv = c < coordinates.size() ? coordinates[c] : kNone;
            put(uv < uvs.size() ? uvs[uv] : abc::TexCoord{});
        }
        ++lod.faceCount;
    });
}

void Builder::normals(std::uint32_t mesh, const abc::Lod& lod) {
    std::vector<abc::Vec3> normals;
    lists_.eachRow(lists_.child(mesh, Id::Normals),
                   [&](const std::vector<float>& row) { normals.push_back(rowVector(row)); });
    if (normals.size() != lod.vertexCount) normals = normalsOf(model_, lod);
    model_.normals.insert(model_.normals.end(), normals.begin(), normals.end());
}

void Builder::weights(std::uint32_t shape, const abc::Lod& lod) {
    const auto found = shape == kNone ? deformers_.end() : deformers_.find(lists_.view(lists_.text(shape)));
    std::uint32_t vertex = 0;
    const auto close = [&] {
        model_.weightStart.push_back(static_cast<std::uint32_t>(model_.weights.size()));
        ++vertex;
    };
    if (found != deformers_.end()) {
        std::vector<std::uint32_t> influences;
        lists_.eachAtom(lists_.child(found->second, Id::Influences),
                        [&](const Token& name) { influences.push_back(nodeNamed(Lists::cut(name.text))); });
        lists_.eachRow(lists_.child(found->second, Id::VertexWeights), [&](const std::vector<float>& row) {
            if (vertex == lod.vertexCount) return;
            for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
                const std::uint32_t influence = wholeOf(double{row[i]});
                const float share = row[i + 1];
                if (share == 0) continue;
                const std::uint32_t node = influence < influences.size() ? influences[influence] : kNone;
                const abc::Vec3 place =
                    node == kNone ? abc::Vec3{}
                                  : model_.nodes[node].inverseBind.apply(model_.locations[lod.firstVertex + vertex]);
                model_.weights.push_back({node, place * share, share});
            }
            close();
        });
    }
    while (vertex < lod.vertexCount) close();
}

}  // namespace lta
