#include "levels_again.h"

#include "abc/build.h"
#include "abc/deform.h"
#include "core/values.h"

namespace merging {
namespace {

using core::EditValue;

constexpr const char* kDistances = "Header.LODDistances";

EditValue recordValue(EditValue::Fields fields) {
    return {std::move(fields)};
}

EditValue vectorValue(const std::vector<float>& list, std::size_t index) {
    return numbersValue(std::span(list).subspan(abc::kVectorNumbers * index, abc::kVectorNumbers));
}

EditValue vertexValue(const importing::DraftMesh& mesh, std::size_t vertex) {
    EditValue::List weights;
    for (std::uint32_t w = mesh.start[vertex]; w < mesh.start[vertex + 1]; ++w) {
        std::array<float, abc::kVectorNumbers> location{};
        for (std::size_t i = 0; i < location.size(); ++i)
            location[i] = mesh.local[abc::kVectorNumbers * std::size_t{w} + i] * mesh.share[w];
        weights.push_back(recordValue({{"NodeIndex", numberValue(mesh.node[w])},
                                       {"Location", numbersValue(location)},
                                       {"Bias", numberValue(mesh.share[w])}}));
    }
    return recordValue({{"Weights", {std::move(weights)}},
                        {"Location", vectorValue(mesh.positions, vertex)},
                        {"Normal", vectorValue(mesh.normals, vertex)}});
}

EditValue verticesValue(const importing::DraftMesh& mesh) {
    EditValue::List out;
    for (std::size_t vertex = 0; vertex < vertexCount(mesh); ++vertex) out.push_back(vertexValue(mesh, vertex));
    return {std::move(out)};
}

EditValue facesValue(const importing::DraftMesh& mesh, const std::array<std::uint32_t, 3>& order) {
    EditValue::List out;
    for (std::size_t face = 0; face < mesh.corners.size() / 3; ++face) {
        EditValue::List corners;
        for (const std::uint32_t corner : order) {
            const std::size_t at = 3 * face + corner;
            corners.push_back(recordValue({{"Texcoord", numbersValue(std::span(mesh.uvs).subspan(2 * at, 2))},
                                           {"VertexIndex", numberValue(mesh.corners[at])}}));
        }
        out.push_back(recordValue({{"Vertices", {std::move(corners)}}}));
    }
    return {std::move(out)};
}

void append(std::vector<float>& list, const abc::Vec3& v) {
    list.insert(list.end(), {v.x, v.y, v.z});
}

}  // namespace

LevelsAgain::LevelsAgain(ByteList bytes)
    : bytes_(std::move(bytes)),
      document_(abc::parse(bytes_)),
      model_(abc::buildModel(document_)),
      order_(abc::windingVote(model_).frontSign() == 1 ? std::array<std::uint32_t, 3>{0, 1, 2}
                                                       : std::array<std::uint32_t, 3>{0, 2, 1}) {}

std::optional<LevelZero> LevelsAgain::levelZero() const {
    if (model_.family == abc::Family::V6) return std::nullopt;
    const abc::Pose atRest = abc::pose(model_, {});
    LevelZero out;
    for (const auto& node : atRest.nodes) {
        importing::Matrix& bind = out.binds.emplace_back();
        std::copy_n(node.m.begin(), bind.size(), bind.begin());
    }
    for (std::uint32_t piece = 0; piece < model_.pieces.size(); ++piece) {
        const abc::Lod* lod = model_.lod(piece, 0);
        importing::DraftMesh& mesh = out.meshes.emplace_back();
        mesh.start.push_back(0);
        if (lod == nullptr) continue;
        if (!addWeights(*lod, mesh)) return std::nullopt;
        std::vector<abc::Vec3> positions(lod->vertexCount);
        std::vector<abc::Vec3> normals(lod->vertexCount);
        abc::deform(model_, atRest, piece, 0, positions, normals);
        for (const abc::Vec3& position : positions) append(mesh.positions, position);
        for (const abc::Vec3& normal : normals) append(mesh.normals, normal);
        for (const abc::Triangle& triangle : abc::topology(model_, piece, 0)) {
            for (const std::uint32_t corner : order_) {
                mesh.corners.push_back(triangle.corners[corner]);
                const auto [u, v] = model_.drawnTexCoord(*lod, triangle.face, corner);
                mesh.uvs.insert(mesh.uvs.end(), {u, v});
            }
        }
    }
    return out;
}

bool LevelsAgain::addWeights(const abc::Lod& lod, importing::DraftMesh& mesh) const {
    for (std::size_t vertex = lod.firstVertex; vertex < std::size_t{lod.firstVertex} + lod.vertexCount; ++vertex) {
        for (std::uint32_t w = model_.weightStart[vertex]; w < model_.weightStart[vertex + 1]; ++w) {
            const auto& [node, location, bias] = model_.weights[w];
            if (node == abc::kNone || bias == 0) return false;
            mesh.node.push_back(node);
            mesh.share.push_back(bias);
            append(mesh.local, {location.x / bias, location.y / bias, location.z / bias});
        }
        if (mesh.node.size() == mesh.start.back()) return false;
        mesh.start.push_back(static_cast<std::uint32_t>(mesh.node.size()));
    }
    return true;
}

Operations LevelsAgain::operations(const std::vector<std::vector<importing::DraftMesh>>& levels,
                                   std::span<const double> distances) const {
    Operations out;
    // As many levels as are asked for; those that come are copies of the one before.
    const auto known = document_.walk().resolve(kDistances);
    const std::size_t count = known ? known->count : 0;
    if (count > distances.size()) {
        core::Operation& less = out.emplace_back(removing(at(kDistances, distances.size())));
        less.count = static_cast<std::uint32_t>(count - distances.size());
    }
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const std::string path = at(kDistances, i);
        if (i >= count) {
            out.push_back(inserting(path, numberValue(distances[i])));
        } else if (const auto place = document_.walk().resolve(path);
                   place && core::load<float>(document_.bytes, place->start) != static_cast<float>(distances[i])) {
            out.push_back(setting(path, numberValue(distances[i])));
        }
    }
    for (std::size_t piece = 0; piece < levels.size(); ++piece) {
        for (std::size_t i = 0; i < levels[piece].size(); ++i) {
            const importing::DraftMesh& mesh = levels[piece][i];
            core::Operation& replace = out.emplace_back();
            replace.kind = core::Operation::Kind::ReplaceLevel;
            replace.path = at(at("Pieces.Pieces", piece) + ".LODs", i + 1);
            replace.value = recordValue({{"vertices", verticesValue(mesh)}, {"faces", facesValue(mesh, order_)}});
        }
    }
    return out;
}

}  // namespace merging
